"""A report as one HTML file to mail: the setting, the numbers, the drawings, and the text with its cuts.

It has no script and asks no network (its policy forbids both), and whatever stands in the text, its name or its title
is shown as it stands. The drawings are SVG of our own: two bar charts need no browser engine at the server, which is
what rendering the page's charts would take (vl-convert: 30 MB), and theirs would know one colour scheme only.
"""

from collections.abc import Iterator
from pathlib import Path

from playground.drawing import drawings
from playground.giving.marked_text import MOST_CHARACTERS, escaped, marked_text, shown
from playground.giving.rows import NOTHING, Extra, settings_of
from playground.judging.damage import KINDS
from playground.judging.report import Report
from playground.judging.strips import DAMAGE, MOST
from playground.settings import DEFAULTS, effective
from playground.strategies import OPTIONS
from playground.words import count, percent

POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'"
IN_CODE = ("strategy", "chunk_size", "chunk_overlap", "unit")  # said in code also where they are the defaults
LONGEST_NAME = 200  # characters of a name or title shown


def html(
    report: Report, source: str = "", extra: Extra = NOTHING, *, title: str = "", most_characters: int = MOST_CHARACTERS
) -> str:
    """The file, to be written in UTF-8; the same report makes the same one.

    source: the name of the document. title: what the file is headed, else the name. most_characters: how much of the
    text it holds, about as many bytes more in the file (it says what is left out). Where `extra` has the pages of the
    chunks, they are named. Raises TokenizerUnavailable as Report.tokens where `extra` has no counts.
    """
    name = escaped(_short(title or source or "Chunks"))
    style = (Path(__file__).with_suffix(".css")).read_text(encoding="utf-8")
    parts = [_header(report, name, source if title else ""), _setting(report), _numbers(report, extra)]
    parts += [_overview(report), _damage(report), _charts(report)] if len(report) else []
    return (
        '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{POLICY}">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        '<meta name="color-scheme" content="light dark">\n<meta name="referrer" content="no-referrer">\n'
        f"<title>{name}</title>\n<style>\n{style}</style>\n</head>\n<body>\n<main>\n"
        f"{''.join(parts)}{_text(report, most_characters, extra)}</main>\n</body>\n</html>\n"
    )


def file(report: Report, source: str = "", extra: Extra = NOTHING) -> bytes:
    """`html` as the bytes of a file."""
    return html(report, source, extra).encode("utf-8", "replace")


def _short(name: str) -> str:
    return name if len(name) <= LONGEST_NAME else f"{name[:LONGEST_NAME]}…"


def _section(heading: str, body: str, name: str) -> str:
    return f'<section class="{name}">\n<h2>{heading}</h2>\n{body}\n</section>\n'


def _header(report: Report, name: str, source: str) -> str:
    facts = [("Document", f"<bdi>{escaped(_short(source))}</bdi>")] if source else []
    facts += [("Length", count(len(report.document), "character"))]
    facts += [("SHA-256", f"<code>{report.document.digest}</code>")]
    said = "".join(f"<div><dt>{term}</dt><dd>{value}</dd></div>" for term, value in facts)
    return f'<header>\n<p class="eyebrow">Chunking report</p>\n<h1><bdi>{name}</bdi></h1>\n<dl>{said}</dl>\n</header>\n'


# --- the setting -----------------------------------------------------------------------------------------------------


def setting_in_words(report: Report) -> list[tuple[str, str]]:
    """What was chosen and has an effect: a word and what is said to it, as plain text."""
    settings, strategy = report.settings, report.strategy
    said = [("Strategy", f"{strategy.label}: {strategy.summary[0].lower()}{strategy.summary[1:]}")]
    if report.uses_size:
        said.append(("Size", f"at most {count(settings.chunk_size, report.noun)}"))
        said.append(("Overlap", _overlap(report)))
    if settings.title and settings.context:
        said.append(("Title ahead of each chunk", settings.title))
    if report.finds_headings and not settings.context:
        said.append(("Headings ahead of each chunk", "no"))
    for name in (name for name in strategy.options if name in effective(settings)):
        option, value = OPTIONS[name], getattr(settings, name)
        if option.choices:
            said.append((option.label, option.choices[value]))
        elif value:
            said.append((option.label, count(value, report.noun)))
    return said


def _overlap(report: Report) -> str:
    overlap, size = report.settings.chunk_overlap, report.settings.chunk_size
    return f"at most {count(overlap, report.noun)} ({percent(overlap / size)} of the size)" if overlap else "none"


def in_code(report: Report) -> str:
    """The line of Python that makes the same chunks; what has its default is left out."""
    chosen = settings_of(report)
    said = {name: value for name, value in chosen.items() if name in IN_CODE or value != DEFAULTS[name]}
    return f"chunk(text, Settings({', '.join(f'{name}={value!r}' for name, value in said.items())}))"


def _setting(report: Report) -> str:
    rows = "".join(
        f"<div><dt>{escaped(term)}</dt><dd><bdi>{escaped(value)}</bdi></dd></div>"
        for term, value in setting_in_words(report)
    )
    code = "" if report.strategy.is_given else f"\n<code>{escaped(in_code(report))}</code>"
    return _section("The setting", f"<dl>{rows}</dl>{code}", "setting")


# --- the numbers -----------------------------------------------------------------------------------------------------


def _numbers(report: Report, extra: Extra) -> str:
    cards = [
        f'<div class="card"><dt>{term}</dt><dd>{value}</dd><dd class="note">{note}</dd></div>'
        for term, value, note in (*_cost(report, extra), *_cutting(report))
    ]
    columns = len(cards) if len(cards) < 7 else 4
    body = f'<dl class="cards" style="--columns:{columns}">{"".join(cards)}</dl>\n{_proof(report)}'
    return _section("The numbers", body, "numbers")


Card = tuple[str, str, str]  # a name, a number, and its unit with what belongs to it


def _cost(report: Report, extra: Extra) -> Iterator[Card]:
    """What the chunks cost."""
    sizes, storage = report.facts.sizes, report.storage
    between = f"{sizes.smallest:,} to {count(sizes.largest, report.noun)}"
    yield "Chunks", f"{len(report):,}", f"vectors; {between if sizes.smallest < sizes.largest else 'all of one size'}"
    ahead = ", with what stands ahead" if report.has_context else ""
    yield "Average size", f"{sizes.average:,}", f"{report.settings.unit} per chunk{ahead}"
    tokens = report.tokens if extra.tokens is None else extra.tokens
    vocabulary = report.settings.vocabulary if extra.tokens is None else extra.vocabulary
    how = "estimated: characters / 4" if vocabulary == "estimate" else f"counted with {vocabulary}"
    yield "Average tokens", f"{report.average(tokens):,}", f"per chunk, {escaped(how)}"
    stored = f"{storage.stored:,} characters stored for {storage.covered:,}"
    yield "Storage overhead", f"+{percent(storage.overhead)}", stored


def _cutting(report: Report) -> Iterator[Card]:
    """What neighbours share, and what the cuts part."""
    facts, got = report.facts, report.overlap
    if report.overlap_asked and got.pairs:
        asked = f"of {count(report.overlap_asked, report.noun)} asked"
        sharing = f"in {got.pairs - got.without:,} of {count(got.pairs, 'pair')}"
        yield "Overlap got", f"{got.average:,}", f"{asked}; {sharing}"
    share = f"{percent(facts.cuts_inside / facts.cuts)} of {count(facts.cuts, 'cut')}" if facts.cuts else "no cuts"
    broken = f"; {count(facts.sentences_broken, 'sentence')} whole in no chunk" if facts.sentences_broken else ""
    yield "Cuts in sentences", f"{facts.cuts_inside:,}", f"{share}{broken}"
    if facts.over_limit:
        limit = count(report.settings.chunk_size, report.noun)
        yield "Over the limit", f"{facts.over_limit:,}", f"longer than {limit}"


def _proof(report: Report) -> str:
    """What was found when the chunks were held against the text."""
    proof = report.proof
    equal = proof.chunks - len(proof.unequal)
    return (
        f'<p class="{"fault" if proof.unequal or proof.missing else "proof"}">Proof: {equal:,} of '
        f"{count(proof.chunks, 'chunk')} equal text[start:end]; {count(proof.missing, 'visible character')} in no "
        "chunk.</p>"
    )


# --- the drawings ----------------------------------------------------------------------------------------------------


def _overview(report: Report) -> str:
    if len(report) < 2:
        return ""
    kinds = "".join(f'<li class="d{number}">{kind}</li>' for number, kind in enumerate(DAMAGE))
    both = '<li class="both">in two chunks</li>' if report.storage.stored > report.storage.covered else ""
    many = " Where many cuts are close, the worst is drawn." if report.facts.cuts > MOST else ""
    note = f'<p class="note">Each line is a cut: the start of a chunk after the first.{many}</p>'
    legend = f'<ul class="legend">{kinds}{both}</ul>'
    return _section("The whole text as a line", f"{drawings.overview(report)}\n{legend}\n{note}", "overview")


def _damage(report: Report) -> str:
    damage = report.damage
    if not damage.cuts:
        return ""
    rows = "".join(
        f'<tr{"" if damage.count(kind) else " class=none"}><th scope="row">{row.label}<small>{row.why}</small></th>'
        f'<td class="share" aria-hidden="true"><i style="width:{100 * damage.share(kind):.1f}%"></i></td>'
        f"<td>{damage.count(kind):,}</td><td>{percent(damage.share(kind))}</td></tr>"
        for kind, row in KINDS.items()
    )
    head = '<tr><th scope="col">What a cut does</th><td></td><th scope="col">Cuts</th><th scope="col">Share</th></tr>'
    return _section(f"Damage by {count(damage.cuts, 'cut')}", f"<table>{head}{rows}</table>", "damage")


def _charts(report: Report) -> str:
    unit = report.settings.unit
    limit = f" The dashed line is the limit, {count(report.settings.chunk_size, report.noun)}."
    note = limit if drawings.limit(report) else ""
    several = " A bar stands for several: solid up to the smallest, faint up to the largest."
    order = f"Size of each chunk in {unit}, in the order of the text.{several if len(report) > drawings.BARS else ''}"
    figures = _figure(drawings.sizes(report), order + note)
    figures += _figure(drawings.distribution(report), f"How many chunks have which size, in {unit}.{note}")
    return _section("Sizes", f'<div class="figures">{figures}</div>', "sizes")


def _figure(drawing: str, caption: str) -> str:
    return f"<figure>{drawing}<figcaption>{caption}</figcaption></figure>"


# --- the text --------------------------------------------------------------------------------------------------------


def _text(report: Report, most_characters: int, extra: Extra) -> str:
    made = marked_text(report, most_characters, extra.pages)
    length = len(report.document)
    left = ""
    if made.end < length:
        left = (
            f'<p class="left-out">The first {made.end:,} of {count(length, "character")} are here, with '
            f"{made.chunks:,} of {count(len(report), 'chunk')}. The rest is left out of this file.</p>"
        )
    kinds = ["odd", "even"] + (["both"] if report.storage.stored > report.storage.covered else [])
    words = {"odd": "a chunk", "even": "the next", "both": "in two or more"}
    legend = "".join(f'<li class="{kind}">{words[kind]}</li>' for kind in kinds)
    legend += '<li class="red">begins inside a sentence</li>' if report.facts.cuts_inside else ""
    signs = _signs(report.document.text[: made.end])
    return _section("The text", f'<ul class="legend">{legend}</ul>{signs}{left}\n{made.html}', "chunks")


def _signs(text: str) -> str:
    if shown(text) == text:
        return ""
    return '<p class="note">Control characters are shown as signs: ␀ is NUL, ␍ a carriage return.</p>'
