"""What an answer to a question must be: the type or the schema that the question names."""

from __future__ import annotations

from typing import Any

from pydantic import TypeAdapter, ValidationError

from stepgraph.errors import mark_invalid_resume


class AnswerType:
    """The `response_schema` of a question.

    A type makes of an answer a value of that type; a JSON schema is only shown to whoever answers, and None asks for
    nothing.
    """

    def __init__(self, given: dict[str, Any] | type[Any] | None) -> None:
        self._schema = given if isinstance(given, dict) else None
        self._type: TypeAdapter[Any] | None = None if given is None or isinstance(given, dict) else TypeAdapter(given)

    def schema(self) -> dict[str, Any] | None:
        """Return what whoever answers is told: a JSON schema, which a saver can keep as a type could not be kept."""
        return self._schema if self._type is None else self._type.json_schema()

    def fitted(self, answer: Any) -> Any:
        """Return the answer as the node gets it; raise a marked `ValidationError` if it is not what was asked for."""
        if self._type is None:
            return answer
        try:
            return self._type.validate_python(answer)
        except ValidationError as error:
            mark_invalid_resume(error)
            raise
