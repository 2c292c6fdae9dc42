"""How long the pages of a Parquet file are when unpacked, read from their own headers: what its footer says may be
false, and the library that unpacks them believes the headers."""

_STRUCT, _BINARY, _DOUBLE = 12, 8, 7
_LISTS = (9, 10)
_VARINTS = (4, 5, 6)
_TRUE, _FALSE, _BYTE = 1, 2, 3
_UNPACKED, _PACKED = 2, 3  # fields of PageHeader: sizes of the page in bytes
_DEEPEST = 8  # structs and lists inside one another; those of a page header are three


def unpacked_bytes(data: bytes, start: int, end: int) -> int:
    """The bytes of all pages in data[start:end] when they are unpacked, one column of a row group.

    Raises ValueError where there are no page headers. The encoding is the compact protocol of Apache Thrift, the
    headers those of parquet.thrift.
    """
    total = 0
    while start < end:
        header = _Header(data, start)
        fields = header.struct()
        size, packed = fields.get(_UNPACKED, -1), fields.get(_PACKED, -1)
        if size < 0 or packed < 0:
            raise ValueError("a page has no size")
        total += size
        start = header.at + packed
    return total


class _Header:
    def __init__(self, data: bytes, at: int) -> None:
        self._data, self.at = data, at

    def struct(self, depth: int = 0) -> dict[int, int]:
        """The whole numbers among its fields, by field; all others are passed over."""
        found, field = {}, 0
        while head := self._byte():
            kind = head & 15
            field = field + (head >> 4) if head >> 4 else self._number()
            if kind in _VARINTS:
                found[field] = self._number()
            elif kind not in (_TRUE, _FALSE):  # their value is the kind itself
                self._pass_over(kind, depth + 1)
        return found

    def _pass_over(self, kind: int, depth: int) -> None:
        if depth > _DEEPEST:
            raise ValueError("a page header is nested too deep")
        if kind in (_TRUE, _FALSE, _BYTE):
            self._byte()
        elif kind in _VARINTS:
            self._varint()
        elif kind == _DOUBLE:
            self._skip(8)
        elif kind == _BINARY:
            self._skip(self._varint())
        elif kind in _LISTS:
            head = self._byte()
            for _ in range(head >> 4 if head >> 4 != 15 else self._varint()):
                self._pass_over(head & 15, depth + 1)
        elif kind == _STRUCT:
            self.struct(depth)
        else:  # maps: no page header has any
            raise ValueError("a page header has a field of an unknown kind")

    def _byte(self) -> int:
        self._skip(1)
        return self._data[self.at - 1]

    def _skip(self, length: int) -> None:
        self.at += length
        if self.at > len(self._data):
            raise ValueError("a page header is cut off")

    def _varint(self) -> int:
        value = shift = 0
        while shift < 70:
            byte = self._byte()
            value |= (byte & 127) << shift
            if byte < 128:
                return value
            shift += 7
        raise ValueError("a page header has a number that is too long")

    def _number(self) -> int:
        value = self._varint()
        return (value >> 1) ^ -(value & 1)
