"""Arguments of `linkwork sweep`; they need no NumPy, as help texts must be quick."""

from __future__ import annotations

import argparse

SWEEP = """\
examples:
  linkwork sweep model.json --vary spring.stiffness=50:150:101 --record tip --out runs.zarr
  linkwork sweep model.json --vary spring.stiffness=50:150:11 --vary mass.physicsMass=1,2,4
  linkwork sweep model.json --sample "spring.damping=normal(0.5, 0.05)" \\
      --sample "mass.physicsMass=truncated(normal(2, 0.1), 1.8, 2.2)" --members 10000 --seed 7
  linkwork sweep model.json --table members.csv --out runs.npz
  linkwork sweep model.json --vary spring.stiffness=50:150:1001 --scheduler tcp://host:8786

PATH is ITEM.PARAMETER with a component in brackets where the parameter is a vector, such as
"mass.initialVelocity[1]"; "node:ball." or "object:ball." tells items of the same name apart.
Several --vary multiply; all --sample are drawn together, and multiply with the others.
A sweep into a .zarr folder that was interrupted, or killed, continues when the same command is
given again. An .npz file is written at the end. The exit code is 1 if no member finished.
"""


def add_options(sub: argparse.ArgumentParser) -> None:
    """What varies, what is recorded, where members run."""
    varied = sub.add_argument_group("what varies")
    varied.add_argument(
        "--vary", action="append", default=[], metavar="PATH=VALUES",
        help="FROM:TO:COUNT in equal distances, FROM:TO:COUNT:log in equal ratios, or a list 1,2,4",
    )  # fmt: skip
    varied.add_argument(
        "--table", metavar="FILE.csv", help="a member per line; the first line has the paths"
    )
    varied.add_argument(
        "--sample", action="append", default=[], metavar="PATH=DISTRIBUTION",
        help="normal(mean, deviation), uniform(low, high), lognormal(median, deviation), "
        "triangular(low, mode, high) or truncated(DISTRIBUTION, low, high)",
    )  # fmt: skip
    varied.add_argument("--members", type=int, metavar="N", help="number of samples")
    varied.add_argument("--seed", type=int, default=0, metavar="S", help="of the samples")
    varied.add_argument(
        "--method", default="random", choices=("random", "latin", "sobol"), help="of sampling"
    )
    kept = sub.add_argument_group("what is recorded")
    kept.add_argument(
        "--record", action="append", metavar="SENSOR", help="name of a sensor; default: all"
    )
    kept.add_argument(
        "--times", type=int, default=101, metavar="N",
        help="rows of each member from start to end; 1: the end alone; default 101",
    )  # fmt: skip
    kept.add_argument(
        "--coordinates", action="store_true", help="also record coordinates and velocities"
    )
    kept.add_argument("--out", metavar="FILE", help="result: a folder .zarr, or a file .npz")
    running = sub.add_argument_group("where members run")
    running.add_argument(
        "--scheduler", default="threads", metavar="WHERE",
        help="serial, threads, processes, or the address of a Dask scheduler; default threads",
    )  # fmt: skip
    running.add_argument(
        "--threads", type=int, metavar="N", help="threads or processes; default: all processors"
    )
    running.add_argument("--chunk", type=int, metavar="N", help="members of a task")
    running.add_argument("--quiet", action="store_true", help="print no progress and no summary")
