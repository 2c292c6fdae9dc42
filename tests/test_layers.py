"""Who may import whom, beside the standard library: a table, kept by reading every import."""

import ast
import re
import sys
from pathlib import Path

import pytest

import playground

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "playground"
STRATEGY_FILES = sorted(
    path.stem for path in (PACKAGE / "strategies").glob("[!_]*.py") if path.stem not in {"packing", "opening"}
)
SNIPPETS = {"settings", *(f"giving.snippets.{name}" for name in ("parts", "recipe", "words"))}
LIBRARIES = ("own", "langchain", "llamaindex", "chonkie")

# file -> all it may import; "strategies" is the table, "strategies.packing" the mechanism. settings knows the table
# because its names are what it checks against.
MAY: dict[str, set[str]] = {
    **{room: set[str]() for room in ("text", "measuring", "judging", "asking", "taking", "giving", "drawing")},
    "errors": set(),
    "checks": {"errors"},
    "text.stops": set(),
    "spans": {"numpy"},
    "text.boundaries": {"spans", "numpy", "regex"},
    "text.blocks": {"text.boundaries", "spans"},
    "text.corrections": {"text.boundaries", "text.stops"},
    "text.careful": {"spans", "text.stops", "text.corrections", "pysbd"},
    "text.sentences": {"text.blocks", "text.boundaries", "text.careful", "spans", "text.stops", "numpy"},
    "text.counted_words": {"text.boundaries", "spans", "numpy", "regex"},
    "text.visible": {"spans", "numpy"},
    "document": {
        "errors",
        "text.blocks",
        "text.boundaries",
        "text.counted_words",
        "text.sentences",
        "text.careful",
        "outline",
        "spans",
        "measuring.tokens",
        "numpy",
    },
    "outline": {"text.blocks", *(f"outline.{name}" for name in ("parts", "markdown", "hypertext", "plain"))},
    "outline.parts": {"text.boundaries", "spans", "numpy"},
    "outline.tags": set(),
    "outline.lines": {"text.boundaries"},
    "outline.markdown": {"outline.lines", "outline.parts", "spans", "markdown_it"},
    "outline.hypertext": {"text.boundaries", "outline.parts", "outline.tags", "spans"},
    "outline.plain": {"text.blocks", "text.boundaries", "outline.parts", "spans"},
    "measuring.lengths": {"text.counted_words", "spans", "measuring.tokens", "numpy"},
    "contexts": {"measuring.lengths", "outline", "spans", "numpy"},
    "measuring.token_length": {"spans", "measuring.token_boundaries", "measuring.tokens"},
    "sizing": {"document", "measuring.lengths", "measuring.token_length"},
    "judging.models": {"checks"},
    "judging.bill": {"checks", "errors", "judging.metrics"},
    "judging.plan": {"checks", "errors", "judging.models", "judging.bill"},
    "judging.unread": {"judging.report", "spans", "numpy"},
    "judging.damage": {"contexts", "document", "judging.metrics", "outline", "spans", "numpy"},
    "asking.passages": {"limits", "text.visible", "regex"},
    "asking.questions": {"asking.passages", "halves", "json_lines", "limits", "errors"},
    "asking.retrieval": {"spans", "numpy", "regex", "bm25s"},
    "asking.reading": {"checks", "errors", "asking.passages", "judging.report", "asking.retrieval", "spans", "numpy"},
    "asking.resampling": {"spans", "numpy"},
    "asking.verdicts": {
        "measuring.lengths",
        "asking.passages",
        "asking.questions",
        "asking.resampling",
        "spans",
        "numpy",
    },
    "asking.reasons": {
        "asking.passages",
        "asking.reading",
        "asking.retrieval",
        "asking.verdicts",
        "judging.report",
        "spans",
    },
    "asking.tradeoff": {"numpy"},
    "judging.compare": {
        "splitting",
        "document",
        "errors",
        "measuring.lengths",
        "judging.metrics",
        "judging.report",
        "settings",
        "spans",
        "strategies",
        "asking.verdicts",
        "numpy",
    },
    "giving.rows": {"halves", "settings", "contexts", "sizing", "judging.report", "spans", "numpy"},
    "cells": set(),
    "json_lines": set(),
    "halves": set(),
    "giving.export": {"cells", "json_lines", "judging.report", "giving.rows", "pyarrow"},
    "giving.formats": {"giving.export", "giving.report_page"},
    "drawing.drawings": {"judging.metrics", "judging.report", "judging.strips", "words", "numpy"},
    "giving.marked_text": {"judging.report", "spans", "words", "numpy"},
    "giving.report_page": {
        "judging.damage",
        "drawing.drawings",
        "giving.marked_text",
        "judging.report",
        "giving.rows",
        "settings",
        "strategies",
        "judging.strips",
        "words",
    },
    "judging.strips": {"judging.report", "spans", "numpy"},
    "judging.difference": {"judging.report", "spans", "numpy"},
    "judging.looks": {"judging.cleaning", "document", "text.stops", "strategies"},
    "judging.findings": {"judging.looks", "judging.report", "strategies", "words"},
    "judging.advice": {"judging.looks", "words"},
    "judging.cleaning": {"document", "numpy"},
    "judging.healing": {"document", "errors", "judging.report", "settings"},
    "judging.pages": {"spans"},
    "giving.share": {"errors", "judging.plan", "asking.reading", "settings"},
    "taking.parquet_pages": set(),
    "taking.chunk_tables": {"errors", "limits", "taking.parquet_pages", "pyarrow"},
    "taking.own_chunks": {"taking.chunk_tables", "halves", "limits", "cells", "errors", "taking.loading"},
    "taking.lines_ahead": {"taking.own_chunks", "text.visible"},
    "taking.alignment": {"taking.lines_ahead", "taking.own_chunks", "spans", "text.visible", "words", "numpy"},
    "taking.joining": {"taking.alignment", "taking.own_chunks", "words"},
    "giving.settings_file": {"halves", "errors", "settings", "strategies"},
    "giving.command_options": {"giving.formats", "settings", "giving.settings_file", "strategies"},
    "giving.command": {
        "checks",
        "giving.formats",
        "giving.command_options",
        "taking.converting",
        "giving.export",
        "giving.report_page",
        "giving.rows",
        "strategies",
        "document",
        "errors",
        "taking.loading",
        "sizing",
        "judging.report",
        "settings",
        "giving.settings_file",
        "measuring.vocabulary",
        "words",
    },
    "__main__": {"giving.command"},
    "giving.contents": {"errors", "limits", "asking.questions"},
    "giving.common_words": {"errors"},
    "giving.shared_text": {"giving.common_words", "giving.contents", "errors", "limits"},
    "giving.snapshot_database": {"errors", "sqlalchemy"},
    "giving.senders": {"errors"},
    "giving.snapshots": {"giving.contents", "errors", "limits", "giving.senders", "giving.snapshot_database"},
    "judging.strip": {"numpy", "spans"},
    "measuring.tokens": {"numpy", "spans", "measuring.token_boundaries", "measuring.vocabulary"},
    "measuring.token_boundaries": {"numpy", "spans"},
    "measuring.fetching": set(),
    "measuring.vocabulary": {"measuring.fetching", "tiktoken"},
    "words": set(),
    "settings": {"checks", "errors", "strategies"},
    "judging.metrics": {"numpy", "spans", "document"},
    "splitting": {
        "contexts",
        "document",
        "errors",
        "measuring.lengths",
        "sizing",
        "settings",
        "spans",
        "strategies",
    },
    "chunks": {
        "contexts",
        "document",
        "errors",
        "measuring.lengths",
        "measuring.vocabulary",
        "numpy",
        "settings",
        "spans",
        "splitting",
        "strategies",
    },
    "judging.report": {
        "chunks",
        "document",
        "judging.damage",
        "judging.metrics",
        "judging.pages",
        "judging.strip",
        "measuring.lengths",
        "sizing",
        "measuring.token_length",
        "measuring.tokens",
        "numpy",
        "settings",
        "spans",
        "splitting",
        "strategies.packing",
    },
    "giving.snippets": {
        "settings",
        "giving.snippets.comparison",
        "giving.snippets.libraries",
        "giving.snippets.recipe",
    },
    "giving.snippets.recipe": set(),
    "giving.snippets.parts": {"settings", "giving.snippets.recipe", "tiktoken", "measuring.vocabulary"},
    "giving.snippets.words": {"settings", "strategies"},
    "giving.snippets.own": {"playground", "settings", "giving.snippets.recipe"},
    "giving.snippets.langchain": {*SNIPPETS, "langchain_text_splitters"},
    "giving.snippets.llamaindex": {*SNIPPETS, "llama_index"},
    "giving.snippets.chonkie": {*SNIPPETS, "chonkie"},
    "giving.snippets.libraries": {
        "checks",
        "settings",
        "giving.snippets.recipe",
        *(f"giving.snippets.{name}" for name in LIBRARIES),
    },
    "giving.snippets.comparison": {
        "judging.report",
        "giving.snippets.libraries",
        "giving.snippets.recipe",
        "measuring.vocabulary",
        "numpy",
    },
    "taking.guessing": {"charset_normalizer"},
    "limits": set(),
    "taking.loading": {"errors", "taking.guessing", "limits", "words"},
    "taking.converting": {
        "errors",
        "taking.loading",
        "numpy",
        *(f"taking.converting.{name}" for name in ("archive", "docx", "encoding", "epub", "hypertext", "parts", "pdf")),
    },
    "taking.converting.parts": {"errors", "limits"},
    "taking.converting.markdown": {"limits", "taking.converting.parts", "taking.converting.tables"},
    "taking.converting.tables": {"taking.converting.parts", "words"},
    "taking.converting.elements": set(),
    "taking.converting.hypertext": {
        "outline.tags",
        "limits",
        "words",
        *(f"taking.converting.{name}" for name in ("elements", "markdown", "parts", "tables", "tags")),
    },
    "taking.converting.encoding": {"errors", "taking.loading"},
    "taking.converting.archive": {"taking.converting.parts", "errors", "limits"},
    "taking.converting.xmls": {"taking.converting.parts", "errors", "limits"},
    "taking.converting.equations": set(),
    "taking.converting.numbering": set(),
    "taking.converting.symbols": set(),
    "taking.converting.docx": {
        "errors",
        "limits",
        "words",
        *(f"taking.converting.{name}" for name in ("archive", "equations", "markdown")),
        *(f"taking.converting.{name}" for name in ("numbering", "parts", "symbols", "tables", "xmls")),
    },
    "taking.converting.epub": {
        "errors",
        "limits",
        "words",
        *(f"taking.converting.{name}" for name in ("archive", "encoding", "hypertext", "parts", "xmls")),
    },
    "taking.converting.annotations": {"pypdf", "taking.converting.parts"},
    "taking.converting.layout": set(),
    "taking.converting.running": {"taking.converting.parts"},
    "taking.converting.pdf": {
        "taking.converting.annotations",
        "taking.converting.layout",
        "taking.converting.parts",
        "taking.converting.running",
        "errors",
        "limits",
        "words",
        "pypdf",
    },
    "drawing.charts": {"altair", "pandas", "numpy", "judging.report", "judging.metrics", "words"},
    "drawing.comparison_charts": {"altair", "pandas", "drawing.charts", "judging.strips"},
    "drawing.question_charts": {"altair", "pandas", "drawing.charts", "drawing.comparison_charts"},
    "strategies": {
        "errors",
        "contexts",
        "document",
        "measuring.lengths",
        "spans",
        "strategies.packing",
        *(f"strategies.{name}" for name in STRATEGY_FILES),
    },
    "strategies.packing": {"numpy", "document", "measuring.lengths", "spans"},
    "strategies.opening": {
        "numpy",
        "document",
        "measuring.lengths",
        "outline",
        "text.sentences",
        "spans",
        "strategies.packing",
    },
    **{
        f"strategies.{name}": {
            "numpy",
            "contexts",
            "document",
            "measuring.lengths",
            "outline",
            "measuring.token_length",
            "spans",
            "text.sentences",
            "strategies.opening",
            "strategies.packing",
        }
        for name in STRATEGY_FILES
    },
}
NEVER_IN_PANELS = {
    "numpy",
    "text.blocks",
    "text.boundaries",
    "measuring.lengths",
    "judging.metrics",
    "text.sentences",
    *(f"strategies.{n}" for n in STRATEGY_FILES),
}


def name_of(path: Path) -> str:
    """playground/strategies/fixed.py -> strategies.fixed; playground/strategies/__init__.py -> strategies."""
    parts = path.relative_to(PACKAGE if path.is_relative_to(PACKAGE) else ROOT).with_suffix("").parts
    return ".".join(part for part in parts if part != "__init__")


FILES = {name_of(path): path for path in [*sorted(PACKAGE.rglob("*.py")), ROOT / "app.py"] if path.exists()}
OURS = set(FILES) - {"", "app"}


def imports(source: str) -> set[str]:
    """Modules that a file imports anywhere in it: ours without "playground.", others by their first name."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            found.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, "imports are absolute"
            inner = {f"{node.module}.{alias.name}" for alias in node.names}
            modules = {name for name in inner if name.removeprefix("playground.") in OURS}
            found.update(modules)
            if inner != modules:
                found.add(str(node.module))
    named = {
        name.removeprefix("playground.") if name.startswith("playground.") else name.split(".")[0] for name in found
    }
    return named - sys.stdlib_module_names


@pytest.mark.parametrize("name", MAY)
def test_a_file_imports_only_what_it_may(name: str) -> None:
    assert imports(FILES[name].read_text(encoding="utf-8")) <= MAY[name]


def test_every_file_below_the_panels_has_a_row() -> None:
    assert {name for name in OURS if not name.startswith("panels")} == set(MAY)


def places_in(words: str) -> dict[str, int]:
    """Where each file and room stands in the map of the package: a line each, what is in a room further in."""
    places: dict[str, int] = {}
    room = ""
    for indent, name, end in re.findall(r"^( {4}| {8})(\w+)(\.py|/) ", words, re.MULTILINE):
        whole = f"{room}.{name}" if len(indent) == 8 else name
        room = name if end == "/" and len(indent) == 4 else room
        places[whole] = len(places)
    return places


PLACES = places_in(str(playground.__doc__))
# What is imported from below: the measures of questions stand in one table with the others.
BELOW = {("judging.compare", "asking.verdicts")}


def place(name: str) -> int:
    """That of a file, or of the room that is one line of the map with all that is in it."""
    return PLACES[name] if name in PLACES else PLACES[name.rpartition(".")[0]]


def test_every_file_is_in_the_map() -> None:
    listed = {name.rpartition(".")[0] for name in PLACES}  # the rooms whose files have a line each
    for name in OURS - {"__main__"}:
        assert name in PLACES or name.rpartition(".")[0] in set(PLACES) - listed, name
    assert set(PLACES) <= OURS


def test_what_a_file_imports_stands_above_it_in_the_map() -> None:
    below = {
        (name, other)
        for name in set(MAY) - {"__main__"}
        for other in imports(FILES[name].read_text(encoding="utf-8")) & OURS
        if place(other) > place(name)
    }
    assert below == BELOW


def test_the_reader_of_the_map_reads_files_and_rooms() -> None:
    lines = (
        "The map",
        "",
        "    one.py   a file: two.py",
        "    room/    A room",
        "             with",
        "        two.py   it",
    )
    words = "\n".join((*lines, "        in/      and all"))
    assert places_in(words) == {"one": 0, "room": 1, "room.two": 2, "room.in": 3}


@pytest.mark.parametrize("name", FILES)
def test_streamlit_is_for_the_page_and_numbers_are_not(name: str) -> None:
    found = imports(FILES[name].read_text(encoding="utf-8"))
    if name == "app" or name.startswith("panels"):
        assert not found & NEVER_IN_PANELS
    else:
        assert not found & {"streamlit", "app"}
        assert not any(other.startswith("panels") for other in found)
        assert name in {"drawing.charts", "drawing.comparison_charts", "drawing.question_charts"} or not found & {
            "altair",
            "pandas",
        }


def test_the_reader_of_imports_reads_them_all() -> None:
    source = "import os, numpy.typing\nfrom playground.judging import metrics\nfrom playground import Report\n"
    source += "from playground.strategies import fixed\n"
    source += "def f():\n    import playground.panels.frame\n    from playground.spans import Spans\n"
    wanted = {"numpy", "judging.metrics", "playground", "strategies.fixed", "spans"}
    assert imports(source) - {"panels.frame"} == wanted
