"""ZIP archives, read safely: nothing is unpacked to disk, and no header is believed about how much there is.

DOCX and EPUB files are such archives. All bounds are those of `playground/limits.py`.
"""

import io
import posixpath
import zipfile
import zlib
from typing import Protocol

from playground.errors import InputError
from playground.limits import MAX_INFLATED_BYTES, MAX_MEMBERS, MAX_RATIO, RATIO_FROM_BYTES
from playground.taking.converting.parts import Budget

SIGNATURE = b"PK\x03\x04"
_PIECE = 2**16
_ENCRYPTED = 0x1
# The others that Python knows ask for memory by what a header says; no DOCX or EPUB has them.
_METHODS = {zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED}


class _Readable(Protocol):
    def read(self, size: int, /) -> bytes: ...


class Archive:
    """The members of an archive by name; `budget` is what reading them may take.

    Raises InputError when made for an archive that is broken, has too many members or one whose path leads outside.
    """

    def __init__(self, data: bytes, budget: Budget) -> None:
        self.budget = budget
        self.name = name = budget.name
        self._left = MAX_INFLATED_BYTES
        try:
            self._zip = zipfile.ZipFile(io.BytesIO(data))
            members = self._zip.infolist()
        except (zipfile.BadZipFile, NotImplementedError, ValueError, OverflowError, OSError, EOFError) as error:
            raise self._broken() from error
        if len(members) > MAX_MEMBERS:
            raise InputError(f"{name} holds {len(members):,} members; at most {MAX_MEMBERS:,} can be read.")
        for member in members:
            if is_outside(member.filename):
                raise InputError(f"{name} has a member whose path leads out of the archive, so it is not read.")
        self._members = {member.filename: member for member in members}

    @property
    def names(self) -> list[str]:
        """The names of all members, in the order of the archive."""
        return list(self._members)

    def __contains__(self, member: str) -> bool:
        return member in self._members

    def read(self, member: str) -> bytes:
        """The bytes of a member.

        Raises KeyError if there is none, InputError for one that is encrypted or broken, and as soon as there is more
        in it than may be.
        """
        info = self._members[member]
        if info.flag_bits & _ENCRYPTED:
            raise InputError(f"{self.name} is protected by a password; save it without one first.")
        if info.compress_type not in _METHODS:
            raise InputError(f"{self.name} is packed in a way that is not read; pack it as a usual ZIP archive.")
        try:
            with self._zip.open(info) as file:
                return self._inflated(file, max(info.compress_size, 1))
        except (zipfile.BadZipFile, zlib.error, NotImplementedError, EOFError, OSError, ValueError) as error:
            if isinstance(error, InputError):
                raise
            raise self._broken() from error

    def _inflated(self, file: _Readable, packed: int) -> bytes:
        pieces: list[bytes] = []
        size = 0
        while piece := file.read(_PIECE):
            pieces.append(piece)
            size += len(piece)
            self._left -= len(piece)
            if self._left < 0 or (size > RATIO_FROM_BYTES and size > MAX_RATIO * packed):
                raise InputError(
                    f"{self.name} unpacks to far more than its size; at most {MAX_INFLATED_BYTES / 10**6:.0f} MB, and "
                    f"{MAX_RATIO} times the packed size, are read."
                )
        return b"".join(pieces)

    def _broken(self) -> InputError:
        return InputError(f"{self.name} is broken: it could not be unpacked. Save or download it again.")


def is_outside(path: str) -> bool:
    """Whether a path inside an archive is absolute or leads out of it."""
    plain = path.replace("\\", "/")
    normal = posixpath.normpath(plain)
    return plain.startswith("/") or plain[1:2] == ":" or normal == ".." or normal.startswith("../")
