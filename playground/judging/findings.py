"""What deserves attention in a report: each with what, why it matters, where, and what mends it."""

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from playground.judging.looks import Looks
from playground.judging.report import Report
from playground.strategies import LANGUAGES
from playground.words import count, percent

MOST_OVERLAP = 0.25  # of the stored text; more is repeated than new questions find by it
USUAL_PERCENT = 15  # of the size: an overlap to begin with
UNEVEN = 4  # times the average: a chunk that is so much longer is another kind of answer
SHORTEST = 15  # characters: shorter chunks are the same by chance
TINY = 0.2  # of the size: a last chunk with less that is new
LOST = {  # first words that speak of something the chunk does not hold
    "en": "it its this that these those they them their he she his her such both however therefore thus but also "
    "moreover furthermore otherwise instead then so",
    "de": "er sie es dies diese dieser dieses jene ihr ihre sein seine aber jedoch daher deshalb darum dadurch damit "
    "außerdem sonst dann",
    "fr": "il elle ils elles ce cela ceci ces cette leur leurs mais cependant donc ainsi alors puis",
    "es": "él ella ellos ellas esto esta estos estas eso pero así entonces también",
}


@dataclass(frozen=True)
class Fix:
    """What a button of this label does: changes settings (by field), or cleans the text by one way of cleaning.py."""

    label: str
    changes: dict[str, object] = field(default_factory=dict)
    cleaning: str = ""


@dataclass(frozen=True)
class Finding:
    """One sentence of fact, one of why; the row of a chunk where it is seen; and what mends it."""

    key: str
    fact: str
    why: str
    row: int | None = None
    fix: Fix | None = None


def find(report: Report, looks: Looks) -> list[Finding]:
    """The findings, the gravest first."""
    return [finding for look in _LOOKS for finding in look(report, looks)]


def _recursive(report: Report) -> Fix:
    """It cuts no sentence that fits the size, and is never over it."""
    return Fix("Use Recursive", {"strategy": "recursive"})


def _over_limit(report: Report, _: Looks) -> Iterator[Finding]:
    over = report.facts.over_limit
    if not over:
        return
    row = int(report.over_limit.argmax())
    fact = f"{over:,} of {count(len(report), 'chunk')} {'is' if over == 1 else 'are'} over the limit of "
    fact += f"{count(report.settings.chunk_size, report.noun)}."
    largest = count(report.facts.sizes.largest, report.noun)
    why = f"Each is one {report.strategy.unit_name}, which this strategy never cuts; the largest has {largest}."
    if report.settings.strategy == "fixed":
        why = f"Each is one character that alone has more; the largest has {largest}."
    elif report.strategy.unit_name == "character":
        why = f"Each is one character as a reader sees it; the largest has {largest}."
    fix = _recursive(report) if report.strategy.unit_name != "character" else None
    if report.has_joined_tail and over == 1 and row == len(report) - 1:
        why = f"The short last chunk was joined to it; it has {largest}."
        fix = Fix("Join no last chunk", {"min_tail": 0})
    yield Finding("over", fact, why, row, fix)


def _broken_sentences(report: Report, _: Looks) -> Iterator[Finding]:
    inside, cuts, broken = report.facts.cuts_inside, report.facts.cuts, report.facts.sentences_broken
    blind = report.strategy.is_blind or report.strategy.is_given  # what given chunks looked at is not known
    if not inside or not (broken or blind):
        return
    fact = f"{inside:,} of {count(cuts, 'cut')} {'falls' if inside == 1 else 'fall'} inside a sentence."
    row = int(report.inside.argmax())
    whole = f"{count(broken, 'sentence')} {'is' if broken == 1 else 'are'} whole in no chunk"
    if not blind:
        why = f"{whole}: longer than the size. Each part is a weak match for a question about the whole."
        yield Finding("broken", fact, why, row)
        return
    why = f"{whole}: each part is a weak match for a question about the whole."
    if not broken:
        why = "Overlap keeps each whole in a neighbour, but the halves are searched too."
    yield Finding("broken", fact, why, row, _recursive(report))


def _no_overlap(report: Report, _: Looks) -> Iterator[Finding]:
    got = report.overlap
    if not report.overlap_asked or got.without * 2 <= got.pairs or report.strategy.units is None:
        return
    fact = f"{got.without:,} of {count(got.pairs, 'pair')} {'shares' if got.without == 1 else 'share'} nothing."
    if report.settings.overlap_at == "words":
        yield Finding("nothing", fact, "In those, no word fits into the overlap with a new unit behind it.")
        return
    needed = report.overlap_for_half
    if needed is None:
        why = "The units are too long to be repeated; overlap can begin at a word instead."
        yield Finding("nothing", fact, why, fix=Fix("Begin at a word", {"overlap_at": "words"}))
        return
    enough = count(needed, report.noun)
    why = f"The units are longer than the overlap; with {enough}, half of the pairs would share something."
    yield Finding("nothing", fact, why, fix=Fix(f"Set {enough}", {"chunk_overlap": needed}))


def _ignored_structure(report: Report, looks: Looks) -> Iterator[Finding]:
    sections = "keep_whole" in report.strategy.options and report.settings.keep_whole == "sections"
    if report.finds_headings or sections or report.strategy.is_given:
        return
    seen = [(looks.headings, "heading"), (looks.tables, "table"), (looks.code, "block of code")]
    parts = [f"{number:,} {_plural(noun, number)}" for number, noun in seen if number]
    if looks.headings < 3 and not looks.tables and looks.code < 3:
        return
    hurt = [kind for kind in ("headings", "rows", "code", "items") if report.damage.count(kind)]
    row = report.damage.rows(hurt[0])[0] if hurt else None
    fact = f"The text has {_and(parts)}, and {report.strategy.label} does not look at them."
    why = "A chunk that says under which headings it stands is found by their words, and tables keep their header."
    yield Finding("structure", fact, why, row, Fix("Use Structure", {"strategy": "structure"}))


def _speakers(report: Report, looks: Looks) -> Iterator[Finding]:
    if not looks.speakers or not report.strategy.is_blind:
        return
    fact = f"{looks.speakers:,} lines begin with a speaker, and fixed windows part them from what is said."
    yield Finding("speakers", fact, "An answer without its speaker is hard to use.", fix=_recursive(report))


def _unpunctuated(report: Report, looks: Looks) -> Iterator[Finding]:
    if not looks.unpunctuated or report.strategy.is_blind:
        return
    fact = "The text has next to no stops: there are no sentences to keep whole."
    why = "Only fixed windows or words can split it; overlap keeps what a cut parts."
    overlap = report.settings.chunk_size * USUAL_PERCENT // 100
    yield Finding("stops", fact, why, fix=Fix("Use Fixed, 15 %", {"strategy": "fixed", "chunk_overlap": overlap}))


def _much_overlap(report: Report, _: Looks) -> Iterator[Finding]:
    less = report.settings.chunk_size * USUAL_PERCENT // 100
    if report.storage.overhead <= MOST_OVERLAP or less >= report.settings.chunk_overlap:
        return
    fact = f"Overlap stores {percent(report.storage.overhead)} of the text again."
    why = "Every repeated chunk is paid for, searched and read again; 10 to 15 % of the size is the usual start."
    yield Finding("much", fact, why, fix=Fix(f"Set {count(less, report.noun)}", {"chunk_overlap": less}))


def _tail(report: Report, _: Looks) -> Iterator[Finding]:
    if len(report) < 2 or not report.uses_size or "min_tail" not in report.strategy.options:
        return
    new = report.new_in_last
    if new > TINY * report.settings.chunk_size or new >= report.settings.chunk_size - report.settings.chunk_overlap:
        return
    fact = f"The last chunk has only {count(new, report.noun)} that the one before has not."
    why = "Such a scrap is a vector of its own, and answers nothing."
    label = "Join it to the one before"
    yield Finding("tail", fact, why, len(report) - 1, Fix(label, {"min_tail": new + 1}))


def _lost_subject(report: Report, _: Looks) -> Iterator[Finding]:
    """Only chunks that begin with a sentence (halves are told of elsewhere) and under no heading."""
    words = frozenset(LOST.get(report.settings.language, "").split())
    if not words:
        return
    alone = ~report.inside & (report.shared == 0) & ~report.in_context
    rows = [row for row in range(1, len(report)) if alone[row] and _first_word(report, row).lower() in words]
    if not rows:
        return
    example = _first_word(report, rows[0])
    begins = "chunk begins" if len(rows) == 1 else "chunks begin"
    fact = f"{len(rows):,} {begins} with a word that has lost its subject, such as “{example}”."
    why = "What it speaks of is in the chunk before; overlap of a sentence brings it back."
    fix = None
    needed = int(report.last_sentences(rows).max())
    if report.strategy.units is not None and report.uses_size and 2 * needed <= report.settings.chunk_size:
        fix = Fix(f"Set an overlap of {count(needed, report.noun)}", {"chunk_overlap": needed})
    yield Finding("subject", fact, why, rows[0], fix)


def _first_word(report: Report, row: int) -> str:
    start = int(report.spans.starts[row])
    head = report.document.text[start : start + 30].split(maxsplit=1)
    return head[0].strip("\"'“”‘’(,") if head else ""


def _uneven(report: Report, _: Looks) -> Iterator[Finding]:
    sizes = report.facts.sizes
    if len(report) < 5 or sizes.largest < UNEVEN * sizes.average:
        return
    fact = f"Sizes are very uneven: from {sizes.smallest:,} to {count(sizes.largest, report.noun)}, "
    fact += f"{sizes.average:,} on average."
    why = "Long chunks blur what they are about, and short ones lack what they belong to."
    fills = "pack" in report.strategy.options and not report.uses_size and sizes.largest <= report.settings.chunk_size
    fix = Fix("Fill chunks up to the size", {"pack": True}) if fills else None
    yield Finding("uneven", fact, why, int(report.sizes.argmax()), fix)


def _identical(report: Report, _: Looks) -> Iterator[Finding]:
    seen: Counter[str] = Counter()
    first: dict[str, int] = {}
    for row, text in enumerate(report.embedded()):
        if len(text) < SHORTEST:
            continue
        seen[text] += 1
        first.setdefault(text, row)
    repeated = {text: number for text, number in seen.items() if number > 1}
    if not repeated:
        return
    again = sum(repeated.values()) - len(repeated)
    one = again == 1
    fact = f"{again:,} {'chunk is' if one else 'chunks are'} the same as another one, word for word."
    why = f"{'It takes a place' if one else 'They take places'} from other answers in what a question brings back."
    yield Finding("identical", fact, why, min(first[text] for text in repeated))


def _invisible(report: Report, looks: Looks) -> Iterator[Finding]:
    if looks.invisible:
        fact = f"{count(looks.invisible, 'character')} in the text {'is' if looks.invisible == 1 else 'are'} not seen."
        why = "No-break and zero-width spaces and soft hyphens hide words and stops from every search."
        yield Finding("invisible", fact, why, fix=Fix("Clean the text", cleaning="invisible"))


def _wrapped(report: Report, looks: Looks) -> Iterator[Finding]:
    if looks.wrapped:
        fact = "Lines are broken at a width, in the middle of sentences."
        why = "This page reads across; your embedding model and others that take a line end for an end do not."
        yield Finding("wrapped", fact, why, fix=Fix("Join the lines", cleaning="lines"))


def _language(report: Report, looks: Looks) -> Iterator[Finding]:
    settings = report.settings
    if settings.sentence_rule != "pysbd" or not looks.language or settings.language in looks.languages:
        return
    fact = f"The text looks {LANGUAGES.get(looks.language, looks.language)}, and sentences are read as "
    fact += f"{LANGUAGES[settings.language]}."
    why = "Careful sentences know the abbreviations of one language."
    label = f"Read as {LANGUAGES.get(looks.language, looks.language)}"
    yield Finding("language", fact, why, fix=Fix(label, {"language": looks.language}))


def _refused(report: Report, _: Looks) -> Iterator[Finding]:
    if report.refused:
        fact = f"In {count(report.refused, 'place')} careful sentences gave no answer."
        yield Finding("refused", fact, "The simple rule was used there.")


def _plural(noun: str, number: int) -> str:
    first, *rest = noun.split(" ", 1)
    return noun if number == 1 else " ".join([f"{first}s", *rest])


def _and(parts: list[str]) -> str:
    return parts[0] if len(parts) == 1 else f"{', '.join(parts[:-1])} and {parts[-1]}"


_LOOKS: tuple[Callable[[Report, Looks], Iterator[Finding]], ...] = (
    _over_limit,
    _broken_sentences,
    _unpunctuated,
    _language,
    _ignored_structure,
    _speakers,
    _no_overlap,
    _invisible,
    _much_overlap,
    _tail,
    _identical,
    _lost_subject,
    _uneven,
    _wrapped,
    _refused,
)
