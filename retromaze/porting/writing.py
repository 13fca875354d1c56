"""Writes the Python port of a listing: the functions of its units, its constants and data, and the module.

The comments of the listing go into the module's docstring, functions and margins (`comments`). The tree is
turned into text by `port_text`.
"""

from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Iterable, Mapping
from functools import cache, partial
from typing import NamedTuple

from retromaze.analysis.guards import GuardTable
from retromaze.analysis.type_rules import Facts
from retromaze.language import nodes
from retromaze.language.block_tree import all_steps
from retromaze.language.lexer import with_line_feeds
from retromaze.language.numbers import COLORS, CONSTANTS
from retromaze.language.program import Program, Variable
from retromaze.porting.comments import Comments, comments_in
from retromaze.porting.control_flow import PortBlocks, case_name, raise_missing_value
from retromaze.porting.expressions import PortExpressions, not_ported_in
from retromaze.porting.functions import parameters_of, result_type, returned_type
from retromaze.porting.inference import PortVariants, SettledPortRules, keyword_kinds, number_facts
from retromaze.porting.literals import Literals
from retromaze.porting.module import (
    RESERVED,
    VARIABLES,
    Module,
    PortFunction,
    PortNames,
    class_name,
    constant_assignments,
    constants_of,
    imports,
    keywords_of,
    python_type,
)
from retromaze.porting.passing import Passing
from retromaze.porting.port_text import NAME_FIELDS, NUMBERING, finish_module
from retromaze.porting.preparing import PortWarning, PreparedPort, prepare, warnings_of
from retromaze.porting.slots import FindProgram, join_programs
from retromaze.porting.statements import with_note
from retromaze.porting.stretches import Stretches, always_ends
from retromaze.porting.truths import truth_variables
from retromaze.porting.units import (
    ControlFlow,
    Liveness,
    PortUnit,
    definition_of,
    shared_texts,
    stored_by_gosub,
    units_of,
)
from retromaze.porting.variable_names import suggested_names, words_in
from retromaze.porting.webs import Webs, names_of_webs, split_variables, webs_apart
from retromaze.python.choices import with_conditional_values, with_tables
from retromaze.python.classes import (
    MACHINE,
    drop_idle_methods,
    drop_unread_attributes,
    initialize,
    plain_functions,
    write_plain_names,
)
from retromaze.python.conditions import write_tested_finds, write_tested_lengths
from retromaze.python.dispatches import without_dispatches
from retromaze.python.element_loops import with_element_loops
from retromaze.python.filled_lists import (
    fill_attributes,
    move_constant_lists,
    with_choice_lists,
    with_list_literals,
)
from retromaze.python.flag_removal import with_tidy_loop_ends, without_flags
from retromaze.python.flags import with_flag
from retromaze.python.fragments import (
    Piece,
    as_store_target,
    expr_from_template,
    function_definition,
    literal_piece,
    name_node,
    statements_from_template,
    with_names_replaced,
)
from retromaze.python.layout import Margin, Numbering, docstring_statement, margin_of, set_margin
from retromaze.python.literal_data import creates_data_object, with_literals
from retromaze.python.methods import (
    move_constant_arguments,
    move_constant_results,
    with_inlined_methods,
    without_duplicate_methods,
)
from retromaze.python.records import with_records
from retromaze.python.statement_walks import Body, mentioned_names, nodes_in, statements_and_cases
from retromaze.python.substitution import with_returns_in_loop, with_values_where_used
from retromaze.python.tidying import (
    with_cleared_lists,
    with_elif_chains,
    with_guard_clauses,
    with_joined_assignments,
    with_joined_nested_tests,
    with_min_max,
    with_swaps,
    without_unreachable,
    without_unread_locals,
)
from retromaze.recursion import room_to_compile

MADE_BY = "Written by `retromaze port`{}."
UNTITLED = "{} in Python, as `retromaze port` writes it{}."


def module_docstring(name: str, header: list[str], numbering: Numbering) -> ast.Expr:
    """Returns the module's docstring: the listing's first comments, and how the port was made."""
    if not header:
        return docstring_statement(
            [UNTITLED.format(name, "" if numbering == "none" else "; the margin names its lines")]
        )
    first, *rest = header
    made = MADE_BY.format("" if numbering == "none" else "; the margin names the listing's lines")
    return docstring_statement([first, *(["", *rest] if rest else []), "", made])


SELF = ast.arg("self")


class WrittenPort(NamedTuple):
    """A port: its text, warnings of what it may do otherwise than the listing, and what was not ported.

    `not_ported` has a sentence for each place that raises NotPorted, by the lines of the listing.
    """

    text: str
    warnings: list[PortWarning]
    not_ported: list[str]

    def refusals(self) -> list[str]:
        """Returns the refusals, and last how many there are; nothing if there are none."""
        if not self.not_ported:
            return []
        count = len(self.not_ported)
        what = "1 place is" if count == 1 else f"{count} places are"
        return [*self.not_ported, f"{what} not ported: basic.NotPorted is raised there"]


def write_port(source: str, path: str = "listing.bas", numbering: Numbering = NUMBERING) -> str:
    """Returns the text of a Python module that does what the listing does. Raises like `port`."""
    return port(source, path, numbering).text


def port(
    source: str,
    path: str = "listing.bas",
    numbering: Numbering = NUMBERING,
    find_program: FindProgram = lambda _: None,
) -> WrittenPort:
    """Returns a Python module with a `main(machine)` that does what the listing does.

    `numbering`: which statements have the listing's line in the margin. `find_program` returns the text of a
    program that the listing loads into a slot. A statement or operand that no port can have raises NotPorted
    when it runs. Raises BasicError for a listing that the console refuses, CannotPort for one that Python
    cannot hold.
    """
    source = with_line_feeds(source)
    with room_to_compile():
        if joined := join_programs(source, path, find_program):
            prepared = joined.prepared(
                lambda port: (each := lowered(port)) and Liveness(each.units, each.variants)
            )
            return written_port(prepared, joined.source, path, numbering)
        return written_port(prepare(source), source, path, numbering)


def written_port(prepared: PreparedPort, source: str, path: str, numbering: Numbering) -> WrittenPort:
    """Returns the port of a prepared listing, whose text is `source`. Raises CannotPort."""
    lines = source.split("\n")
    trailing, alone = comments_in(lines)
    listing = lowered(prepared)
    webs = Webs(ControlFlow(listing.units, listing.variants))
    suggested = suggested_names(listing.program, webs, trailing, alone)
    program, data, variants, facts, units = listing
    split_variables(program, units, names_of_webs(webs))
    # one for each scope, as they keep the kinds that they have found
    rules = cache(partial(SettledPortRules, facts=facts, variants=variants))
    labels = [each for scope in program.scopes for each in scope.heads if isinstance(each, nodes.Label)]
    liveness = Liveness(units, variants)
    texts = shared_texts(liveness.heads)
    keywords = keywords_of(program, liveness, texts)
    liveness = Stretches(keywords, texts, alone, liveness).cut_main_program()
    units = liveness.units
    guard_table = infer_types(listing, keywords.values(), liveness)
    for unit in units:
        # the unit's earlier rules have cached kinds from before the types were inferred
        unit.rules = rules(unit.scope)
    comments = Comments(lines, trailing, alone, units, labels, data)
    words_of_names = {name: each.words for name, each in suggested.items()}
    names = PortNames(
        program,
        {unit.entries[0]: comments.words_for_label(unit) for unit in units if unit.entries},
        words_of_names,
        words_in(source),
        has_dispatch=any(unit.live_labels for unit in units),
    )
    comments.drop_naming_comments(suggested, {*names.listing_names.values()})
    literals = Literals(data, lines, variants, rules)
    module = Module(program, variants, facts, rules, guard_table, names, literals, texts, keywords=keywords)
    writer = _PortWriter(module, units, liveness, path, comments)
    tree = writer.module_tree(numbering)
    known_names = {*names.defined_names, *CONSTANTS, writer.class_name, *writer.words_of_records}
    text = finish_module(tree, known_names, len(source), numbering)
    return WrittenPort(text, warnings_of(program), not_ported_in(tree))


class LoweredListing(NamedTuple):
    """A listing that is analysed and cut into functions. `facts` is empty: the types are inferred later."""

    program: Program
    data: list[nodes.Data]
    variants: PortVariants
    facts: Facts
    units: list[PortUnit]


def lowered(listing: PreparedPort) -> LoweredListing:
    """Cuts a listing into functions. Raises CannotPort for loops that are too deep."""
    variants, facts = PortVariants(listing.program, generic=False), Facts()
    units = units_of(variants, partial(SettledPortRules, facts=facts, variants=variants))
    for unit in units:
        unit.is_program = not listing.starts.isdisjoint(unit.entries[:1])
    return LoweredListing(listing.program, listing.data, variants, facts, units)


def infer_types(listing: LoweredListing, keywords: Iterable[nodes.Assign], liveness: Liveness) -> GuardTable:
    """Infers the types of a listing's numbers into its `facts`; returns the bounds that hold at statements.

    `keywords` are the assignments that become keywords of `main`.
    """
    guard_table = GuardTable(
        listing.program,
        open_to_others=False,
        settings=keyword_kinds(keywords),
        stored_by_gosub=stored_by_gosub(liveness),
    )
    # set in place, as all type rules of the listing share this object
    listing.facts.kinds = number_facts(listing.variants, guard_table).kinds
    return guard_table


class _PortWriter:
    """Writes one port from its units, which become methods, or `main` alone if there is only one.

    A unit is code of the listing that becomes a function: a DEF, a subroutine, a stretch of the main program,
    or the `start`. It is simple if it has one entry, so that no argument `step` chooses a part to begin at.
    `passing` says which variables are parameters, results and attributes; `shared` are the attributes.
    `raises_end`: whether a method raises `basic.End`, which `main` must catch; `begins_again`: whether one
    raises `basic.Restart`. `row_tables` are the module's tables of DATA from which single rows are read.
    """

    def __init__(
        self,
        module: Module,
        units: list[PortUnit],
        liveness: Liveness,
        path: str,
        comments: Comments,
    ) -> None:
        self.module = module
        self.units = units
        self.liveness = liveness
        self.path = path
        self.start = units[0]
        self.class_name = class_name(path)
        self.raises_end = False
        self.words_of_records: set[str] = set()
        self.row_tables: Body = []
        self.comments = comments
        self.begins_again = any(
            isinstance(head, nodes.Restart) for heads in liveness.heads.values() for head in heads
        )
        module.is_class = len(units) > 1 or not self.start.is_simple
        module.truths = truth_variables(module.variants, module.rules, module.keywords.keys())
        self.find_constants()
        keywords = module.keywords if module.is_class else ()
        self.passing = Passing(liveness, keywords, module.constants, module.texts)
        self.name_webs()
        self.shared = {each for row in self.passing.attributes.values() for each in row}
        counts = Counter[str]()
        for variant in (unit.variant for unit in units if unit.variant):
            module.functions[variant] = module.names.function_name(variant.name, counts[variant.name])
            counts[variant.name] += 1

    # ---- the module

    def name_webs(self) -> None:
        """Gives webs Python names of their own where one name for all of a variable's webs would not do.

        A web is a part of a variable's uses that exchanges no values with its other uses (see `webs`). A name
        that stays the name of several webs is a bool only if all of them are.
        """
        module, program = self.module, self.module.program
        found = webs_apart(
            program, self.passing, module.keywords, lambda each: python_type(module.facts.kind_of(each))
        )
        for origin, suffix, names in found:
            module.names.name_apart(names, origin, suffix)
        apart = program.split_names
        webs = {each for unit in self.units if apart for each in unit.variables() if each.name in apart}
        names_of_numbers = {module.names.variables[each.name] for each in webs - module.truths}
        module.truths -= {each for each in webs if module.names.variables[each.name] in names_of_numbers}

    def find_constants(self) -> None:
        """Names the module's constants; constants whose names are taken stay variables."""
        module = self.module
        excluded = {*module.keywords, *module.texts}
        found = constants_of(module.program, self.units, self.liveness, excluded)
        module.constants = {
            each: constant
            for each, constant in found.items()
            if module.type_of(each) in {"bool", "int", "float", "str"}
            and module.names.make_constant(each.name)
        }

    def constants_code(self, others: Body) -> Body:
        """Returns the assignments of the module's constants, by the listing's lines.

        The first of each line takes over the line's comment, unless one of `others`, the other statements of
        the module, comes from that line and so has the comment.
        """
        unit = self.start
        expressions = PortExpressions(PortFunction(self.module, unit.scope, unit.rules))
        lines_of_others = {margin_of(each).line for each in statements_and_cases(others)}
        pairs_by_line: dict[int, list[tuple[str, ast.expr]]] = {}  # names and values
        for variable, (place, value) in self.module.constants.items():
            piece = expressions.value_to_store(value, self.module.type_of(variable))
            pair = self.module.names.variables[variable.name], piece.node
            pairs_by_line.setdefault(place.line, []).append(pair)
        return [
            with_note(row, "" if line in lines_of_others else self.comments.take_line_comment(line), line)
            for line, pairs in pairs_by_line.items()
            for row in constant_assignments(pairs)
        ]

    def with_data_literals(self, parts: Body) -> Body:
        """Returns the statements of the module without `basic.Data` if all reads are known.

        Unless they are only drawn with, the colors that were read are written with a sign then, as READ
        gives them.
        """
        if not self.module.reads_data:
            return parts
        literals = self.module.literals
        parts, tables = with_literals(parts, self.whole_constants())
        for table in tables:
            table.name.id = self.module.names.new_constant(table.label)
            self.row_tables.append(ast.Assign([as_store_target(table.name)], table.rows))
            set_margin(self.row_tables[-1], table.margin)
        for each in nodes_in(parts):
            if isinstance(each, ast.FunctionDef):  # a count of items may be needed no more
                each.body = without_unread_locals(each.body, self.comments.commented_lines) or [ast.Pass()]
        objects = [*filter(creates_data_object, statements_and_cases(parts))]
        for each in objects:
            assert isinstance(each, ast.Assign) and isinstance(each.value, ast.Call)
            self.comments.move_to_data(each.value)
        if not objects and not literals.colors.only_drawn:
            items = [item for _, row in literals.data_rows() for item in row]
            literals.signed |= mentioned_names(items) & COLORS.keys()
        return parts

    def whole_constants(self) -> dict[str, int]:
        """Returns the constants that are whole numbers: the module's own, and those that the language has."""
        constants = dict(CONSTANTS)
        for variable, (_, value) in self.module.constants.items():
            match value:
                case nodes.Number(value=int(number)) if self.module.type_of(variable) == "int":
                    constants[self.module.names.variables[variable.name]] = number
        return constants

    def module_tree(self, numbering: Numbering) -> ast.Module:
        """Returns the module: docstring, imports, constants, `main`, and a class for several functions."""
        if self.module.is_class:
            methods = [method for unit in self.units for method in self.unit_methods(unit)]
            methods = with_inlined_methods(without_duplicate_methods(methods))
            move_constant_results(methods)
            move_constant_arguments(methods)
            attributes = [each for each in nodes_in(methods) if isinstance(each, ast.Attribute)]
            # `main` must catch it then
            self.raises_end = any(each.attr in {"End", "EndOfSlot"} for each in attributes)
            init, main = self.initializer(), self.class_main()
            constants = self.constants_code([main, init, *methods])
            parts: Body = [main, ast.ClassDef(self.class_name, [], [], [init, *methods], [])]
            parts = self.with_data_literals(parts)
            if self.start.is_simple:
                initialize(init, methods, self.whole_constants())
                fill_attributes(init, methods)
        else:
            body, main = self.function_body(self.start), self.main_function()
            self.comments.attach(self.start, body, main)
            main.body += [*self.data_code("data"), *body]
            parts = self.with_data_literals([main])
            constants = self.constants_code(parts)
        constants += [*move_constant_lists(parts, self.module.names.table_name), *self.row_tables]
        parts = plain_functions(parts)
        taken = self.module.names.defined_names | RESERVED
        records = with_records(parts, constants, taken, RESERVED)
        self.words_of_records = records.words
        drop_idle_methods(records.parts)
        drop_unread_attributes(records.parts)
        names = self.module.names
        reserved = {*RESERVED, *names.listing_names}
        names.rename(write_plain_names(records.parts, names.plain_names, reserved))
        parts = [*records.classes, *records.tables, *records.parts]
        if (second := f"{self.class_name}2") in records.words and "Game" not in records.words:
            # `Tower` is a tower, not the game
            new_names = {self.class_name: "Game", second: self.class_name}
            parts = [with_names_replaced(each, new_names) for each in parts]
            for each in parts:
                if isinstance(each, ast.ClassDef):
                    each.name = new_names.get(each.name, each.name)
            self.class_name = "Game"
            self.words_of_records |= {*new_names}
        inside = nodes_in([*parts, *constants])
        mentioned = {node.id for node in inside if isinstance(node, ast.Name)}
        top = module_docstring(self.path.replace("\\", "/").split("/")[-1], self.comments.header, numbering)
        head = [
            *imports(mentioned, self.module.literals.signed),
            *self.names_table(inside, records.names),
            *constants,
        ]
        return ast.Module([top, *head, *parts], [])

    def names_table(self, inside: Iterable[ast.AST], fields: Mapping[str, str]) -> Body:
        """Returns the table VARIABLES of names that differ from the listing's; [] if there are none.

        `inside`: the nodes of the module; `fields`: the lists that have become fields of records,
        `{"enemies.x": "ex"}`.
        """
        used = {getattr(node, NAME_FIELDS[type(node)]) for node in inside if type(node) in NAME_FIELDS}
        known = self.module.names.listing_names
        renamed = {name: original for name, original in known.items() if name in used}
        origins = {name: variable for variable, name in self.module.names.variables.items()}
        program = self.module.program
        for path, name in fields.items():
            renamed.pop(name, None)
            renamed[path] = program.origins.get(origins[name], origins[name])
        table = ast.Dict([*map(ast.Constant, renamed)], [*map(ast.Constant, renamed.values())])
        rows = statements_from_template(f"{VARIABLES} = {{table}}", table=table) if renamed else []
        return [with_note(row, "the listing's names, for retromaze check") for row in rows]

    def main_function(self) -> ast.FunctionDef:
        """Returns `main` with its keywords but without statements, except for a docstring.

        That explains the keywords by the comments on their lines; the margin has the range of these lines.
        """
        options: list[tuple[ast.arg, ast.expr]] = []  # each keyword with its default
        names_by_line: dict[int, list[str]] = {}
        for variable, step in self.module.keywords.items():
            assert isinstance(step.value, nodes.Number | nodes.String)
            default = self.keyword_default(step.value, self.module.type_of(variable))
            options.append((self.parameter(variable), default.node))
            names_by_line.setdefault(step.line, []).append(self.module.names.variables[variable.name])
        explanations = [
            f"{', '.join(names)}: {comment}"
            for line, names in names_by_line.items()
            if (comment := self.comments.take_line_comment(line))
        ]
        docstring = [docstring_statement(explanations)] if explanations else []
        main = function_definition("main", [MACHINE], [*docstring], options=options)
        if self.begins_again:
            main.decorator_list = [expr_from_template("basic.restarting")]
        first = min(names_by_line, default=0)
        last = max(names_by_line, default=0)
        set_margin(main, Margin(first, "", last if last > first else 0))
        return main

    def parameter(self, variable: Variable) -> ast.arg:
        """Returns the annotated parameter for a variable."""
        return ast.arg(
            self.module.names.variables[variable.name], expr_from_template(self.module.type_of(variable))
        )

    def keyword_default(self, node: nodes.Number | nodes.String, type_: str) -> Piece:
        """Returns the default value of a keyword of `main`, as a literal of its variable's Python `type_`."""
        match node:
            case nodes.Number(value=int()) if type_ == "int":
                return self.module.literals.number(node)
            case nodes.Number(value=value) if type_ == "bool":
                return literal_piece(bool(value))
            case nodes.Number(value=value):
                return literal_piece(int(value) if type_ == "int" else float(value))
            case nodes.String(value=text):
                return literal_piece(text)

    def data_code(self, name: str) -> Body:
        """Returns the assignment of `basic.Data`, which holds all DATA, to `name`; [] if no DATA are read.

        Its `table` (the line and the number of items of each DATA) lets the layout put each on a row of its
        own. If RESTORE computes labels, a second statement stores where each begins.
        """
        if not self.module.reads_data:
            return []
        rows = self.module.literals.data_rows()
        items = [item for _, row in rows for item in row]
        (assignment,) = statements_from_template("{name} = basic.Data({items})", name=name, items=items)
        assert isinstance(assignment, ast.Assign)
        vars(assignment.value)["data_rows"] = [(line, len(row)) for line, row in rows]
        labels = self.module.data_labels
        if not labels:
            return [assignment]
        table = ast.Dict([*map(ast.Constant, labels)], [*map(ast.Constant, labels.values())])
        return [assignment, *statements_from_template("{name}.labels = {table}", name=name, table=table)]

    # ---- a class, where there are several functions

    def class_main(self) -> ast.FunctionDef:
        """Returns `main`, which makes an object of the port's class and calls its `run`."""
        keywords = [self.module.names.variables[each.name] for each in self.module.keywords]
        arguments = [name_node(name) for name in ("machine", *keywords)]
        run = statements_from_template("{name}({given}).run()", name=self.class_name, given=arguments)
        managers = []
        if self.raises_end:
            managers.append("suppress(basic.End)")
        if self.liveness.has_recursion:
            managers.append("deep_recursion")
        items = [ast.withitem(expr_from_template(each)) for each in managers]
        main = self.main_function()
        main.body += [ast.With(items, run)] if items else run
        return main

    def initializer(self) -> ast.FunctionDef:
        """Returns `__init__`, which sets the attributes: parameters, shared variables, and the DATA."""
        module = self.module
        parameters = [SELF, MACHINE, *map(self.parameter, module.keywords)]
        body = statements_from_template("self.machine = machine")
        # two webs may share a name, also with a keyword
        written = {module.names.variables[each.name] for each in module.keywords}
        for variable in module.program.main.variables.values():
            name = module.names.variables[variable.name]
            if variable in module.keywords:
                body += statements_from_template("{own} = {name}", own=f"self.{name}", name=name)
            elif variable in self.shared and name not in written:
                written.add(name)
                body += self.initial_assignment(variable, f"self.{name}")
        init = function_definition("__init__", parameters, body)
        init.body += self.data_code("self.data")
        return init

    def initial_assignment(self, variable: Variable, name: str) -> Body:
        """Returns the assignment that sets a variable to its default: `x = 0`, or `x: list[int] = []`."""
        type_ = self.module.annotation(variable)
        value = expr_from_template(self.module.default(variable))
        if type_ in {"bool", "int", "float", "str", "basic.Text"}:
            return statements_from_template("{name} = {value}", name=name, value=value)
        return statements_from_template(
            "{name}: {type_} = {value}", name=name, type_=expr_from_template(type_), value=value
        )

    def unit_methods(self, unit: PortUnit) -> list[ast.FunctionDef]:
        """Returns the method of a unit; for a start that is a dispatch also a `run` that calls it.

        A dispatch takes the name of the part to begin with as an argument: `run` passes that of the first.
        """
        body = self.function_body(unit)
        method, doc_lines = self.signature(unit)
        self.comments.attach(unit, body, method)
        if "machine" in mentioned_names([method, *body]):
            body = [*statements_from_template("machine = self.machine"), *body]
        # a docstring that only repeats the name tells nothing
        doc_names = [re.sub(r"\W+", "_", each.lower()).strip("_") for each in doc_lines]
        if doc_lines and doc_names != [method.name]:
            first, *rest = doc_lines
            body = [docstring_statement([first, *(["", *rest] if rest else [])]), *body]
        method.body = body
        if not unit.is_start or unit.is_simple:
            return [method]
        begin = statements_from_template(
            "self.{name}({first})", name=method.name, first=ast.Constant(case_name(unit.parts[0]))
        )
        return [function_definition("run", [SELF], begin), method]

    def signature(self, unit: PortUnit) -> tuple[ast.FunctionDef, list[str]]:
        """Returns the method of a unit without its statements, and the lines of its docstring.

        A unit is a DEF, the main program (`run`), or a part of it behind labels, which the margin names.
        """
        if unit.variant:
            return self.definition_signature(unit), self.comments.docstring_lines(unit)
        if unit.is_start and unit.is_simple:
            return function_definition("run", [SELF], []), []
        parameters = [SELF] if unit.is_simple else [SELF, ast.arg("step", name_node("str"))]
        parameters += map(self.parameter, self.passing.parameters[unit])
        returns = "bool" if unit.tells else returned_type(self.module, self.passing.results[unit])
        method = function_definition(self.module.names.labels[unit.entries[0]], parameters, [], returns)
        if unit.is_stretch:
            # the listing does not call it, so its label would explain nothing
            return method, [*self.comments.docstring_lines(unit), *([unit.tells] if unit.tells else [])]
        return with_note(method, "@" + ", @".join(unit.entries)), self.comments.docstring_lines(unit)

    def definition_signature(self, unit: PortUnit) -> ast.FunctionDef:
        """Returns the method of a DEF without its statements; the margin has the DEF's lines."""
        assert unit.variant
        name, defined_name = self.module.functions[unit.variant], definition_of(unit.scope).name
        parameters = [SELF, *parameters_of(self.module, unit.variant)]
        method = function_definition(name, parameters, [], result_type(self.module, unit.variant))
        # only a name that differs tells anything
        is_same = defined_name.lower().replace("_", "") == name.replace("_", "")
        first, last = self.comments.spans[unit]
        set_margin(method, Margin(first, "" if is_same else defined_name, last if last > first else 0))
        return method

    # ---- the inside of a function

    def function_body(self, unit: PortUnit) -> Body:
        """Returns the simplified code of the function that a unit becomes."""
        attributes = self.passing.attributes[unit]
        function = PortFunction(self.module, unit.scope, unit.rules, attributes)
        function.read = self.liveness.values_read[unit].union(
            self.liveness.exchanged[unit], self.passing.results[unit]
        )
        names = unit.define.parameters if unit.define else ()
        # the variables that have a value when the function begins
        known = {*(unit.scope.variables[name] for name in names), *self.passing.parameters[unit]}
        known |= self.module.keywords.keys() | self.module.constants.keys()
        # the locals that may be read before anything is stored into them begin with their defaults
        read_early = self.liveness.entry[unit] - known - attributes
        unset = [each for each in unit.scope.variables.values() if each in read_early]
        function.declared |= {*known, *unset}
        # the assignments that became keywords of `main`
        for step in self.module.keywords.values():
            if unit.is_start and step in unit.body.statements:
                unit.body.statements.remove(step)
        blocks = PortBlocks(function, unit, self.passing)
        code = blocks.block(unit.body) if unit.is_simple else blocks.dispatch(unit.parts)
        code = without_last_returns([*code, *self.final_return(unit, blocks)])
        # by name, as two webs may have one name, which needs one default
        unset_by_name = {self.module.names.variables[each.name]: each for each in unset}
        defaults = [
            row for name, each in unset_by_name.items() for row in self.initial_assignment(each, name)
        ]
        return self.simplified(code, defaults)

    def simplified(self, code: Body, defaults: Body) -> Body:
        """Returns the code of a function as a Python programmer would write it, with `defaults` before it.

        Removes flags, dispatches, dead code and unneeded variables, and merges tests and assignments.
        """
        body = without_unreachable(code)
        if any(isinstance(each, ast.Match) for each in statements_and_cases(body)):
            body = without_dispatches(body)
        # a return in place of a break may be what a jump out of an inner loop leads to
        body = without_flags(with_returns_in_loop(body))
        body = with_flag(body, self.module.names.helper_name)
        commented = self.comments.commented_lines
        body = with_element_loops(body, self.module.names.helper_name, commented)
        body = [*defaults, *with_swaps(body)]
        body = without_unread_locals(with_values_where_used(body, commented), commented)
        body = with_cleared_lists(body)
        body = with_tidy_loop_ends(with_joined_nested_tests(with_min_max(body)))
        body = with_returns_in_loop(without_last_returns(body))
        body = with_tables(with_guard_clauses(with_elif_chains(body)))
        body = with_list_literals(with_choice_lists(with_conditional_values(body)), commented)
        write_tested_lengths(body)
        write_tested_finds(body)
        return with_joined_assignments(body) or [ast.Pass()]

    def final_return(self, unit: PortUnit, blocks: PortBlocks) -> Body:
        """Returns the statement for control that reaches a function's end.

        That is `return` with the OUT values of a DEF, an error if the DEF must return a value, the program's
        end in other units; nothing is needed if control never gets there.
        """
        define = unit.define
        # any jump may lead to a label
        has_label = any(isinstance(step, nodes.Label) for step in all_steps(unit.body))
        is_closed = not has_label and always_ends(unit.body.statements, (nodes.Return, nodes.End, nodes.Stop))
        if is_closed or (unit.is_start and unit.is_simple):
            return []
        if define is None:
            return blocks.end_program(nodes.End(0, 0))
        if define.returns:
            return raise_missing_value()
        return [ast.Return(blocks.result_tuple())] if define.outputs else []


def without_last_returns(code: Body) -> Body:
    """Removes `return` without a value from the end of a function's code, in place; returns the code."""
    while code and isinstance(last := code[-1], ast.Return) and last.value is None:
        code.pop()
    return code
