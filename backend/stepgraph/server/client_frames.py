"""What a page sends, checked at the edge: text becomes a frame of the protocol, or a problem with a sentence."""

from __future__ import annotations

from pydantic import TypeAdapter, ValidationError

from stepgraph.protocol.frames import Ask, ClientFrame, Hello
from stepgraph.protocol.problems import Problem
from stepgraph.server.strict_json import NotJson, loads

MAX_HELLO_CHARACTERS = 4096
MAX_ID_CHARACTERS = 128

_frame: TypeAdapter[Hello | Ask] = TypeAdapter(ClientFrame)


class BadFrame(Exception):
    """A message that is not of the protocol. ``id`` is the asker's, if one could be read."""

    def __init__(self, code: str, sentence: str, *, id: str = "") -> None:  # noqa: A002 - the wire's word
        super().__init__(sentence)
        self.id = id
        self.problem = Problem(code=code, sentence=sentence)


def read_frame(text: str) -> Hello | Ask:
    """Read one message. Raises BadFrame."""
    try:
        # Read twice: this reader refuses what two could read differently, the other one knows the shapes.
        value = loads(text)
    except NotJson as error:
        raise BadFrame("message.not_json", str(error)) from None
    try:
        # Strict: what has the wrong type is refused and not guessed at.
        return _frame.validate_json(text, strict=True)
    except ValidationError as error:
        raise BadFrame("message.malformed", _sentence(error), id=_id_of(value)) from None


def _sentence(error: ValidationError) -> str:
    """What is wrong first. The library's own text would repeat what was sent."""
    first = error.errors(include_url=False, include_context=False, include_input=False)[0]
    place = ".".join(str(part) for part in first["loc"])[:200]
    message = first["msg"]
    return f"The message is not of the protocol: {message} at {place}." if place else f"{message}."


def _id_of(value: object) -> str:
    found = value.get("id") if isinstance(value, dict) else None
    return found if isinstance(found, str) and len(found) <= MAX_ID_CHARACTERS else ""
