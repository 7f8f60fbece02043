"""Two robots with known numbers, as URDF: an arm of six joints, and a free body with branches."""

H = 1.5707963267948966

_UR5 = [
    ("base", (0, 0, 0.089159), (0, 0, 0), (0, 0, 1), 3.7, (0, 0, 0), 0.010267495893, 0.00666),
    ("1", (0, 0.13585, 0), (0, H, 0), (0, 1, 0), 8.393, (0, 0, 0.28), 0.22689067591, 0.0151074),
    ("2", (0, -0.1197, 0.425), (0, 0, 0), (0, 1, 0), 2.275, (0, 0, 0.25), 0.049443313556, 0.004095),
    ("3", (0, 0, 0.39225), (0, H, 0), (0, 1, 0), 1.219, (0, 0, 0), 0.111172755531, 0.21942),
    ("4", (0, 0.093, 0), (0, 0, 0), (0, 0, 1), 1.219, (0, 0, 0), 0.111172755531, 0.21942),
    ("5", (0, 0, 0.09465), (0, 0, 0), (0, 1, 0), 0.1879, (0, 0, 0), 0.0171364731454, 0.033822),
]


def _told(values):
    return " ".join(repr(float(x)) for x in values)


def inertial(mass, center, inertia, rpy=(0, 0, 0)):
    """<inertial> with Ixx, Iyy, Izz, Ixy, Ixz, Iyz."""
    xx, yy, zz, xy, xz, yz = inertia
    return (
        f'<inertial><origin xyz="{_told(center)}" rpy="{_told(rpy)}"/><mass value="{mass!r}"/>'
        f'<inertia ixx="{xx!r}" iyy="{yy!r}" izz="{zz!r}" ixy="{xy!r}" ixz="{xz!r}" iyz="{yz!r}"/>'
        "</inertial>"
    )


def joint(name, kind, parent, child, xyz, rpy=(0, 0, 0), axis=(0, 0, 1), more=""):
    """<joint>."""
    return (
        f'<joint name="{name}" type="{kind}"><parent link="{parent}"/><child link="{child}"/>'
        f'<origin xyz="{_told(xyz)}" rpy="{_told(rpy)}"/><axis xyz="{_told(axis)}"/>{more}</joint>'
    )


def ur5():
    """Arm with fixed base."""
    parts = ['<robot name="ur5">', '<link name="base"/>']
    for k, (parent, xyz, rpy, axis, mass, center, xx, zz) in enumerate(_UR5, 1):
        body = inertial(mass, center, (xx, xx, zz, 0.0, 0.0, 0.0))
        parts.append(f'<link name="{k}">{body}</link>')
        parts.append(joint(f"j{k}", "continuous", parent, str(k), xyz, rpy, axis))
    return "\n".join([*parts, "</robot>"])


def crab(mimic=False):
    """Free body with two branches, an oblique axis, a prismatic joint, rotated inertial frames."""
    follows = '<mimic joint="grip1" multiplier="-0.5" offset="0.1"/>' if mimic else ""
    body = inertial(2.0, (0.01, 0.02, -0.03), (0.02, 0.03, 0.04, 0.001, 0.002, 0.003), (0.3, 0, 0))
    arm = inertial(0.5, (0, 0, 0.1), (0.004, 0.005, 0.006, 0.0, 0.0, 0.0), (0, 0, 0.5))
    slider = inertial(0.3, (0.02, 0, 0), (0.001, 0.001, 0.001, 0.0, 0.0, 0.0))
    finger = inertial(0.2, (0, 0.05, 0), (0.0005, 0.0002, 0.0005, 0.0, 0.0, 0.0))
    oblique = (1 / 3, 2 / 3, 2 / 3)
    x, y = (1, 0, 0), (0, 1, 0)
    return "\n".join(
        [
            '<robot name="crab">',
            f'<link name="body">{body}</link><link name="arm">{arm}</link>',
            f'<link name="slider">{slider}</link>',
            f'<link name="finger1">{finger}</link><link name="finger2">{finger}</link>',
            joint("shoulder", "continuous", "body", "arm", (0.2, 0, 0.1), (0.1, 0.2, 0.3), oblique),
            joint("slide", "prismatic", "arm", "slider", (0, 0, 0.2), axis=y),
            joint("grip1", "continuous", "body", "finger1", (-0.2, 0.1, 0), axis=x),
            joint("grip2", "continuous", "body", "finger2", (-0.2, -0.1, 0), axis=x, more=follows),
            "</robot>",
        ]
    )
