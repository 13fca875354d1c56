"""Describes the computer that a benchmark ran on, as far as the standard library knows it."""

from __future__ import annotations

import os
import platform
import subprocess
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
"""The clone the package lies in, if it does."""
PROCESSORS = Path("/proc/cpuinfo")
GIT_SECONDS = 5

Description = dict[str, str | int | None]


def description() -> Description:
    """Python, system, processors and our own version; None stands for what cannot be found out."""
    return {
        "python": platform.python_version(),
        "implementation": platform.python_implementation(),
        "platform": platform.platform(),
        "processor": processor(),
        "processors": os.cpu_count(),
        "retromaze": own_version(),
        "revision": revision(),
    }


def processor() -> str | None:
    """The processor's name; Linux keeps it in a file, other systems tell it themselves."""
    if PROCESSORS.exists():
        for line in PROCESSORS.read_text("utf-8", "replace").splitlines():
            key, _, name = line.partition(":")
            if key.strip() == "model name":
                return name.strip()
    return platform.processor() or platform.machine() or None


def own_version() -> str | None:
    """The version of the installed package."""
    try:
        return version("retromaze")
    except PackageNotFoundError:
        return None


def revision() -> str | None:
    """The commit of a clone, with `-dirty` behind it if files were changed since."""
    if not (ROOT / ".git").exists():
        return None
    command = ["git", "-C", str(ROOT), "describe", "--always", "--dirty", "--abbrev=12", "--exclude=*"]
    try:
        found = subprocess.run(command, capture_output=True, text=True, timeout=GIT_SECONDS, check=True)
    except (OSError, subprocess.SubprocessError):
        return None
    return found.stdout.strip() or None
