"""Settings in a TOML file: every one comes back, and what cannot be used is named."""

import tomllib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from playground import InputError, Settings
from playground.giving.settings_file import LONGEST, NAMES, read, write
from playground.settings import DEFAULTS, LONGEST_TITLE, UNITS, VOCABULARIES
from playground.strategies import OPTIONS, STRATEGIES
from tests.texts import soup

titles = st.one_of(soup, st.text(st.sampled_from("\"\\'\x00\x1b\x7f\tnu0041é水\u200b\U0001f469=#]"), max_size=12)).map(
    lambda text: " ".join(text.split())[:LONGEST_TITLE].strip()
)


@st.composite
def every_settings(draw: st.DrawFn) -> Settings:
    size = draw(st.integers(1, 10_000_000))
    values = {
        name: draw(st.sampled_from(list(option.choices)) if option.choices else st.integers(0, 10_000_000))
        for name, option in OPTIONS.items()
    }
    return Settings(
        strategy=draw(st.sampled_from(list(STRATEGIES))),
        chunk_size=size,
        chunk_overlap=draw(st.integers(0, size - 1)),
        unit=draw(st.sampled_from(UNITS)),
        vocabulary=draw(st.sampled_from(VOCABULARIES)),
        title=draw(titles),
        context=draw(st.booleans()),
        **values,
    )


def refused(text: str) -> str:
    with pytest.raises(InputError) as caught:
        read(text)
    message = str(caught.value)
    assert message.endswith(".")
    assert "\n" not in message
    assert len(message) < 1_000
    return message


@given(every_settings())
def test_every_setting_comes_back(settings: Settings) -> None:
    try:
        settings.title.encode()
    except UnicodeEncodeError:
        with pytest.raises(InputError, match="title"):
            write(settings)
        return
    text = write(settings)
    assert read(text.encode().decode()) == settings
    assert set(tomllib.loads(text)) == set(DEFAULTS) == set(NAMES), "all are written"


def test_a_file_is_for_people() -> None:
    text = write(Settings(strategy="fixed", unit="words", chunk_size=40, title='The "pump" C:\\new'))
    lines = text.splitlines()
    assert lines[0].startswith("# Settings")
    assert "in words" in lines[1]
    assert 'title = "The \\"pump\\" C:\\\\new"' in lines
    mark = next(row for row, line in enumerate(lines) if "Without effect" in line)
    assert lines.index("chunk_size = 40") < mark < lines.index('keep_whole = "sentences"')
    unpacked = write(Settings(strategy="sentence"))
    assert unpacked.index("Without effect") < unpacked.index("\nchunk_size ="), "one unit a chunk has no size"


def test_what_is_left_out_has_its_default() -> None:
    assert read("") == Settings()
    assert read("\ufeff# mine\r\nchunk_size = 1_000\r\n") == Settings(chunk_size=1000)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("chunk_size = '300'", ("chunk_size", "whole number from 1 to", "'300'")),
        ("chunk_size = 300.0", ("chunk_size", "whole number", "300.0")),
        ("chunk_size = true", ("chunk_size", "whole number", "True")),
        ("chunk_size = 0", ("chunk_size", "from 1", "not 0")),
        ("chunk_size = 2026-01-01", ("chunk_size", "whole number")),
        ("chunk_overlap = 300", ("chunk_overlap must be smaller than chunk_size", "300")),
        ("pack = 1", ("pack", "False, True", "not 1")),
        ("strategy = 'semantic'", ("strategy", "'recursive'", "'semantic'")),
        ("strategy = ['fixed']", ("strategy", "['fixed']")),
        ("[chunk_size]\nvalue = 3", ("chunk_size", "whole number", "{'value': 3}")),
        ("title = 'a\\nb'\nsize = 3", ("'size' is no setting", *NAMES)),
        ("[settings]\nchunk_size = 3", ("'settings' is no setting", "chunk_overlap")),
        ('title = """a\nb"""', ("title", "one line")),
        ("chunk_size = 3\npack = yes", ("not TOML", "line 2")),
        ("chunk_size = 3\nchunk_size = 4", ("not TOML", "overwrite")),
        ('title = "\\ud800"', ("not TOML",)),
        ("chunk_size = " + "[" * 50_000, ("not TOML", "too deep")),
        ("chunk_size = " + "9" * 10_000, ("not TOML",)),
        ("chunk_size = 0x" + "f" * 10_000, ("chunk_size", "longer")),
        (f"strategy = '{'x' * 50_000}'", ("strategy", "longer")),
        ("#" * (LONGEST + 1), ("at most", f"{LONGEST + 1:,}")),
    ],
    ids=range(21),
)
def test_what_cannot_be_used_is_named(text: str, said: tuple[str, ...]) -> None:
    message = refused(text)
    assert all(part in message for part in said), message
