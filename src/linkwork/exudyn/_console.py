"""exu.Print and exu.config: output to the console and to a file."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

from linkwork.core.errors import silenced

VERSION = "1.11.0"


class Config:
    """exu.config: where and how texts are printed."""

    def __init__(self) -> None:
        self.printToConsole = True
        self.printFlushAlways = False
        self.printDelayMilliSeconds = 0
        self.outputPrecision = 6
        self.linalgOutputFormatPython = True
        self._file: Any = None
        self._name = ""
        self._append = False

    @property
    def suppressWarnings(self) -> bool:
        """Whether warnings are hidden."""
        return silenced[0]

    @suppressWarnings.setter
    def suppressWarnings(self, flag: bool) -> None:
        silenced[0] = bool(flag)

    @property
    def printToFile(self) -> bool:
        """Whether texts are copied to a file."""
        return self._file is not None

    @property
    def printFileName(self) -> str:
        """Name of that file."""
        return self._name

    @property
    def printToFileAppend(self) -> bool:
        """Whether the file was continued."""
        return self._append

    def Version(self, addDetails: bool = False) -> str:
        """Version of the interface; with details also that of Linkwork."""
        import linkwork

        return f"{VERSION} (Linkwork {linkwork.__version__})" if addDetails else VERSION


config = Config()


def Print(*args: Any, **kwargs: Any) -> None:
    """Print as `print` does, to the console and to the file of SetWriteToFile."""
    sep, end = kwargs.pop("sep", " "), kwargs.pop("end", "\n")
    flush = kwargs.pop("flush", False) or config.printFlushAlways
    if kwargs:
        raise TypeError(f"Print has no argument {next(iter(kwargs))!r}; it has sep, end, flush")
    text = (" " if sep is None else str(sep)).join(str(part) for part in args)
    text += "\n" if end is None else str(end)
    if config.printToConsole:
        print(text, end="", flush=flush)
    if config._file is not None:
        config._file.write(text)
        if flush:
            config._file.flush()
    if config.printDelayMilliSeconds > 0:
        time.sleep(1e-3 * config.printDelayMilliSeconds)


def SetWriteToFile(
    filename: str,
    flagWriteToFile: bool = True,
    flagAppend: bool = False,
    flagFlushAlways: bool = False,
) -> None:
    """Copy what Print prints to a file, or stop doing so."""
    if config._file is not None:
        config._file.close()
        config._file = None
    if flagWriteToFile:
        path = Path(filename)
        path.parent.mkdir(parents=True, exist_ok=True)
        config._file = open(path, "a" if flagAppend else "w", encoding="utf-8")  # noqa: SIM115
    config._name, config._append = str(filename), bool(flagAppend)
    config.printFlushAlways = bool(flagFlushAlways)


def SetWriteToConsole(flag: bool) -> None:
    """Whether Print writes to the console."""
    config.printToConsole = bool(flag)


def SetPrintDelayMilliSeconds(delayMilliSeconds: int) -> None:
    """Wait that long after each Print."""
    config.printDelayMilliSeconds = int(delayMilliSeconds)


def SetOutputPrecision(numberOfDigits: int) -> None:
    """Digits of printed vectors."""
    config.outputPrecision = int(numberOfDigits)


def SetLinalgOutputFormatPython(flagPythonFormat: bool) -> None:
    """Whether vectors are printed as lists."""
    config.linalgOutputFormatPython = bool(flagPythonFormat)


def SuppressWarnings(flag: bool) -> None:
    """Whether warnings are hidden."""
    config.suppressWarnings = bool(flag)


def GetVersionString(addDetails: bool = False) -> str:
    """Version of the interface."""
    return config.Version(addDetails)


def RequireVersion(requiredVersionString: str) -> None:
    """Raise if the script needs a later version."""
    wanted = [int(part) for part in str(requiredVersionString).split(".")[:3] if part.isdigit()]
    if wanted > [int(part) for part in VERSION.split(".")]:
        raise RuntimeError(
            f"the script needs version {requiredVersionString}; this is the interface of {VERSION}"
        )
