"""A recipe: steps that turn a text into chunks with a library. It is written as code and run, both from one source.

A step is a real function. Its body is the code that is shown, with its parameters replaced by their values; running
calls the very same function with the very same values. So what is shown and what is measured cannot differ. Nothing
that is shown is ever executed here.
"""

import ast
import inspect
import json
import sys
import textwrap
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

WIDE = 60  # characters: a list whose items have more gets a line for each
INDENT = 4  # characters, of the body of a function


@dataclass(frozen=True)
class Value:
    """A value that is no literal: `code` is what gives it in the snippet, `make` what gives it here.

    setup: blocks of code that must stand ahead. imports: import statements that `code` and `setup` need.
    """

    code: str
    make: Callable[[], Any]
    setup: tuple[str, ...] = ()
    imports: tuple[str, ...] = ()


@dataclass(frozen=True)
class Step:
    """A function of a text (the first step) or of chunks (the others), and the values of its further parameters.

    The function has imports, statements, and one `return` at the end. A value is a Value or what repr() writes as code.
    """

    function: Callable[..., Any]
    values: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Recipe:
    """Steps, one after another; what they need installed; and where their chunks differ from the playground's.

    steps: from the text to chunks. ahead: further steps, the last of which gives what is embedded. bodies: what would
    take their place if nothing stood ahead of the chunks; as many, in the same order.
    """

    steps: tuple[Step, ...]
    install: str
    differs: tuple[str, ...] = ()
    ahead: tuple[Step, ...] = ()
    bodies: tuple[Step, ...] = ()

    @property
    def program(self) -> tuple[Step, ...]:
        """All steps that are shown."""
        return self.steps + self.ahead


def helper(function: Callable[..., Any], *imports: str) -> Value:
    """A function that the snippet defines: its own source."""
    return Value(function.__name__, lambda: function, (source_of(function),), imports)


def source_of(function: Callable[..., Any]) -> str:
    """The source of a function, as if it stood at the top of a file."""
    return textwrap.dedent(inspect.getsource(function)).strip()


def run(recipe: Recipe, text: str) -> tuple[list[str], list[str]]:
    """The chunks of a text, and the same without what stands ahead of them. Raises what the library raises."""
    found = _through(recipe.steps, text)
    return list(_through(recipe.ahead, found)), list(_through(recipe.bodies, found))


def _through(steps: tuple[Step, ...], found: Any) -> Any:
    for step in steps:
        found = step.function(found, **{name: _made(one) for name, one in step.values.items()})
    return found


def _made(value: Any) -> Any:
    if isinstance(value, list):
        return [_made(one) for one in value]
    return value.make() if isinstance(value, Value) else value


def _values(value: Any) -> Iterator[Value]:
    """The Values in a value: itself, or those of a list."""
    if isinstance(value, Value):
        yield value
    elif isinstance(value, list):
        for one in value:
            yield from _values(one)


def write(recipe: Recipe, file: str) -> str:
    """The program: imports, what the values need, and the body of each step. It reads the text from `file`."""
    values = [one for step in recipe.program for value in step.values.values() for one in _values(value)]
    imports = {"from pathlib import Path"}.union(*(one.imports for one in values))
    setup = list(dict.fromkeys(block for one in values for block in one.setup))
    bodies = []
    for step in recipe.program:
        own, body = _body(step)
        imports |= own
        bodies.append(body)
    blocks = [_merged(imports), *setup, "\n".join([f'text = Path({literal(file)}).read_text("utf-8")', *bodies])]
    parts = [blocks[0]]
    for before, block in pairwise(blocks):
        parts.append("\n\n\n" if _defines(before) or _defines(block) else "\n\n")
        parts.append(block)
    return "".join(parts) + "\n"


def _defines(block: str) -> bool:
    return block.startswith("def ")


def _merged(imports: set[str]) -> str:
    """The import statements in order, one for each module: the standard library, a blank line, others."""
    whole: set[str] = set()
    named: dict[str, set[str]] = {}
    for line in imports:
        words = line.replace(",", "").split()
        if words[0] == "import":
            whole.add(words[1])
        else:
            named.setdefault(words[1], set()).update(words[3:])
    lines = [(name, f"import {name}") for name in sorted(whole)]
    lines += [(name, f"from {name} import {', '.join(sorted(own))}") for name, own in sorted(named.items())]
    standard = [line for name, line in lines if name.split(".")[0] in sys.stdlib_module_names]
    others = [line for name, line in lines if name.split(".")[0] not in sys.stdlib_module_names]
    return "\n\n".join("\n".join(group) for group in (standard, others) if group)


def _body(step: Step) -> tuple[set[str], str]:
    """The imports of a step, and the rest of its body with values for parameters and `chunks =` for `return`."""
    source = source_of(step.function)
    (function,) = ast.parse(source).body
    assert isinstance(function, ast.FunctionDef)
    imports = [node for node in function.body if isinstance(node, ast.Import | ast.ImportFrom)]
    rest = [node for node in function.body if node not in imports and not _is_docstring(node)]
    lines = [line[INDENT:] for line in source.split("\n")]
    for line, start, end, new in sorted(_replacements(rest, step.values, lines), reverse=True):
        lines[line] = lines[line][:start] + new + lines[line][end:]
    leading = [node.end_lineno or 0 for node in function.body if node not in rest]
    first = max(leading, default=rest[0].lineno - 1)
    if _gives_back(function):
        lines.pop()
    return {ast.unparse(node) for node in imports}, "\n".join(lines[first:]).strip("\n")


def _gives_back(function: ast.FunctionDef) -> bool:
    """Whether it returns the chunks that it was given."""
    last, given = function.body[-1], function.args.args[0].arg
    return isinstance(last, ast.Return) and isinstance(last.value, ast.Name) and last.value.id == given


def _is_docstring(node: ast.stmt) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)


def _replacements(
    statements: list[ast.stmt], values: Mapping[str, Any], lines: list[str]
) -> list[tuple[int, int, int, str]]:
    """Line, start, end and new text of all that is replaced; the source is ASCII, so columns are characters."""
    found = []
    for node in (inner for statement in statements for inner in ast.walk(statement)):
        if isinstance(node, ast.Name) and node.id in values:
            line = lines[node.lineno - 1]
            new = literal(values[node.id], len(line) - len(line.lstrip()))
            found.append((node.lineno - 1, node.col_offset - INDENT, (node.end_col_offset or 0) - INDENT, new))
        elif isinstance(node, ast.Return):
            start = node.col_offset - INDENT
            found.append((node.lineno - 1, start, start + len("return"), "chunks ="))
    return found


def literal(value: Any, indent: int = 0) -> str:
    """A value as code; a long list has a line for each item, `indent` more than its first."""
    if isinstance(value, Value):
        return value.code
    if isinstance(value, list):
        items = [literal(one, indent + INDENT) for one in value]
        if sum(map(len, items)) <= WIDE:
            return f"[{', '.join(items)}]"
        inner = "".join(f"{' ' * (indent + INDENT)}{item},\n" for item in items)
        return f"[\n{inner}{' ' * indent}]"
    if isinstance(value, str) and "\\" in value and value.isprintable() and _is_raw(value):
        return f'r"{value}"'
    # Not json for all: it writes what is beyond U+FFFF as two characters.
    return json.dumps(value) if isinstance(value, str) and value.isascii() else repr(value)


def _is_raw(value: str) -> bool:
    """Whether r"..." around these characters is that string."""
    try:
        node = ast.parse(f'r"{value}"', mode="eval").body
    except SyntaxError:
        return False
    return isinstance(node, ast.Constant) and node.value == value
