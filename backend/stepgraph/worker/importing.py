"""Imports the user's document as a fresh module, and turns what goes wrong into problems with the user's lines."""

from __future__ import annotations

import importlib
import importlib.util
import sys
from collections.abc import Iterable
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


def import_document(path: str, *, folders: Iterable[str] = ()) -> ModuleType:
    """Run the document's own lines and return its module. Raises Rejected with everything that goes wrong there.

    `folders` are searched for what it imports, after its own folder and the one that its package lies in.
    """
    file = Path(path).resolve()
    root, name = _place(file)
    _forget(file.parent, name)
    # First its own folder, as Python does for a file that it is started with.
    _search_first(str(file.parent), str(root), *folders)
    importlib.invalidate_caches()
    try:
        return _import_in_package(name, file) if "." in name else _import_file(name, file)
    except (Exception, SystemExit, KeyboardInterrupt) as error:
        if isinstance(error, Rejected):
            raise
        raise Rejected(import_problem(error, path=path)) from error


def import_named(name: str, file: Path, *, folders: Iterable[str] = ()) -> None:
    """Run the document's own lines as a module of that name, which another process has given it."""
    root, _ = _place(file)
    _search_first(str(file.parent), str(root), *folders)
    if "." in name:
        importlib.import_module(name)
    else:
        _run_as(name, file)


def _import_in_package(name: str, file: Path) -> ModuleType:
    """Import a file as the module that it is for the files beside it, so that relative imports work."""
    module = importlib.import_module(name)
    if module.__file__ is None or Path(module.__file__).resolve() != file:
        # Something else of that name is installed.
        return _import_file(file.stem, file)
    return module


def _import_file(name: str, file: Path) -> ModuleType:
    return _run_as(_free(name), file)


def _run_as(name: str, file: Path) -> ModuleType:
    spec = importlib.util.spec_from_file_location(name, file)
    if spec is None or spec.loader is None:
        raise Rejected(Problem("document.not_python", f"{file.name} is not a Python file.", path=str(file)))
    module = importlib.util.module_from_spec(spec)
    # Classes of the document are looked up here by whoever resolves their type hints.
    sys.modules[module.__name__] = module
    try:
        spec.loader.exec_module(module)
    except BaseException:
        sys.modules.pop(module.__name__, None)
        raise
    return module


def _place(file: Path) -> tuple[Path, str]:
    """Return the folder that a file is imported from, and its name there: dotted when it lies in a package."""
    if not file.stem.isidentifier():
        return file.parent, "document"
    folder, name = file.parent, file.stem
    while (folder / "__init__.py").is_file() and folder.name.isidentifier():
        folder, name = folder.parent, f"{folder.name}.{name}"
    return folder, name


def _search_first(*folders: str) -> None:
    wanted = list(dict.fromkeys(folders))
    sys.path[:] = [*wanted, *(folder for folder in sys.path if folder not in wanted)]


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


def _free(name: str) -> str:
    """Return a name under which no other module is known: a document may be called like one that somebody needs."""
    return f"{name}_document" if name in sys.modules or name in sys.stdlib_module_names else name


def _forget(folder: Path, name: str) -> None:
    """Forget what an earlier import has read from the folder or the package, so that it is read as it is now."""
    package = f"{name.partition('.')[0]}." if "." in name else None
    for known, module in list(sys.modules.items()):
        origin = getattr(module, "__file__", None)
        if not isinstance(origin, str) or is_internal(origin):
            continue
        in_package = package is not None and f"{known}.".startswith(package)
        if in_package or Path(origin).parent == folder:
            del sys.modules[known]
