"""Names of files are told where the listing says them, however it puts them together."""

from __future__ import annotations

from retromaze.analysis.programs import analyse_listing
from retromaze.editor.needs import file_uses


def loaded(source: str) -> list[str]:
    """The names that LOAD, EXEC and USE are given, "" for what is worked out."""
    return [use.text for use in file_uses(analyse_listing(source))]


NAMES = {
    'LOAD "DAT:MAP",A': ["DAT:MAP"],
    'N$="MAP":LOAD "DAT:"+N$,A': ["DAT:MAP"],
    'VAR N$="MAP",D$="DAT:"\nF$=D$+N$\nLOAD F$,A': ["DAT:MAP"],
    'IF X THEN F$="A" ELSE F$="B"\nEXEC "PRG1:"+F$': ["PRG1:A", "PRG1:B"],
    'DEF GET N$\nLOAD "GRP0:"+N$,0\nEND\nGET "A"\nGET "B"': ["GRP0:A", "GRP0:B"],
    'A$=LOAD("TXT:A")': ["TXT:A"],
    'LOAD "TXT:A" OUT A$': ["TXT:A"],
    'CALL "LOAD","DAT:A",B': ["DAT:A"],
    'LOAD "A"+STR$(I),A': [""],
    "INPUT F$:LOAD F$,A": [""],
    "LINPUT F$:LOAD F$,A": [""],
    'READ F$:LOAD F$,A\nDATA "X"': [""],
    'F$="A":INC F$,"B":LOAD F$,A': [""],
    'F$="A":PUSH F$,"B":LOAD F$,A': [""],
    'F$="A":G$="B":SWAP F$,G$:LOAD F$,A': [""],
    'F$="A":F$[0]="B":LOAD F$,A': [""],
    'F$="A":VAR(N$)="B":LOAD F$,A': [""],
    "A$=B$:B$=A$:LOAD A$,A": [""],
    "LOAD A$,A": [""],
    'DIM F$[2]:F$[0]="A":LOAD F$[0],A': [""],
    'COMMON DEF GET N$\nLOAD N$\nEND\nGET "A"': [""],
    'DEF GET N$\nLOAD N$\nEND\nGET "A":CALL F$,"B"': [""],
    "\n".join(f"A{n}$=A{n + 1}$:" * 16 for n in range(40)) + "\nLOAD A0$": [""],
    "\n".join(f"A{n}$=A{n + 1}$+A{n + 1}$" for n in range(14)) + '\nA14$="AB":LOAD A0$': [""],
    "EXEC 1:USE N": [],
    'EXEC N$:USE N$+"X"': ["", ""],
    "\n".join(f'F$="A{each}"' for each in range(17)) + "\nLOAD F$": [""],
    "A$=" + "+".join(['"A"'] * 5000) + "\nLOAD A$": [""],
}


def test_names() -> None:
    assert {source: loaded(source) for source in NAMES} == NAMES
