"""Any record of the wire: Hypothesis strategies made from the records' own fields."""

from __future__ import annotations

from functools import cache
from typing import TypeVar, get_args

import msgspec
from hypothesis import strategies as st
from msgspec import inspect

from stepgraph.protocol import frames
from stepgraph.protocol.events import AnyEvent
from stepgraph.protocol.shape import Shape

EVENTS: tuple[type[Shape], ...] = get_args(AnyEvent)
FRAMES: tuple[type[Shape], ...] = get_args(frames.AnyServerFrame)
PAGES: tuple[type[Shape], ...] = (
    frames.StartPage,
    frames.Source,
    frames.Steps,
    frames.Moment,
    frames.WholeValue,
    frames.Launch,
)
"""What HTTP answers."""

Record = TypeVar("Record", bound=msgspec.Struct)

# Few names and numbers come often, so that events meet each other's nodes, channels and supersteps.
_texts = st.sampled_from(["", "a", "b"]) | st.text(st.characters(codec="utf-8"), max_size=4)
_integers = st.integers(0, 2) | st.integers(-(2**53), 2**53)


def _any(info: inspect.Type) -> st.SearchStrategy[object]:
    match info:
        case inspect.StructType():
            return records(info.cls)
        case inspect.UnionType(types=types):
            return st.one_of([_any(one) for one in types])
        case inspect.LiteralType(values=values):
            return st.sampled_from(values)
        case inspect.VarTupleType(item_type=item):
            return st.lists(_any(item), max_size=2).map(tuple)
        case inspect.DictType(value_type=value):
            return st.dictionaries(_texts, _any(value), max_size=2)
        case _:
            return _plain(info)


def _plain(info: inspect.Type) -> st.SearchStrategy[object]:
    plain: dict[type[inspect.Type], st.SearchStrategy[object]] = {
        inspect.StrType: _texts,
        inspect.IntType: _integers,
        inspect.FloatType: st.floats(allow_nan=False, allow_infinity=False),
        inspect.BoolType: st.booleans(),
        inspect.NoneType: st.none(),
    }
    return plain[type(info)]


@cache
def records(cls: type[Record]) -> st.SearchStrategy[Record]:
    """Any record of this kind, with short texts and few items."""
    info = inspect.type_info(cls)
    assert isinstance(info, inspect.StructType)
    return st.builds(cls, **{field.name: _later(field.type) for field in info.fields})


def _later(info: inspect.Type) -> st.SearchStrategy[object]:
    return st.deferred(lambda: _any(info))
