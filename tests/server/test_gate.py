"""The gate: every route and the socket, asked by the wrong people in all the ways that browsers have."""

from __future__ import annotations

import json
from itertools import product

import pytest
from fastapi.routing import iter_route_contexts

from stepgraph.server.app import make_routed_app
from tests.support.raw_http import raw_request, upgrade
from tests.support.serving import Server

PUBLIC = {("GET", "/"), ("HEAD", "/"), ("GET", "/healthz"), ("POST", "/api/launch")}
"""All that anybody may ask for, beside the page's files. A new route is not public by itself."""

PAGE_FILES = {("GET", "/icon.svg"), ("GET", "/assets/{name:path}"), ("GET", "/licenses/{name:path}")}

GUARDED = {
    ("GET", "/api/start"),
    ("GET", "/api/sessions/{session}/source"),
    ("GET", "/api/sessions/{session}/steps"),
    ("GET", "/api/sessions/{session}/moments/{key}"),
    ("GET", "/api/values/{ref}"),
    ("POST", "/api/launch/another"),
}

WRONG_TOKENS = {
    "none": {},
    "empty": {"Authorization": "Bearer"},
    "unknown": {"Authorization": "Bearer xyz"},
    "not bearer": {"Authorization": "Basic xyz"},
    "no word": {"Authorization": "xyz"},
}


pytestmark = pytest.mark.asyncio(loop_scope="module")


async def nothing() -> None:
    """Nobody waits for this server."""


def routes_of(server: Server) -> set[tuple[str, str]]:
    """Every route that there is, by method and path; the socket is asked with GET."""
    app = make_routed_app(server.services, started=nothing)
    contexts = list(iter_route_contexts(app.routes))
    return {(method, str(route.path)) for route in contexts for method in (route.methods or {"SOCKET"})}


async def test_every_route_is_known_to_be_public_or_guarded(shared_server: Server) -> None:
    """A new route has to be put into one of the lists above, so that its access is decided and not forgotten."""
    assert routes_of(shared_server) == PUBLIC | PAGE_FILES | GUARDED | {("SOCKET", "/api/socket")}


@pytest.mark.parametrize("wrong", WRONG_TOKENS)
async def test_no_guarded_route_answers_without_a_good_token(shared_server: Server, wrong: str) -> None:
    """Without a token, or with a wrong one, every route says no before it does anything."""
    statuses = set()
    async with shared_server.http() as http:
        for method, path in sorted(GUARDED):
            address = path.format(session="x", key="0", ref="x")
            answer = await http.request(method, address, headers=WRONG_TOKENS[wrong], json={})
            statuses.add(answer.status_code)

    assert statuses <= {401, 429}


async def test_a_token_in_the_address_is_no_token(shared_server: Server) -> None:
    """Addresses are logged and passed on, so they open nothing."""
    token = await shared_server.token()
    async with shared_server.http() as http:
        answer = await http.get("/api/start", params={"token": token, "access_token": token})

    assert answer.status_code == 401


async def test_a_good_token_is_let_in(shared_server: Server) -> None:
    """The same route answers whoever has a token."""
    async with shared_server.http(await shared_server.token()) as http:
        answer = await http.get("/api/start")

    assert answer.status_code == 200


async def test_unknown_paths_are_guarded_too(shared_server: Server) -> None:
    """Whoever has no token is not told what there is."""
    paths = ("/api", "/api/", "/api/nothing", "/docs", "/openapi.json", "/static/index.html", "/API/start")
    async with shared_server.http() as http:
        statuses = [(await http.get(path)).status_code for path in paths]

    assert set(statuses) <= {401, 429}


@pytest.mark.asyncio(loop_scope="function")
async def test_wrong_tokens_are_slowed_down_and_good_ones_are_not(server: Server) -> None:
    """After five guesses a guesser waits; whoever has a token does not."""
    async with server.http() as http:
        statuses = [
            (await http.get("/api/start", headers={"Authorization": f"Bearer {guess}"})).status_code
            for guess in range(8)
        ]
    async with server.http(await server.token()) as http:
        good = await http.get("/api/start")

    assert (statuses[:5], statuses[-1], good.status_code) == ([401] * 5, 429, 200)


FOREIGN_HOSTS = (
    "evil.example",
    "127.0.0.1.evil.example:{port}",
    "localhost.evil.example:{port}",
    "127.0.0.1@evil.example:{port}",
    "a/?x=127.0.0.1:{port}",
    "0.0.0.0:{port}",
    "127.1:{port}",
    "2130706433:{port}",
    "0177.0.0.1:{port}",
    "[::ffff:127.0.0.1]:{port}",
    "localhost.:{port}",
    "127.0.0.1",
    "127.0.0.1:1",
    "localhost:{port}, evil.example",
    "",
)

OWN_HOSTS = ("127.0.0.1:{port}", "localhost:{port}", "[::1]:{port}")


@pytest.mark.parametrize("host", FOREIGN_HOSTS)
async def test_a_foreign_host_is_refused(shared_server: Server, host: str) -> None:
    """A stranger's name that was made to point here is still the stranger's, for requests and sockets alike."""
    named = host.format(port=shared_server.port)

    request, _ = await raw_request(shared_server.port, "GET /healthz HTTP/1.1", f"Host: {named}", "Connection: close")
    socket, _ = await raw_request(
        shared_server.port, *upgrade(shared_server.port, f"Origin: http://{named}", host=named or " ")
    )

    assert {request, socket} <= {400, 403}


@pytest.mark.parametrize("host", OWN_HOSTS)
async def test_the_three_own_names_are_accepted(shared_server: Server, host: str) -> None:
    """The address with our port, the name that every machine has, and the newer protocol's address."""
    named = host.format(port=shared_server.port)

    status, _ = await raw_request(shared_server.port, "GET /healthz HTTP/1.1", f"Host: {named}", "Connection: close")

    assert status == 200


@pytest.mark.parametrize(
    "lines",
    [
        ("GET /healthz HTTP/1.1", "Host: 127.0.0.1:{port}", "Host: evil.example"),
        ("GET /healthz HTTP/1.1", "Host: 127.0.0.1:{port}", "Host: 127.0.0.1:{port}"),
        ("GET /healthz HTTP/1.1",),
        ("GET /healthz HTTP/1.0",),
        ("GET http://evil.example/healthz HTTP/1.1", "Host: 127.0.0.1:{port}"),
    ],
)
async def test_a_request_has_one_host_and_a_path(shared_server: Server, lines: tuple[str, ...]) -> None:
    """Two hosts, none, or an address in place of the path are refused."""
    status, _ = await raw_request(
        shared_server.port, *(line.format(port=shared_server.port) for line in lines), "Connection: close"
    )

    assert status in {400, 403, 404}


FOREIGN_ORIGINS = (
    "http://evil.example",
    "null",
    "http://127.0.0.1:1",
    "http://127.0.0.1",
    "http://127.0.0.1.evil.example:{port}",
    "https://127.0.0.1:{port}",
    "http://127.0.0.1.:{port}",
    "HTTP://127.0.0.1:{port}",
    "http://localhost:{port}",
    "http://127.0.0.1:{port}/",
    "",
)


@pytest.mark.parametrize("origin", FOREIGN_ORIGINS)
async def test_a_foreign_origin_is_refused(shared_server: Server, origin: str) -> None:
    """Only a page that came from this very address may open the socket or ask for anything."""
    header = f"Origin: {origin.format(port=shared_server.port)}"

    socket, _ = await raw_request(shared_server.port, *upgrade(shared_server.port, header))
    request, _ = await raw_request(
        shared_server.port,
        "GET /healthz HTTP/1.1",
        f"Host: 127.0.0.1:{shared_server.port}",
        header,
        "Connection: close",
    )

    assert (socket, request) == (403, 403)


async def test_a_socket_without_an_origin_needs_a_token(shared_server: Server) -> None:
    """A program that is no browser brings a token with its first request; others are refused."""
    token = await shared_server.token()

    without, _ = await raw_request(shared_server.port, *upgrade(shared_server.port))
    wrong, _ = await raw_request(shared_server.port, *upgrade(shared_server.port, "Authorization: Bearer xyz"))
    good, _ = await raw_request(shared_server.port, *upgrade(shared_server.port, f"Authorization: Bearer {token}"))

    assert (without, wrong, good) == (403, 403, 101)


async def test_the_own_page_may_open_the_socket(shared_server: Server) -> None:
    """Its origin is this address; the token comes with its first message."""
    status, _ = await raw_request(
        shared_server.port, *upgrade(shared_server.port, f"Origin: http://127.0.0.1:{shared_server.port}")
    )

    assert status == 101


@pytest.mark.parametrize("path", ["/api/launch", "/healthz", "/", "/api/other"])
async def test_there_is_one_socket(shared_server: Server, path: str) -> None:
    """No other path can be upgraded, public ones neither."""
    lines = list(upgrade(shared_server.port, f"Origin: http://127.0.0.1:{shared_server.port}"))
    lines[0] = f"GET {path} HTTP/1.1"

    status, _ = await raw_request(shared_server.port, *lines)

    assert status in {401, 403}


CONFUSED = {
    "a form": ({"Content-Type": "application/x-www-form-urlencoded"}, 415),
    "text": ({"Content-Type": "text/plain"}, 415),
    "a multipart form": ({"Content-Type": "multipart/form-data; boundary=x"}, 415),
    "no type": ({"Content-Type": ""}, 415),
    "another site": ({"Content-Type": "application/json", "Sec-Fetch-Site": "cross-site"}, 403),
    "the same site": ({"Content-Type": "application/json", "Sec-Fetch-Site": "same-site"}, 403),
    "no site": ({"Content-Type": "application/json", "Sec-Fetch-Site": "none"}, 403),
}


@pytest.mark.parametrize("case", CONFUSED)
async def test_a_request_that_changes_something_comes_from_the_page_as_json(shared_server: Server, case: str) -> None:
    """What another page can make a browser send is refused, even with a code that is good."""
    headers, expected = CONFUSED[case]
    code = shared_server.services.launch.new_code()
    async with shared_server.http() as http:
        refused = await http.post("/api/launch", content=json.dumps({"code": code}), headers=headers)
        accepted = await http.post("/api/launch", json={"code": code}, headers={"Sec-Fetch-Site": "same-origin"})

    assert (refused.status_code, accepted.status_code) == (expected, 200)


async def test_other_verbs_are_refused(shared_server: Server) -> None:
    """A route has its verbs and no others; headers that name another verb are not believed."""
    override = {"X-HTTP-Method-Override": "GET", "Content-Type": "application/json"}
    async with shared_server.http(await shared_server.token()) as http:
        statuses = {
            (await http.request(verb, path, headers=override)).status_code
            for verb, path in product(("PUT", "DELETE", "PATCH", "OPTIONS", "TRACE"), ("/", "/api/start", "/healthz"))
        }

    assert statuses == {405}


SECURE = {
    "x-content-type-options": "nosniff",
    "x-frame-options": "deny",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
}


async def test_every_answer_has_the_policy(shared_server: Server) -> None:
    """Pages, data, refusals of every kind and the socket's own answers carry the same strict headers."""
    own, token = f"Host: 127.0.0.1:{shared_server.port}", f"Authorization: Bearer {await shared_server.token()}"
    answers = {
        name: (await raw_request(shared_server.port, *lines, "Connection: close"))[1]
        for name, lines in {
            "page": ("GET / HTTP/1.1", own),
            "health": ("GET /healthz HTTP/1.1", own),
            "data": ("GET /api/start HTTP/1.1", own, token),
            "no token": ("GET /api/start HTTP/1.1", own),
            "foreign host": ("GET / HTTP/1.1", "Host: evil.example"),
            "not found": ("GET /assets/nothing.js HTTP/1.1", own),
            "wrong verb": ("DELETE / HTTP/1.1", own, "Content-Type: application/json"),
            "malformed": ("GET /api/sessions/x/moments/y HTTP/1.1", own, token),
        }.items()
    }
    answers["socket"] = (await raw_request(shared_server.port, *upgrade(shared_server.port, token)))[1]
    answers["refused socket"] = (await raw_request(shared_server.port, *upgrade(shared_server.port)))[1]

    lacking = {
        name: headers
        for name, headers in answers.items()
        if not SECURE.items() <= headers.items() or "default-src 'none'" not in headers["content-security-policy"]
    }
    assert lacking == {}


async def test_nobody_else_is_invited(shared_server: Server) -> None:
    """No answer allows another origin, and no cookie is set that another page could make a browser send."""
    async with shared_server.http(await shared_server.token()) as http:
        headers = {name for path in ("/", "/api/start", "/healthz") for name in (await http.get(path)).headers}

    assert {name for name in headers if name.startswith("access-control") or name == "set-cookie"} == set()
