"""Random texts for Hypothesis: everything that a pasted or uploaded text may hold, and what breaks splitters."""

from hypothesis import strategies as st

WORDS = [
    "a", "I", "the", "pump", "Valve", "opens", "Dr.", "Mr.", "e.g.", "p.m.", "U.S.", "J.", "3.5", "v1.2.3", "No.",
    "1984", "desk@pumps.example", "https://pumps.example/log.txt", "x" * 30,
    "Donaudampfschifffahrt" * 4, "café", "don't",
    "B♭", "∯", "☝", "[1]", "[1 2 3]", "arr.[204", "naïve", "ß", "İ", "Ж", "שלום",
    "مرحبا", "नमस्ते।", "ខ្មែរ", "สวัสดีครับ",
]  # fmt: skip
STOPS = [
    *(".", "!", "?", "...", "…", "?!", "..", ' .... ', '."', '!"', ".)", "?’", ".»", "\u00a0»", ".]", ":", ";", ",",
    "؟", "۔", "։", "।", "。", "！", "？", "｡", "．", "。」", "！」", "？』", "」", "』",
    "「", "『", "、", "）", "（")
]  # fmt: skip
CJK = [
    "水泵站在河边",
    "春は曙",
    "そうですか",
    "阀门",
    "彼は「いいえ」と言った",
    "「はい。」",
    "「行くぞ！」と叫んだ。",
    "“好。”",
    "３．１４",
]
CLUSTERS = [
    "\U0001f469\u200d\U0001f469\u200d\U0001f467\u200d\U0001f466", "\U0001f44d\U0001f3fd", "\U0001f1f8\U0001f1ea",
    "\U0001f1f8", "e\u0301", "a" + "\u0308" * 12, "\u0301", "\u200d", "\ufe0f", "각", "\u1100\u1161\u11a8", "กำ",
    "क्षि", "🏴\U000e0067\U000e0062\U000e007f", "\u200b", "\ufeff",
]  # fmt: skip
CONTROLS = ["\x00", "\x07", "\x1b[31m", "\x7f", "\ud83d", "\udcff", "\ud83d\ude00", "\ufffd", "\uffff", "\U0010ffff"]
SPACES = [
    " ",
    " ",
    " ",
    "  ",
    "\t",
    "\u00a0",
    "\u202f",
    "\u3000",
    "\u2003",
    "\x0b",
    "\x0c",
    "\x1c",
    "\x85",
    "\u2028",
    "\u2029",
]
LINE_ENDS = [
    "\n",
    "\r\n",
    "\r",
    "\n\n",
    "\r\n\r\n",
    "\r\r",
    "\n \n",
    "\n\t\r\n",
    "\n\r",
    "\r\r\n",
    "\n\n\n\n",
    " \n",
    "\n  ",
]
MARKS = [
    "# ", "## ", "- ", "* ", "+ ", "• ", "1. ", "2) ", "3. ", "10. ", "> ", "```", "```py", "~~~", "````", "---", "===",
    "| a | b |",
    "|---|---|", "+---+", "x = 1", "def f():", "return x;", "}", "if a:", "a,b,c", "1\t2\t3", "_", "=", "`",
]  # fmt: skip
QUOTES = [
    '"',
    "'",
    "“",
    "”",
    "‘",
    "’",
    "«",
    "»",
    "(",
    ")",
    "[",
    "]",
    "{",
    "}",
    "<",
    ">",
    "＂",
    "*",
    "**",
    "—",
    "–",
    "-",
]

_words = st.sampled_from(WORDS)
_anything = st.sampled_from([*WORDS, *STOPS, *CJK, *CLUSTERS, *CONTROLS, *SPACES, *LINE_ENDS, *MARKS, *QUOTES])

sentence = st.builds(
    lambda words, stop: " ".join(words) + stop, st.lists(_words, min_size=1, max_size=8), st.sampled_from(STOPS)
)
cjk_sentence = st.builds("{}{}".format, st.sampled_from(CJK), st.sampled_from(["。", "！", "？", "。」", "？！"]))
_line = st.builds(
    lambda mark, parts, gap: mark + gap.join(parts),
    st.sampled_from(["", "", "", "  ", "\t", *MARKS]),
    st.lists(st.one_of(sentence, cjk_sentence), max_size=3),
    st.sampled_from([" ", "", "  ", "\n", "\r\n", "\u00a0"]),
)
laid_out = st.builds(
    lambda lines, ends: "".join(line + end for line, end in zip(lines, ends, strict=False)),
    st.lists(_line, max_size=10),
    st.lists(st.sampled_from(LINE_ENDS), min_size=10, max_size=10),
)
soup = st.lists(_anything, max_size=40).map("".join)
few = st.lists(_anything, min_size=1, max_size=4).flatmap(
    lambda some: st.lists(st.sampled_from(some), max_size=40).map("".join)
)
characters = st.text(st.characters(codec=None), max_size=40)
ascii_text = st.text(st.characters(max_codepoint=127), max_size=60)
fenced = st.builds(
    lambda parts: "\n\n".join(parts),
    st.lists(st.one_of(st.sampled_from(["```", "~~~", "````", "```py\nx. y\n```"]), laid_out, sentence), max_size=7),
)

texts = st.one_of(laid_out, soup, few, characters, ascii_text, fenced)

# English prose without headings, lists, tables or code: what the plain rule is defined on.
_prose_words = st.sampled_from(
    ["pump", "valve", "Ada", "it", "opened", "(see there)", '"quiet"', "I", "north", "e.g", "3.5", "x"]
)
_prose_stop = st.sampled_from([".", "!", "?", '."', "?'", ".)", '!")', "...", ". ...", " ...", " ?!"])
_prose_gap = st.sampled_from([" ", " ", "  ", "\n", "\r\n", " \n ", "\n\n", "\n \n", "\t"])
prose = st.lists(
    st.builds(
        lambda words, stop, gap: "Then " + " ".join(words) + stop + gap,
        st.lists(_prose_words, min_size=1, max_size=6),
        _prose_stop,
        _prose_gap,
    ),
    max_size=10,
).map("".join)


@st.composite
def sizes(draw: st.DrawFn) -> tuple[int, int]:
    """A chunk size, mostly small, and an overlap below it."""
    size = draw(st.one_of(st.integers(1, 12), st.integers(1, 80), st.integers(1, 400)))
    return size, draw(st.one_of(st.just(0), st.integers(0, size - 1)))


@st.composite
def spans(draw: st.DrawFn, length: int = 40, overlapping: bool = True) -> list[tuple[int, int]]:
    """Sorted ranges in [0, length): starts and ends non-decreasing; apart from one another if not `overlapping`."""
    edges = st.integers(0, length)
    if not overlapping:
        found = sorted(draw(st.sets(edges, max_size=16)))
        return list(zip(found[::2], found[1::2], strict=False))
    pairs = draw(st.lists(st.tuples(edges, edges).filter(lambda pair: pair[0] < pair[1]), max_size=8))
    starts, ends = sorted(low for low, _ in pairs), sorted(high for _, high in pairs)
    return list(zip(starts, ends, strict=True))
