"""Parameter variations, minimization with SciPy, and sensitivities by differences."""

from itertools import product

import numpy as np

from linkwork.exudyn import _runs_of_functions as _runs


def SingleIndex2SubIndices(i, subIndexRanges):
    """Indices of entry i of an array of the given shape; the last index is the fastest."""
    place = i % int(np.prod(subIndexRanges))
    return [int(index) for index in np.unravel_index(place, subIndexRanges)]


def ParameterVariation(
    parameterFunction,
    parameters,
    useLogSpace=False,
    debugMode=False,
    addComputationIndex=False,
    useMultiProcessing=False,
    showProgress=True,
    parameterFunctionData={},
    clusterHostNames=[],
    numberOfThreads=None,
    resultsFile="",
    **kwargs,
):
    """Call a function with all combinations of parameters; the last one changes fastest.

    parameterFunction -- gets a dictionary of parameters, returns a number or a list
    parameters -- name: (begin, end, number of values), or a list of values
    useLogSpace -- ranges are divided logarithmically
    debugMode -- print parameters and results
    addComputationIndex -- add the number of the run to the dictionary: 'computationIndex'
    parameterFunctionData -- constant data, added as 'functionData' unless empty
    useMultiProcessing, numberOfThreads -- run in several processes, and how many
    resultsFile -- file to which a line is written after every run

    Returns [{name: array over all runs}, list of results].
    """
    _runs.tell_unknown("ParameterVariation", kwargs)
    axes = {name: _values(name, v, useLogSpace) for name, v in parameters.items()}
    runs = [dict(zip(axes, given, strict=True)) for given in product(*axes.values())]
    for i, run in enumerate(runs):
        _runs.AddComputationIndexAndFunctionData(run, i, addComputationIndex, parameterFunctionData)
    if resultsFile:
        mode = f"(processing={'multi' if useMultiProcessing else 'serial'})"
        _runs.WriteToFile(resultsFile, parameters, [], [], 0, True, "parameter variation", mode)
    values = _runs.ProcessParameterList(
        parameterFunction,
        runs,
        useMultiProcessing,
        clusterHostNames,
        numberOfThreads=numberOfThreads,
        showProgress=showProgress,
        resultsFile=resultsFile,
        parameters=parameters,
    )
    if debugMode:
        for run, value in zip(runs, values, strict=True):
            print(f"{run}: {value}")
    columns = {
        name: np.array(
            [run[name] for run in runs], None if isinstance(parameters[name], list) else float
        )
        for name in axes
    }
    if addComputationIndex:
        columns["computationIndex"] = np.arange(len(runs))
    return [columns, values]


def _values(name, given, logarithmic):
    """Values of a parameter: all int, if they are whole numbers and meant so, or all float."""
    if isinstance(given, list):
        whole = all(isinstance(v, int | np.integer) for v in given)
        return [int(v) if whole else float(v) for v in given]
    if not isinstance(given, tuple) or len(given) != 3:
        raise ValueError(
            f"ParameterVariation: parameter {name!r} must be a tuple (begin, end, number of "
            f"values) or a list of values, got {given!r}"
        )
    begin, end, count = given
    if logarithmic:
        values = np.logspace(np.log10(begin), np.log10(end), count)
    else:
        values = np.linspace(begin, end, count)
    meant = isinstance(begin, int) and isinstance(end, int) and (end - begin + 1) % count == 0
    whole = meant and all(float(v).is_integer() for v in values)
    return [int(v) if whole else float(v) for v in values]


def Minimize(
    objectiveFunction,
    parameters,
    initialGuess=[],
    method="Nelder-Mead",
    tol=1e-4,
    options={},
    enforceBounds=True,
    debugMode=False,
    showProgress=True,
    addComputationIndex=False,
    storeFunctionValues=True,
    **kwargs,
):
    """Minimize a function of parameters in ranges with scipy.optimize.minimize.

    parameters -- name: (begin, end); initialGuess -- start; default: middles of the ranges
    method, tol, options -- see SciPy
    enforceBounds -- move parameters outside their range to its bound
    showProgress, debugMode -- print a line per iteration
    storeFunctionValues -- False: do not return values of iterations
    resultsFile -- file with a line per iteration

    Returns [best parameters, value, {name: list over iterations}, values of iterations]; the best
    parameters follow the iterations in both lists.
    """
    from scipy.optimize import minimize

    _runs.tell_unknown("Minimize", set(kwargs) - {"resultsFile"})
    file, names = kwargs.get("resultsFile", ""), list(parameters)
    low, high = np.array([parameters[name][:2] for name in names], float).T
    start = np.array(initialGuess, float) if len(initialGuess) else 0.5 * (low + high)
    if file:
        kind = f"optimization using scipy.optimize.minimize(method={method})"
        _runs.WriteToFile(file, parameters, [], [], 0, writeHeader=True, fileType=kind)

    def bounded(x):
        return np.clip(x, low, high) if enforceBounds else np.array(x)

    def value_at(x):
        given = dict(zip(names, map(float, bounded(x)), strict=True))
        _runs.AddComputationIndexAndFunctionData(given, 0, addComputationIndex, {})
        return objectiveFunction(given)

    history = {name: [] for name in names}
    values = []

    def after_iteration(x, *_):
        here = bounded(x)
        for name, component in zip(names, here, strict=True):
            history[name].append(float(component))
        if storeFunctionValues:
            values.append(value_at(here))
        count = len(history[names[0]])
        shown = values[-1] if values else ""
        if showProgress or debugMode:
            print(f"iteration {count}: {dict(zip(names, here.tolist(), strict=True))} {shown}")
        if file:
            run = dict(zip(names, here.tolist(), strict=True))
            _runs.WriteToFile(file, parameters, [run], [shown], count - 1)

    found = minimize(
        value_at, start, method=method, tol=tol, options=dict(options), callback=after_iteration
    )
    best = dict(zip(names, bounded(found.x).tolist(), strict=True))
    for name, component in best.items():
        history[name].append(component)
    if storeFunctionValues:
        values.append(found.fun)
    if file:
        _runs.WriteToFile(file, parameters, [best], [found.fun], len(history[names[0]]) - 1)
    return [best, found.fun, history, values]


def ComputeSensitivities(
    parameterFunction,
    parameters,
    scaledByReference=False,
    debugMode=False,
    addComputationIndex=False,
    useMultiProcessing=False,
    showProgress=True,
    parameterFunctionData={},
    **kwargs,
):
    """Derivatives of the results of a function by its parameters, by differences.

    parameters -- name: v, (v, rel) or (v, rel, n). Forward differences from v (1 + rel) with
    rel = 1e-3 by default; with n, the points v (1 + j rel), j = -n ... n, and central differences
    scaledByReference -- derivatives times the value of the parameter

    Returns [list of all parameters, results at the reference, {name: results at its other points},
    matrix with a row per parameter and a column per result].
    """
    _runs.tell_unknown("ComputeSensitivities", set(kwargs) - {"numberOfThreads", "resultsFile"})
    file = kwargs.get("resultsFile", "")
    axes = {name: _points(v) for name, v in parameters.items()}
    reference = {name: value for name, (value, _, _) in axes.items()}
    runs = [dict(reference)]
    for name, (value, rel, steps) in axes.items():
        runs += [{**reference, name: value * (1 + j * rel)} for j in steps]
    given = [dict(run) for run in runs]
    for i, run in enumerate(given):
        _runs.AddComputationIndexAndFunctionData(run, i, addComputationIndex, parameterFunctionData)
    if file:
        _runs.WriteToFile(file, parameters, [], [], 0, True, "parameter variation")
    results = _runs.ProcessParameterList(
        parameterFunction,
        given,
        useMultiProcessing,
        resultsFile=file,
        parameters=parameters,
        numberOfThreads=kwargs.get("numberOfThreads"),
        showProgress=showProgress,
    )
    rows = np.array([np.atleast_1d(np.asarray(r, float)) for r in results])
    first, sorted_rows, matrix = 1, {}, []
    for name, (value, rel, steps) in axes.items():
        own = sorted_rows[name] = rows[first : first + len(steps)]
        first += len(steps)
        if len(steps) == 1:
            slope = (own[0] - rows[0]) / (value * rel)
        else:
            slope = (own[steps.index(1)] - own[steps.index(-1)]) / (2 * value * rel)
        matrix.append(slope * (value if scaledByReference else 1.0))
    at_reference = rows[0] if np.ndim(results[0]) == 0 else results[0]
    if debugMode:
        print(f"reference {reference}: {at_reference}; sensitivities {matrix}")
    return [given, at_reference, sorted_rows, np.array(matrix)]


def _points(given):
    """(value, relative step, list of multiples of the step)"""
    value, rel, n = (*given, *(1e-3, 0)[len(given) - 1 :]) if np.ndim(given) else (given, 1e-3, 0)
    if value == 0 or rel == 0:
        raise ValueError("ComputeSensitivities: steps are relative, so values must not be zero")
    return value, rel, [j for j in range(-n, n + 1) if j] if n else [1]
