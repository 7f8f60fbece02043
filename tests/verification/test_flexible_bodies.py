"""Flexible bodies with modes: conservation, limits, frequencies, cables, turned models, files."""

import math

import numpy as np
import pytest

import linkwork as exu
from linkwork import fem
from linkwork.items import *
from tests.cases import Cases

pytestmark = pytest.mark.processors

pytest.importorskip("skfem")

Out = exu.OutputVariableType
RHO, E = 2700.0, 7.0e10
L, WIDTH, HEIGHT = 1.0, 0.02, 0.01
KINDS = (
    exu.NodeType.RotationEulerParameters,
    exu.NodeType.RotationRxyz,
    exu.NodeType.RotationRotationVector,
)


def free_rod(modes=6, stiffness=0.01, elements=(8, 1, 1)):
    """A soft rod with eigenmodes of the free body."""
    rod = fem.FEMinterface(fem.beam(L, WIDTH, HEIGHT, elements), RHO, stiffness * E, 0.3)
    rod.ComputeEigenmodes(modes, excludeRigidBodyModes=6)
    return rod


@pytest.fixture(scope="module")
def rod():
    return free_rod()


@pytest.fixture(scope="module")
def cantilever():
    """A stiff rod with boundaries at both ends, whose frame moves with the left one."""
    model = fem.FEMinterface(fem.beam(L, WIDTH, HEIGHT, (24, 1, 1)), RHO, E, 0.0)
    ends = [model.GetNodesInPlane([x, 0, 0], [1, 0, 0]) for x in (0.0, L)]
    model.ComputeHurtyCraigBamptonModes(ends, 6)
    return model, ends


def system():
    return exu.SystemContainer().AddSystem()


def settings(end, steps, radius=0.9):
    made = exu.SimulationSettings()
    made.timeIntegration.endTime, made.timeIntegration.numberOfSteps = end, steps
    made.timeIntegration.verboseMode = 0
    made.timeIntegration.generalizedAlpha.spectralRadius = radius
    made.timeIntegration.generalizedAlpha.useIndex2Constraints = True
    made.solutionSettings.writeSolutionToFile = False
    return made


def added(mbs, model, **values):
    kind = values.pop("kind", KINDS[0])
    return fem.ObjectFFRFreducedOrderInterface(model, kind).AddObjectFFRFreducedOrder(mbs, **values)


SPIN = dict(
    positionRef=[0.5, -0.25, 1.0], initialVelocity=[1.0, 0.5, -2.0],
    initialAngularVelocity=[3.0, 8.0, -5.0], initialModalCoordinates=[0.02, 0.0, -0.01, 0, 0, 0],
)  # fmt: skip


def momenta(mbs, model, found):
    """(momentum, angular momentum about the origin), summed over all mesh nodes."""
    body = found["oFFRFreducedOrder"]
    nodes = range(model.NumberOfNodes())
    state = [
        np.array(
            [
                mbs._output(
                    "object", body, v, exu.ConfigurationType.Current, np.array([k, 0, np.nan])
                )
                for k in nodes
            ]
        )
        for v in (Out.Position, Out.Velocity)
    ]
    places, speeds = state
    M = model.GetMassMatrix()
    flow = (M @ speeds.ravel()).reshape(-1, 3)
    return flow.sum(axis=0), np.cross(places, flow).sum(axis=0)


def test_a_free_body_keeps_momentum_angular_momentum_and_energy(rod):
    with Cases() as cases:
        for kind in KINDS:
            with cases(kind):
                errors = []
                for steps in (400, 800):
                    mbs = system()
                    found = added(mbs, rod, kind=kind, **SPIN)
                    mbs.Assemble()
                    before = momenta(mbs, rod, found)
                    mbs.SolveDynamic(settings(0.2, steps))
                    after = momenta(mbs, rod, found)
                    energy = mbs.solution.energy()
                    assert np.abs(energy.balance).max() <= 1e-3 * energy.kinetic[0]
                    assert energy.potential[0] > 1e-2 * energy.kinetic[0] > 0.0
                    errors.append([np.abs(a - b).max() for a, b in zip(after, before, strict=True)])
                sizes = [np.abs(each).max() for each in before]
                # the frame is at an end, so momentum is not linear in the velocities either
                assert (np.array(errors[1]) <= 1e-4 * np.array(sizes)).all()
                assert (np.array(errors[1]) <= 0.3 * np.array(errors[0])).all()


def test_a_body_whose_modes_are_held_is_rigid(rod):
    """Also under gravity and a torque."""
    ends = []
    inertia = rod.GetRigidBodyInertia()
    for flexible in (True, False):
        mbs = system()
        if flexible:
            values = {**SPIN, "initialModalCoordinates": ()}
            found = added(mbs, rod, gravity=[0, 0, -9.81], **values)
            node, body = found["nRigidBody"], found["oFFRFreducedOrder"]
            ground = mbs.AddMarker(
                MarkerNodeCoordinate(nodeNumber=mbs.AddNode(NodePointGround()), coordinate=0)
            )
            for k in range(6):
                held = mbs.AddMarker(
                    MarkerNodeCoordinate(nodeNumber=found["nGenericODE2"], coordinate=k)
                )
                mbs.AddObject(CoordinateConstraint(markerNumbers=[ground, held]))
        else:
            body = mbs.CreateRigidBody(
                referencePosition=SPIN["positionRef"], initialVelocity=SPIN["initialVelocity"],
                initialAngularVelocity=SPIN["initialAngularVelocity"], inertia=inertia,
                gravity=[0, 0, -9.81],
            )  # fmt: skip
            node = mbs.GetObjectParameter(body, "nodeNumber")
        frame = mbs.AddMarker(MarkerBodyRigid(bodyNumber=body, localPosition=[0.5, 0.1, 0]))
        mbs.AddLoad(LoadTorqueVector(markerNumber=frame, loadVector=[0.001, 0.02, 0.01]))
        mbs.AddLoad(LoadForceVector(markerNumber=frame, loadVector=[0.1, 0.2, -0.3]))
        mbs.Assemble()
        mbs.SolveDynamic(settings(0.3, 300))
        ends.append(mbs.GetNodeOutput(node, Out.Coordinates))
    assert ends[0] == pytest.approx(ends[1], rel=1e-8, abs=1e-9)


def test_a_falling_body_does_not_deform(rod):
    """Gravity acts on the deformed body: it falls as a whole."""
    mbs = system()
    start = [0.05, 0.02, 0, 0, 0, 0]
    rigid = fem.ObjectFFRFreducedOrderInterface(rod)
    rigid.parts["stiffnessMatrixReduced"] = np.zeros((6, 6))
    found = rigid.AddObjectFFRFreducedOrder(
        mbs, gravity=[0, 0, -9.81], initialModalCoordinates=start
    )
    mbs.Assemble()
    mbs.SolveDynamic(settings(1.0, 50))
    q = mbs.GetObjectOutput(found["oFFRFreducedOrder"], Out.Coordinates)
    assert q == pytest.approx([0, 0, -0.5 * 9.81, 0, 0, 0, 0, *start], abs=1e-10)


def test_frequencies_of_the_free_body_are_those_of_its_mesh(rod):
    for kind in (KINDS[0], KINDS[2]):
        mbs = system()
        added(mbs, rod, kind=kind)
        mbs.Assemble()
        found = np.sort(np.asarray(mbs.ComputeODE2Eigenvalues()[0]))
        assert found[-6:] == pytest.approx(rod.eigenValues, rel=1e-7)
        assert np.abs(found[:-6]).max() <= 1e-6 * rod.eigenValues[0]


def clamp(mbs, body, ends, place=(0, 0, 0), rotation=None):
    """Markers at both ends of a rod, the first of which is clamped to the ground."""
    markers = [
        mbs.AddMarker(
            MarkerSuperElementRigid(
                bodyNumber=body, meshNodeNumbers=nodes,
                weightingFactors=np.full(len(nodes), 1.0 / len(nodes)),
            )
        )
        for nodes in ends
    ]  # fmt: skip
    turned = np.eye(3) if rotation is None else rotation
    ground = mbs.AddObject(ObjectGround(referencePosition=place, referenceRotation=turned))
    fixed = mbs.AddMarker(MarkerBodyRigid(bodyNumber=ground))
    mbs.AddObject(GenericJoint(markerNumbers=[fixed, markers[0]]))
    return markers


def test_a_cantilever_bends_as_a_cable_and_as_in_the_closed_form(cantilever):
    model, ends = cantilever
    force, EI = 0.5, E * WIDTH * HEIGHT**3 / 12
    mbs = system()
    body = added(mbs, model)["oFFRFreducedOrder"]
    tip = clamp(mbs, body, ends)[1]
    mbs.AddLoad(LoadForceVector(markerNumber=tip, loadVector=[0, 0, -force]))
    mbs.Assemble()
    mbs.SolveStatic()
    found = mbs.GetMarkerOutput(tip, Out.Displacement)
    angle = mbs.GetMarkerOutput(tip, Out.Rotation)
    assert found[2] == pytest.approx(-force * L**3 / (3 * EI), rel=1e-3)
    assert angle[1] == pytest.approx(force * L**2 / (2 * EI), rel=1e-3)
    cable = system()
    template = ObjectANCFCable2D(
        physicsMassPerLength=1.0, physicsBendingStiffness=EI,
        physicsAxialStiffness=E * WIDTH * HEIGHT, useReducedOrderIntegration=2,
    )  # fmt: skip
    from linkwork.utilities import GenerateStraightLineANCFCable2D

    nodes = GenerateStraightLineANCFCable2D(
        cable, [0, 0, 0], [L, 0, 0], 8, template, fixedConstraintsNode0=[1, 1, 0, 1]
    )[0]
    last = cable.AddMarker(MarkerNodePosition(nodeNumber=nodes[-1]))
    cable.AddLoad(LoadForceVector(markerNumber=last, loadVector=[0, -force, 0]))
    cable.Assemble()
    cable.SolveStatic()
    bent = cable.GetMarkerOutput(last, Out.Displacement)
    assert found[2] == pytest.approx(bent[1], rel=1e-3)


def test_a_clamped_body_has_the_frequencies_of_a_cantilever(cantilever):
    model, ends = cantilever
    mbs = system()
    clamp(mbs, added(mbs, model)["oFFRFreducedOrder"], ends)
    mbs.Assemble()
    found = np.sqrt(np.sort(np.asarray(mbs.ComputeODE2Eigenvalues()[0]))[:2]) / (2 * math.pi)
    for k, height in enumerate((HEIGHT, WIDTH)):
        wanted = 1.8751040687**2 / (2 * math.pi) * math.sqrt(E * height**2 / 12 / RHO)
        assert found[k] == pytest.approx(wanted, rel=2e-3)


def test_turned_models_have_turned_results(rod):
    """The whole model turned by a rotation: the same energies, and turned positions."""
    from linkwork.utilities import RotationVector2RotationMatrix

    turn = RotationVector2RotationMatrix([0.7, -1.1, 0.4])
    results = []
    for R in (np.eye(3), turn):
        mbs = system()
        moved = {
            name: R @ np.array(SPIN[name])
            for name in ("positionRef", "initialVelocity", "initialAngularVelocity")
        }
        start = SPIN["initialModalCoordinates"]
        found = added(
            mbs, rod, rotationMatrixRef=R, gravity=R @ [0, 0, -9.81], kind=KINDS[2],
            initialModalCoordinates=start, **moved,
        )  # fmt: skip
        body = found["oFFRFreducedOrder"]
        tip = mbs.AddMarker(
            MarkerSuperElementPosition(bodyNumber=body, meshNodeNumbers=[3], weightingFactors=[1.0])
        )
        ground = mbs.AddMarker(MarkerBodyPosition(bodyNumber=mbs.AddObject(ObjectGround())))
        mbs.AddObject(
            SpringDamper(markerNumbers=[ground, tip], stiffness=20, damping=0.1, referenceLength=1)
        )
        mbs.Assemble()
        mbs.SolveDynamic(settings(0.2, 400))
        energy = mbs.solution.energy()
        place = mbs.GetMarkerOutput(tip, Out.Position)
        results.append((R.T @ place, energy.kinetic[-1], energy.potential[-1]))
    assert results[1][0] == pytest.approx(results[0][0], rel=1e-8)
    assert results[1][1] == pytest.approx(results[0][1], rel=1e-8)


def test_damping_of_modes(rod):
    """A mode alone decays as an oscillator with this damping ratio."""
    mbs = system()
    found = added(mbs, rod, modalDamping=0.02, initialModalCoordinates=[1e-4, 0, 0, 0, 0, 0])
    mbs.Assemble()
    omega = math.sqrt(rod.eigenValues[0])
    end = 2 * math.pi / (omega * math.sqrt(1 - 0.02**2)) * 4
    mbs.SolveDynamic(settings(end, 4000, radius=1.0))
    zeta = mbs.GetNodeOutput(found["nGenericODE2"], Out.Coordinates)
    assert zeta[0] == pytest.approx(1e-4 * math.exp(-0.02 * omega * end), rel=1e-4)


def test_energy_account_counts_damping_and_functions(rod):
    def pushed(mbs, t, itemNumber, q, q_t):
        f = 0.0 * q
        f[7] = 20.0 * np.sin(50.0 * t)
        return f

    for name, values in {
        "damping": dict(stiffnessProportionalDamping=1e-3),
        "function": dict(forceUserFunction=pushed),
    }.items():
        mbs = system()
        added(mbs, rod, **values, **SPIN)
        mbs.Assemble()
        mbs.SolveDynamic(settings(0.1, 1000))
        energy = mbs.solution.energy()
        counted = energy.dissipated[-1] if name == "damping" else abs(energy.work[-1])
        assert counted > 1e-3 * energy.kinetic[0]
        assert np.abs(energy.balance).max() <= 1e-3 * counted


def test_a_saved_model_gives_the_same_result(rod, tmp_path):
    mbs = system()
    added(mbs, rod, gravity=[0, 0, -9.81], **SPIN)
    mbs.Assemble()
    mbs.save(tmp_path / "rod.json")
    again = exu.load(tmp_path / "rod.json")
    again.Assemble()
    for each in (mbs, again):
        each.SolveDynamic(settings(0.05, 50))
    assert np.array_equal(*(each.systemData.GetODE2Coordinates() for each in (mbs, again)))
