"""The pages that show a document, and what all of them are told."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

from msgspec.structs import replace

from stepgraph.protocol.document import DocumentView
from stepgraph.protocol.frames import ArrangementFrame, DocumentFrame, DrawingFrame, FindingsFrame, encoder
from stepgraph.server.desk.buffer import Change
from stepgraph.server.outbox import Outbox

Cause = Literal["opened", "typed", "drawn", "undone", "redone", "outside", "saved"]


class Onlookers:
    """The pages of one document, whatever sessions they follow.

    ``named`` of a page: its session's document only names the file that is edited, and its graph there, so the view
    tells both.
    """

    def __init__(self, view: Callable[[], DocumentView], text: Callable[[], str]) -> None:
        self._view = view
        self._text = text
        self._pages: dict[Outbox, str | None] = {}
        self._drawing: DrawingFrame | None = None
        self._fault: DrawingFrame | None = None
        self._findings: FindingsFrame | None = None

    @property
    def are_there(self) -> bool:
        """Whether anybody looks."""
        return bool(self._pages)

    @property
    def drawing(self) -> DrawingFrame | None:
        """The newest drawing that could be made."""
        return self._drawing

    def add(self, page: Outbox, *, named: str | None, arrangement: ArrangementFrame) -> None:
        """Let a page follow: from the whole text on, with what is known of it."""
        page.follow_document(lambda: self._whole(named=named))
        self._pages[page] = named
        for frame in (self._drawing, self._fault, self._findings):
            if frame is not None:
                self._show(page, frame)
        page.show("arrangement", encoder.encode(arrangement))

    def remove(self, page: Outbox) -> None:
        """The page follows no longer."""
        if self._pages.pop(page, None) is not None:
            page.leave_document()

    def tell_change(self, change: Change, *, cause: Cause, author: str | None = None) -> None:
        """Tell what an act did to the text."""
        frame = DocumentFrame(self._view(), None, change.base, change.changes, author, cause)
        self._tell_document(frame)

    def tell_view(self, *, cause: Cause = "saved") -> None:
        """Tell how the document stands, when its text did not change."""
        self._tell_document(DocumentFrame(self._view(), None, None, None, None, cause))

    def tell_drawing(self, frame: DrawingFrame) -> None:
        """Tell the text as graphs, or why there are none."""
        if frame.drawing is None:
            self._fault = frame
        else:
            self._drawing, self._fault = frame, None
        self._tell(frame)

    def tell_findings(self, frame: FindingsFrame) -> None:
        """Tell what the rules found."""
        self._findings = frame
        self._tell(frame)

    def tell_arrangement(self, frame: ArrangementFrame) -> None:
        """Tell where the boxes are."""
        encoded = encoder.encode(frame)
        for page in self._pages:
            page.show("arrangement", encoded)

    def _tell(self, frame: DrawingFrame | FindingsFrame) -> None:
        encoded = encoder.encode(frame)
        for page in self._pages:
            self._show(page, frame, encoded)

    @staticmethod
    def _show(page: Outbox, frame: DrawingFrame | FindingsFrame, encoded: bytes | None = None) -> None:
        encoded = encoded or encoder.encode(frame)
        if isinstance(frame, FindingsFrame):
            page.show("findings", encoded)
        elif frame.drawing is None:
            page.show("fault", encoded)
        else:
            page.show("drawing", encoded, instead_of=("fault", "findings"))

    def _tell_document(self, frame: DocumentFrame) -> None:
        encoded: dict[str | None, bytes] = {}
        for page, named in self._pages.items():
            if named not in encoded:
                encoded[named] = encoder.encode(_as_named(frame, named))
            page.change(encoded[named])

    def _whole(self, *, named: str | None) -> bytes:
        frame = DocumentFrame(self._view(), self._text(), None, None, None, "opened")
        return encoder.encode(_as_named(frame, named))


def _as_named(frame: DocumentFrame, named: str | None) -> DocumentFrame:
    if named is None:
        return frame
    return replace(frame, view=replace(frame.view, target=frame.view.path, graph=named))
