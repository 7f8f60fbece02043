"""`linkwork check`: report what is wrong or suspicious in a model file."""

from __future__ import annotations

import argparse

from linkwork.cli import files
from linkwork.cli.failures import FAILED, FINE
from linkwork.cli.run import refuse_both, settings_of, solver_of


def execute(options: argparse.Namespace) -> int:
    """Print the findings; returns FAILED if there are errors."""
    refuse_both(options)
    path = files.existing(options.model)
    solver = None if options.static else solver_of(options.solver)
    mbs = files.model_of(path, options.import_functions)
    found = mbs.Check(settings_of(mbs, options), solver, options.static)
    print(f"{path.name}: {found!r}")
    return FAILED if found.errors else FINE
