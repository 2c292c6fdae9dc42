"""Where a Chromium is, for the browser tests. Standard library only: tests/run.py asks before anything is installed."""

import os
import shutil
import sys
from pathlib import Path

NAMES = ("chromium", "chromium-browser", "google-chrome-stable", "google-chrome")
MAC = Path("/Applications/Google Chrome.app/Contents/MacOS/Google Chrome")
# What Playwright has fetched lies in one of these, a folder a revision.
FETCHED = {
    "linux": Path.home() / ".cache" / "ms-playwright",
    "darwin": Path.home() / "Library" / "Caches" / "ms-playwright",
}
BINARIES = ("chromium-*/chrome-linux*/chrome", "chromium-*/chrome-mac*/*.app/Contents/MacOS/*")
ARGUMENTS = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)


def find() -> str | None:
    """The path of a Chromium or Chrome, or None."""
    for name in NAMES:
        if path := shutil.which(name):
            return path
    if MAC.exists():
        return str(MAC)
    folder = Path(os.environ.get("PLAYWRIGHT_BROWSERS_PATH") or FETCHED.get(sys.platform, Path("/nonexistent")))
    for pattern in BINARIES:
        if found := sorted(folder.glob(pattern)):
            return str(found[-1])
    return None
