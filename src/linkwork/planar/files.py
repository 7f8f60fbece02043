"""Result files of a planar run: one table for each kind of result.

    <output_path>/<output_name>_position.csv        time [s], then x, y, theta of each body
    ..._velocity.csv, ..._acceleration.csv, ..._force.csv
    ..._spring_force.csv                            of springs with track_force

With output_as_csv = False the same tables are NumPy arrays (.npy), without a header. A file gets
its name only when it is complete, so an older one is not lost if writing fails.
"""

from __future__ import annotations

import csv
import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from linkwork.core.errors import SysError
from linkwork.planar.bodies import RigidBody
from linkwork.planar.configuration import RunConfiguration

KINDS = {
    "position": ("x [m]", "y [m]", "theta [rad]"),
    "velocity": ("vx [m/s]", "vy [m/s]", "omega [rad/s]"),
    "acceleration": ("ax [m/s^2]", "ay [m/s^2]", "alpha [rad/s^2]"),
    "force": ("Fx [N]", "Fy [N]", "T [N m]"),
}
"""Kind of result -> columns of each body."""

SPRING_COLUMNS = (
    "Fx on parent [N]",
    "Fy on parent [N]",
    "T on parent [N m]",
    "T on child [N m]",
)


def body_name(body: RigidBody, index: int) -> str:
    """The name of a body in a header: its name, its ID, or its index."""
    if body.name:
        return body.name
    return f"body {index}" if body.ID is None else str(body.ID)


def write_results(
    config: RunConfiguration,
    times: np.ndarray,
    bodies: Sequence[RigidBody],
    results: dict[str, np.ndarray],
    springs: Sequence[tuple[int, Any]],
) -> list[Path]:
    """Write the files that a configuration requests; returns their paths.

    results -- kind -> array (n, 3 N); springs -- (index, spring) of those with a force history
    """
    assert config.output_path is not None
    folder = Path(config.output_path)
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise SysError(f"the folder {folder} (output_path) cannot be created: {error}") from error
    names = [body_name(body, index) for index, body in enumerate(bodies)]
    tables = [
        (kind, [f"{name} {column}" for name in names for column in columns], results[kind])
        for kind, columns in KINDS.items()
        if kind in results
    ]
    if springs:
        called = [spring.name or f"spring {index}" for index, spring in springs]
        heads = [f"{name} {column}" for name in called for column in SPRING_COLUMNS]
        tables.append(("spring_force", heads, np.hstack([s.forcehist for _, s in springs])))
    suffix = ".csv" if config.output_as_csv else ".npy"
    written = []
    for kind, columns, values in tables:
        path = folder / f"{config.output_name}_{kind}{suffix}"
        _write(path, ["time [s]", *columns], np.column_stack([times, values]))
        written.append(path)
    return written


def _write(path: Path, header: list[str], rows: np.ndarray) -> None:
    part = path.with_name(path.name + ".part")
    try:
        try:
            if path.suffix == ".npy":
                with part.open("wb") as binary:
                    np.save(binary, rows)
            else:
                with part.open("w", encoding="utf-8", newline="") as file:
                    csv.writer(file, lineterminator="\n").writerow(map(_one_line, header))
                    np.savetxt(file, rows, fmt="%.17g", delimiter=",")
            os.replace(part, path)
        finally:
            part.unlink(missing_ok=True)
    except OSError as error:
        raise SysError(f"the result file {path} cannot be written: {error}") from error


def _one_line(text: str) -> str:
    """A column name without line breaks: readers skip the header as one line."""
    return " ".join(text.split())
