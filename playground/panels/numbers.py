"""The numbers under the text's line: what the setting costs, each with its unit and what it means; and the proof."""

import streamlit as st

from playground import Report
from playground.panels.cache import Tokens
from playground.words import count, percent


def show(report: Report, tokens: Tokens) -> None:
    """Four numbers (five where overlap is asked), one line of smaller ones, and the proof."""
    if not tokens.real:
        st.warning("Real tokens cannot be counted here: the vocabulary could not be loaded. Tokens are estimates.")
    facts = report.facts
    with st.grid(min_column_width=150, gap="small"):
        _metric(
            "Chunks",
            f"{len(report):,}",
            f"{facts.sizes.smallest:,} to {facts.sizes.largest:,} characters",
            "How many pieces the index will hold for this text: each is one vector. Below: the smallest and the "
            "largest of them.",
        )
        _metric(
            "Average size",
            f"{facts.sizes.average:,}",
            "characters a chunk",
            "Characters (code points) of all chunks, divided by their number, rounded half up; spaces and line ends "
            f"inside a chunk count. Without the whitespace between sentences it is {facts.average_in_sentences:,}.",
        )
        _token_metric(report, tokens)
        _storage_metric(report)
        if report.overlap_asked:
            _overlap_metric(report)
    cuts = f"{facts.cuts_inside:,} of {count(facts.cuts, 'cut')} inside a sentence" if facts.cuts else "no cuts"
    outside = report.storage.outside
    st.caption(
        f"The text: {count(len(report.sentences), 'sentence')}, {count(len(report.document.paragraphs), 'paragraph')}. "
        f"The chunks: {cuts}; {count(outside, 'character')} of whitespace between them in no chunk.",
        help="A cut is the start of every chunk after the first. Chunks of whole units begin and end on visible "
        "characters, so the spaces and blank lines between two of them are stored in neither.",
    )
    _proof(report)


def _metric(label: str, value: str, note: str, about: str) -> None:
    with st.container(border=True, height="stretch", gap=None):
        st.metric(label, value, help=about)
        st.caption(note)


def _token_metric(report: Report, tokens: Tokens) -> None:
    average, rule = report.average(tokens.counts), report.average(report.estimates)
    if tokens.real:
        note, about = f"real; {rule:,} by the rule of four", "Counted with cl100k_base, the vocabulary of OpenAI's "
        about += (
            "embedding models, each chunk by itself. The rule of four is the usual estimate: characters without the "
            "whitespace at both ends, divided by 4. Both averages are rounded half up."
        )
    else:
        note = "estimated: characters / 4"
        about = "The vocabulary cl100k_base could not be loaded, so this is the estimate of four characters a token."
    _metric("Average tokens", f"{average:,}", note, about)


def _storage_metric(report: Report) -> None:
    storage = report.storage
    about = "What overlap stores a second time: (characters in all chunks - characters covered) / characters covered."
    note = f"{storage.stored:,} for {storage.covered:,} characters"
    if report.settings.strategy == "fixed" and report.overlap_asked:
        about += " On a long text that of fixed windows tends to 1 / (1 - overlap / size) - 1."
        note += f"; {percent(report.overhead_limit)} on a long text"
    _metric("Storage overhead", f"+{percent(storage.overhead)}", note, about)


def _overlap_metric(report: Report) -> None:
    got = report.overlap
    sharing = got.pairs - got.without
    _metric(
        "Overlap got",
        f"{got.average:,}",
        f"of {report.overlap_asked:,} asked; in {sharing:,} of {count(got.pairs, 'pair')}",
        "Characters that neighbouring chunks share, averaged over all pairs (those that share nothing count as 0), "
        "rounded half up. Strategies that keep units whole can only repeat whole units.",
    )


def _proof(report: Report) -> None:
    proof = report.proof
    if not len(report):
        return
    if proof.unequal:
        numbers = ", ".join(map(str, proof.unequal[:10]))
        st.error(f"Chunk {numbers} differs from source[start:end]. This is a fault of the page: please report it.")
        return
    equal = f"all {proof.chunks:,} chunks equal" if proof.chunks > 1 else "the one chunk equals"
    twice = "" if report.overlap_asked else f", {proof.twice:,} in two"
    line = f"Proof: {equal} source[start:end]; {proof.missing:,} non-whitespace characters in no chunk{twice}."
    if proof.missing or (proof.twice and not report.overlap_asked):
        st.error(line)
    else:
        st.markdown(f":green[:material/check_circle: {line.replace('[', chr(92) + '[').replace(']', chr(92) + ']')}]")
