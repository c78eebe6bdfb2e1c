"""What the page asks for over HTTP. Every answer is JSON of the protocol; a refusal is a status and a problem."""

from __future__ import annotations

from functools import partial
from typing import Annotated

import msgspec
from fastapi import APIRouter, Query, Request
from sqlalchemy import Connection
from starlette.responses import Response

from stepgraph.protocol.frames import (
    Example,
    Launch,
    RecentSession,
    Source,
    StartPage,
    Template,
    WholeValue,
    encoder,
)
from stepgraph.protocol.shape import Shape
from stepgraph.protocol.snapshot import STEPS_IN_SNAPSHOT
from stepgraph.server.launch import Launch as LaunchCodes
from stepgraph.server.moments import moment_of, steps_before
from stepgraph.server.refusals import Refusal
from stepgraph.server.services import Services
from stepgraph.server.session.session import Session
from stepgraph.server.store.blobs import find_value
from stepgraph.server.store.sessions import SessionRow
from stepgraph.server.strict_json import NotJson, loads

CHARACTERS = 262_144
MAX_BODY_BYTES = 64 * 1024
MAX_INTEGER = 2**53

Number = Annotated[int, Query(ge=0, le=MAX_INTEGER)]


def make_routes(services: Services) -> APIRouter:
    """Return all routes below /api."""
    routes = APIRouter(prefix="/api")
    _add_start(routes, services)
    _add_session(routes, services)
    _add_value(routes, services)
    _add_launch(routes, services.launch)
    return routes


def _add_start(routes: APIRouter, services: Services) -> None:
    @routes.get("/start")
    async def start() -> Response:
        return _told(
            StartPage(
                folder=str(services.settings.folder),
                files=await services.documents.listed(),
                examples=tuple(
                    Example(example.id, example.title, example.summary) for example in services.settings.examples
                ),
                recent=tuple(map(_recent, await services.sessions.recent())),
                templates=tuple(
                    Template(template.id, template.title, template.summary) for template in services.settings.templates
                ),
            )
        )


def _add_session(routes: APIRouter, services: Services) -> None:
    @routes.get("/sessions/{session}/source")
    async def source(session: str) -> Response:
        path = (await _session(services, session)).path
        outline = await services.reader.read(path)
        return _told(Source(str(path), outline.text, outline.source_hash, outline.problems))

    @routes.get("/sessions/{session}/steps")
    async def steps(session: str, before: Number = MAX_INTEGER, limit: Number = STEPS_IN_SNAPSHOT) -> Response:
        found = await _session(services, session)
        limit = min(limit, STEPS_IN_SNAPSHOT)
        return _told(await steps_before(found, services.store, before=before, limit=limit))

    @routes.get("/sessions/{session}/moments/{key}")
    async def moment(session: str, key: int) -> Response:
        if not 0 <= key <= MAX_INTEGER:
            raise Refusal("step.unknown", "This thread has no such superstep.")
        return _told(await moment_of(await _session(services, session), services.store, key=key))


def _add_value(routes: APIRouter, services: Services) -> None:
    @routes.get("/values/{ref}")
    async def value(ref: str, offset: Number = 0) -> Response:
        found = await services.store.read(partial(_value, ref=ref, offset=offset))
        if found is None:
            raise Refusal("value.unknown", "There is no such value.")
        return _told(found)


def _add_launch(routes: APIRouter, codes: LaunchCodes) -> None:
    @routes.post("/launch")
    async def launch(request: Request) -> Response:
        body = await _body(request)
        code = body.get("code")
        if set(body) != {"code"} or not isinstance(code, str):
            raise Refusal("request.malformed", 'Send {"code": "..."} and nothing else.')
        return _told(Launch(token=await codes.redeem(code)))

    @routes.post("/launch/another")
    async def another(request: Request) -> Response:
        if await _body(request):
            raise Refusal("request.malformed", "Send {} and nothing else.")
        return _told(Launch(code=codes.new_code()))


async def _session(services: Services, session: str) -> Session:
    found = await services.sessions.find(session)
    if found is None:
        raise Refusal("session.unknown", "There is no such session any more.")
    return found.session


async def _body(request: Request) -> dict[str, object]:
    content = bytearray()
    async for piece in request.stream():
        content += piece
        if len(content) > MAX_BODY_BYTES:
            raise Refusal("request.too_large", f"A request has at most {MAX_BODY_BYTES:,} bytes.")
    try:
        value = loads(content.decode())
    except (NotJson, UnicodeDecodeError):
        raise Refusal("request.malformed", "The request is not JSON.") from None
    if not isinstance(value, dict):
        raise Refusal("request.malformed", "The request is not a JSON object.")
    return value


def _value(connection: Connection, *, ref: str, offset: int) -> WholeValue | None:
    found = find_value(connection, ref)
    if found is None:
        return None
    data, is_json = found
    text = data.decode(errors="replace")
    return WholeValue(ref, text[offset : offset + CHARACTERS], offset, len(text), is_json)


def _recent(row: SessionRow) -> RecentSession:
    return RecentSession(
        session=row.id,
        document=row.document,
        graph=row.graph,
        example=row.example,
        status=row.status,
        when_ms=row.used_ms,
    )


def _told(shape: Shape) -> Response:
    try:
        content = encoder.encode(shape)
    except msgspec.MsgspecError as error:
        raise Refusal("answer.unwritable", f"The answer cannot be written as JSON ({error}).") from error
    return Response(content, media_type="application/json")
