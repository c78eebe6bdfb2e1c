"""What a client may ask, and what is refused at the edge."""

from __future__ import annotations

import json

import pytest
from pydantic import TypeAdapter, ValidationError

from stepgraph.protocol.frames import Ask, ClientFrame, Hello

CLIENT: TypeAdapter[Hello | Ask] = TypeAdapter(ClientFrame)

COMMANDS: dict[str, dict[str, object]] = {
    "document.open": {"path": "survey.py", "example": None, "session": None, "graph": "graph"},
    "document.trust": {},
    "document.create": {"path": "drafts/survey.py", "template": "loop", "text": None},
    "document.edit": {
        "revision": 3,
        "graph": None,
        "gesture": {"type": "node.add", "name": "count", "code": None, "after": "__start__"},
        "dry": False,
    },
    "document.type": {
        "author": "window-1",
        "joins": True,
        "revision": 3,
        "changes": [{"start": 0, "end": 4, "text": "x"}],
    },
    "document.undo": {"revision": 3},
    "document.redo": {"revision": 3},
    "document.save": {},
    "document.autosave": {"on": False},
    "document.resolve": {"keep": "disk"},
    "document.diff": {"since": "opened"},
    "document.arrange": {"graph": "graph", "boxes": [{"name": "count", "x": 1.5, "y": None}], "reset": False},
    "run.start": {
        "input": {"total": 1},
        "context": None,
        "recursionLimit": 25,
        "thread": "t-1",
        "until": "superstep",
    },
    "run.step": {},
    "run.stepPhase": {},
    "run.continue": {},
    "interrupt.answer": {"answers": {"0f": {"approved": True}}, "until": "end"},
    "run.pause": {},
    "run.stop": {},
    "run.restart": {"until": "superstep"},
    "run.fork": {"checkpoint": "c-1", "until": "phase"},
    "state.edit": {"checkpoint": "c-1", "how": "node", "node": "fan", "values": {"total": 3}},
    "state.preview": {"checkpoint": "c-1", "how": "raw", "node": None, "values": {"total": 3}},
}
every_command = pytest.mark.parametrize("tag", COMMANDS)


def ask(tag: str, **more: object) -> dict[str, object]:
    return {"frame": "ask", "id": "1", "command": {"type": tag, **COMMANDS[tag], **more}}


def test_each_command_has_its_row_here() -> None:
    """A new command cannot slip past the tests of this file."""
    union = TypeAdapter(Ask).json_schema()["properties"]["command"]

    assert set(union["discriminator"]["mapping"]) == set(COMMANDS)


@every_command
def test_a_command_comes_back_as_it_was_sent(tag: str) -> None:
    """Validating and writing again changes nothing."""
    sent = ask(tag)

    received = CLIENT.validate_json(json.dumps(sent))

    assert json.loads(CLIENT.dump_json(received, by_alias=True)) == sent


@every_command
def test_a_command_with_a_field_that_nobody_knows_is_refused(tag: str) -> None:
    """A typing mistake in the page is an error, never a silence."""
    with pytest.raises(ValidationError) as refusal:
        CLIENT.validate_python(ask(tag, colour="red"))

    assert [(error["type"], error["loc"][-1]) for error in refusal.value.errors()] == [("extra_forbidden", "colour")]


@pytest.mark.parametrize(
    ("frame", "place"),
    [
        ({"frame": "ask", "id": "", "command": {"type": "run.step"}}, "id"),
        ({"frame": "ask", "id": "x" * 129, "command": {"type": "run.step"}}, "id"),
        ({"frame": "ask", "id": "1", "command": {"type": "run.dance"}}, "command"),
        ({"frame": "ask", "id": "1", "command": {"type": "run.fork"}}, "checkpoint"),
        ({"frame": "hello", "version": 1, "token": "t" * 257}, "token"),
        ({"frame": "hello", "version": 1, "token": "t", "seq": -1}, "seq"),
    ],
)
def test_a_frame_out_of_bounds_is_refused_with_its_place(frame: dict[str, object], place: str) -> None:
    """The edge says which field is wrong, before anything else reads it."""
    with pytest.raises(ValidationError) as refusal:
        CLIENT.validate_python(frame)

    assert [error["loc"][-1] for error in refusal.value.errors()] == [place]
