"""Edits of a thread's state, and what they would make due."""

from __future__ import annotations

from typing import Any, NamedTuple

from stepgraph.debugger import told
from stepgraph.debugger.gate import RunGate
from stepgraph.debugger.input_check import InputRefused, read_json
from stepgraph.debugger.restore import due_after
from stepgraph.debugger.scene import RunTold
from stepgraph.debugger.stage import Stage
from stepgraph.debugger.tracebacks import first_line
from stepgraph.debugger.traced_run import RunOrder, run_config, tell_restored
from stepgraph.debugger.translate import Translator
from stepgraph.protocol.events import Due, RunPaused
from stepgraph.protocol.worker_frames import Edit


class Preview(NamedTuple):
    """What an edit would make due, and which nodes that are due now would no longer be."""

    next: tuple[Due, ...]
    dropped: tuple[Due, ...]


def preview(frame: Edit, stage: Stage) -> Preview:
    """Tell what an edit would do. Raises InputRefused."""
    values = _values(frame, stage)
    config = run_config(frame.thread, frame.checkpoint)
    saved = stage.saver.get_tuple(config)
    if saved is None:
        raise InputRefused("checkpoint.unknown", "This thread has no such checkpoint.")
    program = stage.graph.program
    now = due_after(saved, program, {})
    if frame.how == "raw":
        return _compared(now, due_after(saved, program, values))
    try:
        due = stage.graph.due_after_edit(config, values, as_node=frame.node, saver=stage.saver)
    except Exception as error:  # noqa: BLE001  routers of the user's run here and may raise anything
        raise _refused(error, stage) from None
    return _compared(now, told.due(due))


def _compared(now: tuple[Due, ...], after: tuple[Due, ...]) -> Preview:
    names = {item.node for item in after}
    return Preview(after, tuple(item for item in now if item.node not in names))


def edit(frame: Edit, stage: Stage) -> RunOrder:
    """Edit state, tell it, and return how a run goes on from there. Raises InputRefused."""
    values = _values(frame, stage)
    config = run_config(frame.thread, frame.checkpoint)
    scene, told_values = stage.scene, stage.values
    if told_values.tip != frame.checkpoint:
        tell_restored(stage.graph, scene, told_values, saver=stage.saver, run=frame.run, config=config)
    gate = RunGate("end", on_pause=lambda _point, _reason: None)
    translator = Translator(scene, RunTold(frame.run, frame.thread, "fork", None, None), gate, told_values)
    try:
        if frame.how == "raw":
            stage.graph.edit_channels(config, values, observe=translator, saver=stage.saver)
        else:
            stage.graph.edit_state(config, values, as_node=frame.node, observe=translator, saver=stage.saver)
    except Exception as error:  # noqa: BLE001  routers of the user's run here and may raise anything
        refused = _refused(error, stage)
        translator.abort_open_step("update_failed", str(refused))
        raise refused from None
    step = translator.committed_step
    scene.outlet.tell(
        RunPaused(run=frame.run, ns="", reason="step", step=step + 1, phase="plan", channel=None, node=None)
    )
    return RunOrder(run=frame.run, thread=frame.thread, kind="resume")


def _values(frame: Edit, stage: Stage) -> Any:
    """Return the edit's values, read and looked through. Any: they are whatever JSON says."""
    values = read_json(frame.values, name="edit")
    if frame.how == "raw":
        if not isinstance(values, dict):
            raise InputRefused("edit.does_not_fit", "The values must be a JSON object: each channel's new value.")
        unknown = [name for name in values if name not in stage.graph.program.channels]
        if unknown:
            raise InputRefused("edit.unknown_channel", f'The graph has no channel "{unknown[0]}".')
    elif frame.node is not None and frame.node not in stage.graph.program.nodes:
        raise InputRefused("edit.unknown_node", f'The graph has no node "{frame.node}".')
    return values


def _refused(error: Exception, stage: Stage) -> InputRefused:
    where = stage.scene.tracebacks.where(error)
    return InputRefused("edit.refused", f"The edit was refused{where}: {first_line(error)}")
