"""The picture as a fold of the log. The page's ``store/reduce.ts`` is the same function, rule by rule.

1.  Events of the root graph (``ns`` "") change the picture by rules 2 to 9; those of graphs inside by rule 10 change
    ``inner`` only, but for warnings and ``run.paused``, which are the run's wherever they are. Every event
    moves ``seq``. What the graph does not list (``__start__``, ``__input__``) gets its cell or node when it is met.
2.  ``graph.compiled``: the graph is set, ``rejected`` cleared, managed values forgotten, every node idle. A channel
    keeps its cell when the graph before had one of that name and kind; others hold their initial value.
    ``graph.rejected`` stands beside the graph, if there was one.
3.  A superstep opens with ``step.planned`` or ``state.edited``; both with one number make one. It gets the next key.
    What the last superstep did to cells is no longer told; nodes that are not in its tasks are idle; ``undo`` is
    empty. A ``step.committed`` or ``step.aborted`` with nothing open is a superstep of its own. A superstep that is
    still open when another opens, or when state is restored, is put back and counts as aborted, without a reason.
4.  ``task.*``: a node runs from its first task's start, and is done when all its tasks have ended; a failure or a
    question stays. A restored task has ended when it is planned. A handler's task, and one that another task called,
    joins the superstep when it starts; a question of both is the caller's. Output keeps its newest characters.
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
9.  ``run.*``: the run's view; ``ns`` is where it is paused, else "". What a superstep does after a pause shows that
    the run goes on, so it is running; where that superstep is the one inside in which it waits, ``step`` is that of the
    root's open one. What other graphs inside do meanwhile does not show it, nor that a task of the root starts beside.
    ``worker.lost`` ends only a run that was running or paused; its sentence is told in any case.
10. A graph inside is shown by its newest run, which begins with a ``run.started`` whose ``ns`` leads to its path:
    blank (status committed, no step, cells of the graph's channels, no nodes), unless the view has this ``ns`` and the
    event names a checkpoint; then what was there stays, and an open superstep is put back first. Events of another
    ``ns`` at that path, or of a view that has ended, change nothing. Rules 3 to 8 hold for cells, nodes, managed values
    and ``status``, the nodes of a superstep being those that are not idle; ``state.edited`` is not told of them, and a
    ``state.restored`` counts as committed. A view has ended, and what was open is put back, when the task around it
    ends (``task.finished``, ``failed`` or ``interrupted`` of node and task of its last id; a view whose ``ns`` has no
    ids ends with any task of its node), or when a superstep of a graph around it is committed or aborted.
    ``graph.compiled`` and the root's ``state.restored`` forget all views.
"""

from stepgraph.protocol.fold.folder import EMPTY, Folder, fold

__all__ = ["EMPTY", "Folder", "fold"]
