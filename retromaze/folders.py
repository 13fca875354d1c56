"""Where a user's files of ours lie on each system: those to keep, and those that can be made again.

Sources: XDG Base Directory Specification 0.8 (Linux and its kin); Apple, File System Programming Guide, "The
Library Directory Stores App-Specific Files"; Microsoft, Known Folder IDs, FOLDERID_LocalAppData.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

NAME = "retromaze"


def data_folder() -> Path:
    """Where files of a user are kept; it need not exist yet."""
    if sys.platform == "win32":
        return local_folder() / NAME
    if sys.platform == "darwin":
        return home("Library", "Application Support", NAME)
    return base_folder("XDG_DATA_HOME", ".local", "share") / NAME


def cache_folder() -> Path:
    """Where files lie that can be made again; it need not exist yet."""
    if sys.platform == "win32":
        return local_folder() / NAME / "Cache"
    if sys.platform == "darwin":
        return home("Library", "Caches", NAME)
    return base_folder("XDG_CACHE_HOME", ".cache") / NAME


def local_folder() -> Path:
    """Windows' folder for what stays on this computer."""
    named = os.environ.get("LOCALAPPDATA", "")
    return Path(named) if named else home("AppData", "Local")


def base_folder(variable: str, *usual: str) -> Path:
    """The folder that a variable of the specification names, or the usual one; a relative one is ignored."""
    named = os.environ.get(variable, "")
    return Path(named) if os.path.isabs(named) else home(*usual)


def home(*parts: str) -> Path:
    """A place in the user's own folder."""
    return Path(os.path.expanduser("~"), *parts)
