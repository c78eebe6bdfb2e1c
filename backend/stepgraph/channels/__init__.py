"""The cells of a graph's state: each class says how the writes of a superstep become one value."""

from __future__ import annotations

from stepgraph.channels.any_value import AnyValue
from stepgraph.channels.base import BaseChannel
from stepgraph.channels.binop import BinaryOperatorAggregate
from stepgraph.channels.delta import DeltaChannel
from stepgraph.channels.ephemeral_value import EphemeralValue
from stepgraph.channels.last_value import LastValue, LastValueAfterFinish
from stepgraph.channels.named_barrier_value import NamedBarrierValue, NamedBarrierValueAfterFinish
from stepgraph.channels.topic import Topic
from stepgraph.channels.untracked_value import UntrackedValue

__all__ = [
    "AnyValue",
    "BaseChannel",
    "BinaryOperatorAggregate",
    "DeltaChannel",
    "EphemeralValue",
    "LastValue",
    "LastValueAfterFinish",
    "NamedBarrierValue",
    "NamedBarrierValueAfterFinish",
    "Topic",
    "UntrackedValue",
]
