"""What a person does about a document's file: save, run what is saved, settle a conflict; and what changes outside."""

from __future__ import annotations

import asyncio

from stepgraph.protocol.frames import Accepted
from stepgraph.protocol.problems import Problem
from stepgraph.server.desk.paper import Paper
from stepgraph.server.refusals import Refusal

GONE_S = 0.3
"""An editor that saves by renaming takes the file away for a moment."""

DONE = Accepted()


class FileActs:
    """The acts about one document's file, one after the other with those about its text."""

    def __init__(self, paper: Paper) -> None:
        self._paper = paper
        self._second_look: asyncio.Task[None] | None = None

    async def save(self) -> Accepted:
        """Write the text to the file. Raises Refusal."""
        async with self._paper.lane:
            self._paper.require_writable()
            self._require_no_conflict()
            await self._paper.save()
            self._require_saved()
        return DONE

    async def flush(self) -> None:
        """Write what is not saved, since the file is about to be run. Raises Refusal."""
        async with self._paper.lane:
            if self._paper.is_edited:
                self._require_no_conflict()
                await self._paper.save()
                self._require_saved()

    async def set_autosave(self, *, on: bool) -> Accepted:
        """Say whether edits are written to the file as they are made."""
        async with self._paper.lane:
            self._paper.autosave = on
            await self._paper.save_if_wanted()
            self._paper.onlookers.tell_view()
        return DONE

    async def keep_mine(self) -> Accepted:
        """End a conflict: what is here goes over what the file holds. Raises Refusal."""
        paper = self._paper
        async with paper.lane:
            self._require_conflict()
            await paper.filing.save_over(paper.draft())
            paper.onlookers.tell_view()
            self._require_saved()
        return DONE

    async def take_theirs(self) -> Accepted:
        """End a conflict: what the file holds takes the place of what is here; Undo gets it back. Raises Refusal."""
        paper = self._paper
        async with paper.lane:
            self._require_conflict()
            theirs = paper.filing.theirs
            if theirs is None:
                sentence = f"{paper.path.name} is gone, so there is nothing to take. Keep yours to write it again."
                raise Refusal("document.gone", sentence)
            paper.filing.take(theirs)
            await paper.take(theirs, title="taking what the file holds")
        return DONE

    async def look(self) -> None:
        """Look whether the file changed outside, and take up what it holds when nothing is unsaved here."""
        paper = self._paper
        async with paper.lane:
            before = paper.view()
            try:
                seen, found = await paper.filing.look(paper.buffer.text, own_hash=paper.hash)
            except OSError as error:
                sentence = f"{paper.path.name} cannot be read any more: {error.strerror or error}."
                paper.filing.trouble = Problem("document.unreadable", sentence, path=str(paper.path))
                seen, found = "same", None
            if seen == "gone":
                self._look_again()
            elif seen == "changed" and found is not None:
                await paper.take(found, title="a change from outside")
            if paper.view() != before and seen != "changed":
                paper.onlookers.tell_view()
            await paper.save_if_wanted()

    def close(self) -> None:
        """Look no more."""
        if self._second_look is not None:
            self._second_look.cancel()

    def _look_again(self) -> None:
        filing = self._paper.filing
        is_known = filing.conflict is not None and filing.theirs is None
        if not is_known and (self._second_look is None or self._second_look.done()):
            self._second_look = asyncio.create_task(self._look_after_a_moment())

    async def _look_after_a_moment(self) -> None:
        paper = self._paper
        await asyncio.sleep(GONE_S)
        async with paper.lane:
            if not await asyncio.to_thread(paper.path.exists):
                await paper.filing.begin_conflict(None, paper.buffer.text)
                paper.onlookers.tell_view()
                return
        await self.look()

    def _require_conflict(self) -> None:
        if self._paper.filing.conflict is None:
            raise Refusal("document.no_conflict", "The file and what is here do not contradict each other any more.")

    def _require_no_conflict(self) -> None:
        filing = self._paper.filing
        if filing.conflict is not None:
            what = "is gone" if filing.theirs is None else "changed"
            name = self._paper.path.name
            sentence = f"{name} {what} on the disk while there are edits here. Choose which to keep first."
            raise Refusal("document.conflict", sentence)

    def _require_saved(self) -> None:
        self._require_no_conflict()
        if self._paper.filing.trouble is not None and self._paper.is_edited:
            raise Refusal.of(self._paper.filing.trouble)
