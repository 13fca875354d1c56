"""The words of the console that are not simulated yet: those of the sound package.

Where one is reached it says so, so that nobody looks for a typing mistake. A DEF may have such a name and is
then called as usual.
Source: machine reference, section 7. Unverified: that the names of the sound package are complete.
"""

from __future__ import annotations

from retromaze.errors import NotSimulated, UndefinedFunction

LACKING = "not simulated yet"

SOUND_PACKAGE = "ARYOP BIQUAD BQPARAM FFT FFTWFN IFFT"

UNSIMULATED_FAMILIES = {
    "the sound package": SOUND_PACKAGE.split(),
}
UNSIMULATED = frozenset(name for names in UNSIMULATED_FAMILIES.values() for name in names)


def undefined_function(name: str) -> UndefinedFunction:
    """The error of a word that is neither DEF nor builtin."""
    return not_simulated(name) if name in UNSIMULATED else UndefinedFunction(name)


def not_simulated(name: str) -> NotSimulated:
    """The error of a word that the machine has and this simulation does not."""
    return NotSimulated(f"{LACKING}: {name}")
