"""Checkpoint ids: they grow, and say their superstep."""

from __future__ import annotations

from random import Random

import pytest

from stepgraph.checkpoint.ids import CheckpointIds, checkpoint_id


@pytest.mark.parametrize(("step", "group"), [(-2, "bffe"), (-1, "bfff"), (0, "8000"), (3, "8003"), (0x4001, "8001")])
def test_the_fourth_group_says_the_superstep(step: int, group: str) -> None:
    """Modulo 2**14."""
    assert checkpoint_id(0x1F1ECA72413_6F8C, step, 1).split("-")[3] == group


def test_ids_grow_when_the_clock_stands_still_or_goes_back() -> None:
    """The newest id of a thread is its head, so no two may be equal or out of order."""
    times = iter([5_000, 5_000, 4_000, 6_000])
    ids = CheckpointIds(time_ns=lambda: next(times), random=Random(1))

    made = [ids.new(1) for _ in range(4)]

    assert made == sorted(set(made))


def test_the_layout_is_that_of_a_uuid_of_version_six() -> None:
    """Time from its highest bits on, version, clock sequence, node."""
    assert checkpoint_id(0x0123456789ABCDEF, 7, 0xA1B2C3D4E5F6) == "12345678-9abc-6def-8007-a1b2c3d4e5f6"
