"""The imports that a port needs, by the names in its code."""

from __future__ import annotations

PLAIN = {"math"}
FROM = {
    "suppress": ("contextlib", "suppress"),
    "Any": ("typing", "Any"),
    "UndefinedLabel": ("retromaze.errors", "UndefinedLabel"),
    "TypeMismatch": ("retromaze.errors", "TypeMismatch"),
    "Buttons": ("retromaze.machine.input", "Buttons"),
    "channels": ("retromaze.machine.colors", "channels"),
    "rgb": ("retromaze.machine.colors", "rgb"),
    "basic": ("retromaze.ports", "basic"),
    "signals": ("retromaze.ports", "signals"),
    "deep_recursion": ("retromaze.recursion", "deep_recursion"),
}
