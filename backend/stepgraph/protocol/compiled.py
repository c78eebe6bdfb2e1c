"""Whether two graphs that were compiled are the same to look at: asked when a document is imported once more."""

from __future__ import annotations

from collections.abc import Iterable
from hashlib import sha256

import msgspec
from msgspec.structs import replace

from stepgraph.protocol.events import GraphCompiled
from stepgraph.protocol.graph import GraphChannel
from stepgraph.protocol.values import MISSING

_encoder = msgspec.json.Encoder(order="deterministic")


def identity_of(compiled: GraphCompiled) -> str:
    """Return a hash that is the same, in any process, for the same text and the same graphs, those inside too.

    What a document imports may make another graph of the same text. What channels begin with and the input that is
    suggested are left out: the user's code makes them anew at each import.
    """
    plain = replace(
        compiled,
        changed=False,
        prefill=None,
        channels=_plain(compiled.channels),
        inner=tuple(replace(graph, channels=_plain(graph.channels)) for graph in compiled.inner),
    )
    return sha256(_encoder.encode(plain)).hexdigest()


def _plain(channels: Iterable[GraphChannel]) -> tuple[GraphChannel, ...]:
    return tuple(replace(channel, initial=MISSING) for channel in channels)
