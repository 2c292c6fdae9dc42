"""The whole document as one line."""

from playground import Report
from playground.panels import cache, looking, session
from playground.panels.strip_view import strip_view


def show(report: Report) -> None:
    """Draw the strip; a click chooses a chunk."""
    selected = session.current().selected
    rows = report.rows_of(report.page_of(selected - 1))
    whole = len(report.pages) == 1
    shown = (0, len(report.document)) if whole else (report[rows[0]].start, report[rows[-1]].end)
    strip_view(
        key="strip",
        length=len(report.document),
        starts=report.spans.starts,
        ends=report.spans.ends,
        inside=report.inside,
        selected=selected,
        shown=shown,
        on_select=looking.select,
        bins=report.strip,
        sections=cache.sections(report),
    )
