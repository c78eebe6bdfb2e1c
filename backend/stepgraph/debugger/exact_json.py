"""Values that JSON holds exactly: nothing is lost when a person edits their text and sends it back."""

from __future__ import annotations

import math
import re
from json import dumps as json_text
from json.encoder import encode_basestring

MAX_DEPTH = 100
_PLAIN = frozenset({str, int, bool, type(None)})
_SURROGATE = re.compile("[\ud800-\udfff]")


def is_exact(value: object, depth: int = MAX_DEPTH) -> bool:
    """Tell whether `value` is made of JSON's own types alone, and is neither cyclic nor deeper than `depth`.

    Classes are compared exactly: a tuple, an enum or a subclass would come back as something else.
    """
    kind = type(value)
    if kind in _PLAIN:
        return True
    if kind is float:
        return math.isfinite(value)  # type: ignore[arg-type]  # a float here
    if depth == 0:
        return False
    if kind is list:
        return _all_exact(value, depth - 1)
    if kind is dict:
        return all(type(key) is str for key in value) and _all_exact(value.values(), depth - 1)  # type: ignore[attr-defined]  # a dict here
    return False


def _all_exact(values: object, depth: int) -> bool:
    for value in values:  # type: ignore[attr-defined]  # a list or the values of a dict
        kind = type(value)
        # Scalars are tested here, without a call: long lists are mostly made of them.
        if kind not in _PLAIN and not is_exact(value, depth):
            return False
    return True


def quoted(text: str) -> str:
    """Return `text` in double quotes with JSON's escapes, and with lone surrogates escaped, which no wire carries."""
    encoded = encode_basestring(text)
    return encoded if encoded.isascii() else clean(encoded)


def clean(text: str) -> str:
    """Return `text` with lone surrogates as escapes; others keep their form."""
    return _SURROGATE.sub(lambda found: f"\\u{ord(found[0]):04x}", text)


def dumps(value: object) -> str:
    """Return the JSON text of an exact value, in the form in which previews show it."""
    return clean(json_text(value, ensure_ascii=False, check_circular=False))
