"""python -m tests.chroma: settings of ours on the questions of Chroma's evaluation, with BM25.

The five corpora, 472 questions and their references are in ../shared/data/chroma (Smith and Troynikov, Evaluating
Chunking Strategies for Retrieval, July 2024; MIT licence). Prints recall, precision, precision-omega and IoU over all
questions, mean and deviation in percent, by our own reading: half-open ranges, each character counted once. Without
arguments a few settings are held against one another; with settings, given as `python -m playground` takes them (a
TOML file too), that one: `--strategy structure --chunk-size 120 --unit words --match sentence --read section`.

`--published` feeds in LangChain's own chunks and reads them as the report does (a chunk is placed at its first
occurrence, ranges that touch count): its precision-omega needs no retrieval, and its eight rows for Recursive and
TokenText come out, which proves the measure. Our settings are listed below them, in the same columns. Their recall,
precision and IoU are of BM25, those of the report of an embedding model: they tell settings of one list apart, not
the lists.
"""

import argparse
import csv
import json
import statistics
import time
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import fields
from importlib import import_module
from pathlib import Path
from typing import Any

from playground import Document, InputError, Settings, analyse
from playground.asking.questions import Question
from playground.asking.reading import MATCH, MOST_K, READ, Reader, Reading
from playground.asking.verdicts import HIT, Verdict, common, judge, merged
from playground.asking.verdicts import length as length_of
from playground.checks import whole_number
from playground.giving.command import settings_of
from playground.giving.command_options import add_settings
from playground.measuring import vocabulary
from playground.measuring.tokens import encode_count
from playground.settings import DEFAULTS, effective

CHROMA = Path(__file__).resolve().parents[1].parent / "shared" / "data" / "chroma"
SETTINGS = {
    "fixed 200 tokens": Settings(strategy="fixed", unit="tokens", chunk_size=200),
    "fixed 400, overlap 200": Settings(strategy="fixed", unit="tokens", chunk_size=400, chunk_overlap=200),
    "recursive 200 tokens": Settings(unit="tokens", chunk_size=200, sentence_rule="punctuation"),
    "recursive 400, overlap 200": Settings(
        unit="tokens", chunk_size=400, chunk_overlap=200, sentence_rule="punctuation"
    ),
    "recursive 200, paragraphs": Settings(
        unit="tokens", chunk_size=200, keep_whole="paragraphs", sentence_rule="punctuation"
    ),
    "sentence packed 100": Settings(
        strategy="sentence", pack=True, unit="tokens", chunk_size=100, sentence_rule="punctuation"
    ),
    "paragraph packed 200": Settings(strategy="paragraph", pack=True, unit="tokens", chunk_size=200),
    "structure 200 tokens": Settings(strategy="structure", unit="tokens", chunk_size=200, sentence_rule="punctuation"),
}
DEFAULT_READING = Reading()
_READING = {field.name: field.default for field in fields(Reading)}
MEASURES = ("recall", "precision", "omega", "iou")


def questions() -> dict[str, list[Question]]:
    """By the name of the corpus."""
    found: dict[str, list[Question]] = defaultdict(list)
    with (CHROMA / "questions_df.csv").open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            spans = tuple((one["start_index"], one["end_index"]) for one in json.loads(row["references"]))
            found[row["corpus_id"]].append(Question(row["question"], spans))
    return found


def documents() -> dict[str, Document]:
    """The corpora, as the references count them."""
    return {path.stem: Document(path.read_text(encoding="utf-8")) for path in sorted(CHROMA.glob("*.md"))}


def judged(
    corpora: dict[str, Document],
    asked: dict[str, list[Question]],
    settings: Settings,
    k: int,
    reading: Reading = DEFAULT_READING,
) -> list[Verdict]:
    """A verdict for each question."""
    verdicts: list[Verdict] = []
    for name, document in corpora.items():
        reader = Reader(analyse(document, settings), reading)
        reads = reader.reads
        verdicts += [judge(one, reads, reader.retrieve(one.text, k), document.text) for one in asked[name]]
    return verdicts


def published_rows() -> list[dict[str, Any]]:
    """The report's rows for Recursive and TokenText: chunker, size, overlap, and mean and sd of each measure."""
    rows = json.loads((CHROMA / "published.json").read_text(encoding="utf-8"))["text_embedding_3_large"]
    return [row for row in rows if row["chunker"] in {"Recursive", "TokenText"}]


def published() -> dict[tuple[str, str, int], tuple[float, float]]:
    """Mean and deviation of precision-omega, in percent, by splitter, size and overlap, from the report."""
    omegas = {_splitter(row): row["precision_omega"] for row in published_rows()}
    return {splitter: (omega["mean"], omega["sd"]) for splitter, omega in omegas.items()}


def _splitter(row: dict[str, Any]) -> tuple[str, str, int]:
    return row["chunker"], row["size"].split()[0], row["overlap"]


def langchain_chunks(text: str, splitter: str, size: int, overlap: int) -> list[str]:
    """LangChain's chunks as the report made them, sizes in tokens of cl100k_base.

    Recursive raises ImportError without LangChain; its token splitter is a window over the numbers of tokens, which
    needs nothing of it.
    """
    if splitter == "Recursive":
        splitters = import_module("langchain_text_splitters")
        marks = ["\n\n", "\n", ".", "?", "!", " ", ""]
        made = splitters.RecursiveCharacterTextSplitter(
            chunk_size=size, chunk_overlap=overlap, length_function=encode_count, separators=marks
        )
        return list(made.split_text(text))
    encoding = vocabulary.encoding()
    numbers = encoding.encode_ordinary(text)
    last = max(len(numbers) - overlap, 1)
    return [encoding.decode(numbers[at : at + size]) for at in range(0, last, size - overlap)]


def omegas_as_published(splitter: str, size: int, overlap: int) -> list[float]:
    """Precision-omega of each question in percent, by the report's reading."""
    values = []
    corpora, asked = documents(), questions()
    for name, document in corpora.items():
        text = document.text
        placed = [(text.find(one), len(one)) for one in langchain_chunks(text, splitter, size, overlap)]
        spans = [(at, at + length) for at, length in placed if at >= 0]
        for one in asked[name]:
            touching = [span for span in spans if any(span[0] <= high and low <= span[1] for low, high in one.spans)]
            union = merged(touching)
            values.append(100 * common(merged(one.spans), union) / length_of(union) if union else 0.0)
    return values


def main(arguments: Sequence[str] | None = None) -> None:
    """Print a line for each setting."""
    parser = _parser()
    given = parser.parse_args(arguments)
    try:
        own = settings_of(given)
        reading = Reading(**{name: value for name, value in vars(given).items() if name in _READING})
        k = whole_number("k", given.k, 1, MOST_K)
    except InputError as error:
        parser.error(str(error))
    is_own = given.settings is not None or any(name in DEFAULTS for name in vars(given))
    rows = {_name(own): own} if is_own else SETTINGS
    print(f"mean ± deviation in percent\n{'':<34}" + "".join(f"{name:>16}" for name in MEASURES))
    if given.published:
        _print_published()
    _print_ours(rows, k, reading)


def _parser() -> argparse.ArgumentParser:
    made = argparse.ArgumentParser(prog="python -m tests.chroma", description="BM25 on 472 questions.")
    made.add_argument("--k", type=int, default=5, help="texts read for each question")
    made.add_argument("--published", action="store_true", help="the report's own rows ahead of ours")
    add_settings(made)
    group = made.add_argument_group("reading", "What is matched, and what is read for it.")
    for name, default in _READING.items():
        known = {"match": MATCH, "read": READ}.get(name)
        group.add_argument(
            f"--{name}",
            type=type(default),
            choices=known,
            default=argparse.SUPPRESS,
            help=f"Default: {default}.",
        )
    return made


def _name(settings: Settings) -> str:
    used = effective(settings)
    size = f" {settings.chunk_size} {settings.unit}" if "chunk_size" in used else ""
    overlap = f", overlap {settings.chunk_overlap}" if "chunk_overlap" in used and settings.chunk_overlap else ""
    return f"{settings.strategy}{size}{overlap}"


def _print_published() -> None:
    print("the report, with text-embedding-3-large; precision-omega of LangChain's chunks, found here, at the right")
    for row in published_rows():
        splitter, size, overlap = _splitter(row)
        values = omegas_as_published(splitter, int(size), overlap)
        told = [(row[name]["mean"], row[name]["sd"]) for name in ("recall", "precision", "precision_omega", "iou")]
        name = f"{splitter} {size}, overlap {overlap}"
        print(f"{name:<34}" + "".join(map(_cell, told)) + _cell((statistics.mean(values), statistics.pstdev(values))))


def _print_ours(rows: dict[str, Settings], k: int, reading: Reading) -> None:
    corpora, asked = documents(), questions()
    print(f"ours, with BM25: {sum(map(len, asked.values()))} questions, {k} reads each; answers whole, and seconds")
    for name, settings in rows.items():
        began = time.perf_counter()
        verdicts = judged(corpora, asked, settings, k, reading)
        each = [[100 * getattr(one, measure) for one in verdicts] for measure in MEASURES]
        cells = "".join(_cell((statistics.mean(values), statistics.pstdev(values))) for values in each)
        whole = 100 * sum(one.outcome == HIT for one in verdicts) / len(verdicts)
        print(f"{name:<34}{cells}{whole:9.1f}{time.perf_counter() - began:9.1f}")


def _cell(value: tuple[float, float]) -> str:
    return f"{value[0]:9.1f} ± {value[1]:4.1f}"


if __name__ == "__main__":
    main()
