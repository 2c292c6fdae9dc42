"""What a text looks like: on the samples, on real documents, and where nothing can be told."""

from pathlib import Path

import pytest

from playground import Document
from playground.judging import looks
from playground.strategies import LANGUAGES
from playground.taking.loading import decode

SHARED = Path(__file__).resolve().parents[1].parent / "shared" / "data"
SAMPLES = Path(__file__).parents[1] / "samples"
LANGUAGE_OF = {
    "docs/lang_de_art_of_command_line.md": "de", "docs/lang_zh_art_of_command_line.md": "zh",
    "docs/lang_ja_neko_prose.txt": "ja", "docs/md_go_faq.md": "en", "docs/enc_verwandlung_latin1_crlf.txt": "de",
    "docs/data_seattle_weather.csv": "", "edge/edge_only_punct.txt": "",
}  # fmt: skip


def of(text: str) -> looks.Looks:
    return looks.of(Document(text))


def real(name: str) -> looks.Looks:
    path = SHARED / name
    if not path.exists():
        pytest.skip("../shared is not here")
    return of(decode(path.read_bytes(), path.name).text)


@pytest.mark.parametrize("name", LANGUAGE_OF)
def test_the_language_of_real_documents(name: str) -> None:
    assert real(name).language == LANGUAGE_OF[name]


def test_a_script_of_several_languages_names_them_all() -> None:
    found = of("Помпата работи през целия ден и спира през нощта. ")
    assert found.languages == ("ru", "bg", "kk")
    assert {one for known in looks.SCRIPTS.values() for one in known} <= set(LANGUAGES)


def test_speakers_are_told_where_they_are_many() -> None:
    assert of((SAMPLES / "chat.txt").read_text(encoding="utf-8")).speakers > 10
    assert of("Note: a word.\n\nSome prose follows here, and more of it.\n" * 2).speakers == 0


def test_lines_broken_at_a_width() -> None:
    assert real("docs/prose_alice_gutenberg.txt").wrapped
    assert not real("docs/lang_de_art_of_command_line.md").wrapped
    assert not of("A line of prose that is all on one line, however long it may be. " * 30).wrapped


def test_a_text_without_stops() -> None:
    assert real("docs/ocr_alice_no_punctuation.txt").unpunctuated
    assert not of("one\ntwo\nthree\n" * 100).unpunctuated, "lines are something to split at"
    assert not of("春は曙。やうやう白くなりゆく山際" * 40).unpunctuated


def test_characters_that_are_not_seen() -> None:
    assert of("a\u00a0b\u200bc\u00adde\ufeff").invisible == 4
    assert of("\U0001f469\u200d\U0001f467 مي\u200cخواهم").invisible == 0


def test_headings_tables_and_code_are_counted() -> None:
    found = of("# A\n\n## B\n\n```\nx\n```\n\n| a | b |\n|---|---|\n| 1 | 2 |\n")
    assert (found.kind, found.headings, found.levels, found.tables, found.code) == ("markdown", 2, (1, 2), 1, 1)


@pytest.mark.parametrize(
    ("text", "languages"),
    [
        ("Насос працює весь день і зупиняється вночі, щоб заощадити її енергію. Це є добре.", ()),
        ("این پمپ تمام روز کار می‌کند و شب‌ها خاموش می‌شود چون گران است.", ("fa",)),
        ("O motor não para e os homens da vila usam uma bomba do rio para que mais água não falte com o sol. " * 3, ()),
    ],
)
def test_a_neighbour_is_not_taken_for_another_language(text: str, languages: tuple[str, ...]) -> None:
    assert of(text).languages == languages
