"""Writes the files of commands completely or not at all."""

from __future__ import annotations

import io
import os
from pathlib import Path
from typing import TYPE_CHECKING

from retromaze.commands.saying import say
from retromaze.machine.folder import replace_file

if TYPE_CHECKING:
    from PIL.Image import Image


def save_picture(path: Path, picture: Image) -> int:
    """Writes a picture as PNG; returns the exit status."""
    return write_file(path, png(picture))


def png(picture: Image) -> bytes:
    """A picture as the bytes of a PNG."""
    file = io.BytesIO()
    picture.save(file, format="PNG", optimize=True)
    return file.getvalue()


def write_file(path: Path, data: bytes) -> int:
    """Writes a file whole or says why it could not; returns the exit status."""
    try:
        put_file(path, data)
    except OSError as reason:
        say(f"{path} cannot be written: {reason.strerror or reason}")
        return 1
    return 0


def put_file(path: Path, data: bytes) -> None:
    """Writes a file whole, a link's target in the place of the link, and into a device. Raises OSError."""
    if is_device(path):
        path.write_bytes(data)
    else:
        replace_file(Path(os.path.realpath(path)), data)


def is_taken(path: Path) -> bool:
    """Whether something is there that writing would destroy."""
    return os.path.lexists(path) and not is_device(path)


def is_device(path: Path) -> bool:
    """Whether this is, or leads to, what takes bytes and keeps none: a terminal, a pipe, `/dev/null`."""
    return path.exists() and not path.is_file() and not path.is_dir()
