"""Document: a text and its boundaries, each found once, when it is first asked for."""

import hashlib
from collections.abc import Callable, Sequence
from functools import cached_property

import numpy as np

from playground import outline
from playground.errors import InputError
from playground.measuring.tokens import TokenIndex
from playground.outline import Outline
from playground.spans import Flags, Offsets, SmallOffsets, Spans
from playground.text import blocks, boundaries, counted_words, sentences
from playground.text.careful import Progress
from playground.text.sentences import Rule, Sentences

MOST_KEPT = 100_000  # opened units whose finer ones are kept, per level; past that it begins anew


class Document:
    """A text as it is (any line ends, surrogates too) and the levels of units inside it.

    Levels nest: paragraphs hold sentences, sentences hold lines, lines hold words, words hold characters as a reader
    sees them. Whitespace between units belongs to none. Nothing of a Document changes but what it remembers.
    """

    def __init__(self, text: str, given: Spans | None = None, ahead: Sequence[str] = ()) -> None:
        """`given`: chunks that somebody has already, which the strategy "yours" takes as they are; `ahead`: what
        stands ahead of each of them when it is embedded, if anything does: one for each, "" or lines with line ends.
        """
        if not isinstance(text, str):
            raise InputError(f"text must be a str, not {type(text).__name__}.")
        self.text = text
        if ahead and len(ahead) != (0 if given is None else len(given)):
            raise InputError(f"{len(ahead):,} texts to stand ahead of {0 if given is None else len(given):,} chunks.")
        self.given = given
        self.ahead = tuple(ahead)
        self._layout = boundaries.plain_line_ends(text)
        self._sentences: dict[tuple[Rule, str], Sentences] = {}
        self._tokens: dict[str, TokenIndex] = {}
        self._outlines: dict[str, Outline] = {}
        self._inner: dict[object, dict[tuple[int, int], tuple[Offsets, Offsets]]] = {}

    def __len__(self) -> int:
        return len(self.text)

    @cached_property
    def digest(self) -> str:
        """SHA-256 of the text in UTF-8 (surrogates passed), in hexadecimal."""
        return hashlib.sha256(self.text.encode("utf-8", "surrogatepass")).hexdigest()

    @cached_property
    def key(self) -> str:
        """The key of every cache: the digest of the text and, where chunks came with it, of all of these."""
        if self.given is None:
            return self.digest
        edges = hashlib.sha256(self.given.starts.tobytes() + self.given.ends.tobytes())
        for own in self.ahead:
            edges.update(f"{len(own)} {own}".encode("utf-8", "surrogatepass"))
        return f"{self.digest}+{edges.hexdigest()}"

    @cached_property
    def paragraphs(self) -> Spans:
        """The blocks between blank lines."""
        return boundaries.paragraphs(self._layout)

    @cached_property
    def _is_html(self) -> bool:
        return self._layout.lstrip()[:1] == "<" and outline.kind_of(self._layout) == "html"

    @cached_property
    def _blocks(self) -> blocks.Blocks:
        found = blocks.find(self._layout, self.paragraphs)
        if not self._is_html:
            return found
        cuts = np.unique(np.concatenate([*self.outline("html").cuts, np.zeros(0, dtype=np.int64)]))
        return found._replace(spans=outline.divide(self._layout, found.spans, cuts))

    def _blocks_inside(self, paragraphs: Spans) -> blocks.Blocks:
        """The blocks of some paragraphs; only fences and HTML need all paragraphs to decide about one."""
        if "_blocks" in self.__dict__ or blocks.may_have_fences(self._layout) or self._is_html:
            return self._blocks._replace(spans=self._blocks.spans.inside(paragraphs))
        return blocks.find(self._layout, paragraphs)

    def sentences(self, rule: Rule = "pysbd", language: str = "en", progress: Progress | None = None) -> Sentences:
        """The sentences of the whole text by `rule`; `progress` as in sentences.find."""
        known = self._sentences.get((rule, language))
        if known is None:
            known = sentences.find(self._layout, self._blocks, self.paragraphs, rule, language, progress)
            self._sentences[rule, language] = known
        return known

    def outline(self, kind: str = "auto") -> Outline:
        """The structure the text shows, read as one of outline.KINDS, or as it looks ("auto")."""
        known = self._outlines.get(kind)
        if known is None:
            looks = outline.kind_of(self._layout) if kind == "auto" else ""
            known = self.outline(looks) if looks else outline.find(self._layout, kind)
            self._outlines[kind] = known
        return known

    def inside_characters(self, places: Offsets) -> Flags:
        """Whether each offset is inside a character as a reader sees it; shape as `places`."""
        return boundaries.inside_characters(self.text, places)

    def next_visible(self, offset: int) -> int | None:
        """The first character from `offset` on that is not whitespace."""
        return boundaries.next_visible(self.text, offset)

    def has_sentences(self, rule: Rule, language: str) -> bool:
        """Whether sentences() would answer at once."""
        return rule == "punctuation" or (rule, language) in self._sentences

    def sentences_inside(self, paragraphs: Spans, rule: Rule, language: str) -> Spans:
        """The sentences of these paragraphs only, so that paragraphs which stay whole are never read."""
        known = self._sentences.get((rule, language))
        if known is not None:
            return known.spans.inside(paragraphs)
        return self._inside((rule, language), paragraphs, self._find_sentences(rule, language))

    def lines_inside(self, units: Spans) -> Spans:
        """The lines inside these units."""
        return self._inside("lines", units, lambda missing: boundaries.lines(self._layout, missing))

    @cached_property
    def words(self) -> tuple[SmallOffsets, SmallOffsets]:
        """Starts and ends of the words of the whole text, as sizes count them; int32, shape (n,) each."""
        return counted_words.find(self.text)

    def words_inside(self, units: Spans) -> Spans:
        """The words inside these units; what a unit holds of a word that reaches out of it counts as one."""
        starts, ends = self.words
        first = np.searchsorted(ends, units.starts.astype(np.int32), side="right")
        counts = np.searchsorted(starts, units.ends.astype(np.int32)) - first
        rows = np.repeat(first - np.cumsum(counts) + counts, counts) + np.arange(counts.sum())
        low, high = np.repeat(units.starts, counts), np.repeat(units.ends, counts)
        return Spans(np.maximum(starts[rows], low), np.minimum(ends[rows], high))

    def token_index(self, vocabulary: str, progress: Progress | None = None) -> TokenIndex:
        """Where the tokens of the text begin; `progress` and errors as in tokens.TokenIndex.build."""
        known = self._tokens.get(vocabulary)
        if known is None:
            known = self._tokens[vocabulary] = TokenIndex.build(self.text, progress, vocabulary)
        return known

    def has_token_index(self, vocabulary: str) -> bool:
        """Whether token_index() would answer at once."""
        return vocabulary in self._tokens

    def characters_inside(self, units: Spans) -> Spans:
        """The grapheme clusters inside these units."""
        return self._inside("characters", units, lambda missing: boundaries.characters(self._layout, missing))

    def first_word(self, start: int, end: int) -> int | None:
        """Where the first word that begins in [start, end) begins."""
        starts, _ = self.words
        row = int(np.searchsorted(starts, np.int32(max(start, 0))))
        return int(starts[row]) if row < len(starts) and starts[row] < end else None

    def _find_sentences(self, rule: Rule, language: str) -> Callable[[Spans], Spans]:
        def find(paragraphs: Spans) -> Spans:
            return sentences.find(self._layout, self._blocks_inside(paragraphs), paragraphs, rule, language).spans

        return find

    def _inside(self, level: object, units: Spans, find: Callable[[Spans], Spans]) -> Spans:
        """Finer units inside `units`; the coarser ones seen before are looked up."""
        known = self._inner.setdefault(level, {})
        if len(known) > MOST_KEPT:
            known.clear()
        missing = Spans.of(pair for pair in units if pair not in known)
        if len(missing):
            found = find(missing)
            firsts = np.searchsorted(found.starts, missing.starts)
            lasts = np.searchsorted(found.starts, missing.ends)
            for pair, first, last in zip(missing, firsts.tolist(), lasts.tolist(), strict=True):
                known[pair] = found.starts[first:last], found.ends[first:last]
        parts = [known[pair] for pair in units]
        if not parts:
            return Spans([], [])
        return Spans(np.concatenate([starts for starts, _ in parts]), np.concatenate([ends for _, ends in parts]))
