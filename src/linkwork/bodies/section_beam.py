"""Base of beams in space whose laws are matrices of a section."""

from __future__ import annotations

from typing import Any

from linkwork.bodies.point_mass import KINETIC_OUTPUT
from linkwork.bodies.slender_body import SlenderBody
from linkwork.core.declare.item import Output, Visualization, parameter
from linkwork.core.declare.parameters import Color, IndexPair, PReal
from linkwork.core.declare.sections import GEOMETRY, SECTION, BeamSection, BeamSectionGeometry
from linkwork.core.enums import OutputVariableType as Variable

MOTION_OUTPUTS = {
    Variable.Position: Output("p", "m", 3, "global position"),
    Variable.Displacement: Output("u", "m", 3, "displacement from the reference position"),
    Variable.Velocity: Output("v", "m/s", 3, "global velocity"),
    Variable.VelocityLocal: Output("v_b", "m/s", 3, "velocity in section axes"),
    Variable.Acceleration: Output("a", "m/s^2", 3, "global acceleration"),
    Variable.RotationMatrix: Output("A", "1", 9, "rotation matrix row by row"),
    Variable.Rotation: Output("psi", "rad", 3, "angles about x, y, z, in (-pi, pi]"),
    Variable.AngularVelocity: Output("omega", "rad/s", 3, "angular velocity of the section"),
    Variable.AngularVelocityLocal: Output("omega_b", "rad/s", 3, "the same in section axes"),
    Variable.AngularAcceleration: Output("alpha", "rad/s^2", 3, "its angular acceleration"),
}
"""Outputs of the motion of a section."""

FORCE_OUTPUTS = {
    Variable.ForceLocal: Output("N, Q", "N", 3, "normal and shear forces, section axes"),
    Variable.TorqueLocal: Output("M", "N m", 3, "torque and bending moments, section axes"),
    **KINETIC_OUTPUT,
    Variable.PotentialEnergy: Output("V", "J", 0, "elastic energy"),
}
"""Outputs of forces and energies."""


class DrawnBeam(Visualization):
    """Drawing of a beam with its section."""

    sectionGeometry: Any = parameter(
        BeamSectionGeometry(), GEOMETRY, doc="outline of the section; empty: a thin line"
    )
    color: Any = parameter([-1.0] * 4, Color(), doc="color RGBA; R = -1: default color")


class SectionBeam(SlenderBody):
    """A beam in space between two nodes, with shear and torsion."""

    has_axes = True
    counts_from_middle = True

    nodeNumbers: Any = parameter(
        [-1, -1], IndexPair("node"), symbol="n_n", structural=True,
        doc="nodes at x = -L/2 and x = L/2",
    )  # fmt: skip
    physicsLength: float = parameter(
        0.0, PReal, symbol="L", unit="m", structural=True, doc="length of the unstrained beam"
    )
    sectionData: Any = parameter(
        BeamSection(), SECTION, symbol="section", structural=True,
        doc="stiffness, damping, inertia and mass per length of the section",
    )  # fmt: skip

    def mass(self) -> float:
        return float(self.sectionData.massPerLength * self.physicsLength)
