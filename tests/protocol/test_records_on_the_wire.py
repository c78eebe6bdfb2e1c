"""What every record of the wire holds to, whatever is in it."""

from __future__ import annotations

import json

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from stepgraph.protocol.frames import AnyServerFrame
from stepgraph.protocol.shape import Shape
from tests.protocol.shapes import EVENTS, FRAMES, PAGES, records

few = settings(max_examples=10, deadline=None, suppress_health_check=[HealthCheck.too_slow])
every_record = pytest.mark.parametrize("shape", [*EVENTS, *FRAMES, *PAGES], ids=lambda shape: shape.__name__)


@every_record
@given(data=st.data())
@few
def test_a_record_comes_back_as_it_was_sent(shape: type[Shape], data: st.DataObject) -> None:
    """JSON and msgpack both give back an equal record."""
    record = data.draw(records(shape))

    by_json = msgspec.json.decode(msgspec.json.encode(record), type=shape)
    by_msgpack = msgspec.msgpack.decode(msgspec.msgpack.encode(record), type=shape)

    assert (by_json, by_msgpack) == (record, record)


@every_record
@given(data=st.data())
@few
def test_a_field_that_nobody_knows_is_refused(shape: type[Shape], data: st.DataObject) -> None:
    """A typing mistake on one end is an error on the other, never a silence."""
    fields = json.loads(msgspec.json.encode(data.draw(records(shape))))

    with pytest.raises(msgspec.ValidationError, match="unknown field `colour`"):
        msgspec.convert(fields | {"colour": "red"}, type=shape)


@every_record
@given(data=st.data())
@few
def test_only_previews_leave_fields_out(shape: type[Shape], data: st.DataObject) -> None:
    """Absent and null never mean different things: a field is always written, but in a preview."""
    fields = json.loads(msgspec.json.encode(data.draw(records(shape))))

    written = set(fields) - {shape.__struct_config__.tag_field}

    assert written == set(shape.__struct_encode_fields__)


@pytest.mark.parametrize("shape", EVENTS, ids=lambda shape: shape.__name__)
def test_an_event_is_named_by_what_happened(shape: type[Shape]) -> None:
    """``noun.verb``, and every event says its run and its namespace."""
    tag = shape.__struct_config__.tag

    assert isinstance(tag, str)
    assert tag.count(".") == 1
    assert {"run", "ns"} <= set(shape.__struct_fields__)


@given(data=st.data())
@few
def test_a_message_may_be_one_frame_or_several(data: st.DataObject) -> None:
    """The page tells the frames apart by their tag alone."""
    frames = data.draw(st.lists(st.one_of([records(shape) for shape in FRAMES]), max_size=3))

    decoded = msgspec.json.decode(msgspec.json.encode(frames), type=list[AnyServerFrame])

    assert decoded == frames
