"""The 79 constants that begin with `#`, and those of the sound package; the parser makes them whole numbers.

Source: reference of the language, section 1.8 (every value read back from the program; the official
list is wrong for BLUE, CYAN, ZL, ZR and the rotations of the background).
Unverified: of the sound package, all names but the first and last of each row.
"""

from __future__ import annotations

GENERIC = {"ON": 1, "YES": 1, "TRUE": 1, "OFF": 0, "NO": 0, "FALSE": 0}

COLORS = {
    "AQUA": 0xFF00F8F8,
    "BLACK": 0xFF000000,
    "BLUE": 0xFF0000F8,
    "CYAN": 0xFF00F8F8,
    "FUCHSIA": 0xFFF800F8,
    "GRAY": 0xFF808080,
    "GREEN": 0xFF008000,
    "LIME": 0xFF00F800,
    "MAGENTA": 0xFFF800F8,
    "MAROON": 0xFF800000,
    "NAVY": 0xFF000080,
    "OLIVE": 0xFF808000,
    "PURPLE": 0xFF800080,
    "RED": 0xFFF80000,
    "SILVER": 0xFFC0C0C0,
    "TEAL": 0xFF008080,
    "WHITE": 0xFFF8F8F8,
    "YELLOW": 0xFFF8F800,
}

TEXT_COLORS = {
    "TBLACK": 1,
    "TMAROON": 2,
    "TRED": 3,
    "TGREEN": 4,
    "TLIME": 5,
    "TOLIVE": 6,
    "TYELLOW": 7,
    "TNAVY": 8,
    "TBLUE": 9,
    "TPURPLE": 10,
    "TMAGENTA": 11,
    "TTEAL": 12,
    "TCYAN": 13,
    "TGRAY": 14,
    "TWHITE": 15,
}

BUTTONS = {
    "UP": 1,
    "DOWN": 2,
    "LEFT": 4,
    "RIGHT": 8,
    "A": 16,
    "B": 32,
    "X": 64,
    "Y": 128,
    "L": 256,
    "R": 512,
    "ZR": 2048,
    "ZL": 4096,
}

TEXT_ATTRIBUTES = {"TROT0": 0, "TROT90": 1, "TROT180": 2, "TROT270": 3, "TREVH": 4, "TREVV": 8}

SPRITE_ATTRIBUTES = {
    "SPSHOW": 1,
    "SPROT0": 0,
    "SPROT90": 2,
    "SPROT180": 4,
    "SPROT270": 6,
    "SPREVH": 8,
    "SPREVV": 16,
    "SPADD": 32,
}

BACKGROUND_ATTRIBUTES = {
    "BGROT0": 0,
    "BGROT90": 4096,
    "BGROT180": 8192,
    "BGROT270": 12288,
    "BGREVH": 16384,
    "BGREVV": 32768,
}

CHECK_MASKS = {
    "CHKXY": 1,
    "CHKZ": 2,
    "CHKUV": 4,
    "CHKI": 8,
    "CHKR": 16,
    "CHKS": 32,
    "CHKC": 64,
    "CHKV": 128,
}

OPERATIONS = ("AOPADD", "AOPSUB", "AOPMUL", "AOPDIV", "AOPMAD", "AOPLIP", "AOPCLP")
WINDOWS = ("WFRECT", "WFHAMM", "WFHANN", "WFBLKM")
FILTERS = ("BQAPF", "BQLPF", "BQHPF", "BQBPF", "BQBSF", "BQLSF", "BQHSF", "BQPEQ")
SIDES = ("PVLEFT", "PVRIGHT")
"""These of the sound package are numbered from 0 on."""

CONSTANTS: dict[str, int] = {
    **GENERIC,
    **{name: color - 2**32 for name, color in COLORS.items()},
    **TEXT_COLORS,
    **BUTTONS,
    **TEXT_ATTRIBUTES,
    **SPRITE_ATTRIBUTES,
    **BACKGROUND_ATTRIBUTES,
    **CHECK_MASKS,
    **{name: number for row in (OPERATIONS, WINDOWS, FILTERS, SIDES) for number, name in enumerate(row)},
}
"""Name in upper case without the `#`, to its value: a signed Integer of 32 bits."""
