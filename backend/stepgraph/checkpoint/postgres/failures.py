"""What PostgreSQL's errors mean for who saves: one sentence and a code for each kind."""

from __future__ import annotations

from stepgraph.checkpoint.refused import SaverError

# By the beginning of the error's SQLSTATE; the longer ones come first.
_KINDS: tuple[tuple[tuple[str, ...], str, str], ...] = (
    (
        ("42P01", "3F000"),
        "saver.not_set_up",
        "its tables are not there. Call setup() once, as a user who may make tables.",
    ),
    (("25006", "42501"), "saver.read_only", "this user may not write to it. Grant the rights, or use another user."),
    (
        ("55P03", "57014", "40P01", "40001"),
        "saver.locked",
        "another process holds what is asked for. Nothing was saved; try again.",
    ),
    (
        ("53100", "53200", "53300", "53400"),
        "saver.full",
        "the server has no room, memory or connection left. Nothing was saved; make room, or prune threads.",
    ),
    (
        ("28", "3D000"),
        "saver.refused_login",
        "the server refuses the login. Check user, password and database of the connection string.",
    ),
    (
        ("08", "57P"),
        "saver.unreachable",
        "the server is down, or the way to it is cut. Start it, then open the saver again.",
    ),
)
_OTHER = "saver.failed", "the database refused what was asked. Nothing was saved."


def told(error: Exception, *, is_cut: bool = False) -> SaverError:
    """Return what a saver raises for an error of psycopg; `is_cut` says that the connection is gone."""
    state = getattr(error, "sqlstate", None) or ("08" if is_cut else "")
    known = next((kind for kind in _KINDS if state.startswith(kind[0])), None)
    code, meaning = _OTHER if known is None else known[1:]
    text = " ".join(str(error).split())
    return SaverError(code, f"The checkpoints in PostgreSQL are out of reach: {meaning} (PostgreSQL: {text})")
