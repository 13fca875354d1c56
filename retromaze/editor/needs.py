"""Finds what a program asks of the console: devices, screens, and words that nothing answers here."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterator
from dataclasses import dataclass

from retromaze.analysis.sharing import COMPUTED, callee_of
from retromaze.builtins.devices import FEATURES
from retromaze.builtins.form import Builtin
from retromaze.builtins.handling import Device
from retromaze.builtins.registry import BUILTINS, VARIABLES
from retromaze.language import nodes
from retromaze.language.effects import effects
from retromaze.language.program import Program, Scope
from retromaze.language.walk import nodes_in
from retromaze.machine.screen import TALL, WITH_LOWER_SCREEN

Lines = dict[str, list[int]]
"""Where each word stands: lines from 1, each once, rising."""
LAYERS = {"console": "text", "graphics": "graphics", "sprites": "sprites", "backgrounds": "backgrounds"}
"""What a screen shows, by the family of the words that change it."""
OWN_SYNTAX = {"CALL", "XON", "XOFF"}


@dataclass(frozen=True, slots=True)
class Screens:
    """Which screens a program uses: the upper one always, both as one in XSCREEN 4."""

    lower: bool
    tall: bool
    layers: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Needs:
    """What a program asks for, with the lines.

    `devices` by device and word, `silent` words that nobody hears, `unknown` words that are neither the
    console's nor the program's own, and labels that stand nowhere, `refused` words of the console in a form
    that they do not have.
    """

    devices: dict[Device, Lines]
    silent: Lines
    unknown: Lines
    refused: Lines
    screens: Screens

    @property
    def absent(self) -> dict[Device, Lines]:
        """The devices that this console lacks."""
        return {device: lines for device, lines in self.devices.items() if device.is_absent}


def needs_of(program: Program, others: Collection[str] = ()) -> Needs:
    """The needs of a program; `others` are names of DEFs that other programs lend it."""
    devices: dict[Device, dict[str, set[int]]] = defaultdict(lambda: defaultdict(set))
    silent: dict[str, set[int]] = defaultdict(set)
    unknown: dict[str, set[int]] = defaultdict(set)
    refused: dict[str, set[int]] = defaultdict(set)
    families = set()
    lower = tall = False
    heads = ((scope, head) for scope in program.scopes for head in scope.heads)
    for scope, node in ((scope, node) for scope, head in heads for node in nodes_in(head)):
        for device, word in devices_in(scope, node):
            devices[device][word].add(node.line)
        if isinstance(node, nodes.Print | nodes.Input | nodes.LineInput):
            families.add("console")
        if not isinstance(node, nodes.Function | nodes.Instruction):
            continue
        name, arguments = callee_of(node)
        builtin = BUILTINS.get(name)
        if name == COMPUTED or name in program.definitions:
            continue
        if builtin is None:
            is_own = name in OWN_SYNTAX or scope.find(name) is not None
            if name not in others and name not in VARIABLES and not is_own:
                unknown[name].add(node.line)
            continue
        families.add(builtin.family)
        if name == node.name and not fits(node, builtin):
            refused[name].add(node.line)
        if builtin.silent:
            silent[name].add(node.line)
        number = arguments[0].value if arguments and isinstance(arguments[0], nodes.Number) else None
        lower |= name == "DISPLAY" and bool(arguments) and number != 0
        lower |= name == "XSCREEN" and (number is None or number in WITH_LOWER_SCREEN)
        tall |= name == "XSCREEN" and number == TALL
    for label, line in missing_labels(program):
        unknown[label].add(line)
    layers = tuple(layer for family, layer in LAYERS.items() if family in families)
    order = [device for device in Device if device in devices]
    return Needs(
        {device: sorted_lines(devices[device]) for device in order},
        sorted_lines(silent),
        sorted_lines(unknown),
        sorted_lines(refused),
        Screens(lower, tall, layers),
    )


def devices_in(scope: Scope, node: nodes.Node) -> Iterator[tuple[Device, str]]:
    """The devices that one node asks for by itself, and by which word."""
    match node:
        case nodes.Input():
            yield Device.KEYBOARD, "INPUT"
        case nodes.LineInput():
            yield Device.KEYBOARD, "LINPUT"
        case nodes.Name(name=name) if (variable := VARIABLES.get(name)) and variable.device:
            yield variable.device, name
        case nodes.Instruction(name="XON", arguments=[nodes.Name(name=word) | nodes.String(value=word)]):
            if word in FEATURES:
                yield FEATURES[word], f"XON {word}"
        case nodes.Instruction() | nodes.Function():
            name = callee_of(node)[0]
            called = BUILTINS.get(name) or VARIABLES.get(name)
            if called and called.device:
                yield called.device, called.name


def fits(call: nodes.Function | nodes.Instruction, word: Builtin) -> bool:
    """Whether a word has a form for a call."""
    outputs = None if isinstance(call, nodes.Function) else call.outputs
    receivers = None if outputs is None else len(outputs)
    return word.fits(len(call.arguments), value=isinstance(call, nodes.Function), receivers=receivers)


def missing_labels(program: Program) -> Iterator[tuple[str, int]]:
    """The labels, with lines, that a jump or RESTORE names and that stand nowhere in the program."""
    there = {label for scope in program.scopes for label in scope.labels}
    for scope in program.scopes:
        for head in scope.heads:
            found = effects(head)
            targets = [*found.gotos, *found.gosubs, head.target if isinstance(head, nodes.Restore) else None]
            for target in targets:
                if isinstance(target, nodes.LabelText) and target.name not in there:
                    yield f"@{target.name}", head.line


def sorted_lines(found: dict[str, set[int]]) -> Lines:
    """By the first line."""
    return {word: sorted(lines) for word, lines in sorted(found.items(), key=lambda each: min(each[1]))}
