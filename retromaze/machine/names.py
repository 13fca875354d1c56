"""Valid names of files and projects: letters, digits and a few signs, never a path.

A name can hold no slash, backslash, colon or space, cannot end with a dot and cannot be one that Windows
keeps for devices, so that it means one file in one folder on every system.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from retromaze.errors import IllegalFunctionCall

LONGEST_FILE_NAME = 14
LONGEST_PROJECT_NAME = 15

# The signs have @ in the reference of the language, 9.4, and $ in that of the machine, 9.3: both harmless.
FILE = re.compile(r"[A-Z0-9_.@-][A-Z0-9_.@$-]*")
PROJECT = re.compile(r"(?!\.)" + FILE.pattern)
DEVICES = re.compile(r"(CON|PRN|AUX|NUL|CONIN\$|CONOUT\$|COM[0-9]|LPT[0-9])(\..*)?")


def file_name(name: str) -> str:
    """The name in capitals; IllegalFunctionCall unless it is 1 to 14 of A-Z 0-9 _ - . @ $, not first $.

    Names of Windows devices (CON, CONIN$, NUL, COM1 ..., also NUL.TXT) and names ending in a dot are refused
    on every system.
    Source: language reference, section 9.4; machine reference, section 9.3. Unverified: folding to capitals.
    """
    return valid_name(name, is_file_name)


def project_name(name: str) -> str:
    """A project's name in capitals, 1 to 15 characters of the same kind, the first no dot."""
    return valid_name(name, is_project_name)


def valid_name(name: str, is_valid: Callable[[str], bool]) -> str:
    # Folding is kept to ASCII: other letters have capitals that are ASCII or several characters long.
    capitals = name.upper() if name.isascii() else name
    if not is_valid(capitals):
        raise IllegalFunctionCall("no name of a file or project")
    return capitals


def is_file_name(name: str) -> bool:
    """Whether a name is one of a file as it stands, capitals and all."""
    return len(name) <= LONGEST_FILE_NAME and bool(FILE.fullmatch(name)) and is_same_everywhere(name)


def is_project_name(name: str) -> bool:
    """Whether a name is one of a project as it stands, capitals and all."""
    return len(name) <= LONGEST_PROJECT_NAME and bool(PROJECT.fullmatch(name)) and is_same_everywhere(name)


def is_same_everywhere(name: str) -> bool:
    """Whether no system takes a name of allowed characters for another one, or for a device."""
    return not (name.endswith(".") or DEVICES.fullmatch(name))
