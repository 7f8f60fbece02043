"""User functions written with symbolic arguments, as plain Python functions that compile.

The function is called once with symbolic arguments; the tree of its result becomes the text of a
function of plain numbers. Values outside the function are those at this moment. A function that
needs the values of its arguments, or the system, is called with them every time instead.
"""

import functools
import itertools

import numpy as np

from linkwork.core.functions.marked import Marked, Way
from linkwork.exudyn import _expressions as _ex
from linkwork.exudyn import _symbolic_types as _types
from linkwork.exudyn._symbolic_types import Matrix, NotTraceable, Real, Vector
from linkwork.exudyn._user_function_table import userFunctionArgsDict

_SHAPES = {
    "StdVector2D": (2,),
    "StdVector3D": (3,),
    "StdVector6D": (6,),
    "StdMatrix3D": (3, 3),
    "StdMatrix6D": (6, 6),
}


class UserFunction(Marked):
    """A symbolic user function; it is given to items in place of a Python function."""

    def __init__(self, function, original, shapes):
        super().__init__(function, Way.FREE)
        self.original = original
        self.shapes = shapes

    def Evaluate(self, *arguments):
        """Result for arguments of the user function: a number, list or list of lists."""
        return _unwrapped(self.function(*arguments))

    def SetUserFunctionFromDict(self, mbs, fcnDict, itemTypeName, userFunctionName):
        """Take over the function that a dictionary holds under 'function'."""
        made = create_user_function(
            mbs, fcnDict["function"], userFunctionName, None, itemTypeName, 0
        )
        self.__init__(made.function, made.original, made.shapes)

    def __reduce__(self):
        return _again, (self.original, self.shapes)

    def __str__(self):
        return getattr(self.function, "formula", self.original.__name__)


def create_user_function(mbs, function, userFunctionName, itemIndex, itemTypeName, verbose):
    """The UserFunction of a Python function; see CreateSymbolicUserFunction."""
    name = itemTypeName or _item_type(mbs, itemIndex)
    key = f"{name},{userFunctionName}"
    if key not in userFunctionArgsDict:
        raise ValueError(
            f"CreateSymbolicUserFunction: {name} has no user function {userFunctionName!r}"
        )
    shapes = tuple(_shape(word) for word in userFunctionArgsDict[key][0][1:])
    made = _again(function, shapes)
    if verbose:
        print(f"{key}: {function.__name__} = {made}")
    return made


def _again(function, shapes):
    return UserFunction(_traced(function, shapes), function, shapes)


def _item_type(mbs, index):
    if index is None:
        return "MainSystem"
    family = type(index).__name__.removesuffix("Index")
    for kind in (family,) if family in ("Node", "Object", "Load", "Sensor") else ("Object", "Load"):
        item = getattr(mbs, f"Get{kind}")(index)
        return f"{kind}{item[f'{kind.lower()}Type']}"
    raise ValueError("CreateSymbolicUserFunction: give itemIndex or itemTypeName")


def _shape(word):
    """Shape of an argument: () for numbers, None where it depends on the model."""
    if word in ("Real", "Index", "bool"):
        return ()
    return _SHAPES.get(word)


class _Untouchable:
    """Stands for the system while a function is traced: its use ends the trace."""

    def __getattribute__(self, name):
        raise NotTraceable


def _traced(function, shapes):
    plain = function if all(shape == () for shape in shapes) else _with_values(function, shapes)
    if None in shapes:
        return plain
    code = function.__code__
    names = code.co_varnames[1 : code.co_argcount]
    if len(names) != len(shapes):
        raise ValueError(
            f"CreateSymbolicUserFunction: {function.__name__} must have {len(shapes)} arguments "
            f"after mbs, got {len(names)}"
        )
    recording = _types.State.recording
    _types.State.recording = _types.State.tracing = True
    try:
        arguments = [_argument(*pair) for pair in zip(names, shapes, strict=True)]
        result = function(_Untouchable(), *arguments)
        return _compiled_text(function.__name__, names, arguments, result)
    except (NotTraceable, TypeError, ValueError, AttributeError, IndexError):
        # Whatever the function does with numbers, it does it with them.
        return plain
    finally:
        _types.State.recording, _types.State.tracing = recording, False


def _argument(name, shape):
    if len(shape) == 2:
        return Matrix(name, np.zeros(shape))
    return Vector(name, np.zeros(shape)) if shape else Real(name, 0.0)


def _with_values(function, shapes):
    """The function with vectors and matrices that behave like symbolic ones."""

    @functools.wraps(function)
    def called(mbs, *arguments):
        recording = _types.State.recording
        _types.State.recording = False
        try:
            given = [_wrapped(each) for each in arguments]
            return _unwrapped(function(mbs, *given))
        finally:
            _types.State.recording = recording

    return called


def _wrapped(value):
    dimensions = np.ndim(value)
    return value if dimensions == 0 else Vector(value) if dimensions == 1 else Matrix(value)


def _unwrapped(result):
    if isinstance(result, list | tuple):
        return [_unwrapped(each) for each in result]
    if isinstance(result, Vector | Matrix):
        return result.Evaluate().tolist()
    if isinstance(result, np.ndarray):
        return result.tolist()
    return float(result) if isinstance(result, Real | np.floating) else result


# ------------------------------------------------------------------- text of a program


class _Program:
    """Scalars that are names of local variables; every operation adds a line."""

    def __init__(self, arguments):
        self.lines = []
        self.indent = "    "
        self.numbers = itertools.count()
        self.arguments = arguments

    def put(self, text):
        name = f"_{next(self.numbers)}"
        self.lines.append(f"{self.indent}{name} = {text}")
        return name

    def variable(self, node):
        if id(node) in self.arguments:
            return self.arguments[id(node)]
        if isinstance(node.value, list):
            return [self.variable(_ex.Variable("", each)) for each in node.value]
        return repr(node.value) if np.isfinite(node.value) else f"_np.float64('{node.value}')"

    def choose(self, condition, first, second, known):
        name = f"_{next(self.numbers)}"
        outer = self.indent
        for head, branch in ((f"if {condition} != 0.0:", first), ("else:", second)):
            self.lines.append(outer + head)
            self.indent = outer + "    "
            value = branch(dict(known))
            self.lines.append(f"{self.indent}{name} = {value}")
        self.indent = outer
        return name

    def call(self, name, *values):
        if name in _ex.INFIX:
            return self.put(f"{values[0]} {_ex.INFIX[name]} {values[1]}")
        if name in _ex.COMPARISONS:
            return self.put(f"1.0 if {values[0]} {_ex.COMPARISONS[name]} {values[1]} else 0.0")
        if name in _ex.NUMPY:
            return self.put(f"_np.{_ex.NUMPY[name]}({', '.join(values)})")
        (value,) = values
        return self.put(_ONE[name].format(value))


_ONE = {
    "neg": "-({})",
    "round": "_np.sign({0}) * _np.floor(_np.fabs({0}) + 0.5)",
    "Not": "1.0 if {} == 0.0 else 0.0",
    "isfinite": "1.0 if _np.isfinite({}) else 0.0",
}


def _compiled_text(name, names, arguments, result):
    """A function of plain numbers that computes a traced result."""
    atoms = {}
    for text, each in zip(names, arguments, strict=True):
        atoms[id(each._node)] = _atoms(text, np.shape(each._node.value))
    program, known = _Program(atoms), {}

    def scalars(value):
        if isinstance(value, list | tuple | np.ndarray):
            return [scalars(each) for each in value]
        if isinstance(value, _types._Symbolic):
            return _ex.evaluate(value._node, program, known)
        if not _types.is_number(value):
            raise NotTraceable
        return repr(float(value))

    returned = _listed(scalars(result))
    text = f"def traced(_mbs, {', '.join(names)}):\n"
    text += "\n".join([*program.lines, f"    return {returned}"]) + "\n"
    space = {"_np": np}
    exec(compile(text, f"<symbolic {name}>", "exec"), space)
    function = space["traced"]
    function.__module__ = "user"
    function.__name__ = function.__qualname__ = name
    function.formula = _formula(result)
    return function


def _atoms(text, shape):
    if not shape:
        return text
    return [_atoms(f"{text}[{i}]", shape[1:]) for i in range(shape[0])]


def _listed(value):
    return f"[{', '.join(map(_listed, value))}]" if isinstance(value, list) else value


def _formula(result):
    if isinstance(result, list | tuple):
        return f"[{', '.join(map(_formula, result))}]"
    return str(result)
