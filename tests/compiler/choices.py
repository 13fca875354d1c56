"""The sets of techniques that programs are compiled with: none, all but one, and one alone."""

from retromaze.compiler.settings import ALL, Technique

NONE: frozenset[Technique] = frozenset()
WITHOUT = {f"all but {each.name}": ALL - {each} for each in Technique}
ALONE = {f"only {each.name}": frozenset({each}) for each in Technique}
CHOICES = {"no techniques": NONE} | WITHOUT | ALONE
