"""Beams in space with shear and torsion: closed forms, objectivity, invariants."""

import itertools
import math

import numpy as np
import pytest
from scipy.spatial.transform import Rotation

import linkwork as exu
from linkwork.core.errors import ParameterError
from linkwork.utilities import *
from tests.cases import Cases

from .cable_models import Variable, run, settle
from .test_beams_2d import reissner

pytestmark = pytest.mark.processors

TURN = Rotation.from_rotvec([0.7, -1.1, 0.4]).as_matrix()
"""A rotation that mixes all axes."""

NODES = (NodeRigidBodyRotVecLG, NodeRigidBodyEP, NodeRigidBodyRxyz)


def section(
    EA=1e4, GA=4e3, GJ=8.0, EI=(10.0, 10.0), rhoA=1.0, inertia=(0.0, 0.0, 0.0), damping=0.0
):
    found = exu.BeamSection()
    found.stiffnessMatrix = np.diag([EA, GA, GA, GJ, *EI])
    found.dampingMatrix = damping * found.stiffnessMatrix
    found.inertia = np.diag(inertia)
    found.massPerLength = rhoA
    return found


def node(kind, place, R, v=(0, 0, 0), omega=(0, 0, 0)):
    """A node with position, rotation matrix, velocity and angular velocity."""
    turn = Rotation.from_matrix(R)
    if kind is NodeRigidBodyRotVecLG:
        c, rate = turn.as_rotvec(), R.T @ omega
    elif kind is NodeRigidBodyEP:
        c = np.roll(turn.as_quat(), 1)
        rate = 0.5 * np.linalg.pinv(0.5 * ep_matrix(c)) @ (R.T @ omega)
    else:
        c = turn.as_euler("XYZ")
        rate = np.linalg.inv(angle_matrix(c)) @ (R.T @ omega)
    return kind(referenceCoordinates=[*place, *c], initialVelocities=[*v, *rate])


def ep_matrix(p):
    """Gb: angular velocity in body axes by rates of Euler parameters."""
    e0, e1, e2, e3 = p
    return 2.0 * np.array([[-e1, e0, e3, -e2], [-e2, -e3, e0, e1], [-e3, e2, -e1, e0]])


def angle_matrix(c):
    """The same of Tait-Bryan angles."""
    (_, y, z), columns = c, []
    turns = Rotation.from_euler("YZ", [y, z]).inv(), Rotation.from_euler("Z", z).inv()
    columns = [turns[0].apply([1, 0, 0]), turns[1].apply([0, 1, 0]), [0, 0, 1]]
    return np.array(columns).T


def cantilever(n, length, kinds=NODES[:1], turn=TURN, gravity=None, **values):
    """A beam along x of a turned frame, whose first node is fixed by a rigid joint."""
    mbs = exu.SystemContainer().AddSystem()
    chosen = itertools.cycle(kinds)
    places = [turn @ [length * k / n, 0, 0] for k in range(n + 1)]
    nodes = [mbs.AddNode(node(next(chosen), place, turn)) for place in places]
    elements = []
    for k in range(n):
        given = dict(physicsLength=length / n, nodeNumbers=nodes[k : k + 2])
        elements.append(mbs.AddObject(Beam3D(sectionData=section(**values), **given)))
        if gravity is not None:
            mass = mbs.AddMarker(MarkerBodyMass(bodyNumber=elements[-1]))
            mbs.AddLoad(Gravity(markerNumber=mass, loadVector=turn @ gravity))
    ground = mbs.AddObject(ObjectGround(referenceRotation=turn))
    ends = [mbs.AddMarker(MarkerBodyRigid(bodyNumber=ground)),
            mbs.AddMarker(MarkerNodeRigid(nodeNumber=nodes[0]))]  # fmt: skip
    mbs.AddObject(GenericJoint(markerNumbers=ends))
    return mbs, nodes, elements


def load(mbs, node, kind, vector):
    marker = mbs.AddMarker(MarkerNodeRigid(nodeNumber=node))
    mbs.AddLoad(kind(markerNumber=marker, loadVector=vector))


@pytest.mark.filterwarnings("ignore:.*the equilibrium is unstable")
def test_a_cantilever_rolls_up_to_a_circle_exactly():
    """Constant curvature is exact: four elements close the circle of the moment 2 pi EI/L.

    In space a moment of constant direction makes a beam leave its plane, and this is noticed.
    """
    for axis in ([0, 0, 1], [0, 0.6, 0.8]):
        mbs, nodes, elements = cantilever(4, 2.0)
        load(mbs, nodes[-1], Torque, TURN @ axis * (2.0 * math.pi * 10.0 / 2.0))
        settle(mbs, 8)
        tip = mbs.GetNodeOutput(nodes[-1], Variable.Position)
        top = TURN.T @ mbs.GetNodeOutput(nodes[2], Variable.Position)
        assert tip == pytest.approx([0, 0, 0], abs=1e-10)
        assert np.linalg.norm(top) == pytest.approx(2.0 / math.pi, abs=1e-10)
        half = mbs.GetObjectOutputBody(elements[0], Variable.Position, [0, 0, 0])
        assert np.linalg.norm(half) == pytest.approx(2.0 / math.pi * math.sin(math.pi / 8))
        kappa = mbs.GetObjectOutputBody(elements[1], Variable.CurvatureLocal, [0.1, 0, 0])
        assert kappa == pytest.approx(math.pi * np.array(axis), abs=1e-9)


def test_torsion_and_extension_are_those_of_a_bar():
    mbs, nodes, elements = cantilever(3, 1.5, EA=100.0, GJ=2.0)
    load(mbs, nodes[-1], Torque, TURN @ [1.5, 0, 0])
    load(mbs, nodes[-1], Force, TURN @ [5.0, 0, 0])
    settle(mbs, 2)
    place = TURN.T @ mbs.GetNodeOutput(nodes[-1], Variable.Position)
    assert place == pytest.approx([1.5 * 1.05, 0, 0], abs=1e-10)
    kappa = mbs.GetObjectOutputBody(elements[1], Variable.CurvatureLocal, [0, 0, 0])
    forces = [mbs.GetObjectOutputBody(elements[1], v, [0, 0, 0])
              for v in (Variable.ForceLocal, Variable.TorqueLocal)]  # fmt: skip
    assert kappa == pytest.approx([0.75, 0, 0], abs=1e-9)
    assert np.concatenate(forces) == pytest.approx([5, 0, 0, 1.5, 0, 0], abs=1e-9)


def test_a_force_at_the_tip_converges_to_the_beam_with_shear():
    """Order two, against an integration of the equations in the plane."""
    exact = reissner(4.0, 1.0, 100.0, 20.0)
    errors = []
    for n in (8, 16, 32):
        mbs, nodes, _ = cantilever(n, 1.0, EA=100.0, GA=20.0, EI=(3.0, 1.0))
        load(mbs, nodes[-1], Force, TURN @ [0, -4.0, 0])
        settle(mbs, 4)
        place = TURN.T @ mbs.GetNodeOutput(nodes[-1], Variable.Position)
        errors.append(np.abs(place - [*exact[:2], 0.0]).max())
    assert errors[1] / errors[2] == pytest.approx(4.0, rel=0.1) and errors[2] < 1e-3


def test_modes_of_a_cantilever_converge_with_order_two():
    """Bending in two planes, twisting and stretching; the mass is lumped."""
    beta, rhoA, J = 1.875104068711961, 2.0, 0.02
    exact = [beta**2 * math.sqrt(4.0 / rhoA), beta**2 * math.sqrt(9.0 / rhoA),
             0.5 * math.pi * math.sqrt(1.0 / J)]  # fmt: skip
    errors = []
    for n in (10, 20):
        mbs, _, _ = cantilever(
            n, 1.0, EI=(4.0, 9.0), GJ=1.0, EA=1e6, GA=1e6, rhoA=rhoA, inertia=(J, 1e-5, 1e-5)
        )
        mbs.Assemble()
        omega = 2 * np.pi * np.array(mbs.ComputeModes(numberOfModes=4).frequencies)
        found = [omega[np.abs(omega - value).argmin()] for value in exact]
        errors.append(np.abs(np.array(found) / exact - 1.0))
    assert errors[0][:2] / errors[1][:2] == pytest.approx([4.0] * 2, rel=0.15)
    assert errors[0][2] / errors[1][2] == pytest.approx(4.0, rel=0.05)
    assert errors[1].max() < 5e-3


def test_rigid_motions_leave_no_strain():
    """In every direction, and while it turns damping does nothing."""
    omega, v = np.array([1.0, -2.0, 0.5]), np.array([0.3, 0.2, -0.4])
    with Cases() as cases:
        for seed, (first, last) in enumerate(itertools.product(NODES, NODES)):
            with cases(first, last):
                R = Rotation.random(random_state=seed).as_matrix()
                mbs = exu.SystemContainer().AddSystem()
                places = [R @ [x, 0, 0] + [1, 2, 3] for x in (0.0, 0.8)]
                nodes = [mbs.AddNode(node(kind, p, R, v + np.cross(omega, p), omega))
                         for kind, p in zip((first, last), places, strict=True)]  # fmt: skip
                number = mbs.AddObject(
                    Beam3D(physicsLength=0.8, nodeNumbers=nodes, sectionData=section(damping=0.1))
                )
                mbs.Assemble()
                at = [0.1, 0.2, -0.3]
                for name in ("Strain", "Curvature", "Force", "Torque"):
                    found = mbs.GetObjectOutputBody(number, getattr(Variable, f"{name}Local"), at)
                    assert np.abs(found).max() < 2e-11
                place = R @ [0.5, 0.2, -0.3] + [1, 2, 3]
                found = mbs.GetObjectOutputBody(number, Variable.Position, at)
                assert found == pytest.approx(place, abs=1e-13)
                speed = mbs.GetObjectOutputBody(number, Variable.Velocity, at)
                assert speed == pytest.approx(v + np.cross(omega, place), abs=1e-12)


def thrown(kinds, turn=TURN, damping=0.0):
    """A free beam of three elements that spins, bends and twists."""
    mbs = exu.SystemContainer().AddSystem()
    chosen, nodes = itertools.cycle(kinds), []
    omega = np.array([2.0, -1.0, 3.0])
    for x in np.linspace(-0.6, 0.6, 4):
        v = np.cross(omega, [x, 0, 0]) + [0.3, 0.2 + x * x, 0.5]
        spin = omega + [3.0 * x, 0.0, 2.0 * x]
        nodes.append(mbs.AddNode(node(next(chosen), turn @ [x, 0, 0], turn, turn @ v, turn @ spin)))
    values = section(EA=300.0, GA=150.0, GJ=0.5, EI=(1.0, 2.0), rhoA=2.0,
                     inertia=(0.03, 0.01, 0.02), damping=damping)  # fmt: skip
    elements = [
        mbs.AddObject(Beam3D(physicsLength=0.4, nodeNumbers=nodes[k : k + 2], sectionData=values))
        for k in range(3)
    ]
    return mbs, nodes, elements


def energies(mbs, elements):
    kinds = Variable.KineticEnergy, Variable.PotentialEnergy
    return [sum(mbs.GetObjectOutput(e, k) for e in elements) for k in kinds]


def invariants(mbs, nodes, elements):
    """Momentum, angular momentum about the origin, and energy, of lumped masses."""
    momentum, spin = np.zeros(3), np.zeros(3)
    for k, number in enumerate(nodes):
        share = 0.4 if 0 < k < 3 else 0.2
        outputs = ("Position", "Velocity", "RotationMatrix", "AngularVelocityLocal")
        p, v, R, w = (mbs.GetNodeOutput(number, getattr(Variable, name)) for name in outputs)
        momentum += 2.0 * share * v
        spin += 2.0 * share * np.cross(p, v)
        spin += np.reshape(R, (3, 3)) @ (share * np.array([0.03, 0.01, 0.02]) * w)
    return [*momentum, *spin, sum(energies(mbs, elements))]


def test_a_free_beam_keeps_its_invariants():
    mbs, nodes, elements = thrown(NODES[:1])
    mbs.Assemble()
    before = invariants(mbs, nodes, elements)
    run(mbs, 0.5, 4000, "RK67")
    assert invariants(mbs, nodes, elements) == pytest.approx(before, abs=1e-10)
    assert energies(mbs, elements)[1] > 1e-2


def test_all_kinds_of_nodes_and_turned_models_move_alike():
    """The same energies, the turned motion, and as much energy lost by damping."""
    wanted = None
    with Cases() as cases:
        for kinds, turn in itertools.product((NODES[:1], NODES[1:2], NODES), (np.eye(3), TURN)):
            with cases(len(kinds), kinds[0], turn[0, 0]):
                mbs, _, elements = thrown(kinds, turn, damping=0.002)
                run(mbs, 0.1, 800)
                place = mbs.GetObjectOutputBody(elements[1], Variable.Position, [0.1, 0.05, 0.1])
                found = [*(turn.T @ place), *energies(mbs, elements)]
                wanted = found if wanted is None else wanted
                assert found == pytest.approx(wanted, rel=2e-5)


def test_damping_takes_the_energy_that_the_account_says():
    """On all kinds of nodes, also where parameters of rotations make masses vary."""
    for kinds in (NODES[:1], NODES[2:]):
        for damping in (0.0, 0.02):
            mbs, _, elements = thrown(kinds, damping=damping)
            mbs.Assemble()
            before = sum(energies(mbs, elements))
            lost = mbs.AddSensor(SensorEnergy(energyType="dissipated", storeInternal=True))
            run(mbs, 0.1, 800)
            after = sum(energies(mbs, elements))
            found = mbs.GetSensorStoredData(lost)[-1, 1]
            assert found == pytest.approx(before - after, abs=2e-5 * before)
            assert found > 0.02 or damping == 0.0


def test_the_weight_acts_on_both_nodes():
    mbs, nodes, elements = cantilever(1, 2.0, gravity=[0, -3.0, 0], rhoA=0.5, GA=1e7, EI=(1e7, 1e7))
    settle(mbs)
    Q = mbs.GetObjectOutputBody(elements[0], Variable.ForceLocal, [0, 0, 0])
    assert Q == pytest.approx([0, -1.5, 0], abs=1e-6)


def test_a_straight_beam_of_many_elements():
    mbs = exu.SystemContainer().AddSystem()
    made = GenerateStraightBeam(
        mbs, [0, 0, 1], [2, 1, 3], 3, Beam3D(sectionData=section()), [0, 0, -1], [1] * 6
    )
    assert [len(each) for each in made] == [4, 3, 3, 4, 6]
    mbs.Assemble()
    strain = mbs.GetObjectOutputBody(made[1][1], Variable.StrainLocal, [0.1, 0, 0])
    assert np.abs(strain).max() < 1e-14
    settle(mbs)
    assert mbs.GetNodeOutput(made[0][-1], Variable.Displacement)[2] < -1e-3
    with pytest.raises(ParameterError, match="6 flags"):
        GenerateStraightBeam(mbs, [0, 0, 1], [2, 1, 3], 3, Beam3D(), [0, 0, 0], [1, 1])


def test_a_section_is_copied_and_comes_back():
    mbs, _, elements = cantilever(1, 1.0)
    given = section(EA=7.0)
    mbs.SetObjectParameter(elements[0], "sectionData", given)
    given.massPerLength = 9.0
    found = mbs.GetObjectParameter(elements[0], "sectionData")
    assert isinstance(found, exu.BeamSection) and found == section(EA=7.0) != given
    with pytest.raises(AttributeError, match="did you mean 'massPerLength'"):
        given.massPerLenght = 1.0
