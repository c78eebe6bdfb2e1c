"""JSON that two readers could read differently is refused."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stepgraph.server.strict_json import NotJson, loads

REFUSED = {
    "nothing": ("", "not JSON"),
    "cut": ('{"a": ', "line 1, column 7"),
    "two values": ("1 2", "Extra data"),
    "NaN": ("NaN", "no JSON number"),
    "infinity": ("[-Infinity]", "no JSON number"),
    "a float that is infinite": ("1e999", "too large"),
    "a key twice": ('{"a": 1, "b": {"c": 1, "c": 2}}', '"c" twice'),
    "half a surrogate pair": (r'"\ud800"', "surrogate"),
    "half a surrogate pair as a key": (r'{"\udfff": 1}', "surrogate"),
    "endless nesting": ("[" * 100_000, "nested too deeply"),
    "endless objects": ('{"a":' * 100_000, "nested too deeply"),
    "a number without end": ("9" * 10_000, "more digits"),
    "single quotes": ("{'a': 1}", "double quotes"),
    "a comment": ("// 1\n1", "not JSON"),
    "a trailing comma": ("[1,]", "not JSON"),
    "a line break in a text": ('"a\nb"', "not JSON"),
}


@pytest.mark.parametrize("case", REFUSED)
def test_what_is_not_json_is_refused_with_a_sentence(case: str) -> None:
    """The sentence says what is wrong, and where that helps."""
    text, part = REFUSED[case]

    with pytest.raises(NotJson, match=part):
        loads(text)


texts = st.text(st.characters(codec="utf-8"))
numbers = st.integers() | st.floats(allow_nan=False, allow_infinity=False)


@given(
    st.recursive(
        st.none() | st.booleans() | numbers | texts,
        lambda inner: st.lists(inner) | st.dictionaries(texts, inner),
        max_leaves=10,
    )
)
def test_json_is_read_as_it_is(value: object) -> None:
    """Numbers of any size, texts of any script, nested as people nest."""
    assert loads(json.dumps(value)) == value


def test_a_whole_surrogate_pair_is_one_character() -> None:
    """How a character is written in JSON makes no difference."""
    assert loads(r'"\ud83d\ude00"') == "\N{GRINNING FACE}"
