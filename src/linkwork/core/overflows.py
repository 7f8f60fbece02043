"""Numbers that are too large, in the code around the compiled loops."""

from __future__ import annotations

import numpy as np


def overflows_unnoticed() -> np.errstate:
    """A context without NumPy's warnings, as in compiled code; results that are not finite are
    reported by name."""
    return np.errstate(all="ignore")
