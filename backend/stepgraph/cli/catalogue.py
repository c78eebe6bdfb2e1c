"""The shipped examples and templates, as the server wants them."""

from __future__ import annotations

from functools import partial

from stepgraph.document.templates.catalogue import template_text, templates
from stepgraph.lessons.catalogue import examples
from stepgraph.server.settings import ShippedExample, ShippedTemplate


def shipped_examples() -> tuple[ShippedExample, ...]:
    """Return the examples in the order of the start screen."""
    return tuple(ShippedExample(found.id, found.title, found.summary, found.path) for found in examples())


def shipped_templates() -> tuple[ShippedTemplate, ...]:
    """Return what a new file may begin as, in the order in which it is offered."""
    return tuple(
        ShippedTemplate(found.id, found.title, found.summary, partial(template_text, found.id)) for found in templates()
    )
