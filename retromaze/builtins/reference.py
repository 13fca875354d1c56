"""Texts about the builtins for HELP, `list --builtins` and docs/builtins.md, made of their declarations."""

from __future__ import annotations

import re

from retromaze.builtins import load_all
from retromaze.builtins.form import Builtin, SystemVariable
from retromaze.builtins.registry import BUILTINS, VARIABLES
from retromaze.errors import BasicError

Word = Builtin | SystemVariable

# What may follow a word in its form, though it looks like the beginning of the sentence behind it.
MARKED = re.compile(r'[]\[,"$|…]')


def all_words() -> dict[str, Word]:
    """Every builtin and system variable, in alphabetical order."""
    load_all()
    words: dict[str, Word] = {**BUILTINS, **VARIABLES}
    return {name: words[name] for name in sorted(words)}


def families() -> dict[str, list[str]]:
    """The names of each family, both in alphabetical order."""
    found: dict[str, list[str]] = {}
    for name, word in sorted(all_words().items(), key=lambda each: (each[1].family, each[0])):
        found.setdefault(word.family, []).append(name)
    return found


def explanation(name: str) -> str:
    """The forms and rules of a word, "" for one that is none of them."""
    word = all_words().get(name)
    return readable(word.doc) if word else ""


def summary(name: str) -> str:
    """The first form of a word and what it does; "" for one that is none."""
    silent = name in BUILTINS and BUILTINS[name].silent
    return explanation(name).partition("\n")[0] + (" Nothing is heard of it yet." if silent else "")


def readable(doc: str) -> str:
    """A docstring for readers: no sources, and errors by the machine's own names."""
    kept = [without_sources(each) for each in doc.split("\n\n")]
    return ERRORS.sub(lambda found: NAMES[found[0]], "\n\n".join(each for each in kept if each))


def without_sources(paragraph: str) -> str:
    return "\n".join(line for line in paragraph.split("\n") if not line.startswith("Source:"))


def flowing(text: str) -> str:
    """A help text as one that is wrapped shall be: a line for each form, and for the sentences of a rule that
    its source only broke for want of room.
    """
    forms, *rules = text.split("\n\n")
    return "\n\n".join([forms, *(BROKEN.sub(" ", each) for each in rules)])


BROKEN = re.compile(r"(?<!\.)\n(?!Unverified:)")
"""The end of a line inside a sentence."""


NAMES = {kind.__name__: f"{kind.wording} (errnum {kind.number})" for kind in BasicError.__subclasses__()}
ERRORS = re.compile(rf"\b({'|'.join(sorted(NAMES, key=len, reverse=True))})\b")


# ---- forms


def form_and_sentence(line: str, name: str, parameters: frozenset[str]) -> tuple[str, str]:
    """The first line of a help text parted: `GCLS [color]` and `fills the whole page; …`.

    A form ends where its sentence begins, with a word in small letters that is no parameter.
    """
    words = line.split(" ")
    end = 1
    while end < len(words) and belongs(words[end], words[end - 1], name, parameters):
        end += 1
    return " ".join(words[:end]), " ".join(words[end:])


def belongs(word: str, before: str, name: str, parameters: frozenset[str]) -> bool:
    """Whether a word is still part of the form."""
    if word in {"·", name} or word.startswith(f"{name}(") or before == "OUT":
        return True
    if word.isupper() or MARKED.search(word.rstrip(".,;")):
        return True
    return before == name and (word in parameters or len(word) == 1)


def parameters_of(word: Word) -> frozenset[str]:
    forms = word.forms if isinstance(word, Builtin) else [word.read]
    return frozenset(parameter.name for form in forms for parameter in form.parameters)


# ---- the page

HEAD = """\
# Builtins

Every instruction, function and system variable, by family. Made by `retromaze list --builtins --markdown`
from the one table that the compiler checks calls against; nothing here is written by hand.

What stands in brackets may be missing. `OUT` names variables that receive results. An error is named with its
number, which ERRNUM tells. *Unverified* marks what no source or measurement of the console settles.

*Work* is what a call takes of a frame's 55,000 units; a simple statement is one. Lines (and PRINT, 30) were
timed on the console; everything else is the time this machine takes itself, in units of 0.3 microseconds.
"""


def markdown() -> str:
    """The reference page."""
    words = all_words()
    parts = [HEAD]
    for family, names in families().items():
        parts.append(f"## {family.capitalize()}\n")
        parts += [entry(words[name]) for name in names]
    return "\n".join(parts)


def entry(word: Word) -> str:
    """One word: its forms as a list, then its rules."""
    forms, *rules = readable(word.doc).split("\n\n")
    lines = [f"### `{word.name}`\n"]
    for line in forms.split("\n"):
        form, sentence = form_and_sentence(line, word.name, parameters_of(word))
        lines.append(f"- {' · '.join(f'`{each}`' for each in form.split(' · '))} {markdown_text(sentence)}")
    for each in rules:
        lines.append("\n" + markdown_text(each).replace("\nUnverified:", "\n\nUnverified:"))
    if isinstance(word, Builtin):
        lines.append("\n" + work(word))
    return "\n".join(lines).replace("Unverified:", "*Unverified:*") + "\n"


def work(word: Builtin) -> str:
    """What a call costs: `*Work:* 60`, `*Work:* 2, and 1 unit for every 250 elements`."""
    return f"*Work:* {', and '.join(map(str, (f'{word.cost:,}', *word.rates)))}"


def markdown_text(text: str) -> str:
    """Plain text as Markdown shows it unchanged."""
    return re.sub(r"([\\`*_<>\[\]#|])", r"\\\1", text)
