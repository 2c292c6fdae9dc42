"""The samples under a few settings, as they were when somebody last looked: see tests/golden."""

import json
from pathlib import Path

import pytest

from tests.golden import FOLDER, SAMPLES, file_of, pairs


@pytest.mark.parametrize("sample", SAMPLES, ids=lambda sample: sample.stem)
def test_a_sample_is_split_as_before(sample: Path) -> None:
    kept = json.loads(file_of(sample).read_text(encoding="utf-8"))
    found = pairs(sample)
    changed = [name for name in {**kept, **found} if kept.get(name) != found.get(name)]
    assert not changed, "`python -m tests.golden` writes the files anew, if that is right"


def test_no_golden_file_is_left_over() -> None:
    assert sorted(FOLDER.glob("*.json")) == sorted(map(file_of, SAMPLES))
