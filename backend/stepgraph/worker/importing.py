"""Imports the user's document as a fresh module, and turns what goes wrong into problems with the user's lines."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from types import ModuleType

from stepgraph.debugger.tracebacks import Tracebacks, error_text, is_internal
from stepgraph.document.outline import syntax_fault
from stepgraph.protocol.problems import Problem
from stepgraph.worker.langgraph_alias import NotInEngine
from stepgraph.worker.reader import problem_of


class Rejected(Exception):
    """The document gives no graph to run."""

    def __init__(self, problem: Problem, candidates: tuple[str, ...] = ()) -> None:
        self.problem = problem
        self.candidates = candidates
        super().__init__(problem.sentence)


def import_document(path: str) -> ModuleType:
    """Run the document's own lines and return its module. Raises Rejected with everything that goes wrong there."""
    file = Path(path).resolve()
    folder = str(file.parent)
    _forget_folder(folder)
    if folder in sys.path:
        sys.path.remove(folder)
    # As Python does for a file that it is started with.
    sys.path.insert(0, folder)
    spec = importlib.util.spec_from_file_location(_module_name(file), file)
    if spec is None or spec.loader is None:
        raise Rejected(Problem("document.not_python", f"{file.name} is not a Python file.", path=path))
    module = importlib.util.module_from_spec(spec)
    # Classes of the document are looked up here by whoever resolves their type hints.
    sys.modules[module.__name__] = module
    try:
        spec.loader.exec_module(module)
    except (Exception, SystemExit, KeyboardInterrupt) as error:
        sys.modules.pop(module.__name__, None)
        raise Rejected(import_problem(error, path=path)) from error
    return module


def import_problem(error: BaseException, *, path: str) -> Problem:
    """Return what the document's own lines raised, as a problem with the line."""
    if isinstance(error, SyntaxError):
        return problem_of(syntax_fault(error), path=error.filename or path)
    tracebacks = Tracebacks(path)
    frames = tracebacks.frames(error)
    return Problem(
        code=_code(error),
        sentence=_sentence(error, where=tracebacks.where(error)),
        path=path,
        line=tracebacks.line(error),
        traceback=frames,
    )


def _code(error: BaseException) -> str:
    if isinstance(error, NotInEngine):
        return error.code
    if isinstance(error, ModuleNotFoundError):
        return "document.missing_module"
    if isinstance(error, SystemExit | KeyboardInterrupt):
        return "document.exited" if isinstance(error, SystemExit) else "document.stopped"
    return "graph.not_built" if _comes_from_builder(error) else "document.import_failed"


def _sentence(error: BaseException, *, where: str) -> str:
    text = error_text(error)
    if isinstance(error, NotInEngine):
        return f"{error.msg}"
    if isinstance(error, ModuleNotFoundError):
        return f"{error.msg}{where}; install it where Stepgraph is installed, or start Stepgraph where it is."
    if isinstance(error, SystemExit):
        return f"The document ended the program{where} ({text}); what it does at module level must come to an end."
    if isinstance(error, KeyboardInterrupt):
        return f"Importing the document was stopped{where}."
    if _comes_from_builder(error):
        return f"The graph cannot be built{where}: {text}"
    return f"Importing the document failed{where}: {text}"


def _comes_from_builder(error: BaseException) -> bool:
    """Tell whether the error was raised inside the engine, by what the document asked of it."""
    trace = error.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    if trace is None:
        return False
    file = trace.tb_frame.f_code.co_filename
    return is_internal(file) and not isinstance(error, ImportError)


def _module_name(file: Path) -> str:
    name = file.stem if file.stem.isidentifier() else "document"
    # A document may be called like a module that somebody else needs.
    return f"{name}_document" if name in sys.modules or name in sys.stdlib_module_names else name


def _forget_folder(folder: str) -> None:
    """Forget modules of an earlier import from the same folder, so that they are read again as they are now."""
    for name, module in list(sys.modules.items()):
        origin = getattr(module, "__file__", None)
        if isinstance(origin, str) and str(Path(origin).parent) == folder and not is_internal(origin):
            del sys.modules[name]
