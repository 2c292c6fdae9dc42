"""Splits as marks on a line: every cut with the worst it does, and columns where there are too many."""

from hypothesis import given

from playground import Document, Settings, analyse
from playground.judging.strips import DAMAGE, MOST, strip
from tests.texts import sizes, texts


@given(texts, sizes())
def test_every_cut_has_the_worst_that_it_does(text: str, size: tuple[int, int]) -> None:
    report = analyse(
        Document(text),
        Settings(strategy="fixed", chunk_size=size[0], chunk_overlap=size[1], sentence_rule="punctuation"),
    )
    found = strip(report)
    if found.summed:
        return
    damage = report.damage.by_kind
    for cut, (place, worst) in enumerate(zip(found.cuts.tolist(), found.damage.tolist(), strict=True)):
        assert place == report[cut + 1].start
        kinds = [bool(damage[kind][cut]) for kind in ("words", "sentences", "paragraphs")] + [True]
        assert DAMAGE[worst] == DAMAGE[kinds.index(True)]
    assert found.shared.tolist() == [
        [after.start, before.end]
        for before, after in zip(report, list(report)[1:], strict=False)
        if after.start < before.end
    ]


def test_many_cuts_are_summed_up_by_the_worst_of_a_column() -> None:
    text = "word word. " * 2_000
    report = analyse(
        Document(text), Settings(strategy="fixed", chunk_size=5, chunk_overlap=1, sentence_rule="punctuation")
    )
    found = strip(report)
    assert found.summed
    assert len(found.cuts) <= MOST
    assert sorted(set(found.cuts.tolist())) == found.cuts.tolist()
    width = -(-len(text) // MOST)
    words = {report[row].start // width for row in report.damage.rows("words")}
    assert {
        at // width for at, worst in zip(found.cuts.tolist(), found.damage.tolist(), strict=True) if worst == 0
    } == words


def test_one_chunk_has_no_marks() -> None:
    found = strip(analyse(Document("One."), Settings()))
    assert (len(found.cuts), len(found.shared)) == (0, 0)


def test_long_shared_ranges_keep_their_middle() -> None:
    text = "".join(f"# H{number}\n\nshort\n\n" for number in range(600)) + "Long words. " * 800
    report = analyse(
        Document(text),
        Settings(strategy="structure", chunk_size=2_000, chunk_overlap=800, sentence_rule="punctuation"),
    )
    found = strip(report)
    assert found.summed
    drawn = sum(end - start for start, end in found.shared.tolist())
    assert drawn >= sum(one for one in report.shared.tolist())
