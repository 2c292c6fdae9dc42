"""Snippets: each runs with the real library and gives what is measured; what it says of differences holds."""

import ast
import socket
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st

from playground import Document, InputError, Settings, analyse
from playground.giving.snippets import LIBRARIES, comparison, is_installed, measured, snippet
from playground.giving.snippets.chonkie import SPECIAL
from playground.giving.snippets.langchain import REWRITTEN
from playground.giving.snippets.libraries import recipe_of
from playground.giving.snippets.llamaindex import ALL_LEVELS, LONG, STOPS
from playground.giving.snippets.recipe import literal, run
from playground.giving.snippets.words import CAREFUL, GAPS, MIN_TAIL, PIECES_APART, WINDOW_TOKENS, WORDS
from playground.measuring.vocabulary import encoding
from playground.settings import UNITS
from playground.strategies import OPTIONS, STRATEGIES
from tests.texts import texts

ROOT = Path(__file__).resolve().parents[1]
OTHERS = LIBRARIES[1:]
TEXTS = {
    "prose": (ROOT / "samples" / "prose.txt").read_text("utf-8")[:3_000],
    "markdown": (ROOT / "samples" / "handbook.md").read_text("utf-8")[:3_000],
    "chinese": (ROOT / "samples" / "chinese.txt").read_text("utf-8")[:600],
    "blank": " \n\n ",
    "empty": "",
    "short": "One. Two.\n\n# Three\n\nFour.",
}
TITLE = "A \"title\" of 'Ada' \\ {x} %s 見出し"


def _choices() -> Iterator[Settings]:
    """Every strategy with each value of each of its options, one changed at a time, packed where it can be."""
    for name, strategy in STRATEGIES.items():
        base = Settings(strategy=name, chunk_size=120, sentence_rule="punctuation", pack=True)
        yield base
        yield replace(base, title=TITLE)
        yield replace(base, title=TITLE, context=False)
        yield replace(base, sentence_rule="pysbd")
        for option in strategy.options:
            for value in OPTIONS[option].choices or (0, 40):
                if option != "language" or value in ("en", "de"):
                    yield replace(base, chunk_overlap=30, **{option: value})  # type: ignore[arg-type]


CHOICES = sorted(
    {
        replace(one, unit=unit, vocabulary=vocabulary)  # type: ignore[arg-type]
        for one in _choices()
        for unit in UNITS
        for vocabulary in (("cl100k_base", "estimate") if unit == "tokens" else ("cl100k_base",))
    },
    key=str,
)


@pytest.fixture(autouse=True)
def _no_network(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is downloaded; tiktoken's own name stands for the vocabulary that is inside a package."""
    import tiktoken

    def refuse(*_: Any) -> None:
        raise AssertionError("the network is asked")

    encoding("cl100k_base")  # loaded before its loader is replaced
    monkeypatch.setattr(socket.socket, "connect", refuse)
    monkeypatch.setattr(socket, "getaddrinfo", refuse)
    monkeypatch.setattr(tiktoken, "get_encoding", encoding)


def executed(settings: Settings, library: str, text: str) -> list[str]:
    """What the code itself gives, with the text in the place of the file."""
    code = snippet(settings, library).code
    read = 'text = Path("document.txt").read_text("utf-8")\n'
    assert code.count(read) == 1
    space: dict[str, Any] = {"text": text}
    exec(compile(code.replace(read, ""), "snippet", "exec"), space)
    assert isinstance(space["chunks"], list)
    return list(space["chunks"])


def embedded(settings: Settings, text: str) -> list[str]:
    return list(analyse(Document(text), settings).embedded())


def outcome(call: Any) -> object:
    """What a call gives, or the error it raises."""
    try:
        return call()
    except Exception as error:
        return repr(error)


@pytest.mark.parametrize("library", LIBRARIES)
@pytest.mark.parametrize("name", STRATEGIES)
def test_the_code_gives_what_is_measured(name: str, library: str) -> None:
    ran = 0
    for settings in CHOICES:
        if settings.strategy != name:
            continue
        for text in TEXTS.values():
            theirs = outcome(lambda settings=settings, text=text: executed(settings, library, text))
            recipe = recipe_of(settings, library)
            assert theirs == outcome(lambda recipe=recipe, text=text: run(recipe, text)[0]), settings
            assert isinstance(theirs, list), (settings, theirs)
            bodies = run(recipe, text)[1]
            assert all(one.endswith(body) for one, body in zip(theirs, bodies, strict=True))
            assert all(isinstance(one, str) for one in theirs)
            ran += 1
            differs = snippet(settings, library).differs
            assert len(set(differs)) == len(differs)
            assert all(one.endswith(".") and one[0].isupper() for one in differs)
            if not differs:
                assert theirs == embedded(settings, text), settings
    assert ran >= 6 * 20


@pytest.mark.parametrize("library", LIBRARIES)
@pytest.mark.parametrize("file", ["document.txt", "Größe-水.txt"])
def test_the_program_reads_its_file(library: str, file: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path(file).write_text(TEXTS["markdown"], "utf-8")
    settings = Settings(strategy="structure", chunk_size=200)
    space: dict[str, Any] = {}
    exec(snippet(settings, library, file).code, space)
    assert space["chunks"] == executed(settings, library, TEXTS["markdown"])


def _plain(text: str) -> bool:
    """A text as the page loads it: LF alone, no halves of characters, and no control characters."""
    return not any(character in "\r\x1c\x1d\x1e\x1f" or "\ud800" <= character <= "\udfff" for character in text)


@hypothesis_settings(max_examples=40)
@given(texts.filter(_plain), st.integers(1, 60), st.integers(0, 59), st.sampled_from(["", "T", "見出し"]))
def test_no_difference_said_is_no_difference(text: str, size: int, overlap: int, title: str) -> None:
    room = size + len(title) + 1
    fixed = Settings(strategy="fixed", chunk_size=room, chunk_overlap=min(overlap, size - 1), title=title)
    paragraph = Settings(strategy="paragraph", title=title, chunk_size=room)
    estimated = replace(fixed, unit="tokens", vocabulary="estimate")
    for settings in (fixed, paragraph, estimated):
        for library in OTHERS:
            if not snippet(settings, library).differs:
                assert executed(settings, library, text) == embedded(settings, text), (settings, library)


def test_where_the_libraries_give_the_very_chunks() -> None:
    fixed, paragraph = Settings(strategy="fixed", chunk_overlap=45), Settings(strategy="paragraph")
    for settings in (fixed, replace(fixed, unit="tokens", vocabulary="estimate")):
        assert [snippet(settings, library).differs for library in LIBRARIES] == [()] * 4
    assert [bool(snippet(paragraph, library).differs) for library in LIBRARIES] == [False, False, False, True]
    words = replace(fixed, unit="words", chunk_size=40, chunk_overlap=7)
    for library in OTHERS:
        assert snippet(words, library).differs == (WORDS,)
        assert executed(words, library, TEXTS["prose"]) == embedded(words, TEXTS["prose"])
        assert executed(words, library, TEXTS["chinese"]) != embedded(words, TEXTS["chinese"])


SMALL = Settings(sentence_rule="punctuation", chunk_size=20)
CLAIMS = {
    "careful": (replace(SMALL, strategy="sentence", sentence_rule="pysbd"), OTHERS, CAREFUL, "See Dr. Who. He came."),
    "gaps": (
        replace(SMALL, strategy="sentence", pack=True),
        OTHERS,
        GAPS,
        "Nine chars here now. Nine char. Ten char. Fine.",
    ),
    "pieces apart": (
        SMALL,
        ("langchain", "chonkie"),
        PIECES_APART,
        "Twenty letters here! Twenty-one letters in. It is.",
    ),
    "tail": (replace(SMALL, strategy="fixed", min_tail=5), OTHERS, MIN_TAIL, "a" * 23),
    "tokens": (
        Settings(strategy="fixed", unit="tokens", chunk_size=1),
        ("langchain", "chonkie"),
        WINDOW_TOKENS,
        "鱻 a",
    ),
    "long": (
        replace(SMALL, strategy="sentence", pack=True),
        ("llamaindex",),
        LONG.format(unit="sentence"),
        "A sentence that is too long.",
    ),
    "levels": (
        Settings(strategy="structure", max_level=1, markup="markdown"),
        ("llamaindex",),
        ALL_LEVELS,
        "# A\n\nx\n\n## B\n\ny",
    ),
    "rewritten": (
        Settings(strategy="structure", markup="markdown"),
        ("langchain",),
        REWRITTEN,
        "# A\n\nOne.\n\n\n  Two.",
    ),
}


@pytest.mark.parametrize("name", CLAIMS)
def test_what_is_said_to_differ_does(name: str) -> None:
    settings, libraries, sentence, text = CLAIMS[name]
    for library in libraries:
        assert sentence in snippet(settings, library).differs
        assert executed(settings, library, text) != embedded(settings, text), library


@pytest.mark.parametrize(
    ("library", "sentence", "text", "size"),
    [("chonkie", SPECIAL, "It says <|endoftext|> here.", 5), ("llamaindex", STOPS, "鱻 is a fish. 鱻!", 1)],
)
def test_where_a_library_stops_it_is_said_and_measured(library: str, sentence: str, text: str, size: int) -> None:
    settings = Settings(unit="tokens", chunk_size=size)
    assert sentence in snippet(settings, library).differs
    report = analyse(Document(text), settings)
    found = measured(report, library)
    assert found is not None
    assert found.failed.startswith("ValueError: ")
    assert (found.ours, found.theirs, found.same, found.their_cuts, found.same_cuts) == (len(report), 0, 0, 0, 0)


@pytest.mark.parametrize("library", LIBRARIES)
@pytest.mark.parametrize("strategy", STRATEGIES)
def test_the_comparison_counts_what_the_code_gives(strategy: str, library: str) -> None:
    settings = Settings(strategy=strategy, chunk_size=150, pack=True, title="T", sentence_rule="punctuation")
    report = analyse(Document(TEXTS["markdown"]), settings)
    found = measured(report, library)
    theirs = executed(settings, library, TEXTS["markdown"])
    ours = list(report.embedded())
    assert found is not None
    assert (found.ours, found.theirs, found.failed) == (len(report), len(theirs), "")
    rest = Counter(one.strip() for one in ours)
    same = 0
    for one in theirs:
        if rest[one.strip()] > 0:
            rest[one.strip()] -= 1
            same += 1
    assert found.same == same
    assert 0 <= found.same_cuts <= min(found.our_cuts, found.their_cuts)
    assert found.our_cuts == len(report) - 1
    assert 0 < found.their_cuts <= len(theirs) - 1
    if theirs == ours:
        assert found.cuts_shared == 1.0
    elif not found.same:
        assert found.cuts_shared < 1.0


def test_cuts_are_places_whatever_stands_between() -> None:
    text = "# A\n\nOne two.\n\n\nThree four.\n\nOne two."
    assert comparison._cuts(text, ["# A\n\nOne two.", "Three  four.", "One\ntwo."]) == {9, 19}
    assert comparison._cuts(text, ["# A", "nowhere", "One two.", "One two."]) == {2, 19}
    assert comparison._cuts(text, ["# A One two.", "two. Three", "four."]) == {5, 14}
    assert comparison._cuts(text, []) == set()
    report = analyse(Document("a"), Settings())
    found = measured(report, "playground")
    assert found is not None
    assert (found.cuts_shared, found.same) == (1.0, 1)


def test_a_library_that_is_not_installed_is_not_measured(monkeypatch: pytest.MonkeyPatch) -> None:
    report = analyse(Document("One."), Settings())
    for name in ("not_installed_at_all", "not_installed.at_all"):
        monkeypatch.setitem(comparison.MODULES, "chonkie", name)
        assert not is_installed("chonkie")
        assert measured(report, "chonkie") is None


def test_writing_and_asking_import_no_library() -> None:
    import subprocess

    code = (
        "import sys\nfrom playground import Settings\nfrom playground.giving.snippets import *\n"
        "for name in LIBRARIES: snippet(Settings(strategy='structure', unit='tokens', title='T'), name)\n"
        "assert all(map(is_installed, LIBRARIES))\n"
        "print([name for name in sys.modules if name.startswith(('langchain', 'llama_index.', 'chonkie', 'tiktoken'))])"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


@given(st.text(st.characters(exclude_categories=["Cs"]), max_size=60))
def test_a_title_is_data(text: str) -> None:
    title = " ".join(text.split())
    try:
        settings = Settings(title=title, strategy="fixed", chunk_size=200)
    except InputError:
        return
    for library in LIBRARIES:
        tree = ast.parse(snippet(settings, library).code)
        strings = [node.value for node in ast.walk(tree) if isinstance(node, ast.Constant)]
        bare = ast.parse(snippet(replace(settings, title="x" if title else ""), library).code)
        assert [type(node) for node in ast.walk(tree)] == [type(node) for node in ast.walk(bare)]
        assert not title or title in strings or f"{title}\n" in strings
        assert executed(settings, library, "One.") == [f"{title}\nOne." if title else "One."]


@given(st.one_of(st.text(st.characters(codec=None)), st.lists(st.text(), max_size=5)))
def test_a_literal_is_its_value(value: Any) -> None:
    assert ast.literal_eval(literal(value)) == value


def test_only_libraries_are_known() -> None:
    with pytest.raises(InputError, match="library must be one of 'playground', 'langchain', 'llamaindex', 'chonkie'"):
        snippet(Settings(), "nltk")


def test_the_own_snippet_says_what_is_not_the_default() -> None:
    code = snippet(Settings(strategy="fixed", unit="words", chunk_size=50), "playground").code
    assert 'settings = Settings(strategy="fixed", chunk_size=50, unit="words")\n' in code
    assert "settings = Settings()\n" in snippet(Settings(), "playground").code
