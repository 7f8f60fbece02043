"""Beams are drawn with their section, piece by piece, where they are and turned as they are."""

import math

import numpy as np
import pytest

import linkwork as exu
from linkwork.bodies.axis import PIECES
from linkwork.utilities import *
from linkwork.view.scene import scene_of
from linkwork.view.scene.sections import corners_of, prism

from .scenes import items_of, positions

Variable = exu.OutputVariableType


def outline(**values):
    found = exu.BeamSectionGeometry()
    found.SetDictionary(values)
    return found


BOX = outline(polygonalPoints=[[-0.05, -0.02], [0.05, -0.02], [0.05, 0.02], [-0.05, 0.02]])
TUBE = outline(crossSectionType="Circular", crossSectionRadiusY=0.03, crossSectionRadiusZ=0.02)


def bent(kind, drawn):
    """A cantilever that a moment has bent to a quarter of a circle."""
    mbs = exu.SystemContainer().AddSystem()
    section = exu.BeamSection()
    section.stiffnessMatrix = np.diag([1e4, 4e3, 4e3, 8.0, 10.0, 10.0])
    section.massPerLength, section.inertia = 1.0, np.diag([0.02, 0.01, 0.01])
    template = kind(sectionData=section)
    template.visualization.sectionGeometry = drawn
    flags = [1] * (6 if kind is Beam3D else 9)
    nodes, elements, *_ = GenerateStraightBeam(
        mbs, [0, 0, 0], [2, 0, 0], 4, template, fixedConstraintsNode0=flags
    )
    end = mbs.AddMarker(MarkerNodeRigid(nodeNumber=nodes[-1]))
    mbs.AddLoad(Torque(markerNumber=end, loadVector=[0, 0, 10.0 * math.pi / 4.0]))
    mbs.Assemble()
    settings = exu.SimulationSettings()
    settings.staticSolver.numberOfLoadSteps = 3
    return mbs, elements, mbs.SolveStatic(settings)


@pytest.mark.parametrize("kind, pieces", [(Beam3D, PIECES), (ANCFBeam, 2)])
def test_pieces_of_a_beam_follow_its_frames(kind, pieces):
    for drawn in (BOX, TUBE):
        mbs, elements, solution = bent(kind, drawn)
        scene = scene_of(solution)
        shapes = items_of(scene, kind="shape", family="body")
        assert len(shapes) == 4 * pieces
        assert len({item["shape"] for item in shapes}) == 1  # equal pieces share their shape
        for k, item in enumerate(shapes):
            x = (k % pieces + 0.5) * 0.5 / pieces - 0.25
            at = mbs.GetObjectOutputBody(elements[k // pieces], Variable.Position, [x, 0, 0])
            assert positions(scene, item["point"])[-1] == pytest.approx(at, abs=1e-6)


def test_a_beam_without_outline_is_a_line():
    _, _, solution = bent(Beam3D, exu.BeamSectionGeometry())
    assert len(items_of(scene_of(solution), kind="rod", family="body")) == 4 * PIECES


def test_prisms_have_the_outline_of_the_section():
    low, high = prism(corners_of(BOX), 0.4).bounds()
    assert low == pytest.approx([-0.2, -0.05, -0.02], abs=1e-7)
    assert high == pytest.approx([0.2, 0.05, 0.02], abs=1e-7)
    low, high = prism(corners_of(TUBE), 0.4).bounds()
    assert high == pytest.approx([0.2, 0.03, 0.02], abs=1e-7)
    assert not len(corners_of(exu.BeamSectionGeometry()))
