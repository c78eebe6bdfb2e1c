"""The application: the gate, the page's files, the routes and the socket."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager
from pathlib import Path

import msgspec
from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect
from starlette.responses import Response
from starlette.websockets import WebSocket

from stepgraph.protocol.frames import SOCKET
from stepgraph.protocol.problems import Problem
from stepgraph.server.gate import Gate
from stepgraph.server.refusals import SERVER_MISTAKE, Refusal, history_unusable
from stepgraph.server.routes import make_routes
from stepgraph.server.services import Services
from stepgraph.server.shell import Shell
from stepgraph.server.socket import Sockets
from stepgraph.server.store.blobs import DamagedValue
from stepgraph.server.store.database import HistoryUnusable

STATIC = Path(__file__).parent / "static"

STATUS = {
    "document.missing": 404,
    "document.unreadable": 404,
    "example.unknown": 404,
    "session.unknown": 404,
    "step.unknown": 404,
    "value.unknown": 404,
    "launch.code": 403,
    "launch.too_many": 429,
    "request.too_large": 413,
}
"""The status of a refusal; 400 where nothing else fits."""

log = logging.getLogger(__name__)


def make_app(services: Services, *, port: int, started: Callable[[], Awaitable[None]], static: Path = STATIC) -> Gate:
    """Make the application behind its gate. ``started`` is called when it is ready, before the first request."""
    # Around everything: what the framework answers by itself, mistakes too, passes the gate as well.
    return Gate(make_routed_app(services, started=started, static=static), port=port, tokens=services.launch)


def make_routed_app(services: Services, *, started: Callable[[], Awaitable[None]], static: Path = STATIC) -> FastAPI:
    """Make what stands behind the gate."""

    @asynccontextmanager
    async def lifespan(_app: FastAPI) -> AsyncIterator[None]:
        await services.launch.open()
        await started()
        resting = asyncio.create_task(services.sessions.let_idle_ones_rest())
        try:
            yield
        finally:
            resting.cancel()
            await services.close()

    app = FastAPI(
        lifespan=lifespan,
        openapi_url=None,
        docs_url=None,
        redoc_url=None,
        redirect_slashes=False,
    )
    _add_problems(app)
    app.include_router(make_routes(services))
    _add_shell(app, Shell(static))
    sockets = Sockets(sessions=services.sessions, launch=services.launch)

    @app.websocket(SOCKET)
    async def socket(websocket: WebSocket) -> None:
        await sockets.serve(websocket)

    return app


def _add_shell(app: FastAPI, shell: Shell) -> None:
    @app.get("/healthz")
    async def healthz() -> Response:
        return Response("ok\n", media_type="text/plain")

    @app.api_route("/", methods=["GET", "HEAD"])
    async def index() -> Response:
        return shell.index()

    @app.get("/icon.svg")
    @app.get("/assets/{name:path}")
    @app.get("/licenses/{name:path}")
    async def file(request: Request) -> Response:
        # The whole path is looked up, whatever its route's pattern took of it.
        found = shell.file(request.scope["path"])
        if found is None:
            raise HTTPException(404)
        return found


def _add_problems(app: FastAPI) -> None:
    @app.exception_handler(Refusal)
    async def refused(_request: Request, refusal: Refusal) -> Response:
        return _problem(STATUS.get(refusal.problem.code, 400), refusal.problem)

    @app.exception_handler(DamagedValue)
    async def damaged(_request: Request, error: DamagedValue) -> Response:
        return _problem(410, Problem(code="value.damaged", sentence=str(error)))

    @app.exception_handler(HTTPException)
    async def not_found(_request: Request, error: HTTPException) -> Response:
        problem = Problem(code=f"http.{error.status_code}", sentence=f"{error.detail}.")
        return _problem(error.status_code, problem, headers=error.headers)

    @app.exception_handler(RequestValidationError)
    async def malformed(_request: Request, _error: RequestValidationError) -> Response:
        return _problem(422, Problem(code="request.malformed", sentence="The address has a part that does not fit."))

    @app.exception_handler(Exception)
    async def broken(_request: Request, _error: Exception) -> Response:
        return _problem(500, SERVER_MISTAKE)

    @app.exception_handler(HistoryUnusable)
    async def unusable(_request: Request, error: HistoryUnusable) -> Response:
        return _problem(503, history_unusable(error))

    @app.exception_handler(ClientDisconnect)
    async def gone(_request: Request, _error: ClientDisconnect) -> Response:
        # Nobody reads it, but who goes away in the middle of a request is no mistake of the server's.
        return Response(status_code=400)


def _problem(status: int, problem: Problem, *, headers: Mapping[str, str] | None = None) -> Response:
    body = msgspec.json.encode(problem)
    return Response(body, status_code=status, media_type="application/json", headers=headers)
