"""The page's configuration is one that a public host can run as it is."""

import tomllib
from pathlib import Path
from typing import Any

import pytest
from streamlit import config

from playground.limits import MAX_PASTE_CHARACTERS, MAX_UPLOAD_MB

ROOT = Path(__file__).parents[1]
FILE = ROOT / ".streamlit" / "config.toml"


@pytest.fixture(scope="module")
def options() -> dict[str, Any]:
    """Every option of Streamlit by its full name: what the file says, else Streamlit's own default."""
    found = {name: option.default_val for name, option in config._config_options_template.items()}
    return found | written()


def written() -> dict[str, Any]:
    """What the file says, by full name."""

    def flat(table: dict[str, Any], ahead: str) -> dict[str, Any]:
        found: dict[str, Any] = {}
        for name, value in table.items():
            found |= flat(value, f"{ahead}{name}.") if isinstance(value, dict) else {f"{ahead}{name}": value}
        return found

    return flat(tomllib.loads(FILE.read_text(encoding="utf-8")), "")


def test_streamlit_knows_every_option_by_this_name() -> None:
    assert [name for name in written() if name not in config._config_options_template] == []


def test_other_sites_can_neither_post_nor_connect(options: dict[str, Any]) -> None:
    assert options["server.enableXsrfProtection"] is True
    assert options["server.enableCORS"] is True  # Streamlit's name for keeping other origins out
    assert options["server.corsAllowedOrigins"] == []
    assert options["server.xsrfCookieSameSite"] in {"lax", "strict"}


def test_no_fault_is_shown_to_visitors(options: dict[str, Any]) -> None:
    assert options["client.showErrorDetails"] == "none"
    assert options["client.showErrorLinks"] is False
    assert "global.developmentMode" not in written()


def test_the_browser_is_never_told_of_a_message_that_it_may_have_dropped(options: dict[str, Any]) -> None:
    """Going back on a busy machine ended with "Cached ForwardMsg MISS" and a dead page."""
    assert options["global.minCachedMessageSize"] > 1e9  # bytes: more than any message has


def test_visitors_have_no_tools_of_developers(options: dict[str, Any]) -> None:
    assert options["client.toolbarMode"] in {"viewer", "minimal"}
    assert options["runner.magicEnabled"] is False
    assert options["server.enableAgentApi"] is False
    assert options["server.enableStaticServing"] is False


def test_nothing_is_told_to_anybody_else(options: dict[str, Any]) -> None:
    assert options["browser.gatherUsageStats"] is False


def test_files_and_messages_have_limits(options: dict[str, Any]) -> None:
    assert options["server.maxUploadSize"] == MAX_UPLOAD_MB
    most = options["server.maxWidgetStateSize"] * 2**20
    assert 4 * MAX_PASTE_CHARACTERS < most <= 64 * 2**20  # a paste a little too long is answered with a sentence


def test_sessions_of_closed_tabs_end(options: dict[str, Any]) -> None:
    assert 0 < options["server.disconnectedSessionTTL"] <= 600
