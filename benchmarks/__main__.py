"""Command line: `python -m benchmarks [name ...] [--repeat N] [--quick] [--plot FILE]`."""

import argparse
import os
import sys

from benchmarks import (
    around,
    assembling,
    at_rest,
    belts,
    cables,
    callbacks,
    eigenvalues,
    flexible,
    harness,
    kills,
    large,
    many_runs,
    nbody,
    own_items,
    pictures,
    planar,
    robot_steps,
    robots,
    scaling,
    spatial,
    squeezing,
    startup,
    user_functions,
)
from linkwork.bench import models, rounds, table

COMPILED = (*user_functions.CONTESTS, *own_items.contests())
CONTESTS = (*COMPILED, *callbacks.CONTESTS)
STARTUP_NAMES = ("start-warm", "start-cold")
GROUPS = {
    "small": tuple(benchmark.name for benchmark in models.BENCHMARKS),
    "large": tuple(benchmark.name for benchmark in large.BENCHMARKS),
    "spatial": tuple(benchmark.name for benchmark in (*spatial.BENCHMARKS, *spatial.LARGE)),
    "cables": tuple(benchmark.name for benchmark in (*cables.LARGE, *belts.LARGE)),
    "flexible": tuple(benchmark.name for benchmark in flexible.FLEXIBLE),
    "functions": tuple(contest.name for contest in COMPILED),
    "callbacks": tuple(contest.name for contest in callbacks.CONTESTS),
    "nbody": tuple(cluster.name for cluster in nbody.CLUSTERS),
    "planar": tuple(model.name for model in planar.MODELS),
    "robots": ("robots",),
    "squeezing": ("squeezing",),
    "eigenvalues": ("eigenvalues",),
    "at-rest": tuple(task.name for task in at_rest.TASKS),
    "assembling": ("assembling",),
    "pictures": ("pictures",),
    "restart": ("restart",),
    "start": STARTUP_NAMES,
    "around": ("around",),
    "many-runs": ("many-runs",),
    "scaling": ("scaling",),
}
ABOUT = """\
Run each model with Linkwork and with the peer in one process, taking turns, at the same step size
and tolerances, and compare times and errors. Without names, all groups except 'scaling' run.
"""
EXAMPLES = f"""\
groups and their members:
{os.linesep.join(f"  {group:<12}{', '.join(names)}" for group, names in GROUPS.items())}

small, large   against Exudyn; rows of large models list a whole run and a further step
spatial        against Exudyn: rigid bodies in space, and a planar pendulum
cables         against Exudyn: falling cables of ANCF elements, a belt drive with friction
flexible       against Exudyn: a slider-crank whose rod has 30 modes
functions      user functions, constraints and items; results of all sides are compared
callbacks      functions that are called back in every evaluation, and a full first-order system
nbody          VelocityVerlet against REBOUND's leapfrog, time per evaluation of all forces
planar         linkwork.planar against a plain NumPy loop of the same law, RK4
robots         dynamics of robots against Pinocchio, over 10000 states; time steps against MuJoCo
               and Exudyn
squeezing      Andrews' mechanism: CPU time against digits, compared with SciPy's DOP853
eigenvalues    lowest frequencies of a net of 3000 coordinates; the peer's dense solver takes long
at-rest        one call of statics, modes or linearization; results of both are compared
assembling     adding and assembling 1e5 items, one by one and by columns; models made anew
pictures       pages of the player, result files, a run with a live view
restart        runs that are killed and resumed from checkpoints, and the cost of checkpoints
start          a fresh process from import to the first result
around         outputs, parameters, short runs and single steps, against Exudyn
many-runs      ensembles against parameter studies of Exudyn and rollouts of MuJoCo
scaling        cost per step and memory of chains of 10 to 10000 masses

ratio = the peer's time / ours; error = final positions against a tight reference, relative
(n-body: change of the energy). Each engine uses the fastest of its variants of Newton's method
(full or modified); the peer also uses its fastest linear solver.
"""


def main(arguments: list[str] | None = None) -> int:
    """Run the chosen benchmarks and print their tables."""
    options = _parse(arguments)
    engines = rounds.load_engines()
    print(table.machine("linkwork", "exudyn", "rebound", "numpy", "scipy", "numba") + "\n")
    _small_rows(options, engines)
    _large_rows(options, engines)
    _function_rows(options, engines)
    _nbody_rows(options, engines)
    _planar_rows(options)
    _robot_rows(options, engines)
    _squeezing_rows(options, engines)
    _eigenvalue_rows(options, engines)
    _rest_rows(options, engines)
    _assembling_rows(options, engines)
    _picture_rows(options)
    _restart_rows(options)
    _startup_rows(options)
    _around_rows(options, engines)
    _many_rows(options)
    if "scaling" in options.names:
        scaling.run(engines, options.repeat, options.quick, options.plot)
    return 0


def _parse(arguments: list[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks",
        description=ABOUT,
        epilog=EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument(
        "names", nargs="*", metavar="name", help="a benchmark or a group, see below"
    )
    parser.add_argument("--repeat", type=int, default=5, help="timed rounds, the minimum counts")
    parser.add_argument("--quick", action="store_true", help="fewer steps or sizes, two rounds")
    parser.add_argument(
        "--threads", type=int, default=1, help="threads of the peer in large models (default 1)"
    )
    parser.add_argument("--plot", default="", metavar="FILE", help="plot of scaling, e.g. a.png")
    options = parser.parse_args(arguments)
    known = {name for names in GROUPS.values() for name in names}
    unknown = sorted(set(options.names) - known - set(GROUPS))
    if unknown:
        parser.error(f"unknown name {', '.join(unknown)}; --help lists all")
    chosen = options.names or [group for group in GROUPS if group != "scaling"]
    options.names = {name for choice in chosen for name in GROUPS.get(choice, (choice,))}
    if options.plot:
        options.names.add("scaling")
    if options.quick:
        options.repeat = min(options.repeat, 2)
    return options


def _small_rows(options: argparse.Namespace, engines: tuple) -> None:
    known = (*models.BENCHMARKS, *spatial.BENCHMARKS)
    chosen = [b for b in known if b.name in options.names]
    if chosen:
        for line in table.lines(chosen, engines, options.repeat, options.quick):
            print(line, flush=True)


def _large_rows(options: argparse.Namespace, engines: tuple) -> None:
    known = (*large.BENCHMARKS, *spatial.LARGE, *cables.LARGE, *belts.LARGE, *flexible.FLEXIBLE)
    chosen = [b for b in known if b.name in options.names]
    if chosen:
        print(
            f"\n{'large models':<36}{'steps':>6}{'ours':>10}{'peer':>10}{'ratio':>7}"
            f"{'ours':>11}{'peer':>11}{'ratio':>7}{'error':>10}{'peer':>10}  notes\n"
            f"{'':<42}{'total ms':>10}{'total ms':>10}{'':>7}{'us/step':>11}{'us/step':>11}"
        )
    for benchmark in chosen:
        steps = max(10, benchmark.steps // 5) if options.quick else benchmark.steps
        row = harness.measure_large(benchmark, engines, steps, options.repeat, options.threads)
        total = "".join(f"{1e3 * run.seconds:>10.2f}" for run in (row.ours, row.peer))
        step = "".join(f"{1e6 * run.step_seconds:>11.1f}" for run in (row.ours, row.peer))
        print(
            f"{benchmark.title:<36}{steps:>6}{total}{row.ratio:>7.2f}{step}{row.step_ratio:>7.2f}"
            f"{row.ours.error:>10.1e}{row.peer.error:>10.1e}  {row.notes}",
            flush=True,
        )


def _function_rows(options: argparse.Namespace, engines: tuple) -> None:
    chosen = [contest for contest in CONTESTS if contest.name in options.names]
    if chosen:
        print(f"\n{'functions and items of users':<42}{'steps':>8}  us/step of each side, ratio")
    for contest in chosen:
        steps = contest.steps // 10 if options.quick else contest.steps
        found = user_functions.measure(contest, engines, steps, options.repeat)
        sides = [
            f"{side.name} {1e6 * result.seconds / steps:.3f}"
            + (f" ({result.seconds / found[0].seconds:.2f})" if result is not found[0] else "")
            for side, result in zip(contest.sides, found, strict=True)
        ]
        print(f"{contest.title:<42}{steps:>8}  {', '.join(sides)}", flush=True)


def _nbody_rows(options: argparse.Namespace, engines: tuple) -> None:
    chosen = [cluster for cluster in nbody.CLUSTERS if cluster.name in options.names]
    if chosen:
        print(
            f"\n{'gravity of all pairs':<36}{'steps':>8}{'ours':>12}{'REBOUND':>12}{'ratio':>7}"
            f"{'energy':>10}{'REBOUND':>10}\n{'':<44}{'us/eval.':>12}{'us/eval.':>12}"
        )
    for cluster in chosen:
        steps = max(10, cluster.steps // 10) if options.quick else cluster.steps
        row = nbody.measure(cluster, engines[0], steps, options.repeat)
        print(
            f"{cluster.title:<36}{steps:>8}{1e6 * row.ours:>12.3f}{1e6 * row.peer:>12.3f}"
            f"{row.peer / row.ours:>7.2f}{row.drift:>10.1e}{row.peer_drift:>10.1e}",
            flush=True,
        )


def _robot_rows(options: argparse.Namespace, engines: tuple) -> None:
    if "robots" not in options.names:
        return
    print(f"\n{'robots':<16}{'':<20}{'ours':>9}{'Pinocchio':>11}{'ratio':>7}{'difference':>12}")
    lacking = robots.missing()
    if lacking:
        print(lacking)
        return
    for row in robots.measure(options.repeat, options.quick):
        print(
            f"{row.title:<16}{row.function:<20}{1e9 * row.ours:>7.0f}ns{1e9 * row.peer:>9.0f}ns"
            f"{row.peer / row.ours:>7.2f}{row.difference:>12.1e}",
            flush=True,
        )

    if robot_steps.has_mujoco():
        head = f"{'ours':>9}{'MuJoCo':>11}{'ratio':>7}{'difference':>12}"
        print(f"\n{'step of explicit Euler':<36}{head}")
        for step in robot_steps.against_mujoco(options.repeat, options.quick):
            print(
                f"{step.title:<36}{1e6 * step.ours:>7.3f}us{1e6 * step.peer:>9.3f}us"
                f"{step.peer / step.ours:>7.2f}{step.difference:>12.1e}",
                flush=True,
            )
    print()
    for line in table.lines(robot_steps.TREES, engines, options.repeat, options.quick):
        print(line, flush=True)


def _planar_rows(options: argparse.Namespace) -> None:
    chosen = [model for model in planar.MODELS if model.name in options.names]
    if chosen:
        print(
            f"\n{'planar models':<36}{'steps':>8}{'ours':>10}{'NumPy':>10}{'ratio':>8}"
            f"{'difference':>12}\n{'':<44}{'us/step':>10}{'us/step':>10}"
        )
    for model in chosen:
        steps = model.steps // 10 if options.quick else model.steps
        row = planar.measure(model, steps, options.repeat)
        print(
            f"{model.title:<36}{steps:>8}{1e6 * row.ours:>10.3f}{1e6 * row.plain:>10.1f}"
            f"{row.ratio:>8.0f}{row.difference:>12.1e}  NumPy and difference of the first "
            f"{row.compared} steps",
            flush=True,
        )


def _squeezing_rows(options: argparse.Namespace, engines: tuple) -> None:
    if "squeezing" not in options.names:
        return
    print(f"\n{'squeezing mechanism':<36}{'tolerance':>14}{'digits':>8}{'CPU ms':>10}")
    for row in squeezing.rows(engines[0], options.quick, options.repeat):
        print(
            f"{row.method:<36}{row.choice:>14}{row.digits:>8.1f}{1e3 * row.seconds:>10.2f}",
            flush=True,
        )


def _eigenvalue_rows(options: argparse.Namespace, engines: tuple) -> None:
    if "eigenvalues" not in options.names:
        return
    print(f"\n{'eigenvalues':<52}{'ours':>9}{'peer':>9}{'ratio':>8}{'error':>10}{'peer':>10}")
    print(f"{'':<52}{'s':>9}{'s':>9}")
    for row in eigenvalues.rows(engines, options.quick, options.repeat):
        print(
            f"{row.title:<52}{row.ours:>9.3f}{row.peer:>9.3f}{row.peer / row.ours:>8.1f}"
            f"{row.error:>10.1e}{row.peer_error:>10.1e}",
            flush=True,
        )


def _rest_rows(options: argparse.Namespace, engines: tuple) -> None:
    if options.names & set(GROUPS["at-rest"]):
        print(
            f"\n{'statics, modes, linearization':<42}{'ours':>11}{'peer':>11}{'ratio':>8}"
            f"{'difference':>12}\n{'':<42}{'CPU us':>11}{'CPU us':>11}"
        )
    for row in at_rest.rows(engines, options.names, options.repeat):
        print(
            f"{row.title:<42}{1e6 * row.ours:>11.1f}{1e6 * row.peer:>11.1f}{row.ratio:>8.2f}"
            f"{row.difference:>12.1e}",
            flush=True,
        )


def _assembling_rows(options: argparse.Namespace, engines: tuple) -> None:
    if "assembling" not in options.names:
        return
    print(f"\n{'adding and assembling, CPU time':<52}{'ours':>11}{'peer':>11}{'ratio':>8}")
    print(f"{'':<52}{'ms':>11}{'ms':>11}")
    for row in assembling.rows(engines, options.quick, options.repeat):
        print(
            f"{row.title:<52}{1e3 * row.ours:>11.3f}{1e3 * row.peer:>11.3f}"
            f"{row.peer / row.ours:>8.2f}",
            flush=True,
        )


def _picture_rows(options: argparse.Namespace) -> None:
    if "pictures" not in options.names:
        return
    print(f"\n{'pictures and files':<46}{'s':>8}")
    for row in pictures.rows(options.quick, options.repeat):
        print(f"{row.title:<46}{row.seconds:>8.3f}  {row.note}", flush=True)


def _restart_rows(options: argparse.Namespace) -> None:
    if "restart" in options.names:
        for line in kills.lines(4 if options.quick else 20):
            print(line, flush=True)


def _startup_rows(options: argparse.Namespace) -> None:
    """Fresh processes: seconds instead of microseconds per step."""
    if not options.names & set(STARTUP_NAMES):
        return
    print("\nfresh process, import to first result of the SpringDamper example, in s")
    print(f"{'':<42}{'process':>9}{'inside':>9}")
    rows = []
    if "start-warm" in options.names:
        rows.append(("linkwork, warm cache", startup.warm("linkwork", options.repeat)))
    if "start-cold" in options.names:
        rows.append(("linkwork, empty cache (once)", startup.cold()))
    rows.append(("exudyn, for orientation", startup.warm("exudyn", options.repeat)))
    for title, found in rows:
        print(f"{title:<42}{found.process:>9.2f}{found.inside:>9.2f}")


def _many_rows(options: argparse.Namespace) -> None:
    if "many-runs" not in options.names:
        return
    print(f"\n{'many runs, wall time of a member':<60}{'ours':>11}{'peer':>11}{'ratio':>8}")
    print(f"{'':<60}{'ms':>11}{'ms':>11}")
    for row in many_runs.rows(options.quick, options.repeat):
        print(
            f"{row.title:<60}{1e3 * row.ours:>11.4f}{1e3 * row.peer:>11.4f}{row.ratio:>8.2f}",
            flush=True,
        )


def _around_rows(options: argparse.Namespace, engines: tuple) -> None:
    if "around" not in options.names:
        return
    print(f"\n{'around the loop':<46}{'ours':>10}{'peer':>10}{'ratio':>8}")
    print(f"{'':<46}{'us':>10}{'us':>10}")
    for row in around.rows(engines, options.quick, options.repeat):
        print(
            f"{row.title:<46}{1e6 * row.ours:>10.2f}{1e6 * row.peer:>10.2f}{row.ratio:>8.2f}",
            flush=True,
        )


if __name__ == "__main__":
    sys.exit(main())
