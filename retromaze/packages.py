"""The packages beyond the standard library: which module each brings, and what to do where one is missing.

Modules import them where they are used, so that a run that nobody sees needs lark alone.
"""

from __future__ import annotations

from collections.abc import Mapping

WANTED: Mapping[str, str] = {
    "lark": "lark",
    "pygame": "pygame-ce",
    "numpy": "numpy",
    "PIL": "pillow",
    "rich": "rich",
    "pygments": "pygments",
    "prompt_toolkit": "prompt_toolkit",
    "watchfiles": "watchfiles",
    "websockets": "websockets",
    "debugpy": "'retromaze[debug]'",
    "lsprotocol": "'retromaze[lsp]'",
    "pygls": "'retromaze[lsp]'",
}
"""Each module that we import, and what a shell is to read behind `pip install`."""


def require(module: str) -> None:
    """Raises ModuleNotFoundError where the module is not installed; it is not imported."""
    from importlib.util import find_spec  # here, because every command imports this module

    if find_spec(module) is None:
        raise ModuleNotFoundError(f"No module named {module!r}", name=module)


def missing(error: ImportError) -> tuple[str, str] | None:
    """The module and the command that installs it; None if no package that we want is missing."""
    module = (error.name or "").partition(".")[0]
    if module not in WANTED or not isinstance(error, ModuleNotFoundError):
        return None
    return module, f"pip install {WANTED[module]}"


def not_imported(module: str, error: ImportError) -> str:
    """Why a module cannot be imported, and what installs it where that would help."""
    found = missing(error)
    return "{} is not installed; {}".format(*found) if found else f"{module} cannot be imported ({error})"
