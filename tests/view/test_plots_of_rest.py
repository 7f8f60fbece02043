"""Plots of statics and of modes: names of axes, and one view for all panels."""

import numpy as np
import pytest

import linkwork as exu
from linkwork.items import *

pytest.importorskip("matplotlib")


def stretched_string(count=3):
    """Masses on springs along x under tension; shapes across come in pairs, others go along."""
    mbs = exu.SystemContainer().AddSystem()
    ground = mbs.AddObject(ObjectGround())
    ends = [mbs.AddMarker(MarkerBodyPosition(bodyNumber=ground))]
    for k in range(1, count + 1):
        node = mbs.AddNode(NodePoint(referenceCoordinates=[0.25 * k, 0, 0]))
        mass = mbs.AddObject(MassPoint(nodeNumber=node, physicsMass=0.2))
        ends.append(mbs.AddMarker(MarkerBodyPosition(bodyNumber=mass)))
        mbs.AddLoad(Force(markerNumber=ends[-1], loadVector=[0, 0, -0.1]))
    last = [0.25 * (count + 1), 0, 0]
    ends.append(mbs.AddMarker(MarkerBodyPosition(bodyNumber=ground, localPosition=last)))
    for pair in zip(ends[:-1], ends[1:], strict=True):
        mbs.AddObject(SpringDamper(markerNumbers=list(pair), stiffness=100, referenceLength=0.2))
    mbs.Assemble()
    return mbs


def test_statics_tell_that_their_times_are_load_steps(tmp_path):
    settings = exu.SimulationSettings()
    settings.staticSolver.numberOfLoadSteps = 4
    settings.staticSolver.verboseMode = 0
    solution = stretched_string().SolveStatic(settings)
    solution.save(tmp_path / "rest.npz")
    for result in (solution, exu.Solution.load(tmp_path / "rest.npz")):
        (ax,) = result.plot("coordinates", 2).axes
        assert ax.get_xlabel() == "time of load steps [s]"
        assert ax.get_xlim() == (0.0, 1.0)
        assert np.asarray(ax.lines[0].get_xdata()) == pytest.approx([0, 0.25, 0.5, 0.75, 1])


def test_all_shapes_of_a_figure_are_seen_from_the_same_side():
    """A shape along x alone has the view of those across it, where y and z count."""
    modes = stretched_string().ComputeModes()
    moves = np.abs(modes.vectors.reshape(-1, 3, len(modes))).max(axis=0)
    along = int(np.flatnonzero(moves[1:].max(axis=0) < 1e-9)[0])
    both = modes.plot([0, 1, along]).axes
    rest = [np.array([line.get_xydata() for line in ax.lines[1:2]]) for ax in both]
    assert rest[0] == pytest.approx(rest[2], abs=1e-12)
    assert not any(ax.axison for ax in both)
    assert [[text.get_text() for text in ax.texts if text.get_text()] for ax in both] == [
        ["x", "y", "z"]
    ] * 3
    (alone,) = modes.plot(along).axes
    assert (alone.get_xlabel(), alone.get_ylabel()) == ("x [m]", "y [m]")
