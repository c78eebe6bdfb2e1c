"""`stepgraph serve`, and `stepgraph FILE`: the page, on this machine only."""

from __future__ import annotations

import asyncio
import logging
import sys
from contextlib import suppress
from pathlib import Path
from typing import Annotated

import typer
import uvicorn

from stepgraph.cli.browser import show
from stepgraph.cli.catalogue import shipped_examples, shipped_templates
from stepgraph.cli.command import Unusable, data_folder, run_command
from stepgraph.cli.ports import ADDRESS, listen
from stepgraph.cli.target import Target, find_target
from stepgraph.server.app import make_app
from stepgraph.server.connections import BoundedHttp, BoundedSocket
from stepgraph.server.services import Services, make_services, worker_command
from stepgraph.server.settings import MAX_MESSAGE_BYTES, Settings
from stepgraph.server.store.database import UnusableStore
from stepgraph.server.store.store import DataFolder, Store

SHUTDOWN_S = 5
CONNECTIONS = 400


def run(arguments: list[str]) -> int:
    """Carry the command out."""
    return run_command(serve, name="serve", arguments=arguments)


def serve(
    file: Annotated[str | None, typer.Argument(metavar="[FILE[:NAME]]", help="The graph file to open.")] = None,
    port: Annotated[int | None, typer.Option(min=0, max=65535, help="The port; 0 for any free one.")] = None,
    no_open: Annotated[bool, typer.Option("--no-open", help="Open no browser.")] = False,
    example: Annotated[str | None, typer.Option(metavar="ID", help="Open a shipped example.")] = None,
    data: Annotated[Path | None, typer.Option(metavar="FOLDER", help="Where the history is kept.")] = None,
    pass_env: Annotated[
        list[str] | None, typer.Option(metavar="NAME", help="A variable that graphs get to see, such as an API key.")
    ] = None,
) -> int:
    """Serve the page and print its address, which is good for one minute and one browser."""
    logging.basicConfig(stream=sys.stderr, level=logging.WARNING, format="%(levelname)s: %(message)s")
    target = None if file is None else find_target(file)
    examples = shipped_examples()
    if example is not None and example not in {shipped.id for shipped in examples}:
        raise Unusable(f"There is no example {example}. `stepgraph examples` lists them.")
    listening = listen(port)
    settings = Settings(
        folder=Path.cwd(),
        data=data_folder(data),
        port=listening.getsockname()[1],
        examples=examples,
        templates=shipped_templates(),
        environment_names=tuple(pass_env or ()),
    )
    try:
        folder = DataFolder(settings.data)
        store = Store(folder.database)
    except UnusableStore as error:
        raise Unusable(str(error)) from error
    if not folder.is_first:
        print(f"Another Stepgraph is running; this one keeps its history in {folder.database}.", file=sys.stderr)
    worker = worker_command(settings.folder, allowed=settings.environment_names)
    services = make_services(settings, store, worker=worker)

    async def started() -> None:
        address = await _address(services, target=target, example=example)
        print(address, flush=True)
        if not no_open and not await asyncio.to_thread(show, address):
            print("No browser was opened; open the address above.", file=sys.stderr)
        if sys.stdin is not None and sys.stdin.isatty():
            _offer_addresses(services)

    app = make_app(services, port=settings.port, started=started)
    # Ctrl-C is how a person ends the server, and no failure.
    with suppress(KeyboardInterrupt):
        uvicorn.Server(uvicorn_configuration(app)).run(sockets=[listening])
    folder.close()
    return 0


def _offer_addresses(services: Services) -> None:
    """Print a fresh address for each Enter: the first one is good for a minute only."""
    print("Press Enter for a fresh address, Ctrl-C to end.", file=sys.stderr)
    loop = asyncio.get_running_loop()

    def typed() -> None:
        if sys.stdin.readline():
            print(_page_address(services), flush=True)
        else:
            loop.remove_reader(sys.stdin)

    loop.add_reader(sys.stdin, typed)


def _page_address(services: Services) -> str:
    return f"http://{ADDRESS}:{services.settings.port}/#c={services.launch.new_code()}"


async def _address(services: Services, *, target: Target | None, example: str | None) -> str:
    address = _page_address(services)
    if target is not None:
        opened = await services.sessions.open_named(target.path, target.graph)
    elif example is not None:
        opened = await services.sessions.open_example(example)
    else:
        return address
    opened.show_graph()
    return f"{address}&s={opened.session.row.id}"


def uvicorn_configuration(app: object) -> uvicorn.Config:
    """Return how the server runs: bounded in every direction, and believing no header about who asks."""
    return uvicorn.Config(
        app,  # type: ignore[arg-type] # the gate is an application, which the library's own types do not see
        http=BoundedHttp,
        ws=BoundedSocket,
        ws_max_size=MAX_MESSAGE_BYTES,
        ws_max_queue=16,
        ws_per_message_deflate=False,
        ws_ping_interval=20,
        ws_ping_timeout=20,
        lifespan="on",
        limit_concurrency=CONNECTIONS,
        timeout_graceful_shutdown=SHUTDOWN_S,
        proxy_headers=False,
        server_header=False,
        access_log=False,
        log_config=None,
        log_level="warning",
    )
