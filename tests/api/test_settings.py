"""The settings tree: names, defaults, checks at assignment, dictionaries, copies, printing."""

import ast
import copy
import json
import math
import pickle
import pydoc
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from linkwork.core.enums import DynamicSolverType, LinearSolverType
from linkwork.settings.simulation import NewtonSettings, SimulationSettings
from linkwork.settings.tree import Group, Setting
from linkwork.settings.visualization import VisualizationSettings
from tests.cases import looped

# The documented names and defaults, with our deviations: no file unless asked for, an automatic
# linear solver, the switch for the projection of index-2 drift, results that are streamed, the
# least time of the clock between checkpoints, compatibility, and the switches for extremes and for
# compilation.
DOCUMENTED = """
SimulationSettings:
    cleanUpMemory=False compatibility="" displayComputationTime=False displayGlobalTimers=True
    compileSmallModels=False compileUserFunctions=True displayStatistics=False
    linearSolverType=LinearSolverType._None outputPrecision=6
    pauseAfterEachStep=False
linearSolverSettings:
    ignoreSingularJacobian=False pivotThreshold=0.0 reuseAnalyzedPattern=False
    showCausingItems=True
parallel:
    multithreadedLLimitJacobians=20 multithreadedLLimitLoads=20
    multithreadedLLimitMassMatrices=20 multithreadedLLimitResiduals=20 numberOfThreads=1
    taskSplitMinItems=50 taskSplitTasksPerThread=16 useLoadBalancing=True
solutionSettings:
    appendToFile=False binarySolutionFile=False
    coordinatesSolutionFileName="coordinatesSolution" exportAccelerations=True
    exportAlgebraicCoordinates=True exportDataCoordinates=True exportODE1Velocities=True
    exportVelocities=True flushFilesDOF=10000 flushFilesImmediately=False outputPrecision=10
    recordImagesInterval=-1.0 restartFileName="restartFile.txt" restartWritePeriod=0.01
    restartWallPeriod=0.0
    sensorsAppendToFile=False sensorsExtremes=True sensorsStoreAndWriteFiles=True
    sensorsWriteFileFooter=False sensorsWriteFileHeader=True sensorsWritePeriod=0.01
    solutionInformation="" solutionWritePeriod=0.01
    solverInformationFileName="solverInformation.txt" streamFileName="" writeFileFooter=True
    writeFileHeader=True writeInitialValues=True
    writeRestartFile=False writeSolutionToFile=False
staticSolver:
    adaptiveStep=True adaptiveStepDecrease=0.25 adaptiveStepIncrease=2.0
    adaptiveStepRecoveryIterations=7 adaptiveStepRecoverySteps=4 computeLoadsJacobian=True
    constrainODE1coordinates=True loadStepDuration=1.0 loadStepGeometric=False
    loadStepGeometricRange=1000.0 loadStepStart=0.0 minimumStepSize=1e-08 numberOfLoadSteps=1
    stabilizerODE2term=0.0 stepInformation=67 useLoadFactor=True verboseMode=1
    verboseModeFile=0
staticSolver.discontinuous:
    ignoreMaxIterations=True iterationTolerance=1.0 maxIterations=5
    useRecommendedStepSize=True
staticSolver.newton:
    absoluteTolerance=1e-10 adaptInitialResidual=True maxIterations=25
    maxModifiedNewtonIterations=8 maxModifiedNewtonRestartIterations=7
    maximumSolutionNorm=1e+38 modifiedNewtonContractivity=0.5
    modifiedNewtonJacUpdatePerStep=False newtonResidualMode=0 relativeTolerance=1e-08
    useModifiedNewton=False useNewtonSolver=True weightTolerancePerCoordinate=False
staticSolver.newton.numericalDifferentiation:
    addReferenceCoordinatesToEpsilon=False doSystemWideDifferentiation=False forAE=False
    forODE2=False forODE2connectors=False jacobianConnectorDerivative=True
    minimumCoordinateSize=0.01 relativeEpsilon=1e-07
timeIntegration:
    absoluteTolerance=1e-08 adaptiveStep=True adaptiveStepDecrease=0.5
    adaptiveStepIncrease=2.0 adaptiveStepRecoveryIterations=7 adaptiveStepRecoverySteps=10
    automaticStepSize=True computeLoadsJacobian=0 endTime=1.0 initialStepSize=0.0
    minimumStepSize=1e-08 numberOfSteps=100.0 realtimeFactor=1.0 realtimeWaitMicroseconds=1000
    relativeTolerance=1e-08 reuseConstantMassMatrix=True simulateInRealtime=False
    startTime=0.0 stepInformation=67 stepSizeMaxIncrease=2.0 stepSizeSafety=0.9 verboseMode=0
    verboseModeFile=0
timeIntegration.discontinuous:
    ignoreMaxIterations=True iterationTolerance=1.0 locateEvents=True locateEventsLimit=100
    maxIterations=5 useRecommendedStepSize=True
timeIntegration.explicitIntegration:
    computeEndOfStepAccelerations=True computeMassMatrixInversePerBody=False
    dynamicSolverType=DynamicSolverType.DOPRI5 eliminateConstraints=True
    useLieGroupIntegration=True
timeIntegration.generalizedAlpha:
    automaticStepSize=False constraintLevel=''
    computeInitialAccelerations=True lieGroupAddTangentOperator=True
    lieGroupSimplifiedKinematicRelations=False newmarkBeta=0.25 newmarkGamma=0.5
    projectIndex2Drift=True resetAccelerations=False spectralRadius=0.9
    storeInitialAlgebraicCoordinates=True useIndex2Constraints=False useNewmark=False
timeIntegration.newton:
    absoluteTolerance=1e-10 adaptInitialResidual=True maxIterations=25
    maxModifiedNewtonIterations=8 maxModifiedNewtonRestartIterations=7
    maximumSolutionNorm=1e+38 modifiedNewtonContractivity=0.5
    modifiedNewtonJacUpdatePerStep=False newtonResidualMode=0 relativeTolerance=1e-08
    useModifiedNewton=False useNewtonSolver=True weightTolerancePerCoordinate=False
timeIntegration.newton.numericalDifferentiation:
    addReferenceCoordinatesToEpsilon=False doSystemWideDifferentiation=False forAE=False
    forODE2=False forODE2connectors=False jacobianConnectorDerivative=True
    minimumCoordinateSize=0.01 relativeEpsilon=1e-07
"""


def documented_defaults():
    defaults, group = {}, ""
    for line in DOCUMENTED.splitlines():
        if line.endswith(":"):
            group = "" if line == "SimulationSettings:" else line[:-1] + "."
        for word in line.split() if line.startswith(" ") else ():
            name, value = word.split("=")
            defaults[group + name] = value
    return defaults


def parsed(value):
    enum, _, member = value.partition(".")
    for kind in (LinearSolverType, DynamicSolverType):
        if enum == kind.__name__:
            return kind[member]
    return ast.literal_eval(value)


def flattened(dictionary, prefix=""):
    for name, value in dictionary.items():
        if isinstance(value, dict):
            yield from flattened(value, f"{prefix}{name}.")
        else:
            yield prefix + name, value


def declared_settings(kind=SimulationSettings, prefix=""):
    """Path and declaration of every setting, read from the classes."""
    found = {name: value for base in reversed(kind.__mro__) for name, value in vars(base).items()}
    for name, declared in found.items():
        if isinstance(declared, Setting):
            yield prefix + name, declared
        elif isinstance(getattr(declared, "kind", None), type):
            yield from declared_settings(declared.kind, f"{prefix}{name}.")


SETTINGS = list(declared_settings())
PATHS = [path for path, _ in SETTINGS]


def assign(settings, path, value):
    *groups, name = path.split(".")
    for group in groups:
        settings = getattr(settings, group)
    setattr(settings, name, value)


def read(settings, path):
    for name in path.split("."):
        settings = getattr(settings, name)
    return settings


def test_names_and_defaults_are_the_documented_ones():
    expected = {path: parsed(value) for path, value in documented_defaults().items()}
    actual = dict(flattened(SimulationSettings().GetDictionary()))
    assert len(expected) == 163
    assert actual == expected


@looped("path", PATHS)
def test_type_of_default_is_the_documented_one(path):
    value = read(SimulationSettings(), path)
    if path == "timeIntegration.numberOfSteps":
        assert type(value) is int
    else:
        assert type(value) is type(parsed(documented_defaults()[path]))


@looped("path, declared", SETTINGS, ids=PATHS)
def test_every_setting_is_described(path, declared):
    assert len(declared.__doc__) >= 10
    assert declared.__doc__.rstrip("]").split(" [")[0].endswith(".")


@looped("path", PATHS)
def test_default_can_be_assigned(path):
    settings = SimulationSettings()
    assign(settings, path, read(settings, path))
    assert settings == SimulationSettings()


@looped("path", PATHS)
def test_wrong_type_or_not_finite_is_refused_with_the_full_path(path):
    settings = SimulationSettings()
    for bad in (None, [], object(), 1j, b"x", math.nan, math.inf, np.zeros(2)):
        with pytest.raises((TypeError, ValueError)) as caught:
            assign(settings, path, bad)
        assert str(caught.value).startswith(f"{path} must be ")
        assert repr(bad) in str(caught.value)
    assert settings == SimulationSettings()


@looped(
    "path, bad, message",
    [
        ("timeIntegration.generalizedAlpha.spectralRadius", 1.01, "must be in [0, 1], got 1.01"),
        ("timeIntegration.generalizedAlpha.spectralRadius", -0.1, "must be in [0, 1], got -0.1"),
        ("timeIntegration.generalizedAlpha.newmarkBeta", 0, "must be in (0, 1], got 0"),
        ("timeIntegration.minimumStepSize", 0, "must be > 0 s, got 0"),
        ("timeIntegration.adaptiveStepDecrease", 1, "must be in (0, 1), got 1"),
        ("timeIntegration.adaptiveStepIncrease", 1, "must be > 1, got 1"),
        ("timeIntegration.newton.relativeTolerance", -1e-9, "must be >= 0, got -1e-09"),
        ("timeIntegration.newton.maxIterations", 0, "must be >= 1, got 0"),
        ("timeIntegration.newton.maxIterations", 2**63, "must be an integer below 2**63"),
        ("timeIntegration.numberOfSteps", 0, "must be >= 1, got 0"),
        ("timeIntegration.numberOfSteps", 10.5, "must be a whole number, got 10.5"),
        ("timeIntegration.numberOfSteps", 1e300, "must be an integer below 2**63"),
        ("solutionSettings.solutionWritePeriod", -0.01, "must be >= 0 s, got -0.01"),
        ("solutionSettings.outputPrecision", 18, "must be in [1, 17], got 18"),
        ("timeIntegration.adaptiveStep", 2, "must be True or False, got 2"),
        ("linearSolverType", 3, "must be the number of a LinearSolverType, got 3"),
    ],
)
def test_value_outside_its_limits_is_refused(path, bad, message):
    with pytest.raises(ValueError) as caught:
        assign(SimulationSettings(), path, bad)
    assert str(caught.value).startswith(f"{path} {message}")


@looped(
    "path, bad",
    [
        ("timeIntegration.endTime", "1"),
        ("timeIntegration.endTime", True),
        ("timeIntegration.numberOfSteps", True),
        ("timeIntegration.verboseMode", 1.0),
        ("timeIntegration.verboseMode", True),
        ("timeIntegration.adaptiveStep", 1.0),
        ("timeIntegration.adaptiveStep", "True"),
        ("linearSolverType", DynamicSolverType.RK44),
        ("linearSolverType", "EXUdense"),
    ],
)
def test_value_of_another_kind_is_refused(path, bad):
    with pytest.raises(TypeError) as caught:
        assign(SimulationSettings(), path, bad)
    assert str(caught.value).endswith(f"got {bad!r} ({type(bad).__name__})")


@looped(
    "path, given, stored",
    [
        ("timeIntegration.endTime", 2, 2.0),
        ("timeIntegration.endTime", np.float32(2), 2.0),
        ("timeIntegration.endTime", np.int64(2), 2.0),
        ("timeIntegration.endTime", np.array(2.0), 2.0),
        ("timeIntegration.startTime", -1.5, -1.5),
        ("timeIntegration.numberOfSteps", 1e5, 100000),
        ("timeIntegration.numberOfSteps", np.float64(10), 10),
        ("timeIntegration.verboseMode", np.int32(1), 1),
        ("timeIntegration.adaptiveStep", np.bool_(False), False),
        ("timeIntegration.adaptiveStep", 0, False),
        ("linearSolverType", LinearSolverType.EigenSparse, LinearSolverType.EigenSparse),
        ("linearSolverType", 2, LinearSolverType.EigenSparse),
        ("solutionSettings.coordinatesSolutionFileName", Path("a.txt"), "a.txt"),
    ],
)
def test_equivalent_types_are_accepted_and_stored_as_plain_python(path, given, stored):
    settings = SimulationSettings()
    assign(settings, path, given)
    assert read(settings, path) == stored
    assert type(read(settings, path)) is type(stored)


@looped(
    "group, name, hint",
    [
        ("timeIntegration", "numberOfStep", "did you mean 'numberOfSteps'?"),
        ("timeIntegration", "spectralRadius", "did you mean 'generalizedAlpha.spectralRadius'?"),
        ("timeIntegration.newton", "useModifedNewton", "did you mean 'useModifiedNewton'?"),
        ("parallel", "zzz", "it has numberOfThreads, "),
    ],
)
def test_misspelled_name_is_refused_with_the_nearest_one(group, name, hint):
    settings = SimulationSettings()
    expected = f"{group} has no setting '{name}'; {hint}"
    with pytest.raises(AttributeError) as caught:
        assign(settings, f"{group}.{name}", 1)
    assert str(caught.value).startswith(expected)
    with pytest.raises(AttributeError) as caught:
        read(settings, f"{group}.{name}")
    assert str(caught.value).startswith(expected)


def test_misspelled_name_at_the_root_names_the_class():
    with pytest.raises(AttributeError, match="^SimulationSettings has no setting 'timeIntegraton'"):
        SimulationSettings().timeIntegraton = 1
    with pytest.raises(AttributeError, match="did you mean 'timeIntegration.numberOfSteps'"):
        SimulationSettings().numberOfSteps = 5


def test_methods_cannot_be_overwritten():
    with pytest.raises(AttributeError, match="has no setting 'GetDictionary'"):
        SimulationSettings().GetDictionary = 1


@looped("value", [1, None, {}, SimulationSettings(), NewtonSettings])
def test_group_is_not_overwritten_by_anything_else(value):
    settings = SimulationSettings()
    with pytest.raises(TypeError, match="timeIntegration.newton is a group"):
        settings.timeIntegration.newton = value
    assert settings == SimulationSettings()


def test_assigning_a_group_copies_its_values():
    first, second = SimulationSettings(), SimulationSettings()
    kept = first.timeIntegration
    second.timeIntegration.newton.maxIterations = 3
    first.timeIntegration = second.timeIntegration
    second.timeIntegration.newton.maxIterations = 4
    assert first.timeIntegration is kept
    assert kept.newton.maxIterations == 3


def test_two_settings_are_independent():
    first, second = SimulationSettings(), SimulationSettings()
    first.timeIntegration.newton.maxIterations = 3
    assert second.timeIntegration.newton.maxIterations == 25
    assert first.staticSolver.newton.maxIterations == 25
    assert first != second


def changed_settings():
    settings = SimulationSettings()
    settings.timeIntegration.numberOfSteps = 1000
    settings.timeIntegration.newton.useModifiedNewton = True
    settings.linearSolverType = LinearSolverType.EXUdense
    return settings


@pytest.mark.parametrize(
    "duplicate",
    [copy.copy, copy.deepcopy, lambda settings: pickle.loads(pickle.dumps(settings))],
    ids=["copy", "deepcopy", "pickle"],
)
def test_copy_is_equal_and_independent(duplicate):
    settings = changed_settings()
    twin = duplicate(settings)
    assert twin == settings
    twin.timeIntegration.newton.maxIterations = 3
    assert settings.timeIntegration.newton.maxIterations == 25
    with pytest.raises(ValueError, match="timeIntegration.newton.maxIterations"):
        twin.timeIntegration.newton.maxIterations = 0


def test_equality_with_other_things_is_false():
    assert SimulationSettings() != 1
    assert SimulationSettings().timeIntegration.newton != SimulationSettings()


def test_dictionary_round_trip_also_through_json():
    settings, target = changed_settings(), SimulationSettings()
    kept = target.timeIntegration
    target.SetDictionary(json.loads(json.dumps(settings.GetDictionary())))
    assert target == settings
    assert type(target.linearSolverType) is LinearSolverType
    assert target.timeIntegration is kept


def test_partial_dictionary_changes_only_what_it_names():
    settings = changed_settings()
    settings.SetDictionary({"timeIntegration": {"endTime": 5}})
    expected = changed_settings()
    expected.timeIntegration.endTime = 5
    assert settings == expected


@looped(
    "bad",
    [
        {"timeIntegration": {"endTime": 5, "numberOfSteps": 0}},
        {"timeIntegration": {"endTime": 5}, "nothing": 1},
        {"timeIntegration": {"endTime": 5}, "parallel": 1},
        {"timeIntegration": {"endTime": 5, 3: 1}},
        [1],
    ],
)
def test_refused_dictionary_changes_nothing(bad):
    settings = SimulationSettings()
    with pytest.raises((ValueError, AttributeError, TypeError)):
        settings.SetDictionary(bad)
    assert settings == SimulationSettings()


def test_print_shows_every_path_and_marks_changes():
    printed = [line.partition(" # ") for line in repr(changed_settings()).splitlines()]
    assert all(meaning.endswith(".") for _, _, meaning in printed[1:])
    lines = [value.rstrip() for value, _, _ in printed]
    assert len(lines) == 1 + len(SETTINGS)
    assert [line for line in lines if line.startswith("* ")] == [
        "* timeIntegration.numberOfSteps = 1000 (default 100)",
        "* timeIntegration.newton.useModifiedNewton = True (default False)",
        "* linearSolverType = LinearSolverType.EXUdense (default LinearSolverType._None)",
    ]
    assert "  timeIntegration.endTime = 1.0 s" in lines
    assert "\n  linearSolverType = LinearSolverType._None   " in repr(SimulationSettings())


def test_print_of_a_group_shows_full_paths():
    text = str(SimulationSettings().timeIntegration.generalizedAlpha)
    assert "\n  timeIntegration.generalizedAlpha.spectralRadius = 0.9 " in text


def test_help_of_a_group_shows_values_units_limits_and_meanings():
    settings = changed_settings()
    told = " ".join(pydoc.render_doc(settings.timeIntegration, renderer=pydoc.plaintext).split())
    assert "numberOfSteps = 1000 -- Steps between start and end;" in told
    assert "smallest number (default 100; >= 1)" in told
    assert "endTime = 1.0 [s] -- Time at which the run ends" in told
    assert "newton -- Newton's method inside a step" in told
    assert "numberOfSteps = 100 --" in type(settings.timeIntegration).__doc__  # no values: defaults
    assert "LinearSolverType: _None, EXUdense, EigenSparse," in " ".join(settings.__doc__.split())


def test_help_and_completion_have_every_setting():
    for kind in (SimulationSettings, VisualizationSettings):
        settings = kind()
        for path, setting, _ in kind._tree():
            group, _, name = path.rpartition(".")
            owner = settings._value_at(group) if group else settings
            assert name in dir(owner) and f"    {name} = " in owner.__doc__
            assert setting.meaning.rstrip(".")[:20] in " ".join(owner.__doc__.split())


def test_changes_without_effect_are_told_with_their_reason():
    settings = changed_settings()
    assert settings.changed_without_effect() == []
    settings.parallel.numberOfThreads = 4
    settings.timeIntegration.newton.numericalDifferentiation.forAE = True
    told = dict(settings.changed_without_effect())
    assert set(told) == {
        "parallel.numberOfThreads",
        "timeIntegration.newton.numericalDifferentiation.forAE",
    }
    assert all(told.values())
    below = settings.timeIntegration.newton.changed_without_effect()
    assert [path for path, _ in below] == ["timeIntegration.newton.numericalDifferentiation.forAE"]


def test_copy_protocols_and_probes_get_plain_attribute_errors():
    assert not hasattr(SimulationSettings(), "_repr_html_")
    assert not hasattr(Group(), "__array__")


def test_import_loads_no_compiler():
    code = (
        "import sys, linkwork.settings.simulation; "
        "print([m for m in ('numba', 'scipy') if m in sys.modules])"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout.strip() == "[]"


@looped(
    ("name", "meant"),
    [
        ("stepSize", "numberOfSteps"), ("dt", "numberOfSteps"), ("h", "numberOfSteps"),
        ("time_step", "numberOfSteps"), ("max_step", "numberOfSteps"), ("tEnd", "endTime"),
        ("t_end", "endTime"), ("endtime", "endTime"), ("duration", "endTime"),
        ("tStart", "startTime"), ("nSteps", "numberOfSteps"), ("steps", "numberOfSteps"),
        ("rtol", "relativeTolerance"), ("atol", "absoluteTolerance"),
        ("rhoInf", "generalizedAlpha.spectralRadius"), ("h0", "initialStepSize"),
    ],
)  # fmt: skip
def test_names_of_other_programs_lead_to_the_setting(name, meant):
    settings = SimulationSettings()
    for group, path in ((settings.timeIntegration, meant), (settings, f"timeIntegration.{meant}")):
        with pytest.raises(AttributeError, match=f"has no setting '{name}'; .*'{path}'"):
            setattr(group, name, 0.1)
        with pytest.raises(AttributeError, match=f"'{path}'"):
            getattr(group, name)
    assert settings.timeIntegration._value_at(meant) is not None  # it exists


def test_the_step_size_is_explained():
    with pytest.raises(AttributeError, match=r"The step size is \(endTime - startTime\) / number"):
        SimulationSettings().timeIntegration.stepSize = 1e-3
    with pytest.raises(AttributeError, match="solverType="):
        SimulationSettings().timeIntegration.method = "RK45"
    with pytest.raises(AttributeError, match="gravity is a load"):
        SimulationSettings().gravity = 9.81
    with pytest.raises(AttributeError, match="'solutionSettings.solutionWritePeriod' for states"):
        SimulationSettings().outputPeriod = 0.1
    with pytest.raises(AttributeError, match="set 'solutionWritePeriod' for states"):
        SimulationSettings().solutionSettings.writePeriod = 0.1


def test_no_hint_hides_a_setting():
    """Names that exist are never taken for those of other programs."""
    declared = SimulationSettings._declared().values()
    for group in (SimulationSettings, *(each.kind for each in declared if hasattr(each, "kind"))):
        for name in group._other_names:
            assert name not in group._declared()
