"""`linkwork bench`: time per step of small models."""

from __future__ import annotations

import argparse

from linkwork.bench import table
from linkwork.bench.models import BENCHMARKS
from linkwork.bench.rounds import own_engine, peer_engine
from linkwork.cli.failures import FINE, Failure
from linkwork.core.near import near_names

SHOWN = ("spring", "spring-rk44", "pendulum", "chain-springs", "chain-distances")
"""Benchmarks that run if no name is given."""


def execute(options: argparse.Namespace) -> int:
    """Measure and print a table."""
    if options.repeat < 1:
        raise Failure(f"--repeat {options.repeat}: give a number of rounds >= 1")
    chosen = [b for b in BENCHMARKS if b.name in _names(options.names)]
    engines = [engine for engine in (own_engine(), peer_engine()) if engine is not None]
    print(table.machine(*(engine.name for engine in engines), "numpy", "numba") + "\n")
    for line in table.lines(chosen, engines, options.repeat, not options.full):
        print(line, flush=True)
    if len(engines) == 1:
        print('\nExudyn is not installed: pip install "linkwork[bench]" to compare with it.')
    return FINE


def _names(given: list[str]) -> set[str]:
    """Benchmarks given by name or by group, the beginning of names."""
    known = [benchmark.name for benchmark in BENCHMARKS]
    groups = {name.partition("-")[0]: "" for name in known}
    chosen: set[str] = set()
    for name in given:
        found = {each for each in known if each == name or each.startswith(f"{name}-")}
        if not found:
            near = near_names(name, [*known, *groups], 1)
            hint = f"did you mean {near[0]!r}?" if near else f"known names are {', '.join(known)}"
            raise Failure(f"there is no benchmark {name!r}; {hint}")
        chosen |= found
    return chosen or set(SHOWN)
