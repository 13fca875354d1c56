"""Checks the sizes given to the makers of mazes."""

from __future__ import annotations


def at_least(minimum: int, **sizes: int) -> None:
    """Raises ValueError if one of the named sizes is smaller."""
    for name, size in sizes.items():
        if size < minimum:
            raise ValueError(f"{name} must be at least {minimum}, not {size}")


def odd_at_least(minimum: int, **sizes: int) -> None:
    """Raises ValueError if one of the named sizes is smaller or even."""
    for name, size in sizes.items():
        if size < minimum or size % 2 == 0:
            raise ValueError(f"{name} must be odd and at least {minimum}, not {size}")
