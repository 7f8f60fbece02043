"""exu.special and exu.experimental: switches for experts."""

from __future__ import annotations


class SpecialSolver:
    """exu.special.solver"""

    def __init__(self) -> None:
        self.timeout = -1.0
        self.throwErrorWithCtrlC = True
        self.multiThreadingLoadBalancing = True


class SpecialExceptions:
    """exu.special.exceptions"""

    def __init__(self) -> None:
        self.dictionaryVersionMismatch = True
        self.dictionaryNonCopyable = True


class Special:
    """exu.special"""

    def __init__(self) -> None:
        self.solver = SpecialSolver()
        self.exceptions = SpecialExceptions()

    def InfoStat(self, writeOutput: bool = True) -> list[int]:
        """Counts of memory that Linkwork does not keep: seven zeros."""
        return InfoStat(writeOutput)


class Experimental:
    """exu.experimental: options of the other program's solvers, which have no effect here."""

    def __init__(self) -> None:
        self.eigenFullPivotLUsolverDebugLevel = 0
        self.markerSuperElementRigidTexpSO3 = True


def InfoStat(writeOutput: bool = True) -> list[int]:
    """Counts of memory that Linkwork does not keep: seven zeros."""
    from linkwork.exudyn._console import Print

    if writeOutput:
        Print("Linkwork keeps no counts of its memory")
    return [0] * 7


special = Special()
experimental = Experimental()
