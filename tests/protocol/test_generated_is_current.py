"""The page's types are made from the wire's records, and committed."""

from __future__ import annotations

from pathlib import Path

import pytest

from stepgraph.protocol import export
from stepgraph.protocol.typescript import UnknownWord, emit


def test_the_committed_types_are_those_of_the_records() -> None:
    """Who changes a record runs `stepgraph protocol` and commits what it writes."""
    committed = {name: (export.FOLDER / name).read_text(encoding="utf-8") for name in export.files()}

    assert committed == export.files()


def test_the_check_fails_and_names_the_command_when_a_file_is_stale(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Drift is found by machine, and the message says what to do."""
    export.write(check=False, folder=tmp_path)
    current = export.write(check=True, folder=tmp_path)
    (tmp_path / "generated.ts").write_text("export type AnyEvent = never;\n", encoding="utf-8")

    stale = export.write(check=True, folder=tmp_path)

    assert (current, stale) == (0, 1)
    assert capsys.readouterr().err == (
        "generated.ts is not what the wire's records say; run `stepgraph protocol`, and commit it.\n"
    )


def test_an_installed_package_says_that_it_has_no_sources_of_the_page(tmp_path: Path) -> None:
    """Nothing is written where there is no page to write for."""
    assert export.write(check=False, folder=tmp_path / "frontend") == 2
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("field", "word"),
    [
        ({"type": "array", "prefixItems": [{"type": "string"}]}, "prefixItems"),
        ({"type": "string", "pattern": "^a$"}, "pattern"),
        ({"type": "date"}, "date"),
        ({"not": {"type": "null"}}, "not"),
    ],
)
def test_the_wire_cannot_grow_a_shape_that_the_page_cannot_type(field: dict[str, object], word: str) -> None:
    """An unknown schema word stops the export and is named."""
    record = {"type": "object", "properties": {"odd": field}, "required": ["odd"], "additionalProperties": False}

    with pytest.raises(UnknownWord, match=word):
        emit({"x-constants": {}, "$defs": {"Odd": record}})


def test_a_record_that_would_take_unknown_fields_stops_the_export() -> None:
    """Every record on the wire is closed."""
    record = {"type": "object", "properties": {}, "required": []}

    with pytest.raises(UnknownWord, match="refuse unknown fields"):
        emit({"x-constants": {}, "$defs": {"Open": record}})


def test_a_record_becomes_a_readonly_interface_with_its_sentence() -> None:
    """Names in a docstring are told as the page spells them."""
    record = {
        "type": "object",
        "description": "One span. ``end_line`` is the last.",
        "properties": {"endLine": {"type": "integer"}, "label": {"anyOf": [{"type": "string"}, {"type": "null"}]}},
        "required": ["endLine"],
        "additionalProperties": False,
    }

    written = emit({"x-constants": {"LIMIT": 3}, "$defs": {"Span": record}})

    assert written.split(" */\n", 1)[1] == (
        "\nexport const LIMIT = 3 as const;\n\n"
        "/** One span. `endLine` is the last. */\n"
        "export interface Span {\n"
        "  readonly endLine: number;\n"
        "  readonly label?: string | null;\n"
        "}\n"
    )
