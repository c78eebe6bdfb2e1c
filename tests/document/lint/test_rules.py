"""Each rule finds what it is about at its place, stays silent where it is not, and its mends really mend."""

from __future__ import annotations

import pytest
from langgraph.graph import StateGraph

from stepgraph.document.finding import Finding
from stepgraph.document.lint.run import RULES, lint
from stepgraph.document.reading.read import read_model
from stepgraph.document.text import changed, parse_text
from tests.document.lint.graphs_that_lint import EXAMPLES, Example


def found_in(source: str) -> tuple[Finding, ...]:
    text = parse_text("graph.py", source)
    return lint(text, read_model(text))


def ids(example: Example) -> str:
    return example.code


@pytest.mark.parametrize("example", EXAMPLES, ids=ids)
def test_finds_what_it_is_about_at_its_place(example: Example) -> None:
    """With the line that a person has to look at, and in a whole sentence."""
    source = example.head + example.bad

    (finding, *_) = [one for one in found_in(source) if one.code == example.code]

    line = next(number for number, text in enumerate(source.splitlines(), 1) if example.at in text)
    assert (finding.line, finding.sentence.endswith((".", "?"))) == (line, True)


@pytest.mark.parametrize("example", EXAMPLES, ids=ids)
def test_stays_silent_where_it_is_not(example: Example) -> None:
    """On a graph that differs only in what the rule is about."""
    assert example.code not in {finding.code for finding in found_in(example.head + example.good)}


@pytest.mark.parametrize("example", EXAMPLES, ids=ids)
def test_every_mend_takes_its_finding_away_and_leaves_python(example: Example) -> None:
    """A repair that does not repair would be worse than none."""
    source = example.head + example.bad
    findings = [one for one in found_in(source) if one.code == example.code]

    for finding in findings:
        for mend in finding.mends:
            after = found_in(changed(source, mend.changes))
            assert finding.sentence not in {one.sentence for one in after}, mend.title


@pytest.mark.parametrize("example", [one for one in EXAMPLES if one.code != "lint.join_never"], ids=ids)
def test_what_is_called_an_error_is_refused_by_the_reference(example: Example) -> None:
    """Of a join that never completes it makes no error: it ends without the node."""
    source = example.head + example.bad
    severities = {finding.severity for finding in found_in(source) if finding.code == example.code}

    assert "error" not in severities or refusal_of(source) is not None


def refusal_of(source: str) -> Exception | None:
    """What the reference raises where it builds, compiles or runs the graph; None where it does not."""
    made: dict[str, object] = {}
    try:
        exec(compile(source, "graph.py", "exec"), made)
        graph = next(value for value in made.values() if isinstance(value, StateGraph))
        graph.compile().invoke({"note": "", "log": []})
    except Exception as error:  # noqa: BLE001  # whatever it is, it is a refusal
        return error
    return None


def test_each_rule_has_its_examples() -> None:
    """A new rule comes with both."""
    # Joins, and what a router may return, are told by two codes each.
    assert len({example.code for example in EXAMPLES}) == len(RULES) + 2


@pytest.mark.parametrize(
    "code", ["no_entry", "dead_end", "end_missing", "shared_write", "undeclared_key", "reducer_not_last"]
)
def test_what_can_be_mended_by_one_gesture_offers_it(code: str) -> None:
    """Without it a person would have to know how."""
    example = next(one for one in EXAMPLES if one.code == f"lint.{code}")

    findings = [one for one in found_in(example.head + example.bad) if one.code == example.code]

    assert findings[0].mends
