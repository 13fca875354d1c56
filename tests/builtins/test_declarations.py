"""What the declaration of a word says is held against what the word does.

Every form of every word is called with arguments of its kinds, at rest and on a machine in use. A word that
is added is tried here by its declaration alone, unless it wants arguments that no kind can tell: see SAMPLES.
"""

import copy
from collections.abc import Callable
from operator import attrgetter
from typing import Any

import pytest

from retromaze.analysis.kinds import LARGEST, SMALLEST
from retromaze.analysis.side_effects import removes_element
from retromaze.builtins import load_all
from retromaze.builtins.form import PASSING, Change, Form, Handling, Parameter, Reads, with_checks
from retromaze.builtins.registry import BUILTINS, VARIABLES
from retromaze.comparison.state_digests import Digester
from retromaze.engine.computer import Computer
from retromaze.errors import BasicError, OutOfRange
from retromaze.machine.machine import Machine
from retromaze.values.arrays import Array
from tests.amounts import TIER

load_all()


def forms(holds: Callable[[Form], object] = lambda form: True) -> list[tuple[str, str, Form]]:
    """Returns each form of a word for which `holds` is true: its name and number, the word and the form.

    PUSH, CALL and their like are not among them: the compiler writes code of its own for these.
    """
    return [
        (f"{name} {number}", name, form)
        for name, entry in sorted(BUILTINS.items())
        for number, form in enumerate(entry.forms)
        if not entry.statement and not entry.changes_in_place and holds(form)
    ]


READS = {name: each.read for name, each in sorted(VARIABLES.items())}
# Texts and arrays that a word wants where any number, text or array of the kind will not do.
SAMPLES: dict[str, dict[str, Any]] = {
    "ARYOP": {"target": "array", "third": None},
    "BGMSETD": {"label": "@L"},
    "BQPARAM": {"rate": 8000.0, "frequency": 1000.0, "gain": None},
    "BGSCREEN": {"tile": 8},
    "CHKFILE": {"name": "TXT:NOTE"},
    "CHKLABEL": {"name": "@L"},
    "COPY": {"rest": "array"},
    "DELETE": {"name": "TXT:NOTE"},
    "FILL": {"value": 9},
    "DISPLAY": {"number": 0},
    "DTREAD": {"text": "2015/01/02"},
    "FFT": dict.fromkeys(("real", "imaginary", "wave", "wave_imaginary", "window"), "wave"),
    "FORMAT$": {"pattern": "%D"},
    "FONTDEF": {"shape": "FFFF" * 64},
    "GLOAD": {"colors": 0},
    "IFFT": dict.fromkeys(("wave", "wave_imaginary", "real", "imaginary"), "wave"),
    "LOAD": {"name": "TXT:NOTE"},
    "MICSAVE": {"first": 0, "second": 1, "third": "array"},
    "PCMSTREAM": {"right": None, "rate": None},
    "RENAME": {"old": "TXT:NOTE", "new": "TXT:OTHER"},
    "SAVE": {"name": "TXT:NOTE", "content": "A"},
    "SORT": {"arguments": "array"},
    "SPANIM": {"target": "XY", "given": "array"},
    "SPDEF": {"content": "array"},
    "SPFUNC": {"name": "@L"},
    "SPLINK": {"number": 2, "parent": 1},
    "RSORT": {"arguments": "array"},
    "TMREAD": {"text": "12:34:56"},
    "VAL": {"text": "5"},
    "WAVSET": {"wave": "7F" * 16},
    "WIDTH": {"size": 8},
}
# How many elements such an array has.
ARRAYS = {"array": 300, "wave": 256}
# Of these the range hangs on the state of the machine, or on other arguments as well; the function knows it.
DEPENDING = {
    *(("BQPARAM", each) for each in ("rate", "frequency", "quality", "gain")),
    ("DISPLAY", "number"), ("DTREAD", "text"), ("FILL", "start"), ("FILL", "count"), ("GCLIP", "x1"),
    ("GCLIP", "x2"), ("GCLIP", "y1"), ("GCLIP", "y2"), ("LOCATE", "column"), ("LOCATE", "row"),
    ("MPGET", "terminal"), ("MPNAME$", "terminal"), ("MPSTAT", "terminal"), ("PRGDEL", "count"),
    ("PRGEDIT", "line"), ("SUBST$", "start"), ("WAVSETA", "first"), ("WAVSETA", "last"),
    *((word, place) for word in ("BGGET", "BGLOAD", "BGPUT", "BGSAVE") for place in ("x", "y")),
    *((word, side) for word in ("BGLOAD", "BGSAVE", "BGSCREEN") for side in ("width", "height")),
    *((word, side) for word in ("SPCHR", "SPDEF", "SPSET") for side in ("u", "v", "width", "height")),
}  # fmt: skip
PROBES = (-70_000, 0, 200, 70_000, *((-1, 7, 50, 512) if TIER == "exhaustive" else ()))
WAITED = PROBES if TIER == "exhaustive" else (-70_000, 0, 200)
"""What a word that waits is tried with: so many frames take their time."""


def gives(form: Form) -> bool:
    return bool(form.result or form.outputs)


def changes_array(form: Form) -> bool:
    """Whether there is an array that it always changes."""
    return any(each.handling.changes and not each.optional for each in form.all_parameters)


def numbers(form: Form) -> list[tuple[int, Parameter]]:
    """The places of the numbers that it takes."""
    kinds = {"int", "coordinate", "float", "number"}
    return [(at, each) for at, each in enumerate(form.parameters) if each.kind in kinds]


def array(count: int = 7, size: int = 300) -> Array:
    made = Array("#", (size,))
    made.write(0, [float(each % count + 1) for each in range(size)])
    return made


def sample(name: str, parameter: Parameter) -> Any:
    """An argument that the word takes."""
    if parameter.name in SAMPLES.get(name, {}):
        found = SAMPLES[name][parameter.name]
        return array(5, ARRAYS[found]) if found in ARRAYS else found
    if parameter.range is not None:
        return max(1, int(parameter.range.low)) if parameter.range.low > -1 else 0
    return {"str": "A", "array": array(), "float": 0.5, "number": 1, "value": 1}.get(parameter.kind, 1)


def samples(name: str, form: Form) -> list[Any]:
    return [sample(name, each) for each in form.all_parameters]


def computer(seed: int = 1) -> Computer:
    """One with a file, a program in slot 1 that is edited, every device on and a small write clip."""
    made = Computer(Machine(seed=seed, budget=1 << 30))
    made.machine.storage.write_text("NOTE", "HELLO")
    made.load_source(0, "@L\nDATA 1,2,3\n")
    made.load_source(1, "PRINT 1\nPRINT 2\n")
    made.prepare(0)
    made.slots[0].open_to_others = True
    made.features = {"MOTION", "MIC"}
    made.machine.screen.set_clip((0, 0, 15, 15))
    for number in (1, 2):
        made.machine.sprites.set(number, 0)
        made.machine.sprites.detect(number)
    BUILTINS["PRGEDIT"].forms[0].call(made, 1, 1)
    return made


def in_use() -> Computer:
    """Another one, in which all is otherwise that a word might look at, time included."""
    made = computer(2)
    machine = made.machine
    for _ in range(100):
        machine.pass_frame()
    machine.screen.set_color(5)
    machine.screen.fill(0, 0, 511, 511, -65536)
    machine.console.set_width(16)
    machine.console.print("XYZ" * 50)
    machine.storage.write_text("OTHERS", "X")
    machine.system.keep("KEPT")
    machine.rng.below(9)
    machine.sprites.animate(1, "V", [(1000, (5.0,))])
    machine.sprites.move(2, 100, 100)
    made.machine.system.result, made.error_number = 0, 7
    return made


def called(owner: Computer, form: Form, given: list[Any]) -> Any:
    hosts: dict[str, list[Any]] = {"machine": [owner.machine], "computer": [owner], "": []}
    return with_checks(form)(*hosts[form.host], *given)


def outcome(owner: Computer, form: Form, given: list[Any]) -> Any:
    """What a call gives, or the error that it ends in."""
    try:
        return called(owner, form, given)
    except BasicError as error:
        return error.number, error.argument


def elements(given: list[Any]) -> list[Any]:
    return [list(each.values()) if isinstance(each, Array) else each for each in given]


def state_of(machine: Machine) -> tuple[Any, ...]:
    """What a machine shows, has set and has drawn of chance."""
    files = {name: machine.storage.read("TXT", name) for name in machine.storage.names("TXT")}
    chance = copy.deepcopy(machine.rng)
    taken = machine.input.keys_taken, machine.input.answers_taken
    # few words look at any, and a megabyte takes its time
    looked_at = [each for each in enumerate(machine.pages) if not each[1].is_untouched]
    pages = {at: page.pixels.tobytes() for at, page in looked_at if page.pixels != page.initial_words()}
    return Digester(machine).digest(), files, [chance.raw(each) for each in range(8)], taken, pages


def system_of(owner: Computer) -> tuple[Any, ...]:
    """What the system keeps of the program."""
    editor = (owner.editor.slot, owner.editor.line, owner.editor.was_read) if owner.editor else None
    return owner.machine.system.result, owner.sysbeep, sorted(owner.features), editor


def state_of_all(owner: Computer, given: list[Any]) -> tuple[Any, ...]:
    """What a word might change: the machine, the system, the slots, the arguments of a call and the time."""
    slots = [(each.source, each.name) for each in owner.slots]
    return state_of(owner.machine), system_of(owner), slots, elements(given), owner.machine.frame


PARTS = (Change.MACHINE, Change.SYSTEM, Change.SLOTS)


# ---- what is changed


@pytest.mark.slow
def test_nothing_is_changed_but_what_is_declared() -> None:
    wrong = {}
    *before, _, frame = state_of_all(computer(), [])
    for call, name, form in forms():
        owner, given = computer(), samples(name, form)
        arguments = elements(given)
        outcome(owner, form, given)
        *after, later_arguments, later_frame = state_of_all(owner, given)
        found: list[object] = [
            part
            for part, one, other in zip(PARTS, before, after, strict=True)
            if one != other and part not in form.changes
        ]
        for parameter, one, other in zip(form.all_parameters, arguments, later_arguments, strict=True):
            if one != other and not parameter.handling.changes:
                found.append(f"{parameter.name} is changed")
            if isinstance(one, list) and len(one) != len(other) and not parameter.handling.resizes:
                found.append(f"{parameter.name} is resized")
        if (frame != later_frame) != form.waits:
            found.append("waits")
        if found:
            wrong[call] = found
    assert wrong == {}


def test_a_system_variable_changes_nothing() -> None:
    changed = []
    before = state_of_all(computer(), [])
    for name, form in READS.items():
        owner = computer()
        outcome(owner, form, [])
        if state_of_all(owner, []) != before:
            changed.append(name)
    assert changed == []


def test_an_array_that_is_to_be_changed_is() -> None:
    """No form is declared to do with its arrays what it never does, or the compiler would know less."""
    unchanged = []
    for call, name, form in forms(changes_array):
        given = samples(name, form)
        before = elements(given)
        outcome(computer(), form, given)
        if before == elements(given):
            unchanged.append(call)
    assert unchanged == []


# ---- what is looked at


def test_what_looks_nowhere_gives_the_same_on_every_machine() -> None:
    different = {}
    for call, name, form in forms(lambda form: gives(form) and not form.reads):
        found = [outcome(owner, form, samples(name, form)) for owner in (computer(), in_use())]
        if found[0] != found[1]:
            different[call] = found
    assert different == {}


@pytest.mark.slow
def test_what_looks_at_no_clock_gives_the_same_in_every_frame() -> None:
    different = {}
    for call, name, form in forms(lambda form: gives(form) and not form.reads & PASSING):
        owner, later = computer(), computer()
        for each in (owner, later):
            each.machine.screen.set_fade(-1, 200)
        for _ in range(150):
            later.machine.pass_frame()
        found = [outcome(each, form, samples(name, form)) for each in (owner, later)]
        if found[0] != found[1]:
            different[call] = found
    assert different == {}


def test_so_does_a_system_variable() -> None:
    wrong = {}
    for name, form in READS.items():
        later = computer()
        later.machine.frame += 24 * 60 * 60 * 60 if form.reads & Reads.DATE else 100
        first, second = outcome(computer(), form, []), outcome(later, form, [])
        used = outcome(in_use(), form, [])
        if form.reads & (Reads.CLOCK | Reads.DATE):
            right = first != second
        else:
            right = first == second or bool(form.reads & PASSING)
        if not right or (not form.reads and first != used):
            wrong[name] = first, second, used
    assert wrong == {}


# ---- ranges


@pytest.mark.slow
def test_a_range_ends_where_the_error_begins() -> None:
    wrong = {}
    for call, name, form in forms(numbers):
        owner = computer()
        for at, parameter in numbers(form):
            valid = parameter.range
            ends = {valid.low - 1, valid.low, valid.high, valid.high + 1} if valid else set[float]()
            probes = WAITED if form.waits else PROBES
            for value in sorted({each for each in ends if abs(each) <= 70_000} | {*probes}):
                given = samples(name, form)
                given[at] = int(value) if parameter.kind == "int" else value
                found = outcome(owner, form, given)
                is_out = found == (OutOfRange.number, at + 1)
                if valid is not None and valid.refuses(given[at]) and given[at] not in valid.illegal:
                    right = is_out
                else:
                    right = not is_out or (name, parameter.name) in DEPENDING
                if not right:
                    wrong[call, parameter.name, given[at]] = found
    assert wrong == {}


def test_what_is_given_lies_in_the_range_of_the_result() -> None:
    outside = {}
    for call, name, form in forms(lambda form: form.range):
        assert form.range is not None
        for owner in (computer(), in_use()):
            found = outcome(owner, form, samples(name, form))
            if not isinstance(found, tuple) and form.range.refuses(found):
                outside[call] = found
    assert outside == {}


def test_a_text_is_no_longer_than_declared() -> None:
    longer = {}
    for call, name, form in forms(lambda form: form.longest is not None):
        tried = [samples(name, form)]
        for at, parameter in numbers(form):
            ends = (parameter.range.low, parameter.range.high) if parameter.range else ()
            for value in (SMALLEST, -1, 0, LARGEST, *map(int, ends)):
                tried.append(samples(name, form))
                tried[-1][at] = value
        for given in tried:
            found = outcome(computer(), form, given)
            if not isinstance(found, tuple) and len(found) > form.longest:  # type: ignore[operator]
                longer[call] = given, found
    assert longer == {}


# ---- methods


def test_a_state_is_there_and_is_what_is_told() -> None:
    different = {}
    for call, name, form in forms(lambda form: form.state):
        owner = in_use()
        values = [attrgetter(path)(owner.machine) for path in form.state]
        told = outcome(owner, form, samples(name, form))
        if told not in (values[0], tuple(values)):
            different[call] = told, values
    assert different == {}


def test_words_that_own_are_the_four_that_the_compiler_writes() -> None:
    owners = {name for name, entry in BUILTINS.items() if entry.changes_in_place}
    assert owners == {"POP", "PUSH", "SHIFT", "UNSHIFT"}
    assert {name for name in owners if removes_element(name)} == {"POP", "SHIFT"}
    stored = [each.handling for name in ("PUSH", "UNSHIFT") for each in BUILTINS[name].forms[0].parameters]
    assert stored == [Handling.OWNED, Handling.STORED] * 2


def test_a_function_without_a_body_stands_for_what_is_declared() -> None:
    expressions = {name: BUILTINS[name].forms[0].expression for name in ("SPSHOW", "SPUSED", "SPCOL", "TALK")}
    assert expressions == {
        "SPSHOW": "machine.sprites.show({number})",
        "SPUSED": "",  # has a body, which makes a number of the method's result
        "SPCOL": "machine.sprites.detect({number}, scales={scales} != 0)",
        "TALK": "",  # is wrapped in a function that counts its calls
    }
