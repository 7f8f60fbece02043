"""The compiled descent of statics: equal to the search, and left where it does not suffice."""

import numpy as np
import pytest

import linkwork as exu
from linkwork.items import *
from linkwork.statics.descent import Descent
from linkwork.statics.equilibrium import Equilibrium

from .static_models import static_settings

pytestmark = pytest.mark.processors


@pytest.fixture
def descents(monkeypatch):
    """Whether each descent of the test found an equilibrium, and one that is stable."""
    found = []
    run = Descent.run

    def noted(self):
        status = run(self)
        found.append((self.found, self.found and self.is_stable))
        return status

    monkeypatch.setattr(Descent, "run", noted)
    return found


def without_descent(monkeypatch):
    monkeypatch.setattr(Equilibrium, "can_descend", False)


def prestressed(count, force=(0.3, 1.0, -2.0), rest=0.9):
    """A net of count x count masses with springs under tension and a fixed border."""
    mbs = exu.SystemContainer().AddSystem()
    ground = mbs.AddObject(ObjectGround())
    markers = {}
    for i in range(count + 2):
        for j in range(count + 2):
            place = [float(i), float(j), 0.0]
            if 0 < i <= count and 0 < j <= count:
                node = mbs.AddNode(NodePoint(referenceCoordinates=place))
                body = mbs.AddObject(MassPoint(physicsMass=0.1, nodeNumber=node))
                markers[i, j] = mbs.AddMarker(MarkerBodyPosition(bodyNumber=body))
                mbs.AddLoad(Force(markerNumber=markers[i, j], loadVector=force))
            else:
                held = MarkerBodyPosition(bodyNumber=ground, localPosition=place)
                markers[i, j] = mbs.AddMarker(held)
    for (i, j), marker in markers.items():
        for other in ((i + 1, j), (i, j + 1)):
            if other in markers:
                ends = [marker, markers[other]]
                mbs.AddObject(SpringDamper(markerNumbers=ends, referenceLength=rest, stiffness=1e3))
    mbs.Assemble()
    return mbs


@pytest.mark.parametrize("modified", [False, True])
@pytest.mark.parametrize("steps", [1, 4])
@pytest.mark.parametrize("count", [1, 4, 9])  # dense by our own LU, sparse twice
def test_descent_finds_what_the_search_finds(monkeypatch, descents, count, steps, modified):
    made = static_settings(numberOfLoadSteps=steps)
    made.staticSolver.newton.useModifiedNewton = modified
    mbs = prestressed(count)
    mbs.SolveStatic(made)
    found = mbs.systemData.GetODE2Coordinates()
    assert descents == [(True, True)] * steps
    without_descent(monkeypatch)
    mbs = prestressed(count)
    mbs.SolveStatic(made)
    assert len(descents) == steps
    np.testing.assert_allclose(found, mbs.systemData.GetODE2Coordinates(), rtol=0, atol=1e-13)


def test_one_mass_hangs_where_its_springs_balance_the_force(descents):
    """Force along the normal: 4 k (l - r) z/l = F with l = sqrt(1 + z^2)."""
    mbs = prestressed(1, force=(0.0, 0.0, -50.0))
    mbs.SolveStatic(static_settings())
    x, y, z = mbs.systemData.GetODE2Coordinates()
    length = np.hypot(1.0, z)
    assert -4.0e3 * (length - 0.9) * z / length == pytest.approx(50.0, rel=1e-13)
    assert abs(x) < 1e-15 and abs(y) < 1e-15 and descents == [(True, True)]


def test_slack_net_is_left_to_the_search(descents):
    """Without tension the matrix is singular across the net: the descent finds nothing."""
    mbs = prestressed(3, rest=1.0)
    mbs.SolveStatic(static_settings())
    q = mbs.systemData.GetODE2Coordinates().reshape(-1, 3)
    assert descents == [(False, False)]
    assert (q[:, 2] < -1e-3).all()


def strut(force, stiffness=1.0e4, lateral=100.0, held=False):
    """A mass on a spring along x that is compressed, with springs across on both sides.

    Where the force exceeds the lateral stiffness times the length, it gives way to the side, and
    ends on the other side of its support.
    """
    mbs = exu.SystemContainer().AddSystem()
    ground = mbs.AddObject(ObjectGround())
    node = mbs.AddNode(NodePoint2D(referenceCoordinates=[1.0, 0.0]))
    body = mbs.AddObject(MassPoint2D(physicsMass=1.0, nodeNumber=node))
    mass = mbs.AddMarker(MarkerBodyPosition(bodyNumber=body))
    for place, k in (([0.0, 0.0, 0.0], stiffness), ([1.0, 20.0, 0.0], 0.5 * lateral)):
        end = mbs.AddMarker(MarkerBodyPosition(bodyNumber=ground, localPosition=place))
        length = float(np.hypot(place[0] - 1.0, place[1]))
        mbs.AddObject(SpringDamper(markerNumbers=[end, mass], referenceLength=length, stiffness=k))
    below = mbs.AddMarker(MarkerBodyPosition(bodyNumber=ground, localPosition=[1.0, -20.0, 0.0]))
    mbs.AddObject(
        SpringDamper(markerNumbers=[below, mass], referenceLength=20.0, stiffness=0.5 * lateral)
    )
    mbs.AddLoad(Force(markerNumber=mass, loadVector=[-force, 0.0, 0.0]))
    if held:  # an equation that has nothing to do with the strut
        other = mbs.AddNode(NodePoint2D(referenceCoordinates=[0.0, 5.0]))
        beside = mbs.AddObject(MassPoint2D(physicsMass=1.0, nodeNumber=other))
        last = mbs.AddMarker(MarkerBodyPosition(bodyNumber=beside))
        mbs.AddObject(SpringDamper(markerNumbers=[last, mass], referenceLength=5.1, stiffness=1e-6))
        for k in range(2):
            free = mbs.AddMarker(MarkerNodeCoordinate(nodeNumber=other, coordinate=k))
            fixed = mbs.AddMarker(
                MarkerNodeCoordinate(nodeNumber=mbs.AddNode(NodePointGround()), coordinate=0)
            )
            mbs.AddObject(CoordinateConstraint(markerNumbers=[fixed, free]))
    mbs.Assemble()
    return mbs


@pytest.mark.parametrize("held", [False, True])
@pytest.mark.parametrize("modified", [False, True])
def test_strut_that_gives_way_is_found_with_the_factors_at_the_end(modified, held):
    """In one load step, the factors of the start would show a stable equilibrium."""
    made = static_settings()
    made.staticSolver.newton.useModifiedNewton = modified
    made.staticSolver.newton.maxModifiedNewtonIterations = 20
    mbs = strut(300.0, held=held)
    mbs.SolveStatic(made)
    x, y = mbs.systemData.GetODE2Coordinates()[:2]
    assert x < -1.5 and abs(y) < 1e-6
    mbs = strut(50.0, held=held)
    mbs.SolveStatic(made)
    x, y = mbs.systemData.GetODE2Coordinates()[:2]
    assert x == pytest.approx(-50.0 / 1.0e4, rel=1e-3) and abs(y) < 1e-6


def test_factors_are_kept_from_one_load_step_to_the_next(descents):
    """Modified Newton's method: one factorization for the stability of each step."""
    made = static_settings(numberOfLoadSteps=10)
    counts = []
    for modified in (False, True):
        made.staticSolver.newton.useModifiedNewton = modified
        mbs = prestressed(4)
        counts.append(mbs.SolveStatic(made).statistics.factorizations)
    assert counts[1] < counts[0] and counts[1] <= 12


def test_parameters_that_change_between_load_steps_count(descents):
    """Kept factors are no factors of the new stiffness, so the stability needs others."""
    mbs = strut(50.0)
    spring = 3  # the first one across
    made = static_settings(numberOfLoadSteps=2)
    made.staticSolver.newton.useModifiedNewton = True

    def soften(mbs, t):
        for number in (spring, spring + 1):
            mbs.SetObjectParameter(number, "stiffness", 50.0 if t < 0.75 else 5.0)
        return True

    assert mbs.GetObjectParameter(spring, "stiffness") == 50.0
    mbs.SetPreStepUserFunction(soften)
    mbs.SolveStatic(made)
    assert mbs.systemData.GetODE2Coordinates()[0] < -1.5  # 50 N exceed 10 N/m times 1 m


def test_forces_without_a_potential_are_examined_by_the_search(descents):
    """A matrix that is not symmetric has no pivots that show the stability."""
    mbs = exu.SystemContainer().AddSystem()
    node = mbs.AddNode(NodePoint2D())
    mbs.AddObject(MassPoint2D(physicsMass=1.0, nodeNumber=node))
    K = np.array([[100.0, 60.0], [-60.0, 100.0]])
    mbs.AddObject(
        ObjectGenericODE2(
            nodeNumbers=[node], massMatrix=np.eye(2), stiffnessMatrix=K, forceVector=[1.0, 2.0]
        )
    )
    mbs.Assemble()
    mbs.SolveStatic(static_settings())
    expected = np.linalg.solve(K, [1.0, 2.0])
    np.testing.assert_allclose(mbs.systemData.GetODE2Coordinates(), expected, rtol=1e-13)
    assert descents == [(True, False)]
