"""What each kind of statement does, told by one visitor."""

from typing import get_args

from retromaze.language import nodes
from retromaze.language.block_tree import CallResult, Effects, Store, ValueOrigin, effects, stores
from retromaze.language.nodes import Expression, Index, LabelText, Name, Number
from retromaze.language.parser import parse

STATEMENTS = {
    "@L": "not plain",
    "A=B+1": "A <- B+1",
    "A$[0]=B$": "A$[0] <- B$",
    "A=": "A <- MISSING",
    "VAR A,B=2,C[3]": "A <- DEFAULT; B <- 2; C <- ARRAY",
    "PRINT A": "",
    'INPUT "?";A,B$': "A <- TYPED, kept; B$ <- TYPED, kept",
    "LINPUT A$": "A$ <- LINE",
    "INC A": "A <- A +1, kept",
    "DEC A[I],B": "A[I] <- A[I] -B, kept",
    "SWAP A,B[1]": "A <- B[1], kept; B[1] <- A, kept",
    "READ A,B[I]": "A <- DATA; B[I] <- DATA",
    "RESTORE @L": "",
    "DATA 1,2": "",
    "IF A THEN PRINT": "not plain",
    "ELSEIF A THEN": "not plain",
    "ELSE": "not plain",
    "ENDIF": "not plain",
    "FOR I=A TO B STEP C": "I <- A +C until B, kept; not plain",
    "FOR I=1 TO 9": "I <- 1 +1 until 9, kept; not plain",
    "NEXT": "not plain",
    "WHILE A": "not plain",
    "WEND": "not plain",
    "REPEAT": "not plain",
    "UNTIL A": "not plain",
    "BREAK": "leaves; not plain",
    "CONTINUE": "leaves; not plain",
    "GOTO @L": "goto @L; leaves; not plain",
    "GOTO A$": "goto A$; leaves; not plain",
    "GOSUB @L": "gosub @L; not plain",
    "GOSUB": "leaves; not plain",
    "GOTO RETURN": "leaves; not plain",
    "ON A GOTO @L,@M": "goto @L; goto @M; not plain",
    "ON A GOSUB @L": "gosub @L; not plain",
    "RETURN A": "leaves; not plain",
    "END": "leaves; not plain",
    "STOP": "not plain",
    "DEF F(X)": "not plain",
    "TOUCH OUT A,,B[1]": "A <- TOUCH 0; B[1] <- TOUCH 2",
    "PUSH A,1": "",
    "OPTION STRICT": "",
}


def told(done: Effects) -> str:
    parts = [
        *map(store_told, done.stores),
        *(f"goto {shown(each)}" for each in done.gotos),
        *(f"gosub {shown(each)}" for each in done.gosubs),
        *([] if done.goes_on else ["leaves"]),
        *([] if done.is_straight else ["not plain"]),
    ]
    return "; ".join(parts)


def store_told(store: Store) -> str:
    match store.value:
        case ValueOrigin():
            value = store.value.name
        case CallResult(call=call, position=position):
            value = f"{call.name} {position}"
        case expression:
            value = shown(expression)
    step = f" {'+' if store.sign > 0 else '-'}{shown(store.increment)}" if store.increment else ""
    limit = f" until {shown(store.limit)}" if store.limit else ""
    return f"{shown(store.target)} <- {value}{step}{limit}{', kept' if store.needs_old_value else ''}"


def shown(node: Expression) -> str:
    match node:
        case Number(value=value):
            return str(value)
        case Name(name=name):
            return name
        case LabelText(name=name):
            return f"@{name}"
        case Index(target=target, subscripts=subscripts):
            return f"{shown(target)}[{','.join(map(shown, subscripts))}]"
        case nodes.Binary(operator=sign, left=left, right=right):
            return f"{shown(left)}{sign}{shown(right)}"
    raise NotImplementedError(node)


def test_each_statement_does_what_it_does() -> None:
    assert {source: told(effects(parse(source)[0])) for source in STATEMENTS} == STATEMENTS


def test_every_kind_is_tried() -> None:
    tried = {type(statement) for source in STATEMENTS for statement in parse(source)[:1]}
    assert tried | {nodes.Empty} == set(get_args(nodes.Statement))
    assert effects(nodes.Empty(1, 1)) == Effects()


def test_a_condition_does_nothing_by_itself() -> None:
    (choice,) = (each for each in parse("IF A==B THEN PRINT") if isinstance(each, nodes.If))
    assert effects(choice.condition) == Effects()


def test_store() -> None:
    table = [
        ("A=B", "B", False, False, "A"),
        ("A[0]=B", "B", False, False, "A"),
        ("A$[0][1]=B$", "B$", False, False, ""),
        ("INC A,B", None, True, False, "A"),
        ("FOR A=B TO C", None, False, False, "A"),
        ("VAR A", None, False, True, "A"),
        ("VAR A=B", "B", False, False, "A"),
        ("DIM A[9]", None, False, True, "A"),
        ("READ A", None, False, False, "A"),
    ]
    found = []
    for source, *_ in table:
        (store,) = stores(parse(source)[0])
        given = store.copied_value and shown(store.copied_value)
        found.append((source, given, store.is_sum, store.is_declaration, store.name))
    assert found == table
