"""What a worker gets to see of the server's environment: an allow-list, so that keys and tokens stay out."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

NAMES = frozenset(
    {
        "CONDA_PREFIX",
        "CURL_CA_BUNDLE",
        "DYLD_FALLBACK_LIBRARY_PATH",
        "DYLD_LIBRARY_PATH",
        "HOME",
        "LANG",
        "LANGUAGE",
        "LD_LIBRARY_PATH",
        "LOGNAME",
        "NO_PROXY",
        "PATH",
        "PYTHONHOME",
        "PYTHONPATH",
        "REQUESTS_CA_BUNDLE",
        "SHELL",
        "SSL_CERT_DIR",
        "SSL_CERT_FILE",
        "TEMP",
        "TMP",
        "TMPDIR",
        "TZ",
        "USER",
        "VIRTUAL_ENV",
        "no_proxy",
    }
)
PREFIXES = ("LC_",)

# A library of the user's that reads checkpoints itself must not import what they name.
FIXED = {"LANGGRAPH_STRICT_MSGPACK": "true"}


def worker_environment(environment: Mapping[str, str], *, allowed: Iterable[str]) -> dict[str, str]:
    """Return the variables that every program needs, and those that the person allowed."""
    names = NAMES | frozenset(allowed)
    return {name: text for name, text in environment.items() if name in names or name.startswith(PREFIXES)} | FIXED
