"""What a caller is told who uses a name that the graph model has given up."""

from __future__ import annotations


class LangGraphDeprecationWarning(DeprecationWarning):
    """A name still works and has a better successor; says since when and until when."""

    since: tuple[int, int] = (0, 0)
    expected_removal: tuple[int, int] = (2, 0)

    def __init__(self, message: str, *args: object) -> None:
        super().__init__(message, *args)
        self.message = message.rstrip(".")

    def __str__(self) -> str:
        since = f"V{self.since[0]}.{self.since[1]}"
        removal = f"V{self.expected_removal[0]}.{self.expected_removal[1]}"
        return f"{self.message}. Deprecated in LangGraph {since} to be removed in {removal}."


class LangGraphDeprecatedSinceV05(LangGraphDeprecationWarning):
    """Given up in version 0.5 of the model."""

    since = (0, 5)


class LangGraphDeprecatedSinceV10(LangGraphDeprecationWarning):
    """Given up in version 1.0 of the model."""

    since = (1, 0)


class LangGraphDeprecatedSinceV11(LangGraphDeprecationWarning):
    """Given up in version 1.1 of the model."""

    since = (1, 1)
    expected_removal = (3, 0)
