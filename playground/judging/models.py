"""Embedding models: what each reads at most, and what its vectors hold."""

from dataclasses import dataclass

from playground.checks import whole_number

CL100K = "cl100k_base"
WORDPIECE = "BERT WordPiece (uncased)"
XLM_R = "XLM-RoBERTa SentencePiece"
AS_COUNTED = "as counted"

OWN = "own"  # the name of a model that a person describes
LARGEST_LIMIT = 10_000_000  # tokens
LARGEST_DIMENSIONS = 100_000


@dataclass(frozen=True, kw_only=True)
class Model:
    """One embedding model, as its maker describes it.

    limit: the longest input in tokens of its own tokenizer, special tokens included. dimensions: numbers in a vector
    by default. tokenizer: in words. vocabulary: "cl100k_base" where that is exactly its tokenizer, else "": a count
    with cl100k_base is then an estimate (see `margin`). special_tokens: those the model itself puts around each
    input. note: what else takes room or must be known, as sentences; "" for nothing. source: where the figures stand.
    """

    name: str
    maker: str
    limit: int
    dimensions: int
    tokenizer: str
    vocabulary: str = ""
    special_tokens: int
    note: str = ""
    source: str

    @property
    def room(self) -> int:
        """Tokens left for text."""
        return self.limit - self.special_tokens


def _openai(name: str, dimensions: int) -> Model:
    return Model(
        name=name,
        maker="OpenAI",
        limit=8192,  # in the API reference; the older guide says 8,191
        dimensions=dimensions,
        tokenizer=CL100K,
        vocabulary=CL100K,
        special_tokens=0,
        source="https://platform.openai.com/docs/api-reference/embeddings/create",
    )


def _card(home: str, maker: str, limit: int, dimensions: int, tokenizer: str, note: str = "") -> Model:
    """An open model with a card: a token before each input and one after it, as BERT and XLM-RoBERTa have them."""
    return Model(
        name=home.partition("/")[2],
        maker=maker,
        limit=limit,
        dimensions=dimensions,
        tokenizer=tokenizer,
        special_tokens=2,
        note=note,
        source=f"https://huggingface.co/{home}",
    )


_E5 = 'Put "passage: " ahead of each chunk and "query: " ahead of each question; these tokens take room too.'
_NOMIC = (
    'Put "search_document: " ahead of each chunk and "search_query: " ahead of each question; these tokens take room '
    "too. It was trained on up to 2,048 tokens; longer inputs rely on scaled positions."
)
_REPRESENT = 'Put "Represent this sentence for searching relevant passages: " ahead of each question, not of chunks.'
_ARCTIC_2 = 'Put "query: " ahead of each question, not of chunks.'
_JINA = "For retrieval the model puts an instruction of its own ahead of each chunk, which takes room too."
_VOYAGE = 'With input_type="document" the service puts a prompt ahead of each chunk.'
_TITAN = "It also reads at most 50,000 characters."

MODELS: dict[str, Model] = {
    model.name: model
    for model in (
        _openai("text-embedding-3-small", 1536),
        _openai("text-embedding-3-large", 3072),
        _openai("text-embedding-ada-002", 1536),
        # The open models could read 512 tokens; the settings they come with cut the input at 256 and 384.
        _card("sentence-transformers/all-MiniLM-L6-v2", "Sentence Transformers", 256, 384, WORDPIECE),
        _card("sentence-transformers/all-mpnet-base-v2", "Sentence Transformers", 384, 768, WORDPIECE),
        _card("BAAI/bge-small-en-v1.5", "BAAI", 512, 384, WORDPIECE, _REPRESENT),
        _card("BAAI/bge-base-en-v1.5", "BAAI", 512, 768, WORDPIECE, _REPRESENT),
        _card("BAAI/bge-large-en-v1.5", "BAAI", 512, 1024, WORDPIECE, _REPRESENT),
        _card("BAAI/bge-m3", "BAAI", 8192, 1024, XLM_R),
        _card("intfloat/e5-large-v2", "Microsoft", 512, 1024, WORDPIECE, _E5),
        _card("intfloat/multilingual-e5-large", "Microsoft", 512, 1024, XLM_R, _E5),
        _card("thenlper/gte-large", "Alibaba", 512, 1024, WORDPIECE),
        _card("nomic-ai/nomic-embed-text-v1.5", "Nomic", 8192, 768, WORDPIECE, _NOMIC),
        _card("mixedbread-ai/mxbai-embed-large-v1", "Mixedbread", 512, 1024, WORDPIECE, _REPRESENT),
        _card("jinaai/jina-embeddings-v3", "Jina AI", 8192, 1024, XLM_R, _JINA),
        _card("Snowflake/snowflake-arctic-embed-m", "Snowflake", 512, 768, WORDPIECE, _REPRESENT),
        _card("Snowflake/snowflake-arctic-embed-l", "Snowflake", 512, 1024, WORDPIECE, _REPRESENT),
        _card("Snowflake/snowflake-arctic-embed-l-v2.0", "Snowflake", 8192, 1024, XLM_R, _ARCTIC_2),
        # Cohere publishes the tokenizers of its third generation: those of BERT and XLM-RoBERTa.
        Model(
            name="embed-english-v3.0",
            maker="Cohere",
            limit=512,
            dimensions=1024,
            tokenizer=WORDPIECE,
            special_tokens=2,
            source="https://huggingface.co/CohereLabs/Cohere-embed-english-v3.0",
        ),
        Model(
            name="embed-multilingual-v3.0",
            maker="Cohere",
            limit=512,
            dimensions=1024,
            tokenizer=XLM_R,
            special_tokens=2,
            source="https://huggingface.co/CohereLabs/Cohere-embed-multilingual-v3.0",
        ),
        # The three that follow do not say whether their limits hold special tokens: taken to be what a person may use.
        Model(
            name="voyage-3",
            maker="Voyage AI",
            limit=32_000,
            dimensions=1024,
            tokenizer="Voyage AI's own",
            special_tokens=0,
            note=_VOYAGE,
            source="https://docs.voyageai.com/docs/embeddings",
        ),
        Model(
            name="gemini-embedding-001",
            maker="Google",
            limit=2048,
            dimensions=3072,
            tokenizer="Google's own",
            special_tokens=0,
            source="https://ai.google.dev/gemini-api/docs/models/gemini-embedding-001",
        ),
        Model(
            name="titan-embed-text-v2",
            maker="Amazon",
            limit=8192,
            dimensions=1024,
            tokenizer="Amazon's own",
            special_tokens=0,
            note=_TITAN,
            source="https://docs.aws.amazon.com/bedrock/latest/userguide/titan-embedding-models.html",
        ),
    )
}

# How far, as a share of it, a count with cl100k_base may be from the count of another tokenizer in English prose.
# Measured with the tokenizers of all-MiniLM-L6-v2 and multilingual-e5-small on slices of 300 characters of licence
# texts (600 slices): their counts were 0.83 to 1.02 and 0.93 to 1.17 times those of cl100k_base from the 5th to the
# 95th percentile. In READMEs and program code they were 1.1 to 1.3 times in all, and 1.4 to 1.7 times at the 95th
# percentile: both tokenizers break names, figures and marks into smaller tokens. In Chinese and Japanese, 0.6 to 0.9.
# A rule of thumb, also for tokenizers that could not be had, and no bound: a few slices in 100 are further off.
MARGIN = 0.25


def own(limit: int, dimensions: int) -> Model:
    """A person's own model. Raises InputError for a limit beyond 1..10,000,000 or dimensions beyond 1..100,000.

    Nothing is known of its tokenizer, so chunks are held against the limit as they are counted here, and the counts
    are an estimate (vocabulary ""). The limit is taken to be all room for text: no special tokens.
    """
    return Model(
        name=OWN,
        maker="",
        limit=whole_number("limit", limit, 1, LARGEST_LIMIT),
        dimensions=whole_number("dimensions", dimensions, 1, LARGEST_DIMENSIONS),
        tokenizer=AS_COUNTED,
        special_tokens=0,
        source="",
    )
