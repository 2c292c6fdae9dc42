"""Who may import whom, beside the standard library: a table, kept by reading every import."""

import ast
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "playground"
STRATEGY_FILES = sorted(
    path.stem for path in (PACKAGE / "strategies").glob("[!_]*.py") if path.stem not in {"packing", "opening"}
)
MEASURES = {"metrics", "report", "errors", "spans", "boundaries", "sentences", "document", "lengths", "settings"}
SNIPPETS = {"settings", "snippets.parts", "snippets.recipe", "snippets.words"}
LIBRARIES = ("own", "langchain", "llamaindex", "chonkie")

# file -> all it may import; "strategies" is the table, "strategies.packing" the mechanism. settings knows the table
# because its names are what it checks against.
MAY: dict[str, set[str]] = {
    "errors": set(),
    "checks": {"errors"},
    "stops": set(),
    "spans": {"numpy"},
    "boundaries": {"spans", "numpy", "regex"},
    "blocks": {"boundaries", "spans"},
    "corrections": {"boundaries", "stops"},
    "careful": {"spans", "stops", "corrections", "pysbd"},
    "sentences": {"blocks", "boundaries", "careful", "spans", "stops", "numpy"},
    "counted_words": {"boundaries", "spans", "numpy", "regex"},
    "document": {
        "errors",
        "blocks",
        "boundaries",
        "counted_words",
        "sentences",
        "careful",
        "outline",
        "spans",
        "tokens",
        "numpy",
    },
    "outline": {"blocks", *(f"outline.{name}" for name in ("parts", "markdown", "hypertext", "plain"))},
    "outline.parts": {"boundaries", "spans", "numpy"},
    "outline.lines": {"boundaries"},
    "outline.markdown": {"outline.lines", "outline.parts", "spans", "markdown_it"},
    "outline.hypertext": {"boundaries", "outline.lines", "outline.parts", "spans"},
    "outline.plain": {"blocks", "boundaries", "outline.parts", "spans"},
    "lengths": {"counted_words", "spans", "tokens", "numpy"},
    "contexts": {"lengths", "outline", "spans", "numpy"},
    "token_length": {"spans", "tokens"},
    "measure": {"document", "lengths", "token_length"},
    "models": {"checks"},
    "bill": {"checks", "errors", "metrics"},
    "plan": {"checks", "errors", "models", "bill"},
    "unread": {"report", "spans", "numpy"},
    "damage": {"contexts", "document", "metrics", "outline", "spans", "numpy"},
    "questions": {"limits", "errors"},
    "retrieval": {"spans", "numpy", "regex", "bm25s"},
    "reading": {"checks", "errors", "questions", "report", "retrieval", "spans", "numpy"},
    "resampling": {"spans", "numpy"},
    "verdicts": {"lengths", "questions", "resampling", "spans", "numpy"},
    "tradeoff": {"numpy"},
    "compare": {
        "document",
        "errors",
        "lengths",
        "metrics",
        "report",
        "settings",
        "spans",
        "strategies",
        "verdicts",
        "numpy",
    },
    "rows": {"settings", "contexts", "measure", "report", "spans", "numpy"},
    "cells": set(),
    "export": {"cells", "report", "rows", "pyarrow"},
    "formats": {"export", "report_page"},
    "drawings": {"metrics", "report", "strips", "words", "numpy"},
    "marked_text": {"report", "words", "numpy"},
    "report_page": {
        "damage",
        "drawings",
        "marked_text",
        "report",
        "rows",
        "settings",
        "strategies",
        "strips",
        "words",
    },
    "strips": {"report", "spans", "numpy"},
    "difference": {"report", "spans", "numpy"},
    "looks": {"cleaning", "document", "stops", "strategies"},
    "findings": {"looks", "report", "strategies", "words"},
    "advice": {"looks", "words"},
    "cleaning": {"document", "numpy"},
    "healing": {"document", "errors", "report", "settings"},
    "pages": {"spans"},
    "share": {"errors", "plan", "reading", "settings"},
    "own_chunks": {"limits", "cells", "errors", "loading"},
    "visible": {"spans", "numpy"},
    "alignment": {"own_chunks", "spans", "visible", "words", "numpy"},
    "settings_file": {"errors", "settings", "strategies"},
    "command_options": {"formats", "settings", "settings_file", "strategies"},
    "command": {
        "formats",
        "command_options",
        "converting",
        "export",
        "report_page",
        "rows",
        "strategies",
        "document",
        "errors",
        "loading",
        "measure",
        "report",
        "settings",
        "settings_file",
        "vocabulary",
        "words",
    },
    "__main__": {"command"},
    "contents": {"errors", "limits", "questions"},
    "common_words": {"errors"},
    "shared_text": {"common_words", "contents", "errors", "limits", "questions"},
    "snapshot_database": {"errors", "sqlalchemy"},
    "snapshots": {"contents", "errors", "limits", "snapshot_database"},
    "strip": {"numpy", "spans"},
    "tokens": {"numpy", "spans", "token_boundaries", "vocabulary"},
    "token_boundaries": {"numpy", "spans"},
    "vocabulary": {"tiktoken"},
    "words": set(),
    "settings": {"checks", "errors", "strategies"},
    "metrics": {"numpy", "spans", "document"},
    "report": {
        "numpy",
        "strategies",
        "strategies.packing",
        "tokens",
        "strip",
        "pages",
        "contexts",
        "damage",
        "measure",
        "token_length",
        "vocabulary",
        *MEASURES,
    },
    "snippets": {"settings", "snippets.comparison", "snippets.libraries", "snippets.recipe"},
    "snippets.recipe": set(),
    "snippets.parts": {"settings", "snippets.recipe", "tiktoken", "vocabulary"},
    "snippets.words": {"settings", "strategies"},
    "snippets.own": {"playground", "settings", "snippets.recipe"},
    "snippets.langchain": {*SNIPPETS, "langchain_text_splitters"},
    "snippets.llamaindex": {*SNIPPETS, "llama_index"},
    "snippets.chonkie": {*SNIPPETS, "chonkie"},
    "snippets.libraries": {"checks", "settings", "snippets.recipe", *(f"snippets.{name}" for name in LIBRARIES)},
    "snippets.comparison": {"report", "snippets.libraries", "snippets.recipe", "vocabulary", "numpy"},
    "guessing": {"charset_normalizer"},
    "limits": set(),
    "loading": {"errors", "guessing", "limits", "words"},
    "converting": {
        "errors",
        "loading",
        "numpy",
        *(f"converting.{name}" for name in ("archive", "docx", "encoding", "epub", "hypertext", "parts", "pdf")),
    },
    "converting.parts": {"errors", "limits"},
    "converting.tags": set(),
    "converting.markdown": {"limits", "converting.parts"},
    "converting.elements": set(),
    "converting.hypertext": {
        "limits",
        "words",
        *(f"converting.{name}" for name in ("elements", "markdown", "parts", "tags")),
    },
    "converting.encoding": {"errors", "loading"},
    "converting.archive": {"converting.parts", "errors", "limits"},
    "converting.xmls": {"converting.parts", "errors", "limits"},
    "converting.numbering": set(),
    "converting.docx": {
        "errors",
        "limits",
        "words",
        *(f"converting.{name}" for name in ("archive", "markdown", "numbering", "parts", "xmls")),
    },
    "converting.epub": {
        "errors",
        "limits",
        "words",
        *(f"converting.{name}" for name in ("archive", "encoding", "hypertext", "parts", "xmls")),
    },
    "converting.running": set(),
    "converting.pdf": {"converting.parts", "converting.running", "errors", "limits", "words", "pypdf"},
    "charts": {"altair", "pandas", "numpy", "report", "metrics", "words"},
    "comparison_charts": {"altair", "pandas", "charts", "strips"},
    "question_charts": {"altair", "pandas", "charts", "comparison_charts"},
    "strategies": {
        "errors",
        "contexts",
        "document",
        "lengths",
        "spans",
        "strategies.packing",
        *(f"strategies.{name}" for name in STRATEGY_FILES),
    },
    "strategies.packing": {"numpy", "document", "lengths", "spans"},
    "strategies.opening": {"numpy", "document", "lengths", "outline", "sentences", "spans", "strategies.packing"},
    **{
        f"strategies.{name}": {
            "numpy",
            "contexts",
            "document",
            "lengths",
            "outline",
            "token_length",
            "spans",
            "sentences",
            "strategies.opening",
            "strategies.packing",
        }
        for name in STRATEGY_FILES
    },
}
NEVER_IN_PANELS = {
    "numpy",
    "blocks",
    "boundaries",
    "lengths",
    "metrics",
    "sentences",
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


@pytest.mark.parametrize("name", FILES)
def test_streamlit_is_for_the_page_and_numbers_are_not(name: str) -> None:
    found = imports(FILES[name].read_text(encoding="utf-8"))
    if name == "app" or name.startswith("panels"):
        assert not found & NEVER_IN_PANELS
    else:
        assert not found & {"streamlit", "app"}
        assert not any(other.startswith("panels") for other in found)
        assert name in {"charts", "comparison_charts", "question_charts"} or not found & {"altair", "pandas"}


def test_the_reader_of_imports_reads_them_all() -> None:
    source = (
        "import os, numpy.typing\nfrom playground import metrics, Report\nfrom playground.strategies import fixed\n"
    )
    source += "def f():\n    import playground.panels.frame\n    from playground.spans import Spans\n"
    wanted = {"numpy", "metrics", "playground", "strategies.fixed", "spans"}
    assert imports(source) - {"panels.frame"} == wanted
