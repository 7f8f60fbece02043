"""Set-up of all tests: one shared kernel cache, no windows, no chatter."""

import os
from pathlib import Path

# Before anything of the package is imported, which reads these variables.
os.environ.setdefault("LINKWORK_CACHE_DIR", str(Path(__file__).parents[1] / ".cache" / "kernels"))
os.environ.setdefault("LINKWORK_QUIET", "1")
os.environ["MPLBACKEND"] = "Agg"
