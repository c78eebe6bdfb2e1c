"""The reader: one `Read` in, one `Outline` out, then it ends. It parses, and imports nothing of the user's."""

from __future__ import annotations

from stepgraph.document.outline import SyntaxFault, candidates
from stepgraph.document.source import SourceTooLarge, read_source
from stepgraph.protocol.problems import Problem
from stepgraph.protocol.worker_frames import Outline, Read
from stepgraph.worker.frames import FrameSocket


def serve_reader(line: FrameSocket) -> None:
    """Answer one request of the server's and return."""
    frame = line.receive()
    if isinstance(frame, Read):
        line.send(outline_of(frame))


def outline_of(request: Read) -> Outline:
    """Tell what a parse tells of the document that is asked for."""
    try:
        source = read_source(request.path)
    except SourceTooLarge as error:
        return _refused(request, code=error.code, sentence=str(error))
    except OSError as error:
        sentence = f"{request.path} cannot be read: {error.strerror or error}."
        return _refused(request, code="document.unreadable", sentence=sentence)
    names, faults = candidates(source)
    problems = tuple(problem_of(fault, path=source.path) for fault in faults)
    # A lone surrogate cannot come from decoded bytes, so the text always fits the frame.
    return Outline(id=request.id, text=source.text, source_hash=source.hash, problems=problems, candidates=names)


def problem_of(fault: SyntaxFault, *, path: str) -> Problem:
    """Return a fault of the document's text as the wire tells it."""
    return Problem(code=fault.code, sentence=fault.sentence, path=path, line=fault.line, column=fault.column)


def _refused(request: Read, *, code: str, sentence: str) -> Outline:
    problem = Problem(code=code, sentence=sentence, path=request.path)
    return Outline(id=request.id, text="", source_hash="", problems=(problem,), candidates=())
