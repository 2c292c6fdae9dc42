"""Nothing of what a visitor brings is run or rendered, wherever it comes in and wherever it is shown.

Each carrier (a pasted text, a file with its name, questions, addresses, chunks) brings scripts, HTML, Markdown, LaTeX,
Streamlit's directives and formulas, all with words that nothing else has. Every tab is opened, every file taken.
"""

import csv
import io
import json
import re
import zipfile
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from urllib.parse import urlencode

import pytest
from playwright.sync_api import Browser, Page, expect

from playground import Settings, chunk
from playground.asking.questions import Question
from playground.giving import settings_file, share
from playground.giving.contents import Contents
from playground.giving.shared_text import PARAMETER, pack
from tests.test_browser import READY, Visit, chromium, server, visit  # noqa: F401 - fixtures

pytestmark = pytest.mark.browser

TITLE = "Chunking playground"
TABS = ("Read", "Table", "Sizes", "Damage", "Compare", "Questions", "Cost", "Take away")
VIEWS = ("Map", "Difference", "Trail", "Side by side")
FORMS = ("CSV", "JSON Lines", "Markdown files (ZIP)", "Report (HTML)")
FILES = (*FORMS, "Text (UTF-8)", "Setting (TOML)")

# Each acts if it is taken for HTML; the class tells whose element it is.
HTML = (
    "<img class=zqimg src=zqimg onerror=\"window.hit=1;document.title='hit'\">",
    "<script class=zqscript>window.hit=1;alert(1)</script>",
    '<svg class=zqsvg onload="window.hit=1"><title>zq</title></svg>',
    '<iframe class=zqframe srcdoc="<script>parent.hit=1</script>"></iframe>',
    '<a class=zqa href="javascript:window.hit=1">zqanchor</a>',
    "<b class=zqb>zqb</b><h1 class=zqh>zqh</h1><math class=zqmath><mi>x</mi></math>",
    "<style class=zqstyle>body{display:none}</style><base class=zqbase href=//zqbase.example>",
    '<details class=zqdetails open ontoggle="window.hit=1">zq</details>',
    "<meta class=zqmeta http-equiv=refresh content=0><link class=zqstyles rel=stylesheet href=//zqstyles.example>",
    "<form class=zqform action=//zqform.example><input class=zqinput autofocus onfocus=window.hit=1></form>",
    '</textarea></title></style></script></mark></div>--><img class=zqend src=x onerror="window.hit=1">',
)
# A word, and what stands right before it as long as nobody has taken it for anything but text.
MARKS = {
    "zqbold": "**",
    "zqstrong": "__",
    "zqem": "*",
    "zqcode": "`",
    "zqdel": "~~",
    "zqlink": "[",
    "zqpicture": "![",
    "zqdollar": "$",
    "zqdouble": "$$",
    "zqred": ":red[",
    "zqback": ":blue-background[",
    "zqbadge": ":green-badge[",
    "zqsmall": ":small[",
    "zqrainbow": ":rainbow[",
}
MARKDOWN = (
    "**zqbold** __zqstrong__ *zqem* `zqcode` ~~zqdel~~",
    "[zqlink](https://zqlink.example) ![zqpicture](https://zqpicture.example/a.png) [x](javascript:window.hit=1)",
    "https://zqbare.example www.zqwww.example zq@zqmail.example <https://zqauto.example>",
    "$zqdollar^2$ and $$zqdouble^2$$ and :skull:",
    ":red[zqred] :blue-background[zqback] :green-badge[zqbadge] :small[zqsmall] :rainbow[zqrainbow]",
)
FORMULAS = ('=HYPERLINK("https://zqformula.example","zq")', "@SUM(1+1)*cmd|' /C calc'!A0", "+1+zq", "-1+zq")
PIECES = (*HTML, *MARKDOWN, *FORMULAS)
SHORT = f"{HTML[0]} {MARKDOWN[0]} {MARKDOWN[3]} :red[zqred] https://zqbare.example zq@zqmail.example"
TEXT = "\n\n".join(
    [
        "A plain paragraph. It has two sentences, and :material/skull: is no picture.",
        *(f"# {piece}\n\n{piece} And a sentence under it.\n\n- {piece}" for piece in PIECES),
        f"| {SHORT} | b |\n|---|---|\n| {HTML[5]} | {MARKDOWN[0]} |",
        f"```\n{HTML[0]}\n```",
    ]
)

# What of a stranger's is an element, an attribute that acts, or a text that has lost its marks. Inside shadow roots the
# text is cut where chunks begin, so there only elements that Markdown or HTML would make are asked.
PROBE = """([marks, whole]) => {
    const all = (root, inside) => [...root.querySelectorAll("*")].flatMap((node) =>
        [[node, inside], ...(node.shadowRoot ? all(node.shadowRoot, true) : [])]);
    const acts = /^(on.*|id|class|href|xlink:href|src|srcset|srcdoc|action|formaction|data|style|poster|background)$/;
    const made = /^(strong|em|b|i|u|s|del|h[1-6]|a|math|iframe|script|img|svg|form|blockquote|li|code|td|th)$/;
    const found = [];
    for (const [node, inside] of all(document, !whole)) {
        const tag = node.localName;
        for (const { name, value } of node.attributes) {
            if (acts.test(name) && /\\bzq[a-z]|window\\.hit/.test(value)) found.push(`${tag} with ${name}=${value}`);
        }
        const text = node.textContent.replaceAll("\\u2060", "");
        if (tag === "style" || tag === "html" || tag === "body" || (inside && !made.test(tag))) continue;
        for (const [word, before] of Object.entries(marks)) {
            const inner = ![...node.children].some((child) => child.textContent.includes(word));
            const bare = inner && text.includes(word) && !text.includes(before + word);
            const stem = /^["\\s\\w.-]+$/.test(text) && text.includes(`-${word}`);  // the name of a file
            const near = text.slice(Math.max(0, text.indexOf(word) - 40)).slice(0, 80);
            if (bare && !stem) found.push(`${tag} of ${node.parentNode.localName}: ${near}`);
        }
        if (tag === "a" && /zq/.test(text)) found.push(`a link: ${text.slice(0, 200)}`);
        if (node.matches(".katex, math, [aria-label='skull icon']")) found.push(`${tag} of ${text.slice(0, 200)}`);
        if (node.matches("[data-testid=stIconMaterial]") && text === "skull") found.push("an icon");
        if (!node.children.length && text.includes("\\u{1F480}")) found.push(`an emoji in ${tag}`);
    }
    if (window.hit !== undefined) found.push("a script has run");
    return found;
}"""


class Watch:
    """A visit in which nothing may happen that a text asks for."""

    def __init__(self, one: Visit) -> None:
        self.one = one
        self.page = one.page
        self.happened: list[str] = []
        self.page.on("dialog", self._dialog)
        one.context.on("page", lambda page: self.happened.append(f"a window: {page.url}"))

    def _dialog(self, dialog: object) -> None:
        self.happened.append(f"a dialog: {dialog}")

    def look(self, where: str) -> None:
        """Nothing of the visitor's is more than text."""
        self.page.wait_for_selector(READY, timeout=60_000)
        for waited in ("[data-testid=stSkeleton]", "[data-testid=stElementContainer][data-stale=true]"):
            expect(self.page.locator(waited)).to_have_count(0)
        assert (where, self.page.evaluate(PROBE, [MARKS, True])) == (where, [])
        assert (where, self.page.title(), self.happened) == (where, TITLE, [])
        assert self.page.url.startswith(f"{self.one.address}/?")
        self.one.no_fault_is_shown()

    def walk(self) -> None:
        """Every tab, every view, all that is folded away, and the dialogs."""
        for tab in TABS:
            self.page.get_by_role("tab", name=tab, exact=True).click()
            expect(self.page.get_by_role("tab", name=tab, exact=True)).to_have_attribute("aria-selected", "true")
            self.look(tab)
            self._unfold()
            self.look(f"{tab}, unfolded")
            if tab == "Compare":
                self._views()
        self._dialogs()

    def _unfold(self) -> None:
        folded = self.page.locator("[data-testid=stExpander] details:not([open]) > summary").filter(visible=True)
        while left := folded.count():
            self.page.wait_for_selector(READY)  # what is drawn anew under a click does not hear it
            folded.first.click()
            expect(folded).not_to_have_count(left)

    def _views(self) -> None:
        for view in VIEWS:
            button = self.page.get_by_test_id("stButtonGroup").get_by_role("radio", name=view, exact=True)
            button.click()
            expect(button).to_be_checked()
            self.look(view)

    def _dialogs(self) -> None:
        for opener in ("Bring your chunks", "Share"):
            self.page.get_by_role("button", name=opener).click()
            dialog = self.page.get_by_role("dialog")
            expect(dialog).to_be_visible()
            if opener == "Share":
                dialog.get_by_text("With the text and the questions").click()
                said = dialog.get_by_label(re.compile("^Link,")).or_(dialog.get_by_role("alert"))
                expect(said.first).to_be_visible()
            self.look(opener)
            self.page.keyboard.press("Escape")
            expect(dialog).to_have_count(0)


@pytest.fixture
def watch(visit: Callable[..., Visit]) -> Watch:  # noqa: F811
    return Watch(visit(accept_downloads=True))


def taken(watch: Watch, label: str, folder: Path) -> Path:
    """A file of the tab Take away, which is open; its name is a plain one."""
    if label in FORMS:
        watch.one.control("form").get_by_role("radio", name=label).click()
        watch.one.settled()
    with watch.page.expect_download() as waiting:
        watch.page.get_by_role(
            "button", name=f"Download {label}" if label in FORMS else label, exact=label not in FORMS
        ).click()
    name = waiting.value.suggested_filename
    assert re.fullmatch(r"[\w-]+(\.[\w-]+)+", name), name
    waiting.value.save_as(folder / name)
    return folder / name


def check_files(watch: Watch, browser: Browser, folder: Path, labels: Sequence[str] = FILES) -> None:
    """What is taken away does nothing in a spreadsheet, a folder or a browser."""
    watch.page.get_by_role("tab", name="Take away", exact=True).click()
    watch.page.wait_for_selector(READY)
    files = {label: taken(watch, label, folder) for label in labels}
    rows = list(csv.reader(io.StringIO(files["CSV"].read_text(encoding="utf-8-sig"), newline="")))
    assert len(rows) > 2
    assert [cell for row in rows for cell in row if re.match(r"\s*[=+@\t\r]|\s*-(?!\d+$)", cell)] == []
    with zipfile.ZipFile(files["Markdown files (ZIP)"]) as archive:
        assert [name for name in archive.namelist() if not re.fullmatch(r"[\w.-]+(/[\w.-]+)?", name)] == []
        assert not any(".." in name for name in archive.namelist())
    for line in files["JSON Lines"].read_text(encoding="utf-8").split("\n"):
        assert not line or isinstance(json.loads(line), dict)
    if "Text (UTF-8)" in files:
        files["Text (UTF-8)"].read_text(encoding="utf-8")
    if "Setting (TOML)" in files:
        settings_file.read(files["Setting (TOML)"].read_text(encoding="utf-8"))
    check_report(browser, files["Report (HTML)"])
    watch.look("after the files")


def check_report(browser: Browser, path: Path) -> None:
    """The report in a browser of its own: no script, no request, nothing of the visitor's rendered."""
    context = browser.new_context()
    happened: list[str] = []
    address = path.as_uri()
    context.on("request", lambda request: happened.append(request.url) if request.url != address else None)
    context.on("console", lambda message: happened.append(f"console: {message.text}"))
    page: Page = context.new_page()
    page.on("dialog", lambda dialog: happened.append(f"a dialog: {dialog.message}"))
    try:
        page.goto(address)
        assert page.locator("script, iframe, img, object, embed, form, link, base").count() == 0
        assert page.evaluate(PROBE, [MARKS, False]) == []
        assert happened == []
        assert "hit" not in page.title().split()
        assert page.url == address
    finally:
        context.close()


def test_the_probe_notices_each_kind(chromium: Browser) -> None:  # noqa: F811
    page = chromium.new_page()
    try:
        for html in (
            '<p><img class="zqimg"></p>',
            '<a href="https://zqlink.example">x</a>',
            "<p>before <strong>zqbold</strong></p>",
            "<p>zqred</p>",
            '<p><a href="#">zq@zqmail.example</a></p>',
            '<span class="katex">x</span>',
            "<p>\U0001f480</p>",
            '<span data-testid="stIconMaterial">skull</span>',
            "<p>x</p><script>window.hit = 1</script>",
            "<div></div><script>document.querySelector('div').attachShadow({mode: 'open'}).innerHTML ="
            "'<b>zqbold</b>'</script>",
        ):
            page.set_content(html)
            assert page.evaluate(PROBE, [MARKS, True]), html
            page.goto("about:blank")
        page.set_content("<p id='a'></p>")
        page.evaluate("text => { document.querySelector('p').textContent = text; }", TEXT)
        assert page.evaluate(PROBE, [MARKS, True]) == []
    finally:
        page.close()


def test_a_pasted_text_stays_text(watch: Watch, chromium: Browser, tmp_path: Path) -> None:  # noqa: F811
    watch.one.open_settings(Settings(chunk_size=200, chunk_overlap=40))
    watch.one.paste(TEXT)
    watch.walk()
    check_files(watch, chromium, tmp_path)
    watch.page.get_by_role("button", name="Paste a text").click()
    watch.page.get_by_role("dialog").get_by_role("button", name="Edit my last text").click()
    expect(watch.page.get_by_role("dialog").locator("textarea")).to_have_value(TEXT)
    watch.look("edited again")


NAMES = (f"{SHORT.replace('/', '')[:240]}.md", "=1+zq **zqbold** :red[zqred] $zqdollar$.txt", "javascript:zq.html")


@pytest.mark.parametrize("name", NAMES, ids=["markdown", "formula", "html"])
def test_an_uploaded_file_and_its_name_stay_text(
    watch: Watch,
    chromium: Browser,  # noqa: F811
    tmp_path: Path,
    name: str,
) -> None:
    watch.one.open_settings(Settings(chunk_size=400))
    watch.one.choose_file(name, TEXT.encode())
    expect(watch.page.get_by_role("dialog")).to_have_count(0)
    expect(watch.one.about()).to_contain_text(name[-8:])
    watch.look("uploaded")
    watch.walk()
    check_files(watch, chromium, tmp_path)
    watch.page.get_by_role("button", name="Samples").click()
    watch.page.get_by_text("Story with dialogue").click()
    expect(watch.one.about()).to_contain_text("Story with dialogue")
    watch.page.get_by_role("button", name="Samples").click()
    expect(watch.page.get_by_text("Back to ")).to_be_visible()
    watch.look("the way back")


def test_questions_of_a_file_stay_text(watch: Watch, chromium: Browser, tmp_path: Path) -> None:  # noqa: F811
    watch.one.open_settings(Settings(chunk_size=200), tab="Questions")
    watch.one.paste(TEXT)
    places = [TEXT.index(piece) for piece in PIECES]
    lines = [
        json.dumps({"question": piece, "spans": [{"start": at, "end": at + len(piece), "text": piece}]})
        for piece, at in zip(PIECES, places, strict=True)
    ]
    lines += [*HTML[:2], json.dumps({"question": SHORT, "spans": [{"start": SHORT}]})]
    given = {"name": f"{HTML[0]}.jsonl", "mimeType": "text/plain", "buffer": "\n".join(lines).encode()}
    watch.page.locator(".st-key-question_file input[type=file]").set_input_files(files=given)  # type: ignore[arg-type]
    expect(watch.page.get_by_text(f"{len(PIECES)} questions taken")).to_be_visible()
    watch.look("questions")
    watch.walk()
    check_files(watch, chromium, tmp_path)


def addresses() -> Iterator[tuple[str, dict[str, str]]]:
    """Parameters that are no values of theirs, each with a stranger's words."""
    others = [name for name in share.NAMES.values() if name != "title"]  # any line is a title
    names = [*others, *share.PLAN_NAMES.values(), *share.READING_NAMES.values()]
    for label, value in (("html", HTML[0]), ("markdown", SHORT[:300]), ("directives", MARKDOWN[4])):
        yield label, dict.fromkeys([*names, "tab", "sample", "v", PARAMETER, "snapshot"], value)
        yield f"{label} as names", {value: value}


@pytest.mark.parametrize(("label", "parameters"), list(addresses()), ids=[label for label, _ in addresses()])
def test_wrong_values_in_the_address_stay_text(watch: Watch, label: str, parameters: dict[str, str]) -> None:
    watch.page.goto(f"{watch.one.address}/?{urlencode(parameters)}")
    watch.one.settled()
    watch.look(label)


def test_a_text_in_the_address_stays_text(watch: Watch, chromium: Browser, tmp_path: Path) -> None:  # noqa: F811
    at = TEXT.index(PIECES[0])
    packed = pack(Contents(TEXT, SHORT[:200], (Question(SHORT, ((at, at + 40),)),)))
    watch.one.open({**share.write(Settings(chunk_size=250)), PARAMETER: packed})
    watch.look("shared text")
    watch.walk()
    check_files(watch, chromium, tmp_path)


@pytest.mark.parametrize("own_text", [True, False], ids=["found in a text", "made to a text"])
def test_chunks_of_one_s_own_stay_text(watch: Watch, chromium: Browser, tmp_path: Path, own_text: bool) -> None:  # noqa: F811
    watch.one.open_settings(Settings(chunk_size=300))
    if own_text:
        watch.one.paste(TEXT)
    texts = [one.text for one in chunk(TEXT, Settings(chunk_size=300))] + [f"nowhere {SHORT}"] * own_text
    watch.page.get_by_role("button", name="Bring your chunks").click()
    if not own_text:
        watch.page.get_by_role("dialog").get_by_text("None: make it from the chunks").click()
    name = f"{SHORT.replace('/', '')[:200]}.json"
    given = {"name": name, "mimeType": "application/json", "buffer": json.dumps(texts).encode()}
    watch.page.locator(".st-key-chunks input[type=file]").set_input_files(files=given)  # type: ignore[arg-type]
    expect(watch.page.get_by_role("dialog")).to_have_count(0)
    expect(watch.page.get_by_role("radio", name="Yours")).to_be_checked()
    watch.look("chunks")
    watch.walk()
    check_files(watch, chromium, tmp_path, FILES[:4])  # these chunks have no setting


def test_refused_files_are_refused_in_text(watch: Watch) -> None:
    watch.one.open()
    page, name = watch.page, f"{SHORT.replace('/', '')[:200]}.json"
    page.get_by_role("button", name="Bring your chunks").click()
    for data in (SHORT, json.dumps([SHORT]), json.dumps({SHORT: SHORT}), json.dumps([{SHORT: SHORT}])):
        given = {"name": name, "mimeType": "application/json", "buffer": data.encode()}
        page.locator(".st-key-chunks input[type=file]").set_input_files(files=given)  # type: ignore[arg-type]
        expect(page.get_by_role("dialog").get_by_role("alert").last).to_be_visible()
        watch.look(f"refused: {data[:20]}")
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)
    watch.one.choose_file(f"{SHORT.replace('/', '')[:200]}.txt", b"\x00\x01\x02\xff" * 400)
    expect(page.get_by_role("dialog").get_by_role("alert").last).to_be_visible()
    watch.look("no text")


def test_a_title_in_the_address_stays_text(watch: Watch, chromium: Browser, tmp_path: Path) -> None:  # noqa: F811
    watch.one.open_settings(Settings(strategy="structure", chunk_size=900, title=SHORT[:200]), sample="handbook.md")
    watch.walk()
    check_files(watch, chromium, tmp_path)


def test_headings_ahead_of_chunks_stay_text(watch: Watch, chromium: Browser, tmp_path: Path) -> None:  # noqa: F811
    watch.one.open_settings(Settings(strategy="structure", chunk_size=400))
    watch.one.upload("plain.md", TEXT.encode())
    for _ in range(12):  # the numbers of every chunk on the tab Read say what stands ahead of it
        watch.look("a chunk")
        watch.page.get_by_role("button", name="Next", exact=False).first.click()
    watch.walk()
    check_files(watch, chromium, tmp_path)


def test_arrows_and_dashes_stay_as_they_are(watch: Watch) -> None:
    name = "a -> b <- c <-> d -- e >= f <= g ~= h.md"
    watch.one.open_settings(Settings(chunk_size=400))
    watch.one.choose_file(name, TEXT.encode())
    expect(watch.page.get_by_role("dialog")).to_have_count(0)
    watch.page.get_by_text("Ahead of every chunk").click()
    shown = watch.page.get_by_role("button", name="Use “").inner_text().replace("\u2060", "")
    assert name.removesuffix(".md") in shown


def test_icons_in_a_question_stay_text(watch: Watch) -> None:
    text = "A plain text. It has two sentences."
    packed = pack(Contents(text, "A name", (Question("What is :material/skull: here?", ((0, 13),)),)))
    watch.one.open({**share.write(Settings()), PARAMETER: packed, "tab": "Questions"})
    watch.look("Questions")
