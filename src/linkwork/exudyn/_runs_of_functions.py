"""Runs of a function for a list of parameters: one after the other or in several processes.

Results files: a header of comment lines, then a line per run, `index, value, parameters...`.
"""

import os
import platform
import sys

import numpy as np

from linkwork.exudyn._missing import refuse
from linkwork.exudyn._notices import notice

EXTRA = ("computationIndex", "functionData")
"""Keys that are added to parameters on demand."""


def GetVersionPlatformString():
    """Versions and computer, for headers of files."""
    import linkwork
    from linkwork.exudyn import __version__

    return (
        f"Exudyn version = {__version__}; Linkwork {linkwork.__version__}; Python"
        f"{platform.python_version()}; {platform.system()}; {platform.machine()}; "
    )


def AddComputationIndexAndFunctionData(ind, cnt, addComputationIndex, parameterFunctionData):
    """Add 'computationIndex' and 'functionData' to a dictionary of parameters, in place."""
    if addComputationIndex:
        ind["computationIndex"] = cnt
    if parameterFunctionData:
        ind["functionData"] = parameterFunctionData


def WriteToFile(
    resultsFile,
    parameters,
    currentGeneration,
    values,
    globalCnt,
    writeHeader=False,
    fileType="genetic optimization",
    multiProcessingMode="",
):
    """Append runs to a results file, or begin it.

    parameters -- ranges by name; currentGeneration -- list of parameters; values -- their results
    globalCnt -- number of the first of these runs
    """
    folder = os.path.dirname(resultsFile)
    if folder:
        os.makedirs(folder, exist_ok=True)
    with open(resultsFile, "w" if writeHeader else "a", encoding="utf-8") as file:
        if writeHeader:
            file.write(_header(resultsFile, parameters, fileType, multiProcessingMode))
        for i, (given, value) in enumerate(zip(currentGeneration, values, strict=True)):
            numbers = [given[key] for key in given if key != "functionData"]
            file.write(", ".join(map(_number, (globalCnt + i, value, *numbers))) + "\n")


def _header(name, parameters, kind, mode):
    ranges = ";".join(str(value) for value in parameters.values())
    return (
        f"#EXUDYN {kind} results file:{name}\n"
        "#one line per run, one column per parameter\n"
        f"#{GetVersionPlatformString()}{mode}\n"
        "#\n"
        "#columns:\n"
        f"#globalIndex,value,{','.join(parameters)},computationIndex\n"
        "#ranges or lists of values of the parameters, separated by ;\n"
        f"#{ranges}\n"
    )


def _number(value):
    return str(value.item() if isinstance(value, np.generic) else value)


def ProcessParameterList(
    parameterFunction, parameterList, useMultiProcessing, clusterHostNames=[], **kwargs
):
    """Results of a function for each dictionary of parameters in a list, in its order.

    useMultiProcessing -- in several processes; the function must be defined in a module
    numberOfThreads -- number of processes; default: that of processors
    showProgress -- show a progress bar
    resultsFile, parameters, globalCnt -- file to which each result is appended; see WriteToFile
    """
    if clusterHostNames:
        refuse("clusterHostNames", "runs are not distributed to other computers")
    tell_unknown(
        "ProcessParameterList",
        set(kwargs) - {"numberOfThreads", "showProgress", "resultsFile", "parameters", "globalCnt"},
    )
    name, count = kwargs.get("resultsFile", ""), kwargs.get("globalCnt", 0)
    values = []
    runs = _runs(parameterFunction, parameterList, useMultiProcessing, kwargs)
    for i, value in enumerate(_shown(runs, len(parameterList), kwargs.get("showProgress", True))):
        values.append(value)
        if name:
            WriteToFile(name, kwargs["parameters"], parameterList[i : i + 1], [value], count + i)
    return values


def _runs(function, parameterList, in_processes, options):
    if not in_processes:
        yield from map(function, parameterList)
        return
    import multiprocessing

    processes = options.get("numberOfThreads") or os.cpu_count()
    with multiprocessing.Pool(processes) as pool:
        yield from pool.imap(function, parameterList)


def _shown(runs, count, show):
    if not show:
        return runs
    from tqdm import tqdm

    return tqdm(runs, total=count, file=sys.stderr, leave=False)


def tell_unknown(function, names):
    """Notice about arguments that have no effect."""
    for name in sorted(names):
        notice(f"{function} {name}", f"{function}: the argument {name} is not known and ignored")
