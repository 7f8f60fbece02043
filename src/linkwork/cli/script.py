"""`linkwork script`: run a script that was written for exudyn."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from linkwork.cli import files
from linkwork.cli.failures import FAILED, FINE, REFUSED, Failure, tell


def execute(options: argparse.Namespace) -> int:
    """Run the script; its output and its exit code are those of the command."""
    from linkwork.exudyn._missing import NotAvailable
    from linkwork.exudyn._runner import Told, run_script, script_traceback

    path = Path(files.existing(options.script))
    try:
        run_script(path, options.args, options.live, options.html, options.test, options.real)
    except Told as refusal:
        raise Failure(str(refusal), REFUSED) from None
    except NotAvailable as error:
        if options.debug:
            raise
        tell(f"{path.name}: {error}")
        return FAILED
    except SystemExit as stop:
        sys.stdout.flush()
        if stop.code is None or isinstance(stop.code, int):
            return stop.code or FINE
        print(stop.code, file=sys.stderr)
        return FAILED
    except Exception as error:
        print(script_traceback(error, path), file=sys.stderr)
        return FAILED
    return FINE
