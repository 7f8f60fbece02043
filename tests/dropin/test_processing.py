"""Parameter variations, optimization and sensitivities; random ones as in Exudyn 1.11.0."""

from pathlib import Path

import matplotlib.pyplot as plt
import numpy as np
import pytest

from linkwork.exudyn import processing
from tests.cases import looped

near = pytest.approx
RANGES = {"x": (-2, 2), "y": (-1, 1)}


def valley(parameters):
    """Defined at the top of the module, so that other processes find it."""
    return (parameters["x"] - 0.3) ** 2 + (parameters["y"] + 0.2) ** 2


def pair(parameters):
    return [parameters["x"] ** 2 * parameters["y"], parameters["x"]]


def vary(function, parameters, **options):
    return processing.ParameterVariation(function, parameters, showProgress=False, **options)


def test_variations_take_all_combinations_the_last_parameter_fastest():
    columns, values = vary(pair, {"x": (0, 1, 3), "y": [5, 7]})
    assert columns["x"].tolist() == [0, 0, 0.5, 0.5, 1, 1]
    assert columns["y"].tolist() == [5, 7, 5, 7, 5, 7]
    assert values[3] == [0.25 * 7, 0.5]


@looped(
    ("given", "logarithmic", "passed"),
    [
        ((1, 5, 5), False, [1, 2, 3, 4, 5]),
        ((0, 8, 3), False, [0, 4, 8]),
        ((0, 1, 3), False, [0.0, 0.5, 1.0]),
        ((1, 6, 3), False, [1.0, 3.5, 6.0]),
        ((2.0, 6.0, 5), False, [2.0, 3.0, 4.0, 5.0, 6.0]),
        ((1, 100, 3), True, [1.0, 10.0, 100.0]),
        ([1, 2], False, [1, 2]),
        ([1, 2.0], False, [1.0, 2.0]),
    ],
)
def test_whole_numbers_are_passed_as_integers(given, logarithmic, passed):
    seen = []
    vary(lambda run: seen.append(run["x"]), {"x": given}, useLogSpace=logarithmic)
    assert seen == near(passed) and [type(v) for v in seen] == [type(v) for v in passed]


def test_index_and_data_are_added_on_demand():
    seen = []
    options = dict(addComputationIndex=True, parameterFunctionData={"a": 5})
    columns, _ = vary(lambda run: seen.append(dict(run)), {"x": [3, 4]}, **options)
    assert seen[1] == {"x": 4, "computationIndex": 1, "functionData": {"a": 5}}
    assert columns["computationIndex"].tolist() == [0, 1]


def test_processes_give_the_same_results():
    serial = vary(pair, {"x": (0, 1, 3), "y": [5, 7]})
    parallel = vary(pair, {"x": (0, 1, 3), "y": [5, 7]}, useMultiProcessing=True, numberOfThreads=2)
    assert parallel[1] == serial[1]


def test_results_files_have_a_line_per_run(tmp_path):
    from linkwork.exudyn.plot import ParseOutputFileHeader

    file = str(tmp_path / "new" / "runs.txt")
    vary(valley, {"x": (0, 1, 3), "y": [1, 2]}, resultsFile=file, addComputationIndex=True)
    rows = np.loadtxt(file, comments="#", delimiter=",")
    assert rows[3] == near([3, 0.04 + 2.2**2, 0.5, 2, 3])
    header = ParseOutputFileHeader(Path(file).read_text("utf-8").splitlines())
    assert header["columns"] == ["globalIndex", "value", "x", "y", "computationIndex"]
    assert header["variableRanges"] == [[0, 1, 3], [1, 2]]
    assert header["type"] == "parameterVariation"


@looped(
    ("options", "best", "value", "last"),
    [
        ({}, [0.2960175474481146, -0.16904287059536777], 0.0009742037893031649,
         [0.261636766852499, 0.1483190367335278, 0.0487951008889444]),
        ({"elitistRatio": 0.5, "distanceFactor": 0.3, "crossoverProbability": 0.8},
         [0.23611705285648976, 0.020071826587948927], 0.05251263979349679,
         [0.4283697106189698, 2.749851556668406, 0.215081615650724]),
        ({"childDistribution": "normal", "crossoverProbability": 0.0},
         [-0.04121013068216489, -0.18160173043882666], 0.11676284960298562,
         [0.4278811788589064, 0.877308623732592, 2.961743432998813]),
        ({"initialPopulationSize": 9, "distanceFactor": 0},
         [0.29391390008083396, -0.039765605286013195], 0.0257121018615838,
         [0.0554368917654129, 0.2725009566530515, 0.2800100994594122]),
    ],
)  # fmt: skip
def test_equal_seeds_give_equal_generations(options, best, value, last):
    found = processing.GeneticOptimization(
        valley, RANGES, populationSize=6, numberOfGenerations=4, showProgress=False,
        randomizerInitialization=3, **options,
    )  # fmt: skip
    assert list(found[0].values()) == near(best, rel=1e-13)
    assert found[1] == near(value, rel=1e-13)
    assert found[3][-3:] == near(last, rel=1e-13)
    count = 24 + options.get("initialPopulationSize", 6) - 6
    assert len(found[3]) == len(found[2]["x"]) == count


def test_genetic_optimization_names_wrong_arguments():
    with pytest.raises(ValueError, match="'x' must be"):
        processing.GeneticOptimization(valley, {"x": (2, 1)}, showProgress=False)
    with pytest.raises(ValueError, match="childDistribution"):
        processing.GeneticOptimization(valley, RANGES, childDistribution="other")


def test_minimize_starts_in_the_middle_and_keeps_bounds():
    best, value, history, values = processing.Minimize(valley, RANGES, tol=1e-8, showProgress=False)
    assert best == near({"x": 0.30000000118618275, "y": -0.19999999629913887}, rel=1e-14)
    assert value == near(1.5103402764450983e-17, rel=1e-6)
    assert len(history["x"]) == len(values) and history["x"][0] == near(0.0, abs=1e-3)
    best, value, _, _ = processing.Minimize(
        valley, {"x": (-2, 2), "y": (0, 1)}, tol=1e-8, showProgress=False
    )
    assert best == near({"x": 0.3, "y": 0.0}, abs=1e-6) and value == near(0.04)


def test_sensitivities_by_forward_and_central_differences():
    runs, reference, others, matrix = processing.ComputeSensitivities(
        pair, {"x": (2.0, 0.01, 2), "y": 3.0}, showProgress=False
    )
    assert [run["x"] for run in runs] == near([2, 1.96, 1.98, 2.02, 2.04, 2])
    assert reference == [12, 2]
    assert others["x"].shape == (4, 2) and others["y"] == near(np.array([[12.012, 2]]))
    assert matrix == near(np.array([[12, 1], [4, 0]]), abs=1e-9)
    scaled = processing.ComputeSensitivities(
        pair, {"x": (2.0, 0.01, 1), "y": 3.0}, scaledByReference=True, showProgress=False
    )[3]
    assert scaled == near(np.array([[24, 2], [12, 0]]), abs=1e-9)
    with pytest.raises(ValueError, match="zero"):
        processing.ComputeSensitivities(pair, {"x": 0.0, "y": 1.0}, showProgress=False)


def test_plots_show_values_over_parameters():
    found = processing.ParameterVariation(valley, {"x": (0, 1, 3), "y": [1]}, showProgress=False)
    figures, axes = processing.PlotOptimizationResults2D(*found, yLogScale=True)
    assert len(figures) == len(axes) == 2 and axes[0].get_xlabel() == "x"
    assert axes[0].lines[0].get_ydata().tolist() == near(found[1])
    assert axes[0].lines[0].get_xdata().tolist() == [0, 0.5, 1] and axes[0].get_yscale() == "log"
    result = processing.ComputeSensitivities(pair, {"x": 2.0, "y": 3.0}, showProgress=False)
    _, bars = processing.PlotSensitivityResults(*result[1:])
    assert [bar.get_height() for bar in bars[0].patches] == near(result[3][:, 0])
    plt.close("all")


def test_clusters_are_refused_and_small_helpers_work():
    with pytest.raises(NotImplementedError, match="other computers"):
        vary(pair, {"x": [1], "y": [1]}, clusterHostNames=["a"])
    assert processing.SingleIndex2SubIndices(7, [3, 4]) == [1, 3]


def test_the_best_of_several_values_is_their_norm():
    best, value, _, values = processing.GeneticOptimization(
        pair, RANGES, populationSize=6, numberOfGenerations=2, randomizerInitialization=1,
        showProgress=False,
    )  # fmt: skip
    assert value == near(np.linalg.norm(pair(best))) and isinstance(value, float)
    assert value == near(min(np.linalg.norm(each) for each in values))


def test_minimize_lists_the_best_parameters_behind_those_of_the_iterations(capsys, tmp_path):
    file = str(tmp_path / "results.txt")
    best, value, history, values = processing.Minimize(valley, RANGES, resultsFile=file)
    rows = np.loadtxt(file, delimiter=",")
    assert rows[:, 1] == near(np.array(values)) and rows[-1, 2:] == near(list(best.values()))
    assert {name: history[name][-1] for name in RANGES} == best and values[-1] == value
    iterations = capsys.readouterr().out.count("iteration ")
    assert len(values) == len(history["x"]) == iterations + 1
    without = processing.Minimize(valley, RANGES, showProgress=False, storeFunctionValues=False)
    assert without[2] == history and without[3] == []


def test_sensitivities_pass_whole_numbers_as_they_are_at_the_reference():
    seen = []

    def function(parameters):
        seen.append(dict(parameters))
        return 2.0 * parameters["n"] + parameters["x"]

    matrix = processing.ComputeSensitivities(function, {"n": 4, "x": 1.0}, showProgress=False)[3]
    assert [type(each["n"]) for each in seen] == [int, float, int]
    assert matrix.ravel() == near([2, 1])
