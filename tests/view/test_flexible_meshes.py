"""Surfaces of flexible bodies: deformed in every state, with the colors of a contour."""

import numpy as np
import pytest

import linkwork as exu
from linkwork.fem import ObjectFFRFreducedOrderInterface
from linkwork.items import *
from linkwork.view.scene import scene_of
from linkwork.view.scene.tones import SHADES
from tests.items import flexible_bodies

from .scenes import array_of, items_of

Out = exu.OutputVariableType


@pytest.fixture(scope="module")
def solved():
    """(solution, zeta of each state)"""
    mbs = exu.SystemContainer().AddSystem()
    found = ObjectFFRFreducedOrderInterface(flexible_bodies.model()).AddObjectFFRFreducedOrder(
        mbs, initialAngularVelocity=[0, 0, 2], initialModalCoordinates=[0.25, -0.125]
    )
    mbs.Assemble()
    settings = exu.SimulationSettings()
    settings.timeIntegration.endTime, settings.timeIntegration.numberOfSteps = 0.1, 10
    settings.timeIntegration.verboseMode = 0
    solution = mbs.SolveDynamic(settings)
    first = mbs.systemData.GetObjectLTGODE2(found["oFFRFreducedOrder"])[7]
    return solution, solution.coordinates[:, first : first + 2]


def surfaces(scene):
    """(state, shape) of all surfaces of a scene."""
    drawn = items_of(scene, kind="shape", family="body")
    return [(item["when"][0], scene.form["shapes"][item["shape"]]) for item in drawn]


def test_the_surface_is_deformed_in_every_state(solved):
    solution, zeta = solved
    scene = scene_of(solution)
    values = flexible_bodies.values()
    shown = surfaces(scene)
    assert [state for state, _ in shown] == list(range(11))
    for state, shape in shown:
        wanted = flexible_bodies.PLACES + (values["modeBasis"] @ zeta[state]).reshape(-1, 3)
        assert array_of(scene, shape["points"]) == pytest.approx(wanted, abs=1e-6)
        assert array_of(scene, shape["triangles"]).tolist() == [[0, 1, 2], [0, 2, 3], [1, 2, 4]]
        assert "colors" not in shape and shape["color"][:3] == pytest.approx([0.1, 0.9, 0.1])


def test_a_contour_colors_the_nodes_and_has_a_legend(solved):
    solution, zeta = solved
    basis = flexible_bodies.values()["outputVariableModeBasis"].reshape(5, 2, 6)
    stress = np.einsum("nkc,sk->snc", basis, zeta)
    xx, yy, zz, yz, xz, xy = np.moveaxis(stress, -1, 0)
    mises = np.sqrt(
        0.5 * ((xx - yy) ** 2 + (yy - zz) ** 2 + (zz - xx) ** 2) + 3 * (yz**2 + xz**2 + xy**2)
    )
    for contour, values, label in (
        ("StressLocal", mises, "Stress local, von Mises"),
        (("StressLocal", 3), yz, "Stress local yz"),
    ):
        scene = scene_of(solution, contour=contour)
        told = scene.form["contour"]
        assert (told["name"], told["unit"]) == (label, "Pa")
        assert told["range"] == pytest.approx([values.min(), values.max()], rel=1e-12)
        for state, shape in surfaces(scene):
            shares = (values[state] - values.min()) / np.ptp(values) * (len(SHADES) - 1)
            red = np.interp(shares, np.arange(len(SHADES)), SHADES[:, 0])
            assert array_of(scene, shape["colors"])[:, 0] == pytest.approx(red, abs=1e-6)
    scene = scene_of(solution, contour="DisplacementLocal")
    assert scene.form["contour"]["name"] == "Displacement local, norm"


def test_an_output_that_is_missing_is_refused(solved):
    with pytest.raises(exu.ParameterError, match="StrainLocal"):
        scene_of(solved[0], contour="StrainLocal")


def test_the_surface_of_a_generic_system_follows_its_nodes():
    mbs = exu.SystemContainer().AddSystem()
    nodes = [
        mbs.AddNode(NodePoint(referenceCoordinates=place, initialVelocities=[0, 0, 1]))
        for place in ([0, 0, 0], [1, 0, 0], [0, 1, 0])
    ]
    body = ObjectGenericODE2(nodeNumbers=nodes, massMatrix=np.eye(9))
    body.visualization.triangleMesh = [[0, 1, 2]]
    mbs.AddObject(body)
    mbs.Assemble()
    settings = exu.SimulationSettings()
    settings.timeIntegration.numberOfSteps = 4
    settings.timeIntegration.verboseMode = 0
    scene = scene_of(mbs.SolveDynamic(settings))
    shown = surfaces(scene)
    assert len(shown) == 5
    assert array_of(scene, shown[-1][1]["points"])[:, 2] == pytest.approx(np.ones(3))
