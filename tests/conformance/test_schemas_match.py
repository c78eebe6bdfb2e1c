"""What graphs say of what they take and give, on both libraries: models and JSON schemas."""

from __future__ import annotations

import operator
import warnings
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Annotated, Any, NotRequired, Optional, Required

import pytest
from pydantic import BaseModel, Field
from typing_extensions import TypedDict

from tests.conformance.libraries import OURS, REFERENCE
from tests.conformance.records import answer

warnings.filterwarnings("ignore", module="langgraph")


class Parent(TypedDict):
    id: str
    note: str | None


class Given(Parent, total=False):
    """What is given."""

    count: int
    parts: Required[Annotated[list[Any], operator.add]]
    extra: NotRequired[dict[str, int]]
    told: Annotated[Required[str], "doc"]


class Model(BaseModel):
    """A model."""

    depth: int = Field(3, description="how deep")
    tags: list[str]


@dataclass
class Record:
    name: str
    size: int | None
    maybe: Annotated[float | None, "doc"]
    old: Optional[str]  # noqa: UP045  # the form is what is tried
    kept: Annotated[list[int], operator.add] = field(default_factory=lambda: [1])
    schema: str = "reserved"
    said: str = field(default=...)  # type: ignore[assignment]  # counts as no default


class Plain:
    width: int
    height: Annotated[int, operator.add]
    _hidden: int


class Opaque:
    """No schema can be made of it."""


class Held(TypedDict):
    x: Opaque


def compiled(schema: Any, **options: Any) -> Callable[[Any], Any]:
    """Return what builds a graph of this state."""
    name = options.pop("name", None)

    def build(lib: Any) -> Any:
        builder = lib.StateGraph(schema, **options).add_node("n", lambda state: None).add_edge(lib.START, "n")
        return builder.compile(name=name)

    return build


def raw(taken: Any, given: Any) -> Callable[[Any], Any]:
    """Return what builds a graph of bare channels."""

    def build(lib: Any) -> Any:
        node = lib.NodeBuilder().subscribe_to("a", "b").do(len).write_to("c")
        channels = {"a": lib.EphemeralValue(int), "b": lib.Topic(str), "c": lib.LastValue(float)}
        return lib.Pregel(nodes={"n": node}, channels=channels, input_channels=taken, output_channels=given)

    return build


GRAPHS: dict[str, Callable[[Any], Any]] = {
    "typed_dict": compiled(Parent),
    "partly_required": compiled(Given),
    "model": compiled(Model),
    "dataclass": compiled(Record),
    "plain_class": compiled(Plain),
    "bare_value": compiled(int),
    "bare_reduced_value": compiled(Annotated[list[int], operator.add]),
    "other_input_and_output": compiled(Given, input_schema=Parent, output_schema=Model),
    "named": compiled(Record, name="my_graph"),
    "named_like_a_class": compiled(Plain, name="Miner"),
    "context_model": compiled(Parent, context_schema=Model),
    "context_typed_dict": compiled(Parent, context_schema=Given),
    "context_dataclass": compiled(Parent, context_schema=Record),
    "context_of_no_kind": compiled(Parent, context_schema=int),
    "opaque": compiled(Held),
    "raw": raw("a", "c"),
    "raw_list": raw("b", "b"),
    "raw_by_name": raw(["a", "b"], ["c", "b"]),
}


def told(graph: Any) -> dict[str, Any]:
    """Return everything that a graph says of its schemas."""
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        found = {
            "context": answer(graph.get_context_jsonschema),
            "config": answer(graph.get_config_jsonschema),
            "config_with": answer(lambda: graph.get_config_jsonschema(include=["tags", "configurable"])),
            "config_model": answer(lambda: graph.config_schema().__name__),
            "input": answer(graph.get_input_jsonschema),
            "output": answer(graph.get_output_jsonschema),
            "input_model": answer(lambda: _shown(graph.get_input_schema())),
            "output_model": answer(lambda: _shown(graph.get_output_schema())),
            "types": (repr(graph.InputType), repr(graph.OutputType)),
            "names": [graph.get_name(), graph.get_name("Input"), graph.get_name("x", name="other")],
        }
    found["warned"] = [(type(warning.message).__name__, str(warning.message)) for warning in caught]
    return found


def _shown(model: Any) -> Any:
    return (model.__name__, answer(model.model_json_schema))


@pytest.mark.parametrize("name", GRAPHS)
def test_a_graph_says_what_it_takes_and_gives(name: str) -> None:
    """In the same schemas; what none can be made of is refused alike."""
    assert told(GRAPHS[name](OURS)) == told(GRAPHS[name](REFERENCE))


def test_the_model_of_an_input_checks_values() -> None:
    """As the model of the reference does."""

    def story(lib: Any) -> Any:
        taken = raw(["a", "b"], "c")(lib).get_input_schema()
        whole = compiled(int)(lib).get_input_schema()
        return [
            taken(a=1, b="x").model_dump(),
            answer(lambda: taken(a="no"))[0],
            whole.model_validate(3).model_dump(),
            answer(lambda: whole.model_validate("no"))[0],
        ]

    assert story(OURS) == story(REFERENCE)


def test_old_names_of_the_context_are_taken_with_a_warning() -> None:
    """By the builder, the functional API and the graph of bare channels."""

    def story(lib: Any) -> Any:
        node = lib.NodeBuilder().subscribe_only("a").do(len).write_to("a")
        channels = {"a": lib.LastValue(str)}
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            graph = lib.Pregel(
                nodes={"n": node}, channels=channels, input_channels="a", output_channels="a", config_type=Model
            )
        return graph.context_schema, [str(warning.message) for warning in caught]

    assert story(OURS) == story(REFERENCE)


@pytest.mark.parametrize("options", [{"checkpoint_during": flag} for flag in (True, False, None)], ids=str)
def test_the_old_way_to_say_when_to_save_is_taken_with_a_warning(options: dict[str, Any]) -> None:
    """Saving before the end or only there; together with the new way it is refused."""

    def story(lib: Any) -> Any:
        def run(**more: Any) -> Any:
            saver = lib.InMemorySaver()
            builder = lib.StateGraph(Parent).add_node("n", lambda state: None).add_edge(lib.START, "n")
            graph = builder.compile(checkpointer=saver)
            config = {"configurable": {"thread_id": "1"}}
            found = [
                answer(lambda: graph.invoke({"id": "1"}, config, **more)),
                answer(lambda: list(graph.stream({"id": "1"}, config, **more))),
            ]
            return found, len(list(saver.list(config)))

        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            found = [run(**options), run(**options, durability="sync")]
        return found, [str(warning.message) for warning in caught]

    assert story(OURS) == story(REFERENCE)
