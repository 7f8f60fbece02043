"""Watt's governor (after IFToMM A05): a stiff system of rods on a shaft that turns."""

import numpy as np

from linkwork.utilities import InertiaCuboid, InertiaMassPoint
from tests.verification.bodies_exact import turned
from tests.verification.loops_exact import Governor
from tests.verification.spatial_models import DOWN, Output, SpatialModel, Y, Z

from .in_space import on_all_nodes, prepared, watched
from .problem import Case, Prepared, Problem, Reading

END = 10.0  # s
REFERENCE = (
    (-0.31240611653394, -0.39135349446194, -0.86558931412339, -0.86562553943083),
    (-0.11120432496122, 0.49054176537808, -0.86429299113765, -0.86432942786006),
    (0.45573122566041, -0.22138756103055, -0.86214650598318, -0.8621831160559),
    (-0.46250201799243, -0.21890283564568, -0.85917019961077, -0.85920694340678),
    (0.12121748625488, 0.50359776069602, -0.85539208346115, -0.85542892019171),
    (0.31975715665492, -0.41691016210346, -0.85084738790387, -0.85088427603465),
    (-0.53363804781021, 0.015108520423902, -0.84557800736532, -0.84561490503865),
    (0.35540326106969, 0.41073940914783, -0.83963185968252, -0.83966872513598),
    (0.09359412268213, -0.5452041323354, -0.83306217912217, -0.8330989710944),
    (-0.48925654244176, 0.28013035750678, -0.82592676338829, -0.82596344150353),
)
"""Ball and height of the slider at every second, by `Governor.states`, which takes 20 s."""


def governor(nodes: str) -> SpatialModel:
    """Shaft, slider, and two rods whose z axes point from the ball to the hinge."""
    g, m = Governor, SpatialModel(nodes)
    spin = g.SPEED * Z
    rod = InertiaCuboid(g.DENSITY, [g.WIDTH, g.WIDTH, g.LENGTH])
    shaft = m.solid(rod, referencePosition=-g.MIDDLE * Z, initialAngularVelocity=spin)
    m.mbs.CreateRevoluteJoint(bodyNumbers=[m.ground, shaft], position=[0, 0, 0], axis=Z)
    height = g.start()[2]
    slider = m.solid(
        InertiaCuboid(g.DENSITY, [g.SLIDER] * 3), referencePosition=height * Z,
        initialAngularVelocity=spin, gravity=DOWN,
    )  # fmt: skip
    m.mbs.CreatePrismaticJoint(bodyNumbers=[shaft, slider], position=height * Z, axis=Z)
    arm = rod.Translated([0, 0, -g.MIDDLE]) + InertiaMassPoint(g.BALL).Translated([0, 0, -g.LENGTH])
    for side in (-1.0, 1.0):
        made = m.solid(
            arm, referenceRotationMatrix=turned(1, side * g.TILT), initialAngularVelocity=spin,
            gravity=DOWN,
        )  # fmt: skip
        m.mbs.CreateRevoluteJoint(bodyNumbers=[shaft, made], position=[0, 0, 0], axis=Y)
        m.mbs.CreateSpringDamper(
            bodyNumbers=[made, slider], localPosition0=[0, 0, -g.MIDDLE], referenceLength=g.MIDDLE,
            stiffness=g.STIFFNESS, damping=g.DAMPING,
        )  # fmt: skip
    return m


def prepare(case: Case) -> Prepared:
    m = governor(case.nodes)
    _, slider, first, _ = m.bodies
    sensors = [
        watched(m, first, Output.Position, [0, 0, -Governor.LENGTH]),
        watched(m, slider, Output.Position),
    ]

    def reading(times, solution, balls, heights):
        return Reading(np.column_stack([balls, heights[:, 2]]), np.array(REFERENCE))

    return prepared(m, case, END, 1.0, sensors, reading)


GOVERNOR = Problem(
    "governor",
    "Watt's governor, 10 s",
    "After IFToMM benchmark A05: shaft and two rods of 1 m with balls of 5 kg, joined to a slider "
    "of 3 kg by stiff springs with dampers (8e5 N/m, 4e4 N s/m); it turns with 2 pi rad/s at the "
    "start. Rods of 0.01 m x 0.01 m and a cube of 0.1 m with 3000 kg/m^3. Reference: SciPy "
    "(DOP853, 1e-13) in three coordinates.",
    "position of a ball and height of the slider at every second",
    prepare,
    (
        Case("GeneralizedAlpha", 1e-2, 2.0, nodes="EP"),
        Case("GeneralizedAlpha", 1e-2, 2.0, nodes="Rxyz"),
        *on_all_nodes(Case("GeneralizedAlpha", 1e-3, 4.0)),
        Case("GeneralizedAlpha", 1e-4, 6.0, nodes="LG", quick=False),
        Case("GeneralizedAlpha", 1e-3, 4.0, nodes="LG", index2=True),
        Case("TrapezoidalIndex2", 1e-3, 4.0, nodes="LG"),
        Case("RK44", 5e-5, 11.5, nodes="LG", quick=False),
        Case("DOPRI5", 1e-2, 11.5, tolerance=1e-10, nodes="LG", quick=False),
    ),
)
