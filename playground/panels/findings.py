"""What deserves attention, at most three at a time: what, why it matters, and a button that mends it."""

from collections.abc import Callable
from dataclasses import dataclass

import streamlit as st

from playground import Report
from playground.models import OWN
from playground.panels import choices
from playground.panels.cache import Tokens
from playground.panels.estimates import about_model, estimated
from playground.unread import Unread
from playground.words import count

MOST = 3
REMEDY = "recursive"  # it cuts no sentence that fits the size, and is never over it


@dataclass(frozen=True)
class Finding:
    """One sentence of fact, one of why, and what a button of this label does."""

    key: str
    fact: str
    why: str
    label: str = ""
    apply: Callable[[], None] | None = None


def show(report: Report, tokens: Tokens, missed: Unread) -> None:
    """Draw the findings of this report."""
    unread = _unread(report, tokens, missed)
    found = [unread] if unread else []
    found += [finding for look in (_over_limit, _broken_sentences, _no_overlap, _refused) if (finding := look(report))]
    for finding in found[:MOST]:
        with st.container(border=True, horizontal=True, vertical_alignment="center", key=f"finding_{finding.key}"):
            st.markdown(f":material/error: **{finding.fact}** {finding.why}", width="stretch")
            if finding.apply:
                st.button(finding.label, key=f"apply_{finding.key}", on_click=finding.apply)


def _unread(report: Report, tokens: Tokens, missed: Unread) -> Finding | None:
    if not len(missed):
        return None
    plan = choices.current().plan
    model = plan.embedding_model
    note, about = estimated(tokens, plan), about_model(tokens, plan)
    loses = "loses" if len(missed) == 1 else "lose"
    name = "your model" if plan.model == OWN else model.name
    fact = f"{count(len(missed), 'chunk')} {loses} {about}{count(missed.tokens, 'token')}: {name} reads {model.room:,}."
    why = "Other chunks hold that text, but these are searched without it."
    if missed.nowhere:
        lost = f"{about}{count(missed.nowhere, 'visible character')}"
        are = "is" if missed.nowhere == 1 else "are"
        why = f"{lost[0].upper()}{lost[1:]} of the text {are} read in no chunk: the index cannot find them."
    return Finding("unread", fact, f"{why} {note}".strip(), "Show them", choices.show_unread)


def _broken_sentences(report: Report) -> Finding | None:
    inside, cuts, broken = report.facts.cuts_inside, report.facts.cuts, report.facts.sentences_broken
    fact = f"{inside:,} of {count(cuts, 'cut')} {'falls' if inside == 1 else 'fall'} inside a sentence."
    whole = f"{count(broken, 'sentence')} {'is' if broken == 1 else 'are'} whole in no chunk"
    if not report.strategy.is_blind:
        why = f"{whole}: longer than the size. Each part is a weak match for a question about the whole."
        return Finding("broken", fact, why) if broken else None
    why = f"{whole}: each part is a weak match for a question about the whole."
    if not broken:
        why = "Overlap keeps each whole in a neighbour, but the halves are searched too."
    return Finding("broken", fact, why, "Use Recursive", lambda: choices.set_strategy(REMEDY)) if inside else None


def _over_limit(report: Report) -> Finding | None:
    over = report.facts.over_limit
    if not over:
        return None
    size, unit = report.settings.chunk_size, report.strategy.unit_name
    are = "is" if over == 1 else "are"
    fact = f"{over:,} of {count(len(report), 'chunk')} {are} over the limit of {count(size, report.noun)}."
    largest = count(report.facts.sizes.largest, report.noun)
    why = f"Each is one {unit}, which this strategy never cuts; the largest has {largest}."
    if report.settings.strategy == "fixed":
        return Finding("over", fact, f"Each is one character that alone has more; the largest has {largest}.")
    if report.settings.strategy == REMEDY:
        return Finding("over", fact, f"Each is one character as a reader sees it; the largest has {largest}.")
    return Finding("over", fact, why, "Use Recursive", lambda: choices.set_strategy(REMEDY))


def _no_overlap(report: Report) -> Finding | None:
    got = report.overlap
    if not report.overlap_asked or not got.without or report.strategy.is_blind:
        return None
    fact = f"{got.without:,} of {count(got.pairs, 'pair')} {'shares' if got.without == 1 else 'share'} nothing."
    if got.without * 2 <= got.pairs or report.settings.overlap_at == "words":
        what = "word or unit" if report.settings.overlap_at == "words" else "unit"
        return Finding("nothing", fact, f"In those, no {what} fits into the overlap with a new unit behind it.")
    needed = report.overlap_for_half
    if needed is None:
        why = "The units are too long to be repeated; overlap can begin at a word instead."
        return Finding("nothing", fact, why, "Begin at a word", lambda: choices.set_option("overlap_at", "words"))
    enough = count(needed, report.noun)
    why = f"The units are longer than the overlap; with {enough}, half of the pairs would share something."
    return Finding("nothing", fact, why, f"Set {enough}", lambda: choices.set_number(needed))


def _refused(report: Report) -> Finding | None:
    if not report.refused:
        return None
    fact = f"In {count(report.refused, 'place')} careful sentences gave no answer."
    return Finding("refused", fact, "The simple rule was used there.")
