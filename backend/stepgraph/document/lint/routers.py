"""Rules about routers and their path maps."""

from __future__ import annotations

from collections.abc import Iterator

from stepgraph.document.finding import Finding
from stepgraph.document.lint.context import Context, Marks, words
from stepgraph.document.lint.mends import with_ways
from stepgraph.document.model import END, Branch, shown


def missing_ways(context: Context) -> Iterator[Finding]:
    """What a router returns has to be in the path map that it is given."""
    for branch in context.graph.branches:
        if branch.form not in {"dict", "list"} or branch.targets is None:
            continue
        facts = context.studied.facts(branch.code)
        known = {way.label for way in branch.targets}
        annotated = [target.name for target in facts.literal]
        returned = [target.name for target in facts.returns]
        missing = tuple(dict.fromkeys(name for name in (*annotated, *returned) if name not in known))
        if missing:
            yield _missing(context, branch, missing, is_annotated=any(name in annotated for name in missing))


def _missing(context: Context, branch: Branch, missing: tuple[str, ...], *, is_annotated: bool) -> Finding:
    code = "end_missing" if missing == (END,) else "way_missing"
    how = "says in its annotation that it may return" if is_annotated else "can return"
    them = "it" if len(missing) == 1 else "them"
    sentence = (
        f"The router {branch.name} of {shown(branch.source)} {how} {words(list(missing))}, and its path map does not "
        f"have {them}: the run fails there. Add {them} to the path map."
    )
    marks = Marks(nodes=(branch.source,))
    # A label that names no node cannot be added as it is.
    addable = tuple(name for name in missing if name == END or name in context.nodes)
    mends = with_ways(context, branch, addable) if addable == missing else ()
    at = branch.map_span or branch.span
    return context.finding(code, sentence, at=at, severity="error", marks=marks, mends=mends)
