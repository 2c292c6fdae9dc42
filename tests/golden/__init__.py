"""Golden files: the [start, end] pairs of every sample under a few settings, and nothing else.

`python -m tests.golden` writes them anew; look at the difference before you commit it.
"""

import json
from pathlib import Path
from typing import Any

from playground import Document, Settings, analyse

FOLDER = Path(__file__).parent
SAMPLES = sorted(path for path in (FOLDER.parents[1] / "samples").iterdir() if path.suffix in {".txt", ".md"})
LANGUAGE = {"chinese": "zh", "japanese": "ja"}
CHOSEN: dict[str, dict[str, Any]] = {
    "default": {},
    "recursive 200/40 simple": {"chunk_size": 200, "chunk_overlap": 40, "sentence_rule": "punctuation"},
    "recursive 200/60 at words": {"chunk_size": 200, "chunk_overlap": 60, "overlap_at": "words"},
    "recursive 400 paragraphs": {"chunk_size": 400, "keep_whole": "paragraphs"},
    "recursive 20": {"chunk_size": 20},
    "sentence": {"strategy": "sentence"},
    "sentence 250/80 packed": {"strategy": "sentence", "pack": True, "chunk_size": 250, "chunk_overlap": 80},
    "paragraph": {"strategy": "paragraph"},
    "paragraph 500/120 packed": {"strategy": "paragraph", "pack": True, "chunk_size": 500, "chunk_overlap": 120},
    "structure 400": {"strategy": "structure", "chunk_size": 400, "sentence_rule": "punctuation"},
    "recursive 400 sections": {"chunk_size": 400, "keep_whole": "sections"},
    "fixed 300/45": {"strategy": "fixed", "chunk_size": 300, "chunk_overlap": 45},
}


def file_of(sample: Path) -> Path:
    """Where the pairs of a sample are kept."""
    return FOLDER / f"{sample.stem}.json"


def pairs(sample: Path) -> dict[str, list[list[int]]]:
    """The chunks of a sample under each of the settings."""
    document = Document(sample.read_bytes().decode("utf-8"))
    language = LANGUAGE.get(sample.stem, "en")
    found = {}
    for name, values in CHOSEN.items():
        report = analyse(document, Settings(language=language, **values))
        found[name] = [[start, end] for start, end in report.spans]
    return found


def write() -> None:
    """Write every golden file anew, a line a setting."""
    for sample in SAMPLES:
        rows = [f"  {json.dumps(name)}: {json.dumps(own)}" for name, own in pairs(sample).items()]
        file_of(sample).write_text("{\n" + ",\n".join(rows) + "\n}\n", encoding="utf-8")
