"""The headers of every response: what a browser may do with it."""

from __future__ import annotations

from typing import TypeAlias

Headers: TypeAlias = list[tuple[bytes, bytes]]

TRUSTED_TYPES = "stepgraph-elk"
"""The one policy by which the page gives a URL to a worker."""

_POLICY = (
    "default-src 'none'",
    "script-src 'self'",
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "worker-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    f"trusted-types {TRUSTED_TYPES}",
    "require-trusted-types-for 'script'",
)


def security_headers(*, style_nonce: str | None = None) -> Headers:
    """Return the headers for a response; the page's own style elements carry the nonce."""
    style = "style-src 'self'" if style_nonce is None else f"style-src 'self' 'nonce-{style_nonce}'"
    return [
        (b"content-security-policy", "; ".join((*_POLICY, style)).encode()),
        (b"x-content-type-options", b"nosniff"),
        (b"x-frame-options", b"DENY"),
        (b"referrer-policy", b"no-referrer"),
        (b"cross-origin-opener-policy", b"same-origin"),
        (b"cross-origin-resource-policy", b"same-origin"),
    ]
