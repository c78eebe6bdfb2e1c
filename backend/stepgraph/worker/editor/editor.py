"""Carries out what the server asks of a text: read it, find faults in it, turn a gesture into changes of it."""

from __future__ import annotations

import logging
from dataclasses import dataclass

from msgspec import structs
from pydantic import TypeAdapter, ValidationError

from stepgraph.document.editing.faithful import keep
from stepgraph.document.editing.sheet import Sheet, sheet_of
from stepgraph.document.finding import Finding
from stepgraph.document.lint.run import lint
from stepgraph.document.model import Graph, Span
from stepgraph.document.refused import EditRefused
from stepgraph.document.text import Unparsed
from stepgraph.protocol.gestures import AnyGesture, TextReplace
from stepgraph.protocol.problems import Problem
from stepgraph.protocol.worker_frames import Draw, Drawn, Found, Studied, Study
from stepgraph.worker.editor.dispatch import edit_of
from stepgraph.worker.editor.studies import Read, Studies
from stepgraph.worker.editor.wire import changes_of, findings_of, problem_of
from stepgraph.worker.reader import problem_of as problem_of_fault

_gesture: TypeAdapter[AnyGesture] = TypeAdapter(AnyGesture)

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Check:
    """A text in which faults are to be looked for; ``differs`` is the one that comparing has found."""

    id: int
    read: Read | None
    differs: Finding | None

    def found(self) -> Found:
        """Look for faults. Any thread may."""
        if self.read is None:
            return Found(self.id, ())
        try:
            findings = lint(self.read.text, self.read.model)
        except Exception:
            log.exception("a text could not be checked")
            findings = ()
        return Found(self.id, findings_of(findings if self.differs is None else (self.differs, *findings)))


class Editor:
    """Answers requests about texts. What it says of one text does not depend on those before, but for their graphs."""

    def __init__(self) -> None:
        self._studies = Studies()
        self._drawn: tuple[Draw, Drawn] | None = None

    def study(self, request: Study) -> Studied:
        """Read a text as graphs."""
        # A newly compiled graph may add to what is drawn of any text.
        self._drawn = None
        try:
            read = self._studies.read(request.path, request.text)
            self._compared(request, read)
            return Studied(request.id, self._studies.drawing(read), None)
        except Unparsed as error:
            return Studied(request.id, None, problem_of_fault(error.fault, path=request.path))
        except Exception:
            log.exception("a text could not be read")
            sentence = "The text could not be read as graphs: what reads it made a mistake. The text can be edited."
            return Studied(request.id, None, Problem(code="document.mistake", sentence=sentence, path=request.path))

    def check(self, request: Study) -> Check:
        """Return what is to be looked for in a text that was studied."""
        try:
            read = self._studies.read(request.path, request.text)
            return Check(request.id, read, self._compared(request, read))
        except Unparsed:
            return Check(request.id, None, None)
        except Exception:
            log.exception("a text could not be checked")
            return Check(request.id, None, None)

    def draw(self, request: Draw) -> Drawn:
        """Turn a gesture into changes of a text."""
        if self._drawn is not None and structs.replace(self._drawn[0], id=request.id) == request:
            # What a person looked at first, and then does.
            return structs.replace(self._drawn[1], id=request.id)
        drawn = self._draw(request)
        self._drawn = (request, drawn) if drawn.problem is None else None
        return drawn

    def _draw(self, request: Draw) -> Drawn:
        try:
            read = self._studies.read(request.path, request.text)
            gesture = _gesture.validate_json(request.gesture)
            sheet = _sheet(read, gesture, request.graph)
            kept = keep(sheet, edit_of(sheet, gesture))
        except EditRefused as refused:
            return _refused(request, problem_of(refused, request.path))
        except Unparsed as error:
            fault = problem_of_fault(error.fault, path=request.path)
            sentence = f"{fault.sentence} Mend the text first; then the graph can be drawn on."
            return _refused(request, Problem("edit.unparsed", sentence, request.path, fault.line, fault.column))
        except ValidationError:
            return _refused(request, Problem("edit.malformed", "This is no gesture."))
        except Exception:
            log.exception("a gesture could not be carried out")
            sentence = "This could not be drawn: what edits the text made a mistake. The text is as it was."
            return _refused(request, Problem("edit.mistake", sentence, request.path))
        after = Read(kept.text, kept.model)
        self._studies.keep(after)
        edit = kept.edit
        return Drawn(
            id=request.id,
            title=edit.title,
            changes=changes_of(edit.changes),
            select=edit.select,
            drawing=self._studies.drawing(after),
            problem=None,
        )

    def _compared(self, request: Study, read: Read) -> Finding | None:
        compiled = request.compiled
        if compiled is None or compiled.source_hash != request.source_hash:
            return None
        return self._studies.compare(read, compiled)


_NO_GRAPH = Graph(
    name="",
    builder=None,
    compiled=None,
    function=None,
    form="statements",
    schemas=(),
    nodes=(),
    edges=(),
    branches=(),
    channels=(),
    options=(),
    locks=(),
    span=Span(0, 0),
    line=1,
    insert=0,
)
"""Stands for the graph of a text that has none, where a gesture looks at none."""


def _sheet(read: Read, gesture: AnyGesture, graph: str | None) -> Sheet:
    if isinstance(gesture, TextReplace):
        # A mend is about the text, which may have no graph yet.
        return Sheet(read.text, read.model, read.model.graph(graph) or _NO_GRAPH)
    return sheet_of(read.text, read.model, graph)


def _refused(request: Draw, problem: Problem) -> Drawn:
    return Drawn(id=request.id, title="", changes=(), select=(), drawing=None, problem=problem)
