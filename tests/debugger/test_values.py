"""What is remembered of the values that were told."""

from __future__ import annotations

from stepgraph.debugger.blobs import Blobs
from stepgraph.debugger.previews import Previews
from stepgraph.debugger.values import Values

LONG = "a value that is too long for a preview, " * 50


def remembering() -> Values:
    """The values of a thread whose blobs nobody keeps."""
    return Values(Previews(Blobs(lambda _blob: None)))


def test_the_ref_of_the_value_before_is_known_by_graph_and_channel() -> None:
    """What a superstep told that came to nothing does not count."""
    values = remembering()
    first, second = (values.held("", "x", LONG + end) for end in "ab")
    values.told("", "x", first)
    values.superstep_held("")
    values.told("", "x", second)
    values.superstep_undone("")

    assert (values.told("", "x", second), values.told("in", "x", second)) == (first.ref, None)


def test_a_graph_inside_is_forgotten_when_its_run_is_over() -> None:
    """The others are not."""
    values = remembering()
    shown = values.held("", "x", LONG)
    for ns in ("", "in"):
        values.told(ns, "x", shown)

    values.forget("in")

    assert (values.told("", "x", shown), values.told("in", "x", shown)) == (shown.ref, None)
