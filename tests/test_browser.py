"""The page in a real browser: what is on the screen, held against the source, and every way to work with it."""

import json
import os
import re
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl, urlencode, urlsplit

import numpy as np
import pytest
from fpdf import FPDF
from playwright.sync_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    Locator,
    Page,
    Position,
    TimeoutError,
    WebSocketRoute,
    expect,
    sync_playwright,
)
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg

from playground import Document, Settings, analyse, chunk
from playground.asking.reading import Reading
from playground.giving import export, share
from playground.judging import metrics
from playground.judging.plan import Plan
from playground.measuring.vocabulary import encode
from playground.panels.source import SAMPLES_FOLDER
from playground.strategies import STRATEGIES
from tests import browser as finder
from tests.contrast import script, too_low
from tests.serving import traces

pytestmark = pytest.mark.browser

ROOT = Path(__file__).parents[1]
SAMPLE = (SAMPLES_FOLDER / "chunking.txt").read_text(encoding="utf-8")
READY = "[data-testid=stApp][data-test-script-state=notRunning][data-test-connection-state=CONNECTED]"
PATIENCE = 15_000  # ms
expect.set_options(timeout=PATIENCE)  # a machine that is shared draws late; what is expected is the same
HTML = (
    "Before <img src=x onerror=\"document.title='hit'\"> <script>document.title='hit'</script></div></mark>"
    "<h1>Big</h1> <b>bold & 5 < 6</b> after."
)
MARKDOWN = "**b** _i_ :smile: $x^2$ `c` [l](https://example.com) :red[r] ~~s~~ # no heading &amp; &lt;"
FAMILY = "\U0001f469\u200d\U0001f469\u200d\U0001f467\u200d\U0001f466"
NASTY = "\n\n".join(
    [
        HTML,
        MARKDOWN,
        f"{FAMILY} And \U0001f44d\U0001f3fd. \U0001f1f8\U0001f1ea Cafe\u0301 \U0001d4d0\U0001d4d1. 𠮷野! \U0001f680"
        * 3,
        "春は曙。やうやう白くなりゆく山際、少し明かりて。「行くぞ！」と叫んだ。水泵站在河边。阀门在仓库里！" * 3,
        "שלום עולם. مرحبا بالعالم؟ And back.",
        "| station | low |\n|---------|-----|\n| North   | 1,120 |\n\n    indented = 1\n\ttab = 2\n****\n__debug__",
        "A soft\u00adhyphen, a zero\u200bwidth space, \u202eoverride\u202c, a NUL \x00 and \x1b[31mred\x7f.",
        "x" * 340,
    ]
)


# --- server and browser --------------------------------------------------------------------------------------


def free_port() -> int:
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        port: int = listener.getsockname()[1]
        return port


def healthy(address: str) -> bool:
    try:
        with urllib.request.urlopen(f"{address}/_stcore/health", timeout=1) as answer:
            return bool(answer.status == 200)
    except OSError:
        return False


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a server of our own."""
    port = free_port()
    log = tmp_path_factory.mktemp("server") / "log.txt"
    options = ["--server.port", str(port), "--server.headless", "true", "--server.address", "127.0.0.1"]
    command = [sys.executable, "-m", "streamlit", "run", str(ROOT / "app.py"), *options]
    with log.open("wb") as out:
        kept = {**os.environ, "PLAYGROUND_DATA": str(log.parent)}
        process = subprocess.Popen(command, cwd=ROOT, stdout=out, stderr=subprocess.STDOUT, env=kept)
    try:
        address = f"http://127.0.0.1:{port}"
        deadline = time.monotonic() + 60
        while not healthy(address):
            assert process.poll() is None, log.read_text()
            assert time.monotonic() < deadline, "the server does not answer"
            time.sleep(0.05)  # between two questions, not for a time
        yield address
        assert process.poll() is None, "the server has ended"
        assert traces(log.read_text()) == ""
    finally:
        process.terminate()
        process.wait(timeout=20)


@pytest.fixture(scope="module")
def chromium() -> Iterator[Browser]:
    path = finder.find()
    if path is None:
        if os.environ.get("CI") == "true":
            pytest.fail("There is no Chromium, and in CI the browser tests must run.")
        pytest.skip("There is no Chromium.")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=list(finder.ARGUMENTS))
        yield browser
        browser.close()


STANDS_STILL = """(node) => new Promise((still) => {
    let [seen, since] = ["", 0];
    node.scrollIntoView({block: "nearest"});
    const look = (now) => {
        const box = JSON.stringify(node.getBoundingClientRect());
        if (box !== seen) [seen, since] = [box, now];
        now - since > 300 ? still(node.isConnected) : requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
})"""


def cell(table: Locator, row: int, across: int) -> Position:
    """Where a row of a table stands in it, its head being row 0, for a click `across` pixels from its left.

    Waits until the table stands still: a fold that opens moves it, and the click would come to another row.
    """
    while not table.evaluate(STANDS_STILL):
        pass  # it was drawn anew meanwhile
    return {"x": across, "y": 35 * row + 17}


def finished(message: str | bytes) -> bool:
    """Whether the server says that a run has ended."""
    assert isinstance(message, bytes)
    return bool(ForwardMsg.FromString(message).WhichOneof("type") == "script_finished")


def is_old(message: ConsoleMessage) -> bool:
    """Whether the browser says that the file behind a download button is gone.

    It asks for it as soon as it draws the button, also for that of a run which another has overtaken by then.
    """
    missing = "404" in message.text and "/media/" in message.location["url"]
    return missing or message.text == "Client Error: Download Button source error - 404"


class Visit:
    """A visitor's browser window and what a test wants to know of it."""

    def __init__(self, context: BrowserContext, address: str) -> None:
        self.context = context
        self.address = address
        self.faults: list[str] = []
        context.set_default_timeout(PATIENCE)
        context.on("request", self._check_request)
        context.on("console", lambda message: self._note(message.type == "error" and not is_old(message), message.text))
        context.on("weberror", lambda error: self._note(True, str(error.error)))
        self.held: list[str | bytes] | None = None  # what the server says while the line is slow
        self.line: WebSocketRoute | None = None
        context.route_web_socket(re.compile("/_stcore/stream"), self._connect)
        self.page = context.new_page()

    def _connect(self, line: WebSocketRoute) -> None:
        self.line = line
        line.connect_to_server().on_message(lambda message: self._hear(line, message))

    def _hear(self, line: WebSocketRoute, message: str | bytes) -> None:
        if self.held is None:
            line.send(message)
        else:
            self.held.append(message)

    def slow(self) -> None:
        """From now on the browser hears nothing, as on a slow line."""
        self.held = []

    def answered(self, runs: int) -> None:
        """Wait until the server has ended that many runs since the line became slow."""
        while sum(finished(message) for message in self.held or ()) < runs:
            self.page.evaluate("() => new Promise(requestAnimationFrame)")

    def quick(self) -> None:
        """The browser hears what was held back, and in its turn what the server says meanwhile."""
        while self.held:
            assert self.line
            self.line.send(self.held.pop(0))
        self.held = None

    def _check_request(self, request: Any) -> None:
        url = str(request.url)
        self._note(not url.startswith((f"{self.address}/", "data:", f"blob:{self.address}/")), f"request to {url}")

    def _note(self, bad: bool, text: str) -> None:
        if bad:
            self.faults.append(text)

    # --- going there ---

    def open(self, query: dict[str, str] | None = None) -> Page:
        self.page.goto(f"{self.address}/?{urlencode(query or {})}" if query else f"{self.address}/")
        self.settled()
        return self.page

    def open_settings(self, settings: Settings, **more: str) -> Page:
        return self.open(share.write(settings) | more)

    def settled(self) -> None:
        self.page.wait_for_selector(READY, timeout=60_000)
        expect(self.metric("Chunks")).to_be_visible(timeout=60_000)

    def query(self) -> dict[str, str]:
        return dict(parse_qsl(urlsplit(self.page.url).query, keep_blank_values=True))

    def query_becomes(self, **wanted: str) -> None:
        """Wait until the address says this."""
        script = """wanted => {
            const found = new URL(location).searchParams;
            return Object.keys(wanted).every((name) => found.get(name) === wanted[name]);
        }"""
        try:
            self.page.wait_for_function(script, arg=wanted)
        except TimeoutError:
            assert {name: self.query().get(name) for name in wanted} == wanted
            raise

    # --- what is on the page ---

    def metric(self, label: str) -> Locator:
        return self.page.get_by_test_id("stMetric").filter(has_text=label).get_by_test_id("stMetricValue")

    def about(self) -> Locator:
        """The line that says what text this is."""
        return self.page.locator(".st-key-about_text").get_by_test_id("stText")

    def chunks(self) -> dict[str, str]:
        """Number -> text, put together from the letters on the screen."""
        found: dict[str, str] = self.page.evaluate(f"() => ({CHUNKS})()")
        return found

    def chunks_become(self, wanted: dict[str, str], timeout: float = PATIENCE) -> None:
        """Wait until the chunks on the screen are these; says what differs if they never are."""
        script = f"""wanted => {{
            const found = ({CHUNKS})();
            const names = Object.keys(wanted);
            return names.length === Object.keys(found).length && names.every((name) => found[name] === wanted[name]);
        }}"""
        try:
            self.page.wait_for_function(script, arg=wanted, timeout=timeout)
        except TimeoutError:
            assert self.chunks() == wanted
            raise

    def first_chunks_become(self, wanted: dict[str, str], number: int) -> None:
        """Wait until the first chunks on the screen are these; the last of them may have neighbours."""
        names = [str(row) for row in range(1, number + 1)]
        script = (
            f"wanted => {{ const found = ({CHUNKS})(); return wanted.every(([name, text]) => found[name] === text); }}"
        )
        self.page.wait_for_function(script, arg=[[name, wanted[name]] for name in names])

    def selected_becomes(self, number: int) -> None:
        expect(self.page.locator(f".scroller[data-selected='{number}']")).to_be_visible()
        expect(self.page.locator("svg path.outline")).to_have_attribute("data-chunk", str(number))
        expect(self.page.locator(".st-key-chunk")).to_contain_text(f"Chunk {number:,} of")

    def selected_in_text_becomes(self, number: int) -> None:
        """The same on a tab that shows no numbers of the chunk."""
        expect(self.page.locator(f".scroller[data-selected='{number}']")).to_be_visible()

    def no_fault_is_shown(self) -> None:
        expect(self.page.get_by_test_id("stException")).to_have_count(0)
        expect(self.page.get_by_text("Something failed in the page itself")).to_have_count(0)

    # --- what a visitor does ---

    def control(self, key: str) -> Locator:
        """By its name; its key has a number behind it once the page has set it, and the one before goes later."""
        return self.page.locator(f":is(.st-key-{key}, [class*='st-key-{key}-v']):not([data-retained])")

    def choose(self, key: str, label: str) -> None:
        """Click a radio button."""
        self.control(key).locator("label", has_text=re.compile(f"^{label}")).first.click()

    def number_becomes(self, key: str, value: str) -> None:
        """Wait until there is one number box of this name (a new one takes the old one's place) and it says this."""
        script = """([key, value]) => {
            const boxes = document.querySelectorAll(`.st-key-${key} input, [class*='st-key-${key}-v'] input`);
            return boxes.length === 1 && boxes[0].value === value;
        }"""
        self.page.wait_for_function(script, arg=[key, value])

    def type_number(self, key: str, number: int) -> None:
        box = self.control(key).locator("input[type=number]")
        box.fill(str(number))
        box.press("Enter")

    def clipboard(self, text: str) -> None:
        self.page.evaluate("text => navigator.clipboard.writeText(text)", text)

    def fill_paste(self, text: str) -> None:
        """Open the dialog, paste from the clipboard and send."""
        self.page.get_by_role("button", name="Paste a text").click()
        box = self.page.get_by_role("dialog").locator("textarea")
        box.focus()
        self.clipboard(text)
        self.page.keyboard.press("Control+V")
        self.page.get_by_role("dialog").get_by_role("button", name="Split this text").click()

    def paste(self, text: str) -> None:
        self.fill_paste(text)
        expect(self.page.get_by_role("dialog")).to_have_count(0)
        expect(self.about()).to_contain_text(f"Pasted text: {len(text):,} characters", timeout=60_000)

    def choose_file(self, name: str, data: bytes) -> None:
        self.page.get_by_role("button", name="Upload a file").click()
        given = {"name": name, "mimeType": "text/plain", "buffer": data}
        self.control("upload").locator("input[type=file]").set_input_files(files=given)  # type: ignore[arg-type]

    def upload(self, name: str, data: bytes) -> None:
        self.choose_file(name, data)
        expect(self.page.get_by_role("dialog")).to_have_count(0)
        expect(self.about()).to_contain_text(f"{name}: ")


# The segments of the text in place, inside its shadow root: a segment lies in the chunks it names.
CHUNKS = """() => {
    const inside = (root) => [...root.querySelectorAll("*")].map((node) => node.shadowRoot).filter(Boolean);
    const segments = inside(document).flatMap((root) => [...root.querySelectorAll(".seg")]);
    const found = {};
    for (const segment of segments) {
        for (const number of segment.dataset.chunks.split(" ").filter(Boolean)) {
            found[number] = (found[number] ?? "") + segment.textContent;
        }
    }
    return found;
}"""


def texts(text: str, settings: Settings) -> dict[str, str]:
    return {str(one.index + 1): one.text for one in chunk(text, settings)}


@pytest.fixture
def visit(server: str, chromium: Browser) -> Iterator[Callable[..., Visit]]:
    """Opens windows; at the end no request may have left the server and no error stand in the console."""
    made: list[Visit] = []

    def new(**options: Any) -> Visit:
        context = chromium.new_context(**{"viewport": {"width": 1400, "height": 1000}, **options})
        context.grant_permissions(["clipboard-read", "clipboard-write"], origin=server)
        made.append(Visit(context, server))
        return made[-1]

    yield new
    try:
        for one in made:
            one.no_fault_is_shown()
            assert one.faults == []
    finally:
        for one in made:
            one.context.close()


# --- the text on the screen ----------------------------------------------------------------------------------

SHOWN = [
    Settings(strategy="fixed", chunk_overlap=45),
    Settings(chunk_overlap=90),
    Settings(strategy="sentence"),
    Settings(strategy="paragraph"),
    Settings(strategy="sentence", pack=True, chunk_overlap=60),
    Settings(strategy="paragraph", pack=True, chunk_size=500, chunk_overlap=120, overlap_at="words"),
]


def test_every_chunk_on_the_screen_equals_its_slice(visit: Callable[..., Visit]) -> None:
    one = visit()
    for settings in SHOWN:
        one.open_settings(settings)
        one.chunks_become(texts(SAMPLE, settings))


def test_every_chunk_of_a_nasty_text_equals_its_slice(visit: Callable[..., Visit]) -> None:
    one = visit()
    for number, settings in enumerate(SHOWN):
        one.open_settings(settings)
        one.paste(NASTY) if number < 2 else one.upload("nasty.txt", NASTY.encode())
        one.chunks_become(texts(NASTY, settings))


def test_the_pages_of_a_long_text(visit: Callable[..., Visit]) -> None:
    settings = Settings(strategy="fixed", chunk_size=50, chunk_overlap=20, sentence_rule="punctuation")
    text = "".join(f"Line {row} says 春 and \U0001f680.\n" for row in range(160))
    wanted = texts(text, settings)
    one = visit()
    one.open_settings(settings)
    one.paste(text)
    seen: dict[str, str] = {}
    pages = -(-len(wanted) // 50)
    assert pages > 2
    for page in range(1, pages + 1):
        one.page.get_by_role("button", name=f"Page {page}", exact=True).click()
        first, last = 50 * (page - 1) + 1, min(50 * page, len(wanted))
        one.selected_becomes(first)
        one.page.wait_for_function(f"() => Object.keys(({CHUNKS})()).includes('{last}')")
        found = one.chunks()
        seen |= {str(number): found[str(number)] for number in range(first, last + 1)}
    assert seen == wanted


# --- strange text --------------------------------------------------------------------------------------------


def test_ui_01_html_in_text(visit: Callable[..., Visit]) -> None:
    settings = Settings(strategy="fixed", chunk_size=40, chunk_overlap=8)
    one = visit()
    one.open_settings(settings)
    one.paste(HTML)
    one.chunks_become(texts(HTML, settings))
    page = one.page
    expect(page.locator(".st-key-chunk").get_by_test_id("stCode")).to_contain_text(HTML[:40].strip())
    for tab in ("Table", "Sizes", "Read"):
        page.get_by_role("tab", name=tab).click()
        expect(page.get_by_role("tab", name=tab)).to_have_attribute("aria-selected", "true")
        page.wait_for_selector(READY)
        assert page.title() == "Chunking playground"
        expect(page.locator("img[src=x], h1:has-text('Big'), mark, script:has-text('hit')")).to_have_count(0)
        expect(page.locator("b", has_text="bold")).to_have_count(0)


def test_markdown_in_a_text_and_a_file_name_stays_as_it_is(visit: Callable[..., Visit]) -> None:
    name = "**b** :smile: $x$ `c`.txt"
    one = visit()
    one.open_settings(Settings(strategy="fixed"))
    one.upload(name, MARKDOWN.encode())
    one.chunks_become({"1": MARKDOWN})
    assert one.about().inner_text().startswith(f"{name}: ")
    expect(one.page.locator(".st-key-chunk").get_by_test_id("stCode")).to_contain_text(MARKDOWN)
    one.choose_file(name, b"\x89PNG\r\n\x1a\n" + bytes(range(256)) * 8)
    expect(one.page.get_by_role("dialog").get_by_role("alert")).to_contain_text(f"{name} is not a text file")
    one.chunks_become({"1": MARKDOWN})
    expect(one.page.locator(".katex")).to_have_count(0)


def test_a_strange_value_in_the_address_stays_as_it_is(visit: Callable[..., Visit]) -> None:
    bad = "**b** :smile: $x$ <b>y</b> ~~s~~ :red[r]"
    one = visit()
    page = one.open({"strategy": bad, "size": "24", "sample": bad})
    alert = page.get_by_role("alert").first
    expect(alert).to_contain_text(f"strategy={bad[:40]}")
    expect(alert).to_contain_text(f"sample={bad[:40]}")
    expect(alert.locator("b, strong, .katex, del, s")).to_have_count(0)
    one.number_becomes("size", "24")


# --- files ---------------------------------------------------------------------------------------------------


def test_files_and_their_encodings(visit: Callable[..., Visit]) -> None:
    text = "The \u201cnew\u201d caf\u00e9 \u2013 open 9\u20135, 10 \u20ac."
    one = visit()
    one.open()
    one.upload("menu.txt", text.encode("cp1252"))
    one.chunks_become({"1": text})
    expect(one.page.get_by_text("Windows-1252 (Western Europe)").first).to_be_visible()
    one.upload("mark.md", b"\xef\xbb\xbf# Pumps\r\n\r\nBody.\r\n")
    one.chunks_become({"1": "# Pumps\n\nBody."})
    expect(one.page.get_by_text("byte order mark")).to_be_visible()
    one.choose_file("binary.txt", bytes(range(256)) * 8)
    dialog = one.page.get_by_role("dialog")
    expect(dialog.get_by_role("alert")).to_contain_text("not a text file")
    one.chunks_become({"1": "# Pumps\n\nBody."})
    one.page.keyboard.press("Escape")
    expect(dialog).to_have_count(0)
    expect(one.about()).to_contain_text("mark.md: ")
    one.settled()
    one.page.get_by_role("button", name="Upload a file").click()
    expect(dialog).to_contain_text("A text, PDF")
    expect(dialog.get_by_role("alert")).to_have_count(0)
    expect(dialog.get_by_text("binary.txt")).to_have_count(0)
    one.page.keyboard.press("Escape")
    expect(dialog).to_have_count(0)
    one.settled()
    one.upload("again.txt", b"The next file is taken.")
    one.chunks_become({"1": "The next file is taken."})


def test_a_file_that_is_too_big_is_refused_with_a_sentence(visit: Callable[..., Visit]) -> None:
    one = visit()
    one.open()
    one.choose_file("big.txt", b"Too long. " * (1024 * 1024 + 200))
    expect(one.page.get_by_role("dialog")).to_contain_text(
        re.compile(r"10(\.0)? ?MB or smaller|at most"), timeout=30_000
    )
    one.page.keyboard.press("Escape")
    expect(one.about()).to_contain_text("Notes on chunking: 801 characters")


# --- long pastes ---------------------------------------------------------------------------------------------


def test_a_paste_of_200_kb(visit: Callable[..., Visit]) -> None:
    settings = Settings(strategy="fixed", chunk_size=1_000, sentence_rule="punctuation")
    text = "The valve opens at noon, and the gate falls. " * 4_500
    one = visit()
    one.open_settings(settings)
    one.paste(text)
    wanted = texts(text, settings)
    expect(one.metric("Chunks")).to_have_text(f"{len(wanted):,}")
    one.first_chunks_become(wanted, 50)


def test_the_last_pasted_text_can_be_edited(visit: Callable[..., Visit]) -> None:
    one = visit()
    page = one.open()
    one.paste("One sentence. And a second.")
    one.chunks_become({"1": "One sentence. And a second."})
    page.get_by_role("button", name="Paste a text").click()
    dialog = page.get_by_role("dialog")
    box = dialog.get_by_role("textbox")
    expect(box).to_have_value("")  # a new text must not land in the old one
    dialog.get_by_role("button", name="Edit my last text").click()
    expect(box).to_have_value("One sentence. And a second.")
    box.press("Control+End")
    box.type(" A third.")
    box.press("Control+Enter")
    one.chunks_become({"1": "One sentence. And a second. A third."})


def test_a_paste_over_the_limit_gets_a_sentence(visit: Callable[..., Visit]) -> None:
    one = visit()
    one.open()
    one.fill_paste("The valve opens. " * 59_000)
    dialog = one.page.get_by_role("dialog")
    expect(dialog.get_by_role("alert")).to_contain_text("1,003,000", timeout=60_000)
    expect(dialog.get_by_role("alert")).to_contain_text("1,000,000")
    one.page.keyboard.press("Escape")
    expect(dialog.get_by_role("textbox")).to_have_value(re.compile("The valve opens"))  # what was typed stays
    dialog.get_by_role("button", name="Cancel").click()
    expect(dialog).to_have_count(0)
    expect(one.about()).to_contain_text("Notes on chunking: 801 characters")
    one.chunks_become(texts(SAMPLE, Settings()))


# --- choosing a chunk ----------------------------------------------------------------------------------------


def test_clicks_and_keys_choose_a_chunk(visit: Callable[..., Visit]) -> None:
    one = visit()
    page = one.open()
    one.selected_becomes(1)
    page.locator(".seg[data-chunks='2']").click()
    one.selected_becomes(2)
    expect(page.locator("svg path.outline")).to_have_count(1)
    expect(page.locator(".st-key-chunk")).to_contain_text("289 to 516")
    page.locator(".scroller").press("ArrowRight")
    one.selected_becomes(3)
    page.locator(".scroller").press("ArrowRight")
    one.selected_becomes(3)
    page.locator(".scroller").press("ArrowLeft")
    page.locator(".scroller").press("ArrowLeft")
    one.selected_becomes(1)
    page.locator(".badge[data-n='3']").click()
    one.selected_becomes(3)
    one.control("previous").get_by_role("button").click()
    one.selected_becomes(2)
    strip = page.locator("canvas[role=img][aria-label^='The whole document: 3 chunks']")
    box = strip.bounding_box()
    assert box
    strip.click(position={"x": box["width"] * 0.95, "y": 20})
    one.selected_becomes(3)


def test_buttons_have_names(visit: Callable[..., Visit]) -> None:
    """What a screen reader says: "Next", not the name of a picture."""
    one = visit()
    page = one.open()
    one.selected_becomes(1)
    snapshot = page.locator("body").aria_snapshot()
    assert re.findall(r'button "(\w+ icon|)"', snapshot) == []
    expect(page.get_by_role("button", name="Next", exact=True)).to_be_visible()
    expect(page.get_by_role("button", name="Previous", exact=True)).to_be_visible()


def test_a_click_in_an_overlap_goes_round(visit: Callable[..., Visit]) -> None:
    one = visit()
    page = one.open_settings(Settings(strategy="fixed", chunk_overlap=45))
    both = page.locator(".seg[data-chunks='1 2']")
    both.click()
    one.selected_becomes(2)
    both.click()
    one.selected_becomes(1)


def test_a_click_on_a_bar_chooses_the_chunk(visit: Callable[..., Visit]) -> None:
    one = visit()
    page = one.open({"tab": "Sizes"})
    chart = page.get_by_test_id("stVegaLiteChart").first
    drawing = chart.locator("svg, canvas").first
    expect(drawing).to_be_visible()
    box = drawing.bounding_box()
    assert box
    bar = chart.locator("svg [aria-label*='hunk: 3']").first
    bar.click()
    expect(page.locator("canvas[role=img][aria-label^='The whole document']")).to_be_visible()
    page.get_by_role("tab", name="Read").click()
    one.selected_becomes(3)


# --- controls and the address --------------------------------------------------------------------------------


def test_the_size_by_keyboard_changes_chunks_and_address(visit: Callable[..., Visit]) -> None:
    one = visit()
    page = one.open()
    slider = one.control("size_slider").get_by_role("slider")
    slider.focus()
    slider.press("ArrowRight")
    slider.press("ArrowRight")
    one.query_becomes(size="320", sample="chunking.txt")
    one.number_becomes("size", "320")
    one.chunks_become(texts(SAMPLE, Settings(chunk_size=320)))
    one.choose("strategy", "Fixed")
    one.query_becomes(strategy="fixed", overlap="48")
    settings = Settings(strategy="fixed", chunk_size=320, chunk_overlap=48)
    one.chunks_become(texts(SAMPLE, settings))
    about = share.write_plan(Plan()) | share.write_reading(Reading())
    assert one.query() == share.write(settings) | about | {"sample": "chunking.txt"}

    other = visit()
    other.page.goto(page.url)
    other.settled()
    other.chunks_become(texts(SAMPLE, settings))
    other.number_becomes("size", "320")
    expect(other.page.get_by_role("radio", name="Fixed")).to_be_checked()
    expect(other.control("percent").get_by_role("slider")).to_have_attribute("aria-valuetext", re.compile("15"))
    expect(other.about()).to_contain_text("Notes on chunking: 801 characters")
    assert other.query() == one.query()


def test_a_second_press_before_the_answer_to_the_first(visit: Callable[..., Visit]) -> None:
    """Nothing that a visitor has set is taken back by what the browser still says of another control."""
    one = visit()
    one.open()
    slider = one.control("size_slider").get_by_role("slider")
    slider.focus()
    one.slow()
    slider.press("ArrowRight")
    one.answered(1)
    slider.press("ArrowRight")
    one.answered(2)
    one.quick()
    one.query_becomes(size="320")
    one.number_becomes("size", "320")
    one.chunks_become(texts(SAMPLE, Settings(chunk_size=320)))


def test_a_size_before_the_answer_to_a_strategy(visit: Callable[..., Visit]) -> None:
    """Fixed windows begin with 15 %, while the browser still says the percentage of the strategy before."""
    one = visit()
    one.open()
    one.slow()
    one.page.get_by_role("radio", name="Recursive").press("ArrowUp")
    one.answered(1)
    one.control("size_slider").get_by_role("slider").press("ArrowRight")
    one.answered(2)
    one.quick()
    one.query_becomes(strategy="fixed", size="310", overlap="46")
    one.chunks_become(texts(SAMPLE, Settings(strategy="fixed", chunk_size=310, chunk_overlap=46)))


def test_there_and_back_before_the_answer(visit: Callable[..., Visit]) -> None:
    """The address that is on its way to the browser is not the one that the browser has said."""
    one = visit()
    one.open()
    one.query_becomes(strategy="recursive")
    one.slow()
    one.page.get_by_role("radio", name="Recursive").press("ArrowUp")
    one.answered(1)
    one.page.get_by_role("radio", name="Fixed").press("ArrowDown")
    one.answered(2)
    one.quick()
    expect(one.page.get_by_role("radio", name="Recursive")).to_be_checked()
    one.page.get_by_role("button", name="Paste a text").press("Enter")
    expect(one.page.get_by_role("dialog")).to_be_visible()
    one.query_becomes(strategy="recursive", overlap="0")
    one.chunks_become(texts(SAMPLE, Settings()))
    expect(one.page.get_by_role("radio", name="Recursive")).to_be_checked()


def test_a_strategy_before_the_answer_to_the_switch(visit: Callable[..., Visit]) -> None:
    """An exact overlap stays with its strategy, and the other keeps its percentage."""
    one = visit()
    one.open()
    one.slow()
    one.control("exact").get_by_role("switch").press("Space")
    one.answered(1)
    one.page.get_by_role("radio", name="Recursive").press("ArrowUp")
    one.answered(2)
    one.page.get_by_role("radio", name="Fixed").press("ArrowDown")
    one.answered(3)
    one.quick()
    one.query_becomes(strategy="recursive", overlap="0")
    expect(one.control("exact").get_by_role("switch")).to_be_checked()
    one.choose("strategy", "Fixed")
    one.query_becomes(strategy="fixed", overlap="45")
    expect(one.control("exact").get_by_role("switch")).not_to_be_checked()


def test_a_fresh_control_keeps_its_value_though_the_browser_missed_its_first_run(visit: Callable[..., Visit]) -> None:
    """The number box that the second run shows was made by the first, which the browser never drew."""
    one = visit()
    page = one.open_settings(Settings(strategy="sentence"))
    one.query_becomes(strategy="sentence")
    one.slow()
    page.get_by_role("radio", name="Sentence").press("ArrowUp")
    one.answered(1)
    page.get_by_role("tab", name="Table").press("Enter")
    one.answered(2)
    one.quick()
    one.query_becomes(strategy="recursive", size="300", tab="Table")
    one.number_becomes("size", "300")
    page.get_by_role("tab", name="Read").click()
    one.query_becomes(strategy="recursive", size="300", tab="Read")
    one.chunks_become(texts(SAMPLE, Settings()))


def test_two_tabs_before_the_first_answer(visit: Callable[..., Visit]) -> None:
    one = visit()
    page = one.open()
    one.query_becomes(size="300")
    one.slow()
    page.get_by_role("tab", name="Table").press("Enter")
    one.answered(1)
    page.get_by_role("tab", name="Sizes").press("Enter")
    one.answered(2)
    one.quick()
    one.query_becomes(tab="Sizes")
    expect(page.get_by_role("tab", name="Sizes")).to_have_attribute("aria-selected", "true")
    expect(page.get_by_text("Size of each chunk, in document order")).to_be_visible()


def test_a_bar_can_be_clicked_again_after_another_chunk_was_chosen_elsewhere(visit: Callable[..., Visit]) -> None:
    one = visit()
    page = one.open_settings(Settings(strategy="fixed", chunk_size=100), tab="Sizes")
    bars = page.get_by_test_id("stVegaLiteChart").first.locator("svg .mark-rect").first.locator("path")
    chosen = page.get_by_test_id("stVegaLiteChart").first.locator("svg .mark-rect").nth(1).locator("path")
    strip = page.locator("canvas[role=img][aria-label^='The whole document']")

    def chosen_is(number: int) -> None:
        expect(chosen).to_have_attribute("aria-label", re.compile(f"Chunk: {number};"))

    bars.nth(2).click()
    chosen_is(3)
    box = strip.bounding_box()
    assert box
    strip.click(position={"x": box["width"] * 0.85, "y": 20})
    chosen_is(7)
    bars.nth(2).click()
    chosen_is(3)


def test_a_chunk_that_begins_on_the_page_before_has_its_own_place_and_no_start(visit: Callable[..., Visit]) -> None:
    one = visit()
    page = one.open_settings(Settings(strategy="fixed", chunk_size=300, chunk_overlap=200, sentence_rule="punctuation"))
    one.upload("long.txt", b"The valve opens at noon. " * 800)
    page.get_by_role("button", name="Page 2").click()
    mark = page.locator(".mark[data-chunk='50']")
    expect(mark).to_be_attached()
    expect(mark).to_be_hidden()
    expect(mark.locator(".badge")).to_have_attribute("title", re.compile("characters 4,900 to 5,200"))
    expect(page.locator(".mark[data-chunk='51'] .badge")).to_be_visible()


def test_the_paste_button_before_the_answer_to_a_change(visit: Callable[..., Visit]) -> None:
    """The address of the browser is that before the change: it must not be taken for the Back button."""
    one = visit()
    page = one.open()
    one.query_becomes(size="300")
    slider = one.control("size_slider").get_by_role("slider")
    slider.focus()
    one.slow()
    slider.press("ArrowRight")
    one.answered(1)
    page.get_by_role("button", name="Paste a text").press("Enter")
    one.answered(2)
    one.quick()
    one.query_becomes(size="310")
    expect(page.get_by_role("dialog")).to_be_visible()
    page.keyboard.press("Escape")
    one.chunks_become(texts(SAMPLE, Settings(chunk_size=310)))
    one.query_becomes(size="310")


def test_every_message_is_sent_whole(visit: Callable[..., Visit]) -> None:
    """One that names another is a dead page where the browser has dropped that one while the run waited."""
    one = visit()
    kinds: set[str | None] = set()

    def hear(message: str | bytes) -> None:
        kinds.add(ForwardMsg.FromString(message).WhichOneof("type") if isinstance(message, bytes) else message)

    one.page.on("websocket", lambda line: line.on("framereceived", hear))
    page = one.open({"sample": "stove.md"})
    for tab in ("Questions", "Read", "Questions"):
        page.get_by_role("tab", name=tab).click()
        one.settled()
    assert "delta" in kinds
    assert "ref_hash" not in kinds


def test_back_restores_the_setting_before(visit: Callable[..., Visit]) -> None:
    one = visit()
    page = one.open()
    one.query_becomes(size="300")
    one.choose("strategy", "Fixed")
    one.query_becomes(strategy="fixed")
    one.type_number("size", 200)
    one.query_becomes(size="200", overlap="30")
    one.chunks_become(texts(SAMPLE, Settings(strategy="fixed", chunk_size=200, chunk_overlap=30)))
    page.go_back()
    one.query_becomes(strategy="fixed", size="300", overlap="45")
    one.chunks_become(texts(SAMPLE, Settings(strategy="fixed", chunk_overlap=45)))
    one.number_becomes("size", "300")
    page.go_back()
    one.query_becomes(strategy="recursive", size="300")
    one.chunks_become(texts(SAMPLE, Settings()))
    expect(page.get_by_role("radio", name="Recursive")).to_be_checked()
    page.go_forward()
    one.query_becomes(strategy="fixed", size="300")
    one.chunks_become(texts(SAMPLE, Settings(strategy="fixed", chunk_overlap=45)))


def test_back_leads_off_the_page(visit: Callable[..., Visit]) -> None:
    """The page writes its address at the first run; that must not hold the visitor."""
    one = visit()
    one.page.goto(f"{one.address}/_stcore/health")
    one.open()
    one.query_becomes(size="300")
    for _ in range(3):
        if not (before := one.page.url).endswith("/_stcore/health"):
            one.page.go_back()
            one.page.wait_for_function("before => location.href !== before", arg=before)
    assert one.page.url.endswith("/_stcore/health")


def test_the_overlap_switch_and_the_finding_button(visit: Callable[..., Visit]) -> None:
    one = visit()
    page = one.open_settings(Settings(chunk_overlap=30))
    button = page.get_by_role("button", name=re.compile(r"^Set \d+"))
    number = int(re.sub(r"\D", "", button.inner_text()))
    button.click()
    one.query_becomes(overlap=str(number))
    one.number_becomes("overlap", str(number))
    one.chunks_become(texts(SAMPLE, Settings(chunk_overlap=number)))
    one.type_number("overlap", 290)
    one.query_becomes(overlap="290")
    one.type_number("size", 50)
    one.query_becomes(size="50", overlap="25")
    one.number_becomes("overlap", "25")
    expect(page.get_by_role("alert").first).to_contain_text("290")


def test_every_strategy_and_tab(visit: Callable[..., Visit]) -> None:
    one = visit()
    page = one.open()
    for name, row in STRATEGIES.items():
        one.choose("strategy", row.label)
        one.query_becomes(strategy=name)
        settings, _ = share.read(one.query())
        for tab in ("Table", "Sizes", "Read"):
            page.get_by_role("tab", name=tab).click()
            one.query_becomes(tab=tab)
            mark = {"Table": "stDataFrame", "Sizes": "stVegaLiteChart", "Read": "stCode"}[tab]
            expect(page.get_by_test_id(mark).first).to_be_visible()
        one.chunks_become(texts(SAMPLE, settings))
        one.no_fault_is_shown()


def test_own_text_survives_settings_samples_and_back(visit: Callable[..., Visit]) -> None:
    text = "Nothing already typed is ever lost. Not even this."
    one = visit()
    page = one.open()
    one.query_becomes(size="300")
    one.paste(text)
    one.choose("strategy", "Sentence")
    one.chunks_become(texts(text, Settings(strategy="sentence")))
    page.go_back()
    one.query_becomes(strategy="recursive")
    one.chunks_become({"1": text})
    expect(one.about()).to_contain_text("Pasted text: ")


# --- units, title, model ---------------------------------------------------------------------------------------


def unread_text(page: Page) -> str:
    """What is struck through as not read, from inside the shadow root."""
    script = """() => {
        const inside = (root) => [...root.querySelectorAll("*")].map((node) => node.shadowRoot).filter(Boolean);
        const found = inside(document).flatMap((root) => [...root.querySelectorAll(".seg.unread")]);
        return found.map((node) => node.textContent).join("");
    }"""
    return str(page.evaluate(script))


def test_a_unit_converts_the_size_and_says_so(visit: Callable[..., Visit]) -> None:
    one = visit()
    page = one.open()
    one.control("unit").get_by_role("radio", name="tokens").click()
    one.query_becomes(unit="tokens", size="62")
    expect(page.get_by_role("alert").first).to_contain_text("about as long on this text as 300 characters")
    one.chunks_become(texts(SAMPLE, Settings(unit="tokens", chunk_size=62)))
    one.control("unit").get_by_role("radio", name="characters").click()
    one.query_becomes(unit="characters", size="300")
    one.chunks_become(texts(SAMPLE, Settings()))


def test_a_title_counts_and_is_in_the_address(visit: Callable[..., Visit]) -> None:
    one = visit()
    page = one.open()
    page.get_by_text("Ahead of every chunk").click()
    box = one.control("title").get_by_role("textbox")
    box.fill("Notes on chunking")
    box.press("Enter")
    one.query_becomes(title="Notes on chunking")
    one.chunks_become(texts(SAMPLE, Settings(title="Notes on chunking")))
    expect(page.locator(".st-key-chunk")).to_contain_text("Notes on chunking")


def test_what_a_model_does_not_read_is_struck_through_and_listed(visit: Callable[..., Visit]) -> None:
    one = visit()
    page = one.open({"strategy": "paragraph", "model": "own", "own_limit": "20"})
    found = chunk(SAMPLE, Settings(strategy="paragraph"))
    over = [each for each in found if len(encode(each.text)) > 20]
    tokens = sum(len(encode(each.text)) - 20 for each in over)
    expect(page.locator(".st-key-finding_unread")).to_contain_text(f"{len(over)} chunks lose")
    expect(page.locator(".st-key-finding_unread")).to_contain_text(f"{tokens:,} tokens")
    one.settled()
    expect(page.locator(".seg.unread").first).to_be_visible()
    struck = unread_text(page)
    assert all(each.text.endswith(struck[-10:]) for each in over[-1:])
    page.get_by_role("button", name="Show them").click()
    one.query_becomes(tab="Table")


def test_the_bill_and_the_budget(visit: Callable[..., Visit]) -> None:
    one = visit()
    page = one.open({"tab": "Cost"})
    expect(page.get_by_text("6,144 bytes as float32")).to_be_visible()
    page.get_by_role("button", name=re.compile("^Set the size to")).click()
    one.query_becomes(unit="tokens")
    assert int(one.query()["size"]) > 300


# --- structure and damage ------------------------------------------------------------------------------------

HANDBOOK = (SAMPLES_FOLDER / "handbook.md").read_text(encoding="utf-8")


def test_headings_stand_ahead_of_the_text_and_are_no_part_of_it(visit: Callable[..., Visit]) -> None:
    one = visit()
    settings = Settings(strategy="structure", chunk_size=300)
    page = one.open_settings(settings, sample="handbook.md")
    one.chunks_become(texts(HANDBOOK, settings))
    script = """() => {
        const inside = (root) => [...root.querySelectorAll("*")].map((node) => node.shadowRoot).filter(Boolean);
        const found = inside(document).flatMap((root) => [...root.querySelectorAll(".text .ahead")]);
        return found.map((node) => [node.textContent, node.getAttribute("title").split(": ").slice(1).join(": ")]);
    }"""
    wanted = [" › ".join(each.context.splitlines()) for each in chunk(HANDBOOK, settings) if each.context]
    assert page.evaluate(script) == [["", context] for context in wanted]


def test_the_places_of_a_damage_one_after_another(visit: Callable[..., Visit]) -> None:
    one = visit()
    settings = Settings(strategy="fixed", chunk_size=300)
    page = one.open_settings(settings, sample="handbook.md", tab="Damage")
    rows = analyse(Document(HANDBOOK), settings).damage.rows("words")
    one.choose("kind_of_damage", "Inside a word")
    page.get_by_role("button", name="Go to the next").click()
    one.selected_in_text_becomes(rows[0] + 1)
    page.get_by_role("button", name="Next place").click()
    one.selected_in_text_becomes(rows[1] + 1)
    expect(page.get_by_text(f"Place 2 of {len(rows)}")).to_be_visible()
    page.get_by_role("button", name="Previous place").click()
    one.selected_in_text_becomes(rows[0] + 1)


def test_a_kind_of_damage_before_the_answer_to_a_size(visit: Callable[..., Visit]) -> None:
    """Counts stood in the labels: a click on one that had changed came back as a label nobody knew."""
    one = visit()
    page = one.open_settings(Settings(strategy="fixed", chunk_size=300), sample="handbook.md", tab="Damage")
    slider = one.control("size_slider").get_by_role("slider")
    slider.focus()
    one.slow()
    slider.press("ArrowRight")
    one.answered(1)
    one.choose("kind_of_damage", "Inside a word")
    one.quick()
    expect(page.get_by_role("radio", name=re.compile("^Inside a word"))).to_be_checked()
    one.query_becomes(size="310")
    one.no_fault_is_shown()


def test_advice_and_a_finding_are_applied_by_one_click(visit: Callable[..., Visit]) -> None:
    one = visit()
    page = one.open_settings(Settings(strategy="fixed", chunk_size=300), sample="handbook.md")
    page.get_by_role("button", name="Use Structure", exact=True).click()
    one.query_becomes(strategy="structure", size="300")
    one.settled()
    page.get_by_text("To begin with, for this text").click()
    page.get_by_role("button", name="Use Structure, 800 tokens").click()
    one.query_becomes(strategy="structure", size="800", unit="tokens", merge_under="100")


# --- comparisons -------------------------------------------------------------------------------------------------


def view(one: Visit, name: str) -> None:
    one.control("view").get_by_role("radio", name=name).click()


def test_a_row_of_the_comparison_becomes_the_setting(visit: Callable[..., Visit]) -> None:
    one = visit()
    page = one.open_settings(Settings(chunk_size=300), sample="handbook.md", tab="Compare")
    grid = page.get_by_test_id("stDataFrame").first
    expect(grid).to_be_visible()
    expect(page.get_by_test_id("stVegaLiteChart").first).to_be_visible()
    grid.click(position=cell(grid, 5, 18))  # the box of the fifth row: Structure
    one.query_becomes(strategy="structure", size="300")
    expect(page.get_by_role("radio", name="Structure")).to_be_checked()


def test_another_row_of_the_comparison_before_the_answer_to_the_first(visit: Callable[..., Visit]) -> None:
    one = visit(viewport={"width": 1400, "height": 1600})
    page = one.open_settings(Settings(chunk_size=300), sample="handbook.md", tab="Compare")
    grid = page.get_by_test_id("stDataFrame").first
    expect(page.get_by_test_id("stVegaLiteChart").first).to_be_visible()
    position = {row: cell(grid, row, 18) for row in (5, 3)}
    one.slow()
    for runs, row in enumerate((5, 3), 1):  # Structure, then Sentence
        grid.click(position=position[row])
        one.answered(runs)
    one.quick()
    one.query_becomes(strategy="sentence", size="300")


def test_another_dot_of_the_trail_before_the_answer_to_the_first(visit: Callable[..., Visit]) -> None:
    one = visit(viewport={"width": 1400, "height": 1600})
    one.open_settings(Settings(chunk_size=300), sample="handbook.md", tab="Compare")
    for size in (150, 600):
        one.type_number("size", size)
        one.query_becomes(size=str(size))
    view(one, "Trail")
    dots = one.control("trail_chart").locator("svg .mark-symbol path[aria-label*='Tried as']")
    expect(dots).to_have_count(3)
    one.settled()
    one.slow()
    for runs in (1, 2):
        dots.nth(runs - 1).click()
        one.answered(runs)
    one.quick()
    one.query_becomes(size="150")


def test_two_names_of_the_trail_before_the_answer_to_the_first(visit: Callable[..., Visit]) -> None:
    one = visit(viewport={"width": 1400, "height": 1600})
    page = one.open_settings(Settings(chunk_size=300), sample="handbook.md", tab="Compare")
    one.type_number("size", 150)
    one.query_becomes(size="150")
    view(one, "Trail")
    table = one.control("trail_table")
    expect(table).to_be_visible()
    one.settled()
    one.slow()
    for row, name in ((1, "first"), (2, "second")):
        table.dblclick(position=cell(table, row, 150))
        editor = page.locator("#portal textarea")
        editor.fill(name)
        editor.press("Enter")
        one.answered(row)
    one.quick()
    page.get_by_label("Go back to").click()
    for name in ("first", "second"):
        expect(page.get_by_role("option", name=name)).to_be_visible()


def test_a_map_is_computed_and_a_cell_taken(visit: Callable[..., Visit]) -> None:
    one = visit()
    page = one.open_settings(Settings(chunk_size=300), sample="handbook.md", tab="Compare")
    view(one, "Map")
    page.get_by_role("button", name="Compute 60 settings").click()
    chart = page.get_by_test_id("stVegaLiteChart").first
    expect(page.get_by_text("The lighter a cell, the better.")).to_be_visible(timeout=60_000)
    chart.locator("path[aria-label*='Size in characters: 512']").last.click()
    one.query_becomes(size="512")


def test_the_cuts_of_the_pinned_setting_stand_in_the_text(visit: Callable[..., Visit]) -> None:
    one = visit()
    page = one.open_settings(Settings(chunk_size=300), sample="handbook.md", tab="Compare")
    view(one, "Difference")
    page.get_by_role("button", name="Pin the present setting").click()
    expect(page.get_by_text("Pinned: Recursive 300, no overlap")).to_be_visible()
    one.type_number("size", 400)
    one.query_becomes(size="400")
    before, after = ({each.start for each in chunk(HANDBOOK, Settings(chunk_size=size))[1:]} for size in (300, 400))
    expect(one.metric("Lost")).to_have_text(re.compile(r"^\d+$"))
    script = """() => {
        const inside = (root) => [...root.querySelectorAll("*")].map((node) => node.shadowRoot).filter(Boolean);
        return inside(document).flatMap((root) => [...root.querySelectorAll(".text .lost")]).length;
    }"""
    page.wait_for_function(f"wanted => ({script})() === wanted", arg=len(before - after))
    one.chunks_become(texts(HANDBOOK, Settings(chunk_size=400)))


# --- questions ---------------------------------------------------------------------------------------------------


def test_a_question_is_asked_and_judged_and_nothing_in_it_is_run(visit: Callable[..., Visit]) -> None:
    one = visit()
    page = one.open_settings(Settings(strategy="sentence"), tab="Questions")
    passage = chunk(SAMPLE, Settings(strategy="sentence"))[1].text
    page.get_by_label("Question", exact=True).fill(f"{HTML} {passage.split()[-1]}")
    page.get_by_label("The passage that answers it").fill(passage)
    page.get_by_role("button", name="Add", exact=True).click()
    expect(one.metric("Split")).to_have_text("0 %")
    expect(page.get_by_text("<img src=x").first).to_be_visible()
    assert page.title() != "hit"
    one.choose("strategy", "Paragraph")
    one.query_becomes(strategy="paragraph")
    expect(one.metric("Split")).to_have_text("0 %")
    one.no_fault_is_shown()


THREE = "The pump runs all day. It stops at night.\n\nThe valve is oiled every spring. Nobody knows why."


def question_at(page: Page, words: str) -> Locator:
    """The question that is looked at."""
    return page.locator("strong").get_by_text(words, exact=True)


def add_question(page: Page, question: str, passage: str) -> None:
    """Type a question and its passage into the form, and ask it."""
    page.get_by_label("Question", exact=True).fill(question)
    page.get_by_label("The passage that answers it").fill(passage)
    page.get_by_role("button", name="Add", exact=True).click()


def test_the_row_of_a_question_just_added_is_checked_and_another_opens_by_one_click(
    visit: Callable[..., Visit],
) -> None:
    one = visit()
    page = one.open_settings(Settings(strategy="sentence"), tab="Questions")
    one.paste(THREE)
    for row, (question, passage) in enumerate(
        [("When?", "It stops at night."), ("Why?", "Nobody knows why."), ("Oil?", "The valve is oiled every spring.")]
    ):
        if row == 1:  # the form folds after the first question
            expect(page.get_by_label("Question", exact=True)).to_be_hidden()
            page.get_by_text("Add a question", exact=True).click()
        add_question(page, question, passage)
        expect(question_at(page, question)).to_be_visible()
        expect(one.control("verdicts")).to_have_count(1)
        one.control("verdicts").scroll_into_view_if_needed()  # a table out of sight has no rows
        checked = one.control("verdicts").locator("tr[aria-selected=true]")
        expect(checked).to_have_count(1)
        expect(checked).to_have_attribute("aria-rowindex", str(row + 2))
    one.settled()
    table = one.control("verdicts")
    table.click(position=cell(table, 1, 18))
    expect(question_at(page, "When?")).to_be_visible()
    expect(table.locator("tr[aria-selected=true]")).to_have_attribute("aria-rowindex", "2")


def test_another_question_is_chosen_before_the_answer_to_the_first(visit: Callable[..., Visit]) -> None:
    one = visit(viewport={"width": 1400, "height": 1600})
    page = one.open_settings(Settings(strategy="sentence"), sample="stove.md", tab="Questions")
    table = one.control("verdicts")
    position = {row: cell(table, row, 18) for row in (1, 4)}
    one.settled()
    one.slow()
    for runs, row in enumerate((1, 4), 1):  # the first is chosen already: a click there leaves it so
        table.click(position=position[row])
        one.answered(runs)
    one.quick()
    expect(table.locator("tr[aria-selected=true]")).to_have_attribute("aria-rowindex", "5")
    wanted = json.loads((SAMPLES_FOLDER / "stove.questions.jsonl").read_text(encoding="utf-8").splitlines()[3])
    expect(question_at(page, wanted["question"])).to_be_visible()


STOVE = (SAMPLES_FOLDER / "stove.md").read_text(encoding="utf-8")
STOVE_QUESTIONS = (SAMPLES_FOLDER / "stove.questions.jsonl").read_text(encoding="utf-8")
PULSES = """() => {
    const inside = (root) => [...root.querySelectorAll("*")].map((node) => node.shadowRoot).filter(Boolean);
    return inside(document).flatMap((root) => [...root.querySelectorAll(".pulse")])
        .map((node) => getComputedStyle(node, "::after").animationName);
}"""


def test_the_strip_pulses_where_a_cut_goes_through_the_answer_and_holds_still_on_request(
    visit: Callable[..., Visit],
) -> None:
    one = visit()
    page = one.open_settings(Settings(), sample="stove.md", tab="Questions")
    page.get_by_role("button", name="SMALL", exact=True).click()
    expect(one.metric("Answers whole")).to_have_text("25 %")
    page.wait_for_function(f"({PULSES})().join() === 'pulse'")
    page.emulate_media(reduced_motion="reduce")
    page.wait_for_function(f"({PULSES})().join() === 'none'")
    page.get_by_role("button", name="STRUCTURE 120").click()
    expect(one.metric("Answers whole")).to_have_text("100 %")
    page.wait_for_function(f"({PULSES})().length === 0")


def test_pointing_at_the_strip_names_chunk_section_rank_and_answer(visit: Callable[..., Visit]) -> None:
    one = visit()
    page = one.open_settings(Settings(), sample="stove.md", tab="Questions")
    page.get_by_role("button", name="STRUCTURE 120").click()
    expect(one.metric("Answers whole")).to_have_text("100 %")
    strip = page.get_by_role("img", name=re.compile("cuts through the answer"))
    box = strip.bounding_box()
    assert box is not None
    answer = STOVE.index("With a full bottle") + 10
    strip.hover(position={"x": box["width"] * answer / len(STOVE), "y": box["height"] / 2})
    expect(page.locator(".marked .tip")).to_contain_text(
        re.compile("chunk 1: .*read at rank 1, part of the answer, section “The stove at a glance”")
    )


def test_the_answer_is_marked_in_what_is_read_and_in_the_text(visit: Callable[..., Visit]) -> None:
    one = visit()
    page = one.open_settings(Settings(), sample="stove.md", tab="Questions")
    page.get_by_role("button", name="SMALL", exact=True).click()
    wanted = "With a full bottle and no wind, the stove brings one liter of water to a"
    expect(page.locator(".read mark")).to_have_text(wanted)
    expect(page.locator(".gold").first).to_have_text(f"{wanted} ")
    page.locator(".read").nth(1).get_by_role("button", name="Show in the text").click()
    expect(page.get_by_role("tab", name="Read")).to_have_attribute("aria-selected", "true")
    expect(page.get_by_text("Chunk 17", exact=False).first).to_be_visible()


# Selects the segment of the text that holds these words.
SELECT = """wanted => {
    const inside = (root) => [...root.querySelectorAll("*")].map((node) => node.shadowRoot).filter(Boolean);
    const body = inside(document).map((root) => root.querySelector(".text")).find(Boolean);
    const seg = [...body.querySelectorAll(".seg")].find((node) => node.textContent.includes(wanted));
    const range = document.createRange();
    range.selectNodeContents(seg);
    const selection = body.getRootNode().getSelection();
    selection.removeAllRanges();
    selection.addRange(range);
}"""


def test_a_passage_selected_in_the_text_is_an_answer(visit: Callable[..., Visit]) -> None:
    one = visit()
    page = one.open_settings(Settings(strategy="sentence"), tab="Questions")
    one.paste(f"\U0001f680 A rocket. {SAMPLE}")
    text = f"\U0001f680 A rocket. {SAMPLE}"
    wanted = chunk(text, Settings(strategy="sentence"))[2].text
    one.chunks_become(texts(text, Settings(strategy="sentence")))
    page.evaluate(SELECT, wanted)
    page.get_by_role("button", name="Mark as the answer").click()
    start = text.index(wanted)
    expect(page.get_by_text(f"characters {start:,} to {start + len(wanted):,}")).to_be_visible()
    page.get_by_label("Question", exact=True).fill("What is it?")
    page.get_by_role("button", name="Add", exact=True).click()
    expect(one.metric("Split")).to_have_text("0 %")


def test_a_second_passage_is_one_more_part_and_the_question_field_has_the_cursor(
    visit: Callable[..., Visit],
) -> None:
    one = visit()
    page = one.open_settings(Settings(strategy="sentence"), sample="stove.md", tab="Questions")
    expect(page.locator(".text .seg").first).to_be_visible()
    page.evaluate(SELECT, "Fill the bottle only up")
    page.get_by_role("button", name="Mark as the answer").click()
    question = page.get_by_label("Question", exact=True)
    expect(question).to_be_focused()
    expect(question).to_be_in_viewport()
    page.keyboard.type("How far is it filled?")
    page.evaluate(SELECT, "Folded up, the stove")
    expect(page.get_by_role("button", name="Mark as the answer instead")).to_be_visible()
    page.get_by_role("button", name="Add as another part of the answer").click()
    expect(page.get_by_text("Part 2 of its answer")).to_be_visible()
    expect(question).to_have_value("How far is it filled?")
    page.get_by_role("button", name="Add", exact=True).click()
    expect(question_at(page, "How far is it filled?")).to_be_visible()
    expect(page.locator(".text .gold")).to_have_count(2)


def test_what_is_marked_for_a_question_not_yet_added_is_seen_in_the_text(visit: Callable[..., Visit]) -> None:
    one = visit()
    page = one.open_settings(Settings(strategy="sentence"), sample="stove.md", tab="Questions")
    expect(page.locator(".text .seg").first).to_be_visible()
    parts, key = page.locator(".text .part"), page.locator(".legend").get_by_text("marked for the question you are")
    expect(page.locator(".text .gold").first).to_be_visible()
    expect(key).to_have_count(0)
    page.evaluate(SELECT, "Fill the bottle only up")
    page.get_by_role("button", name="Mark as the answer").click()
    expect(parts).to_have_count(1)
    expect(parts).to_contain_text("Fill the bottle only up")
    expect(key).to_be_visible()
    expect(page.locator(".text").get_by_role("img", name=re.compile("^The marked passage"))).to_have_count(2)
    page.evaluate(SELECT, "Folded up, the stove")
    page.get_by_role("button", name="Add as another part of the answer").click()
    expect(parts).to_have_count(2)
    page.get_by_role("button", name="Paste the passage instead").click()
    expect(parts).to_have_count(0)
    expect(key).to_have_count(0)
    expect(page.locator(".text .gold").first).to_be_visible()


def test_a_typed_question_is_there_after_another_tab(visit: Callable[..., Visit]) -> None:
    one = visit()
    page = one.open_settings(Settings(strategy="sentence"), sample="stove.md", tab="Questions")
    page.get_by_text("Add a question", exact=True).click()
    page.get_by_label("Question", exact=True).fill("Half a quest")
    page.get_by_role("tab", name="Read").click()
    expect(page.get_by_text("Chunk 1", exact=False).first).to_be_visible()
    page.get_by_role("tab", name="Questions").click()
    expect(page.get_by_label("Question", exact=True)).to_have_value("Half a quest")
    expect(page.get_by_label("Question", exact=True)).to_be_visible()


def test_a_long_read_is_scrolled_to_its_answer_and_only_the_first_is_open(visit: Callable[..., Visit]) -> None:
    one = visit()
    asked = [json.loads(line)["question"] for line in STOVE_QUESTIONS.splitlines()]
    page = one.open_settings(Settings(), sample="stove.md", tab="Questions")
    page.get_by_role("button", name="HUGE").click()
    expect(one.metric("Answers whole")).to_have_text("75 %")
    expect(page.locator(".read .body:visible")).to_have_count(1)
    seen = """() => {
        const inside = (root) => [...root.querySelectorAll("*")].map((node) => node.shadowRoot).filter(Boolean);
        const marks = inside(document).flatMap((root) => [...root.querySelectorAll(".read mark")]);
        return marks.filter((mark) => {
            const [box, place] = [mark.closest("pre").getBoundingClientRect(), mark.getBoundingClientRect()];
            return place.height && place.top >= box.top && place.top < box.bottom;
        }).length;
    }"""
    for row in (0, 6):
        table = one.control("verdicts")
        one.settled()
        table.click(position=cell(table, row + 1, 18))
        expect(table.locator("tr[aria-selected=true]")).to_have_attribute("aria-rowindex", str(row + 2))
        expect(question_at(page, asked[row])).to_be_visible()
    # The seventh answer stands 685 px down in what was read.
    for fold in page.locator(".read .fold[aria-expanded=false]").all():
        fold.click()
    page.wait_for_function(f"() => ({seen})() > 0")
    total = page.locator(".read mark").count()
    page.wait_for_function(f"wanted => ({seen})() === wanted", arg=total)


def test_the_questions_are_edited_one_after_another_in_a_table_that_stays_open(visit: Callable[..., Visit]) -> None:
    one = visit()
    page = one.open_settings(Settings(strategy="sentence"), tab="Questions")
    one.paste(THREE)
    add_question(page, "When?", "It stops at night.")
    expect(question_at(page, "When?")).to_be_visible()
    page.get_by_text("Edit the questions").click()
    table = one.control("edit_questions")
    first = "When does it stop?"
    for words in (first, "zebra", "The pump?"):  # nothing is read for the second
        if words == first:
            one.settled()
            table.dblclick(position=cell(table, 1, 150))
        else:
            page.keyboard.press("ArrowUp")  # Enter went down; the table is the same and has the cursor
            page.keyboard.press("Enter")
        editor = page.locator("#portal textarea")
        editor.fill(words)
        editor.press("Enter")
        expect(question_at(page, words)).to_be_visible()
        expect(table).to_have_count(1)
        expect(table).to_be_visible()
        one.settled()


def test_all_questions_left_out_by_one_key_come_back_by_one_click(visit: Callable[..., Visit]) -> None:
    one = visit(viewport={"width": 1400, "height": 1600})
    page = one.open_settings(Settings(strategy="sentence"), sample="stove.md", tab="Questions")
    page.get_by_text("Edit the questions").click()
    table = one.control("edit_questions")
    one.settled()
    table.click(position=cell(table, 0, 18))  # the box of all rows
    page.keyboard.press("Delete")
    expect(page.get_by_text("8 questions left out.")).to_be_visible()
    expect(page.get_by_text("No question yet")).to_be_visible()
    page.get_by_role("button", name="Put back").click()
    expect(page.get_by_text("8 questions left out.")).to_be_hidden()
    assert len(any_of(one)) == 8


def test_boxes_of_the_questions_are_ticked_before_the_answer_to_the_first(
    visit: Callable[..., Visit],
) -> None:
    one = visit(viewport={"width": 1400, "height": 1600})
    page = one.open_settings(Settings(strategy="sentence"), sample="chunking.txt", tab="Questions")
    spans = [{"start": 122, "end": 139}, {"start": 300, "end": 320}]
    rows = "\n".join(json.dumps({"question": f"two spans {row}", "spans": spans}) for row in range(4)).encode()
    given = {"name": "asked.jsonl", "mimeType": "application/jsonl", "buffer": rows}
    one.control("question_file").locator("input[type=file]").set_input_files(files=given)  # type: ignore[arg-type]
    page.get_by_text("Edit the questions").click()
    table = one.control("edit_questions")
    one.settled()
    ticked = table.locator("td", has_text=re.compile("^true$"))
    one.slow()
    for row in (1, 2, 3):
        table.click(position=cell(table, row, 581))
        expect(ticked).to_have_count(row)
    one.quick()
    expect(one.metric("Split")).to_have_text("25 %")  # one chunk holds the second span whole
    expect(ticked).to_have_count(3)
    assert any_of(one) == [True, True, True, False], "the file follows the table"


def any_of(one: Visit) -> list[bool]:
    """Of each question in the file that the page gives now, whether any of its spans answers it."""
    one.settled()
    with one.page.expect_download() as caught:
        one.page.get_by_role("button", name="Questions as JSON Lines").click()
    lines = Path(caught.value.path()).read_text(encoding="utf-8").splitlines()
    return [json.loads(line).get("any", False) for line in lines]


def test_what_stands_ahead_of_a_chunk_is_not_marked_as_the_answer(visit: Callable[..., Visit]) -> None:
    one = visit()
    page = one.open_settings(Settings(strategy="structure", unit="words", chunk_size=20), tab="Questions")
    text = "# Pump\n\nThe pump runs all day in the large hall of the station. It stops at night for nine hours or so."
    one.paste(text)
    add_question(page, "When does it stop?", "It stops at night for nine hours")
    expect(page.locator(".text .gold").first).to_contain_text("It stops")
    expect(page.locator(".text .seg:has(.gold) .ahead")).to_have_count(1)
    expect(page.locator(".text .gold .ahead")).to_have_count(0)


# --- share, take away, bring ---------------------------------------------------------------------------------------

MINE = "The pump runs all day. It stops at night.\n\nThe valve is oiled every spring. \u7f8a \U0001f680 50% & more"


def shared_link(one: Visit, way: str) -> str:
    """The link that the dialog shows."""
    one.page.get_by_role("button", name="Share", exact=True).click()
    dialog = one.page.get_by_role("dialog")
    dialog.get_by_text(way, exact=True).click()
    if way == "Saved on this server":
        dialog.get_by_role("button", name="Save a snapshot").click()
    wanted = "snapshot=" if way == "Saved on this server" else "shared=" if "text" in way else "strategy="
    field = dialog.get_by_label(re.compile("^Link, [0-9,]+ characters")).first
    expect(field).to_have_value(re.compile(re.escape(wanted)))
    return field.input_value()


@pytest.mark.parametrize("way", ["With the text and the questions, in the link", "Saved on this server"])
def test_a_shared_link_opens_in_a_second_browser_profile(visit: Callable[..., Visit], way: str) -> None:
    settings = Settings(strategy="sentence", pack=True, chunk_size=60)
    one = visit()
    one.open_settings(settings)
    one.paste(MINE)
    one.chunks_become(texts(MINE, settings))
    link = shared_link(one, way)
    other = visit()
    other.open(dict(parse_qsl(urlsplit(link).query, keep_blank_values=True)))
    other.chunks_become(texts(MINE, settings))
    other.choose("strategy", "Paragraph")
    other.chunks_become(texts(MINE, Settings(strategy="paragraph", pack=True, chunk_size=60)))
    other.page.reload()
    other.settled()
    other.chunks_become(texts(MINE, Settings(strategy="paragraph", pack=True, chunk_size=60)))
    one.chunks_become(texts(MINE, settings))


def test_the_setting_alone_carries_no_text(visit: Callable[..., Visit]) -> None:
    one = visit()
    one.open_settings(Settings(chunk_size=60))
    one.paste(MINE)
    link = shared_link(one, "The setting only")
    assert not {"shared", "snapshot"} & set(dict(parse_qsl(urlsplit(link).query)))
    one.page.get_by_role("dialog").get_by_role("button", name="Close").click()
    one.chunks_become(texts(MINE, Settings(chunk_size=60)))


@pytest.mark.parametrize("may_write", [True, False], ids=["clipboard", "no clipboard"])
def test_a_link_is_copied_without_a_pointer_that_hovers(visit: Callable[..., Visit], may_write: bool) -> None:
    phone = {"viewport": {"width": 390, "height": 800}, "has_touch": True, "is_mobile": True}
    one = visit(**phone, permissions=["clipboard-read", "clipboard-write"])
    page = one.page
    if not may_write:
        page.add_init_script("Object.defineProperty(navigator, 'clipboard', { value: undefined, writable: true })")
        page.add_init_script("document.execCommand = (name) => { window.asked = name; return true; }")
    one.open_settings(Settings(chunk_size=60))
    link = shared_link(one, "The setting only")
    button = page.get_by_role("dialog").get_by_role("button", name="Copy the link")
    expect(button).to_be_in_viewport()
    button.tap()
    expect(page.get_by_role("dialog").get_by_role("button", name="Copied")).to_be_visible()
    assert page.evaluate("() => asked" if not may_write else "() => navigator.clipboard.readText()") == (
        link if may_write else "copy"
    )


@pytest.mark.parametrize("label", ["CSV", "JSON Lines", "Parquet", "Markdown files (ZIP)", "Report (HTML)"])
def test_ui_03_download_keeps_state(visit: Callable[..., Visit], label: str) -> None:
    settings = Settings(strategy="sentence", chunk_size=24)
    one = visit()
    page = one.open_settings(settings, tab="Take away")
    one.paste(MINE)
    one.choose("strategy", "Paragraph")
    one.query_becomes(strategy="paragraph")
    one.control("form").get_by_role("radio", name=label).click()
    one.settled()
    before = one.query()
    with page.expect_download() as caught:
        page.get_by_role("button", name=f"Download {label}").click()
    data = Path(caught.value.path()).read_bytes()
    report = analyse(Document(MINE), Settings(strategy="paragraph", chunk_size=24))
    if label in {"CSV", "JSON Lines"}:
        make = export.csv if label == "CSV" else export.jsonl
        assert data == make(report, "Pasted text"), "what is on screen now, not one change earlier"
    else:
        assert len(data) > 500
    assert one.query() == before
    expect(one.metric("Chunks")).to_have_text(str(len(report)))


def test_a_document_is_uploaded_and_its_pages_are_shown(visit: Callable[..., Visit]) -> None:
    pdf = FPDF()
    pdf.set_font("Helvetica", size=12)
    for words in ("The pump runs all day.", "The valve is oiled."):
        pdf.add_page()
        pdf.multi_cell(0, 8, words)
    one = visit()
    page = one.open_settings(Settings(strategy="sentence"))
    one.upload("manual.pdf", bytes(pdf.output()))
    one.chunks_become({"1": "The pump runs all day.", "2": "The valve is oiled."})
    expect(page.get_by_text("Converted from PDF")).to_be_visible()
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Next", exact=True).click()
    expect(one.control("chunk").get_by_text("Page", exact=True)).to_be_visible()


def test_chunks_of_ones_own_are_found_and_looked_at(visit: Callable[..., Visit]) -> None:
    one = visit()
    page = one.open_settings(Settings(strategy="fixed", chunk_size=30))
    one.paste(MINE)
    own = [f"<b>{number}</b>" for number in range(2)] + ["The pump runs all day.", "It stops at"]
    page.get_by_role("button", name="Bring your chunks").click()
    file = {"name": "mine.json", "mimeType": "application/json", "buffer": json.dumps(own).encode()}
    page.locator("[data-testid=stDialog] input[type=file]").set_input_files(file)  # type: ignore[arg-type]
    one.chunks_become({"1": own[2], "2": own[3]})
    one.query_becomes(strategy="yours")
    expect(page.get_by_text("2 chunks of yours left out")).to_be_visible()
    one.no_fault_is_shown()


# --- the look ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("width", [420, 360])
def test_a_narrow_screen_has_a_chip_that_opens_the_sidebar(visit: Callable[..., Visit], width: int) -> None:
    one = visit(viewport={"width": width, "height": 800})
    page = one.open_settings(Settings(strategy="fixed", chunk_overlap=45))
    chip = one.control("chip").get_by_role("button")
    expect(chip).to_be_visible()
    expect(chip).to_contain_text("Fixed 300, 15 %")
    expect(one.control("size_slider").get_by_role("slider")).not_to_be_in_viewport()
    one.chunks_become(texts(SAMPLE, Settings(strategy="fixed", chunk_overlap=45)))
    wide = page.evaluate("() => document.documentElement.scrollWidth - innerWidth")
    assert wide <= 0, "the page can be pushed sideways"
    chip.click()
    expect(one.control("size").locator("input[type=number]")).to_be_in_viewport()
    one.type_number("size", 400)
    one.query_becomes(size="400")


def test_a_wide_screen_has_no_chip(visit: Callable[..., Visit]) -> None:
    one = visit()
    one.open()
    expect(one.control("chip").get_by_role("button")).to_be_hidden()
    expect(one.control("size").locator("input[type=number]")).to_be_in_viewport()


# What is drawn of the text and its chunks, with the contrast of each colour of text to what is below it.
CONTRASTS = script("""
    const roots = [...document.querySelectorAll("*")].map((node) => node.shadowRoot).filter(Boolean);
    const root = roots.find((one) => one.querySelector(".scroller"));
    const paper = getComputedStyle(root.querySelector(".scroller")).backgroundColor;
    const ink = getComputedStyle(root.querySelector(".text")).color;
    const stripe = getComputedStyle(root.querySelector(".layer .stripe")).stroke;
    const found = {};
    const note = (name, front, ...back) => { found[name] = contrast(front, ...back); };
    note("text", ink, paper);
    for (const kind of ["odd", "even"]) {
        const band = root.querySelector(`.band.${kind}`);
        if (band) note(kind, ink, paper, getComputedStyle(band).fill);
    }
    const both = root.querySelector("path.both");
    if (both) {
        note("both", ink, paper, getComputedStyle(both).fill);
        note("stripe", ink, paper, getComputedStyle(both).fill, stripe);
    }
    for (const badge of root.querySelectorAll(".layer .badge, .layer .tag")) {
        const style = getComputedStyle(badge);
        note(`${badge.className} ${badge.parentNode.parentNode.className}`, style.color, paper, style.backgroundColor);
    }
    const legend = root.querySelector(".legend");
    note("legend", getComputedStyle(legend).color, getComputedStyle(document.querySelector(".stApp")).backgroundColor);
    return found;
""")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_text_can_be_read_in_both_themes(visit: Callable[..., Visit], scheme: str) -> None:
    one = visit(color_scheme=scheme)
    settings = Settings(strategy="fixed", chunk_overlap=45)
    page = one.open_settings(settings)
    one.chunks_become(texts(SAMPLE, settings))
    ink = page.evaluate("() => getComputedStyle(document.querySelector('.stApp')).color")
    assert (sum(map(int, re.findall(r"\d+", ink)[:3])) > 384) == (scheme == "dark")
    found = page.evaluate(CONTRASTS)
    assert {"text", "odd", "even", "both", "stripe", "legend"} <= set(found)
    assert too_low(found) == {}
    one.open_settings(Settings(strategy="sentence", pack=True, chunk_size=60))
    expect(page.locator(".tag").first).to_be_visible()
    found = page.evaluate(CONTRASTS)
    assert too_low(found) == {}


# --- long texts ----------------------------------------------------------------------------------------------


def megabyte() -> str:
    """About 1 MB, each sentence of its own, so that no answer is remembered from another."""
    rows = [
        f"Dr. Orr opened valve no. {row} at {row % 12}.30 p.m. on the U.S. side. It held {row * 7} litres. "
        + ("\n\n" if row % 9 == 0 else "")
        for row in range(11_500)
    ]
    return "".join(rows).strip()


def test_careful_sentences_of_a_long_text_show_progress_and_can_be_stopped(visit: Callable[..., Visit]) -> None:
    text = megabyte()
    assert 900_000 < len(text) <= 1_000_000
    one = visit()
    page = one.open()
    one.fill_paste(text)
    progress = page.get_by_text(re.compile(r"Finding careful sentences: [\d,]+ of [\d,]+ characters"))
    expect(progress).to_be_visible(timeout=30_000)
    before = progress.inner_text()
    expect(progress).not_to_have_text(before)
    page.get_by_role("button", name="Use simple sentences").click()
    one.control("more").get_by_text("More").click()
    one.query_becomes(sentence_rule="punctuation")
    wanted = len(chunk(text, Settings(sentence_rule="punctuation")))
    expect(one.metric("Chunks")).to_have_text(f"{wanted:,}", timeout=30_000)
    expect(progress).to_have_count(0)
    expect(page.get_by_role("radio", name="simple")).to_be_checked()


def test_rapid_changes_on_a_long_text_end_at_the_last(visit: Callable[..., Visit]) -> None:
    text = megabyte()
    settings = Settings(chunk_size=1_000, chunk_overlap=200, sentence_rule="punctuation")
    one = visit()
    page = one.open_settings(settings)
    one.upload("long.txt", text.encode())
    expect(one.metric("Chunks")).to_have_text(f"{len(chunk(text, settings)):,}", timeout=30_000)
    slider = one.control("size_slider").get_by_role("slider")
    slider.focus()
    for _ in range(20):
        page.keyboard.press("ArrowRight")
    one.query_becomes(size="1200", overlap="240")
    last = Settings(chunk_size=1_200, chunk_overlap=240, sentence_rule="punctuation")
    wanted = texts(text, last)
    expect(one.metric("Chunks")).to_have_text(f"{len(wanted):,}", timeout=20_000)
    one.first_chunks_become(wanted, 50)
    assert one.query() == share.write(last) | share.write_plan(Plan()) | share.write_reading(Reading())


def test_more_than_5000_chunks_are_drawn_in_groups_that_can_be_seen(visit: Callable[..., Visit]) -> None:
    one = visit()
    page = one.open_settings(Settings(strategy="fixed", chunk_size=50, sentence_rule="punctuation"), tab="Sizes")
    one.upload("long.txt", megabyte()[:300_000].encode())
    expect(one.metric("Chunks")).to_have_text("6,000")
    expect(page.get_by_text("too many to draw")).to_be_visible()
    # In one look: the chart may be drawn anew between two.
    script = """() => {
        const bars = document.querySelector("[data-testid=stVegaLiteChart] svg .mark-rect")?.querySelectorAll("path");
        const heights = [...bars ?? []].map((node) => node.getBoundingClientRect().height);
        return heights.length && Math.min(...heights) >= 1 ? heights : null;
    }"""
    # A column of chunks of one size must be seen too.
    assert len(page.wait_for_function(script).json_value()) <= 500


def test_every_bar_of_the_spread_can_be_seen(visit: Callable[..., Visit]) -> None:
    one = visit()
    page = one.open_settings(Settings(strategy="sentence"), tab="Sizes")
    bars = page.get_by_test_id("stVegaLiteChart").nth(1).locator("svg .mark-rect").first.locator("path")
    expect(bars.first).to_be_attached()
    heights = bars.evaluate_all("nodes => nodes.map((node) => node.getBoundingClientRect().height)")
    counts = metrics.histogram(np.array([one.size for one in chunk(SAMPLE, Settings(strategy="sentence"))]), 40).chunks
    assert max(heights) > 100
    assert [height > 2 for height in heights] == [count > 0 for count in counts]
