"""What a saver says when it cannot keep or read a checkpoint: a sentence and a code."""

from __future__ import annotations


class SaverError(RuntimeError):
    """A checkpoint could not be kept or read. `code` names the kind, the text what happened, where, and what helps."""

    def __init__(self, code: str, sentence: str) -> None:
        super().__init__(sentence)
        self.code = code


class MissingDriver(ImportError):
    """The package that speaks to the database is not installed."""

    code = "saver.missing_driver"


def place(thread_id: str, ns: str, checkpoint_id: str) -> str:
    """Return how a sentence calls a checkpoint."""
    inside = f" in the namespace {ns!r}" if ns else ""
    return f"checkpoint {checkpoint_id} of thread {thread_id!r}{inside}"


def damaged(where: str, what: str) -> SaverError:
    """Return the refusal of a checkpoint whose stored bytes are not those that were saved."""
    return SaverError(
        "checkpoint.damaged",
        f"Damaged: {where}. {what} Nothing of it was used. Other checkpoints and threads can still be read; "
        "go on from another checkpoint of this thread, or delete the thread.",
    )


def newer(where: str, found: int, known: int) -> SaverError:
    """Return the refusal of a checkpoint in a format of the future."""
    return SaverError(
        "checkpoint.newer",
        f"Written by a newer version: {where}. It has format {found}, and this version reads up to {known}. "
        "Update Stepgraph to read it; older checkpoints and other threads can be read as they are.",
    )


def unreadable(where: str, what: str, error: Exception) -> SaverError:
    """Return the refusal of a value that cannot be made from its bytes."""
    return SaverError(
        "checkpoint.unreadable",
        f"Unreadable: {what} of {where}. Making it from its bytes ended with {type(error).__name__}: {error}. "
        "Register its class as it was when it was saved, or go on from a checkpoint before it.",
    )


def parent_gone(where: str, parent_id: str) -> SaverError:
    """Return the refusal of a difference from a checkpoint that is not there."""
    return SaverError(
        "checkpoint.parent_gone",
        f"Not saved: {where}. It goes on from checkpoint {parent_id}, which is no longer stored: the thread was "
        "deleted or pruned meanwhile. Load the thread again and go on from what is there.",
    )
