"""The kernel rule, checked in the source text.

- plain arguments without defaults; `table` first, arrays that are written last
- arrays are written only through arguments that end in `_out`, also in helpers
- no allocation: no lists, sets, dictionaries, comprehensions, strings, NumPy calls
"""

import ast
import inspect
import textwrap
import types
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from linkwork.core.kernels.pointer import view

PLAIN_CALLS = {"range", "abs", "max", "min", "len", "float", "int", "bool"}
"""Built-in functions that allocate nothing."""

ALLOCATING = (
    ast.List, ast.Set, ast.Dict, ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp,
    ast.JoinedStr, ast.Lambda, ast.Yield, ast.Await, ast.FunctionDef,
)  # fmt: skip


def tree_of(function: Callable[..., Any]) -> ast.FunctionDef:
    """Syntax tree of a function; OSError if its source text is not available."""
    try:
        found = ast.parse(textwrap.dedent(inspect.getsource(function))).body[0]
    except (SyntaxError, IndexError):
        found = None  # lines of another object in a file of the same name
    if not isinstance(found, ast.FunctionDef) or found.name != function.__code__.co_name:
        raise OSError(f"the source text of {function.__name__} is not available")
    return found


def arguments_of(function: Callable[..., Any]) -> list[str]:
    return [argument.arg for argument in tree_of(function).args.args]


def resolve(function: types.FunctionType, node: ast.expr) -> Any:
    """The value that a name or dotted name has inside a function, None if it is local."""
    if isinstance(node, ast.Name):
        cells = inspect.getclosurevars(function)
        for space in (cells.nonlocals, cells.globals, cells.builtins):
            if node.id in space:
                return space[node.id]
        return None
    if isinstance(node, ast.Attribute):
        owner = resolve(function, node.value)
        return getattr(owner, node.attr, None) if owner is not None else None
    return None


def helpers_of(function: types.FunctionType) -> Iterator[tuple[ast.Call, types.FunctionType]]:
    """Calls of other Python functions."""
    for node in ast.walk(tree_of(function)):
        if isinstance(node, ast.Call):
            called = resolve(function, node.func)
            if isinstance(called, types.FunctionType) and called is not view:
                yield node, called


def with_helpers(kernel: types.FunctionType) -> set[types.FunctionType]:
    """A kernel and everything it calls, also indirectly."""
    found, waiting = set(), [kernel]
    while waiting:
        function = waiting.pop()
        if function not in found:
            found.add(function)
            waiting += [helper for _, helper in helpers_of(function)]
    return found


def all_complaints(kernels: Iterable[Any]) -> list[str]:
    """Violations of the rules by kernels and their helpers."""
    found: list[str] = []
    for kernel in kernels:
        for function in with_helpers(kernel):
            found += complaints(function, function is kernel)
    return found


class Roots:
    """Which argument a local name is a view of."""

    def __init__(self, tree: ast.FunctionDef) -> None:
        self.arguments = {argument.arg for argument in tree.args.args}
        self.views: dict[str, set[str]] = {}
        for node in ast.walk(tree):
            if isinstance(node, ast.Assign):
                for target in node.targets:
                    self._bind(target, node.value)
            elif isinstance(node, ast.For):
                self._bind(node.target, node.iter)

    def _bind(self, target: ast.expr, value: ast.expr) -> None:
        if isinstance(target, ast.Tuple):
            values = value.elts if isinstance(value, ast.Tuple) else []
            same = len(values) == len(target.elts)
            for k, part in enumerate(target.elts):
                self._bind(part, values[k] if same else value)
        elif isinstance(target, ast.Name):
            self.views.setdefault(target.id, set()).add(base(value))

    def of(self, name: str, seen: frozenset[str] = frozenset()) -> set[str]:
        """All arguments that a name may be a view of; '' if it is not a view."""
        if name in self.arguments or not name or name in seen:
            return {name}
        found = [self.of(other, seen | {name}) for other in self.views.get(name, {""})]
        return set().union(*found)


def base(node: ast.expr) -> str:
    """Name at the root of a.b[c].d, '' if there is none; view(a, ...) is a view of a."""
    while isinstance(node, (ast.Attribute, ast.Subscript, ast.Call)):
        if isinstance(node, ast.Call):
            if not (isinstance(node.func, ast.Name) and node.func.id == "view" and node.args):
                return ""
            node = node.args[0]
        else:
            node = node.value
    return node.id if isinstance(node, ast.Name) else ""


def is_out(names: set[str]) -> bool:
    return all(name.endswith("_out") for name in names)


def complaints(function: types.FunctionType, is_kernel: bool) -> Iterator[str]:
    """All violations of the rules by a function."""
    tree = tree_of(function)
    where = f"{function.__module__}.{function.__qualname__}"
    yield from (f"{where}: {text}" for text in _about_arguments(function, tree, is_kernel))
    yield from (f"{where}: {text}" for text in _about_writing(function, tree))
    yield from (f"{where}: {text}" for text in _about_allocating(function, tree))


def _about_arguments(
    function: types.FunctionType, tree: ast.FunctionDef, is_kernel: bool
) -> Iterator[str]:
    given = tree.args
    if given.defaults or given.kw_defaults or given.kwonlyargs or given.vararg or given.kwarg:
        yield "takes more than plain arguments without defaults"
    if tree.decorator_list:
        yield "has a decorator"
    names = [argument.arg for argument in given.args]
    is_item_code = not function.__module__.startswith(("linkwork.math.", "linkwork.core."))
    outs = [name.endswith("_out") for name in names]
    if (is_item_code or is_kernel) and outs != sorted(outs):
        yield f"what it writes must come last: {', '.join(names)}"
    if is_kernel and "table" in names[1:]:
        yield f"the table must come first: {', '.join(names)}"


def _about_writing(function: types.FunctionType, tree: ast.FunctionDef) -> Iterator[str]:
    roots = Roots(tree)
    for node in ast.walk(tree):
        if isinstance(node, (ast.Global, ast.Nonlocal, ast.Delete)):
            yield f"line {node.lineno}: {type(node).__name__.lower()}"
        targets = node.targets if isinstance(node, ast.Assign) else []
        if isinstance(node, (ast.AugAssign, ast.AnnAssign)):
            targets = [node.target]
        for target in targets:
            for part in target.elts if isinstance(target, ast.Tuple) else [target]:
                named = isinstance(part, ast.Name) and part.id in roots.arguments
                written = not isinstance(part, ast.Name)
                if named or (written and not is_out(roots.of(base(part)))):
                    yield f"line {part.lineno}: writes {ast.unparse(part)}"
    for call, helper in helpers_of(function):
        for name, value in zip(arguments_of(helper), call.args, strict=False):
            if name.endswith("_out") and not is_out(roots.of(base(value))):
                yield f"line {call.lineno}: passes {ast.unparse(value)} to be written as {name}"


def _about_allocating(function: types.FunctionType, tree: ast.FunctionDef) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ALLOCATING) and node is not tree:
            line = getattr(node, "lineno", 0)
            yield f"line {line}: allocates ({type(node).__name__})"
        if not isinstance(node, ast.Call):
            continue
        called = resolve(function, node.func)
        module = getattr(called, "__module__", None) or ""
        allowed = (
            isinstance(called, types.FunctionType)
            or type(called).__name__ == "Pointer"
            or getattr(called, "__name__", "") in PLAIN_CALLS
            or module == "math"
        )
        if not allowed:
            yield f"line {node.lineno}: calls {ast.unparse(node.func)}"
        if node.keywords or any(isinstance(part, ast.Starred) for part in node.args):
            yield f"line {node.lineno}: calls {ast.unparse(node.func)} with more than plain values"
