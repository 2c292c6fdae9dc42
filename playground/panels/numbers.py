"""The numbers under the text's line: what the setting costs, each with its unit and what it means; and the proof."""

import streamlit as st

from playground import Report
from playground.panels import frame, session
from playground.panels.cache import Tokens
from playground.panels.estimates import estimated
from playground.words import WORDS_ARE, count, percent

ABOUT = {
    "characters": "Characters are code points; spaces and line ends inside a chunk count.",
    "words": WORDS_ARE,
    "tokens": "Tokens of each chunk by itself: they do not add up to those of the text.",
}


def show(report: Report, tokens: Tokens) -> None:
    """Four numbers (five where overlap is asked), one line of smaller ones, and the proof."""
    if tokens.problem:
        st.warning(f"{tokens.problem} Tokens are estimates here: characters / 4.", icon=":material/info:")
    facts = report.facts
    overlaps = report.overlap_asked > 0 and report.overlap.pairs > 0
    with st.grid(5 if overlaps else 4, min_column_width=150, gap="small"):
        _metric(
            "Chunks",
            f"{len(report):,}",
            _range(facts.sizes.smallest, facts.sizes.largest, report.noun),
            "How many pieces the index will hold for this text: each is one vector. Below: the smallest and the "
            "largest of them.",
        )
        _metric(
            "Average size",
            f"{facts.sizes.average:,}",
            f"{report.settings.unit} per chunk",
            f"{ABOUT[report.settings.unit]} All chunks together, divided by their number, rounded half up"
            f"{', the context ahead of each included' if report.has_context else ''}. Without the whitespace between "
            f"sentences{' and the context' if report.has_context else ''} a chunk has {facts.average_in_sentences:,} "
            "characters on average.",
        )
        _token_metric(report, tokens)
        _storage_metric(report)
        if overlaps:
            _overlap_metric(report)
    cuts = f"{facts.cuts_inside:,} of {count(facts.cuts, 'cut')} inside a sentence" if facts.cuts else "No cuts"
    outside = count(report.storage.outside - report.proof.missing, "character")
    st.caption(
        f"{cuts}; {outside} of whitespace in no chunk.",
        help="A cut is the start of every chunk after the first. Chunks of whole units begin and end on visible "
        "characters, so the spaces and blank lines around them are not stored.",
    )
    _proof(report)


def _range(smallest: int, largest: int, noun: str) -> str:
    return count(largest, noun) if smallest == largest else f"{smallest:,} to {largest:,} {noun}s"


def _metric(label: str, value: str, note: str, about: str) -> None:
    with st.container(border=True, height="stretch", gap=None):
        st.metric(label, value, help=about)
        st.caption(note)


def _token_metric(report: Report, tokens: Tokens) -> None:
    average, rule = report.average(tokens.counts), report.average(report.estimates)
    if tokens.real:
        note = f"real with {report.settings.vocabulary}; {rule:,} by the rule of four"
        about = (
            f"Counted with {report.settings.vocabulary}, each chunk by itself, as it is embedded. The rule of four is "
            "the usual estimate: characters without the whitespace at both ends, divided by 4. Both averages are "
            f"rounded half up. {estimated(tokens, session.current().plan)}"
        ).strip()
    else:
        note = "estimated: characters / 4"
        about = f"{tokens.problem} This is the estimate of four characters per token.".strip()
    _metric("Average tokens", f"{average:,}", note, about)


def _storage_metric(report: Report) -> None:
    storage = report.storage
    about = "What overlap stores a second time: (characters in all chunks - characters covered) / characters covered."
    note = f"{storage.stored:,} for {storage.covered:,} characters"
    if report.strategy.is_blind and report.overlap_asked:
        about += " On a long text that of fixed windows tends to 1 / (1 - overlap / size) - 1."
        note += f"; {percent(report.overhead_limit)} on a long text"
    _metric("Storage overhead", f"+{percent(storage.overhead)}", note, about)


def _overlap_metric(report: Report) -> None:
    got = report.overlap
    sharing = got.pairs - got.without
    _metric(
        "Overlap got",
        f"{got.average:,}",
        f"of {count(report.overlap_asked, report.noun)} asked; in {sharing:,} of {count(got.pairs, 'pair')}",
        f"{report.settings.unit.capitalize()} that neighbouring chunks share, averaged over all pairs (those that "
        "share nothing count as 0), rounded half up. Strategies that keep units whole can only repeat whole units.",
    )


def _proof(report: Report) -> None:
    proof = report.proof
    equal = f"all {proof.chunks:,} chunks equal" if proof.chunks > 1 else "the one chunk equals"
    twice = "" if report.overlap_asked else f", {proof.twice:,} in two"
    line = f"Proof: {equal} source[start:end]; {proof.missing:,} non-whitespace characters in no chunk{twice}."
    faults = []
    if proof.unequal:
        faults.append(f"Not equal to source[start:end]: chunk {_some(proof.unequal)}.")
    if proof.missing:
        faults.append(f"{proof.missing:,} non-whitespace characters in no chunk. {_gaps(proof.missing_behind)}")
    if proof.twice and not report.overlap_asked:
        faults.append(f"{proof.twice:,} non-whitespace characters in two chunks: {_some(proof.repeating)}.")
    if report.strategy.is_given:  # what they leave out is the doing of whoever made them
        icon = "warning" if proof.missing else "check_circle"
        more = f" {_gaps(proof.missing_behind)}" if proof.missing else ""
        colour = "orange" if proof.missing else "green"
        st.markdown(f":{colour}[:material/{icon}: {frame.plain(line + more)}]")
    elif faults:
        st.error(frame.plain(f"Proof failed. {' '.join(faults)} This is a fault of the page; please report it."))
    else:
        st.markdown(f":green[:material/check_circle: {frame.plain(line)}]")


def _gaps(behind: tuple[int, ...]) -> str:
    """Where the characters that no chunk holds stand: "Gaps: ahead of chunk 1, after chunks 2 and 4." """
    after = tuple(number for number in behind if number)
    places = ["ahead of chunk 1"] if 0 in behind else []
    if after:
        places.append(f"after chunk{'' if len(after) == 1 else 's'} {_some(after, ' and ')}")
    return f"Gap{'' if len(behind) == 1 else 's'}: {', '.join(places)}."


def _some(numbers: tuple[int, ...], last: str = ", ") -> str:
    """The first ten, and how many more; `last` stands ahead of the last of so few."""
    shown = [f"{number:,}" for number in numbers[:10]]
    if len(numbers) > 10:
        return f"{', '.join(shown)} and {len(numbers) - 10:,} more"
    return last.join([", ".join(shown[:-1]), shown[-1]] if len(shown) > 1 else shown)
