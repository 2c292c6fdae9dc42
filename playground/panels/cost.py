"""What the setting costs: vectors, tokens and bytes, here and in a corpus like it; and the chunk that fits a budget."""

from collections.abc import Callable
from math import floor, log10

import pandas as pd
import streamlit as st

from playground import InputError, Report
from playground.judging.bill import BITS, Bill, bill, budget
from playground.judging.plan import LARGEST_PRICE, Plan
from playground.judging.unread import Unread
from playground.panels import cache, choices, controls, keyed, session
from playground.panels.cache import Tokens
from playground.panels.estimates import about_model, estimated
from playground.panels.frame import heading
from playground.words import count, percent

_MILLION = 1_000_000


def show(report: Report, tokens: Tokens, missed: Unread) -> None:
    """Draw the bill, what it assumes, and the budget."""
    plan = session.current().plan
    heading("How well four characters stand for a token here")
    st.markdown(_rule_of_four(report, tokens))
    heading("The bill")
    with st.grid(4, min_column_width=170, gap="small"):
        controls.number("corpus", "Corpus, million characters", "A corpus of texts like this one, split the same way.")
        _kind(plan)
        controls.number("top_k", "Chunks per question (top-k)", "How many chunks one question brings back.")
        _price(plan)
    now = _bill(report, tokens, plan)
    without = _without_overlap(report, tokens, plan) if report.overlap_asked else None
    st.table(_table(now, without, plan, tokens), border="horizontal")
    st.caption(_about(report, tokens, plan, now))
    heading("The largest chunk that fits a question")
    with st.grid(4, min_column_width=170, gap="small"):
        controls.number("window", "Context window, tokens", "What the answering model takes in all.")
        controls.number("prompt", "Prompt, tokens", "Instructions and the question.")
        controls.number("answer", "Room for the answer, tokens")
    _budget(report, plan)


def _rule_of_four(report: Report, tokens: Tokens) -> str:
    if not tokens.real or not tokens.total:
        return "Tokens are estimates now, so there is nothing to hold the rule of four against."
    characters = len(report.document)
    rule = characters / 4 / tokens.total - 1
    wrong = f"{percent(abs(rule))} too {'many' if rule > 0 else 'few'} tokens" if round(rule, 3) else "the same number"
    return (
        f"This text has **{characters / tokens.total:.2f} characters per token** with {tokens.vocabulary} "
        f"({1000 * tokens.total / characters:,.0f} tokens per 1,000 characters). The rule of four (4.00) finds {wrong}."
    )


def _kind(plan: Plan) -> None:
    kinds = list(BITS)
    st.selectbox(
        "Numbers stored as",
        kinds,
        index=kinds.index(plan.kind),
        key=keyed.control("kind", plan.kind),
        on_change=keyed.on_change("kind", _set("kind")),
        help="float32: 4 bytes each; int8: 1 byte; binary: 1 bit.",
    )


def _price(plan: Plan) -> None:
    st.number_input(
        "Price per million tokens",
        0.0,
        float(LARGEST_PRICE),
        plan.price,
        step=0.01,
        format="%.4f",
        key=keyed.control("price", plan.price),
        on_change=keyed.on_change("price", _set("price")),
        help="What embedding costs, in any currency; 0 leaves it out.",
    )


def _set(name: str) -> Callable[[object], None]:
    return lambda value: choices.set_plan(name, value)


def _bill(report: Report, tokens: Tokens, plan: Plan) -> Bill:
    return bill(
        characters=len(report.document),
        vectors=len(report),
        tokens=int(tokens.counts.sum()),
        corpus_characters=plan.corpus * _MILLION,
        dimensions=plan.embedding_model.dimensions,
        kind=plan.kind,
        top_k=plan.top_k,
        price=plan.price or None,
    )


def _without_overlap(report: Report, tokens: Tokens, plan: Plan) -> Bill:
    other = cache.without_overlap(report)
    return _bill(other, cache.tokens(other, tokens.problem), plan)


def _table(now: Bill, without: Bill | None, plan: Plan, tokens: Tokens) -> pd.DataFrame:
    about = about_model(tokens, plan)

    def column(one: Bill, whole: bool) -> list[str]:
        amount = one.for_corpus if whole else one.for_text
        numbers = [
            f"{amount.vectors:,}",
            f"{about}{amount.tokens:,}",
            _bytes(amount.bytes),
            f"{about}{amount.tokens_per_question:,}",
        ]
        return numbers + ([f"{about}{_money(amount.price)}"] if amount.price is not None else [])

    rows = [
        "Vectors (chunks)",
        "Tokens stored",
        f"Bytes of vectors ({plan.kind})",
        f"Tokens per question, k = {plan.top_k}",
    ]
    rows += ["Price of embedding once"] if now.for_text.price is not None else []
    corpus = f"{plan.corpus:,} million characters"
    columns = {"This text": column(now, whole=False), corpus: column(now, whole=True)}
    if without:
        columns["This text, no overlap"] = column(without, whole=False)
        columns[f"{corpus}, no overlap"] = column(without, whole=True)
    return pd.DataFrame(columns, index=pd.Index(rows, name="Amount"))


def _money(amount: float) -> str:
    """Two decimals; below 1 two figures that say something."""
    decimals = 2 if amount >= 1 or not amount else 1 - floor(log10(amount))
    return f"{amount:,.{decimals}f}"


def _bytes(number: int) -> str:
    for size, name in ((10**12, "TB"), (10**9, "GB"), (10**6, "MB"), (10**3, "kB")):
        if number >= size:
            return f"{number / size:,.1f} {name}"
    return count(number, "byte")


def _about(report: Report, tokens: Tokens, plan: Plan, now: Bill) -> str:
    model = plan.embedding_model
    ahead = " What stands ahead of a chunk is counted each time." if report.has_context else ""
    return (
        f"One vector has {model.dimensions:,} numbers: {count(now.vector_bytes, 'byte')} as {plan.kind}, without text "
        "and index. The corpus is this text's numbers, scaled by characters. Tokens per question: average tokens of "
        f"a chunk times k, or all chunks where there are fewer.{ahead} {estimated(tokens, plan)}"
    ).strip()


def _budget(report: Report, plan: Plan) -> None:
    try:
        most = budget(plan.window, plan.prompt, plan.answer, plan.top_k)
    except InputError as error:
        st.warning(str(error), icon=":material/info:")
        return
    how = f"({plan.window:,} - {plan.prompt:,} - {plan.answer:,}) / {plan.top_k}"
    with st.container(horizontal=True, vertical_alignment="center"):
        fits = min(most, plan.embedding_model.room)
        ahead = cache.tokens_ahead(report)
        said = [f"{how} = **{count(most, 'token')}** per chunk."]
        said += [f"The embedding model reads only {fits:,} of them."] if fits < most else []
        room = fits - ahead - choices.overlap_in_tokens(fits)
        if not report.uses_size:
            said.append("The size has no effect now: one unit is one chunk.")
        elif room <= 0:
            said.append(f"The title takes {count(ahead, 'token')}: that leaves no room for text beside the overlap.")
        st.markdown(" ".join(said), width="stretch")
        st.button(
            f"Set the size to {count(fits, 'token')}",
            key="take_budget",
            on_click=choices.set_tokens,
            args=(fits,),
            disabled=room <= 0
            or not report.uses_size
            or (report.settings.unit == "tokens" and report.settings.chunk_size == fits),
        )
