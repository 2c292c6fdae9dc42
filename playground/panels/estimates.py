"""What is said where a token count is not the embedding model's own."""

from playground.judging.models import MARGIN, OWN
from playground.judging.plan import Plan
from playground.panels.cache import Tokens
from playground.words import percent


def about_model(tokens: Tokens, plan: Plan) -> str:
    """What stands ahead of a number of tokens that the model would count otherwise: "about ", or nothing."""
    return "" if plan.embedding_model.vocabulary == tokens.vocabulary else "about "


def estimated(tokens: Tokens, plan: Plan) -> str:
    """One sentence on how far token numbers may be from the model's own; nothing where they are exact."""
    if not about_model(tokens, plan):
        return ""
    model = plan.embedding_model
    how = f"counted with {tokens.vocabulary}" if tokens.real else "estimated at four characters each"
    whose = "your model's own tokenizer" if model.name == OWN else f"the model's own tokenizer, {model.tokenizer}"
    return (
        f"Tokens are {how}, not with {whose}: an estimate, ±{percent(MARGIN)} in English prose; "
        "in Markdown and code the model's own count may be 70 % higher."
    )
