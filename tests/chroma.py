"""python -m tests.chroma: settings of ours on the questions of Chroma's evaluation, with BM25.

The five corpora, 472 questions and their references are in ../shared/data/chroma (Smith and Troynikov, Evaluating
Chunking Strategies for Retrieval, July 2024; MIT licence). Prints recall, precision, precision-omega and IoU over all
questions, mean and deviation in percent, by our own reading: half-open ranges, each character counted once. The
numbers are for settings beside one another: the report's own rows are of embedding models, not of BM25.

`--published` feeds in LangChain's own chunks and reads them as the report does (a chunk is placed at its first
occurrence, ranges that touch count): its precision-omega needs no retrieval, and its eight rows for Recursive and
TokenText come out, which proves the measure.
"""

import argparse
import csv
import json
import statistics
import time
from collections import defaultdict
from importlib import import_module
from pathlib import Path

from playground import Document, Settings, analyse
from playground.asking.questions import Pair, Question
from playground.asking.retrieval import Index
from playground.asking.verdicts import HIT, Verdict, common, judge, merged
from playground.asking.verdicts import length as length_of
from playground.measuring import vocabulary
from playground.measuring.tokens import encode_count
from playground.spans import Spans

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
}
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


def judged(corpora: dict[str, Document], asked: dict[str, list[Question]], settings: Settings, k: int) -> list[Verdict]:
    """A verdict for each question."""
    verdicts: list[Verdict] = []
    for name, document in corpora.items():
        report = analyse(document, settings)
        index = Index(list(report.embedded()))
        verdicts += [
            judge(one, report.spans, retrieve(index, report.spans, one.text, k), document.text) for one in asked[name]
        ]
    return verdicts


def retrieve(index: Index, spans: Spans, question: str, k: int) -> list[Pair]:
    """The ranges of the k best texts that share a word with a question, the best first; fewer if fewer do."""
    rows = index.ranked(question)[0][:k]
    return list(zip(spans.starts[rows].tolist(), spans.ends[rows].tolist(), strict=True))


def published() -> dict[tuple[str, str, int], tuple[float, float]]:
    """Mean and deviation of precision-omega, in percent, by splitter, size and overlap, from the report."""
    rows = json.loads((CHROMA / "published.json").read_text(encoding="utf-8"))["text_embedding_3_large"]
    known = [row for row in rows if row["chunker"] in {"Recursive", "TokenText"}]
    return {
        (row["chunker"], row["size"].split()[0], row["overlap"]): (
            row["precision_omega"]["mean"], row["precision_omega"]["sd"],
        )
        for row in known
    }  # fmt: skip


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


def main() -> None:
    """Run every setting and print a line each."""
    parser = argparse.ArgumentParser(prog="python -m tests.chroma", description="BM25 on 472 questions.")
    parser.add_argument("--k", type=int, default=5, help="chunks read for each question")
    parser.add_argument("--published", action="store_true", help="the report's own rows of precision-omega")
    given = parser.parse_args()
    if given.published:
        for (splitter, size, overlap), (mean, deviation) in published().items():
            values = omegas_as_published(splitter, int(size), overlap)
            own = f"{statistics.mean(values):5.1f} ± {statistics.pstdev(values):4.1f}"
            print(f"{splitter:<12}{size:>5}{overlap:>5}   here {own}   published {mean:5.1f} ± {deviation:4.1f}")
        return
    k = given.k
    corpora, asked = documents(), questions()
    print(f"{sum(map(len, asked.values()))} questions, {k} chunks each; mean ± deviation in percent")
    print(f"{'':<28}" + "".join(f"{name:>16}" for name in MEASURES) + f"{'whole':>9}{'seconds':>9}")
    for name, settings in SETTINGS.items():
        began = time.perf_counter()
        verdicts = judged(corpora, asked, settings, k)
        cells = []
        for measure in MEASURES:
            values = [100 * getattr(one, measure) for one in verdicts]
            cells.append(f"{statistics.mean(values):9.1f} ± {statistics.pstdev(values):4.1f}")
        whole = 100 * sum(one.outcome == HIT for one in verdicts) / len(verdicts)
        print(f"{name:<28}" + "".join(cells) + f"{whole:9.1f}{time.perf_counter() - began:9.1f}")


if __name__ == "__main__":
    main()
