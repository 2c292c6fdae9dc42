"""The page with a keyboard and with a screen reader: what can be reached, what it is called, and what signs say."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from playground import Settings, chunk
from playground.panels.source import SAMPLES_FOLDER
from tests.contrast import script, too_low
from tests.test_browser import SAMPLE, Visit, chromium, megabyte, server, texts, visit  # noqa: F401 - fixtures

pytestmark = pytest.mark.browser

TABS = ("Read", "Table", "Sizes", "Damage", "Compare", "Questions", "Cost", "Take away")
OVERLAPPING = Settings(strategy="fixed", chunk_size=120, chunk_overlap=30)


def slider(page: Page) -> Locator:
    return page.get_by_role("slider", name="Chosen chunk", exact=True)


def said(page: Page) -> list[str]:
    """What is said in the text, in its order: the words of it, and the names of the signs."""
    script = """body => {
        const found = [];
        const walk = (node) => {
            if (node.nodeType === Node.TEXT_NODE) found.push(node.data);
            else if (node.getAttribute("role") === "img") found.push(`[${node.getAttribute("aria-label")}]`);
            else node.childNodes.forEach(walk);
        };
        walk(body);
        return found;
    }"""
    found: list[str] = page.locator(".scroller .text").evaluate(script)
    return found


# --- the strip -----------------------------------------------------------------------------------------------


def test_the_strip_is_a_slider_of_chunks(visit: Callable[..., Visit]) -> None:  # noqa: F811
    one = visit()
    page = one.open_settings(OVERLAPPING)
    made = chunk(SAMPLE, OVERLAPPING)
    strip = slider(page)
    expect(strip).to_have_attribute("aria-valuemax", str(len(made)))
    expect(strip).to_have_attribute("aria-valuetext", f"chunk 1: characters 0 to {made[0].end}")
    strip.focus()
    steps = {"ArrowRight": 2, "ArrowUp": 3, "ArrowLeft": 2, "End": len(made), "Home": 1, "PageUp": len(made)}
    for key, number in steps.items():
        page.keyboard.press(key)
        one.selected_becomes(number)
        expect(strip).to_have_attribute("aria-valuenow", str(number))
        expect(strip).to_have_attribute("aria-valuetext", re.compile(f"chunk {number}: .*{made[number - 1].end}"))
    expect(strip).to_have_attribute("aria-valuetext", re.compile("starts inside a sentence"))
    expect(page.locator(".strip .tip")).to_contain_text(f"chunk {len(made)}: characters")  # for who sees it
    page.keyboard.press("Tab")
    expect(page.get_by_role("tab", name="Read")).to_be_focused()
    expect(page.locator(".strip .tip")).to_be_hidden()


def test_keys_on_the_strip_before_the_answers_to_the_ones_before(visit: Callable[..., Visit]) -> None:  # noqa: F811
    one = visit()
    page = one.open_settings(OVERLAPPING)
    one.selected_becomes(1)
    slider(page).focus()
    one.slow()
    for runs in (1, 2):
        page.keyboard.press("ArrowRight")
        one.answered(runs)
    held, one.held = one.held or [], None
    assert one.line
    page.keyboard.press("ArrowRight")  # the answers to the first two come after it
    for message in held:
        one.line.send(message)
    one.selected_becomes(4)
    expect(slider(page)).to_have_attribute("aria-valuenow", "4")


def test_the_strip_in_columns_is_a_slider_too(visit: Callable[..., Visit]) -> None:  # noqa: F811
    settings = Settings(strategy="fixed", chunk_size=50, sentence_rule="punctuation")
    one = visit()
    page = one.open_settings(settings)
    one.upload("long.txt", megabyte()[:300_000].encode())
    expect(one.metric("Chunks")).to_have_text("6,000")
    slider(page).focus()
    page.keyboard.press("End")
    one.selected_becomes(6_000)
    wanted = "chunk 6,000 of 6,000: characters 299,950 to 300,000"
    expect(slider(page)).to_have_attribute("aria-valuetext", wanted)
    page.keyboard.press("PageDown")
    one.selected_becomes(5_990)


# --- the text ------------------------------------------------------------------------------------------------


def test_the_signs_in_the_text_are_said_at_their_places(visit: Callable[..., Visit]) -> None:  # noqa: F811
    one = visit()
    page = one.open_settings(OVERLAPPING)
    one.chunks_become(texts(SAMPLE, OVERLAPPING))
    found = said(page)
    assert found[:5] == [
        "[Chunk 1: characters 0 to 120]",
        SAMPLE[:90],
        "[Chunk 2: characters 90 to 210, starts inside a sentence, shares 30 characters with chunk 1]",
        SAMPLE[90:120],
        "[Chunk 1 ends]",
    ]
    assert "".join(words for words in found if not words.startswith("[")) == SAMPLE
    snapshot = page.get_by_role("region", name="Text with its chunks").aria_snapshot()
    assert snapshot.count("Chunk 2: characters 90 to 210") == 1, "not said twice"
    page.get_by_role("region", name="Text with its chunks").press("ArrowRight")
    one.selected_becomes(2)
    current = page.locator(".text [aria-current=true]")
    expect(current).to_have_attribute("aria-label", re.compile("^Chunk 2:"))
    expect(page.locator(".heard")).to_have_text(re.compile("^Chunk 2 selected, characters 90 to 210, starts inside"))


def test_cuts_of_the_pinned_setting_are_said(visit: Callable[..., Visit]) -> None:  # noqa: F811
    one = visit()
    page = one.open_settings(Settings(strategy="fixed", chunk_size=100), tab="Compare")
    page.get_by_role("radio", name="Difference").click()
    page.get_by_role("button", name="Pin the present setting").click()
    expect(page.get_by_text("Pinned:")).to_be_visible()
    one.type_number("size", 150)
    one.chunks_become(texts(SAMPLE, Settings(strategy="fixed", chunk_size=150)))
    found = said(page)
    lost = found.index("[The pinned setting cuts here, this one does not]")
    assert found[lost + 1] == SAMPLE[100:150]
    [second] = [words for words in found if words.startswith("[Chunk 2:")]
    assert second.endswith("new: the pinned setting does not cut here]")


def test_the_answer_and_its_rank_are_said(visit: Callable[..., Visit]) -> None:  # noqa: F811
    one = visit()
    page = one.open_settings(Settings(), sample="stove.md", tab="Questions")
    page.get_by_role("button", name="SMALL", exact=True).click()
    expect(one.metric("Answers whole")).to_have_text("25 %")
    expect(page.locator(".gold").first).to_be_attached()
    found = said(page)
    begins, ends = found.index("[The answer begins]"), found.index("[The answer ends]")
    stove = (SAMPLES_FOLDER / "stove.md").read_text(encoding="utf-8")
    answer = "".join(words for words in found[begins:ends] if not words.startswith("["))
    assert answer.startswith("With a full bottle")
    assert answer in stove
    assert any(re.search(r"^\[Chunk \d+: .*rank 1", words) for words in found)
    read = page.get_by_role("region", name=re.compile("^Read at rank 1: "))
    marked = read.get_by_role("group", name="Text read at rank 1").aria_snapshot()
    assert marked.index("The answer begins") < marked.index("With a full bottle") < marked.index("The answer ends")
    strip = page.get_by_role("slider", name="Chosen chunk, with what the question found")
    strip.focus()
    page.keyboard.press("ArrowRight")
    expect(strip).to_have_attribute("aria-valuetext", re.compile("part of the answer, a cut goes through the answer"))


def test_what_the_model_does_not_read_is_said(visit: Callable[..., Visit]) -> None:  # noqa: F811
    one = visit()
    page = one.open_settings(Settings(strategy="fixed", chunk_size=4_000), model="all-MiniLM-L6-v2")
    one.paste("The valve opens at noon. " * 150)
    expect(page.locator(".unread").first).to_be_attached()
    found = said(page)
    place = found.index("[From here on chunk 1 is not read by the model]")
    shown = "".join(page.locator(".text .unread").all_text_contents())
    assert "".join(words for words in found[place:] if not words.startswith("[")) == shown


# --- the whole page ------------------------------------------------------------------------------------------

# The element with the keyboard, in whichever tree of shadows it is: a mark of its own, its name, its outline.
FOCUSED = """() => {
    let node = document.activeElement;
    while (node?.shadowRoot?.activeElement) node = node.shadowRoot.activeElement;
    window.seenNodes ??= new Map();
    if (!window.seenNodes.has(node)) window.seenNodes.set(node, window.seenNodes.size);
    return { id: window.seenNodes.get(node), tag: node.tagName, name: node.className,
             outline: getComputedStyle(node).outlineStyle };
}"""
OURS = {"scroller", "keys", "show", ""}


@pytest.mark.parametrize("tab", TABS)
def test_tab_comes_through_the_whole_page(visit: Callable[..., Visit], tab: str) -> None:  # noqa: F811
    """No element keeps the keyboard, and ours show that they have it."""
    one = visit()
    page = one.open_settings(Settings(), sample="stove.md", tab=tab)
    expect(page.get_by_role("tabpanel", name=tab)).to_be_visible()
    one.settled()
    names = []
    for _ in range(300):
        page.keyboard.press("Tab")
        focused: dict[str, Any] = page.evaluate(FOCUSED)
        if focused["tag"] == "BODY":
            break
        names.append(focused["name"])
        if focused["name"] in {"scroller", "keys", "show"}:
            assert focused["outline"] == "solid", focused
    else:
        pytest.fail("the keyboard is kept somewhere")
    assert "keys" in names
    assert ("scroller" in names) == (tab in {"Read", "Damage", "Questions"})
    assert ("show" in names) == (tab == "Questions")


def test_tables_and_charts_have_names(visit: Callable[..., Visit]) -> None:  # noqa: F811
    one = visit()
    page = one.open_settings(OVERLAPPING)
    for tab in TABS:
        page.get_by_role("tab", name=tab).click()
        expect(page.get_by_role("tab", name=tab)).to_have_attribute("aria-selected", "true")
        one.settled()
        check_names(page)
    page.get_by_role("tab", name="Compare").click()
    page.get_by_role("radio", name="Trail").click()
    expect(page.get_by_role("region", name="Each setting tried, with its measures")).to_be_visible()
    check_names(page)


def check_names(page: Page) -> None:
    charts = page.get_by_test_id("stVegaLiteChart").evaluate_all("all => all.map((one) => one.ariaLabel)")
    assert all(charts), "a chart without a name"
    assert re.findall(r'- button "(Fullscreen|Search|Show data)"', page.locator("body").aria_snapshot()) == []


def test_parts_of_a_tab_are_headings(visit: Callable[..., Visit]) -> None:  # noqa: F811
    one = visit()
    page = one.open_settings(Settings(), tab="Cost")
    heading = page.get_by_role("heading", name="The bill", level=2)
    expect(heading).to_be_visible()
    assert heading.evaluate("node => getComputedStyle(node).fontSize") == "16px", "it looks like bold text"
    expect(page.get_by_role("columnheader", name="Amount")).to_be_visible()


# Every text that can be seen, with the contrast of its colour to what is painted below it. What cannot be used
# needs none; what is drawn on a canvas or as SVG is measured elsewhere.
CONTRASTS = script("""
    const left_out = "[data-testid=stCode] span, svg, canvas, style, [disabled], [aria-disabled=true], "
        + "[aria-hidden=true]";
    const above = (node) => node.parentElement ?? node.getRootNode().host;
    const found = {};
    const measure = (node, words) => {
        const layers = [];
        const { left, top } = node.getBoundingClientRect();
        for (let one = node; one; one = above(one)) {
            const box = one.getBoundingClientRect();
            const inside = box.left <= left && left <= box.right && box.top <= top && top <= box.bottom;
            const below = one === node || inside;
            if (below || one === document.body) layers.unshift(getComputedStyle(one).backgroundColor);
        }
        found[words.trim().slice(0, 60)] = contrast(getComputedStyle(node).color, ...layers);
    };
    const walk = (root) => {
        for (const node of root.querySelectorAll("*")) {
            if (node.shadowRoot) walk(node.shadowRoot);
            if (node.closest(left_out)) continue;
            if (!node.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
            const words = [...node.childNodes].filter((one) => one.nodeType === Node.TEXT_NODE).map((one) => one.data);
            if (words.join("").trim()) measure(node, words.join(""));
        }
    };
    walk(document.body);
    return found;
""")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_every_text_can_be_read(visit: Callable[..., Visit], scheme: str) -> None:  # noqa: F811
    one = visit(color_scheme=scheme)
    page = one.open_settings(OVERLAPPING)
    for tab in TABS:
        page.get_by_role("tab", name=tab).click()
        expect(page.get_by_role("tab", name=tab)).to_have_attribute("aria-selected", "true")
        one.settled()
        assert unreadable(page) == {}, tab
    page.get_by_role("tab", name="Compare").click()
    page.get_by_role("radio", name="Map").click()
    expect(page.get_by_role("button", name="Compute")).to_be_visible()
    assert unreadable(page) == {}
    page.get_by_role("button", name="Paste a text").click()
    expect(page.get_by_role("dialog")).to_be_visible()
    assert unreadable(page) == {}


def unreadable(page: Page) -> dict[str, float]:
    # A colour may still be on its way to another.
    page.wait_for_function(
        "() => !document.getAnimations().some((one) => one instanceof CSSTransition && one.playState === 'running')"
    )
    found: dict[str, float] = page.evaluate(CONTRASTS)
    assert len(found) > 20
    return too_low(found)
