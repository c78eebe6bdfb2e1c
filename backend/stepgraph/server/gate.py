"""The gate before everything: whose page asks, by which name, and with which token. What is not open is closed."""

from __future__ import annotations

from typing import Literal, Protocol, TypeAlias

import msgspec
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from stepgraph.protocol.frames import SOCKET
from stepgraph.protocol.problems import Problem
from stepgraph.server.headers import Headers, security_headers

PUBLIC = frozenset({"/", "/icon.svg", "/healthz", "/api/launch"})
"""What anybody may ask for, beside the page's files."""

PAGE_FOLDERS = ("/assets/", "/licenses/")

_SAFE = frozenset({"GET", "HEAD", "OPTIONS"})

Outcome: TypeAlias = tuple[int, Problem] | None


class Tokens(Protocol):
    """Who knows the tokens."""

    def knows(self, token: str) -> bool:
        """Say whether this token was given out."""

    def may_guess(self) -> bool:
        """Count a wrong token; say whether it may be answered."""


class Gate:
    """ASGI middleware around the whole application, for requests and sockets alike.

    It decides from the raw path and headers only: the framework's own idea of the URL can be steered by the Host.
    """

    def __init__(self, app: ASGIApp, *, port: int, tokens: Tokens) -> None:
        self._app = app
        self._tokens = tokens
        names = ("127.0.0.1", "localhost", "[::1]")
        # A browser leaves out the port that belongs to the scheme.
        hosts = {f"{name}:{port}" for name in names} | ({*names} if port == 80 else set())
        self._hosts = frozenset(host.encode() for host in hosts)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass on what may pass."""
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        send = _with_headers(send)
        refused = self._refused(scope)
        if refused is None:
            await self._app(scope, receive, send)
        elif scope["type"] == "http":
            await _answer(send, *refused, kind="http.response")
        else:
            await receive()
            await _answer(send, *refused, kind="websocket.http.response")

    def _refused(self, scope: Scope) -> Outcome:
        headers: Headers = scope["headers"]
        return (
            self._wrong_name(headers)
            or self._wrong_page(scope, headers)
            or (_wrong_form(scope, headers) if scope["type"] == "http" else None)
            or self._no_token(scope, headers)
        )

    def _wrong_name(self, headers: Headers) -> Outcome:
        hosts = _all(headers, b"host")
        if len(hosts) == 1 and hosts[0] in self._hosts:
            return None
        # A page of a stranger whose name was made to point here still sends the stranger's name.
        return _refusal(403, "gate.host", "This server answers only to its own address.")

    def _wrong_page(self, scope: Scope, headers: Headers) -> Outcome:
        origins = _all(headers, b"origin")
        own = b"http://" + _all(headers, b"host")[0]
        if origins and origins != [own]:
            return _refusal(403, "gate.origin", "Another page may not use this server.")
        if scope["type"] == "websocket" and not origins and not self._has_token(headers):
            return _refusal(403, "gate.origin", "A socket has to say which page it is of, or bring a token.")
        return None

    def _no_token(self, scope: Scope, headers: Headers) -> Outcome:
        path = scope["path"]
        if path in PUBLIC or path.startswith(PAGE_FOLDERS) or self._has_token(headers):
            return None
        # A browser cannot give a socket headers: its first frame brings the token.
        if scope["type"] == "websocket" and path == SOCKET:
            return None
        if _all(headers, b"authorization") and not self._tokens.may_guess():
            return _refusal(429, "gate.too_many", "Too many wrong tokens. Wait a few seconds, then try again.")
        return _refusal(401, "gate.token", "Open the page from a fresh launch address: this token is not known.")

    def _has_token(self, headers: Headers) -> bool:
        sent = _all(headers, b"authorization")
        if len(sent) != 1 or not sent[0].startswith(b"Bearer "):
            return False
        return self._tokens.knows(sent[0].removeprefix(b"Bearer ").decode("latin-1"))


def _wrong_form(scope: Scope, headers: Headers) -> Outcome:
    if not scope["path"].startswith("/"):
        return _refusal(400, "gate.path", "The path has to begin with a slash.")
    if scope["method"] in _SAFE:
        return None
    if any(site != b"same-origin" for site in _all(headers, b"sec-fetch-site")):
        return _refusal(403, "gate.site", "Another site may not use this server.")
    kinds = _all(headers, b"content-type")
    if len(kinds) != 1 or kinds[0].split(b";")[0].strip().lower() != b"application/json":
        return _refusal(415, "gate.content_type", "Send JSON, and say so: Content-Type: application/json.")
    return None


def _all(headers: Headers, name: bytes) -> list[bytes]:
    # Not every server of the standard's kind sends names in lower case.
    return [value for key, value in headers if key.lower() == name]


def _refusal(status: int, code: str, sentence: str) -> Outcome:
    return status, Problem(code=code, sentence=sentence)


async def _answer(
    send: Send, status: int, problem: Problem, *, kind: Literal["http.response", "websocket.http.response"]
) -> None:
    body = msgspec.json.encode(problem)
    headers: Headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
    await send({"type": f"{kind}.start", "status": status, "headers": headers})
    await send({"type": f"{kind}.body", "body": body})


def _with_headers(send: Send) -> Send:
    """Give every response the headers that it does not have yet."""

    async def send_with_headers(message: Message) -> None:
        if message["type"] in {"http.response.start", "websocket.http.response.start", "websocket.accept"}:
            headers: Headers = list(message.get("headers", ()))
            present = {key.lower() for key, _ in headers}
            headers += [(key, value) for key, value in security_headers() if key not in present]
            if b"cache-control" not in present:
                headers.append((b"cache-control", b"no-store"))
            message["headers"] = headers
        await send(message)

    return send_with_headers
