"""Writes the text of a listing's Python port."""

from __future__ import annotations

from functools import partial
from typing import Any, NamedTuple

from retromaze.language import nodes
from retromaze.language.lines import with_line_feeds
from retromaze.language.program import Variable
from retromaze.language.structure import Block, Choice, Forever, Leave, Switch
from retromaze.language.walk import inner_blocks, steps
from retromaze.porting.blocks import PortBlocks, name_of
from retromaze.porting.buttons import button_numbers
from retromaze.porting.colors import colors_of
from retromaze.porting.comments import Comments
from retromaze.porting.definitions import PortVariants
from retromaze.porting.doubts import Doubt, doubts_of
from retromaze.porting.finishing import finish_module, refuse_long
from retromaze.porting.functions import parameters_of, result_of
from retromaze.porting.heading import imports, title
from retromaze.porting.keywords import keywords_of
from retromaze.porting.lines import BLANK, Code, PortLine, document, indent
from retromaze.porting.liveness import Liveness, really_read
from retromaze.porting.merging import merge_lines
from retromaze.porting.module import Module, PortFunction
from retromaze.porting.naming import Names, class_name
from retromaze.porting.numbers import SettledPortRules, number_facts
from retromaze.porting.pieces import Piece, constant, string
from retromaze.porting.preparing import prepare
from retromaze.porting.texts import shared_texts
from retromaze.porting.units import PortUnit, units_of
from retromaze.recursion import deep_recursion
from retromaze.values.garbage import garbage_kept


class WrittenPort(NamedTuple):
    """The text of a port, and what it may do otherwise."""

    text: str
    doubts: list[Doubt]


def write_port(source: str, path: str = "listing.bas") -> str:
    """The text of a Python module that does what the listing does. Raises as `port`."""
    return port(source, path).text


def port(source: str, path: str = "listing.bas") -> WrittenPort:
    """A Python module with a `main(machine)` that does what the listing does.

    Raises BasicError for a listing that the console refuses, CannotPort for one that no port can follow.
    """
    source = with_line_feeds(source)
    with deep_recursion, garbage_kept():
        program, data = prepare(source)
        doubts = doubts_of(program)
        variants = PortVariants(program, generic=False)
        facts = number_facts(program, variants)
        rules = partial(SettledPortRules, facts=facts, definitions=variants)
        units = units_of(program, variants, rules)
        names = Names(program, [unit.entries[0] for unit in units if unit.entries])
        module = Module(program, data, variants, facts, names, source.split("\n"))
        module.texts = shared_texts(units, variants)
        module.colors = colors_of(program, variants, rules)
        module.buttons = button_numbers(program.scopes, module.constant_at)
        made = _Port(module, units, Liveness(units, variants), path)
        code = made.code()
        refuse_long(code, len(source))
        return WrittenPort(finish_module(code, made.names), doubts)


class _Port:
    """One port from start to end."""

    def __init__(self, module: Module, units: list[PortUnit], liveness: Liveness, path: str) -> None:
        self.module = module
        self.units = units
        self.liveness = liveness
        self.path = path
        self.start = units[0]
        self.class_name = class_name(path)
        self.comments = Comments(module.source, units)
        module.is_class = len(units) > 1 or not self.start.is_simple
        module.keywords = keywords_of(module, units)
        if module.is_class:
            module.shared = liveness.shared | module.keywords.keys()
        self.name_definitions()

    def name_definitions(self) -> None:
        counts: dict[str, int] = {}
        for unit in self.units:
            if unit.variant is not None:
                number = counts.get(unit.variant.name, 0)
                counts[unit.variant.name] = number + 1
                name = self.module.names.definition(unit.variant.name, number)
                self.module.functions[unit.variant] = name

    # ---- the module

    @property
    def names(self) -> set[str]:
        """What the code may name, besides Python's own."""
        return {*self.module.names.known, *self.module.constants, self.class_name}

    def code(self) -> Code:
        """The whole module."""
        if self.module.is_class:
            methods = [line for unit in self.units for line in self.method(unit)]
            code = [*self.class_main(), BLANK, BLANK, *self.class_head(), *methods]
        else:
            code = self.simple_main()
        top = title(self.path.replace("\\", "/").split("/")[-1], self.comments.header)
        return [top, *imports(self.module), BLANK, BLANK, *code]

    def simple_main(self) -> Code:
        """The only function of a listing without DEF and GOSUB."""
        _, code = self.body(self.start)
        head = self.data_line("data", 1)
        return [*self.main_head(), *head, *indent(self.comments.put(self.start, code))]

    def main_head(self) -> Code:
        keywords = [self.keyword(variable, step) for variable, step in self.module.keywords.items()]
        given = ", ".join(["machine: Machine", *(["*", *keywords] if keywords else [])])
        numbers = sorted({step.line for step in self.module.keywords.values()})
        number, until = (numbers[0], numbers[-1] if len(numbers) > 1 else 0) if numbers else (0, 0)
        head = PortLine(0, f"def main({given}) -> None:", number, until=until)
        names: dict[int, list[str]] = {}
        for variable, step in self.module.keywords.items():
            names.setdefault(step.line, []).append(self.module.names.variable(variable.name))
        about = [
            f"{', '.join(each)}: {note}"
            for line, each in names.items()
            if (note := self.comments.beside(line))
        ]
        return [head, document(["Run the listing.", *(["", *about] if about else [])], 1)]

    def keyword(self, variable: Variable, step: nodes.Assign) -> str:
        assert isinstance(step.value, nodes.Number | nodes.String)
        type_ = self.module.type_of(variable)
        name = self.module.names.variable(variable.name)
        return f"{name}: {type_} = {self.setting(step.value, type_).text}"

    def setting(self, node: nodes.Number | nodes.String, type_: str) -> Piece:
        """The constant of a keyword as a variable of that type takes it."""
        match node:
            case nodes.Number(value=int()) if type_ == "int":
                return self.module.number(node)
            case nodes.Number(value=value):
                return constant(int(value) if type_ == "int" else float(value))
            case nodes.String(value=text):
                return constant(text)

    def data_line(self, name: str, depth: int) -> Code:
        """All DATA, where any is read; one of the listing's lines a row, where that is more than a line."""
        if not self.module.reads_data:
            return []
        rows = self.module.data_rows()
        items = ", ".join(item for _, row in rows for item in row)
        return [PortLine(depth, f"{name} = basic.Data({items})", table=tuple(rows))]

    # ---- a class, where there are several functions

    def class_main(self) -> Code:
        names = [self.module.names.variable(each.name) for each in self.module.keywords]
        made = f"{self.class_name}({', '.join(['machine', *names])}).run()"
        managers = []
        if self.module.ends_deep:
            self.module.imports.update({"basic", "suppress"})
            managers.append("suppress(basic.End)")
        if self.liveness.recursive:
            self.module.imports.add("deep_recursion")
            managers.append("deep_recursion")
        if managers:
            return [*self.main_head(), PortLine(1, f"with {', '.join(managers)}:"), PortLine(2, made)]
        return [*self.main_head(), PortLine(1, made)]

    def class_head(self) -> Code:
        module = self.module
        given = [f"{module.names.variable(each.name)}: {module.type_of(each)}" for each in module.keywords]
        code = [
            PortLine(0, f"class {self.class_name}:"),
            document(["The parts of the listing, and the variables that they share."], 1),
            BLANK,
            PortLine(1, f"def __init__({', '.join(['self', 'machine: Machine', *given])}) -> None:"),
            PortLine(2, "self.machine = machine"),
        ]
        for variable in module.program.main.variables.values():
            name = module.names.variable(variable.name)
            if variable in module.keywords:
                code.append(PortLine(2, f"self.{name} = {name}"))
            elif variable in module.shared:
                code.append(PortLine(2, self.fresh(variable, f"self.{name}")))
        return [*code, *self.data_line("self.data", 2)]

    def fresh(self, variable: Variable, name: str) -> str:
        """A variable as it is before anything is stored."""
        type_ = self.module.annotation(variable)
        plain = type_ in {"int", "float", "str", "basic.Text"}
        return f"{name}{'' if plain else f': {type_}'} = {self.module.default(variable)}"

    def method(self, unit: PortUnit) -> Code:
        f, code = self.body(unit)
        lines: Code = self.comments.put(unit, code)
        head, doc = self.signature(unit)
        first = [document([doc[0], *(["", *doc[1:]] if doc[1:] else [])], 1)] if doc else []
        if f.uses_machine:
            lines = [PortLine(0, "machine = self.machine"), *lines]
        if unit.is_start and not unit.is_simple:
            name = self.module.names.label(unit.entries[0])
            begin = name_of(unit.parts[0])
            run = [PortLine(0, "def run(self) -> None:"), PortLine(1, f"self.{name}({string(begin).text})")]
            return [BLANK, *indent(run), BLANK, *indent([head, *first, *indent(lines)])]
        return [BLANK, *indent([head, *first, *indent(lines)])]

    def signature(self, unit: PortUnit) -> tuple[PortLine, list[str]]:
        """The first line of a method and the lines of its docstring."""
        if unit.variant is not None:
            define = unit.variant.scope.routine.define
            assert define is not None
            given = ["self", *parameters_of(self.module, unit.variant)]
            name = self.module.functions[unit.variant]
            result = result_of(self.module, unit.variant)
            note = define.name if define.name.lower() != name else ""
            numbers = self.comments.span(unit)
            code = f"def {name}({', '.join(given)}) -> {result}:"
            head = PortLine(0, code, 0, f"{numbers}  {note}".strip())
            return head, self.comments.about(unit)
        if unit.is_start and unit.is_simple:
            return PortLine(0, "def run(self) -> None:"), []
        name = self.module.names.label(unit.entries[0])
        step = "" if unit.is_simple else ", step: str"
        return PortLine(0, f"def {name}(self{step}) -> None:", 0, "@" + ", @".join(unit.entries)), []

    # ---- the inside of a function

    def body(self, unit: PortUnit) -> tuple[PortFunction, Code]:
        """The function's code without its heading."""
        f = PortFunction(self.module, unit.scope, unit.rules, unit.variant, self.module.is_class)
        f.read = really_read(unit)
        blocks = PortBlocks(f, unit, self.liveness)
        f.declared |= self.given(unit)
        fresh = self.fresh_locals(unit, f)
        f.declared |= set(fresh)
        for step in self.module.keywords.values():
            if unit.is_start and step in unit.body.statements:
                unit.body.statements.remove(step)
        code = blocks.block(unit.body) if unit.is_simple else blocks.dispatch(unit.parts)
        code += self.ending(unit, blocks)
        while code and code[-1].code == "return" and code[-1].depth == 0:
            code.pop()
        head = [PortLine(0, self.fresh(each, self.module.names.variable(each.name))) for each in fresh]
        return f, merge_lines([*head, *blocks.flag.finished(code)]) or [PortLine(0, "pass")]

    def given(self, unit: PortUnit) -> set[Variable]:
        """The parameters and whatever else has its type already."""
        define = unit.variant.scope.routine.define if unit.variant else None
        names = define.parameters if define else ()
        return {unit.scope.variables[name] for name in names} | self.module.keywords.keys()

    def fresh_locals(self, unit: PortUnit, f: PortFunction) -> list[Variable]:
        """The locals that may be read before anything is stored into them."""
        early = self.liveness.entry[unit]
        known = self.given(unit) | self.module.shared
        return [each for each in unit.scope.variables.values() if each in early and each not in known]

    def ending(self, unit: PortUnit, blocks: PortBlocks) -> Code:
        """What a function hands back where its end is reached."""
        variant = unit.variant
        define = variant.scope.routine.define if variant else None
        if is_closed(unit.body) or (unit.is_start and unit.is_simple):
            return []
        if define is None:
            return blocks.end(nodes.End(0, 0))
        if define.returns:
            self.module.imports.add("TypeMismatch")
            return [PortLine(0, "raise TypeMismatch", 0, "a function without a value")]
        return [PortLine(0, f"return {blocks.outputs()}")] if define.outputs else []


LEAVING = (nodes.Return, nodes.End, nodes.Stop)


def is_closed(block: Block) -> bool:
    """Whether a block always ends in RETURN or END."""
    if any(isinstance(step, nodes.Label) for step in block.statements):
        return False
    return bool(block.statements) and is_closed_step(block.statements[-1])


def is_closed_step(step: Any) -> bool:
    match step:
        case Choice() | Switch():
            return all(is_closed(each) for each in inner_blocks(step))
        case Forever():
            inside = steps(step.body)
            return not any(
                isinstance(each, Leave) and each.loop is step and not each.again for each in inside
            )
        case _:
            return isinstance(step, LEAVING)
