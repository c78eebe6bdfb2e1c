"""JSON as the standard says it, and no more: what two readers could read differently is refused."""

from __future__ import annotations

import json
from collections.abc import Iterable

JsonValue = object
"""What JSON text decodes to: None, bool, int, float, str, list or dict with str keys."""


class NotJson(ValueError):
    """The text is not JSON, or not JSON that means one thing; the message is a sentence."""


def loads(text: str) -> JsonValue:
    """Decode ``text``, refusing duplicate keys, NaN, infinities, lone surrogates and endless nesting."""
    try:
        value = _decoder.decode(text)
        # Half of a surrogate pair passes the decoder as an escape, and would fail in every later encoder.
        json.dumps(value, ensure_ascii=False).encode()
    except RecursionError:
        raise NotJson("The JSON is nested too deeply to be read.") from None
    except UnicodeEncodeError:
        raise NotJson("The JSON holds half of a surrogate pair, which is no character.") from None
    except json.JSONDecodeError as error:
        raise NotJson(f"This is not JSON: {error.msg} at line {error.lineno}, column {error.colno}.") from None
    except NotJson:
        raise
    except ValueError:
        raise NotJson("The JSON holds a number with more digits than can be read.") from None
    return value


def _object(pairs: Iterable[tuple[str, JsonValue]]) -> dict[str, JsonValue]:
    result: dict[str, JsonValue] = {}
    for key, value in pairs:
        if key in result:
            raise NotJson(f"The JSON has the key {json.dumps(key)} twice in one object.")
        result[key] = value
    return result


def _constant(name: str) -> JsonValue:
    raise NotJson(f"{name} is no JSON number.")


def _float(text: str) -> float:
    number = float(text)
    if number in {float("inf"), float("-inf")}:
        raise NotJson(f"The number {text[:40]} is too large.")
    return number


_decoder = json.JSONDecoder(object_pairs_hook=_object, parse_constant=_constant, parse_float=_float)
