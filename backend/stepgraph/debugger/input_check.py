"""The input that a person gives: read as strict JSON, and checked against the graph's schema before anything runs."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from typing import Any, NoReturn

from pydantic import ValidationError

from stepgraph.constants import OVERWRITE
from stepgraph.debugger.input_fields import InputField, InputSchema, adapter_of
from stepgraph.debugger.render import short_text

_SHOWN = 60


class InputRefused(Exception):
    """An input, a context or an edit that is not JSON or does not fit. The text names the place."""

    def __init__(self, code: str, sentence: str) -> None:
        self.code = code
        super().__init__(sentence)


def read_json(text: str, *, name: str) -> Any:
    """Return what JSON text says; `name` is what it is called in a refusal. Raises InputRefused."""
    try:
        return json.loads(text, parse_constant=_refuse_constant)
    except json.JSONDecodeError as error:
        raise InputRefused(
            f"{name}.not_json", f"The {name} is not JSON: {error.msg} in line {error.lineno}, column {error.colno}."
        ) from None
    except RecursionError:
        raise InputRefused(f"{name}.not_json", f"The {name} is nested too deeply.") from None
    except ValueError as error:
        raise InputRefused(f"{name}.not_json", f"The {name} is not JSON: {error}.") from None


def read_answers(text: str | None) -> dict[str, Any] | None:
    """Return answers by the ids of their questions, given as a JSON object; None when none are given.

    Raises InputRefused.
    """
    answers = None if text is None else read_json(text, name="answer")
    if answers is None or isinstance(answers, dict):
        return answers
    raise InputRefused("answer.does_not_fit", "Answers are a JSON object: the id of each question, and its answer.")


def _refuse_constant(word: str) -> NoReturn:
    raise ValueError(f"{word} is no JSON value")


def check_input(value: Any, schema: InputSchema) -> tuple[str, ...]:
    """Check an input, and return the keys that the schema does not declare. Raises InputRefused."""
    if value is None:
        raise InputRefused("input.missing", "The input is null; a run starts with an input, {} if it needs none.")
    if schema.root is not None:
        _check(value, schema.root, place="input")
        return ()
    if not isinstance(value, dict):
        keys = ", ".join(schema.fields)
        raise InputRefused(
            "input.does_not_fit",
            f"The input must be a JSON object with keys of the state ({keys}), not {short_text(value, _SHOWN)}.",
        )
    for name, field in schema.fields.items():
        if name in value:
            _check(value[name], field, place=f"input.{name}")
    return tuple(key for key in value if key not in schema.fields)


def check_context(value: Any, schema: Any) -> None:
    """Check a context against its schema. Raises InputRefused."""
    adapter = None if schema is None or value is None else adapter_of(schema)
    if adapter is not None:
        try:
            adapter.validate_python(value)
        except ValidationError as error:
            raise _does_not_fit(error, place="context") from None


def _check(value: Any, field: InputField, *, place: str) -> None:
    is_overwrite = isinstance(value, dict) and OVERWRITE in value
    adapter = adapter_of(field.hint) if field.is_checked and not is_overwrite else None
    if adapter is None:
        return
    try:
        adapter.validate_python(value)
    except ValidationError as error:
        raise _does_not_fit(error, place=place) from None


def _does_not_fit(error: ValidationError, *, place: str) -> InputRefused:
    faults = error.errors(include_url=False)
    first = faults[0]
    shown = short_text(first["input"], _SHOWN)
    more = f" There are {len(faults) - 1} more places like this." if len(faults) > 1 else ""
    name = place.partition(".")[0]
    where = f"{place}{_path(first['loc'])}"
    return InputRefused(f"{name}.does_not_fit", f"{where}: {first['msg']}; it is {shown}.{more}")


def _path(parts: Sequence[object] | Iterable[object]) -> str:
    return "".join(f"[{part}]" if isinstance(part, int) else f".{part}" for part in parts)
