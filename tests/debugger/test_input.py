"""What a person gives a run: the form made for it, and what is refused before anything runs."""

from __future__ import annotations

import dataclasses
import json
import operator
from typing import Annotated, Any, Required, TypedDict

import pytest
from pydantic import BaseModel, Field

from stepgraph.channels import Topic
from stepgraph.debugger.input_check import InputRefused, check_context, check_input, read_json
from stepgraph.debugger.input_fields import InputSchema, input_schema
from stepgraph.debugger.schema_form import context_form, input_form
from stepgraph.graph import START, StateGraph
from stepgraph.managed import RemainingSteps


class Item(BaseModel):
    name: str
    count: int = 1


def newest(old: object, new: object) -> object:
    return new


class State(TypedDict, total=False):
    n: Required[int]
    items: list[Item]
    log: Annotated[list[str], operator.add]
    own: Annotated[list[str], newest]
    mail: Annotated[list[str], Topic(str)]
    left: RemainingSteps
    anything: Any


class Model(BaseModel):
    need: int
    word: str = "w"
    item: Item | None = None


@dataclasses.dataclass
class Data:
    need: int
    words: list[str] = dataclasses.field(default_factory=list)


def schema_of(state: Any) -> InputSchema:
    builder = StateGraph(state)
    builder.add_node("node", lambda _state: None)
    builder.add_edge(START, "node")
    return input_schema(builder.compile())


def refused(value: object, state: Any = State) -> str:
    with pytest.raises(InputRefused) as raised:
        check_input(value, schema_of(state))
    assert raised.value.code == "input.does_not_fit"
    return str(raised.value)


def test_a_typed_dict_makes_a_form_without_demands() -> None:
    """A state may be given in part; managed values are nobody's to give."""
    form = json.loads(input_form(schema_of(State)) or "")

    assert form["required"] == []
    assert list(form["properties"]) == ["n", "items", "log", "own", "mail", "anything"]
    assert form["properties"]["n"] == {"type": "integer", "title": "n"}
    assert form["properties"]["items"] == {"type": "array", "items": {"$ref": "#/$defs/Item"}, "title": "items"}
    assert form["$defs"]["Item"]["required"] == ["name"]
    assert form["properties"]["anything"] == {"title": "anything"}


@pytest.mark.parametrize(
    ("state", "required", "defaults"),
    [(Model, ["need"], {"word": "w", "item": None}), (Data, ["need"], {"words": []})],
)
def test_models_and_dataclasses_make_a_form_with_their_demands(
    state: Any, required: list[str], defaults: dict[str, object]
) -> None:
    """And with their defaults filled in."""
    form = json.loads(input_form(schema_of(state)) or "")

    assert form["required"] == required
    assert {name: field["default"] for name, field in form["properties"].items() if "default" in field} == defaults


def test_a_state_of_one_value_has_a_form_of_its_own() -> None:
    """It is no object with keys."""
    assert json.loads(input_form(schema_of(list[int])) or "") == {
        "type": "array",
        "items": {"type": "integer"},
        "title": "__root__",
    }


def test_a_context_has_a_form_too() -> None:
    """None when the graph takes none."""
    assert context_form(None) is None
    assert json.loads(context_form(Data) or "")["required"] == ["need"]


@pytest.mark.parametrize(
    "value",
    [
        {},
        {"n": 1},
        {"n": "7"},
        {"items": [{"name": "a"}]},
        {"log": ["x"]},
        {"log": {"__overwrite__": ["x"]}},
        {"own": "any form that the reducer takes"},
        {"mail": "one"},
        {"anything": {"deep": [1]}},
    ],
)
def test_what_a_graph_would_take_is_taken(value: object) -> None:
    """In part, converted, and in the forms that reducers and topics have."""
    assert check_input(value, schema_of(State)) == ()


@pytest.mark.parametrize(
    ("value", "sentence"),
    [
        ({"n": [1]}, "input.n: Input should be a valid integer; it is [1]."),
        (
            {"items": [{"name": "a"}, {"name": 2, "count": "x"}]},
            "input.items[1].name: Input should be a valid string; it is 2. There are 1 more places like this.",
        ),
        ({"log": "text"}, 'input.log: Input should be a valid list; it is "text".'),
        (3, "The input must be a JSON object with keys of the state (n, items, log, own, mail, anything), not 3."),
    ],
)
def test_what_does_not_fit_is_refused_with_its_place(value: object, sentence: str) -> None:
    """The path as one would write it, what is wanted, and what is there."""
    assert refused(value) == sentence


def test_a_state_of_one_value_is_checked_as_it_is() -> None:
    """Its place is the input itself."""
    assert refused([1, "x"], list[int]).startswith("input[1]: Input should be a valid integer")


def test_undeclared_keys_are_returned_to_be_told() -> None:
    """They are no reason to refuse."""
    assert check_input({"n": 1, "m": 2, "left": 3}, schema_of(State)) == ("m", "left")


def test_a_context_that_does_not_fit_is_refused() -> None:
    """None is always taken: the graph may not need it."""
    check_context(None, Data)
    with pytest.raises(InputRefused, match=r"^context\.need: Field required; it is \{\}\.$"):
        check_context({}, Data)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("{", "The edit is not JSON: Expecting property name enclosed in double quotes in line 1, column 2."),
        ("[Infinity]", "The edit is not JSON: Infinity is no JSON value."),
        (
            "1" * 5_000,
            (
                "The edit is not JSON: Exceeds the limit (4300 digits) for integer string conversion: value has "
                "5000 digits; use sys.set_int_max_str_digits() to increase the limit."
            ),
        ),
        ("[" * 200_000, "The edit is nested too deeply."),
    ],
)
def test_text_that_is_not_json_is_refused(text: str, sentence: str) -> None:
    """Strictly: what only Python's reader takes is not taken."""
    with pytest.raises(InputRefused) as raised:
        read_json(text, name="edit")

    assert (raised.value.code, str(raised.value)) == ("edit.not_json", sentence)


def test_a_field_may_describe_itself() -> None:
    """Its description stands in the form."""

    class Described(BaseModel):
        n: Annotated[int, Field(description="how many")] = 3

    form = json.loads(input_form(schema_of(Described)) or "")

    assert form["properties"]["n"] == {"type": "integer", "default": 3, "title": "n", "description": "how many"}
