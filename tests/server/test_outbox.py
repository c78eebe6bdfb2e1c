"""The outbox: a slow page gets a snapshot and never a backlog, and what must arrive arrives."""

from __future__ import annotations

import json

from stepgraph.server.outbox import MAX_CHANGES, MAX_EVENTS, MAX_TOLD, Outbox


def frame(name: object) -> bytes:
    """A frame by its name."""
    return json.dumps({"name": name}).encode()


async def sent(outbox: Outbox) -> list[object]:
    """The names of the frames that are sent next."""
    names: list[object] = []
    for message in await outbox.messages():
        decoded = json.loads(message)
        names += [one["name"] for one in (decoded if isinstance(decoded, list) else [decoded])]
    return names


def following() -> Outbox:
    """An outbox that follows a log."""
    outbox = Outbox()
    outbox.follow(lambda: frame("snapshot"))
    return outbox


async def test_events_are_sent_in_order_and_together() -> None:
    """What waits goes out in one message, in the order in which it came."""
    outbox = following()
    outbox.publish([frame(1), frame(2)])
    outbox.publish([frame(3)])

    assert await sent(outbox) == [1, 2, 3]


async def test_a_full_outbox_is_emptied_for_a_snapshot() -> None:
    """A page that is too slow skips what it could not take; what comes after the snapshot follows it."""
    outbox = following()
    outbox.publish([frame(number) for number in range(MAX_EVENTS + 1)])
    outbox.publish([frame("held by the snapshot")])

    first = await sent(outbox)
    outbox.publish([frame("next")])

    assert (first, await sent(outbox)) == (["snapshot"], ["next"])


async def test_large_events_fill_the_outbox_as_many_do() -> None:
    """Memory is bounded by bytes as well as by numbers."""
    outbox = following()
    for _ in range(5):
        outbox.publish([frame("x" * 1_000_000)])

    assert await sent(outbox) == ["snapshot"]


async def test_the_snapshot_is_of_the_moment_in_which_it_is_sent() -> None:
    """It is made when the page can take it, so that it is never old."""
    made: list[int] = []
    outbox = Outbox()
    outbox.follow(lambda: frame(len(made)))
    outbox.start_over()
    made += [1, 2, 3]

    assert await sent(outbox) == [3]


async def test_answers_are_kept_when_events_are_not() -> None:
    """A reply is never part of what is thrown away."""
    outbox = following()
    outbox.tell(frame("reply"))
    outbox.publish([frame(number) for number in range(MAX_EVENTS + 1)])
    outbox.tell(frame("another"))

    assert await sent(outbox) == ["reply", "another", "snapshot"]


async def test_another_log_forgets_the_events_of_the_one_before() -> None:
    """A page that follows another thread is not sent the rest of the old one."""
    outbox = following()
    outbox.publish([frame("old")])
    outbox.follow(lambda: frame("new snapshot"))
    outbox.tell(frame("welcome"))
    outbox.start_over()

    assert await sent(outbox) == ["welcome", "new snapshot"]


async def test_only_the_newest_note_is_sent() -> None:
    """What is being waited for matters only until the next thing is."""
    outbox = following()
    outbox.note(frame("starting"))
    outbox.note(frame("ready"))

    assert await sent(outbox) == ["ready"]


async def test_long_messages_are_split_between_frames() -> None:
    """No message grows without bound, and no frame is cut."""
    outbox = following()
    outbox.publish([frame("x" * 200_000) for _ in range(3)])

    messages = await outbox.messages()

    assert len(messages) == 3


async def test_a_sign_of_life_does_not_queue_up() -> None:
    """A page that takes nothing is not sent heartbeats one after the other later."""
    outbox = following()
    outbox.beat(frame("beat"))
    outbox.beat(frame("beat"))

    assert await sent(outbox) == ["beat"]


async def test_who_never_reads_is_not_listened_to() -> None:
    """Answers wait for a page only up to a number; then its next command waits for it."""
    outbox = following()
    for _ in range(MAX_TOLD):
        outbox.tell(frame("reply"))
    waiting = outbox.has_room
    await outbox.messages()

    assert (waiting, outbox.has_room) == (False, True)


def showing() -> Outbox:
    """An outbox that follows a document and has sent its text."""
    outbox = Outbox()
    outbox.follow_document(lambda: frame("whole text"))
    return outbox


async def test_a_document_begins_with_its_whole_text() -> None:
    """What changes before it is sent is in it; what follows the hello comes first."""
    outbox = showing()
    outbox.tell(frame("welcome"))
    outbox.change(frame("in the text"))

    assert await sent(outbox) == ["welcome", "whole text"]


async def test_changes_and_answers_keep_their_order() -> None:
    """A page hears of the change before it hears that its command is done."""
    outbox = showing()
    await sent(outbox)
    outbox.change(frame(1))
    outbox.tell(frame("answer"))
    outbox.change(frame(2))

    assert await sent(outbox) == [1, "answer", 2]


async def test_too_many_changes_are_replaced_by_the_whole_text() -> None:
    """Answers among them are kept; what comes after the text follows it."""
    outbox = showing()
    await sent(outbox)
    outbox.change(frame("first"))
    outbox.tell(frame("answer"))
    for number in range(MAX_CHANGES + 1):
        outbox.change(frame(number))

    first = await sent(outbox)
    outbox.change(frame("next"))

    assert (first, await sent(outbox)) == (["answer", "whole text"], ["next"])


async def test_of_what_is_shown_only_the_newest_is_sent() -> None:
    """After the changes that it was made of, and without what it makes old."""
    outbox = showing()
    await sent(outbox)
    outbox.show("drawing", frame("drawing 1"))
    outbox.show("fault", frame("fault 2"))
    outbox.change(frame("change 3"))
    outbox.show("drawing", frame("drawing 3"), instead_of=("fault",))
    outbox.show("findings", frame("findings 3"))

    assert await sent(outbox) == ["change 3", "drawing 3", "findings 3"]


async def test_who_leaves_a_document_hears_nothing_of_it_any_more() -> None:
    """Not even what waited; answers arrive."""
    outbox = showing()
    await sent(outbox)
    outbox.change(frame("change"))
    outbox.show("drawing", frame("drawing"))
    outbox.tell(frame("answer"))
    outbox.leave_document()

    assert await sent(outbox) == ["answer"]
