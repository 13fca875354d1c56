"""Keeps the tables that lark makes of a grammar, so that only the first start pays for them.

Making them takes a third of a second, reading them back a tenth of that. lark's own `cache` option would do,
but two processes that start at once, or two threads, may mix their writing; here a file appears whole or not
at all.
"""

from __future__ import annotations

import contextlib
import hashlib
import io
import os
import pickle
import sys
import threading
from pathlib import Path
from typing import Any, cast

import lark

DIGEST_SIZE = hashlib.sha256().digest_size


def load(grammar: str, **options: Any) -> lark.Lark:
    """The LALR parser of a grammar, read back if it was kept, made and kept otherwise.

    `options` are lark's. Those that hold code (`transformer`, `_plugins`) are not kept.
    """
    file = place(grammar)
    code = {name: options[name] for name in ("transformer", "_plugins") if name in options}
    tables = read(file) if file else None
    if tables is not None:
        return cast(lark.Lark, lark.Lark._load_from_dict(**tables, **code))  # type: ignore[no-untyped-call]
    parser = lark.Lark(grammar, parser="lalr", **options)
    if file:
        contents = io.BytesIO()
        parser.save(contents, exclude_options=code)
        write(file, contents.getvalue())
    return parser


def place(grammar: str) -> Path | None:
    """The file for this grammar, this lark and this Python; None where no user's cache exists."""
    try:
        from platformdirs import user_cache_path  # here, because a browser has no such package
    except ImportError:
        return None
    version = f"{lark.__version__} {sys.implementation.cache_tag} {grammar}"
    return user_cache_path("retromaze") / f"grammar-{hashlib.sha256(version.encode()).hexdigest()[:16]}"


def read(file: Path) -> dict[str, Any] | None:
    """What was written into the file; None if it is missing, damaged or names a class that is gone."""
    try:
        contents = file.read_bytes()
        digest, body = contents[:DIGEST_SIZE], contents[DIGEST_SIZE:]
        if digest != hashlib.sha256(body).digest():
            return None
        tables: dict[str, Any] = pickle.loads(body)
    except (OSError, ImportError, AttributeError):
        return None
    return tables


def write(file: Path, body: bytes) -> bool:
    """Puts the file in its place in one step; False where that is not allowed."""
    draft = file.with_name(f"{file.name}.{os.getpid()}-{threading.get_ident()}")
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        draft.write_bytes(hashlib.sha256(body).digest() + body)
        draft.replace(file)
    except OSError:
        with contextlib.suppress(OSError):
            draft.unlink()
        return False
    return True
