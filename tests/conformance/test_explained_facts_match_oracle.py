"""The page's sentences are compared with these files; here they are compared with what they were recorded from."""

from __future__ import annotations

import pytest

from tests.support import transcripts
from tests.support.oracle import oracle, stories
from tests.support.record import recorded
from tests.support.stories import STORIES, Story


@pytest.mark.parametrize("story", STORIES, ids=lambda story: story.name)
def test_the_transcripts_are_what_the_engine_tells(story: Story) -> None:
    """A changed engine needs them recorded anew: ``python -m tests.support.record``."""
    assert (transcripts.FOLDER / f"{story.name}.jsonl").read_text(encoding="utf-8") == recorded(story)


@pytest.mark.parametrize("story", stories(), ids=lambda story: story.name)
def test_the_oracle_is_what_the_reference_keeps(story: Story) -> None:
    """The facts that the sentences must agree with: ``python -m tests.support.oracle``."""
    assert (transcripts.FOLDER / f"{story.name}.oracle.json").read_text(encoding="utf-8") == oracle(story)
