"""Why a drawing gesture cannot be carried out."""

from __future__ import annotations


class EditRefused(Exception):
    """The gesture is refused and the document stays as it was. ``code`` is for programs, the sentence for people."""

    def __init__(self, code: str, sentence: str, *, line: int | None = None) -> None:
        self.code = code
        self.line = line
        super().__init__(sentence)
