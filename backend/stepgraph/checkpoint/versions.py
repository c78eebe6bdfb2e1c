"""The versions that savers count with, which tell branches apart."""

from __future__ import annotations

from random import Random

from stepgraph.checkpoint.base import BaseCheckpointSaver, SerializerProtocol


class RandomVersions(BaseCheckpointSaver[str]):
    """A saver whose versions are a count and a random fraction."""

    def __init__(self, *, serde: SerializerProtocol | None = None, random: Random | None = None) -> None:
        super().__init__(serde=serde)
        self._random = random or Random()  # noqa: S311  # tells branches apart, guards nothing
        # The last version and its count, replaced as one: mostly it is asked for the one after it.
        self._last: tuple[str, int] = ("", 0)

    def get_next_version(self, current: str | int | None, channel: None) -> str:
        """Return a version that sorts after `current`, with a random fraction that tells branches apart."""
        del channel  # the reference's signature
        known, count = self._last
        if current is not known:
            count = 0 if current is None else current if isinstance(current, int) else int(current.partition(".")[0])
        # The digits come from an integer, as writing those of a float takes three times as long.
        version = "%032d.0.%016d" % (count + 1, self._random.getrandbits(53))  # noqa: UP031  # the quickest way
        self._last = (version, count + 1)
        return version
