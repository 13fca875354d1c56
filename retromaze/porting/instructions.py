"""Ports calls of instructions."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterable, Sequence
from itertools import repeat
from typing import TYPE_CHECKING

from retromaze.analysis.jumps import literal_label
from retromaze.analysis.side_effects import outputs
from retromaze.builtins.animation import TARGETS
from retromaze.builtins.registry import BUILTINS
from retromaze.builtins.sound import tune_text
from retromaze.language import nodes
from retromaze.language.nodes import Expression, Target
from retromaze.language.numbers import truncate
from retromaze.language.program import Variable
from retromaze.machine.animation import PLUS, RELATIVE, target_from_name
from retromaze.machine.animation import Target as Animated
from retromaze.porting import functions
from retromaze.porting.expressions import joined_condition
from retromaze.porting.functions import (
    always_fails,
    character_of,
    file_kind,
    literal_file_name,
    unknown_array,
)
from retromaze.porting.module import are_pure, may_change_variables, python_letters
from retromaze.porting.preparing import CannotPort, stored_callback
from retromaze.porting.units import definition_of
from retromaze.python import fragments
from retromaze.python.fragments import (
    ANY,
    FLOAT,
    INT,
    STR,
    TEXT,
    Part,
    Piece,
    call,
    call_statement,
    decimal_int,
    item_or_tuple,
    statements_from_template,
    tuple_node,
    variable_piece,
)
from retromaze.python.statement_walks import Body
from retromaze.values.signals import OPERANDS, WITH_GAIN

if TYPE_CHECKING:
    from retromaze.porting.statements import PortStatements

InstructionWriter = Callable[["PortStatements", nodes.Instruction], Body]


def instruction(writer: PortStatements, step: nodes.Instruction) -> Body:
    """Returns the Python statements of one instruction. Raises CannotPort.

    It is, in this order, a DEF's call, PUSH, a function with one OUT value, a call with several, a special
    case or a plain call.
    """
    if step.name in writer.function.module.variants:
        return definition_call(writer, step)
    if step.name in {"PUSH", "UNSHIFT"}:
        return push_item(writer, step)
    entry = BUILTINS.get(step.name)
    function_form = entry and entry.find(len(step.arguments), value=True, receivers=None)
    if function_form and step.outputs is not None and len(step.outputs) == 1:
        # `BUTTON OUT B` is the function with its value stored
        called = nodes.Function(step.line, step.column, step.name, step.arguments)
        return store_out_value(writer, step.outputs[0], writer.expressions.value(called))
    form = functions.matching_form(writer.expressions, step)
    if step.outputs:
        types = [functions.RESULT_TYPES[each] for each in form.outputs]
        given = functions.builtin_call(writer.expressions, step, form)
        return store_out_values(writer, step.outputs, given, types)
    if step.name in SPECIAL_INSTRUCTIONS and not functions.has_template(form):
        return SPECIAL_INSTRUCTIONS[step.name](writer, step)
    return [ast.Expr(functions.builtin_call(writer.expressions, step, form))]


def given_arguments(step: nodes.Instruction) -> list[Expression]:
    """Returns the arguments of an instruction without the empty places."""
    return [each for each in step.arguments if each is not None]


def store_out_value(writer: PortStatements, target: Target | None, value: Piece) -> Body:
    """Returns the statement that stores a single OUT value, or evaluates it if no variable receives it."""
    if target is None:
        return [ast.Expr(value.node)]
    return writer.assign_converted(target, value)


def store_out_values(
    writer: PortStatements,
    targets: tuple[Target | None, ...],
    source: ast.expr,
    types: list[str],
    words: Iterable[str] = repeat("given"),
) -> Body:
    """Returns the statements that store several OUT values: `a, b = source`, and conversions after it.

    `source` returns a tuple of values of the Python `types`. A value that needs a conversion goes to a
    temporary first, called by its word of `words`.
    """
    places: list[Part] = []
    conversions: list[ast.stmt] = []
    stored = zip(targets, types, strict=True)
    for (target, given_type), word in zip(stored, words, strict=False):  # there may be more words
        if target is None:
            places.append("_")
            continue
        type_ = writer.target_type(target)
        place = writer.target_piece(target)
        # an assignment to several places cannot have an annotation
        needs_annotation = isinstance(target, nodes.Name) and writer.declare_local(target, given_type)
        is_character = writer.function.scope.is_character(target)
        needs_conversion = needs_annotation or is_character or given_type != type_
        if conversions or needs_conversion:  # a subscript may depend on a value stored before it
            temporary = writer.function.module.names.new_name(word)
            places.append(temporary)
            if isinstance(target, nodes.Name):  # `assign` declares it, with an annotation
                writer.function.declared.discard(writer.function.scope.find(target.name))
            conversions += writer.assign_converted(target, variable_piece(temporary, given_type))
        else:
            places.append(place)
    storing = statements_from_template("{places} = {given}", places=item_or_tuple(places), given=source)
    return [*storing, *conversions]


def definition_call(writer: PortStatements, step: nodes.Instruction) -> Body:
    """Returns the call of a DEF as a statement, and stores its OUT values. Raises CannotPort."""
    variant = writer.function.module.variants.variant_for_call(writer.expressions.kind, step)
    called = functions.definition_call(writer.expressions, step)
    assert variant is not None
    if not step.outputs:
        return [ast.Expr(called.node)]
    define = definition_of(variant.scope)
    if define.returns or len(define.outputs) == 1:  # the function returns one value, not a tuple
        if len(step.outputs) != 1:
            raise always_fails(step)
        return store_out_value(writer, step.outputs[0], called)
    names, variables = outputs(variant.scope), variant.scope.variables
    if len(names) != len(step.outputs):
        raise always_fails(step)
    types = [writer.function.module.type_of(variables[name]) for name in names]
    return store_out_values(writer, step.outputs, called.node, types, map(python_letters, names))


PUSHES = {"PUSH": "{owner}.append({value})", "UNSHIFT": "{owner}.insert(0, {value})"}


def push_item(writer: PortStatements, step: nodes.Instruction) -> Body:
    """Returns the statements of PUSH or UNSHIFT, of an array or a string. Raises CannotPort."""
    if len(step.arguments) != 2 or None in step.arguments or step.outputs is not None:
        raise always_fails(step)
    owner, value = step.arguments
    assert owner is not None and value is not None
    is_push = step.name == "PUSH"
    if variable := writer.function.scope.array_named(owner):
        element = writer.expressions.value_to_store(value, writer.function.module.type_of(variable))
        name = writer.function.python_name(variable)
        return statements_from_template(PUSHES[step.name], owner=name, value=element)
    place = writer.expressions.mutable_object(owner)
    assert isinstance(owner, nodes.Name | nodes.Index)
    code: Body = []
    if may_change_variables(writer.function, step):  # the value may change what a subscript reads
        code, (owner,) = writer.repeatable_targets(owner, may_change=True)
        value = writer.as_temporary(value, "new", code)
    elif place.type == STR and not is_push:  # `s = x + s` evaluates the target twice
        code, (owner,) = writer.repeatable_targets(owner)
    if code:
        place = writer.target_piece(owner)
    text = writer.expressions.value_to_store(value, ANY)
    if place.type == TEXT:
        template = "{owner}.append({value})" if is_push else "{owner}.prepend({value})"
    elif place.type == STR:
        template = "{owner} += {value}" if is_push else "{owner} = {value} + {owner}"
    elif place.type == ANY and isinstance(owner, nodes.Name) and not writer.function.module.texts:
        template = PUSHES[step.name]  # the variable can only hold an array: no string is changed in place
    else:
        raise CannotPort(step.line, f"{step.name} changes a string that only the running listing knows")
    return [*code, *statements_from_template(template, owner=place, value=text)]


# ---- instructions with a form of their own


def put_text(writer: PortStatements, step: nodes.Instruction) -> Body:
    """Ports GPUTCHR: `machine.screen.put_text(x, y, text, color=white)`; a number stands for a character."""
    x, y, text, *rest = given_arguments(step)
    piece = writer.expressions.value(text)
    shown = piece if piece.type == STR else character_of(writer.expressions, text)
    given = [*writer.int_arguments((x, y)), shown]
    if len(rest) == 1:  # the color, before which the library has the scales
        return writer.machine_call("screen.put_text", *given, color=writer.expressions.as_int(rest[0]))
    return writer.machine_call("screen.put_text", *given, *writer.int_arguments(rest))


COPY_PARAMETERS = ("source", "x0", "y0", "x1", "y1", "x", "y", "everything")


def copy_pixels(writer: PortStatements, step: nodes.Instruction) -> Body:
    """Ports GCOPY. In the library the page to copy from is the last argument, in the listing the first."""
    given = [*writer.int_arguments(step.arguments[:-1]), writer.flag_argument(step.arguments[-1])]
    has_page = len(given) == 8
    if has_page and not are_pure(writer.function, *step.arguments):  # keywords keep the order of evaluation
        return writer.machine_call("screen.copy", **dict(zip(COPY_PARAMETERS, given, strict=True)))
    if has_page:
        given = [*given[1:], given[0]]
    return writer.machine_call("screen.copy", *given)


def set_clip(writer: PortStatements, step: nodes.Instruction) -> Body:
    """Ports GCLIP: mode 0 limits what the screen shows, other modes limit where drawing has an effect."""
    mode, *corners = step.arguments
    if not isinstance(mode, nodes.Number):
        raise CannotPort(step.line, "GCLIP with a mode that is worked out is not known to ports")
    given = writer.int_arguments(corners)
    name = "set_clip" if int(mode.value) else "set_display_clip"
    return writer.machine_call(f"screen.{name}", *([tuple_node(given)] if given else []))


def seed_random(writer: PortStatements, step: nodes.Instruction) -> Body:
    """Ports RANDOMIZE: `machine.rng.seed(value, series)`; 0 or no value takes a fresh seed."""
    series, *values = writer.int_arguments(step.arguments)
    value = values[0] if values else fragments.number_literal(0)
    fresh = call("machine.fresh_seed", type_=INT)
    literal = decimal_int(value)
    if literal == 0:
        value = fresh
    elif literal is None or literal < 0:  # a computed value may be 0
        value = joined_condition("||", [value, fresh])
    if are_pure(writer.function, *step.arguments):
        return writer.machine_call("rng.seed", value, series)
    # keywords keep the order of evaluation
    return writer.machine_call("rng.seed", series=series, value=value)


def fill_array(writer: PortStatements, step: nodes.Instruction) -> Body:
    """Ports FILL: `row[:] = [0] * len(row)`, or `basic.fill` for a part or for several dimensions."""
    owner, value, *rest = given_arguments(step)
    variable = named_array(writer, step, owner)
    type_ = writer.function.module.type_of(variable)
    element = writer.expressions.value_to_store(value, type_)
    name = writer.function.python_name(variable)
    # `[basic.Text()] * n` would be one string n times
    if not rest and variable.dimensions == 1 and type_ != TEXT:
        return statements_from_template("{name}[:] = [{element}] * len({name})", name=name, element=element)
    return call_statement("basic.fill", name, element, *writer.int_arguments(rest))


def sort_arrays(writer: PortStatements, step: nodes.Instruction) -> Body:
    """Ports SORT and RSORT: `row.sort()`, or `basic.sort` for a part, several arrays or falling order."""
    given = given_arguments(step)
    arrays = [array for each in given if (array := writer.function.scope.array_named(each))]
    # the numbers before the arrays: the first element and the count
    numbers = [each for each in given if not writer.function.scope.array_named(each)]
    if not arrays or not all(writer.expressions.kind(each).is_number for each in numbers):
        raise unknown_array(step)
    part = writer.int_arguments(numbers)
    names = [writer.function.python_name(array) for array in arrays]
    if len(names) == 1 and not part and step.name == "SORT":
        return call_statement(f"{names[0]}.sort")
    options: dict[str, Part] = {"part": tuple_node(part)} if part else {}
    if step.name == "RSORT":
        options["backward"] = ast.Constant(True)
    return call_statement("basic.sort", *names, **options)


def copy_into_array(writer: PortStatements, step: nodes.Instruction) -> Body:
    """Ports COPY `target[,position],source[,first],count`, or of DATA after a label. Raises CannotPort."""
    target, *rest = given_arguments(step)
    position = fragments.number_literal(0)  # the index in the target to copy to
    if rest and is_number(writer, rest[0]):
        position = writer.expressions.as_int(rest.pop(0))
    if rest and isinstance(rest[0], nodes.LabelText | nodes.String):
        return copy_data(writer, step, position, target, *rest)
    owner, source = named_array(writer, step, target), named_array(writer, step, rest[0] if rest else None)
    if writer.function.module.type_of(owner) != writer.function.module.type_of(source):
        raise CannotPort(step.line, "COPY between arrays of different types is not known to ports")
    numbers = writer.int_arguments(rest[1:])
    if len(numbers) == 1:  # only the count is given, not the first element of the source
        numbers = [fragments.number_literal(0), *numbers]
    to_name, from_name = writer.function.python_name(owner), writer.function.python_name(source)
    return call_statement("basic.copy", to_name, position, from_name, *numbers)


def is_number(writer: PortStatements, node: Expression) -> bool:
    """Whether an argument that may be a number or an array is a number: an array may have a name like it."""
    return writer.function.scope.array_named(node) is None and writer.expressions.kind(node).is_number


def copy_data(
    writer: PortStatements,
    step: nodes.Instruction,
    position: Piece,
    target: Expression,
    label: Expression,
    *count: Expression,
) -> Body:
    """Ports COPY of DATA after a label into an array, from the index `position` on.

    Copies `count` items if it is given, else as many as fit. Raises CannotPort.
    """
    owner = writer.function.scope.array_named(target)
    method = COPY_METHODS.get(writer.function.module.type_of(owner)) if owner else None
    if owner is None or method is None or len(count) > 1:
        raise CannotPort(step.line, "COPY of DATA into this array is not known to ports")
    _, first = writer.function.data_at(step.line, "COPY", label, [writer.function.module.program.main])
    return call_statement(
        f"{writer.function.data}.{method}",
        writer.function.python_name(owner),
        position,
        fragments.number_literal(first),
        *map(writer.expressions.as_int, count),
    )


COPY_METHODS = {INT: "copy_wholes", FLOAT: "copy_numbers", STR: "copy_texts"}
"""The method of `basic.Data` that copies items into an array of that type."""


def switch_pad(writer: PortStatements, step: nodes.Instruction) -> Body:
    """Ports XON EXPAD and XOFF EXPAD, which switch the Circle Pad Pro; XON sets RESULT to 1."""
    code = writer.machine_call("input.expand", ast.Constant(step.name == "XON"))
    if step.name == "XON" and writer.function.module.reads_result:
        code += statements_from_template("machine.system.result = 1")
    return code


def save_file(writer: PortStatements, step: nodes.Instruction) -> Body:
    """Ports SAVE of a page, an array or a text. Raises CannotPort for programs."""
    name, content = [*step.arguments, None][:2]
    assert name is not None
    if content is None:
        if not file_kind(name).startswith("GRP"):
            raise CannotPort(step.line, "SAVE of a program, or of what only the running listing knows")
        return file_call(writer, "save_page", name)
    if array := writer.function.scope.array_named(content):
        array_name = writer.function.python_name(array)
        return file_call(writer, "save_numbers", name, array_name, **whole_argument(array.kind == "%"))
    text = writer.expressions.value(content)
    if text.type == ANY:  # it may be an array
        raise unknown_array(step)
    # only `ports.files` sets RESULT: a literal name whose RESULT is never read does not need it
    match literal_file_name(writer.expressions, name):
        case "TXT", literal_name:
            return writer.machine_call("storage.write_text", literal_name, text)
    return file_call(writer, "save_text", name, text)


def load_file(writer: PortStatements, step: nodes.Instruction) -> Body:
    """Ports LOAD of numbers or of a page; the flag for a dialog after them has no effect in a port."""
    name, *rest = step.arguments
    assert name is not None
    if rest and rest[0] and (array := writer.function.scope.array_named(rest[0])):
        array_name = writer.function.python_name(array)
        whole = whole_argument(writer.function.module.type_of(array) == INT)
        return file_call(writer, "load_numbers", name, array_name, **whole)
    if file_kind(name).startswith("GRP"):
        corner = rest[:2] if len(rest) > 1 else []  # x and y; a single argument is the flag for a dialog
        if None in corner:
            raise always_fails(step)
        return file_call(writer, "load_page", name, *writer.int_arguments(corner))
    raise CannotPort(step.line, "LOAD of a program, or of what only the running listing knows")


def file_call(writer: PortStatements, function: str, name: Expression, *given: Part, **by_name: Part) -> Body:
    """Returns the call of a function of `ports.files`: `files.save_page(machine, name)`."""
    return call_statement(f"files.{function}", "machine", writer.expressions.value(name), *given, **by_name)


def whole_argument(is_whole: bool) -> dict[str, Part]:
    """Returns the keyword argument `whole=True` if an array of Integers is saved or loaded."""
    return {"whole": ast.Constant(True)} if is_whole else {}


def delete_or_rename(writer: PortStatements, step: nodes.Instruction) -> Body:
    """Ports DELETE of a file and RENAME of a file to a `new` name."""
    name, *new = given_arguments(step)
    return file_call(writer, step.name.lower(), name, *map(writer.expressions.value, new))


def list_files(writer: PortStatements, step: nodes.Instruction) -> Body:
    """Ports FILES, which stores names into an array or prints them."""
    given = given_arguments(step)
    array = writer.function.scope.array_named(given[-1]) if given else None
    kinds = [writer.expressions.value(each) for each in (given[:-1] if array else given)]  # such as "TXT:"
    if array is None:
        if any(each.type == ANY for each in kinds):  # it may be the array
            raise unknown_array(step)
        return call_statement("files.print_names", "machine", *kinds)
    if array.dimensions > 1 or writer.function.module.type_of(array) != STR:
        raise CannotPort(step.line, "FILES into this array is not known to ports")
    found = call("files.names", "machine", *kinds)
    return statements_from_template(
        "{name}[:] = {found}", name=writer.function.python_name(array), found=found
    )


def show_dialog(writer: PortStatements, step: nodes.Instruction) -> Body:
    """Ports DIALOG whose result is not used."""
    called = nodes.Function(step.line, step.column, step.name, step.arguments)
    return [ast.Expr(writer.expressions.value(called).node)]


BEEP_PARAMETERS = ("number", "pitch", "volume", "pan")


def beep(writer: PortStatements, step: nodes.Instruction) -> Body:
    """Ports BEEP; arguments after an empty place are given by keyword."""
    first_empty = step.arguments.index(None) if None in step.arguments else len(step.arguments)
    by_name: dict[str, Part] = {
        name: writer.expressions.as_int(each)
        for name, each in zip(BEEP_PARAMETERS, step.arguments, strict=False)
        if each is not None
    }
    positional = [by_name.pop(name) for name in BEEP_PARAMETERS[:first_empty]]
    return writer.machine_call("sound.beep", *positional, **by_name)


def play_tune(writer: PortStatements, step: nodes.Instruction) -> Body:
    """Ports BGMPLAY of a number of a tune or a text in MML. Raises CannotPort if it may be either."""
    (tune,) = step.arguments
    assert tune is not None
    piece = writer.expressions.value(tune)
    if piece.type in {ANY, TEXT}:
        raise CannotPort(step.line, "BGMPLAY of a number or a text that only the running listing knows")
    return writer.machine_call("sound.play", piece if piece.type == STR else writer.expressions.as_int(tune))


def set_tune_from_data(writer: PortStatements, step: nodes.Instruction) -> Body:
    """Ports BGMSETD: the port has the tune of the DATA after the label as a literal. Raises CannotPort."""
    number, label = step.arguments
    name, program = literal_label(label), writer.function.module.program
    if number is None or name is None:
        raise CannotPort(step.line, "BGMSETD of a label that is worked out is not known to ports")
    # an unknown label has no DATA after it
    first = program.main.labels.get(name, len(program.data))
    tune = fragments.string_literal(tune_text(program.data[first:]))
    return writer.machine_call(
        "sound.set_tune", functions.converted_argument(writer.expressions, "int", number), tune
    )


def animate(writer: PortStatements, step: nodes.Instruction) -> Body:
    """Ports SPANIM and BGANIM: `machine.sprites.animate(0, "XY", [(-60, (200, 120))])`."""
    number, target, *frame_arguments = step.arguments
    if number is None or target is None or not frame_arguments or None in frame_arguments:
        raise always_fails(step)
    kind, name = animation_target(step, target)
    first = frame_arguments[0]
    if isinstance(first, nodes.LabelText | nodes.String):
        keyframes, rest = keyframes_in_data(writer, step, first, kind), frame_arguments[1:]
    elif first is not None and writer.function.scope.array_named(first):
        raise CannotPort(step.line, f"{step.name} of an array is not known to ports")
    else:
        size = 1 + kind.width  # of a keyframe: a time, and the values
        # an argument after whole keyframes is the number of loops
        count = len(frame_arguments) // size * size
        items = [
            # a time is an int, the values may be Reals
            writer.expressions.as_int(each)
            if kind.is_integer or at % size == 0
            else writer.expressions.value(each)
            for at, each in enumerate(frame_arguments[:count])
            if each is not None
        ]
        keyframes, rest = keyframes_of(items, kind), frame_arguments[count:]
    if not keyframes or len(rest) > 1:
        raise always_fails(step)
    loops = [writer.expressions.as_int(each) for each in rest if each is not None]
    return writer.machine_call(
        f"{functions.POOLS[step.name]}.animate",
        writer.expressions.as_int(number),
        fragments.string_literal(name),
        ast.List(keyframes, fragments.LOAD),
        *loops,
    )


def set_callback(writer: PortStatements, step: nodes.Instruction) -> Body:
    """Ports SPFUNC and BGFUNC: `machine.sprites.set_callback(0, "0:@MOVE")`. Raises CannotPort.

    A callback that is worked out may be any string of the listing. The port stores it as it is, which is
    right only if SPFUNC would store each of these strings unchanged.
    """
    number, callback = step.arguments
    if number is None or callback is None:
        raise always_fails(step)
    program = writer.function.module.program
    literal = callback.value if isinstance(callback, nodes.String) else literal_label(callback)
    if literal is not None:
        text = literal if isinstance(callback, nodes.String) else f"@{literal}"
        if not (stored := stored_callback(text, program)):
            raise always_fails(step)
        name: Piece | ast.expr = fragments.string_literal(stored)
    else:
        inside = (node for scope in program.scopes for node in scope.nodes)
        texts = {each.value for each in inside if isinstance(each, nodes.String)}
        # SPFUNC stores "@MOVE" as "0:@MOVE", which the port would have to work out for each text
        if any(stored_callback(each, program) not in {"", each} for each in texts):
            raise CannotPort(step.line, f"{step.name} of a label that is worked out is not known to ports")
        name = writer.expressions.value(callback)
    return writer.machine_call(
        f"{functions.POOLS[step.name]}.set_callback", writer.expressions.as_int(number), name
    )


def animation_target(step: nodes.Instruction, node: Expression) -> tuple[Animated, str]:
    """Returns the property that an animation changes and its name in a port: "XY", or "XY+" if relative.

    Raises CannotPort for any other target.
    """
    match node:
        case nodes.Number(value=value) if 0 <= truncate(value) < 2 * RELATIVE:
            target = TARGETS[truncate(value) % RELATIVE]
            is_relative = truncate(value) >= RELATIVE
            return target, f"{target.name}{PLUS}" if is_relative else target.name
        case nodes.String(value=value) if value.removesuffix(PLUS) in Animated.__members__:
            target, _ = target_from_name(value)
            return target, value
    raise CannotPort(step.line, f"{step.name} of a target that is worked out is not known to ports")


def keyframes_of(items: Sequence[Piece], kind: Animated) -> list[ast.expr]:
    """Returns keyframes such as `(60, (200, 120))`; in `items` each time is followed by its values."""
    size = 1 + kind.width
    starts = range(0, len(items), size)
    return [tuple_node([items[at], tuple_node(items[at + 1 : at + size])]) for at in starts]


def keyframes_in_data(
    writer: PortStatements, step: nodes.Instruction, label: Expression, kind: Animated
) -> list[ast.expr]:
    """Returns the keyframes in DATA, which begin with their number. Raises CannotPort."""
    program = writer.function.module.program
    _, start = writer.function.data_at(step.line, step.name, label, [program.main])
    data = program.data[start:]
    numbers: list[float] = []  # before the first text
    for item in data:
        if isinstance(item, str):
            break
        numbers.append(item)
    size = 1 + kind.width  # a time and the values
    item_count = truncate(numbers[0]) * size if numbers else 0
    if not 0 < item_count < len(numbers):
        raise always_fails(step)
    items = [
        fragments.number_literal(truncate(each) if kind.is_integer or at % size == 0 else each)
        for at, each in enumerate(numbers[1 : item_count + 1])
    ]
    return keyframes_of(items, kind)


def put_cells(writer: PortStatements, step: nodes.Instruction) -> Body:
    """Ports BGPUT and BGFILL; a cell may be a text of four hexadecimal digits."""
    *places, cell = step.arguments
    if cell is None or None in places:
        raise always_fails(step)
    name = "put" if step.name == "BGPUT" else "fill"
    match cell:
        case nodes.String(value=digits):
            if digits and not re.fullmatch("[0-9A-Fa-f]{4}", digits):
                raise always_fails(step)
            is_zero = not int(digits or "0", 16)  # `0` is plainer than `0x0000`
            cell_value = fragments.number_literal(0) if is_zero else fragments.hex_literal(digits.upper())
        case _ if writer.expressions.value(cell).type == STR:
            raise CannotPort(step.line, f"{step.name} of a text that is worked out is not known to ports")
        case _:
            cell_value = writer.expressions.as_int(cell)
    return writer.machine_call(f"backgrounds.{name}", *writer.int_arguments(places), cell_value)


def save_or_load_pixels(writer: PortStatements, step: nodes.Instruction) -> Body:
    """Ports GSAVE `[page,][x,y,width,height,]array,flag` and GLOAD `[x,y,width,height,]array,flag,mode`.

    The flag of GLOAD may also be an array, the palette.
    """
    at = len(step.arguments) - (2 if step.name == "GSAVE" else 3)  # the index of the array
    owner, flag, *mode = step.arguments[at:]
    array, places = number_array(writer, step, owner), writer.int_arguments(step.arguments[:at])
    # an area has four numbers: one or five begin with a page
    options: dict[str, Part] = {"page": places.pop(0)} if len(places) % 4 else {}
    if places:
        options["area"] = tuple_node(places)
    if palette := writer.function.scope.array_named(flag):
        options["palette"] = writer.function.python_name(palette)
    else:
        options |= argument_unless_default(False, raw=writer.flag_argument(flag))
    if mode:
        options |= argument_unless_default(True, everything=writer.flag_argument(mode[0]))
    else:  # GSAVE
        options |= whole_argument(array.kind == "%")
    function = "save_pixels" if step.name == "GSAVE" else "load_pixels"
    return call_statement(f"blocks.{function}", "machine", writer.function.python_name(array), **options)


def argument_unless_default(usual: bool, **given: Piece) -> dict[str, Part]:
    """Returns the keyword arguments `given` without those that are the constant `usual`, their default."""
    return {
        name: each
        for name, each in given.items()
        if not (isinstance(each.node, ast.Constant) and each.node.value is usual)
    }


def save_or_load_cells(writer: PortStatements, step: nodes.Instruction) -> Body:
    """Ports BGSAVE `layer,[x,y,width,height,]array` and BGLOAD, which may have a number after the array."""
    at = 1 if len(step.arguments) < 5 else 5  # the index of the array, after the layer and perhaps the area
    array = number_array(writer, step, step.arguments[at])
    layer, *area = writer.int_arguments(step.arguments[:at])
    options: dict[str, Part] = {"area": tuple_node(area)} if area else {}
    if after_array := writer.int_arguments(step.arguments[at + 1 :]):
        options["first"] = after_array[0]
    options |= whole_argument(array.kind == "%")
    function = "save_cells" if step.name == "BGSAVE" else "load_cells"
    name = writer.function.python_name(array)
    return call_statement(f"blocks.{function}", "machine", layer, name, **options)


def named_array(writer: PortStatements, step: nodes.Instruction, node: Expression | None) -> Variable:
    """Returns the array that an argument names. Raises CannotPort for other arguments."""
    variable = writer.function.scope.array_named(node)
    if variable is None:
        raise unknown_array(step)
    return variable


def number_array(writer: PortStatements, step: nodes.Instruction, node: Expression | None) -> Variable:
    """Returns the array of numbers that an argument names. Raises CannotPort for other arguments."""
    variable = named_array(writer, step, node)
    if variable.kind == "$":
        raise always_fails(step)
    return variable


OPERATIONS = ("ADD", "SUBTRACT", "MULTIPLY", "DIVIDE", "MULTIPLY_AND_ADD", "INTERPOLATE", "CLIP")
WINDOWS = ("RECTANGLE", "HAMMING", "HANN", "BLACKMAN")
FILTERS = (
    *("ALL_PASS", "LOW_PASS", "HIGH_PASS", "BAND_PASS", "BAND_STOP"),
    *("LOW_SHELF", "HIGH_SHELF", "PEAKING"),
)
SIGNAL_CALLS: dict[str, tuple[str, str, list[tuple[str, int]]]] = {
    "ARYOP": ("combine", "k>ooo", [*zip(OPERATIONS, (2 + each for each in OPERANDS), strict=True)]),
    "BIQUAD": ("filter_wave", ">aa", []),
    "BQPARAM": ("make_filter", ">knnnn", [(each, 5 + (at in WITH_GAIN)) for at, each in enumerate(FILTERS)]),
    "FFT": ("transform", ">>aaa", []),
    "FFTWFN": ("make_window", ">k", [(each, 2) for each in WINDOWS]),
    "IFFT": ("restore", ">>aa", []),
}
"""For each instruction its function in `signals`, a letter for each argument, and the kinds of operation.

Letters: k, the number of a kind; n, a number; a, an array; o, an array or a number; >, an array that gets
floats. Each kind has its name in `signals` and the number of all arguments that the instruction has with it.
"""


def signal_call(writer: PortStatements, step: nodes.Instruction) -> Body:
    """Ports an instruction on signals: `signals.combine(signals.ADD, a, b, 0.5)`."""
    function, letters, kinds = SIGNAL_CALLS[step.name]
    given = given_arguments(step)
    arguments: list[Part] = []
    for letter, node in zip(letters, given, strict=False):
        if letter == "k":
            if not isinstance(node, nodes.Number):
                reason = f"{step.name} of a kind that is worked out is not known to ports"
                raise CannotPort(step.line, reason)
            number = int(node.value)
            if number not in range(len(kinds)):
                raise always_fails(step)
            name, argument_count = kinds[number]
            if len(given) != argument_count:
                raise always_fails(step)
            arguments.append(f"signals.{name}")
        elif letter == "n":
            arguments.append(functions.converted_argument(writer.expressions, "float", node))
        elif letter == "o" and is_number(writer, node):
            arguments.append(writer.expressions.value_to_store(node, FLOAT))
        else:
            arguments.append(array_name(writer, step, node, changed=letter == ">"))
    return call_statement(f"signals.{function}", *arguments)


def array_name(writer: PortStatements, step: nodes.Instruction, node: Expression, *, changed: bool) -> str:
    """Returns the Python name of an array. Raises CannotPort if `changed` and its elements are no floats."""
    variable = named_array(writer, step, node)
    if changed and writer.function.module.type_of(variable) != FLOAT:
        raise CannotPort(step.line, f"{step.name} into an array of Integers or texts is not known to ports")
    return writer.function.python_name(variable)


SPECIAL_INSTRUCTIONS: dict[str, InstructionWriter] = {
    "BEEP": beep,
    "BGANIM": animate,
    "BGFILL": put_cells,
    "BGFUNC": set_callback,
    "BGLOAD": save_or_load_cells,
    "BGMPLAY": play_tune,
    "BGMSETD": set_tune_from_data,
    "BGPUT": put_cells,
    "BGSAVE": save_or_load_cells,
    "COPY": copy_into_array,
    "DELETE": delete_or_rename,
    "DIALOG": show_dialog,
    "FILES": list_files,
    "FILL": fill_array,
    "GCLIP": set_clip,
    "GCOPY": copy_pixels,
    "GLOAD": save_or_load_pixels,
    "GPUTCHR": put_text,
    "GSAVE": save_or_load_pixels,
    "LOAD": load_file,
    "RANDOMIZE": seed_random,
    "RENAME": delete_or_rename,
    "RSORT": sort_arrays,
    "SAVE": save_file,
    "SORT": sort_arrays,
    "SPANIM": animate,
    "SPFUNC": set_callback,
    "XOFF": switch_pad,
    "XON": switch_pad,
    **dict.fromkeys(SIGNAL_CALLS, signal_call),
}
