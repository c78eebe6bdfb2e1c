"""The picture as a fold of the log. The page's ``store/reduce.ts`` is the same function, rule by rule.

1.  Only events of the root graph (``ns`` "") change the picture; of the others only warnings are kept. Every event
    moves ``seq``. What the graph does not list (``__start__``, ``__input__``) gets its cell or node when it is met.
2.  ``graph.compiled``: the graph is set, ``rejected`` cleared, managed values forgotten, every node idle. A channel
    keeps its cell when the graph before had one of that name and kind; others hold their initial value.
    ``graph.rejected`` stands beside the graph, if there was one.
3.  A superstep opens with ``step.planned`` or ``state.edited``; both with one number make one. It gets the next key.
    What the last superstep did to cells is no longer told; nodes that are not in its tasks are idle; ``undo`` is
    empty. A ``step.committed`` or ``step.aborted`` with nothing open is a superstep of its own. A superstep that is
    still open when another opens, or when state is restored, is put back and counts as aborted, without a reason.
4.  ``task.*``: a node runs from its first task's start, and is done when all its tasks have ended; a failure or a
    question stays. A restored task has ended when it is planned. Output keeps its newest characters.
5.  ``channel.*``: the first touch keeps the cell in ``undo``; ``previous`` and ``version_before`` are of that one.
    A write that changed something makes its nodes the ``writers`` of what the cell holds, with the ``via`` that their
    tasks told; a join's are all that arrived; what holds nothing has none. A planned node keeps those of its triggers.
6.  ``step.committed``: every trigger version of its tasks is seen by their nodes; an input that is no edit throws away
    what was due, which counts as seen, too. The entry closes; its lane is the one whose tip is its parent, else a new
    one; ``checkpoint``, ``next`` and the lane's tip move; ``undo`` is empty.
7.  ``step.aborted``: touched cells are put back, but keep writes, returned and conflict; nodes that did not end are
    idle; the entry closes on the lane where it would have gone on. ``next`` and ``checkpoint`` stay.
8.  ``state.restored``: all cells and ``next`` are of that checkpoint; nodes are idle, and one that ran after its
    superstep is blank, since that was on another branch; no entry.
9.  ``run.*``: the run's view. What a superstep does after a pause shows that the run goes on, so it is running.
    ``worker.lost`` ends only a run that was running or paused; its sentence is told in any case.
"""

from stepgraph.protocol.fold.folder import EMPTY, Folder, fold

__all__ = ["EMPTY", "Folder", "fold"]
