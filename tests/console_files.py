"""Makes files as the console keeps them, for tests; their footer is wrong, and nobody looks at it."""

import struct
import zlib
from collections.abc import Sequence


def container(kind: int, body: bytes, icon: int = 0, *, packed: bool = False, version: int = 1) -> bytes:
    """A file: kind 0 text, 1 data, 2 archive; of a text the icon is 1 for a program."""
    body = zlib.compress(body) if packed else body
    header = struct.pack(
        "<HHHHIH6B18s18sII16x", version, kind, packed, icon, len(body), 2015, *[1] * 6, b"ME", b"YOU", 1, 2
    )
    assert len(header) == 80
    return header + body + b"\xaa" * 20


def numeric(element: int, sizes: tuple[int, ...], elements: bytes) -> bytes:
    """The body of an array or page: elements of type 3 pixels, 4 integers, 5 reals."""
    return (
        struct.pack("<8sHH4I", b"PCBN0001", element, len(sizes), *sizes, *[0] * (4 - len(sizes))) + elements
    )


def archive(members: Sequence[tuple[bytes, bytes]]) -> bytes:
    """The body of an archive of files by their names on the disk."""
    heads = b"".join(struct.pack("<I16s", len(data), name) for name, data in members)
    bodies = b"".join(data for _, data in members)
    return struct.pack("<II", 8 + len(heads) + len(bodies), len(members)) + heads + bodies


def project(members: Sequence[tuple[bytes, bytes]]) -> bytes:
    """An archive as a file."""
    return container(2, archive(members))
