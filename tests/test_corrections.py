"""What careful sentences mend behind pysbd: each item is one text with its sentences divided by " | "."""

import pytest

from playground import Document
from playground.strategies import LANGUAGES
from playground.text.corrections import corrected

MARKED = [
    ("en", "He lives on St. James Street. | It is long."),
    ("en", "See fig. 3 and eq. 4. | Both are right."),
    ("en", "It costs approx. 3 dollars. | Nobody pays."),
    ("en", "She asked “Why?” | Nobody knew."),
    ("en", '"Stop!" he said. | They stopped.'),
    ("en", "It worked!* | Then it did not."),
    ("en", "It is known.[1] | Others doubt it.[2, 3] | We do not."),
    ("en", "He met J. R. R. Tolkien. | They talked."),
    ("en", "Open main.py and run it. | Then wait."),
    ("en", "The firm (Acme Inc.) paid. | It was late."),
    ("de", "Herr Dr. Meier kam am 3. Mai. | Er blieb z. B. lange."),
    ("de", "Das sind ca. 30 km. | Wir gehen."),
    ("fr", "M. Dupont est là. | Il attend."),
    ("fr", "Il dit : «\u00a0Non\u202f!\u00a0» | Elle rit."),
    ("es", "El Sr. Pérez llegó. | ¿Quién lo vio? | Nadie."),
    ("ru", "Это г. Москва. | Он живёт на ул. Ленина."),
    ("el", "Τι είναι αυτό; | Δεν ξέρω."),
    ("hi", "यह एक है। | यह दो है।"),
    ("ur", "یہ ایک ہے۔ | کیا یہ دو ہے؟ | ہاں۔"),
    ("hy", "Սա մեկն է։ | Սա երկուսն է։"),
    ("zh", "他说：“好。” | 然后走了！ | 真的？"),
    ("ja", "「はい。」 | そうです！ | 本当？"),
    ("en", "「はい。」 | そうです！ | It is so. | 本当？"),
]


@pytest.mark.parametrize(("language", "marked"), MARKED, ids=[f"{code}-{text[:12]}" for code, text in MARKED])
def test_marked_by_hand(language: str, marked: str) -> None:
    text = marked.replace(" | ", " ")
    found = [text[start:end] for start, end in Document(text).sentences("pysbd", language).spans]
    assert found == marked.split(" | ")


@pytest.mark.parametrize("language", LANGUAGES)
def test_starts_stay_inside_the_block_and_ascend(language: str) -> None:
    text = "Out. One. two! Three “four.” ... Five 「六。」七。 ۔ Eight? * nine.) Ten. Out."
    for start in range(12):
        for end in range(len(text) - 12, len(text)):
            proposed = set(range(start - 2, end + 3))
            found = corrected(text, start, end, {at for at in proposed if start < at < end}, language)
            assert all(start < at < end for at in found)
            assert found == sorted(set(found))


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_start_without_a_stop_before_it(language: str) -> None:
    text = "One two three (four) five"
    assert corrected(text, 0, len(text), set(range(1, len(text))), language) == []
