"""Parameter variations, optimization and sensitivities of functions that run simulations."""

import os
import sys
import time
from copy import deepcopy

import numpy as np

import linkwork.exudyn as exudyn
from linkwork.exudyn._genetic import GeneticOptimization
from linkwork.exudyn._runs_of_functions import (
    AddComputationIndexAndFunctionData,
    GetVersionPlatformString,
    ProcessParameterList,
    WriteToFile,
)
from linkwork.exudyn._sensitivities import (
    ComputeSensitivities,
    Minimize,
    ParameterVariation,
    SingleIndex2SubIndices,
)
from linkwork.exudyn.advancedUtilities import IsEmptyList, IsInteger
from linkwork.view.plots.canvas import present as _present


def PlotOptimizationResults2D(parameterList, valueList, xLogScale=False, yLogScale=False):
    """Plot values of an optimization over every parameter; returns [list of figures, of axes].

    parameterList, valueList -- last two results of GeneticOptimization or Minimize
    """
    import matplotlib.pyplot as plt

    values = [v if np.ndim(v) == 0 else np.linalg.norm(v) for v in valueList]
    figures, axes = [], []
    for name, numbers in parameterList.items():
        if name == "computationIndex":
            continue
        figure, ax = plt.subplots()
        ax.plot(numbers, values, "b.")
        ax.set_xlabel(name)
        ax.set_ylabel("value of the objective function")
        ax.set_xscale("log" if xLogScale else "linear")
        ax.set_yscale("log" if yLogScale else "linear")
        ax.grid(True, "major")
        figure.tight_layout()
        figures.append(figure)
        axes.append(ax)
    _present(plt, None)
    return [figures, axes]


def PlotSensitivityResults(valRef, valuesSorted, sensitivity, fVar=None, strYAxis=None):
    """Plot sensitivities as bars: axes per result, a bar per parameter; returns [figure, axes].

    valRef, valuesSorted, sensitivity -- results of ComputeSensitivities
    fVar -- names of the results; strYAxis -- label of the axis of sensitivities
    """
    import matplotlib.pyplot as plt

    matrix = np.atleast_2d(sensitivity)
    results = matrix.shape[1]
    names = list(fVar) if fVar is not None else [f"result {j}" for j in range(results)]
    figure, axes = plt.subplots(results, 1, squeeze=False)
    for ax, name, column in zip(axes[:, 0], names, matrix.T, strict=True):
        ax.bar(list(valuesSorted), column)
        ax.set_title(name)
        ax.set_ylabel("sensitivity" if strYAxis is None else strYAxis)
    figure.tight_layout()
    _present(plt, None)
    return [figure, list(axes[:, 0])]
