"""The program slots: the text, compiled program, variables and DATA pointer of each.

Generated functions are closures: they find variables, builtins and services in cells, one for each name.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, MutableMapping, Sequence
from functools import cache, partial
from operator import attrgetter
from types import CellType, CodeType, FunctionType, MappingProxyType, MethodType
from typing import TYPE_CHECKING, Any

from retromaze.builtins.computer_interface import Computer
from retromaze.builtins.form import Form, with_checks
from retromaze.builtins.programs import ProgramText
from retromaze.compiler.compiling import Closure, Compiled, SharedVariable
from retromaze.engine.operator_table import OPERATORS
from retromaze.errors import OutOfData, UndefinedLabel
from retromaze.language.lexer import label_name_in
from retromaze.language.program import Scope
from retromaze.values.arrays import Array

if TYPE_CHECKING:
    from retromaze.engine.services import Services


class ProgramEnded(Exception):
    """Raised at END: the program of the running slot is over."""


class ProgramsEnded(Exception):
    """Raised at STOP where there is no CONT: the programs of all slots are over."""


class Restarted(Exception):
    """Raised by EXEC of a slot that is running already, which then starts again."""

    def __init__(self, slot: int) -> None:
        super().__init__(slot)
        self.slot = slot


attribute_at = cache(attrgetter)

PRINTING = {"print_": "console.print", "tab": "console.tab"}
"""The machine's methods that PRINT calls, by their names in generated code."""


def bind_form(form: Form, computer: Computer) -> Callable[..., Any]:
    """Returns the function that generated code calls for a builtin's *form*, a shape of its call.

    For a `direct` form it is the machine's method itself, whose arguments generated code passes.
    """
    if form.direct:
        method: Callable[..., Any] = attribute_at(form.method)(computer.machine)
        return method
    return bind_function(form, computer)


def bind_function(form: Form, computer: Computer) -> Callable[..., Any]:
    """Returns a form's function with its checks and its first argument, the machine or computer, filled in.

    Calls by name use it for `direct` forms, too: their arguments may be none that the machine's method takes.
    """
    call = with_checks(form)
    if form.host == "machine":
        return MethodType(call, computer.machine)
    if form.host == "computer":
        return MethodType(call, computer)
    return call


GLOBALS = {"__name__": "listing", **OPERATORS}
"""The names of generated code that are the same in every run."""
NOTHING: Mapping[str, Any] = MappingProxyType({})
ServiceFinder = Callable[[Sequence[str]], Mapping[str, Any]]
"""A function that returns the functions of the services among some names, by name."""


class Namespace(MutableMapping[str, Any]):
    """The variables, functions and builtins of a slot by name, each in a cell that generated functions share.

    It begins with the names in `values`. A service (a function of one run, such as `tick`) is added when a
    generated function first refers to it: `services_named` finds it.
    """

    __slots__ = ("_cells", "_services_named")

    def __init__(
        self, services_named: ServiceFinder = lambda names: NOTHING, values: Mapping[str, Any] = NOTHING
    ) -> None:
        self._cells: dict[str, CellType] = {name: CellType(value) for name, value in values.items()}
        self._services_named = services_named

    def __getitem__(self, name: str) -> Any:
        return self._cells[name].cell_contents

    def __setitem__(self, name: str, value: Any) -> None:
        """Stores a value in the cell of a name; the functions that have this cell see it."""
        cell = self._cells.get(name)
        if cell is None:
            self._cells[name] = CellType(value)
        else:
            cell.cell_contents = value

    def __delitem__(self, name: str) -> None:
        del self._cells[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._cells)

    def __len__(self) -> int:
        return len(self._cells)

    def make_function(self, code: CodeType) -> FunctionType:
        """Returns a function with this code that uses these cells; cells that do not exist yet are made."""
        names, cells = code.co_freevars, self._cells
        missing = [name for name in names if name not in cells]
        # the cells of services get their contents here, others when a value is stored under their name
        cells.update((name, CellType()) for name in missing)
        self.update(self._services_named(missing))
        return FunctionType(code, GLOBALS, code.co_name, None, tuple(map(cells.__getitem__, names)))

    def define_functions(self, functions: Mapping[str, Closure]) -> None:
        """Stores the functions of a program under their names; all other cells that they use must exist.

        Each code object comes with a function that picks its cells, in their order, from the dictionary.
        """
        cells = self._cells
        # empty cells first, because functions refer to one another
        cells.update((name, CellType()) for name in functions)
        for name, (code, pick_cells) in functions.items():
            cells[name].cell_contents = FunctionType(code, GLOBALS, name, None, pick_cells(cells))


EMPTY = Namespace()
"""The names of a slot whose program has not run."""


class Slot:
    """One of the four slots, `number` 0 to 3, with the program in it: `text`, and `name` of its file or "".

    `path` is the program's file name in messages and in compiled code. `open_to_others`: other slots can
    reach its COMMON DEFs, labels and DATA, because it was USEd or has been run. The rest is empty until
    `start_program`. `compiled` is the compiled text. `namespace` has the generated functions and the
    variables that they share; `forms` are the builtins that they call on `computer`, by their names there.
    `data` are the items for READ: the slot's own DATA, or those of the slot that RESTORE named; `data_at` is
    the index of the next item.
    """

    __slots__ = (
        *("compiled", "computer", "data", "data_at", "forms"),
        *("name", "namespace", "number", "path", "text", "open_to_others"),
    )

    def __init__(self, number: int, text: str | ProgramText = "", name: str = "", path: str = "") -> None:
        self.number = number
        self.text = text if isinstance(text, ProgramText) else ProgramText(text)
        self.name = name
        self.path = path or f"PRG{number}"
        self.open_to_others = False
        self.compiled: Compiled | None = None
        self.namespace = EMPTY
        self.forms: dict[str, Form] = {}
        self.data: Sequence[int | float | str] = ()
        self.data_at = 0

    @property
    def source(self) -> str:
        return self.text.source

    def start_program(self, compiled: Compiled, services: Services) -> None:
        """Gives the slot fresh variables, the functions of a compiled program and a frame's budget of work.

        Nothing runs yet.
        """
        self.compiled = compiled
        self.data, self.data_at = compiled.program.data, 0
        self.computer = services.computer
        budget = services.frame_budget.begin()
        # other runs of the same compiled program, in other threads, may compile further DEFs meanwhile
        with compiled.lock:
            self.forms = compiled.forms.copy()
            # a single dictionary: making it is a large part of the run of a short program
            values = {**compiled.scalars, **compiled.label_tables, "work": budget, "budget": budget}
            for shared in compiled.arrays:
                values |= initial_values(shared)
            for name, form in self.forms.items():
                values[name] = bind_form(form, self.computer)
            values.update(services.services_named(compiled.used_services))
            # DEFs that no run has called yet are not compiled
            for name, count in compiled.uncompiled.items():
                values[name] = self.compile_on_first_call(name, count)
            self.namespace = Namespace(services.services_named, values)
            self.namespace.define_functions(compiled.closures)

    def compile_on_first_call(self, name: str, count: int) -> Callable[..., Any]:
        """Returns a stand-in for a DEF of `count` parameters, which compiles the DEF when it is called."""
        return deferred_caller(count)(partial(self.compile_definition, name))

    def compile_definition(self, name: str) -> Callable[..., Any]:
        """Returns the function of a DEF and stores it; compiles the DEF unless another run has done so."""
        compiled, namespace = self.compiled, self.namespace
        assert compiled is not None
        with compiled.lock:
            if name in compiled.uncompiled:
                compiled.compile_function(name)
            code, _ = compiled.closures[name]
            # adds the names that the DEF uses and this run does not have yet; `make_function` adds services
            for each in code.co_freevars:
                if each in namespace:
                    continue
                if each in compiled.forms:
                    self.bind_forms({each: compiled.forms[each]})
                elif each in compiled.label_tables:
                    namespace[each] = compiled.label_tables[each]
                elif each in compiled.uncompiled:
                    namespace[each] = self.compile_on_first_call(each, compiled.uncompiled[each])
                elif each in compiled.closures:
                    namespace[each] = self.compile_on_first_call(each, compiled.closures[each][0].co_argcount)
        namespace[name] = function = namespace.make_function(code)
        return function

    def bind_forms(self, forms: Mapping[str, Form]) -> None:
        """Stores the functions of builtins under their names in generated code; replaces older ones."""
        self.forms.update(forms)
        for name, form in forms.items():
            self.namespace[name] = bind_form(form, self.computer)

    # ---- names

    def definition(self, name: str) -> Scope | None:
        """Returns the scope of a DEF; None if the slot has no such DEF, or no compiled program."""
        return self.compiled.program.definitions.get(name) if self.compiled else None

    def scope(self, name: str) -> Scope | None:
        """Returns the scope of a DEF, or of the main program for ""."""
        if self.compiled is None:
            return None
        program = self.compiled.program
        return program.definitions.get(name) if name else program.main

    # ---- DATA

    def read(self) -> int | float | str:
        """Returns the next item for READ. Raises OutOfData."""
        if self.data_at >= len(self.data):
            raise OutOfData
        self.data_at += 1
        return self.data[self.data_at - 1]

    @property
    def last_read(self) -> tuple[tuple[int | float | str, int], ...]:
        """((item, index),) for the item that READ took last from the slot's own DATA; () if it took none."""
        is_own = self.compiled is not None and self.data is self.compiled.program.data
        return ((self.data[self.data_at - 1], self.data_at - 1),) if is_own and self.data_at else ()

    def restore(self, label: str, scope: str, source: Slot) -> None:
        """Does RESTORE: READ continues with the first DATA at or after a label of the slot `source`.

        `scope` is the name of the DEF whose label is meant, "" for the main program.
        """
        self.data_at = source.data_index(label, scope)  # may raise UndefinedLabel: nothing has changed then
        self.data = source.compiled.program.data if source.compiled else ()

    def data_from(self, label: str) -> list[int | float | str]:
        """Returns all DATA items at or after a label of the main program. Raises UndefinedLabel."""
        index = self.data_index(label)
        return self.compiled.program.data[index:] if self.compiled else []

    def data_index(self, label: str, scope: str = "") -> int:
        """Returns the index of the first DATA item at or after a label, of that DEF or of the main program.

        Raises UndefinedLabel.
        """
        name = label_name_in(label)
        for each in (self.scope(scope), self.scope("")):
            if each is not None and name in each.labels:
                return each.labels[name]
        raise UndefinedLabel("@" + name)


@cache
def deferred_caller(count: int) -> Callable[[Callable[[], Callable[..., Any]]], Callable[..., Any]]:
    """Returns a function that makes `lambda a, b, …: find()(a, b, …)`, with `count` parameters, of `find`.

    The lambda stands for a DEF that `find` compiles at the first call. It has no starred call: Python 3.11
    makes that in C, where nested calls use up the host's stack.
    """
    arguments = ", ".join(f"argument{position}" for position in range(count))
    make_caller: Callable[[Callable[[], Callable[..., Any]]], Callable[..., Any]]
    make_caller = eval(f"lambda find: lambda {arguments}: find()({arguments})")
    return make_caller


def initial_values(shared: SharedVariable) -> dict[str, Any]:
    """Returns what a shared variable is at first, by its names in generated code.

    An array has two: for itself, and for the list of its elements, which generated code reads directly.
    """
    if not shared.variable.dimensions:
        return {shared.names[0]: shared.default}
    array = Array(shared.variable.kind, (0,) * shared.variable.dimensions)
    array_name, items_name = shared.names
    return {array_name: array, items_name: array.items}
