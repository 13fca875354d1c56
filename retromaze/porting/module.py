"""The state of a port while it is written: its names and imports, its variables, and one function of it."""

from __future__ import annotations

import ast
import builtins
import keyword
import re
from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, field
from functools import cached_property
from itertools import chain, count
from typing import NamedTuple

from retromaze.analysis import side_effects
from retromaze.analysis.guards import GuardTable
from retromaze.analysis.inference import unsafe_arrays
from retromaze.analysis.jumps import steps_outside_loops
from retromaze.analysis.kinds import INTEGER, Kind, Type
from retromaze.analysis.side_effects import is_pure, variables_read, variables_stored
from retromaze.analysis.type_rules import Facts, Variant
from retromaze.language import nodes
from retromaze.language.block_tree import CountedLoop, Step, all_steps, heads_of
from retromaze.language.lexer import ascii_upper
from retromaze.language.nodes import Expression, calls_in
from retromaze.language.numbers import COLORS, CONSTANTS, LARGEST
from retromaze.language.program import Program, Scope, Variable
from retromaze.language.prologue import literal_value
from retromaze.machine.colors import channels
from retromaze.porting.inference import PortVariants, SettledPortRules
from retromaze.porting.literals import Literals
from retromaze.porting.preparing import CannotPort, settings_among, settings_at_top
from retromaze.porting.units import Liveness, PortUnit
from retromaze.porting.variable_names import words_apart
from retromaze.porting.zeros import zeros_of
from retromaze.python import fragments
from retromaze.python.dispatches import STEP
from retromaze.python.fragments import (
    STORE,
    Piece,
    as_store_target,
    hex_literal,
    item_or_tuple,
    number_literal,
)

# ---- names: lower case, one for each name of the listing, none of Python's own

IMPORTED_MODULES = {"math"}
IMPORTED_NAMES = {
    "suppress": ("contextlib", "suppress"),
    "NamedTuple": ("typing", "NamedTuple"),
    "dataclass": ("dataclasses", "dataclass"),
    "Any": ("typing", "Any"),
    "UndefinedFunction": ("retromaze.errors", "UndefinedFunction"),
    "UndefinedLabel": ("retromaze.errors", "UndefinedLabel"),
    "TypeMismatch": ("retromaze.errors", "TypeMismatch"),
    "Buttons": ("retromaze.machine.input", "Buttons"),
    "channels": ("retromaze.machine.colors", "channels"),
    "rgb": ("retromaze.machine.colors", "rgb"),
    "basic": ("retromaze.ports", "basic"),
    "blocks": ("retromaze.ports", "blocks"),
    "files": ("retromaze.ports", "files"),
    "signals": ("retromaze.ports", "signals"),
    "deep_recursion": ("retromaze.recursion", "deep_recursion"),
}
"""The names that ports import, each with its module and its name there."""
SUFFIXES = {"$": "_text", "%": "_int", "#": "_real"}
VARIABLES = "VARIABLES"
"""The name of a port's table from its variables to the listing's."""
# `l` looks like a 1: linters refuse it
PORT_NAMES = {"machine", "self", "main", "run", "basic", "math", STEP, "data", "Machine", VARIABLES, "l"}
RESERVED = {*keyword.kwlist, *keyword.softkwlist, *dir(builtins), *PORT_NAMES, *IMPORTED_NAMES}
ALLOWED_NAMES = {
    *("abs", "all", "any", "bool", "chr", "enumerate", "float", "int", "len", "list", "max", "min", "ord"),
    *("range", "reversed", "str", "tuple"),
    *("machine", "self", "main", "run", "__init__", STEP, "data", "_", "Machine", "Never", VARIABLES),
}
"""The names in ports that they neither import nor have from their listings."""
METHOD_NAMES = {*filter(str.islower, dir(builtins))} - {*ALLOWED_NAMES, *keyword.kwlist} | {"main"}
"""Names that methods of a port may have: builtins that ports never call, as `open`, and `main`."""


class PortNames:
    """The Python names of a port: of `variables` (the same in every scope), of DEFs and of `labels`.

    `suggested`: names for some variables, from words of the listing; `listing_names`: the listing's names of
    variables that have another in Python, by that; `plain_names`: what names would be if no other had
    a claim. Names in `_used` are taken; `has_dispatch`: whether the port needs the name `step` for one.
    """

    def __init__(
        self,
        program: Program,
        labels: Mapping[str, str],
        suggested: Mapping[str, str],
        words: Set[str],
        *,
        has_dispatch: bool,
    ) -> None:
        """Chooses all names; `labels` are those at which a function begins, each with the words for it.

        `words` are all words of the listing.
        """
        self._used: set[str] = RESERVED - (set() if has_dispatch else {STEP})
        self.plain_names: dict[str, str] = {}
        names = {name for scope in program.scopes for name in (*scope.variables, *scope.used_globals)}
        names = {program.origins.get(name, name) for name in names}
        names_of_listing = {python_letters(name) for name in (*names, *program.definitions, *labels)}
        self.listing_names = {
            self._claim(words, "_"): name
            for name, words in suggested.items()
            # with an underscore, if Python itself has the word
            if words not in names_of_listing and f"{words}_" not in names_of_listing
        }
        # A name without a suffix has the first claim to its letters.
        ordered = sorted(names, key=lambda name: (name[-1] in SUFFIXES, name))
        by_variable = {name: own_name for own_name, name in self.listing_names.items()}
        self.variables = {name: by_variable.get(name) or self._claim(name, "") for name in ordered}
        texts = (scope.variables["L$"] for scope in program.scopes if "L$" in scope.variables)
        if "l_text" in self.plain_names and not any(each.is_array for each in texts):
            self.plain_names["l_text"] = "text"  # `l` alone is easily read as 1
        # readers could not tell from the Python name that the underscore was left out
        self.listing_names |= {self.variables[name]: name for name in ordered if name.startswith("_")}
        # methods are called by `self.`, so they hide no builtin and no function of the module
        self._used -= METHOD_NAMES
        definitions = {name: words_apart(name, words) for name in program.definitions}
        self._definitions = {name: self._claim(each, "_def") for name, each in definitions.items()}
        self.labels = {name: self._claim(words_apart(each, words), "_sub") for name, each in labels.items()}
        self._methods = {*self._definitions.values(), *self.labels.values()}
        self._used |= METHOD_NAMES
        self._helper_names: dict[str, str] = {}
        # a web has its variable's name, unless `name_apart` gives it another one
        self.variables |= {web: self.variables[origin] for web, origin in program.origins.items()}

    def name_apart(self, webs: Collection[str], origin: str, suffix: str) -> None:
        """Gives webs of a variable a name of their own: the variable's, with the word for a suffix."""
        name = self._claim(self.variables[origin] + suffix, "")
        self.listing_names[name] = origin
        self.variables |= dict.fromkeys(webs, name)

    def _claim(self, name: str, ending: str) -> str:
        """Returns an unused Python name for a name of the listing, and marks it as used.

        Tries the letters of the name, then these with `_text`, `_int` or `_real` for its suffix (without one,
        with `ending`), then with `_`, then with numbers.
        """
        stem = python_letters(name)
        suffix = SUFFIXES.get(name[-1], "")
        choices = stem, stem + (suffix or ending or "_"), f"{stem}_", f"{stem}{suffix}_"
        numbered = (f"{stem}_{each}" for each in count(2))
        free = next(each for each in chain(choices, numbered) if each not in self._used)
        self._used.add(free)
        if free != stem and not keyword.iskeyword(stem):
            self.plain_names[free] = stem
        return free

    def rename(self, new_names: Mapping[str, str]) -> None:
        """Notes that names are written otherwise in some places; the new names come with the former ones."""
        self._used |= new_names.keys()
        self.listing_names |= {
            new: name
            for new, old in new_names.items()
            if (name := self.listing_names.get(old)) and python_letters(name) != new
        }

    def make_constant(self, name: str) -> bool:
        """Makes the Python name of a variable upper case, as for constants; False if that name is taken.

        It is made of its name from a comment, or else of its letters in the listing. An underscore at the
        end, which keeps `map_` apart from a builtin, is not needed in `MAP`.
        """
        current = self.variables[name]
        original = re.sub(r"[^A-Za-z0-9_]", "_", name.rstrip("$%#"))
        upper = (current if current in self.listing_names else original).upper()
        if current in self.listing_names and upper.rstrip("_") not in self._used | CONSTANTS.keys():
            upper = upper.rstrip("_")
        if not upper[:1].isalpha() or upper in self._used or upper in CONSTANTS:  # CONSTANTS: the #names
            return False
        self._used.add(upper)
        self.variables[name] = upper
        if current in self.listing_names:
            self.listing_names[upper] = self.listing_names.pop(current)
        return True

    def table_name(self, name: str) -> str:
        """Makes a variable's Python name upper case, for a constant list; returns it, "" if it is taken."""
        variable = next((each for each, python_name in self.variables.items() if python_name == name), "")
        return self.variables[variable] if variable and self.make_constant(variable) else ""

    def new_constant(self, words: str) -> str:
        """Returns an unused name in upper case for a table without one in the listing; ROWS for no words."""
        upper = python_letters(words).upper() if words else "ROWS"
        numbered = (f"{upper}_{each}" for each in count(2))
        taken = self._used | CONSTANTS.keys()
        free = next(each for each in chain([upper, f"{upper}_ROWS"], numbered) if each not in taken)
        self._used.add(free)
        return free

    def function_name(self, name: str, number: int) -> str:
        """Returns the name of a DEF's function; for its variants (`number` 1 and up) a new name."""
        first = self._definitions[name]
        return self._claim(f"{first}_{number + 1}", "_def") if number else first

    @property
    def defined_names(self) -> set[str]:
        """All names that the port defines itself."""
        return (self._used - RESERVED) | self._methods

    def new_name(self, word: str) -> str:
        """Returns an unused name made of a word, for something without a name in the listing; always new."""
        return self._claim(word, "_")

    def helper_name(self, word: str) -> str:
        """Returns a name made of a word, for something without a name in the listing; always the same."""
        if word not in self._helper_names:
            self._helper_names[word] = self.new_name(word)
        return self._helper_names[word]


def python_letters(name: str) -> str:
    """Returns the letters of a name of the listing that Python allows, in lower case.

    An underscore at the beginning, which makes a name private in Python, is left out. `_1`, which
    would begin with a digit then, is `at__1`.
    """
    letters = re.sub(r"[^A-Za-z0-9_]", "_", name.rstrip("$%#").lower())
    public = letters.lstrip("_")
    return public if public[:1].isalpha() else f"at_{letters}"


def class_name(path: str) -> str:
    """Returns `ButtonGame` for `programs/button_game.bas`; "Listing" for a path without letters.

    A name that ports use for something else gets an ending: `any.bas` is `AnyListing`.
    """
    stem = re.sub(r"\.\w+$", "", re.split(r"[/\\]", path)[-1])
    words = [word for word in re.split(r"[^A-Za-z0-9]+", stem) if word]
    # the console's own names have capitals alone: MAZE is Maze, and MyMaze stays
    name = "".join(word[0].upper() + (word[1:].lower() if word.isupper() else word[1:]) for word in words)
    if name in RESERVED or CONSTANTS.get(name) is not None:
        return f"{name}Listing"
    return name if name[:1].isalpha() else "Listing"


def imports(names: Set[str], signed: Set[str]) -> Iterator[ast.stmt]:
    """Yields the imports that a port's code needs for its `names`, and assignments of the #constants in it.

    `signed`: names of colors that are also used as numbers, and so have a sign, as `rgb` returns them.
    """
    colors = names & COLORS.keys()
    if colors & signed:
        names = names | {"rgb"}
    by_module = {"retromaze.machine.machine": ["Machine"]}
    for where, name in (IMPORTED_NAMES[name] for name in names & IMPORTED_NAMES.keys()):
        by_module.setdefault(where, []).append(name)
    yield from (ast.Import([ast.alias(name)]) for name in sorted(names & IMPORTED_MODULES))
    # as ruff sorts imports: the standard library first, and classes before functions
    for where in sorted(by_module, key=lambda each: ("retromaze" in each, each)):
        imported = sorted(by_module[where], key=lambda name: (name[0].islower(), name))
        yield ast.ImportFrom(where, [ast.alias(each) for each in imported], 0)
    others = (names & CONSTANTS.keys()) - colors
    values = {name: number_literal(CONSTANTS[name]).node for name in others}
    words = {name: hex_literal(f"{COLORS[name]:08X}").node for name in colors - signed}
    channels_of = {name: map(number_literal, channels(COLORS[name])[1:]) for name in colors & signed}
    calls = {name: fragments.call("rgb", *each).node for name, each in channels_of.items()}
    for each in (values, words, calls):
        yield from constant_assignments(sorted(each.items()))


def constant_assignments(constants: list[tuple[str, ast.expr]]) -> Iterator[ast.stmt]:
    """Yields assignments of constants, at most four a line: `RED, BLUE = 0xFFF80000, 0xFF0000F8`.

    `constants`: their names and values.
    """
    for at in range(0, len(constants), 4):
        names, values = zip(*constants[at : at + 4], strict=True)
        targets = [ast.Name(name, STORE) for name in names]
        yield ast.Assign([as_store_target(item_or_tuple(targets))], item_or_tuple(values))


# ---- constants: variables that are set once, to a number or a text, before any read


class ConstantDefinition(NamedTuple):
    """The statement or declaration that sets a variable to its only value."""

    place: nodes.Assign | nodes.Declaration
    value: Expression


def constants_of(
    program: Program, units: Sequence[PortUnit], liveness: Liveness, excluded: Set[Variable]
) -> dict[Variable, ConstantDefinition]:
    """Returns the variables that the start of a program sets once, to a literal, before any read.

    `excluded` are variables that become something else. What a subroutine sets is a constant only if others
    read it; and none is if a DEF or a method has a local of its name: both would have one name in Python.
    """
    start = units[0]
    heads = [(unit, head) for unit in units for head in liveness.heads[unit]]
    units_reading: dict[Variable, list[PortUnit]] = defaultdict(list)
    for unit in units:
        for each in liveness.values_read[unit]:
            units_reading[each].append(unit)
    store_counts = Counter(each for unit, head in heads for each in variables_stored(unit.scope, head))
    store_counts.subtract(declared_before(start, liveness))
    local_names = {name for scope in program.definitions.values() for name in scope.variables}
    local_names |= program.split_names
    # those in `entry` may be read before they are set
    usable = units_reading.keys() - liveness.entry[start] - excluded
    return {
        variable: constant
        for unit in units
        if unit.scope is start.scope
        for variable, constant in literals_stored(unit)
        if store_counts[variable] == 1
        and variable in usable
        and (unit is start or unit.is_stretch or units_reading[variable] != [unit])
        and not variable.is_array
        and variable.name not in local_names
    }


def declared_before(unit: PortUnit, liveness: Liveness) -> Iterator[Variable]:
    """Yields the variables that a unit declares without a value, and sets before it reads them.

    In `VAR N` and then `N=3` the declaration is no store that counts.
    """
    declared: set[Variable] = set()
    for step in unit.body.statements:
        if not isinstance(step, nodes.Node) or isinstance(step, nodes.Label):
            return  # from a loop, branch or label on, the order of the statements is not known
        if any(liveness.calls(unit, step)):  # the called unit may read or set the variables
            return
        if isinstance(step, nodes.Declare):
            bare = (each.name for each in step.declarations if each.value is None and each.sizes is None)
            declared.update(unit.scope.variables[name] for name in bare)
        declared -= variables_read(unit.scope, step)
        variable = unit.scope.stored_variable(step.target) if isinstance(step, nodes.Assign) else None
        if variable in declared:
            declared.remove(variable)
            yield variable


def literals_stored(unit: PortUnit) -> Iterator[tuple[Variable, ConstantDefinition]]:
    """Yields the variables to which a unit of the main program assigns a number or a text."""
    places: list[tuple[str, nodes.Assign | nodes.Declaration]] = []
    for step in all_steps(unit.body):
        match step:
            case nodes.Assign(target=nodes.Name(name=name)):
                places.append((name, step))
            case nodes.Declare():
                places += [(each.name, each) for each in step.declarations]
    for name, place in places:
        variable = unit.scope.find(name)
        if variable is not None and place.value is not None and is_literal(place.value):
            yield variable, ConstantDefinition(place, place.value)


def is_literal(value: Expression) -> bool:
    """Whether a value is a number or a text that is written out, not a name such as TRUE."""
    return literal_value(value) is not None and not isinstance(value, nodes.Name)


# ---- a module and a function

PYTHON_TYPES = {
    Type.INTEGER: fragments.INT,
    Type.WHOLE: fragments.INT,
    Type.REAL: fragments.FLOAT,
    Type.STRING: fragments.STR,
}
DEFAULTS = {
    fragments.BOOL: "False",
    fragments.INT: "0",
    fragments.FLOAT: "0.0",
    fragments.STR: '""',
    fragments.ANY: "0",
}


def python_type(kind: Kind) -> str:
    """Returns the Python type of values of a kind."""
    return PYTHON_TYPES.get(kind.type, fragments.ANY)


@dataclass(eq=False)
class Module:
    """A port while it is written.

    `rules` finds the type rules of a scope. `texts`: the strings that several names may share; `is_class`:
    whether the units are methods of a class, not `main` alone; `truths`: the numbers that are only 0 or 1 and
    only tested; `functions`: the Python name of each DEF's variant; `keywords`: the constants that become
    parameters of `main`; `constants`: those that become names of the module; `data_labels`: the labels that
    RESTORE may compute, each with the number of its first DATA.
    """

    program: Program
    variants: PortVariants
    facts: Facts
    rules: Callable[[Scope], SettledPortRules]
    guard_table: GuardTable
    names: PortNames
    literals: Literals
    texts: set[Variable]
    is_class: bool = False
    truths: set[Variable] = field(default_factory=set)
    constants: dict[Variable, ConstantDefinition] = field(default_factory=dict)
    functions: dict[Variant, str] = field(default_factory=dict)
    keywords: dict[Variable, nodes.Assign] = field(default_factory=dict)
    reads_data: bool = False
    data_labels: dict[str, int] = field(default_factory=dict)
    temporary_names: dict[str, list[str]] = field(default_factory=lambda: defaultdict(list))

    @cached_property
    def reads_result(self) -> bool:
        """Whether the listing reads RESULT."""
        inside = (node for scope in self.program.scopes for node in scope.nodes)
        return any(isinstance(node, nodes.Name) and node.name == "RESULT" for node in inside)

    @cached_property
    def hidden_minus_zeros(self) -> set[nodes.Node]:
        """The operations whose result may be -0 while nothing shows the sign."""
        return zeros_of(self.variants, self.rules).hidden

    @cached_property
    def second_names(self) -> set[Variable]:
        """The arrays and strings that may have two names, so that a store to another one changes them."""
        return {*unsafe_arrays(self.program.scopes, self.variants, is_data_known=True), *self.texts}

    def type_of(self, variable: Variable) -> str:
        """Returns the Python type of a variable, or of an array's elements."""
        if variable in self.texts:
            return fragments.TEXT
        if variable in self.truths:
            return fragments.BOOL
        return python_type(self.facts.kind_of(variable))

    def annotation(self, variable: Variable) -> str:
        """Returns the annotation of a variable; `list[list[int]]` for an array with two dimensions."""
        return "list[" * variable.dimensions + self.type_of(variable) + "]" * variable.dimensions

    def default(self, variable: Variable) -> str:
        """Returns the Python text of the value that a variable has before anything is stored into it."""
        if variable.is_array:
            return "[]"
        return DEFAULTS.get(self.type_of(variable), "basic.Text()")  # a string that several names share


@dataclass(eq=False)
class PortFunction:
    """One Python function of a port while it is written.

    `attributes`: the variables that are attributes here (`self.x`); `counters`: those among them that a `for`
    around the current place also holds in a local; `declared`: the variables written so far; `read`: those
    that are read anywhere; `temporaries`: the placeholders for expressions that are stored in one, each with
    the name to write for it; `used_temporaries` counts the temporaries of the current statement, by word.
    """

    module: Module
    scope: Scope
    rules: SettledPortRules
    attributes: Set[Variable] = frozenset()
    counters: set[Variable] = field(default_factory=set)
    declared: set[Variable] = field(default_factory=set)
    read: set[Variable] = field(default_factory=set)
    temporaries: dict[Expression, Piece] = field(default_factory=dict)
    used_temporaries: Counter[str] = field(default_factory=Counter)

    def python_name(self, variable: Variable) -> str:
        """Returns the name of a variable in this function: `self.x` for an attribute, else `x`."""
        name = self.module.names.variables[variable.name]
        return f"self.{name}" if variable in self.attributes and variable not in self.counters else name

    def is_declared(self, variable: Variable) -> bool:
        """Whether a local was written before, so that it needs no further annotation.

        A variable of the listing may have been split into several with one Python name (its webs): then any
        of them counts.
        """
        if variable in self.declared or variable.name not in self.module.program.split_names:
            return variable in self.declared
        return self.python_name(variable) in map(self.python_name, self.declared)

    @property
    def data(self) -> str:
        """The object that READ reads from. Notes that the port needs it."""
        self.module.reads_data = True
        return "self.data" if self.module.is_class else "data"

    def data_at(
        self, line: int, word: str, label: Expression | None, scopes: Iterable[Scope]
    ) -> tuple[str, int]:
        """Returns the label that an instruction names, and the number of the first DATA after it.

        `word`: the instruction, for messages; `scopes`: where the label is looked for, in this order. Raises
        CannotPort if it is missing, computed or in none of them.
        """
        name = ""
        match label:
            case None:
                raise CannotPort(line, f"{word} without a label always fails")
            case nodes.LabelText():
                name = label.name
            case nodes.String(value=value) if value.startswith("@"):
                name = ascii_upper(value[1:])
        for scope in scopes:
            if name in scope.labels:
                return name, scope.labels[name]
        if name:
            raise CannotPort(line, f"there is no label @{name} to {word}")
        raise CannotPort(line, f"{word} of a label that is worked out is not known to ports")

    def temporary_name(self, word: str) -> str:
        """Returns the name of a new temporary of the current statement: `at`, then `at_`.

        Each statement begins again with the first name, as it clears `used_temporaries`.
        """
        names, used = self.module.temporary_names[word], self.used_temporaries[word]
        if used == len(names):
            names.append(self.module.names.new_name(word))
        self.used_temporaries[word] += 1
        return names[used]

    def temporary_operand(self, node: Expression, temporary: Piece, kind: Kind = INTEGER) -> Expression:
        """Returns an expression that stands for `node` and is written as the name of a temporary.

        Rules that mention an operand twice take this one, so that `node` is evaluated once.
        """
        placeholder = self.rules.placeholder(node, kind)
        self.temporaries[placeholder] = temporary
        return placeholder


# ---- operands that may be evaluated twice, or in another order
#
# Where a rule mentions an operand twice, the operand is stored in a temporary first (`temporary_operand`), or
# handed to a function of `basic`; where Python wants arguments in another order, they go by keyword.


def may_change_variables(function: PortFunction, *evaluated: nodes.Head | None) -> bool:
    """Whether evaluating these may change a variable: operands that are read before need temporaries then."""
    return any(
        each is not None and side_effects.may_store(each, function.module.variants) for each in evaluated
    )


def are_pure(function: PortFunction, *evaluated: nodes.Node | None) -> bool:
    """Whether these nodes are pure: without side effects, and with the same value at each evaluation."""
    return all(
        is_pure(call.name) and call.name not in function.module.variants
        for each in evaluated
        if each is not None
        for call in calls_in(each)
    )


# ---- keywords of main


def keywords_of(program: Program, liveness: Liveness, texts: Set[Variable]) -> dict[Variable, nodes.Assign]:
    """Returns the variables that become parameters of `main`, each with the assignment that is its default.

    They are set to a constant at the listing's top, and later at most in a branch of the start, the first
    unit: not in a loop or in another unit. After any other statement only those that are set once count.
    Left out are `texts`, which are changed in place, numbers that name things or say how many DATA are read,
    and variables that nothing reads.
    """
    start, main, counts = liveness.units[0], program.main, store_counts(program, liveness.units)
    read = set[Variable]().union(*liveness.values_read.values())
    at_top = {step for step, _ in settings_at_top(program)}
    fixed = names_in_a_row(program) | data_counts(program)
    keywords: dict[Variable, nodes.Assign] = {}
    is_beginning = True  # whether only keywords came before
    for step, is_first in settings_among(start.body.statements, program.definitions):
        is_beginning &= is_first
        variable = main.stored_variable(step.target)
        if variable is None or step not in at_top:
            break
        if variable in fixed or variable not in read:
            continue
        # a branch may set it again, if nothing but keywords comes before it
        allowed_stores = counts.outside_loops[variable] if is_beginning else 1 + counts.bare[variable]
        value = step.value.value if isinstance(step.value, nodes.Number) else 0
        is_cut = variable.kind == "%" and abs(value) > LARGEST  # the store cuts the value to 32 bits
        if (
            variable.name not in program.origins  # a web is a part of a variable
            and counts.anywhere[variable] == allowed_stores
            and not is_cut
            and variable not in {*keywords, *texts}
        ):
            keywords[variable] = step
        else:
            is_beginning = False
    return keywords


def names_in_a_row(program: Program) -> set[Variable]:
    """Returns the variables of settings that number things, from 0 or 1 on: EMPTY=0, BLACK=1, WHITE=2.

    They stand on one line, and the greater numbers that follow there belong to them.
    """
    found: list[nodes.Assign] = []
    row: list[tuple[nodes.Assign, float]] = []
    for step, _ in settings_at_top(program):
        value = step.value.value if isinstance(step.value, nodes.Number) else -1
        before, last = row[-1] if row else (step, -1)
        if row and step.line == before.line and (value == last + 1 or (row[1:] and value > last)):
            row.append((step, value))
        else:
            row = [(step, value)] if value in (0, 1) else []
        if len(row) > 1:
            found += [each for each, _ in row]
    return {*filter(None, [program.main.stored_variable(each.target) for each in found])}


def data_counts(program: Program) -> set[Variable]:
    """Returns the variables N of the main program for which FOR I=1 TO N or TO N-1 reads N DATA."""
    found: set[Variable | None] = set()
    for scope in program.scopes:
        limits: list[Expression] = []  # of the loops that have begun and not ended, by the order of the lines
        for head in scope.heads:
            match head:
                case nodes.For(stop=nodes.Binary(operator="-", left=limit)) | nodes.For(stop=limit):
                    limits.append(limit)
                case nodes.Next() if limits:
                    limits.pop()
                case nodes.Read():
                    found |= {*map(scope.whole_variable, limits)}
    return {each for each in program.main.variables.values() if each in found}


class StoreCounts(NamedTuple):
    """How often each variable is stored into: anywhere, in the start outside of loops, by `VAR N` alone."""

    anywhere: Counter[Variable]
    outside_loops: Counter[Variable]
    bare: Counter[Variable]


def store_counts(program: Program, units: Sequence[PortUnit]) -> StoreCounts:
    """Counts the stores into each variable of a program; those of its webs count as its own."""
    counts, start = StoreCounts(Counter(), Counter(), Counter()), units[0]

    def targets(scope: Scope, step: Step) -> list[Variable]:
        """Returns the variables that a step stores into; for a web, the variable that it is split from."""
        variables = [each for head in heads_of(step) for each in variables_stored(scope, head)]
        return [program.main.variables.get(program.origins.get(each.name, ""), each) for each in variables]

    for unit in units:
        for step in all_steps(unit.body):
            counts.anywhere.update(targets(unit.scope, step))
            if isinstance(step, nodes.Declare) and all(each.value is None for each in step.declarations):
                counts.bare.update(targets(unit.scope, step))
    for step in steps_outside_loops(start.body.statements):
        if not isinstance(step, nodes.Increase | CountedLoop):
            counts.outside_loops.update(targets(start.scope, step))
    return counts
