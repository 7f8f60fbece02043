"""Genetic optimization: generations of individuals around the best ones of the last generation.

All random numbers come from NumPy's global generator in a fixed order, so that equal seeds give
equal individuals.
"""

import numpy as np

from linkwork.exudyn import _runs_of_functions as _runs


def GeneticOptimization(
    objectiveFunction,
    parameters,
    populationSize=100,
    numberOfGenerations=10,
    elitistRatio=0.1,
    crossoverProbability=0.25,
    crossoverAmount=0.5,
    rangeReductionFactor=0.7,
    distanceFactor=0.1,
    childDistribution="uniform",
    distanceFactorGenerations=-1,
    debugMode=False,
    addComputationIndex=False,
    useMultiProcessing=False,
    showProgress=True,
    clusterHostNames=[],
    parameterFunctionData={},
    **kwargs,
):
    """Minimize a function of parameters in ranges.

    objectiveFunction -- gets a dictionary of parameters, returns a number or several, whose norm
    is compared
    parameters -- name: (begin, end)
    populationSize, numberOfGenerations -- individuals of a generation, and how many generations
    elitistRatio -- part of a generation that survives
    crossoverProbability -- of a child of two survivors instead of one
    crossoverAmount -- accepted; crossover does not change the individuals
    rangeReductionFactor -- factor of the range around a survivor from generation to generation
    distanceFactor -- least distance of survivors in parts of the ranges
    distanceFactorGenerations -- number of generations in which it holds; -1: all
    childDistribution -- 'uniform' or 'normal'
    debugMode -- print the survivors of every generation
    addComputationIndex, parameterFunctionData -- see ParameterVariation
    useMultiProcessing, showProgress, numberOfThreads, resultsFile -- see ParameterVariation
    initialPopulationSize -- size of the first generation
    randomizerInitialization -- seed

    Returns [best parameters, best value (the norm of several), {name: array of all runs}, values of
    all runs].
    """
    known = {"initialPopulationSize", "randomizerInitialization", "resultsFile", "numberOfThreads"}
    _runs.tell_unknown("GeneticOptimization", set(kwargs) - known)
    if childDistribution not in ("uniform", "normal"):
        raise ValueError("GeneticOptimization: childDistribution must be 'uniform' or 'normal'")
    for name, bounds in parameters.items():
        if len(bounds) != 2 or not bounds[0] < bounds[1]:
            raise ValueError(
                f"GeneticOptimization: parameter {name!r} must be (begin, end) with begin < end, "
                f"got {bounds}"
            )
    if numberOfGenerations < 1 or populationSize < 1:
        raise ValueError("GeneticOptimization: needs at least one generation and one individual")
    if kwargs.get("randomizerInitialization") is not None:
        np.random.seed(kwargs["randomizerInitialization"])
    survivors_wanted = max(1, int(elitistRatio * populationSize))
    file = kwargs.get("resultsFile", "")
    if file:
        _runs.WriteToFile(file, parameters, [], [], 0, writeHeader=True)
    options = {"numberOfThreads": kwargs.get("numberOfThreads"), "resultsFile": file}
    options.update(parameters=parameters, showProgress=showProgress)

    size = kwargs.get("initialPopulationSize") or populationSize
    generation = [
        {name: np.random.uniform(*bounds) for name, bounds in parameters.items()}
        for _ in range(size)
    ]
    everyone = []
    values = []
    survivors = []
    for k in range(numberOfGenerations):
        for i, individual in enumerate(generation):
            _runs.AddComputationIndexAndFunctionData(
                individual, i, addComputationIndex, parameterFunctionData
            )
        found = _runs.ProcessParameterList(
            objectiveFunction,
            generation,
            useMultiProcessing,
            clusterHostNames,
            globalCnt=len(values),
            **options,
        )
        everyone += generation
        values += found
        pool = sorted([*zip(found, generation, strict=True), *survivors], key=_rank)
        apart = distanceFactor if not 0 <= distanceFactorGenerations <= k else 0
        survivors = _survivors(pool, parameters, survivors_wanted, apart)
        if debugMode:
            print(f"generation {k}: survivors {survivors}")
        if k + 1 == numberOfGenerations:
            break
        half_width = 0.5 * rangeReductionFactor ** (k + 1)
        parents = [individual for _, individual in survivors]
        draw = _child_drawer(parameters, half_width, childDistribution)
        generation = _children(parents, parameters, populationSize, crossoverProbability, draw)
    best = {name: pool[0][1][name] for name in parameters}
    arrays = {name: np.array([individual[name] for individual in everyone]) for name in parameters}
    return [best, _rank(pool[0]), arrays, values]


def _rank(member):
    value = member[0]
    return value if isinstance(value, float) else float(np.linalg.norm(value))


def _survivors(pool, parameters, wanted, apart):
    """The best members whose distance to better survivors is larger than apart (0: any)."""
    chosen = []
    for member in pool:
        if len(chosen) == wanted:
            break
        if not apart or all(_distance(member[1], s[1], parameters) > apart for s in chosen):
            chosen.append(member)
    return chosen


def _distance(a, b, parameters):
    parts = [(a[name] - b[name]) / (end - begin) for name, (begin, end) in parameters.items()]
    return np.sqrt(np.mean(np.square(parts)))


def _child_drawer(parameters, half_width, distribution):
    """Function that draws a child around a parent."""

    def inside(center, begin, end):
        width = half_width * (end - begin)
        low, high = max(begin, center - width), min(end, center + width)
        if distribution == "uniform":
            return np.random.uniform(low, high)
        while True:
            value = np.random.normal(0.5 * (low + high), 0.5 * (high - low))
            if begin <= value <= end:
                return value

    def child(parent):
        return {name: inside(parent[name], begin, end) for name, (begin, end) in parameters.items()}

    return child


def _children(parents, parameters, size, crossover_probability, draw):
    children = []
    while len(children) < size:
        for parent in parents:
            couple = [parent]
            if crossover_probability and np.random.random() < crossover_probability:
                couple = [parents[np.random.randint(len(parents))] for _ in range(2)]
                # The exchange of single parameters draws a number for each and has no effect.
                np.random.random(len(parameters))
            children += [draw(each) for each in couple]
    return children[:size]
