"""pysbd behind its guard: nothing lost, nothing hung, nothing shared between threads, every refusal counted."""

import threading
from collections.abc import Callable

import pysbd.languages
import pytest
from hypothesis import given
from hypothesis import strategies as st

from playground import Document, Settings, analyse
from playground.strategies import LANGUAGES
from playground.text import careful
from tests import oracles
from tests.texts import texts

PLACEHOLDERS = "∯ȸ♨☝☉☇☈☄♬♭∮ȹ"
LAYOUT = str.maketrans("\n\r", "  ")


@pytest.fixture
def forgetful(monkeypatch: pytest.MonkeyPatch) -> careful._Memory:
    """An empty memory of its own for the test."""
    memory = careful._Memory(1_000)
    monkeypatch.setattr(careful, "_memory", memory)
    return memory


@pytest.fixture
def shown(monkeypatch: pytest.MonkeyPatch, forgetful: careful._Memory) -> list[str]:
    """The pieces that pysbd is shown, in order; nothing is remembered from other tests."""
    pieces: list[str] = []
    real = careful._segment

    def spy(piece: str, language: str) -> careful._Answer:
        pieces.append(piece)
        return real(piece, language)

    monkeypatch.setattr(careful, "_segment", spy)
    return pieces


@pytest.fixture
def useless(monkeypatch: pytest.MonkeyPatch, forgetful: careful._Memory) -> None:
    """pysbd has no answer for anything."""
    monkeypatch.setattr(careful, "_segment", lambda piece, language: careful._Answer(None))


def prose(characters: int) -> str:
    """Sentences that all differ, on one line."""
    parts = []
    length = number = 0
    while length < characters:
        parts.append(f"In {1500 + number} Dr. Ames of no. {number} met {number * 7} people, e.g. J. Orr, at noon.")
        length += len(parts[-1]) + 1
        number += 1
    return " ".join(parts)


def split(text: str, language: str = "en") -> list[str]:
    return [text[start:end] for start, end in Document(text).sentences("pysbd", language).spans]


# --- what pysbd is shown -------------------------------------------------------------------------------------


@given(texts)
def test_the_masked_copy_has_the_same_length_and_no_line_ends(text: str) -> None:
    copy = careful.masked(text)
    assert len(copy) == len(text)
    assert not set(copy) & set(PLACEHOLDERS)
    assert len(copy.splitlines()) <= 1
    for own, other in zip(text, copy, strict=True):
        same = own == other or (own.isspace() and other.isspace())
        assert same or (
            (own in careful._PLACEHOLDERS.values() or own.isdigit() or not own.isascii()) and other.isalpha()
        )


def test_only_pieces_of_one_paragraph_are_shown(shown: list[str]) -> None:
    text = "\n\n".join([prose(9_000), prose(300).upper(), "# A heading. Of two.", "- An item. Of two."])
    split(text)
    flat = text.translate(LAYOUT)
    assert max(map(len, shown)) <= 4_000
    assert all("\n" not in piece and piece in flat for piece in shown)
    paragraphs = [text[start:end].translate(LAYOUT) for start, end in oracles.paragraphs(text)]
    assert all(any(piece in paragraph for paragraph in paragraphs) for piece in shown)


@pytest.mark.parametrize("shape", ["prose", "one sentence", "no stops", "short", "dots", "no spaces"])
def test_work_is_linear(shown: list[str], shape: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Characters shown are counted, not seconds: at most twice the text, and twice as many for twice the text."""
    texts_of_length: dict[str, Callable[[int], str]] = {
        "prose": prose,
        "one sentence": lambda length: "word, e.g. " * (length // 11),
        "no stops": lambda length: "words and " * (length // 10),
        "short": lambda length: "".join(f"{number}. x\n" for number in range(length // 8)),
        "dots": lambda length: ".a. b" * (length // 5),
        "no spaces": lambda length: "a.b!" * (length // 4) + " x. Y",
    }
    counts = []
    for length in (20_000, 40_000):
        shown.clear()
        monkeypatch.setattr(careful, "_memory", careful._Memory(1_000))
        text = texts_of_length[shape](length)
        split(text)
        counts.append(sum(map(len, shown)))
        assert counts[-1] <= 2 * len(text) + 4_000
    assert counts[1] <= 2.5 * counts[0] + 8_000


def test_a_block_is_asked_about_once(shown: list[str]) -> None:
    text = prose(6_000)
    first = split(text)
    asked = len(shown)
    assert asked > 0
    assert split(text) == first
    assert split(f"Another start.\n\n{text}")[1:] == first
    for size in (100, 200, 300):
        analyse(Document(text), Settings(chunk_size=size))
    assert len(shown) - asked <= 1  # "Another start." itself


def test_another_language_is_another_question(forgetful: careful._Memory) -> None:
    text = "Er kam z.B. heute. Dann ging er, bzw. Anna. The U.S. Army left."
    english, german = split(text, "en"), split(text, "de")
    assert [split(text, "en"), split(text, "de")] == [english, german]


# --- what pysbd is known to do -------------------------------------------------------------------------------


@pytest.mark.parametrize("character", PLACEHOLDERS)
@pytest.mark.parametrize("language", ["en", "de", "ja", "hy"])
def test_placeholder_characters_lose_nothing(character: str, language: str) -> None:
    mark = character
    text = f"The sonata in B{mark} minor opens. {mark} Then a choir.{mark} Who?{mark}! Nobody {mark}."
    parts = split(text, language)
    assert "".join("".join(parts).split()) == "".join(text.split())
    assert len(parts) >= 2


@pytest.mark.parametrize(
    "text",
    [
        "Rises..[204 118 3 4 5 6 7 8 9 10 11 12 13]",
        "It rises.[204 118 119 120 121 122 123 124 125 126 127 128 129]. Then falls.",
        "An arr.[" + "1" * 30,
        "An arr.[" + "1 " * 900,
        "x..[" + ", ".join(map(str, range(300))) + "] end. Next.",
        "x.[" + "1-2–3," * 300 + "]",
        "x. [" + "1" * 1900 + "] y.",
        "The ledger stops here .... Nobody signed it. Then .. silence. Who ?! Nobody.",
        "Wait . . . what? . . . Nothing?!",
        "Costs rose (e.g., q = 3 m) etc(a. Then (see p. 4(ii)(a)) fell. Das ist d.h. klar, auch d(hier). Ende [offen.",
        "(" * 50 + "a. B" + "]" * 50 + " c. D) (e. [f. {g. «h. “i. ‘j.",
        r"C:\dir\(a. \1 \g<0> [z-a] (?P<x. *+? Next.",
        "(a. b) d(hier) z.B.( u.a.[ Inc.) p.m.(x) v.Chr.* Nr.+ St.? Ca.{2} Dr.| Prof.\\",
    ],
    ids=lambda text: text[:24],
)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_survives(text: str, language: str, forgetful: careful._Memory) -> None:
    found = Document(text).sentences("pysbd", language)
    assert oracles.missing_and_twice(text, list(found.spans)) == (0, 0)


def test_the_languages_are_those_of_pysbd() -> None:
    assert set(LANGUAGES) == set(pysbd.languages.LANGUAGE_CODES)


@pytest.mark.parametrize("error", [IndexError("x"), ValueError("x"), RecursionError("x")], ids=repr)
def test_whatever_pysbd_raises_is_a_refusal(
    monkeypatch: pytest.MonkeyPatch, forgetful: careful._Memory, error: Exception
) -> None:
    def broken(*_: object, **__: object) -> None:
        raise error

    monkeypatch.setattr(pysbd, "Segmenter", broken)
    found = Document("One. Two.").sentences()
    assert list(found.spans) == [(0, 4), (5, 9)]
    assert found.refused == 1


@pytest.mark.usefixtures("useless")
def test_a_refused_piece_is_answered_by_the_plain_rule_and_counted() -> None:
    text = "Mr. Orr left. He ran!\n\n# Heading. Yes.\n\nNo stop here\n\nLast. One."
    document = Document(text)
    found = document.sentences()
    plain = list(document.sentences("punctuation").spans)
    assert found.refused == 3
    assert {start for start, _ in found.spans} <= {start for start, _ in plain}
    assert (0, 13) in list(found.spans)  # "Mr." is mended behind the plain rule too
    assert analyse(document, Settings(strategy="sentence")).refused == 3
    assert analyse(document, Settings(strategy="sentence", sentence_rule="punctuation")).refused == 0


@pytest.mark.usefixtures("useless")
@given(texts)
def test_refusals_lose_nothing(text: str) -> None:
    found = list(Document(text).sentences().spans)
    assert oracles.missing_and_twice(text, found) == (0, 0)


@given(texts, st.lists(st.integers(0, 60), max_size=12))
def test_whatever_starts_pysbd_proposes_nothing_is_lost(text: str, proposed: list[int]) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(careful, "_memory", careful._Memory(100))
        patch.setattr(
            careful,
            "_segment",
            lambda piece, language: careful._Answer(
                tuple(sorted({at for at in proposed if 0 < at < len(piece) and not piece[at].isspace()}))
            ),
        )
        found = list(Document(text).sentences().spans)
    assert oracles.missing_and_twice(text, found) == (0, 0)
    assert all(oracles.trimmed(text, *pair) == pair for pair in found)


def test_no_refusal_on_ordinary_text(forgetful: careful._Memory) -> None:
    assert Document(prose(5_000)).sentences().refused == 0


# --- memory, threads, progress -------------------------------------------------------------------------------


def test_memory_is_bounded_and_forgets_the_least_used() -> None:
    memory = careful._Memory(3)
    for number in range(3):
        memory.put(bytes([number]), careful._Answer((number,)))
    assert memory.get(b"\x00") == careful._Answer((0,))
    memory.put(b"\x03", careful._Answer(()))
    assert memory.get(b"\x01") is None
    assert [memory.get(bytes([number])) for number in (0, 2, 3)] == [((0,),), ((2,),), ((),)]


def test_a_full_memory_changes_no_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    text = prose(8_000)
    wanted = split(text)
    memory = careful._Memory(2)
    monkeypatch.setattr(careful, "_memory", memory)
    assert [split(text), split(text)] == [wanted, wanted]
    assert len(memory._answers) <= 2


def test_no_text_is_remembered(forgetful: careful._Memory) -> None:
    split("A secret word. Another secret.")
    assert "secret" not in repr(forgetful._answers)


def test_threads_get_the_same_answers(monkeypatch: pytest.MonkeyPatch, forgetful: careful._Memory) -> None:
    languages = ["en", "de", "ja", "ru", "fr", "es", "hi", "en"]
    text = "\n\n".join(prose(900)[shift : shift + 450] for shift in range(0, 400, 40)) + " 彼は「いいえ。」と言った。"
    wanted = [split(text, language) for language in languages]
    monkeypatch.setattr(careful, "_memory", careful._Memory(5))  # so that they really ask
    got: dict[int, list[list[str]]] = {}
    together = threading.Barrier(len(languages))

    def run(row: int) -> None:
        together.wait(timeout=30)
        got[row] = [split(text, languages[row]) for _ in range(3)]

    threads = [threading.Thread(target=run, args=(row,)) for row in range(len(languages))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(timeout=120)
    assert got == {row: [wanted[row]] * 3 for row in range(len(languages))}


def test_progress_rises_to_the_end(forgetful: careful._Memory) -> None:
    text = f"{prose(7_000)}\n\n{prose(500).upper()}\n\nNo stop here\n\nThe end. Of it."
    calls: list[tuple[int, int]] = []
    Document(text).sentences("pysbd", "en", lambda done, total: calls.append((done, total)))
    done = [first for first, _ in calls]
    assert done == sorted(done)
    assert len({total for _, total in calls}) == 1
    assert done[-1] == calls[0][1]
    assert done[-1] <= len(text)
    assert len(calls) >= len(text) // 4_000
    assert max(after - before for before, after in zip([0, *done], done, strict=False)) <= 4_000


class StopWork(Exception):  # noqa: N818
    """What a view raises to stop the work."""


@pytest.mark.parametrize("after", [1, 2, 3])
def test_progress_may_stop_the_work(shown: list[str], after: int) -> None:
    text = prose(9_000)
    document = Document(text)

    def stop(done: int, total: int) -> None:
        if len(calls) == after:
            raise StopWork
        calls.append(done)

    calls: list[int] = []
    with pytest.raises(StopWork):
        document.sentences("pysbd", "en", stop)
    assert not document.has_sentences("pysbd", "en")
    asked = len(shown)
    found = document.sentences("pysbd", "en")
    assert len(set(shown)) == len(shown), "a piece answered before the stop was asked again"
    assert len(shown) > asked
    assert list(found.spans) == list(Document(text).sentences().spans)
    assert oracles.missing_and_twice(text, list(found.spans)) == (0, 0)


def test_pieces_are_cut_between_sentences_or_words(shown: list[str]) -> None:
    """No sentence start is invented where one piece ends and the next begins."""
    text = prose(30_000)
    wanted = [part + "noon." for part in text.split("noon.")[:-1]]
    assert split(text) == [part.strip() for part in wanted]
    long = "word " * 3_000 + "end. Next one."
    assert split(long) == [long[: long.index("Next")].strip(), "Next one."]


@given(texts, st.integers(4, 40))
def test_pieces_of_any_size_lose_nothing(text: str, piece: int) -> None:
    shown: list[int] = []
    real = careful._segment

    def spy(own: str, language: str) -> careful._Answer:
        shown.append(len(own))
        return real(own, language)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(careful, "_memory", careful._Memory(100))
        patch.setattr(careful, "PIECE", piece)
        patch.setattr(careful, "_segment", spy)
        found = Document(text).sentences()
    assert found.refused == 0
    assert max(shown, default=0) <= piece
    assert sum(shown) <= 2 * len(text) + piece
    assert oracles.missing_and_twice(text, list(found.spans)) == (0, 0)
    assert all(oracles.trimmed(text, *pair) == pair for pair in found.spans)
