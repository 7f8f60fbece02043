"""Beams whose sections follow slopes: closed forms, objectivity, rotary inertia, invariants."""

import math

import numpy as np
import pytest
from scipy.spatial.transform import Rotation

import linkwork as exu
from linkwork.core.errors import ParameterError
from linkwork.utilities import *

from .cable_models import Variable, hold, run, settle
from .test_beams_2d import reissner
from .test_beams_in_space import TURN, energies, section

pytestmark = pytest.mark.processors

CLAMPED = range(9)


def beam(places, turn=TURN, velocity=None, gravity=None, **values):
    """A beam through points of the x axis of a turned frame."""
    mbs = exu.SystemContainer().AddSystem()
    nodes = []
    for x in places:
        home = np.array([[x, 0, 0], [0, 1, 0], [0, 0, 1]], float)
        v = np.zeros((3, 3)) if velocity is None else velocity(home)
        given = dict(referenceCoordinates=(home @ turn.T).ravel())
        given["initialVelocities"] = (np.array(v) @ turn.T).ravel()
        nodes.append(mbs.AddNode(NodePointSlope23(**given)))
    elements = []
    for k, length in enumerate(np.diff(places)):
        given = dict(physicsLength=length, nodeNumbers=nodes[k : k + 2])
        elements.append(mbs.AddObject(ANCFBeam(**given, **values)))
        if gravity is not None:
            mass = mbs.AddMarker(MarkerBodyMass(bodyNumber=elements[-1]))
            mbs.AddLoad(Gravity(markerNumber=mass, loadVector=turn @ gravity))
    return mbs, nodes, elements


def load(mbs, node, kind, vector):
    marker = mbs.AddMarker(MarkerNodeRigid(nodeNumber=node))
    mbs.AddLoad(kind(markerNumber=marker, loadVector=vector))


@pytest.mark.filterwarnings("ignore:.*the equilibrium is unstable")
def test_an_end_moment_bends_a_cantilever_to_a_half_circle():
    """In each plane, with order two: the polygon of elements whose nodes turn by equal angles."""
    for axis in ([0, 0, 1], [0, -1, 0]):
        errors = []
        for n in (6, 12):
            data = section(EA=1e5, GA=1e5, rhoA=1.0, inertia=(0.02, 0.01, 0.01))
            mbs, nodes, _ = beam(np.linspace(0, 2, n + 1), sectionData=data)
            hold(mbs, nodes[0], CLAMPED)
            load(mbs, nodes[-1], Torque, TURN @ axis * (math.pi * 10.0 / 2.0))
            settle(mbs, 10)
            tip = TURN.T @ mbs.GetNodeOutput(nodes[-1], Variable.Position)
            wanted = np.cross(axis, [4.0 / math.pi, 0, 0])
            errors.append(np.abs(tip - wanted).max())
        assert errors[0] / errors[1] == pytest.approx(4.0, rel=0.15) and errors[1] < 0.05


def test_torsion_and_extension_are_those_of_a_bar():
    mbs, nodes, elements = beam(
        np.linspace(0, 1.5, 4), sectionData=section(EA=100.0, GJ=2.0, inertia=(0.2, 0.1, 0.1))
    )
    hold(mbs, nodes[0], CLAMPED)
    load(mbs, nodes[-1], Torque, TURN @ [0.15, 0, 0])
    load(mbs, nodes[-1], Force, TURN @ [5.0, 0, 0])
    settle(mbs, 2)
    place = TURN.T @ mbs.GetNodeOutput(nodes[-1], Variable.Position)
    assert place == pytest.approx([1.5 * 1.05, 0, 0], abs=1e-9)
    twist = mbs.GetObjectOutputBody(elements[1], Variable.CurvatureLocal, [0, 0, 0])
    torque = mbs.GetObjectOutputBody(elements[1], Variable.TorqueLocal, [0, 0, 0])
    assert twist == pytest.approx([0.075, 0, 0], rel=1e-3, abs=1e-9)
    assert torque == pytest.approx([0.15, 0, 0], rel=1e-3, abs=1e-9)


def test_a_force_at_the_tip_converges_to_the_beam_with_shear():
    exact = reissner(4.0, 1.0, 100.0, 20.0)
    errors = []
    for n in (8, 16, 32):
        data = section(EA=100.0, GA=20.0, EI=(3.0, 1.0), inertia=(0.2, 0.1, 0.1))
        factors = dict(crossSectionPenaltyFactor=[100.0] * 3)
        mbs, nodes, _ = beam(np.linspace(0, 1, n + 1), sectionData=data, **factors)
        hold(mbs, nodes[0], CLAMPED)
        load(mbs, nodes[-1], Force, TURN @ [0, -4.0, 0])
        settle(mbs, 4)
        place = TURN.T @ mbs.GetNodeOutput(nodes[-1], Variable.Position)
        errors.append(np.abs(place - [*exact[:2], 0.0]).max())
    assert errors[1] / errors[2] == pytest.approx(4.0, rel=0.25) and errors[2] < 2e-3


def test_modes_of_a_pinned_beam_are_those_of_timoshenko():
    """In both planes, with their own bending stiffness and rotary inertia."""
    GA, rhoA, length, n = 300.0, 3.0, 2.0, 24
    EI, rhoJ = (10.0, 20.0), (0.1, 0.3)

    def exact(EI, rhoJ):
        k = math.pi / length
        K = np.array([[GA * k * k, -GA * k], [-GA * k, EI * k * k + GA]])
        return math.sqrt(np.linalg.eigvals(np.diag([1 / rhoA, 1 / rhoJ]) @ K).min())

    data = section(EA=1e6, GA=GA, GJ=1e4, EI=EI, rhoA=rhoA, inertia=(0.4, *rhoJ))
    mbs, nodes, _ = beam(np.linspace(0, length, n + 1), np.eye(3), sectionData=data)
    hold(mbs, nodes[0], (0, 1, 2, 5, 7))
    hold(mbs, nodes[-1], (1, 2))
    mbs.Assemble()
    omega = 2 * np.pi * np.array(mbs.ComputeModes(numberOfModes=2).frequencies)
    wanted = sorted(exact(*each) for each in zip(EI, rhoJ, strict=True))
    assert omega == pytest.approx(wanted, rel=3e-3) and wanted[1] / wanted[0] > 1.1


def test_the_energy_of_a_spin_does_not_depend_on_the_direction():
    """omega . J omega/2 about each axis of the section, in any direction in space."""
    inertia = np.array([0.3, 0.1, 0.2])
    for turn in (np.eye(3), TURN):
        for omega in np.eye(3).tolist() + [[0.3, -0.5, 0.7]]:
            data = section(rhoA=0.0, inertia=inertia)
            mbs, _, elements = beam(
                [-0.5, 0.5], turn, lambda home, w=omega: np.cross(w, home), sectionData=data
            )
            mbs.Assemble()
            energy = mbs.GetObjectOutput(elements[0], Variable.KineticEnergy)
            assert energy == pytest.approx(0.5 * inertia @ np.square(omega), rel=1e-13)


def test_rigid_motions_leave_no_strain():
    omega = np.array([1.0, -2.0, 0.5])
    for seed in range(4):
        R = Rotation.random(random_state=seed).as_matrix()
        mbs, _, elements = beam(
            [0.2, 1.0], R, lambda home: np.cross(omega, home), sectionData=section(damping=0.1),
            crossSectionDamping=[0.1] * 3,
        )  # fmt: skip
        mbs.Assemble()
        for name in ("Strain", "Curvature", "Force", "Torque"):
            found = mbs.GetObjectOutputBody(
                elements[0], getattr(Variable, f"{name}Local"), [0.1, 0.2, 0.3]
            )
            assert np.abs(found).max() < 1e-11
        assert energies(mbs, elements)[1] < 1e-24
        spin = mbs.GetObjectOutputBody(elements[0], Variable.AngularVelocity, [0.1, 0, 0])
        assert spin == pytest.approx(R @ omega, abs=1e-13)


def thrown(home):
    """Velocities that spin, bend and twist a beam."""
    v = np.cross([2.0, -1.0, 3.0], home) + np.cross([3.0 * home[0, 0], 0, 2.0 * home[0, 0]], home)
    return v + [[0.3, 0.2, 0.5], [0, 0, 0], [0, 0, 0]]


SOFT = dict(EA=300.0, GA=150.0, GJ=0.5, EI=(1.0, 2.0), rhoA=2.0, inertia=(0.03, 0.01, 0.02))


def invariants(mbs, nodes, elements, L):
    """Momentum, angular momentum about the origin, and energy."""
    mass = np.kron(L / 6.0 * np.array([[2, 1], [1, 2]]), np.diag([2.0, 0.02, 0.01]))
    momentum, spin = np.zeros(3), np.zeros(3)
    for k in range(len(elements)):
        c, v = (
            np.concatenate([mbs.GetNodeOutput(n, out) for n in nodes[k : k + 2]]).reshape(6, 3)
            for out in (Variable.CoordinatesTotal, Variable.Coordinates_t)
        )
        momentum += np.array([1, 0, 0, 1, 0, 0]) @ mass @ v
        spin += np.cross(c, mass @ v).sum(axis=0)
    return [*momentum, *spin, sum(energies(mbs, elements))]


def test_a_free_beam_keeps_its_invariants():
    mbs, nodes, elements = beam(
        np.linspace(-0.6, 0.6, 4), velocity=thrown, sectionData=section(**SOFT)
    )
    mbs.Assemble()
    before = invariants(mbs, nodes, elements, 0.4)
    run(mbs, 0.3, 6000, "RK67")
    assert invariants(mbs, nodes, elements, 0.4) == pytest.approx(before, abs=1e-9)
    assert energies(mbs, elements)[1] > 1e-2


def test_a_turned_model_has_the_same_energies_and_the_turned_motion():
    found = []
    for turn in (np.eye(3), TURN):
        mbs, _, elements = beam(
            np.linspace(-0.6, 0.6, 4), turn, thrown, [1, -2, 5],
            sectionData=section(**SOFT, damping=0.002), crossSectionDamping=[1e-3] * 3,
        )  # fmt: skip
        run(mbs, 0.1, 400)
        place = mbs.GetObjectOutputBody(elements[-1], Variable.Position, [0.1, 0.05, 0.02])
        found.append([*(turn.T @ place), *energies(mbs, elements)])
    assert found[1] == pytest.approx(found[0], rel=1e-8)


@pytest.mark.parametrize("size", [1e-200, 1.0, 1e200])
def test_slopes_may_have_any_size_but_not_one_direction(size):
    """The product of their sizes is not a number there."""
    for across, fits in (([0, 0, 1], True), ([0, 2, 0], False), ([0, 0, 0], False)):
        slopes = size * np.array([0.0, 1.0, 0.0, *across])
        mbs = exu.SystemContainer().AddSystem()
        mbs.AddNode(NodePointSlope23(referenceCoordinates=[0, 0, 0, *slopes]))
        if fits:
            mbs.Assemble()
        else:
            with pytest.raises(ParameterError, match="span a plane"):
                mbs.Assemble()


def test_beams_that_run_backwards_are_refused():
    """Against r_y x r_z the axial strain is -2, and only an inverted section would relieve it."""
    for turned in (False, True):
        mbs, nodes, _ = beam([0, 1], sectionData=section())
        if turned:
            nodes = [
                mbs.AddNode(
                    NodePointSlope23(
                        referenceCoordinates=[*(TURN @ [x, 0, 0]), *(TURN @ [0, 0, 1]), *TURN[:, 1]]
                    )
                )
                for x in (0, 1)
            ]
        else:
            nodes = nodes[::-1]
        with pytest.raises(ParameterError, match=r"must run along r_y x r_z .*exchange the nodes"):
            mbs.AddObject(ANCFBeam(physicsLength=1, nodeNumbers=nodes, sectionData=section()))
            mbs.Assemble()


def test_impossible_beams_are_refused():
    mbs = exu.SystemContainer().AddSystem()
    with pytest.raises(ParameterError, match="span a plane"):
        mbs.AddNode(NodePointSlope23())
        mbs.Assemble()
    mbs, nodes, elements = beam([0, 1], sectionData=section())
    with pytest.raises(ParameterError, match="three numbers >= 0"):
        mbs.AddObject(
            ANCFBeam(physicsLength=1, nodeNumbers=nodes, crossSectionPenaltyFactor=[1, -1, 1])
        )
    with pytest.raises(ParameterError, match="crossSectionDamping must be three numbers >= 0"):
        mbs.SetObjectParameter(elements[0], "crossSectionDamping", [0, 0, -1])
