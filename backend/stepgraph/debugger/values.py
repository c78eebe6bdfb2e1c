"""The values of one thread as they were told: the ref of each channel's last one, and what a superstep wrote."""

from __future__ import annotations

from stepgraph.debugger.previews import Previews
from stepgraph.protocol.fold.inside import path_of
from stepgraph.protocol.values import Preview

_SHOWN_AT_ONCE = frozenset({type(None), bool, int, float, str})


class Values:
    """Makes previews of channels' values and of writes, and remembers what was told.

    A write is shown as it was when its task ended: a reducer may change it in place afterwards.
    """

    def __init__(self, previews: Previews) -> None:
        self._previews = previews
        self.tip: str | None = None
        """The checkpoint that the log folds to, as far as this process knows."""
        # Of each graph inside, by its path: the run that the log shows, and the checkpoint that it stands at.
        self._inside: dict[str, tuple[str, str | None]] = {}
        # By graph, then by channel.
        self._refs: dict[str, dict[str, str | None]] = {}
        self._undo: dict[str, dict[str, str | None]] = {}
        # The value is kept beside its preview, so that no other value gets its id meanwhile.
        self._written: dict[int, tuple[object, Preview]] = {}

    def written(self, channel: str, value: object) -> Preview:
        """Return the preview of a write."""
        if type(value) in _SHOWN_AT_ONCE:
            return self._previews.of(value, f"write:{channel}")
        known = self._written.get(id(value))
        if known is None:
            known = (value, self._previews.of(value, f"write:{channel}"))
            self._written[id(value)] = known
        return known[1]

    def held(self, ns: str, channel: str, value: object) -> Preview:
        """Return the preview of what a channel holds now."""
        return self._previews.of(value, f"value:{ns}:{channel}")

    def told(self, ns: str, channel: str, preview: Preview) -> str | None:
        """Note that a channel's value was told, and return the ref of the one before."""
        refs = self._refs.setdefault(ns, {})
        before = refs.get(channel)
        self._undo.setdefault(ns, {}).setdefault(channel, before)
        refs[channel] = preview.ref
        return before

    def begins_inside(self, ns: str, checkpoint: str | None) -> bool:
        """Note that a run of a graph inside begins; tell whether it goes on from a state that the log does not show."""
        path = path_of(ns)
        is_shown = checkpoint is None or self._inside.get(path) == (ns, checkpoint)
        self._inside[path] = (ns, checkpoint)
        return not is_shown

    def went_on_inside(self, ns: str, checkpoint: str) -> None:
        """Note the newest checkpoint of a graph inside, if this is its run that the log shows."""
        path = path_of(ns)
        if self._inside.get(path, ("", None))[0] == ns:
            self._inside[path] = (ns, checkpoint)

    def forget_inside(self) -> None:
        """Note that the log shows nothing of the graphs inside any more."""
        self._inside.clear()

    def forget(self, ns: str) -> None:
        """Forget a graph inside, whose run is over: its next one has another name, or begins anew."""
        self._refs.pop(ns, None)
        self._undo.pop(ns, None)

    def superstep_held(self, ns: str) -> None:
        """Note that the values told in this graph's superstep stand."""
        self._end_superstep(ns)

    def superstep_undone(self, ns: str) -> None:
        """Note that the values told in this graph's superstep do not hold."""
        self._refs.setdefault(ns, {}).update(self._undo.get(ns, {}))
        self._end_superstep(ns)

    def _end_superstep(self, ns: str) -> None:
        if ns == "":
            # Supersteps of the graphs inside have ended by then.
            self._undo.clear()
            self._written.clear()
        else:
            self._undo.pop(ns, None)
