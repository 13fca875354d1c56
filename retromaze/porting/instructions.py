"""Ports calls of instructions."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from retromaze.builtins.form import Form
from retromaze.builtins.registry import BUILTINS
from retromaze.builtins.sound import tune_of
from retromaze.language import nodes
from retromaze.language.nodes import Expression, Target
from retromaze.lowering.facts.variants import outputs
from retromaze.lowering.jumps import literal_label
from retromaze.porting import functions, moving, pieces, signals, words
from retromaze.porting.effects import is_steady, may_store
from retromaze.porting.lines import Code
from retromaze.porting.own_words import character_of, file_name
from retromaze.porting.pieces import ANY, FLOAT, INT, STR, TEXT, Piece
from retromaze.porting.refusals import CannotPort, cannot_call
from retromaze.porting.shapes import Storing

Own = Callable[[Storing, nodes.Instruction, list[Expression | None]], Iterator[str]]


def instruction(s: Storing, step: nodes.Instruction) -> Iterator[str]:
    """The Python statements of one instruction."""
    if step.name in s.f.module.variants:
        yield from definition_call(s, step)
        return
    if step.name in {"PUSH", "UNSHIFT"}:
        yield from push(s, step)
        return
    if step.outputs is not None and len(step.outputs) == 1 and is_function(step):
        called = nodes.Function(step.line, step.column, step.name, step.arguments)
        yield from out_value(s, step.outputs, [s.e.value(called)])
        return
    receivers = None if step.outputs is None else len(step.outputs)
    form = words.form_of(step.line, step.name, step.arguments, value=False, receivers=receivers)
    if step.outputs:
        yield from several(s, step, form)
    elif step.name in OWN:
        yield from OWN[step.name](s, step, list(step.arguments))
    elif words.is_written_out(form):
        yield words.written_out(s.e, step.line, form, step.arguments)
    elif callee := words.callee(s.f, form):
        given = words.form_arguments(s.e, form, step.arguments)
        yield pieces.call(callee, *without_empty(given), type_="None").text
    else:
        raise cannot_call(step.line, step.name, words.family(step.name))


def is_function(step: nodes.Instruction) -> bool:
    entry = BUILTINS.get(step.name)
    return bool(entry and entry.find(len(step.arguments), value=True, receivers=None))


def without_empty(given: list[Piece | str]) -> list[Piece | str]:
    """The arguments without those left out at the end."""
    while given and given[-1] == "None":
        given.pop()
    return given


def several(s: Storing, step: nodes.Instruction, form: Form) -> Iterator[str]:
    """An instruction with several OUT values."""
    types = [words.RESULTS[each] for each in form.outputs]
    yield from received_row(s, step.outputs or (), row_given(s, step, form), types)


def row_given(s: Storing, step: nodes.Instruction, form: Form) -> str:
    """What gives the values: a state or method of the machine, or a function that is handed the machine."""
    if words.is_written_out(form):
        return words.written_out(s.e, step.line, form, step.arguments)
    if form.state:
        return words.state(s.f, form)
    if form.method:
        given = words.form_arguments(s.e, form, step.arguments)
        return pieces.call(words.callee(s.f, form), *without_empty(given), type_=ANY).text
    if form.python:
        given = [s.e.value(each) for each in step.arguments if each is not None]
        return pieces.call(words.callee(s.f, form), s.f.machine, *given, type_=ANY).text
    if step.name == "RGBREAD":
        s.f.module.imports.add("channels")
        (color,) = [s.e.place(each).text for each in step.arguments if each is not None]
        return f"channels({color})" if len(form.outputs) == 4 else f"channels({color})[1:]"
    raise cannot_call(step.line, step.name, words.family(step.name))


def out_value(s: Storing, targets: tuple[Target | None, ...], values: list[Piece]) -> Iterator[str]:
    """One OUT value."""
    (target,), (value,) = targets, values
    if target is None:
        yield value.text
        return
    type_ = s.type_of(target)
    value = s.wrapped(s.e.converted(value, type_, target), type_)
    yield from (line.code for line in s.put(target_step(target), target, value))


def received_row(
    s: Storing, targets: tuple[Target | None, ...], call: str, types: list[str]
) -> Iterator[str]:
    """Several OUT values: `a, b = call`, converted behind it where they have to be."""
    names: list[str] = []
    after: list[str] = []
    for target, given in zip(targets, types, strict=True):
        if target is None:
            names.append("_")
            continue
        type_ = s.type_of(target)
        place = s.place(target)
        is_new = isinstance(target, nodes.Name) and s.declared(target, Piece("", given))
        is_plain = not is_new and not s.changes_character(target) and given == type_
        if after or not is_plain:  # a subscript may look at what is stored before it
            fresh = s.f.module.names.fresh("given")
            value = s.wrapped(s.e.converted(Piece(fresh, given), type_, target), type_)
            names.append(fresh)
            if isinstance(target, nodes.Name):
                s.f.declared.discard(s.f.scope.find(target.name))
            after += [line.code for line in s.put(target_step(target), target, value)]
        else:
            names.append(place.text)
    yield f"{', '.join(names)} = {call}"
    yield from after


def target_step(target: Target) -> nodes.Assign:
    return nodes.Assign(target.line, target.column, target, None)


def definition_call(s: Storing, step: nodes.Instruction) -> Iterator[str]:
    variant = s.f.module.variants.find(s.e.kind, step)
    called = functions.definition_call(s.e, step)
    assert variant is not None
    if not step.outputs:
        yield called.text
        return
    define = variant.scope.routine.define
    assert define is not None
    if define.returns or len(define.outputs) == 1:
        if len(step.outputs) != 1:
            raise CannotPort(step.line, f"{step.name} is called in a way that always fails")
        yield from out_value(s, step.outputs, [called])
        return
    types = [s.f.module.type_of(variant.scope.variables[name]) for name in outputs(variant.scope)]
    if len(types) != len(step.outputs):
        raise CannotPort(step.line, f"{step.name} is called in a way that always fails")
    yield from received_row(s, step.outputs, called.text, types)


def push(s: Storing, step: nodes.Instruction) -> Iterator[str]:
    """PUSH and UNSHIFT onto an array or a string."""
    if len(step.arguments) != 2 or None in step.arguments or step.outputs is not None:
        raise CannotPort(step.line, f"{step.name} is called in a way that always fails")
    owner, value = step.arguments
    assert owner is not None and value is not None
    end = step.name == "PUSH"
    if variable := s.e.array_named(owner):
        element = s.e.stored(value, s.f.module.type_of(variable))
        name = s.f.name(variable)
        yield f"{name}.append({element.text})" if end else f"{name}.insert(0, {element.text})"
        return
    place = s.e.owner_of(owner)
    assert isinstance(owner, nodes.Name | nodes.Index)
    code: Code = []
    if may_store(s.f, step):
        code, (owner,) = s.named(step, owner, moving=True)
        value = s.keep(step, value, "new", code)
    elif place.type == STR and not end:
        code, (owner,) = s.named(step, owner)
    if code:
        yield from (line.code for line in code)
        place = s.place(owner)
    text = s.e.stored(value, ANY)
    if place.type == TEXT:
        yield f"{place.text}.{'append' if end else 'prepend'}({text.text})"
    elif place.type == STR:
        longer = f"+= {text.text}" if end else f"= {text.at(pieces.SUM)} + {place.text}"
        yield f"{place.text} {longer}"
    elif place.type == ANY and isinstance(owner, nodes.Name) and not s.f.module.texts:
        yield f"{place.text}.append({text.text})" if end else f"{place.text}.insert(0, {text.text})"
    else:
        raise CannotPort(step.line, f"{step.name} changes a string that only the running listing knows")


# ---- instructions with a form of their own


def circle(s: Storing, step: nodes.Instruction, arguments: list[Expression | None]) -> Iterator[str]:
    given = [s.e.place(each).text for each in arguments if each is not None]
    if len(given) <= 4:
        yield f"{s.f.machine}.screen.circle({', '.join(given)})"
        return
    given[5:6] = [is_set(s, arguments[5]) for _ in given[5:6]]
    yield f"{s.f.machine}.screen.arc({', '.join(given)})"


def put_text(s: Storing, step: nodes.Instruction, arguments: list[Expression | None]) -> Iterator[str]:
    x, y, text, *rest = [each for each in arguments if each is not None]
    piece = s.e.value(text)
    shown = (piece if piece.type == STR else character_of(s.e, text)).text
    more = [s.e.place(each).text for each in rest]
    if len(more) == 1:
        more = [f"color={more[0]}"]
    yield f"{s.f.machine}.screen.put_text({', '.join([s.e.place(x).text, s.e.place(y).text, shown, *more])})"


def is_set(s: Storing, node: Expression | None) -> str:
    """A switch among the arguments."""
    assert node is not None
    return pieces.operation("!=", s.e.place(node), pieces.number(0), pieces.BOOL).text


def copy_pixels(s: Storing, step: nodes.Instruction, arguments: list[Expression | None]) -> Iterator[str]:
    given = [s.e.place(each).text for each in arguments if each is not None]
    given[-1] = is_set(s, arguments[-1])
    if len(given) == 8 and not is_steady(s.f, *arguments):
        names = ("source", "x0", "y0", "x1", "y1", "x", "y", "everything")
        given = [f"{name}={each}" for name, each in zip(names, given, strict=True)]
    elif len(given) == 8:
        given = [*given[1:], given[0]]
    yield f"{s.f.machine}.screen.copy({', '.join(given)})"


def clip(s: Storing, step: nodes.Instruction, arguments: list[Expression | None]) -> Iterator[str]:
    mode, *corners = arguments
    if not isinstance(mode, nodes.Number):
        raise CannotPort(step.line, "GCLIP with a mode that is worked out is not known to ports")
    given = ", ".join(s.e.place(each).text for each in corners if each is not None)
    name = "set_clip" if int(mode.value) else "set_display_clip"
    yield f"{s.f.machine}.screen.{name}({f'({given})' if given else ''})"


def visible(s: Storing, step: nodes.Instruction, arguments: list[Expression | None]) -> Iterator[str]:
    # A number with decimals is cut toward zero before it is a switch.
    found = [(s.e.condition(each), each) for each in arguments if each is not None]
    given = [s.e.place(each) if piece.type == FLOAT else piece for piece, each in found]
    shown = [each.text if each.type == pieces.BOOL else f"bool({each.text})" for each in given]
    yield f"{s.f.machine}.screen.set_visible({', '.join(shown)})"


def seed(s: Storing, step: nodes.Instruction, arguments: list[Expression | None]) -> Iterator[str]:
    series, *rest = [s.e.place(each).text for each in arguments if each is not None]
    value = rest[0] if rest else "0"
    fresh = f"{s.f.machine}.fresh_seed()"
    value = fresh if value == "0" else value if value.isdigit() else f"{value} or {fresh}"
    given = f"{value}, {series}" if is_steady(s.f, *arguments) else f"series={series}, value={value}"
    yield f"{s.f.machine}.rng.seed({given})"


def reset_parts(s: Storing, step: nodes.Instruction, arguments: list[Expression | None]) -> Iterator[str]:
    if arguments:
        raise CannotPort(step.line, "ACLS with arguments is not known to ports")
    yield f"{s.f.machine}.reset()"


def fill(s: Storing, step: nodes.Instruction, arguments: list[Expression | None]) -> Iterator[str]:
    owner, value, *rest = [each for each in arguments if each is not None]
    variable = s.e.array_named(owner)
    if variable is None:
        raise CannotPort(step.line, "FILL of an array that has another name is not known to ports")
    type_ = s.f.module.type_of(variable)
    element = s.e.stored(value, type_).text
    name = s.f.name(variable)
    if not rest and variable.dimensions == 1 and type_ != TEXT:
        yield f"{name}[:] = [{element}] * len({name})"
        return
    places = [s.e.place(each).text for each in rest]
    yield f"{s.f.basic('fill')}({', '.join([name, element, *places])})"


def sort(s: Storing, step: nodes.Instruction, arguments: list[Expression | None]) -> Iterator[str]:
    given = [each for each in arguments if each is not None]
    arrays = [each for each in given if s.e.array_named(each)]
    part = [s.e.place(each).text for each in given if each not in arrays]
    names = [s.f.name(s.e.array_named(each)) for each in arrays]  # type: ignore[arg-type]
    if len(names) == 1 and not part and step.name == "SORT" and s.e.kind(arrays[0]):
        yield f"{names[0]}.sort()"
        return
    options = [f"part=({', '.join(part)})"] if part else []
    options += ["backward=True"] if step.name == "RSORT" else []
    yield f"{s.f.basic('sort')}({', '.join([*names, *options])})"


def copy(s: Storing, step: nodes.Instruction, arguments: list[Expression | None]) -> Iterator[str]:
    target, *rest = [each for each in arguments if each is not None]
    position = "0"
    if rest and s.e.array_named(rest[0]) is None and s.e.kind(rest[0]).is_number:
        position = s.e.place(rest.pop(0)).text
    if rest and isinstance(rest[0], nodes.LabelText | nodes.String):
        yield copied_data(s, step, position, target, *rest)
        return
    owner, source = s.e.array_named(target), s.e.array_named(rest[0]) if rest else None
    if owner is None or source is None:
        raise CannotPort(step.line, "COPY of anything but one array into another is not known to ports")
    if s.f.module.type_of(owner) != s.f.module.type_of(source):
        raise CannotPort(step.line, "COPY between arrays of different types is not known to ports")
    numbers = [s.e.place(each).text for each in rest[1:]]
    numbers = ["0", *numbers] if len(numbers) == 1 else numbers
    yield f"{s.f.basic('copy')}({', '.join([s.f.name(owner), position, s.f.name(source), *numbers])})"


def copied_data(
    s: Storing,
    step: nodes.Instruction,
    position: str,
    target: Expression,
    label: Expression,
    *count: Expression,
) -> str:
    """DATA from a label on, as much as is asked for or has room."""
    owner = s.e.array_named(target)
    way = COPIES.get(s.f.module.type_of(owner)) if owner else None
    if owner is None or way is None or len(count) > 1:
        raise CannotPort(step.line, "COPY of DATA into this array is not known to ports")
    _, first = s.f.data_at(step.line, "COPY", label, [s.f.module.program.main])
    numbers = [position, str(first), *(s.e.place(each).text for each in count)]
    return f"{s.f.data}.{way}({', '.join([s.f.name(owner), *numbers])})"


COPIES = {INT: "copy_wholes", FLOAT: "copy_numbers", STR: "copy_texts"}
"""How DATA are copied into an array of that type."""


def save(s: Storing, step: nodes.Instruction, arguments: list[Expression | None]) -> Iterator[str]:
    kind, name = file_name(s.e, step.line, arguments[0])
    if kind != "TXT" or len(arguments) != 2 or arguments[1] is None:
        raise CannotPort(step.line, "SAVE of anything but a text is not known to ports")
    yield f"{s.f.machine}.storage.write_text({name.text}, {s.e.value(arguments[1]).text})"


def beep(s: Storing, step: nodes.Instruction, arguments: list[Expression | None]) -> Iterator[str]:
    """Those behind an empty place are named."""
    plain = arguments.index(None) if None in arguments else len(arguments)
    given = keyword_arguments(s, ("number", "pitch", "volume", "pan"), arguments, plain)
    yield f"{s.f.machine}.sound.beep({given})"


def play(s: Storing, step: nodes.Instruction, arguments: list[Expression | None]) -> Iterator[str]:
    """The track stands first where there is one, and is worked out first."""
    tune = s.e.value(arguments[0]) if arguments[0] and len(arguments) == 1 else None
    if tune is not None and tune.type in {ANY, TEXT}:
        raise CannotPort(step.line, "BGMPLAY of a number or a text that only the running listing knows")
    several = keyword_arguments(s, ("track", "tune", "volume"), arguments, 0 if len(arguments) > 1 else 1)
    yield f"{s.f.machine}.sound.play({tune.text if tune and tune.type == STR else several})"


def volume(s: Storing, step: nodes.Instruction, arguments: list[Expression | None]) -> Iterator[str]:
    """Likewise."""
    given = keyword_arguments(s, ("track", "volume"), arguments, 0 if len(arguments) > 1 else 1)
    yield f"{s.f.machine}.sound.set_volume({given})"


def keyword_arguments(
    s: Storing, names: tuple[str, ...], arguments: list[Expression | None], plain: int
) -> str:
    """Ints for a call, by their names but for the first ones; empty places left out."""
    given = (
        ("" if at < plain else f"{name}=") + words.argument(s.e, "int", each).text
        for at, (name, each) in enumerate(zip(names, arguments, strict=False))
        if each is not None
    )
    return ", ".join(given)


def tune_from_data(s: Storing, step: nodes.Instruction, arguments: list[Expression | None]) -> Iterator[str]:
    """BGMSETD: a port has its DATA as Python's, and knows what stands at a label."""
    number, label = arguments
    name, program = literal_label(label), s.f.module.program
    if number is None or name is None:
        raise CannotPort(step.line, "BGMSETD of a label that is worked out is not known to ports")
    found = program.main.labels.get(name, len(program.data))
    tune = pieces.string(tune_of(program.data[found:]))
    yield f"{s.f.machine}.sound.set_tune({words.argument(s.e, 'int', number).text}, {tune.text})"


def effect(s: Storing, step: nodes.Instruction, arguments: list[Expression | None]) -> Iterator[str]:
    name = "set_effect" if len(arguments) == 1 else "set_reverb"
    kind = "int" if len(arguments) == 1 else "float"
    given = [words.argument(s.e, kind, each).text for each in arguments if each is not None]
    yield f"{s.f.machine}.sound.{name}({', '.join(given)})"


OWN: dict[str, Own] = {
    "ACLS": reset_parts,
    "BEEP": beep,
    "BGMPLAY": play,
    "BGMSETD": tune_from_data,
    "BGMVOL": volume,
    "COPY": copy,
    "EFCSET": effect,
    "FILL": fill,
    "GCIRCLE": circle,
    "GCLIP": clip,
    "GCOPY": copy_pixels,
    "GPUTCHR": put_text,
    "RANDOMIZE": seed,
    "RSORT": sort,
    "SAVE": save,
    "SORT": sort,
    "VISIBLE": visible,
    **moving.OWN,
    **signals.OWN,
}
RESULTS = {INT, FLOAT, STR}
