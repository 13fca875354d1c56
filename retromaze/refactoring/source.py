"""A Python module as a tree that keeps its layout, and all uses of each of its variables."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, NamedTuple

import libcst as cst
from libcst.metadata import MetadataWrapper, ParentNodeProvider, ScopeProvider

MARGIN = re.compile(r"#\s*(\d+\b|@\w+)?\s*")
"""The beginning of a comment at the end of a line: `#`, in a port with the listing's line or label."""


class Restructured(NamedTuple):
    """A restructured module: what was changed, in words, and the text."""

    words: str
    text: str


@dataclass(eq=False)
class PythonVariable:
    """A variable with all its uses in order: `Name` nodes, or `Attribute` nodes of `self`.

    `scope` is the function or module in which it is local, or the class whose attribute it is.
    """

    name: str
    scope: cst.CSTNode
    is_attribute: bool = False
    uses: list[cst.Name | cst.Attribute] = field(default_factory=list)


class Source:
    """A module's tree in libcst, with the parent and the scope of each node, and all nodes in order."""

    def __init__(self, text: str) -> None:
        wrapper = MetadataWrapper(cst.parse_module(text))
        self.module = wrapper.module
        self.parents = wrapper.resolve(ParentNodeProvider)
        self.scopes = wrapper.resolve(ScopeProvider)
        self.nodes = list(nodes_in(self.module))

    def parent(self, node: cst.CSTNode) -> cst.CSTNode:
        """Returns the parent of a node; the module's parent is the module itself."""
        return self.parents.get(node, self.module)

    def ancestors(self, node: cst.CSTNode) -> Iterator[cst.CSTNode]:
        """Yields the nodes around a node, the innermost first."""
        while node is not self.module:
            node = self.parent(node)
            yield node

    def enclosing(self, node: cst.CSTNode, *classes: type[cst.CSTNode]) -> cst.CSTNode:
        """Returns the innermost node of these classes around a node, else the module."""
        return next((each for each in self.ancestors(node) if isinstance(each, classes)), self.module)

    def next_statement(self, statement: cst.SimpleStatementLine) -> cst.CSTNode | None:
        """Returns the statement that follows in the same block; None after the last."""
        block = self.parent(statement)
        if not isinstance(block, cst.IndentedBlock | cst.Module):
            return None
        return next(iter(block.body[block.body.index(statement) + 1 :]), None)

    def code(self, node: cst.CSTNode) -> str:
        """Returns the text of a node."""
        return self.module.code_for_node(node).strip()

    def variables(self) -> list[PythonVariable]:
        """Returns all local and global variables, and the attributes of classes without inheritance.

        Attributes that anything but `self` has, too, and variables named by `global` or `nonlocal`, are left
        out: their uses are not all known.
        """
        classes_with_inheritance = self._classes_with_inheritance()
        used_of_others = {
            node.attr.value
            for node in self.nodes
            if isinstance(node, cst.Attribute) and self.code(node.value) != "self"
        }
        declared = {
            item.name.value
            for node in self.nodes
            if isinstance(node, cst.Global | cst.Nonlocal)
            for item in node.names
        }

        def has_all_uses(variable: PythonVariable) -> bool:
            """Whether `uses` are all uses: no other class, module or function may use the variable."""
            if variable.is_attribute:
                return variable.scope not in classes_with_inheritance and variable.name not in used_of_others
            return variable.name not in declared

        return list(filter(has_all_uses, self._variables_with_uses()))

    def _variables_with_uses(self) -> Iterable[PythonVariable]:
        """Returns the variables of functions and the module, and all attributes of `self` in classes."""
        variables: dict[tuple[object, str], PythonVariable] = {}  # by class or scope, and name
        for node in self.nodes:
            if isinstance(node, cst.Attribute):
                owner = self.enclosing(node, cst.ClassDef)
                if owner is not self.module and self.code(node.value) == "self":
                    new = PythonVariable(node.attr.value, owner, is_attribute=True)
                    variables.setdefault((owner, new.name), new).uses.append(node)
            elif isinstance(node, cst.Name) and self._is_use(node):
                scope = self.scopes.get(node)
                # the first assignment of the name that is visible here tells its scope; builtins have none
                assigned = next(iter(scope[node.value]), None) if scope else None
                if assigned:
                    new = PythonVariable(node.value, self.enclosing(node, cst.FunctionDef, cst.Lambda))
                    variables.setdefault((assigned.scope, node.value), new).uses.append(node)
        return variables.values()

    def _is_use(self, node: cst.Name) -> bool:
        """Whether a name is a use of a variable: neither an attribute's name nor an argument's keyword."""
        parent = self.parent(node)
        if isinstance(parent, cst.Attribute):
            return parent.value is node
        if isinstance(parent, cst.Arg):
            return parent.keyword is not node
        return True

    def _classes_with_inheritance(self) -> set[cst.CSTNode]:
        """Returns the classes that have a base class or are one."""
        classes = [node for node in self.nodes if isinstance(node, cst.ClassDef)]
        bases = {self.code(base.value) for each in classes for base in each.bases}
        return {each for each in classes if each.bases or each.name.value in bases}

    def functions_reaching(self, nodes: Iterable[cst.CSTNode]) -> set[str]:
        """Returns the names of the functions that contain one of these nodes or may call one that does.

        Any mention of a function's name counts as a call.
        """
        reached: set[str] = set()
        while True:
            around = (each for node in nodes for each in self.ancestors(node))
            more = {each.name.value for each in around if isinstance(each, cst.FunctionDef)}
            if more <= reached:
                return reached
            reached |= more
            nodes = [each for each in self.nodes if isinstance(each, cst.Name) and each.value in reached]

    def used_names(self) -> set[str]:
        """Returns all names that occur in the module."""
        return {node.value for node in self.nodes if isinstance(node, cst.Name)}

    def comments(self, node: cst.CSTNode) -> list[str]:
        """Returns the words of all comments in a node."""
        return [comment_words(each) for each in nodes_in(node) if isinstance(each, cst.Comment)]

    def with_replacements(self, changes: Replacements) -> str:
        """Returns the module's text with some nodes replaced."""
        changed = self.module.visit(_Replacer(changes))
        assert isinstance(changed, cst.Module)
        return changed.code


@lru_cache(maxsize=1)
def parsed_source(text: str) -> Source:
    """Returns the `Source` of a text; it is cached, because several steps read the same text."""
    return Source(text)


Replacement = Callable[[Any], Any]
"""A function from a node, whose parts were replaced already, to what replaces it; see libcst's `leave_…`."""
Replacements = dict[cst.CSTNode, Replacement]


class _Replacer(cst.CSTTransformer):
    """Replaces the nodes that are keys of `changes` by what their functions return."""

    def __init__(self, changes: Replacements) -> None:
        super().__init__()
        self.changes = changes

    def on_leave(self, original_node: cst.CSTNodeT, updated_node: cst.CSTNodeT) -> Any:
        """Returns what replaces a node after its children: the result of its change, if it has one."""
        change = self.changes.get(original_node)
        return change(updated_node) if change else updated_node


def nodes_in(node: cst.CSTNode) -> Iterator[cst.CSTNode]:
    """Yields a node and all its parts, in the order of the text."""
    yield node
    for part in node.children:
        yield from nodes_in(part)


def removal(_: cst.CSTNode) -> cst.RemovalSentinel:
    """Removes a node: a function for Replacements."""
    return cst.RemoveFromParent()


def parsed_expression(_: cst.CSTNode, text: str) -> cst.BaseExpression:
    """Returns the expression that a text is: a function for Replacements, in which it replaces any node."""
    return cst.parse_expression(text)


def comments_as_lines(statement: cst.SimpleStatementLine) -> list[cst.EmptyLine]:
    """Returns the comments of a statement that is to be removed, as lines of their own."""
    lines = [each for each in statement.leading_lines if each.comment]
    comment = statement.trailing_whitespace.comment
    words = comment_words(comment) if comment else ""
    return [*lines, cst.EmptyLine(comment=cst.Comment(f"# {words}"))] if words else lines


def comment_words(comment: cst.Comment) -> str:
    """Returns a comment without its `#` and, in a port, without the listing's line or label after that."""
    return MARGIN.sub("", comment.value, count=1)


def with_import(module: cst.Module, package: str, name: str) -> cst.Module:
    """Returns the module with `from package import name` added where isort would put it.

    `package` is a module of the standard library.
    """
    body = list(module.body)
    at = 0  # the index to insert at: after the docstring and the imports that are sorted before this one
    for number, statement in enumerate(body):
        inner = statement.body[0] if isinstance(statement, cst.SimpleStatementLine) else None
        if isinstance(inner, cst.Expr) and isinstance(inner.value, cst.SimpleString):
            at = number + 1
        origin = imported_from(module, inner)
        # an import from the package is extended; one of `*` has no list of names
        if (
            origin == package
            and isinstance(inner, cst.ImportFrom)
            and not isinstance(inner.names, cst.ImportStar)
        ):
            names = {module.code_for_node(each).strip(", ") for each in inner.names}
            line = cst.parse_statement(f"from {package} import {', '.join(sorted({*names, name}))}")
            assert isinstance(line, cst.SimpleStatementLine)
            body[number] = statement.with_changes(body=line.body)
            return module.with_changes(body=body)
        earlier = isinstance(inner, cst.Import) or origin < package
        if origin and (origin == "__future__" or (is_standard_library(origin) and earlier)):
            at = number + 1
    return with_statement_among_imports(module, at, f"from {package} import {name}")


def with_statement_among_imports(module: cst.Module, at: int, text: str) -> cst.Module:
    """Returns the module with the import `text` at an index; a blank line separates groups of imports."""
    body = list(module.body)
    blank = cst.EmptyLine(indent=False)
    wanted = cst.parse_statement(text)
    before, after = body[at - 1] if at else None, body[at] if at < len(body) else None
    origin = imported_from(module, before.body[0]) if isinstance(before, cst.SimpleStatementLine) else ""
    if before and origin in {"", "__future__"}:  # a new group of imports begins after a blank line
        wanted = wanted.with_changes(leading_lines=[blank])
    if isinstance(after, cst.SimpleStatementLine) and (origin := imported_from(module, after.body[0])):
        # the blank line before the next import stays only if that begins another group
        lines = [each for each in after.leading_lines if each.comment]
        body[at] = after.with_changes(leading_lines=lines if is_standard_library(origin) else [blank, *lines])
    body.insert(at, wanted)
    return module.with_changes(body=body)


def imported_from(module: cst.Module, statement: cst.CSTNode | None) -> str:
    """Returns the module that a statement imports from; "" if it is no import, or a relative one."""
    if isinstance(statement, cst.ImportFrom):
        return module.code_for_node(statement.module) if statement.module and not statement.relative else ""
    return module.code_for_node(statement.names[0].name) if isinstance(statement, cst.Import) else ""


def is_standard_library(origin: str) -> bool:
    """Whether a module is one of Python's own."""
    return origin.partition(".")[0] in sys.stdlib_module_names


def with_definition(module: cst.Module, text: str, blank_lines: int = 2) -> cst.Module:
    """Returns the module with the statements in `text` added above its first class or function."""
    body = list(module.body)
    definitions = (n for n, each in enumerate(body) if isinstance(each, cst.FunctionDef | cst.ClassDef))
    at = next(definitions, len(body))
    blank = cst.EmptyLine(indent=False)
    above = [blank] * blank_lines if at else []
    first, *others = cst.parse_module(text).body
    if at < len(body) and not body[at].leading_lines:  # the module began with it
        body[at] = body[at].with_changes(leading_lines=[blank, blank])
    body[at:at] = [first.with_changes(leading_lines=above), *others]
    return module.with_changes(body=body)
