"""The arguments of all commands."""

from __future__ import annotations

import argparse
import math
import sys
from collections.abc import Sequence
from typing import Any, NoReturn

import linkwork
from linkwork.cli import pictures, sweep_options

ABOUT = "Multibody dynamics from the command line: solve model files, play results, see examples."
EPILOG = """\
examples:
  linkwork demo                              list the examples
  linkwork demo pendulum --show              run one and play it in the browser
  linkwork run model.json --end-time 5 --out run.npz --out run.html
  linkwork sweep model.json --vary spring.stiffness=50:150:101 --out runs.zarr
  linkwork check model.json                  report what is wrong or suspicious
  linkwork play run.npz                      play a saved result
  linkwork info run.npz                      show what a file contains
  linkwork script old_model.py               run a script that was written for exudyn
  linkwork warmup                            compile kernels ahead of time

exit codes:
  0    success
  1    the run failed (results up to that time are written), or check found errors
  2    wrong usage or invalid input file
  130  interrupted by Ctrl-C; results up to that time are written

  'linkwork COMMAND --help' lists the options of a command.
"""
RUN = """\
examples:
  linkwork run model.json
  linkwork run model.json --end-time 2 --steps 2000 --solver RK44 --out run.npz
  linkwork run model.json --out run.h5 --out run.html --quiet
  linkwork run model.json --out run.mp4 --size 1920x1080 --speed 0.5 --theme dark
  linkwork run model.json --resume restartFile.txt --out run.npz
  linkwork run model.json --static --steps 10 --out rest.npz
  linkwork run robot.urdf --end-time 2 --steps 2000 --html

The settings are those of the model file, or the defaults if it has none; options override them.
A model file does not contain user functions. If it names them as module:function,
--import-functions imports them, which runs the code of these modules.
--resume continues an interrupted run from its restart file, with the same model and the same
options, to the same result; the settings of the file must enable restart files.
A robot file (.urdf, or .xml in the format of MuJoCo) falls from its initial positions.
"""
CHECK = """\
examples:
  linkwork check model.json
  linkwork check model.json --end-time 2 --steps 2000 --solver RK44
  linkwork check model.json --static

Nothing is solved. The exit code is 1 if there are errors: a run would fail or give wrong results.
"""
PLAY = """\
examples:
  linkwork play run.npz
  linkwork play model.json --out model.html
  linkwork play run.npz --out run.gif --view 1,-1,0.5

A result is an .npz or .h5 file, the folder of a streamed run, or an exported page. Of a model file,
the player shows the initial state.
"""
INFO = """\
examples:
  linkwork info
  linkwork info model.json
  linkwork info run.npz
  linkwork info robot.urdf
  linkwork info restartFile.txt

FILE is a model file, a robot (.urdf, .xml), a result (.npz, .h5, .txt, the folder of a streamed
run), an ensemble (.zarr, .npz), a page that plays a result, or a restart file of any name. Of a
restart file, info shows which run it is, how far it got, and how to resume it.
"""
DEMO = """\
examples:
  linkwork demo
  linkwork demo pendulum
  linkwork demo pendulum --out pendulum.html
  linkwork demo pendulum --out pendulum.mp4
  linkwork demo pendulum --copy my_model.py
"""
SCRIPT = """\
examples:
  linkwork script old_model.py
  linkwork script --html run.html old_model.py --my-argument 3
  linkwork script --live old_model.py

The script runs unmodified: `import exudyn` finds the modules of Linkwork. Options of this command
stand before the name of the script; all that follows it is passed to the script. What Linkwork does
not have stops the script with the name and the line.
"""
MIGRATE = """\
examples:
  linkwork migrate old_model.py
  linkwork migrate old_model.py --out new_model.py

Shows what changes: imports, old names of arguments, functions that are methods, and calls of the
renderer. What Linkwork itself does not have is imported from linkwork.exudyn.
"""
BENCH = """\
examples:
  linkwork bench
  linkwork bench spring pendulum

ratio = Exudyn's time / Linkwork's time. Without Exudyn (pip install "linkwork[bench]") the table
has Linkwork's times only. The complete benchmarks are in the repository: make bench.
"""


class _Parser(argparse.ArgumentParser):
    """A parser whose errors look like all others of the command line."""

    def __init__(self, **options: Any) -> None:
        options.setdefault("formatter_class", argparse.RawDescriptionHelpFormatter)
        super().__init__(allow_abbrev=False, **options)

    def error(self, message: str) -> NoReturn:
        print(f"linkwork: error: {message}; see {self.prog} --help", file=sys.stderr)
        raise SystemExit(2)


def parse(arguments: Sequence[str] | None = None) -> argparse.Namespace:
    """The options of a command line; SystemExit after help, version and mistakes."""
    options = parser().parse_args(arguments)
    # Not a default of the option: the parser of a command would overwrite the main parser's value.
    options.debug = getattr(options, "debug", False)
    return options


def parser() -> argparse.ArgumentParser:
    """The parser of all commands."""
    shared = _Parser(add_help=False)
    shared.add_argument(
        "--debug",
        action="store_true",
        default=argparse.SUPPRESS,
        help="show the traceback of an error",
    )
    top = _Parser(prog="linkwork", description=ABOUT, epilog=EPILOG, parents=[shared])
    top.add_argument("--version", action="version", version=f"linkwork {linkwork.__version__}")
    commands = top.add_subparsers(
        dest="command", metavar="COMMAND", required=True, title="commands"
    )

    def command(name: str, about: str, epilog: str = "") -> argparse.ArgumentParser:
        return commands.add_parser(
            name, help=about, description=f"{about[0].upper()}{about[1:]}.", epilog=epilog,
            parents=[shared],
        )  # fmt: skip

    _run(command("run", "solve a model file", RUN))
    _sweep(command("sweep", "solve a model file with many values", sweep_options.SWEEP))
    _check(command("check", "report what is wrong or suspicious in a model file", CHECK))
    _play(command("play", "play a result or show a model in the browser", PLAY))
    _info(command("info", "describe this installation or a file", INFO))
    _script(command("script", "run a script that was written for exudyn", SCRIPT))
    _migrate(command("migrate", "rewrite a script that was written for exudyn", MIGRATE))
    _warmup(command("warmup", "compile kernels ahead of time, so that first runs start at once"))
    _demo(command("demo", "list and run the bundled examples", DEMO))
    _bench(command("bench", "measure the time per step of small models", BENCH))
    command("schema", "print the JSON schema of model files")
    return top


def _run(sub: argparse.ArgumentParser) -> None:
    _solving(sub)
    sub.add_argument("--resume", metavar="FILE", help="continue from this restart file")
    kinds = ".npz, .h5, .txt, .csv, .html, .mp4, .gif or .png"
    _out(sub, f"result file: {kinds}; may be given several times")
    sub.add_argument(
        "--html", metavar="FILE", nargs="?", const="",
        help="page that plays the run; default: the model's name with .html, in this folder",
    )  # fmt: skip
    sub.add_argument("--quiet", action="store_true", help="print no progress and no summary")
    pictures.add_options(sub)


def _sweep(sub: argparse.ArgumentParser) -> None:
    _solving(sub, static=False)
    sweep_options.add_options(sub)


def _check(sub: argparse.ArgumentParser) -> None:
    _solving(sub)


def _solving(sub: argparse.ArgumentParser, static: bool = True) -> None:
    """A model, and how it is solved; static -- whether its equilibrium may be asked for."""
    sub.add_argument(
        "model", metavar="MODEL", help="model file (.json), written by mbs.save, or robot file"
    )
    sub.add_argument(
        "--end-time", type=float, metavar="T", help="end of the run in s; keeps the step size"
    )
    sub.add_argument(
        "--steps", type=_whole, metavar="N", help="number of steps, such as 2000 or 1e6"
    )
    sub.add_argument("--solver", metavar="NAME", help="solver type, such as GeneralizedAlpha, RK44")
    if static:
        sub.add_argument(
            "--static", action="store_true", help="find the equilibrium; --steps sets load steps"
        )
    sub.add_argument(
        "--import-functions",
        action="store_true",
        help="import the user functions that the file names as module:function",
    )


def _whole(text: str) -> int:
    """A whole number, also as 1e6."""
    try:
        return int(text)
    except ValueError:
        pass
    try:
        number = float(text)
    except ValueError:
        number = math.nan
    if not number.is_integer():
        raise argparse.ArgumentTypeError(f"{text!r} is not a whole number")
    return int(number)


def _play(sub: argparse.ArgumentParser) -> None:
    sub.add_argument("result", metavar="RESULT", help="result or model file, or a folder")
    sub.add_argument(
        "--out", metavar="FILE", help="write a page (.html), movie or picture instead of opening it"
    )
    pictures.add_options(sub)


def _info(sub: argparse.ArgumentParser) -> None:
    sub.add_argument(
        "file", metavar="FILE", nargs="?", help="file or folder; default: the installation"
    )


def _script(sub: argparse.ArgumentParser) -> None:
    shown = sub.add_mutually_exclusive_group()
    shown.add_argument("--live", action="store_true", help="show runs in the browser meanwhile")
    shown.add_argument("--html", metavar="FILE", help="write a page that plays the last run")
    sub.add_argument(
        "--test", action="store_true", help="provide modelUnitTests, and print its testResult"
    )
    sub.add_argument(
        "--real", action="store_true", help="refuse to stand in for an installed exudyn"
    )
    sub.add_argument("script", metavar="FILE", help="the script")
    sub.add_argument("args", nargs=argparse.REMAINDER, help="arguments of the script")


def _migrate(sub: argparse.ArgumentParser) -> None:
    sub.add_argument("script", metavar="FILE", help="the script")
    sub.add_argument("--out", metavar="FILE", help="write the new script")


def _warmup(sub: argparse.ArgumentParser) -> None:
    sub.add_argument(
        "--all", action="store_true", help="all solvers and items, not only the common ones"
    )
    sub.add_argument(
        "--native",
        action="store_true",
        help="for this processor, although the package has a library of kernels",
    )
    sub.add_argument("--quiet", action="store_true", help="no progress bar")


def _demo(sub: argparse.ArgumentParser) -> None:
    sub.add_argument("name", metavar="NAME", nargs="?", help="example to run; default: list all")
    shown = sub.add_mutually_exclusive_group()
    shown.add_argument("--show", action="store_true", help="play its solution in the browser")
    shown.add_argument(
        "--out", metavar="FILE", help="write a page (.html), movie or picture of its solution"
    )
    shown.add_argument("--copy", metavar="FILE", help="write its source instead of running it")
    pictures.add_options(sub)


def _bench(sub: argparse.ArgumentParser) -> None:
    sub.add_argument(
        "names", metavar="NAME", nargs="*", help="spring, pendulum, chain; default: all"
    )
    sub.add_argument("--repeat", type=int, default=3, metavar="N", help="rounds; the best counts")
    sub.add_argument("--full", action="store_true", help="ten times the steps")


def _out(sub: argparse.ArgumentParser, about: str) -> None:
    sub.add_argument("--out", metavar="FILE", action="append", default=[], help=about)
