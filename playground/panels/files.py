"""A file as a text of the page, with a bar while it is converted."""

from dataclasses import replace

import streamlit as st

from playground import Document
from playground.panels.source import Source
from playground.taking import loading
from playground.taking.converting import KINDS, convert

_UNKNOWN = (
    "Paragraphs of a PDF are known only where space, an indent or a short last line tells them, "
    "headings, lists and tables not at all."
)


def read(data: bytes, name: str, keep_heads: bool = False) -> Source:
    """A file as a text; with a bar while it is converted. Raises InputError."""
    place = st.empty()
    converted = convert(data, name, lambda done, total, noun: _progress(place, done, total, noun), keep_heads)
    if converted is None:
        loaded = loading.decode(data, name)
        return Source(Document(loaded.text), name, loaded.encoding, loaded.remarks, data, is_file=True)
    said = f"Converted from {KINDS[converted.kind]}. Chunks are cut from the text shown here; positions count in it."
    if converted.kind == "pdf":
        said = f"{said} {_UNKNOWN}"
    found = Source(
        Document(converted.text),
        name,
        remarks=(said, *converted.remarks),
        data=data if converted.left else b"",  # to convert it again
        is_file=True,
        converted=converted,
    )
    if converted.kind != "html":
        return found
    loaded = loading.decode(data, name)
    raw = Source(Document(loaded.text), name, loaded.encoding, loaded.remarks, data, is_file=True)
    return replace(found, before=raw)


def _progress(place: st.delta_generator.DeltaGenerator, done: int, total: int, noun: str) -> None:
    place.progress(min(done / max(total, 1), 1.0), f"Read {done:,} of {total:,} {noun}")
