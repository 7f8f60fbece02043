"""Rewrites a script into one of Linkwork: imports, old names, and calls that have no place here.

The text is edited in place, at the positions of the syntax tree, so that comments and layout stay.
What Linkwork itself does not have is imported from this package.
"""

from __future__ import annotations

import ast
import builtins
import importlib
from collections.abc import Iterable
from typing import Any, NamedTuple

PACKAGE = "exudyn"
HOMES = {
    "exudyn": "linkwork",
    "exudyn.itemInterface": "linkwork.items",
    "exudyn.utilities": "linkwork.utilities",
    "exudyn.rigidBodyUtilities": "linkwork.utilities",
    "exudyn.lieGroupBasics": "linkwork.utilities",
    "exudyn.graphics": "linkwork.graphics",
}
"""Module of a script -> module of Linkwork that has most of its names."""

METHODS = (
    "SolveDynamic", "SolveStatic", "ComputeODE2Eigenvalues", "ComputeLinearizedSystem",
    "ComputeSystemDegreeOfFreedom",
)  # fmt: skip
"""Functions whose first argument is the system: methods of it."""

REMOVED = (
    "StartRenderer", "StopRenderer", "DoRendererIdleTasks", "WaitForUserToContinue",
    "WaitForRenderEngineStopFlag", "SendRedrawSignal", "ActivateRendering", "SetRenderState",
    "RenderEngineZoomAll", "AttachToRenderEngine", "DetachFromRenderEngine",
)  # fmt: skip
"""Calls that stand alone and have no place here."""

KEYWORDS = {"bodyList": "bodyNumbers", "bodyOrNodeList": "bodyNumbers"}
"""Old names of arguments."""


class Edit(NamedTuple):
    """Replacement of a part of the text."""

    start: int
    end: int
    text: str


class Migration(NamedTuple):
    """A rewritten script, and what could not be rewritten."""

    text: str
    notes: list[str]


def migrate(source: str, name: str = "script") -> Migration:
    """The script of Linkwork; raises SyntaxError if the source is no Python."""
    tree = ast.parse(source, name)
    editor = _Editor(source, tree)
    editor.visit(tree)
    text = source
    for edit in sorted(editor.edits, reverse=True):
        text = text[: edit.start] + edit.text + text[edit.end :]
    ast.parse(text, name)
    return Migration(text, editor.notes)


def _names_of(module: str) -> set[str]:
    """Names that a star import of a module brings."""
    found = importlib.import_module(module)
    listed = getattr(found, "__all__", None)
    return set(listed or (name for name in dir(found) if not name.startswith("_")))


class _Editor(ast.NodeVisitor):
    """Collects the edits of a script."""

    def __init__(self, source: str, tree: ast.Module) -> None:
        self.edits: list[Edit] = []
        self.notes: list[str] = []
        self._source = source
        self._starts = [0]
        for line in source.splitlines(keepends=True):
            self._starts.append(self._starts[-1] + len(line))
        self._lines = source.splitlines(keepends=True)
        names = [node for node in ast.walk(tree) if isinstance(node, ast.Name)]
        self._bound = _bound(tree)
        self._used = {node.id for node in names} - self._bound
        self._core = _aliases(tree)
        self._modules = _aliases(tree, ".")
        self._known = _names_of("linkwork") | set(METHODS) | {"Print"} | _submodules(tree)
        self._called = {id(node.func) for node in ast.walk(tree) if isinstance(node, ast.Call)}
        self._tell_about_files()

    def _tell_about_files(self) -> None:
        """A script that reads its solution file must ask for it."""
        if "LoadSolutionFile" in self._used and "writeSolutionToFile" not in self._source:
            self.notes.append(
                "LoadSolutionFile: Linkwork writes a solution file if "
                "solutionSettings.writeSolutionToFile is set to True"
            )

    # ------------------------------------------------------------------ places

    def _place(self, line: int, column: int) -> int:
        """Index in the text; columns of the syntax tree count bytes."""
        text = self._lines[line - 1].encode()[:column].decode()
        return self._starts[line - 1] + len(text)

    def _replace(self, node: Any, text: str) -> None:
        start = self._place(node.lineno, node.col_offset)
        self.edits.append(Edit(start, self._place(node.end_lineno, node.end_col_offset), text))

    def _text_of(self, node: Any) -> str:
        return ast.get_source_segment(self._source, node) or ""

    # ------------------------------------------------------------------ imports

    def visit_Import(self, node: ast.Import) -> None:
        if not any(_is_ours(alias.name) for alias in node.names):
            return
        lines = [self._import(alias) for alias in node.names]
        indent = "\n" + " " * node.col_offset
        self._replace(node, indent.join(lines))

    def _import(self, alias: ast.alias) -> str:
        if not _is_ours(alias.name):
            return f"import {alias.name}" + (f" as {alias.asname}" if alias.asname else "")
        home = HOMES.get(alias.name)
        if home is None:
            home = f"linkwork.{alias.name}"
            self.notes.append(f"{alias.name}: imported from {home}")
        name = alias.asname or (alias.name if alias.name == PACKAGE else "")
        return f"import {home} as {name}" if name else f"import {home}"

    def visit_ImportFrom(self, node: ast.ImportFrom) -> None:
        module = node.module or ""
        if node.level or not _is_ours(module):
            return
        fallback = f"linkwork.{module}"
        home = HOMES.get(module, fallback)
        if home == fallback:
            self.notes.append(f"{module}: imported from {fallback}")
        lines: list[str] = []
        if [alias.name for alias in node.names] == ["*"]:
            lines.append(f"from {home} import *")
            lines += self._left_behind(home, fallback)
        else:
            known = _names_of(home)
            for place, names in (
                (home, [a for a in node.names if a.name in known]),
                (fallback, [a for a in node.names if a.name not in known]),
            ):
                if names:
                    listed = ", ".join(_with_alias(a) for a in names)
                    lines.append(f"from {place} import {listed}")
        self._replace(node, ("\n" + " " * node.col_offset).join(lines))

    def _left_behind(self, home: str, fallback: str) -> Iterable[str]:
        """Imports of names that a star import brought, and Linkwork's does not bring."""
        if home == fallback:
            return []
        theirs = _names_of(fallback) & self._used
        missing = sorted(theirs - _names_of(home) - set(dir(builtins)))
        lines: list[str] = []
        if "np" in missing:
            missing.remove("np")
            lines.append("import numpy as np")
        if missing:
            lines.append(f"from {fallback} import {', '.join(missing)}")
        return lines

    # ------------------------------------------------------------------ calls

    def visit_Expr(self, node: ast.Expr) -> None:
        call = node.value
        if isinstance(call, ast.Call) and self._is_removed(call.func):
            told = f"pass  # {self._text_of(node).splitlines()[0]}"
            self._replace(node, told if self._ends_its_line(node) else "pass")
            return
        self.generic_visit(node)

    def _ends_its_line(self, node: Any) -> bool:
        """Whether no other statement follows in its last line."""
        end = self._place(node.end_lineno, node.end_col_offset)
        rest = self._source[end : self._starts[node.end_lineno]].strip(" \t;\r\n")
        return not rest or rest.startswith("#")

    @staticmethod
    def _is_removed(function: ast.expr) -> bool:
        if not isinstance(function, ast.Attribute):
            return False
        owner = function.value
        of_renderer = isinstance(owner, ast.Attribute) and owner.attr == "renderer"
        return function.attr in REMOVED or of_renderer

    def visit_Attribute(self, node: ast.Attribute) -> None:
        """Notes about names such as exu.sys, which are not called."""
        is_core = isinstance(node.value, ast.Name) and node.value.id in self._core
        if is_core and node.attr not in self._known and id(node) not in self._called:
            self._note(node, f"Linkwork has no {node.attr}")
        self.generic_visit(node)

    def _is_module(self, owner: ast.expr) -> bool:
        """Whether a function belongs to a module, as in interactive.SolutionViewer(mbs)."""
        return _last_name(owner) == "interactive" or (
            isinstance(owner, ast.Name) and owner.id in self._modules
        )

    def _note(self, node: Any, text: str) -> None:
        self.notes.append(f"line {node.lineno}, {self._text_of(node).splitlines()[0]}: {text}")

    def visit_Call(self, node: ast.Call) -> None:
        function = node.func
        if isinstance(function, ast.Attribute):
            owner = function.value
            is_core = isinstance(owner, ast.Name) and owner.id in self._core
            if is_core and function.attr == "Print":
                self._replace(function, "print")
            elif is_core and function.attr in METHODS and node.args:
                first = node.args[0]
                rest: list[Any] = [*node.args[1:], *node.keywords]
                self._replace(function, f"{self._text_of(first)}.{function.attr}")
                start = self._place(first.lineno, first.col_offset)
                end = self._place(first.end_lineno, first.end_col_offset)  # type: ignore[arg-type]
                if rest:
                    following = rest[0]
                    end = self._place(following.lineno, following.col_offset)
                self.edits.append(Edit(start, end, ""))
            elif function.attr == "SolutionViewer" and not self._is_module(owner):
                self._replace(node, f"{self._text_of(owner)}.solution.show()")
                if node.args or any(keyword.arg == "solution" for keyword in node.keywords):
                    self._note(node, "the last run is shown instead of the solution that is given")
                return
            elif is_core and function.attr not in self._known:
                self._note(node, f"Linkwork has no {function.attr}")
        theirs = _last_name(function) not in self._bound
        for keyword in node.keywords:
            if theirs and keyword.arg in KEYWORDS:
                start = self._place(keyword.lineno, keyword.col_offset)
                self.edits.append(Edit(start, start + len(keyword.arg), KEYWORDS[keyword.arg]))
        self.generic_visit(node)


def _is_ours(module: str) -> bool:
    return module == PACKAGE or module.startswith(f"{PACKAGE}.")


def _with_alias(alias: ast.alias) -> str:
    return f"{alias.name} as {alias.asname}" if alias.asname else alias.name


def _bound(tree: ast.Module) -> set[str]:
    """Names that a script binds itself."""
    found: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            found.add(node.id)
        elif isinstance(node, ast.FunctionDef | ast.ClassDef):
            found.add(node.name)
        elif isinstance(node, ast.arg):
            found.add(node.arg)
        elif isinstance(node, ast.alias):
            found.add((node.asname or node.name).partition(".")[0])
    return found


def _aliases(tree: ast.Module, inside: str = "") -> set[str]:
    """Names under which a script knows the package itself, or (inside = ".") modules of it."""
    found: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            modules = [a for a in node.names if (a.name + ".").startswith(PACKAGE + ".")]
            found |= {a.asname or a.name for a in modules if ("." in a.name) == bool(inside)}
    return found


def _submodules(tree: ast.Module) -> set[str]:
    """Names of modules of the package that a script imports."""
    imports = [node for node in ast.walk(tree) if isinstance(node, ast.Import)]
    names = [alias.name.split(".") for node in imports for alias in node.names]
    return {parts[1] for parts in names if parts[0] == PACKAGE and len(parts) > 1}


def _last_name(function: ast.expr) -> str:
    """`c` of a.b.c, or of c."""
    return getattr(function, "attr", "") or getattr(function, "id", "")


def difference(old: str, new: str, old_name: str, new_name: str) -> str:
    """What has changed, as lines with - and +."""
    import difflib

    lines = difflib.unified_diff(
        old.splitlines(), new.splitlines(), old_name, new_name, lineterm=""
    )
    return "\n".join(lines)
