"""What a fit or an optimization varies: numbers of models, with start, bounds and scale.

An optimizer works with inner numbers u. They are the values themselves, or their natural logarithms
for parameters that are positive and may change over decades.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from linkwork.api.original import Original
from linkwork.api.parameter_paths import ParameterPath, parameter_path
from linkwork.core.declare.parameters import Number, shown
from linkwork.core.errors import ParameterError

if TYPE_CHECKING:
    from linkwork.api.system import MainSystem

LOG = "log"
CLOSEST = 1.0e-9
"""Smallest value of a parameter that must be positive, relative to its start."""

FORM = "a start, (start, low, high), or one of these with 'log' at the end; None: the present value"


def random_of(seed: Any) -> dict[str, Any]:
    """The argument of SciPy's functions that sets their random numbers."""
    import scipy

    version = tuple(int(part) for part in scipy.__version__.split(".")[:2])
    return {"rng" if version >= (1, 15) else "seed": np.random.default_rng(seed)}


class Varied:
    """Parameters that are varied.

    names -- as they are reported; paths -- those of each parameter: several have the same value
    start, low, high -- values and bounds; is_log -- whether u is the logarithm of the value
    units -- of each parameter
    """

    def __init__(self, mbs: MainSystem, vary: Mapping[Any, Any] | Iterable[Any] | str) -> None:
        given = _as_mapping(vary)
        self.paths = [_texts(key) for key in given]
        self.names = [" = ".join(texts) for texts in self.paths]
        places: dict[tuple[Any, ...], str] = {}
        read = []
        for name, texts, value in zip(self.names, self.paths, given.values(), strict=True):
            found = [parameter_path(mbs, text) for text in texts]
            for path in found:
                if _place(path) in places:
                    raise ParameterError(
                        f"vary: {name!r} and {places[_place(path)]!r} are the same"
                    )
                places[_place(path)] = name
            read.append((_read(mbs, name, found, value), found[0].unit))
        self.units = [unit for _, unit in read]
        self.start, self.low, self.high = (
            np.array([getattr(each, part) for each, _ in read]) for part in ("start", "low", "high")
        )
        self.is_log = np.array([each.is_log for each, _ in read])

    def __len__(self) -> int:
        return len(self.names)

    @property
    def scale(self) -> np.ndarray:
        """A size of each parameter: of its start, of its bounds, or 1."""
        width = np.where(np.isfinite(self.high - self.low), self.high - self.low, 1.0)
        return np.where(self.start != 0.0, np.abs(self.start), np.abs(width))

    @property
    def bounds(self) -> dict[str, tuple[float, float]]:
        """Name -> (low, high)."""
        each = zip(self.names, self.low, self.high, strict=True)
        return {name: (float(low), float(high)) for name, low, high in each}

    def inner(self, values: Any) -> np.ndarray:
        """Numbers that an optimizer works with."""
        values = np.asarray(values, float)
        with np.errstate(divide="ignore", invalid="ignore"):
            return np.asarray(np.where(self.is_log, np.log(values), values))

    def values(self, inner: np.ndarray) -> np.ndarray:
        """Values within their bounds, also where rounding has left them."""
        with np.errstate(over="ignore"):
            found = np.where(self.is_log, np.exp(np.where(self.is_log, inner, 0.0)), inner)
        return np.asarray(np.clip(found, self.low, self.high))

    def slopes(self, values: np.ndarray) -> np.ndarray:
        """Derivatives of the values by their inner numbers."""
        return np.where(self.is_log, values, 1.0)

    def named(self, values: Iterable[float]) -> dict[str, float]:
        """Name -> value."""
        return {name: float(x) for name, x in zip(self.names, values, strict=True)}

    def told(self, values: Iterable[float]) -> str:
        """Values in words, for messages."""
        each = zip(self.names, values, self.units, strict=True)
        return ", ".join(f"{name} = {x:.6g} {unit}".rstrip() for name, x, unit in each)

    def drawn(self, count: int, seed: Any) -> np.ndarray:
        """(count, parameters) further starts, spread evenly over the bounds.

        Without bounds, within a factor of 10 of the start; at least its size on each side where
        values may be negative.
        """
        from scipy.stats import qmc

        size, signed = self.scale, self.low < 0.0
        low = np.where(signed, self.start - size, np.maximum(self.start, 1e-3 * size) / 10.0)
        high = np.where(signed, self.start + size, 10.0 * np.maximum(self.start, 1e-3 * size))
        low = np.where(np.isfinite(self.low) & (self.low != 0.0), self.low, low)
        high = np.where(np.isfinite(self.high), self.high, high)
        low, high = np.maximum(low, self.low), np.minimum(high, self.high)
        low = np.minimum(low, np.where(low > 0.0, high / 10.0, low))
        low = np.maximum(low, self.low)
        spread = qmc.LatinHypercube(len(self), **random_of(seed)).random(count)
        decades = self.is_log & (low > 0.0)
        safe = np.where(decades, low, 1.0)
        ratio = np.where(decades, high / safe, 1.0)
        return np.asarray(np.where(decades, safe * ratio**spread, low + (high - low) * spread))


class Place:
    """The varied parameters of one system, to be set and put back.

    mbs -- the system; varied -- paths of the parameters, in their order
    further -- paths of numbers that have other values in an experiment
    """

    def __init__(
        self, mbs: MainSystem, varied: Varied, further: Mapping[str, float] | None = None
    ) -> None:
        self.mbs = mbs
        paths = [[parameter_path(mbs, text) for text in texts] for texts in varied.paths]
        self.varied = [path for several in paths for path in several]
        self._owners = [k for k, several in enumerate(paths) for _ in several]
        self.further = [parameter_path(mbs, text) for text in further or ()]
        for path in self.further:
            if _place(path) in map(_place, self.varied):
                raise ParameterError(f"{path.text!r} is varied, so no experiment may change it")
        self._values = [_number(f"the value of {t!r}", x) for t, x in (further or {}).items()]
        self._original = Original(mbs, [*self.further, *self.varied])

    def numbers(self, values: np.ndarray) -> np.ndarray:
        """(runs, paths) numbers at the paths in `varied`, from (runs, parameters) values."""
        return values[:, self._owners]

    def set(self, values: np.ndarray) -> None:
        """Change the varied parameters, after those of the experiment.

        What functions of the run before have changed is put back.
        """
        paths = [*self.further, *self.varied]
        self._original.set(paths, [*self._values, *map(float, values[self._owners])])


def _place(path: ParameterPath) -> tuple[Any, ...]:
    """The number that a path leads to, however it is written."""
    return path.family, path.number, path.parameter.name, path.component


@dataclass(frozen=True)
class _Read:
    start: float
    low: float
    high: float
    is_log: bool


def _as_mapping(vary: Any) -> Mapping[Any, Any]:
    if isinstance(vary, str):
        vary = [vary]
    found: Mapping[Any, Any]
    if isinstance(vary, Mapping):
        found = vary
    else:
        try:
            found = dict.fromkeys(vary)
        except TypeError:
            raise ParameterError(
                f"vary is a dictionary such as {{'spring.stiffness': (200, 0, 1e4)}}, got "
                f"{shown(vary)}"
            ) from None
    if not found:
        raise ParameterError("vary names no parameter; name at least one, as 'spring.stiffness'")
    return found


def _texts(key: Any) -> tuple[str, ...]:
    """Paths of one parameter; a tuple of them has one value."""
    texts = key if isinstance(key, tuple) else (key,)
    return tuple(text.text if isinstance(text, ParameterPath) else text for text in texts)


def _number(what: str, value: Any) -> float:
    try:
        number = float(value)
    except (TypeError, ValueError):
        number = float("nan")
    if np.isnan(number):
        raise ParameterError(f"{what} must be a number, got {shown(value)}")
    return number


def _read(mbs: MainSystem, name: str, paths: Sequence[ParameterPath], given: Any) -> _Read:
    """Start and bounds of a parameter; limits of the item are bounds, too."""
    parts = list(given) if isinstance(given, (tuple, list)) else [given]
    is_log = bool(parts) and isinstance(parts[-1], str) and parts[-1] == LOG
    parts = parts[:-1] if is_log else parts
    if len(parts) not in ((0, 1, 3) if is_log else (1, 3)):
        raise ParameterError(f"vary: {name!r} takes {FORM}; got {shown(given)}")
    first = parts[0] if parts else None
    start = paths[0].value(mbs) if first is None else _number(f"the start of {name!r}", first)
    bounds = [_number(f"a bound of {name!r}", each) for each in parts[1:]] or [-np.inf, np.inf]
    low, high = bounds
    for path in paths:
        kind = path.parameter.kind
        if isinstance(kind, Number):
            least = kind.low + (CLOSEST * abs(start) if kind.open_low else 0.0)
            low = max(low, least)
    if is_log and not (start > 0.0 and low >= 0.0):
        low = max(low, 0.0)
        if not start > 0.0:
            raise ParameterError(
                f"vary: {name!r} is varied by its logarithm, so its start must be "
                f"> 0, got {start:g}"
            )
    if not low < high:
        raise ParameterError(f"vary: the bounds {low:g} ... {high:g} of {name!r} leave no room")
    if not (low <= start <= high and np.isfinite(start)):
        raise ParameterError(
            f"vary: the start {start:g} of {name!r} is outside of its bounds {low:g} ... {high:g}"
        )
    return _Read(start, low, high, is_log)
