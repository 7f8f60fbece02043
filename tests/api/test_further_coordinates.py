"""First-order, algebraic and data coordinates in the interface: state, files, changes, refusals."""

import numpy as np
import pytest

import linkwork as exu
from linkwork.items import *
from tests.cases import looped

Configuration = exu.ConfigurationType
Out = exu.OutputVariableType
S = exu.DynamicSolverType


def decay(mbs, **values):
    """y_t = -2 y + 1 on a node of its own; returns node and object."""
    node = mbs.AddNode(
        NodeGenericODE1(
            referenceCoordinates=[10.0], initialCoordinates=[3.0], numberOfODE1Coordinates=1
        )
    )
    values = values or dict(systemMatrix=[[-2.0]], rhsVector=[1.0])
    return node, mbs.AddObject(ObjectGenericODE1(nodeNumbers=[node], **values))


def system():
    return exu.SystemContainer().AddSystem()


def run_settings(steps=10, end=1.0):
    made = exu.SimulationSettings()
    made.timeIntegration.numberOfSteps, made.timeIntegration.endTime = steps, end
    made.timeIntegration.verboseMode = 0
    made.solutionSettings.solutionWritePeriod = 0.0
    return made


@pytest.fixture
def mixed():
    """All sorts of coordinates in one assembled system."""
    mbs = system()
    mbs.AddNode(NodeGenericAE(initialCoordinates=[4.0, 5.0], numberOfAECoordinates=2))
    mbs.AddNode(NodeGenericData(initialCoordinates=[7.0, 8.0, 9.0], numberOfDataCoordinates=3))
    decay(mbs)
    mbs.AddNode(NodePoint(referenceCoordinates=[1.0, 0.0, 0.0]))
    mbs.AddObject(MassPoint(nodeNumber=3, physicsMass=2.0))
    mbs.AddObject(ObjectGround())
    ends = [mbs.AddMarker(MarkerBodyPosition(bodyNumber=k)) for k in (2, 1)]
    mbs.AddObject(ObjectConnectorDistance(markerNumbers=ends, distance=1.0))
    mbs.AddNode(NodeGenericODE1(initialCoordinates=[0.5, 0.25], numberOfODE1Coordinates=2))
    mbs.Assemble()
    return mbs


def test_sizes_and_numbers(mixed):
    data = mixed.systemData
    assert (data.ODE2Size(), data.ODE1Size(), data.AEsize(), data.DataSize()) == (3, 3, 3, 3)
    assert data.SystemSize() == 9
    assert [data.GetNodeLTGAE(k) for k in range(5)] == [[0, 1], [], [], [], []]
    assert [data.GetNodeLTGData(k) for k in range(5)] == [[], [0, 1, 2], [], [], []]
    assert [data.GetNodeLTGODE1(k) for k in range(5)] == [[], [], [0], [], [1, 2]]
    assert [data.GetNodeLTGODE2(k) for k in range(5)] == [[], [], [], [0, 1, 2], []]
    assert [data.GetObjectLTGODE2(k) for k in range(4)] == [[], [0, 1, 2], [], [0, 1, 2]]
    assert [data.GetObjectLTGODE1(k) for k in range(4)] == [[0], [], [], []]
    assert [data.GetObjectLTGAE(k) for k in range(4)] == [[], [], [], [2]]
    assert [data.GetObjectLTGData(k) for k in range(4)] == [[], [], [], []]
    assert all(type(k) is int for k in data.GetObjectLTGODE2(1))


@pytest.mark.parametrize("number", [4, -1, 1.5, "0", None, exu.NodeIndex(0)])
def test_numbers_of_objects_that_do_not_exist(mixed, number):
    with pytest.raises(
        exu.ParameterError, match="objectNumber must be that of one of the 4 objects"
    ):
        mixed.systemData.GetObjectLTGODE1(number)


def test_states_can_be_read_and_set(mixed):
    data = mixed.systemData
    assert np.array_equal(data.GetODE1Coordinates(), [3.0, 0.5, 0.25])
    assert np.array_equal(data.GetODE1Coordinates(Configuration.Reference), [10.0, 0.0, 0.0])
    assert np.array_equal(data.GetAECoordinates(), [4.0, 5.0, 0.0])
    assert np.array_equal(data.GetDataCoordinates(), [7.0, 8.0, 9.0])
    for name, values in (
        ("ODE1Coordinates", [1.0, 2.0, 3.0]),
        ("ODE1Coordinates_t", [-1.0, 0.0, 1.0]),
        ("DataCoordinates", [0.0, 0.5, 1.0]),
    ):
        for configuration in (Configuration.Current, Configuration.Initial):
            getattr(data, f"Set{name}")(values, configuration)
            assert np.array_equal(getattr(data, f"Get{name}")(configuration), values)
        with pytest.raises(exu.ParameterError, match=rf"{name}\b.*3 finite real numbers"):
            getattr(data, f"Set{name}")([1.0])
        with pytest.raises(exu.ParameterError, match="Current or Initial"):
            getattr(data, f"Set{name}")(values, Configuration.Reference)


def test_a_system_state_holds_all_of_them(mixed):
    data = mixed.systemData
    state = data.GetSystemState()
    assert [part.size for part in state] == [3, 3, 3, 3, 3]
    changed = [part + 0.5 for part in state]
    data.SetSystemState(changed)
    assert all(map(np.array_equal, data.GetSystemState(), changed))
    for k, name in ((2, "ODE1Coordinates"), (4, "DataCoordinates")):
        spoilt = [*changed[:k], np.zeros(1), *changed[k + 1 :]]
        with pytest.raises(exu.ParameterError, match=name):
            data.SetSystemState(spoilt)
    with pytest.raises(exu.ParameterError, match="a system state is a list"):
        data.SetSystemState(changed[:4])


def test_start_of_step_is_the_state_before_the_last_step():
    for solver in S:
        mbs = system()
        decay(mbs)
        chosen = run_settings()
        chosen.timeIntegration.automaticStepSize = False
        solution = mbs.SolveDynamic(chosen, solverType=solver)
        data, start = mbs.systemData, Configuration.StartOfStep
        assert np.array_equal(data.GetODE1Coordinates(start), solution.ode1_coordinates[-2])
        assert np.array_equal(data.GetODE1Coordinates_t(start), solution.ode1_velocities[-2])
        assert np.array_equal(data.GetODE1Coordinates(), solution.ode1_coordinates[-1])


def test_outputs_and_sensors(mixed):
    asked = {
        (SensorNode, "nodeNumber", 2): [Out.Coordinates, Out.CoordinatesTotal, Out.Coordinates_t],
        (SensorNode, "nodeNumber", 0): [Out.Coordinates],
        (SensorNode, "nodeNumber", 1): [Out.Coordinates],
        (SensorObject, "objectNumber", 0): [Out.Coordinates, Out.CoordinatesTotal],
    }
    sensors = [
        mixed.AddSensor(kind(**{name: number}, outputVariableType=variable, storeInternal=True))
        for (kind, name, number), variables in asked.items()
        for variable in variables
    ]
    marker = mixed.AddMarker(MarkerNodeODE1Coordinate(nodeNumber=4, coordinate=1))
    mixed.Assemble()
    solution = mixed.SolveDynamic(run_settings())
    y, rate = solution.ode1_coordinates[:, 0], solution.ode1_velocities[:, 0]
    wanted = [y, y + 10.0, rate, [[4.0, 5.0]] * 11, [[7.0, 8.0, 9.0]] * 11, y, y + 10.0]
    for sensor, values in zip(sensors, wanted, strict=True):
        stored = mixed.GetSensorStoredData(sensor)
        assert np.array_equal(stored[:, 1:], np.reshape(values, (11, -1)))
    assert np.array_equal(mixed.GetMarkerOutput(marker, Out.Coordinates), [0.25])
    assert mixed.GetNodeOutput(4, Out.Coordinates) == pytest.approx([0.5, 0.25], rel=1e-15)


def test_solution_files_hold_all_of_them(mixed, tmp_path):
    chosen = run_settings()
    chosen.solutionSettings.writeSolutionToFile = True
    chosen.solutionSettings.coordinatesSolutionFileName = str(tmp_path / "all.txt")
    chosen.solutionSettings.outputPrecision = 17
    solution = mixed.SolveDynamic(chosen)
    text = (tmp_path / "all.txt").read_text()
    assert "[nODE2, nODE1, nAlgebraic, nData] = [3,3,3,3]" in text
    assert "nAlgebraic, nData] = [3,3,3,3,3,3,3]" in text
    rows = np.loadtxt(tmp_path / "all.txt", delimiter=",", comments="#")
    parts = [
        solution.times, solution.coordinates, solution.velocities, solution.accelerations,
        solution.ode1_coordinates, solution.ode1_velocities, solution.multipliers,
        solution.data_coordinates,
    ]  # fmt: skip
    assert np.array_equal(rows, np.column_stack(parts))
    chosen.solutionSettings.exportODE1Velocities = False
    chosen.solutionSettings.exportDataCoordinates = False
    mixed.SolveDynamic(chosen)
    text = (tmp_path / "all.txt").read_text()
    assert "nAlgebraic, nData] = [3,3,3,3,0,3,0]" in text
    rows = np.loadtxt(tmp_path / "all.txt", delimiter=",", comments="#")
    assert np.array_equal(rows, np.column_stack([*parts[:5], parts[6]]))


@looped("solver", list(S), ids=lambda s: s.name)
def test_a_run_in_two_parts_is_one_run(solver):
    whole, parts = system(), system()
    for mbs in (whole, parts):
        decay(mbs)
        mbs.AddNode(NodeGenericAE(initialCoordinates=[4.0], numberOfAECoordinates=1))
        mbs.AddNode(NodeGenericData(initialCoordinates=[7.0], numberOfDataCoordinates=1))
    chosen = run_settings(20, 1.0)
    chosen.timeIntegration.automaticStepSize = False
    wanted = whole.SolveDynamic(chosen, solverType=solver)
    chosen.timeIntegration.numberOfSteps, chosen.timeIntegration.endTime = 10, 0.5
    parts.SolveDynamic(chosen, solverType=solver, updateInitialValues=True)
    parts.systemData.SetDataCoordinates([6.0], Configuration.Initial)
    chosen.timeIntegration.startTime, chosen.timeIntegration.endTime = 0.5, 1.0
    found = parts.SolveDynamic(chosen, solverType=solver)
    # VelocityVerlet starts a run with the rates of its state, not with those of a prediction
    limit = 1e-4 if solver == S.VelocityVerlet else 1e-13
    assert found.ode1_coordinates[-1] == pytest.approx(wanted.ode1_coordinates[-1], rel=limit)
    assert np.all(found.multipliers == 4.0) and np.all(found.data_coordinates == 6.0)


@looped("solver", list(S), ids=lambda s: s.name)
def test_data_coordinates_set_before_a_step_are_recorded_with_it(solver):
    mbs = system()
    mbs.AddNode(NodeGenericData(initialCoordinates=[1.0, 2.0], numberOfDataCoordinates=2))

    def count(mbs, t):
        data = mbs.systemData.GetDataCoordinates()
        mbs.systemData.SetDataCoordinates([data[0] + 1.0, t])
        return True

    mbs.SetPreStepUserFunction(count)
    chosen = run_settings(5)
    chosen.timeIntegration.automaticStepSize = False
    solution = mbs.SolveDynamic(chosen, solverType=solver)
    assert np.array_equal(solution.data_coordinates[:, 0], np.arange(1.0, 7.0))
    assert solution.data_coordinates[1:, 1] == pytest.approx(solution.times[1:], rel=1e-15)


@looped("solver, limit", [(S.GeneralizedAlpha, 1e-4), (S.RK44, 1e-8)], ids=["implicit", "explicit"])
@looped("what", ["vector", "state", "load"])
def test_jumps_before_a_step_cost_no_order(solver, limit, what):
    """At t = 0.5 the law or the state jumps; the rates are computed again."""
    mbs = system()
    node, number = decay(mbs)
    marker = mbs.AddMarker(MarkerNodeODE1Coordinate(nodeNumber=node, coordinate=0))
    load = mbs.AddLoad(LoadCoordinate(markerNumber=marker))
    jump = 4.0

    def change(mbs, t):
        if abs(t - 0.51) < 1e-9:
            if what == "vector":
                mbs.SetObjectParameter(number, "rhsVector", [1.0 + jump])
            elif what == "load":
                mbs.SetLoadParameter(load, "load", jump)
            else:
                mbs.systemData.SetODE1Coordinates(mbs.systemData.GetODE1Coordinates() + jump)
        return True

    mbs.SetPreStepUserFunction(change)
    solution = mbs.SolveDynamic(run_settings(100), solverType=solver)
    middle = 0.5 + 2.5 * np.exp(-1.0)
    rest = 0.5 if what == "state" else 0.5 + jump / 2.0
    start = middle + (jump if what == "state" else 0.0)
    wanted = rest + (start - rest) * np.exp(-1.0)
    assert solution.ode1_coordinates[-1, 0] == pytest.approx(wanted, abs=limit)


def test_a_vector_that_is_driven_in_every_step_is_no_jump():
    """y_t = -2 y + 2 t beside a mass at rest; a restart in every step would be off by 5e-3."""
    mbs = system()
    node = mbs.AddNode(NodePoint())
    mbs.AddObject(MassPoint(nodeNumber=node, physicsMass=1.0))
    _, number = decay(mbs, systemMatrix=[[-2.0]], rhsVector=[0.0])

    def drive(mbs, t):
        mbs.SetObjectParameter(number, "rhsVector", [2.0 * t])
        return True

    mbs.SetPreStepUserFunction(drive)
    solution = mbs.SolveDynamic(run_settings(100), solverType=S.GeneralizedAlpha)
    wanted = 1.0 - 0.5 + 3.5 * np.exp(-2.0)
    assert solution.ode1_coordinates[-1, 0] == pytest.approx(wanted, abs=2e-4)


def test_a_failed_step_leaves_the_state_at_its_start():
    def wild(mbs, t, itemNumber, q):
        if t > 0.54:
            raise ValueError("too late")
        return [-q[0]]

    for solver in S:
        mbs = system()
        decay(mbs, rhsUserFunction=wild)
        chosen = run_settings()
        chosen.timeIntegration.automaticStepSize = False
        with pytest.raises(exu.SolverError, match="too late"):
            mbs.SolveDynamic(chosen, solverType=solver)
        solution = mbs.solution
        # ExplicitEuler looks at the end of a step only when it records it
        last = 0.6 if solver == S.ExplicitEuler else 0.5
        assert solution.times[-1] == pytest.approx(last, rel=1e-12)
        assert np.array_equal(mbs.systemData.GetODE1Coordinates(), solution.ode1_coordinates[-1])


def test_rates_that_are_not_finite_end_the_run():
    mbs = system()
    decay(mbs, systemMatrix=[[1e200]], rhsVector=[1e200])
    told = r"not finite.*largest residual is at coordinate 0 of NodeGenericODE1.*\(node 0\)"
    with pytest.raises(exu.SolverError, match=told):
        mbs.SolveDynamic(run_settings(), solverType=S.RK44)


def test_newton_names_the_coordinate_that_does_not_converge():
    def hopeless(mbs, t, itemNumber, q):
        return [0.0, 1e6 * (1.0 if q[1] < 0.5 else -1.0)]

    mbs = system()
    node = mbs.AddNode(NodeGenericODE1(numberOfODE1Coordinates=2))
    mbs.AddObject(ObjectGenericODE1(nodeNumbers=[node], rhsUserFunction=hopeless))
    chosen = run_settings()
    chosen.timeIntegration.adaptiveStep = False
    with pytest.raises(exu.SolverError, match=r"did not converge.*at coordinate 1 of NodeGeneric"):
        mbs.SolveDynamic(chosen)


def test_print_tells_further_coordinates(mixed):
    told = "3 coordinates, 3 first-order coordinates, 3 data coordinates, 3 constraint equations"
    assert told in repr(mixed)


def test_models_with_nothing_but_data_or_algebraic_coordinates_can_be_solved():
    for node in (
        NodeGenericData(numberOfDataCoordinates=2),
        NodeGenericAE(initialCoordinates=[1.0, -2.0], numberOfAECoordinates=2),
        NodeGenericODE1(initialCoordinates=[1.0, -2.0], numberOfODE1Coordinates=2),
    ):
        for solver in S:
            mbs = system()
            mbs.AddNode(node)
            solution = mbs.SolveDynamic(run_settings(), solverType=solver)
            assert solution.times[-1] == 1.0
            assert np.all(np.isin(solution.multipliers, [1.0, -2.0]))
            assert np.all(np.isin(solution.ode1_coordinates, [1.0, -2.0]))


REFUSED = {
    "initial values": (
        lambda m: m.AddNode(NodeGenericODE1(initialCoordinates=[1, 2], numberOfODE1Coordinates=3)),
        r"NodeGenericODE1.*\(node 1\): initialCoordinates must be 3 numbers.*got 2",
    ),
    "reference values": (
        lambda m: m.AddNode(NodeGenericAE(referenceCoordinates=[1], numberOfAECoordinates=2)),
        r"NodeGenericAE.*\(node 1\): referenceCoordinates must be 2 numbers.*got 1",
    ),
    "data": (
        lambda m: m.AddNode(NodeGenericData(initialCoordinates=[1], numberOfDataCoordinates=0)),
        r"NodeGenericData.*\(node 1\): initialCoordinates must be 0 numbers.*got 1",
    ),
    "no number": (
        lambda m: m.AddNode(NodeGenericODE1()),
        r"NodeGenericODE1.*\(node 1\): numberOfODE1Coordinates n_c must be a whole number >= 1",
    ),
    "matrix": (
        lambda m: m.AddObject(ObjectGenericODE1(nodeNumbers=[0], systemMatrix=np.ones((2, 1)))),
        r"ObjectGenericODE1.*\(object 0\): systemMatrix A must be 1 x 1.*got 2 x 1",
    ),
    "vector": (
        lambda m: m.AddObject(ObjectGenericODE1(nodeNumbers=[0], rhsVector=[1, 2])),
        r"ObjectGenericODE1.*\(object 0\): rhsVector f must be 1 numbers.*got 2",
    ),
    "no node": (
        lambda m: m.AddObject(ObjectGenericODE1()),
        r"GenericODE1.*\(object 0\): nodeNumbers n_n must be a list of at least 1 node numbers",
    ),
    "a node twice": (
        lambda m: m.AddObject(ObjectGenericODE1(nodeNumbers=[0, 0])),
        r"nodeNumbers must list each node once, got \[0, 0\]",
    ),
    "another node": (
        lambda m: m.AddObject(ObjectGenericODE1(nodeNumbers=[m.AddNode(NodePoint())])),
        r"nodeNumbers must be a NodeGenericODE1, got Point.*\(node 1\), a NodePoint",
    ),
    "marker on another node": (
        lambda m: m.AddMarker(
            MarkerNodeODE1Coordinate(nodeNumber=m.AddNode(NodePoint()), coordinate=0)
        ),
        r"must be a node with first-order coordinates \(NodeGenericODE1\), got Point",
    ),
    "marker beyond the coordinates": (
        lambda m: m.AddMarker(MarkerNodeODE1Coordinate(nodeNumber=0, coordinate=1)),
        r"coordinate k must be < 1, the number of coordinates of NodeGenericODE1.*got 1",
    ),
    "marker of second-order coordinates": (
        lambda m: m.AddMarker(MarkerNodeCoordinate(nodeNumber=0, coordinate=0)),
        r"must be a node with second-order coordinates, got NodeGenericODE1",
    ),
    "vector marker of second-order coordinates": (
        lambda m: m.AddMarker(MarkerNodeCoordinates(nodeNumber=0)),
        r"must be a node with second-order coordinates, got NodeGenericODE1",
    ),
    "spring": (
        lambda m: m.AddObject(
            CoordinateSpringDamper(
                markerNumbers=[
                    m.AddMarker(MarkerNodeODE1Coordinate(nodeNumber=0, coordinate=0)),
                    m.AddMarker(MarkerNodeODE1Coordinate(nodeNumber=0, coordinate=0)),
                ]
            )
        ),
        r"must be a marker of type Coordinate, got MarkerNodeODE1Coordinate",
    ),
    "load on a position": (
        lambda m: m.AddLoad(
            LoadCoordinate(
                markerNumber=m.AddMarker(
                    MarkerNodePosition(nodeNumber=m.AddNode(NodePointGround()))
                )
            )
        ),
        r"must be a marker of type Coordinate or ODE1Coordinate, got MarkerNodePosition",
    ),
}
"""What does not fit -> how it is added to a system with one first-order coordinate, the text."""


@looped("what", REFUSED)
def test_what_does_not_fit_is_refused(what):
    mbs = system()
    mbs.AddNode(NodeGenericODE1(numberOfODE1Coordinates=1))
    add, text = REFUSED[what]
    with pytest.raises(exu.ParameterError, match=text):
        add(mbs)
        mbs.Assemble()


def test_a_vector_of_wrong_length_cannot_be_set_later():
    mbs = system()
    _, number = decay(mbs)
    mbs.Assemble()
    with pytest.raises(exu.ParameterError, match="rhsVector f must be 1 numbers.*got 3"):
        mbs.SetObjectParameter(number, "rhsVector", [1.0, 2.0, 3.0])
    assert np.array_equal(mbs.GetObjectParameter(number, "rhsVector"), [1.0])


@pytest.mark.parametrize(
    "law, text",
    [
        (lambda mbs, t, i, q: None, "must return|got None"),
        (lambda mbs, t, i, q: "x", "must return|got 'x'"),
        (lambda mbs, t, i, q: [1.0, 2.0], "2"),
        (lambda mbs, t, i, q: [float("nan")], "nan"),
    ],
    ids=["none", "text", "wrong length", "nan"],
)
@pytest.mark.parametrize("solver", [S.GeneralizedAlpha, S.RK44], ids=lambda s: s.name)
def test_user_functions_that_return_nonsense_end_the_run(law, text, solver):
    mbs = system()
    decay(mbs, rhsUserFunction=law)
    with pytest.raises(exu.SolverError, match=rf"ObjectGenericODE1.*rhsUserFunction.*({text})"):
        mbs.SolveDynamic(run_settings(), solverType=solver)


@pytest.mark.parametrize(
    "node",
    [
        NodeGenericAE(numberOfAECoordinates=2, referenceCoordinates=[1.5, 2.5]),
        NodeGenericODE1(numberOfODE1Coordinates=2, referenceCoordinates=[1.5, 2.5]),
        NodeGenericODE2(numberOfODE2Coordinates=2, referenceCoordinates=[1.5, 2.5]),
    ],
    ids=lambda node: node.type_name,
)
def test_coordinates_in_the_reference_configuration_are_the_reference_coordinates(node):
    mbs = exu.SystemContainer().AddSystem()
    mbs.AddNode(node)
    mbs.Assemble()
    variable, configuration = exu.OutputVariableType.Coordinates, exu.ConfigurationType
    assert mbs.GetNodeOutput(0, variable, configuration.Reference).tolist() == [1.5, 2.5]
    assert mbs.GetNodeOutput(0, variable, configuration.Initial).tolist() == [0.0, 0.0]
    empty = NodeGenericAE(numberOfAECoordinates=2, initialCoordinates=[3, 4])
    other = exu.SystemContainer().AddSystem()
    other.AddNode(empty)
    other.Assemble()
    assert other.GetNodeOutput(0, variable, configuration.Reference).tolist() == [0.0, 0.0]
    assert other.GetNodeOutput(0, variable).tolist() == [3.0, 4.0]
