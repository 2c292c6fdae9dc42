"""Share, Take away, documents and chunks of one's own, on the page: what travels, what comes back, what is said."""

import csv
import io
import json
import random
import secrets
import zipfile
from collections.abc import Iterator
from dataclasses import replace
from functools import partialmethod
from pathlib import Path
from urllib.parse import parse_qsl, urlsplit

import pytest
import streamlit as st
from streamlit.testing.v1 import AppTest

from playground import Document, Settings, analyse, chunk
from playground.asking.questions import Question
from playground.cells import unguard
from playground.giving import export, settings_file
from playground.giving.contents import Contents
from playground.giving.formats import FORMATS
from playground.giving.shared_text import PARAMETER, pack, unpack
from playground.giving.snapshots import Limits
from playground.panels import cache, source
from playground.panels.read import MOST_OF_GAP
from playground.panels.sharing import SAVED, SETTING, TEXT
from playground.spans import Spans
from playground.taking.converting import Converted
from tests import documents
from tests.test_page import (
    at_settings,
    change,
    component,
    metrics,
    opened,
    remarks,
    run,
    said,
    store,
    upload,
    used,
    widget,
)

ODD = "50% & more + a=b#c?d;e \u00e9 \U0001f680 \u7f8a\n\ttab \u201cq\u201d \\ %20 +"
TEXT_OF_MINE = "The pump runs all day. It stops at night.\n\nThe valve is oiled every spring."


@pytest.fixture(autouse=True)
def _data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setenv("PLAYGROUND_DATA", str(tmp_path))
    st.cache_data.clear()
    st.cache_resource.clear()
    yield
    st.cache_data.clear()
    st.cache_resource.clear()


# AppTest runs the whole script where the browser runs a dialog alone: the button that opens it is pressed again.
def share(at: AppTest, way: str) -> str:
    """The link that the dialog shows for this way, "" if it shows none."""
    at.button(key="share").click()
    run(at)
    at.radio(key="share_way").set_value(way)
    at.button(key="share").click()
    run(at)
    if way == SAVED:
        at.button(key="save_snapshot").click()
        at.button(key="share").click()
        run(at)
    fields = [json.loads(one.proto.json) for one in at.get("bidi_component") if str(one.key).startswith("link_")]
    return str(fields[-1]["value"]) if fields else ""


def parameters(link: str) -> dict[str, str]:
    return dict(parse_qsl(urlsplit(link).query, keep_blank_values=True))


def follow(link: str) -> AppTest:
    """A visitor of their own who opens the link."""
    return opened(**parameters(link))


def with_url(at: AppTest) -> AppTest:
    at.context = {"url": "https://chunks.example/app"}
    return at


# --- links -----------------------------------------------------------------------------------------------------------


def test_by_default_a_link_says_the_setting_and_not_the_text() -> None:
    settings = Settings(strategy="fixed", chunk_size=40, chunk_overlap=10)
    at = with_url(at_settings(settings, TEXT_OF_MINE, match="sentence"))
    at.button(key="share").click()
    run(at)
    assert at.radio(key="share_way").value == SETTING
    link = share(at, SETTING)
    assert link.startswith("https://chunks.example/app/?")
    assert component(at, "link_setting")["label"] == f"Link, {len(link):,} characters."
    assert "Your text is not in it" in said(at)
    assert not {PARAMETER, "snapshot"} & set(parameters(link))
    other = follow(link)
    assert used(other) == settings
    assert store(other).reading.match == "sentence"


@pytest.mark.parametrize("text", [ODD, TEXT_OF_MINE * 20, "\u7f8a\u306f\u8349\u3092\u98df\u3079\u308b\u3002" * 50])
def test_ui_07_share_link_round_trip(text: str) -> None:
    settings = Settings(chunk_size=40, chunk_overlap=10)
    at = with_url(at_settings(settings, text, tab="Questions"))
    at.session_state["questions"] = {f" {Document(text).digest}": [Question("What?", ((0, 5),))]}
    run(at)
    link = share(at, TEXT)
    assert unpack(parameters(link)[PARAMETER]).text == text
    other = follow(link)
    assert used(other) == settings
    shown = component(other, "question_text")
    assert shown["text"] == text[shown["offset"] :][: shown["length"]]
    assert metrics(other)["Chunks"] == f"{len(chunk(text, settings)):,}"
    assert [one.text for found in other.session_state["questions"].values() for one in found] == ["What?"]
    assert other.query_params[PARAMETER] in (parameters(link)[PARAMETER], [parameters(link)[PARAMETER]])


def test_ui_07_a_text_that_is_too_long_for_a_link_gets_one_sentence() -> None:
    at = with_url(at_settings(Settings(), " ".join(str(number**3) for number in range(8_000))[:60_000]))
    assert share(at, TEXT) == ""
    assert any("too long for a link" in error.value for error in at.error)
    at = with_url(at_settings(Settings(), "abc " * 60_000))
    assert share(at, TEXT) == ""
    assert any("are tried for a link" in error.value for error in at.error)


@pytest.mark.parametrize("value", ["1b", "zzz", "1bAAAA", "2bAAAA", "x" * 9_000, "<script>"])
def test_a_damaged_link_says_so_and_the_page_goes_on(value: str) -> None:
    at = opened(**{PARAMETER: value, "size": "120"})
    assert used(at).chunk_size == 120
    assert len(remarks(at)) == 1
    assert "link" in remarks(at)[0]
    assert metrics(at)["Chunks"] != "0"


NOT_OPENED = "The text of the link could not be opened; this is "


def test_a_link_that_is_cut_short_is_not_said_to_be_on_the_page() -> None:
    link = share(with_url(at_settings(Settings(), TEXT_OF_MINE)), TEXT)
    assert "carries the setting and this text" in said(follow(link))
    cut = {**parameters(link), PARAMETER: parameters(link)[PARAMETER][:-1]}
    at = opened(**cut)
    assert f"{NOT_OPENED}a sample." in said(at)
    assert "carries the setting" not in said(at)
    own = opened("A text of my own.", **cut)
    assert own.text[0].value.startswith("Own text")
    assert f"{NOT_OPENED}your own text." in said(own)
    assert "carries the setting" not in said(own)


def test_a_snapshot_that_is_gone_is_not_said_to_be_on_the_page() -> None:
    at = with_url(at_settings(Settings(), TEXT_OF_MINE))
    link = share(at, SAVED)
    assert "names a snapshot of this text that expires" in said(follow(link))
    (mine,) = at.session_state["my_snapshots"]
    kept = cache.snapshots()
    assert kept is not None
    assert kept.delete(mine.saved.id, mine.saved.key)
    gone = follow(link)
    assert f"{NOT_OPENED}a sample." in said(gone)
    assert "names a snapshot" not in said(gone)


@pytest.mark.parametrize("odd", ["__", "_", "-", "--", "-_"])
def test_a_snapshot_is_shown_whatever_its_id_begins_and_ends_with(odd: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """One save in thirty had an id with "__" or a "_" at its beginning, and the dialog failed."""
    drawn = secrets.token_urlsafe
    monkeypatch.setattr(secrets, "token_urlsafe", lambda size: f"{odd}{drawn(size)[2 * len(odd) :]}{odd}")
    link = share(with_url(at_settings(Settings(), TEXT_OF_MINE)), SAVED)
    assert parameters(link)["snapshot"].startswith(odd)
    assert "names a snapshot of this text that expires" in said(follow(link))


@pytest.mark.parametrize("way", [TEXT, SAVED])
def test_a_link_that_is_cut_off_says_so_instead_of_showing_a_sample_without_a_word(way: str) -> None:
    link = share(with_url(at_settings(Settings(), TEXT_OF_MINE)), way)
    assert urlsplit(link).query.split("=")[0] in (PARAMETER, "snapshot"), "what names the text comes first"
    cut = parameters(link[: link.index("=") + 10])
    at = opened(**cut)
    assert f"{NOT_OPENED}a sample." in said(at)
    assert len(remarks(at)) == 1
    other = follow(link)
    assert next(iter(other.query_params)) in (PARAMETER, "snapshot"), "in the address that the page writes too"
    assert f"{NOT_OPENED}a sample." in said(opened(**{PARAMETER: ""}))


@pytest.mark.parametrize("way", [TEXT, SAVED])
def test_a_link_taken_out_of_html_opens(way: str) -> None:
    settings = Settings(strategy="fixed", chunk_size=40)
    link = share(with_url(at_settings(settings, TEXT_OF_MINE)), way)
    at = opened(**parameters(f"{link}&size=40".replace("&", "&amp;").replace("?", "?tab=Table&amp;")))
    assert used(at) == settings
    assert at.session_state["source"].document.text == TEXT_OF_MINE
    assert store(at).tab == "Table"
    assert not remarks(at)
    assert "carries the setting, not" not in said(at)
    assert not [name for name in at.query_params if name.startswith("amp;")]


def test_a_name_in_the_address_that_nobody_knows_is_remarked_on() -> None:
    at = opened(siez="300", utm_source="mail", embed="true")
    assert remarks(at) == ["“siez” is not a setting of this page and is ignored."]
    assert "siez" not in at.query_params


def test_a_text_that_is_brought_leaves_the_link() -> None:
    at = follow(share(with_url(at_settings(Settings(), TEXT_OF_MINE)), TEXT))
    assert PARAMETER in at.query_params
    upload(at, "other.txt", b"Another text. It is short.")
    assert PARAMETER not in at.query_params


# --- snapshots -------------------------------------------------------------------------------------------------------


def test_a_snapshot_is_opened_by_another_and_deleted_by_whoever_saved_it() -> None:
    settings = Settings(strategy="sentence", unit="words", chunk_size=12, pack=True)
    at = with_url(at_settings(settings, TEXT_OF_MINE))
    link = share(at, SAVED)
    assert list(parameters(link)) == ["snapshot"]
    other = follow(link)
    assert (used(other), other.text[0].value.split(":")[0]) == (settings, "Own text")
    changed = follow(f"{link}&size=20")
    assert used(changed).chunk_size == 20, "what the address says itself counts"
    (mine,) = at.session_state["my_snapshots"]
    at.button(key=f"delete_{mine.saved.id}").click()
    run(at)
    assert at.session_state["my_snapshots"] == []
    gone = follow(link)
    assert "There is no such snapshot" in remarks(gone)[0]


def test_a_host_can_switch_snapshots_off(monkeypatch: pytest.MonkeyPatch) -> None:
    link = share(with_url(at_settings(Settings(), TEXT_OF_MINE)), SAVED)
    monkeypatch.setenv("PLAYGROUND_SNAPSHOTS", "off")
    st.cache_resource.clear()
    at = opened()
    at.button(key="share").click()
    run(at)
    assert SAVED not in at.radio(key="share_way").options
    assert "This server keeps no snapshots" in remarks(follow(link))[0]


def test_a_lost_database_gets_a_sentence_and_the_page_goes_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").write_text("no folder")
    monkeypatch.setenv("PLAYGROUND_DATA", str(tmp_path / "file" / "below"))
    st.cache_resource.clear()
    at = with_url(at_settings(Settings(), TEXT_OF_MINE))
    assert share(at, SAVED) == ""
    assert len(at.error) == 1
    assert metrics(at)["Chunks"] == "1"


def test_one_address_saves_a_part_of_the_hour_and_another_the_rest(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Limits, "__init__", partialmethod(Limits.__init__, sender=1_500))
    st.cache_resource.clear()
    monkeypatch.setattr(type(st.context), "ip_address", "2001:db8::1")
    at = with_url(at_settings(Settings(), TEXT_OF_MINE))
    first = share(at, SAVED)
    assert "snapshot=" in first
    change(at, "size", 310)  # the same again would be the snapshot that is there
    assert share(at, SAVED) == first, "of those that are kept"
    (error,) = at.error
    wanted = "Your address has saved as much as one may in an hour (1,500 bytes, compressed); please try again later."
    assert error.value.replace("\\", "") == wanted
    assert len(at.session_state["my_snapshots"]) == 1
    monkeypatch.setattr(type(st.context), "ip_address", "2001:db8::ffff")
    neighbour = with_url(at_settings(Settings(), TEXT_OF_MINE))
    assert share(neighbour, SAVED) == ""
    for other in ("2001:db8:0:1::1", None, None, None):
        monkeypatch.setattr(type(st.context), "ip_address", other)
        assert "snapshot=" in share(with_url(at_settings(Settings(), TEXT_OF_MINE)), SAVED)


# --- take away -------------------------------------------------------------------------------------------------------


def test_every_file_holds_the_chunks_on_screen(monkeypatch: pytest.MonkeyPatch) -> None:
    made: dict[str, bytes] = {}

    def keep(label: str, data: bytes, *_: object, **__: object) -> None:
        made[label.removeprefix("Download ").split(",")[0]] = data

    monkeypatch.setattr("playground.panels.take_away.st.download_button", keep)
    settings = Settings(strategy="structure", chunk_size=200, title="Notes")
    text = "# A\n\n" + TEXT_OF_MINE + '\n\n# B\n\n=1+1 is a sum. She said "no",\nthen left.\u2028'
    at = at_settings(settings, text, tab="Take away")
    for form in FORMATS:
        widget(at, "form").set_value(form)
        run(at)
    wanted = [(one.start, one.end, one.text) for one in chunk(text, settings)]
    rows = list(csv.DictReader(io.StringIO(made["CSV"].decode("utf-8-sig"), newline="")))
    assert [(int(row["start"]), int(row["end"]), unguard(row["text"])) for row in rows] == wanted
    lines = [json.loads(line) for line in made["JSON Lines"].decode().splitlines()]
    assert [(one["start"], one["end"], one["text"]) for one in lines] == wanted
    assert {one["source"] for one in lines} == {"Own text"}
    assert made["JSON Lines"] == export.jsonl(analyse(Document(text), settings), "Own text")
    names = zipfile.ZipFile(io.BytesIO(made["Markdown files (ZIP)"])).namelist()
    assert len([name for name in names if name.endswith(".md")]) == len(wanted)
    assert made["Text (UTF-8)"].decode() == text
    assert settings_file.read(made["Setting (TOML)"]) == settings  # type: ignore[arg-type]
    assert made["Report (HTML)"].startswith(b"<!DOCTYPE html>")


def csv_buttons(at: AppTest) -> list[str]:
    labels = [str(getattr(one, "label", "")) for one in at.get("download_button")]
    return [label for label in labels if "CSV" in label]


def test_a_large_file_is_made_when_it_is_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("playground.panels.take_away.MAX_MADE_AT_ONCE_CHARACTERS", 10)
    at = at_settings(Settings(chunk_size=60), TEXT_OF_MINE, tab="Take away")
    change(at, "form", "csv")
    assert not csv_buttons(at)
    at.button(key="make_file").click()
    run(at)
    assert csv_buttons(at) == ["Download CSV, 977 bytes"]
    change(at, "size", 50)
    assert not csv_buttons(at), "not those of one change earlier"


@pytest.mark.parametrize("library", ["langchain", "llamaindex", "chonkie"])
def test_code_says_where_it_differs_and_how_much_when_it_is_run(library: str) -> None:
    at = at_settings(Settings(chunk_size=60), TEXT_OF_MINE, tab="Take away")
    assert "Exactly these chunks, of the text as downloaded above." in said(at)
    widget(at, "library").set_value(library)
    run(at)
    assert "Where its chunks differ from these:" in said(at)
    assert " makes " not in said(at), "nothing is run before it is asked for"
    at.button(key="run_library").click()
    run(at)
    assert " makes " in said(at)
    assert "of all cuts are in both." in said(at)


# --- documents -------------------------------------------------------------------------------------------------------


def test_an_html_page_becomes_its_main_text_and_can_be_had_as_it_was() -> None:
    page = b"<html><nav>Menu</nav><main><h1>Pump</h1><p>The pump runs &amp; stops.</p></main></html>"
    at = upload(opened(tab="Read"), "page.html", page)
    assert component(at, "text")["text"].startswith("# Pump\n\nThe pump runs & stops.")
    assert "Converted from HTML" in said(at)
    at.button(key="uncleaned").click()
    run(at)
    assert "<nav>Menu</nav>" in component(at, "text")["text"]
    at.button(key="changed_again").click()
    run(at)
    assert component(at, "text")["text"].startswith("# Pump")
    assert "Converted from HTML" in said(at)


def test_the_pages_of_a_pdf_are_known_for_each_chunk() -> None:
    from fpdf import FPDF

    pdf = FPDF()
    pdf.set_font("Helvetica", size=12)
    for words in ("The pump runs all day.", "The valve is oiled."):
        pdf.add_page()
        pdf.multi_cell(0, 8, words)
    at = upload(at_settings(Settings(strategy="sentence"), tab="Table"), "manual.pdf", bytes(pdf.output()))
    assert at.dataframe[0].value["page"].tolist() == [1, 2]
    assert store(at).sample == ""
    store(at).tab = "Read"
    run(at)
    assert [row for row in at.table[0].value.index if row == "Page"] == ["Page"]


@pytest.mark.parametrize("way", [TEXT, SAVED])
def test_pages_travel_with_the_text(way: str) -> None:
    text = "The pump runs all day. The valve is oiled. It stops at night."
    at = with_url(at_settings(Settings(strategy="sentence"), text))
    before = at.session_state["own_source"]
    pages = Converted(text, "pdf", (), (0, 23, 23, 43))
    at.session_state["own_source"] = replace(before, converted=pages)
    store(at).tab = "Table"
    run(at)
    assert at.dataframe[0].value["page"].tolist() == [1, 3, 4]
    other = follow(share(at, way))
    assert used(other).strategy == "sentence"
    store(other).tab = "Table"
    run(other)
    assert other.dataframe[0].value["page"].tolist() == [1, 3, 4]
    store(other).tab = "Read"
    run(other)
    assert [row for row in other.table[0].value.index if row == "Page"] == ["Page"]


def test_lines_left_out_of_a_pdf_are_shown_and_can_be_kept() -> None:
    pages = [[*(f"line {row} of the text {7 * number}" for row in range(9)), str(number)] for number in range(3)]
    at = upload(opened(), "report.pdf", documents.pdf(pages))
    assert "Left out: 3 lines of running heads, feet and page numbers." in said(at)
    assert [one.label for one in at.expander if "left out" in one.label] == [
        "The 3 lines left out as running heads, feet and page numbers"
    ]
    left = next(frame.value for frame in at.dataframe if "line" in frame.value)
    assert left.values.tolist() == [[1, "0"], [2, "1"], [3, "2"]]
    before = at.text[0].value
    at.button(key="keep_heads").click()
    run(at)
    assert at.text[0].value != before
    assert "Left out" not in said(at)
    assert not [one for one in at.expander if "left out" in one.label]


@pytest.mark.parametrize(
    ("name", "data"),
    [("a.pdf", b"%PDF-1.7 broken"), ("b.docx", b"PK\x03\x04broken"), ("c.docx", b""), ("d.rtf", b"{\\rtf1 x}")],
)
def test_a_broken_document_gets_one_sentence_and_the_text_stays(name: str, data: bytes) -> None:
    at = opened()
    before = at.text[0].value
    upload(at, name, data)
    assert len(at.error) == 1
    assert name in at.error[0].value.replace("\\", "")
    assert at.text[0].value == before


# --- chunks of one's own ---------------------------------------------------------------------------------------------


def bring(at: AppTest, data: bytes, *, made: bool = False) -> AppTest:
    at.button(key="chunks_open").click()
    run(at)
    radio = at.radio(key="chunks_text")
    if made:
        radio.set_value(radio.options[1])
    at.file_uploader(key="chunks").upload("mine.jsonl", data, "application/jsonl")
    at.button(key="chunks_open").click()
    return run(at)


def warned(at: AppTest) -> list[str]:
    return [warning.value.replace("\\", "") for warning in at.warning]


def proof_of(at: AppTest) -> str:
    (line,) = [one.value.replace("\\", "") for one in at.markdown if "Proof" in one.value]
    return line


def lines_of(texts: list[str]) -> bytes:
    return "".join(f"{json.dumps({'text': text})}\n" for text in texts).encode()


def test_chunks_of_ones_own_are_one_more_strategy_on_every_tab() -> None:
    at = at_settings(Settings(chunk_size=30), TEXT_OF_MINE)
    own = ["The pump runs all day.", "It stops at", "at night.", "not there at all"]
    bring(at, lines_of(own))
    assert used(at).strategy == "yours"
    assert metrics(at)["Chunks"] == "3"
    assert warned(at) == ["3 of 4 chunks of mine.jsonl are in this text (strategy Yours); 1 is not: see which."]
    assert at.dataframe[0].value["why"].tolist() == ["it is not in the source"]
    for tab in ("Read", "Table", "Sizes", "Damage", "Compare", "Questions", "Cost", "Take away"):
        store(at).tab = tab
        run(at)
        assert metrics(at)["Chunks"] == "3"
    store(at).tab = "Compare"
    run(at)
    table = next(frame.value for frame in at.dataframe if "setting" in frame.value)
    assert "Yours" in table["setting"].tolist()


def test_what_stood_ahead_of_chunks_comes_back_with_them() -> None:
    text = "# One\n\nThe pump runs all day.\n\n# Two\n\nIt stops at night.\n"
    settings = Settings(strategy="structure", chunk_size=30, title="Pumps")
    wanted = [one.embedded for one in chunk(text, settings)]
    at = at_settings(settings, text)
    rows = [{"text": one.text, "context": one.context} for one in chunk(text, settings)]
    bring(at, "".join(f"{json.dumps(row)}\n" for row in rows).encode())
    assert "What stands ahead of each when it is embedded (context) came with them." in said(at)
    assert "The title that was chosen here is taken away." in said(at)
    assert used(at).title == ""
    store(at).tab = "Table"
    run(at)
    assert at.dataframe[0].value["characters"].tolist() == [len(one) for one in wanted]
    widget(at, "context").set_value(False)
    run(at)
    assert at.dataframe[0].value["characters"].tolist() == [len(row["text"]) for row in rows]


SENTENCES = [f"Pump {number} runs on day {number}." for number in range(1, 21)]


@pytest.mark.parametrize("strange", [0, 2, 3])
def test_many_chunks_left_out_are_a_warning(strange: int) -> None:
    at = at_settings(Settings(), " ".join(SENTENCES))
    own = [f"Nowhere {number}" for number in range(strange)] + SENTENCES[strange:]
    bring(at, lines_of(own))
    line = {
        0: "20 chunks of mine.jsonl are in this text (strategy Yours).",
        2: "18 of 20 chunks of mine.jsonl are in this text (strategy Yours); 2 are not: see which.",
        3: "17 of 20 chunks of mine.jsonl are in this text (strategy Yours); 3 are not: see which.",
    }[strange]
    assert warned(at) == ([line] if strange == 3 else [])
    assert line in said(at)


def test_none_found_asks_for_the_right_text() -> None:
    at = bring(at_settings(Settings(), TEXT_OF_MINE), lines_of([" ", "nowhere\nin it", "not here"]))
    line = "No chunk of mine.jsonl was found in this text. The first begins “nowhere in it”. Is it the right text?"
    assert at.error[0].value.replace("\\", "").startswith(line)
    bring(at, lines_of([" ", "\n"]), made=True)
    assert at.error[0].value.replace("\\", "").startswith("No chunk of mine.jsonl has a visible character.")


def test_the_same_chunks_brought_twice_are_spoken_of_once() -> None:
    at = at_settings(Settings(), TEXT_OF_MINE)
    for own in (["The pump runs all day.", "not there"], ["The pump runs all day."], ["The pump runs all day."]):
        bring(at, lines_of(own))
    assert warned(at) == []
    assert said(at).count("of mine.jsonl") == 1
    assert "1 chunk of mine.jsonl is in this text (strategy Yours)." in said(at)


def test_gaps_ahead_of_the_first_and_behind_the_last_chunk_are_seen_and_named() -> None:
    at = at_settings(Settings(), " ".join(SENTENCES))
    bring(at, lines_of([SENTENCES[3], SENTENCES[4], SENTENCES[7], SENTENCES[8]]))
    assert component(at, "text")["text"] == " ".join(SENTENCES)
    assert "Gaps: ahead of chunk 1, after chunks 2 and 4." in proof_of(at)
    bring(at, lines_of(SENTENCES[:-1]))
    assert "Gap: after chunk 19." in proof_of(at)
    bring(at, lines_of(SENTENCES[2:4] + SENTENCES[5:]))
    assert "Gaps: ahead of chunk 1, after chunk 2." in proof_of(at)


def test_of_long_gaps_what_is_next_to_the_chunk_is_shown() -> None:
    ahead, behind = "Ahead of it. " * 1_000, " Behind it." * 2_000
    at = at_settings(Settings(), f"{ahead}{TEXT_OF_MINE}{behind}")
    bring(at, lines_of([TEXT_OF_MINE]))
    shown = component(at, "text")
    assert shown["text"] == f"{ahead[-MOST_OF_GAP:]}{TEXT_OF_MINE}{behind[:MOST_OF_GAP]}"
    assert shown["offset"] == len(ahead) - MOST_OF_GAP
    assert "Ahead of chunk 1 13,000 characters are in no chunk; the 5,000 next to it are shown." in said(at)
    assert f"After chunk 1 {len(behind):,} characters are in no chunk" in said(at)


def test_chunks_make_their_text_where_there_is_none() -> None:
    at = bring(opened(), lines_of(["One thing is here.", "Another thing.", " "]), made=True)
    assert warned(at) == ["2 of 3 chunks of mine.jsonl read (strategy Yours); 1 is not: see which."]
    assert used(at).strategy == "yours"
    assert at.text[0].value.startswith("mine.jsonl: ")


def test_another_text_leaves_the_chunks_and_says_so() -> None:
    at = bring(at_settings(Settings(strategy="fixed"), TEXT_OF_MINE), lines_of(["The pump runs all day."]))
    upload(at, "other.txt", b"Another text. It is short.")
    assert used(at).strategy == "fixed"
    assert remarks(at) == ["There are no chunks of yours on this text; Fixed splits it."]
    assert "yours" not in at.query_params["strategy"]


@pytest.mark.parametrize("way", [TEXT, SAVED])
def test_chunks_of_ones_own_travel_with_the_text(way: str) -> None:
    at = with_url(opened(sample="stove.md"))
    text = at.session_state["source"].document.text
    places = [(0, 60), (40, 150), (200, 320)]
    rows = [
        {"text": text[start:end], "start": start, "context": context}
        for (start, end), context in zip(places, ("A\n", "", "A\n"), strict=True)
    ]
    bring(at, "".join(f"{json.dumps(row)}\n" for row in rows).encode())
    mine = at.session_state["source"].document
    assert used(at).strategy == "yours"
    other = follow(share(at, way))
    theirs = other.session_state["source"].document
    assert used(other).strategy == "yours"
    assert (theirs.text, list(theirs.given), theirs.ahead) == (text, list(mine.given), mine.ahead)
    assert other.text[0].value.startswith("Stove handbook, with questions, with chunks: ")
    assert "3 chunks came with it: the strategy Yours." in said(other)
    assert not remarks(other)
    assert len([one for found in other.session_state["questions"].values() for one in found]) == 8


def test_chunks_that_do_not_fit_in_a_link_stay_and_the_name_does_not_claim_them() -> None:
    text = "".join(random.Random(5).choices("abcdefghijklmnopqrstuvwxyz ", k=8_000))
    at = with_url(at_settings(Settings(strategy="fixed"), text))
    before = at.session_state["own_source"]
    edges = sorted(random.Random(6).sample([place for place in range(8_000) if not text[place].isspace()], 3_000))
    given = Document(text, Spans(edges[:-1], edges[1:]))
    at.session_state["own_source"] = replace(before, document=given, name=f"A sample{source.WITH_YOURS}")
    store(at).base = replace(store(at).base, strategy="yours")
    store(at).touched = True
    run(at)
    link = share(at, TEXT)
    assert "do not travel, since they do not fit in a link" in said(at)
    other = follow(link)
    assert used(other).strategy == "recursive"
    assert other.text[0].value.startswith("A sample: ")
    assert not remarks(other)
    whole = follow(share(at, SAVED))
    assert used(whole).strategy == "yours"
    assert metrics(whole)["Chunks"] == "2,999"


def test_what_belongs_to_a_text_that_had_to_be_changed_is_left_out() -> None:
    held = Contents("One.\r\nTwo.", "hand-made", (Question("What?", ((6, 9),)),), {}, (0, 6), ((0, 4), (6, 10)))
    at = opened(strategy="sentence", **{PARAMETER: pack(held)})
    assert "What belongs to the text of the link is left out" in remarks(at)[0]
    found = at.session_state["source"]
    assert (found.document.text, found.document.given, found.converted) == ("One.\nTwo.", None, None)


def test_a_link_to_chunks_of_ones_own_falls_back() -> None:
    at = opened(strategy="yours")
    assert used(at).strategy == "recursive"
    assert remarks(at) == ["There are no chunks of yours on this text; Recursive splits it."]


@pytest.mark.parametrize("data", [b"", b"{", b"[1, 2]", lines_of(["nowhere in it"]), b'{"a": 1}'])
def test_chunks_that_cannot_be_used_get_one_sentence(data: bytes) -> None:
    at = at_settings(Settings(), TEXT_OF_MINE)
    bring(at, data)
    assert len(at.error) == 1
    assert "The text on the page stays." in at.error[0].value.replace("\\", "")
    assert used(at).strategy == "recursive"


def test_the_store_of_snapshots_is_one_for_all() -> None:
    assert cache.snapshots() is cache.snapshots()


DOCS = sorted((Path(__file__).parents[2] / "shared" / "data" / "docs").glob("*.*"))


@pytest.mark.parametrize("path", DOCS, ids=lambda path: path.name)
def test_every_document_at_hand_loads(path: Path) -> None:
    at = upload(at_settings(Settings(chunk_size=800, sentence_rule="punctuation")), path.name, path.read_bytes())
    assert not at.error
    assert at.text[0].value.startswith(f"{path.name}: ")
    assert int(metrics(at)["Chunks"].replace(",", "")) > 0


def test_a_text_of_a_link_takes_no_place_of_ones_own() -> None:
    link = share(with_url(at_settings(Settings(), "A text of somebody else.")), TEXT)
    at = at_settings(Settings(), TEXT_OF_MINE)
    at.session_state["linked_source"] = None
    other = follow(link)
    other.session_state["own_source"] = at.session_state["own_source"]
    store(other).link = ("", "")
    store(other).touched = True
    run(other)
    assert other.text[0].value.startswith("Own text")
    store(other).link = (PARAMETER, parameters(link)[PARAMETER])
    store(other).touched = True
    run(other)
    assert not other.text[0].value.startswith("Own text: 77"), "the text of the link is still there too"
    assert other.session_state["own_source"].document.text == TEXT_OF_MINE


def test_a_link_that_failed_stays_in_the_address_to_be_tried_again() -> None:
    at = opened(snapshot="x" * 24)
    assert "There is no such snapshot" in remarks(at)[0]
    assert at.query_params["snapshot"] in ("x" * 24, ["x" * 24])
    upload(at, "other.txt", b"Another text. It is short.")
    assert "snapshot" not in at.query_params


def test_chunks_on_a_sample_are_kept_with_its_questions_while_another_is_looked_at() -> None:
    at = opened(sample="stove.md", tab="Questions")
    bring(at, lines_of(["With a full bottle and no wind, the stove brings one liter of water to a boil"]))
    assert at.text[0].value.startswith("Stove handbook, with questions, with your chunks")
    assert store(at).sample == ""
    assert len([one for found in at.session_state["questions"].values() for one in found]) == 16
    assert metrics(at)["Chunks"] == "1"


def test_what_lies_in_no_chunk_of_yours_is_not_called_whitespace() -> None:
    at = bring(at_settings(Settings(), TEXT_OF_MINE), lines_of(["The pump runs all day."]))
    assert "0 of 0 cuts" in said(at) or "No cuts" in said(at)
    blank = sum(character.isspace() for character in TEXT_OF_MINE[len("The pump runs all day.") :])
    assert f"{blank:,} characters of whitespace in no chunk" in said(at)


def pressed_again(at: AppTest) -> AppTest:
    at.button(key="save_snapshot").click()
    at.button(key="share").click()
    return run(at)


def test_the_same_text_and_setting_saved_twice_are_one_card() -> None:
    at = with_url(at_settings(Settings(), TEXT_OF_MINE))
    at.button(key="share").click()
    run(at)
    at.radio(key="share_way").set_value(SAVED)
    at.button(key="share").click()
    run(at)
    assert at.button(key="save_snapshot").proto.type == "primary"
    pressed_again(at)
    assert at.button(key="save_snapshot").proto.type == "secondary"
    pressed_again(at)
    (mine,) = at.session_state["my_snapshots"]
    assert "saved with this setting already" in said(at)
    store(at).base = replace(store(at).base, chunk_size=40)
    store(at).touched = True
    at.button(key="share").click()
    run(at)
    assert at.button(key="save_snapshot").proto.type == "primary"
    pressed_again(at)
    assert len(at.session_state["my_snapshots"]) == 2
    assert at.session_state["my_snapshots"][1] is mine


def test_a_card_says_when_it_was_saved_and_that_its_key_must_be_kept() -> None:
    at = with_url(at_settings(Settings(), TEXT_OF_MINE))
    link = share(at, SAVED)
    (mine,) = at.session_state["my_snapshots"]
    assert f"Saved {mine.when:%d %B %Y, %H:%M} UTC, kept until {mine.saved.expires:%d %B %Y, %H:%M} UTC." in said(at)
    own = mine.saved.id.encode().hex()
    assert component(at, f"link_{own}")["value"] == link
    key = component(at, f"key_{own}")
    assert key["value"] == mine.saved.key
    assert "Keep this key: it is shown only in this visit." in key["label"]


def test_a_snapshot_that_is_gone_is_taken_off_the_list() -> None:
    at = with_url(at_settings(Settings(), TEXT_OF_MINE))
    share(at, SAVED)
    (mine,) = at.session_state["my_snapshots"]
    kept = cache.snapshots()
    assert kept is not None
    assert kept.delete(mine.saved.id, mine.saved.key)
    at.button(key="share").click()
    at.button(key=f"delete_{mine.saved.id}").click()
    run(at)
    assert at.session_state["my_snapshots"] == []
    assert any("It was gone already" in info.value for info in at.info)


def test_an_address_that_grew_too_long_leaves_its_text_in_the_session() -> None:
    letters = "".join(random.Random(5).choices("abcdefghijklmnopqrstuvwxyz ", k=8_800))
    at = with_url(at_settings(Settings(), letters))
    link = share(at, TEXT)
    assert 6_000 < len(link) < 7_800
    other = follow(link)
    assert PARAMETER in other.query_params
    store(other).base = Settings(title="\u65e5" * 250)
    store(other).touched = True
    run(other)
    assert PARAMETER not in other.query_params
    assert "carries the setting, not this text" in said(other)
    assert other.text[0].value.split(": ")[1].startswith("8,800 characters")
