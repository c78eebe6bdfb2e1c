"""The built page as files: exactly those that were built, found by their whole path, so that none leads out."""

from __future__ import annotations

import mimetypes
from dataclasses import dataclass
from pathlib import Path
from secrets import token_urlsafe

from starlette.responses import FileResponse, PlainTextResponse, Response

from stepgraph.server.headers import security_headers

INDEX = "/index.html"
NONCE = b"STEPGRAPH_NONCE"
"""What the build writes where the nonce of a response belongs."""

_TYPES = {".js": "text/javascript", ".css": "text/css", ".md": "text/plain", ".svg": "image/svg+xml"}
_NOT_BUILT = "The page was not built. Run `make run` in the project's folder, or install the package with its page.\n"


@dataclass(slots=True)
class Shell:
    """The page's folder. It is read again when the page was built anew."""

    folder: Path
    _files: dict[str, Path] | None = None
    _built_ns: int = 0

    def index(self) -> Response:
        """The page itself, with a nonce of its own for its styles."""
        file = self._current().get(INDEX)
        if file is None:
            return PlainTextResponse(_NOT_BUILT, status_code=503)
        nonce = token_urlsafe(18)
        response = Response(file.read_bytes().replace(NONCE, nonce.encode()), media_type="text/html")
        for name, text in security_headers(style_nonce=nonce):
            response.headers[name.decode()] = text.decode()
        return response

    def file(self, path: str) -> Response | None:
        """One of the page's files by its path, or None."""
        file = self._current().get(path)
        if file is None or path == INDEX:
            return None
        # A file's name holds a hash of its content.
        keep = "public, max-age=31536000, immutable" if path.startswith("/assets/") else "no-cache"
        return FileResponse(file, media_type=_type_of(file), headers={"cache-control": keep})

    def _current(self) -> dict[str, Path]:
        try:
            built_ns = (self.folder / "index.html").stat().st_mtime_ns
        except FileNotFoundError:
            return {}
        if self._files is None or built_ns != self._built_ns:
            self._files = {
                "/" + path.relative_to(self.folder).as_posix(): path
                for path in self.folder.rglob("*")
                if path.is_file() and not path.is_symlink() and not path.name.startswith(".")
            }
            self._built_ns = built_ns
        return self._files


def _type_of(file: Path) -> str:
    return _TYPES.get(file.suffix) or mimetypes.guess_type(file.name)[0] or "application/octet-stream"
