"""Data of robots that were published: geometry, masses, stiffness and limits of the joints.

Lengths in m, angles in rad, masses in kg, inertias in kg m^2 about the center of mass in the frame
of the link, torques in Nm, stiffness in Nm/rad. Sources:

- Puma 560: P. Corke, Robotics, Vision and Control, Springer 2011, and its toolbox.
- Panda: C. Gaz et al., Dynamic identification of the Franka Emika Panda, IEEE RA-L 4(4), 2019.
- UR5: P. Kebria et al., Kinematic and dynamic modelling of UR5 manipulator, IEEE SMC 2016.
"""

from __future__ import annotations

from typing import Any

import numpy as np

QUARTER = 0.5 * np.pi

LINKS: dict[str, list[dict[str, Any]]] = {
    "4R": [
        {"stdDH": [0, 0, 0, 0.0], "modDHKK": [0, 0, 0, 0], "mass": 4, "COM": [0, 0, 0],
         "inertia": [0.70337, 0.70661, 0.009117, 0.0192169, 0.006772, -0.000139]},
        {"stdDH": [0, 0, 0.25, 0], "modDHKK": [-QUARTER, 0, 0, 0], "mass": 1,
         "COM": [0.125, 0, 0],
         "inertia": [0.007962, 0.02811, 0.025995, 0.000704, 0.010254, -0.003925]},
        {"stdDH": [0, 0, 0.25, 0], "modDHKK": [0, 0.25, 0, 0], "mass": 1, "COM": [0.125, 0, 0],
         "inertia": [0.037242, 0.036155, 0.01083, -0.012805, -0.011396, -0.004761]},
    ],
    "3R": [
        {"stdDH": [0, 0.5, 0.0, QUARTER], "modDHKK": [0, 0, 0, 0], "mass": 3,
         "COM": [0.0, -0.4, 0], "inertia": [0.1, 0.2, 0.3, 0, 0, 0]},
        {"stdDH": [0, 0, 0.5, 0], "modDHKK": [-QUARTER, 0, 0, 0], "mass": 2,
         "COM": [-0.4, 0, 0], "inertia": [0.5, 0.6, 0.7, 0, 0, 0]},
        {"stdDH": [0, 0, 0.5, 0], "modDHKK": [0, 0.5, 0, 0], "mass": 1, "COM": [-0.4, 0, 0],
         "inertia": [0.8, 0.9, 0.1, 0, 0, 0]},
    ],
    "panda": [
        {"stdDH": [0, 0.333, 0, QUARTER], "modDHKK": [0, 0, 0, 0.333], "mass": 4.970684,
         "COM": [0.003875, 0.002081, 0],
         "inertia": [0.70337, 0.70661, 0.009117, 0.0192169, 0.006772, -0.000139]},
        {"stdDH": [0, 0, 0, -QUARTER], "modDHKK": [-QUARTER, 0, 0, 0], "mass": 0.646926,
         "COM": [-0.003141, -0.02872, 0.003495],
         "inertia": [0.007962, 0.02811, 0.025995, 0.000704, 0.010254, -0.003925]},
        {"stdDH": [0, 0.316, 0.088, QUARTER], "modDHKK": [QUARTER, 0, 0, 0.316],
         "mass": 3.228604, "COM": [0.027518, 0.039252, -0.066502],
         "inertia": [0.037242, 0.036155, 0.01083, -0.012805, -0.011396, -0.004761]},
        {"stdDH": [0, 0, -0.088, -QUARTER], "modDHKK": [QUARTER, 0.0825, 0, 0],
         "mass": 3.587895, "COM": [-0.05317, 0.104419, 0.027454],
         "inertia": [0.025853, 0.019552, 0.028323, 0.008641, -0.001332, 0.007796]},
        {"stdDH": [0, 0.384, 0, QUARTER], "modDHKK": [-QUARTER, -0.0825, 0, 0.384],
         "mass": 1.225946, "COM": [-0.011953, 0.041065, -0.038437],
         "inertia": [0.035549, 0.029474, 0.008627, 0.000229, -0.004037, -0.002117]},
        {"stdDH": [0, 0, 0.088, QUARTER], "modDHKK": [QUARTER, 0, 0, 0], "mass": 1.666555,
         "COM": [0.060149, -0.014117, -0.010517],
         "inertia": [0.001964, 0.004354, 0.005433, 0.000341, -0.001158, 0.000109]},
        {"stdDH": [0, 0.107, 0, 0], "modDHKK": [QUARTER, 0.088, 0, 0.107], "mass": 0.735522,
         "COM": [0.010517, -0.004252, 0.061597],
         "inertia": [0.012516, 0.010027, 0.004815, -0.000741, -0.001196, -0.000428]},
    ],
    "ur5": [
        {"stdDH": [0, 0.089459, 0, QUARTER], "modDHKK": [0, 0, 0, 0], "mass": 3.7,
         "COM": [0, -0.02561, 0.00193], "inertia": [0.0084, 0.0064, 0.0084, 0, 0, 0]},
        {"stdDH": [0, 0, -0.425, 0], "modDHKK": [0, 0, 0, 0], "mass": 8.393,
         "COM": [0.2125, 0, 0.11336], "inertia": [0.0078, 0.0021, 0.0021, 0, 0, 0]},
        {"stdDH": [0, 0, -0.39225, 0], "modDHKK": [0, 0, 0, 0], "mass": 2.33,
         "COM": [0.15, 0, 0.0265], "inertia": [0.0016, 0.0462, 0.0462, 0, 0, 0]},
        {"stdDH": [0, 0.10915, 0, QUARTER], "modDHKK": [0, 0, 0, 0], "mass": 1.219,
         "COM": [0, -0.0018, 0.01634], "inertia": [0.0016, 0.0016, 0.0009, 0, 0, 0]},
        {"stdDH": [0, 0.09465, 0, -QUARTER], "modDHKK": [0, 0, 0, 0], "mass": 1.219,
         "COM": [0, -0.0018, 0.01634], "inertia": [0.0016, 0.0016, 0.0009, 0, 0, 0]},
        {"stdDH": [0, 0.0823, 0, 0], "modDHKK": [0, 0, 0, 0], "mass": 0.1897,
         "COM": [0, 0, -0.001159], "inertia": [0.0001, 0.0001, 0.0001, 0, 0, 0]},
    ],
    "puma560": [
        {"stdDH": [0, 0, 0, QUARTER], "modDHKK": [0, 0, 0, 0], "mass": 20, "COM": [0, 0, 0],
         "inertia": [0.0, 0.35, 0.0, 0, 0, 0]},
        {"stdDH": [0, 0, 0.4318, 0], "modDHKK": [QUARTER, 0, 0, 0.0], "mass": 17.4,
         "COM": [-0.3638, 0.006, 0.2275], "inertia": [0.13, 0.524, 0.539, 0, 0, 0]},
        {"stdDH": [0, 0.15005, 0.0203, -QUARTER], "modDHKK": [0, 0.4318, 0, 0.15005],
         "mass": 4.8, "COM": [-0.0203, -0.0141, 0.07], "inertia": [0.066, 0.086, 0.0125, 0, 0, 0]},
        {"stdDH": [0, 0.4318, 0, QUARTER], "modDHKK": [-QUARTER, 0.0203, 0, 0.4318],
         "mass": 0.82, "COM": [0, 0.019, 0], "inertia": [0.0018, 0.0013, 0.0018, 0, 0, 0]},
        {"stdDH": [0, 0, 0, -QUARTER], "modDHKK": [QUARTER, 0, 0, 0], "mass": 0.34,
         "COM": [0, 0, 0], "inertia": [0.0003, 0.0004, 0.0003, 0, 0, 0]},
        {"stdDH": [0, 0, 0, 0], "modDHKK": [-QUARTER, 0, 0, 0], "mass": 0.09,
         "COM": [0, 0, 0.032], "inertia": [0.00015, 0.00015, 4e-05, 0, 0, 0]},
    ],
}  # fmt: skip
"""Links of the robots; inertia: xx, yy, zz, yz, xz, xy."""


def robot_of(
    name: str,
    stiffness: list[float],
    torques: list[float],
    limits: list[list[float]],
    Pcontrol: list[float],
    Dcontrol: list[float],
    tool: Any = None,
    dhMode: str = "stdDH",
) -> dict[str, Any]:
    """Dictionary of a robot; stiffness, largest torques and limits are those of the joints."""
    links = []
    for link, k, torque, limit in zip(LINKS[name], stiffness, torques, limits, strict=True):
        xx, yy, zz, yz, xz, xy = link["inertia"]
        tensor = np.array([[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]], float)
        own = {
            "stdDH": list(link["stdDH"]),
            "modDHKK": list(link["modDHKK"]),
            "mass": link["mass"],
            "inertia": tensor,
            "jointStiffness": k,
            "jointTorqueMax": torque,
            "jointLimits": list(limit),
            "COM": list(link["COM"]),
        }
        links.append(own)
    return {
        "links": links,
        "jointType": [1] * len(links),
        "jointStiffnessMatrix": np.diag(stiffness),
        "joinTorqueMaxMatrix": np.diag(torques),
        "base": {"HT": np.eye(4)},
        "tool": {"HT": np.eye(4) if tool is None else tool},
        "gravity": [0, 0, -9.81],
        "referenceConfiguration": [0] * len(links),
        "dhMode": dhMode,
        "Pcontrol": np.array(Pcontrol),
        "Dcontrol": np.array(Dcontrol),
    }
