"""Healing: the nearest size at which a kind of damage is gone."""

from dataclasses import replace

from playground import Document, Settings, analyse
from playground.judging.healing import heal

TEXT = "One two three four five six seven eight nine ten eleven. " * 3 + "Short. " * 30


def test_the_nearest_size_that_heals_is_found_and_heals() -> None:
    settings = Settings(chunk_size=40, sentence_rule="punctuation")
    document = Document(TEXT)
    found = heal(document, settings, "sentences")
    assert found is not None
    assert found.left == 0
    assert analyse(document, replace(settings, chunk_size=found.size)).damage.count("sentences") == 0
    for size in range(41, found.size - 3):  # steps of 6 %: none that is much nearer
        assert analyse(document, replace(settings, chunk_size=size)).damage.count("sentences") > 0


def test_where_none_heals_the_one_with_the_fewest_is_said() -> None:
    document = Document("x" * 10_000)
    settings = Settings(strategy="fixed", chunk_size=100)
    found = heal(document, settings, "words")
    assert found is not None
    assert 0 < found.left < analyse(document, settings).damage.count("words")
    assert found.least < 100 < found.most


def test_nothing_better_is_nothing() -> None:
    assert heal(Document("One. Two."), Settings(), "sentences") is None


def test_a_title_that_leaves_no_room_is_no_size() -> None:
    settings = Settings(title="A rather long title", chunk_size=45, sentence_rule="punctuation")
    found = heal(Document(TEXT), settings, "sentences")
    assert found is None or found.size > 20


def test_only_what_is_allowed_is_tried() -> None:
    settings = Settings(chunk_size=40, chunk_overlap=10, sentence_rule="punctuation")
    tried: list[Settings] = []

    def none(one: Settings) -> bool:
        tried.append(one)
        return False

    assert heal(Document(TEXT), settings, "sentences", none) is None
    assert all(one.chunk_overlap == 10 * one.chunk_size // 40 for one in tried)
    found = heal(Document(TEXT), settings, "sentences")
    assert found is not None
    healed = replace(settings, chunk_size=found.size, chunk_overlap=found.overlap)
    assert analyse(Document(TEXT), healed).damage.count("sentences") == found.left
