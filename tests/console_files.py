"""Makes files as the console keeps them, for tests."""

from __future__ import annotations

import struct


def container(kind: int, body: bytes, icon: int = 0) -> bytes:
    """A file: kind 0 text, 1 data, 2 archive; of a text the icon is 1 for a program."""
    return struct.pack("<HHHHI68x", 1, kind, 0, icon, len(body)) + body + bytes(20)


def numeric(element: int, sizes: tuple[int, ...], elements: bytes) -> bytes:
    """The body of an array or page: elements of type 3 pixels, 4 integers, 5 reals."""
    return (
        struct.pack("<8sHH4I", b"PCBN0001", element, len(sizes), *sizes, *[0] * (4 - len(sizes))) + elements
    )


def project(members: list[tuple[bytes, bytes]]) -> bytes:
    """An archive of files by their names on the disk."""
    heads = b"".join(struct.pack("<I16s", len(data), name) for name, data in members)
    return container(2, struct.pack("<II", 0, len(members)) + heads + b"".join(data for _, data in members))
