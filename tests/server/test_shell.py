"""The page's files: exactly those that were built, with a nonce of its own for each response."""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest
from starlette.responses import FileResponse

from stepgraph.server.shell import Shell

PAGE = '<meta property="csp-nonce" nonce="STEPGRAPH_NONCE"><script src="/assets/a.js" nonce="STEPGRAPH_NONCE"></script>'


@pytest.fixture
def built(tmp_path: Path) -> Path:
    """A built page, with something beside it."""
    folder = tmp_path / "static"
    (folder / "assets").mkdir(parents=True)
    (folder / "index.html").write_text(PAGE, encoding="utf-8")
    (folder / "assets" / "a.js").write_text("export {}", encoding="utf-8")
    (folder / ".source").write_text("a stamp", encoding="utf-8")
    (tmp_path / "secret.js").write_text("secret", encoding="utf-8")
    (folder / "assets" / "link.js").symlink_to(tmp_path / "secret.js")
    return folder


def test_each_response_has_a_nonce_of_its_own(built: Path) -> None:
    """The nonce in the page is the one that the policy allows, and no two are the same."""
    shell = Shell(built)
    nonces: list[str] = []
    for response in (shell.index(), shell.index()):
        in_page = set(re.findall(r'nonce="([^"]+)"', bytes(response.body).decode()))
        policy = response.headers["content-security-policy"]
        assert [f"'nonce-{nonce}'" in policy for nonce in in_page] == [True]
        nonces += in_page

    assert len(set(nonces)) == 2


def test_the_policy_allows_only_what_the_page_needs(built: Path) -> None:
    """Scripts are files of this server, styles carry the nonce, and one policy makes URLs for workers."""
    policy = Shell(built).index().headers["content-security-policy"]

    assert re.sub(r"'nonce-[^']+'", "'nonce'", policy).split("; ") == [
        "default-src 'none'",
        "script-src 'self'",
        "img-src 'self' data: blob:",
        "font-src 'self'",
        "connect-src 'self'",
        "worker-src 'self'",
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'none'",
        "trusted-types stepgraph-elk",
        "require-trusted-types-for 'script'",
        "style-src 'self' 'nonce'",
    ]


def test_a_file_is_served_with_its_type(built: Path) -> None:
    """Names hold a hash of their content, so a browser may keep them."""
    response = Shell(built).file("/assets/a.js")

    assert isinstance(response, FileResponse)
    assert (response.media_type, response.headers["cache-control"]) == (
        "text/javascript",
        "public, max-age=31536000, immutable",
    )


@pytest.mark.parametrize(
    "path",
    [
        "/assets/../index.html",
        "/assets/../../secret.js",
        "/assets/..\\..\\secret.js",
        "/assets/%2e%2e/secret.js",
        "/assets/link.js",
        "/assets/",
        "/assets",
        "/assets/a.js/",
        "/assets//a.js",
        "/assets/A.JS",
        "/assets/a.js\0",
        "/.source",
        "/index.html",
        "assets/a.js",
        "",
    ],
)
def test_no_other_path_is_served(built: Path, path: str) -> None:
    """A path is looked up as it is, and nothing leads out of what was built."""
    assert Shell(built).file(path) is None


def test_a_page_that_was_built_anew_is_served_at_once(built: Path) -> None:
    """Who works on the page does not restart the server."""
    shell = Shell(built)
    assert shell.file("/assets/b.js") is None
    (built / "assets" / "b.js").write_text("export {}", encoding="utf-8")
    os.utime(built / "index.html", ns=(1, 1))

    assert shell.file("/assets/b.js") is not None


def test_a_page_that_was_not_built_says_so(tmp_path: Path) -> None:
    """The sentence says what to do."""
    response = Shell(tmp_path).index()

    assert (response.status_code, b"make run" in bytes(response.body)) == (503, True)
