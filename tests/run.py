"""Set up and pass all tests: `python3 tests/run.py [pytest arguments]`. Needs Python 3.11 and nothing else.

Makes .venv, installs the requirements, finds or installs a browser, then lints, type-checks and tests. Installs again
only when a requirements file has changed. With CI=true a missing browser fails instead of skipping.
"""

import hashlib
import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
VENV = ROOT / ".venv"
PYTHON = VENV / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
REQUIREMENTS = [ROOT / "requirements.txt", ROOT / "tests" / "requirements.txt"]
# A test in a browser keeps two cores busy by itself; the others are dealt out to as many processes as there are cores.
RUNS = (["-m", "not browser", "-n", "auto", "--dist", "worksteal"], ["-m", "browser"])
CHECKS = (["ruff", "check", "."], ["ruff", "format", "--check", "."], ["mypy"])


def main(arguments: list[str]) -> int:
    """Run everything; the exit code of the first step that fails, else 0."""
    if sys.version_info < (3, 11):  # noqa: UP036 - an older Python can read this file
        print(f"Python 3.11 or later is needed; this is {sys.version.split()[0]}.")
        return 2
    os.chdir(ROOT)
    if not install():
        return 2
    find_browser()
    for check in CHECKS:
        print("+", *check, flush=True)
        code = subprocess.call([PYTHON, "-m", *check])
        if code:
            return code
    codes = [test(run) for run in ([arguments] if arguments else RUNS)]
    return next(filter(None, codes), 0)


def test(arguments: list[str]) -> int:
    """Run pytest; its exit code."""
    print("+ pytest", *arguments, flush=True)
    return subprocess.call([PYTHON, "-m", "pytest", *arguments])


def install() -> bool:
    """Make the environment and install into it, unless that was done for these very files."""
    wanted = hashlib.sha256(b"".join(path.read_bytes() for path in REQUIREMENTS)).hexdigest()
    mark = VENV / "installed"
    if mark.exists() and mark.read_text() == wanted:
        return True
    if subprocess.call([sys.executable, "-m", "venv", VENV]):
        print("No virtual environment could be made. On Debian: apt-get install python3-venv.")
        return False
    files = [option for path in REQUIREMENTS for option in ("-r", str(path))]
    if subprocess.call([PYTHON, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", *files]):
        print("The requirements could not be installed.")
        return False
    mark.write_text(wanted)
    return True


def find_browser() -> None:
    """If no Chromium is here, let Playwright fetch its own; where that fails the browser tests say so."""
    sys.path.insert(0, str(ROOT))
    from tests.browser import find

    if find() is None:
        print("No Chromium here: asking Playwright for one.", flush=True)
        subprocess.call([PYTHON, "-m", "playwright", "install", "chromium"])


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
