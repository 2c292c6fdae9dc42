"""JSON on one line, for people and programs that read a file by its lines."""

import json


def compact(value: object) -> str:
    """JSON on one line, in the characters themselves, but for those that end a line for some reader."""
    # json escapes what is below U+0020 itself; these stand in strings only.
    return _encode(value).replace("\x85", "\\u0085").replace("\u2028", "\\u2028").replace("\u2029", "\\u2029")


_encode = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode
