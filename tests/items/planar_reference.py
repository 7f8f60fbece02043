"""The law of planar spring-dampers once more, written row by row with mpmath.

Nothing here is shared with the package: numbers go in, forces and torques come out, and
derivatives are differences in 50 digits.
"""

from types import SimpleNamespace

import mpmath as mp

DIGITS = 50
STEP = mp.mpf(10) ** -20
"""Of central differences: their error is of the order of 1e-40."""

DEFAULTS = dict(
    stiffness=0.0, damping=0.0, preload=0.0, referenceLength=0.0, referenceVector=(0.0, 0.0),
    referenceAngle=0.0, springType="Linear", curve=(), extrapolate="hold", noAdhesion=False,
    coupling=(0.0, 0.0), releasedAxes=(False,) * 3, release="project", formulation="axial",
    dampingDirection="isotropic",
)  # fmt: skip


def spring(**given):
    """A spring-damper with the names of the general interface."""
    assert not set(given) - set(DEFAULTS), given
    return SimpleNamespace(**{**DEFAULTS, **given})


def interpolated(o, s):
    points = [(mp.mpf(x), mp.mpf(y)) for x, y in o.curve]
    first, last = points[0], points[-1]
    if o.extrapolate == "hold":
        if s <= first[0]:
            return first[1]
        if s >= last[0]:
            return last[1]
    after = next((k for k in range(1, len(points) - 1) if s < points[k][0]), len(points) - 1)
    (x0, y0), (x1, y1) = points[after - 1 : after + 1]
    return y0 + (y1 - y0) * (s - x0) / (x1 - x0)


def spring_part(o, s):
    """F(s) without gate."""
    return interpolated(o, s) if o.springType == "Tabular" else mp.mpf(o.stiffness) * s


def gate(o, s):
    if o.springType == "Tensile":
        return s > 0
    if o.springType == "Compressive":
        return s < 0
    return True


def lets_go(o, F, N):
    """noAdhesion: the axial force N has not the sign of what the spring may do."""
    if not o.noAdhesion:
        return False
    if o.springType == "Tensile":
        return N <= 0
    if o.springType == "Compressive":
        return N >= 0
    return N * F <= 0


def acting(o, z, z_t):
    """Lengths, rates, spring part and force on the child; z = (x, y, angle) of parent, child."""
    D = [z[0] - z[3], z[1] - z[4]]
    V = [z_t[0] - z_t[3], z_t[1] - z_t[4]]
    zero = [mp.mpf(x) for x in o.referenceVector]
    if o.release == "project":
        for axis in range(2):
            if o.releasedAxes[axis]:
                D[axis] = V[axis] = zero[axis] = mp.mpf(0)
    d = mp.sqrt(D[0] ** 2 + D[1] ** 2)
    u = [D[0] / d, D[1] / d] if d > 0 else [mp.mpf(0), mp.mpf(0)]
    rate = u[0] * V[0] + u[1] * V[1]
    c = mp.mpf(o.damping)
    s = d - mp.mpf(o.referenceLength) + mp.mpf(o.preload)
    if o.formulation == "bushing":
        part = [mp.mpf(o.stiffness) * (D[r] - zero[r]) for r in range(2)]
        size, F, N, acts = mp.sqrt(part[0] ** 2 + part[1] ** 2), None, None, True
    else:
        F = spring_part(o, s) if d > 0 else mp.mpf(0)
        N = F + c * rate
        acts = gate(o, s) and not lets_go(o, F, N)
        part, size = [F * u[0], F * u[1]], abs(F)
    drag = [c * V[0], c * V[1]] if o.dampingDirection == "isotropic" else [c * rate * x for x in u]
    child = [part[r] + drag[r] if acts else mp.mpf(0) for r in range(2)]
    if o.release == "mask":
        child = [mp.mpf(0) if o.releasedAxes[r] else child[r] for r in range(2)]
    return SimpleNamespace(
        d=d, s=s, rate=rate, F=F, N=N, acts=acts, size=size if acts else mp.mpf(0), child=child
    )


def law(o, z, z_t, arms):
    """(fx, fy, torque) on parent and child as markers see them, six numbers.

    The moments of the forces about the nodes (arms are there) come on top; where the third axis
    is released the torque cancels them.
    """
    found = acting(o, z, z_t)
    fx, fy = found.child
    if o.releasedAxes[2]:
        torque_p = -(arms[0][0] * -fy - arms[0][1] * -fx)
        torque_c = -(arms[1][0] * fy - arms[1][1] * fx)
    else:
        mu_k, mu_c = map(mp.mpf, o.coupling)
        angle, omega = z[2] - z[5] - mp.mpf(o.referenceAngle), z_t[2] - z_t[5]
        torque_p = -found.size * (mu_k * angle + mu_c * omega)
        torque_c = -torque_p
    return [-fx, -fy, torque_p, fx, fy, torque_c]


def at_nodes(o, z, z_t, arms):
    """(fx, fy on the parent, torque on parent, torque on child), about the nodes."""
    f = law(o, z, z_t, arms)
    return [
        f[0],
        f[1],
        f[2] + arms[0][0] * f[1] - arms[0][1] * f[0],
        f[5] + arms[1][0] * f[4] - arms[1][1] * f[3],
    ]


def exact(values):
    return [mp.mpf(float(x)) for x in values]


def arms_at(z, locals_):
    """Arms of both markers, turned by their angles."""
    turned = []
    for (x, y), phi in zip(locals_, (z[2], z[5]), strict=True):
        x, y = mp.mpf(float(x)), mp.mpf(float(y))
        turned.append((mp.cos(phi) * x - mp.sin(phi) * y, mp.sin(phi) * x + mp.cos(phi) * y))
    return turned


def derivatives(o, z, z_t, locals_):
    """(dF/dz, dF/dz_t): 6 x 6 lists of floats."""
    blocks, unturned = [], arms_at(z, locals_)
    for which in range(2):
        columns = []
        for k in range(6):
            turns = which == 0 and k in (2, 5)
            sides = []
            for side in (STEP, -STEP):
                state = [list(z), list(z_t)]
                state[which][k] += side
                sides.append(law(o, *state, arms_at(state[0], locals_) if turns else unturned))
            columns.append([(a - b) / (2 * STEP) for a, b in zip(*sides, strict=True)])
        blocks.append([[float(columns[c][r]) for c in range(6)] for r in range(6)])
    return blocks


def energy(o, z):
    """Integral of the spring part by quadrature, from the free length on; gates included."""
    found = acting(o, z, [mp.mpf(0)] * 6)
    if o.formulation == "bushing":
        return found.size**2 / (2 * mp.mpf(o.stiffness))
    kinks = sorted(mp.mpf(x) for x, _ in o.curve)
    low, high = min(found.s, mp.mpf(0)), max(found.s, mp.mpf(0))
    points = [low, *(x for x in kinks if low < x < high), high]
    total = mp.mpf(0)
    for a, b in zip(points[:-1], points[1:], strict=True):
        middle = (a + b) / 2
        if gate(o, middle):
            total += (b - a) * spring_part(o, middle)  # exact: the law is linear in between
    return total if found.s >= 0 else -total
