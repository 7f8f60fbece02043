"""Inertia of bodies that are moved and joined, against sums over point masses."""

import copy
import math
import pickle

import numpy as np
import pytest

import linkwork as exu
from linkwork.utilities import *
from tests.cases import looped
from tests.rigid.rotations import RNG, random_matrix

pytestmark = pytest.mark.processors


class Cloud:
    """Point masses: what RigidBodyInertia must add up to."""

    def __init__(self, masses, points):
        self.masses, self.points = np.array(masses), np.array(points)

    def inertia(self):
        m, p = self.masses, self.points
        J = sum(mi * (b @ b * np.eye(3) - np.outer(b, b)) for mi, b in zip(m, p, strict=True))
        return RigidBodyInertia(m.sum(), J, m @ p / m.sum())

    def moved(self, T):
        return Cloud(self.masses, self.points @ T[:3, :3].T + T[:3, 3])

    def __add__(self, other):
        return Cloud([*self.masses, *other.masses], [*self.points, *other.points])


def random_cloud(rng):
    return Cloud(rng.uniform(0.1, 2, 8), rng.normal(size=(8, 3)))


def random_frame(rng):
    return HT(random_matrix(rng), rng.normal(size=3))


def same(a, b, tolerance=1e-13):
    assert a.Mass() == pytest.approx(b.Mass(), rel=tolerance)
    assert a.COM() == pytest.approx(b.COM(), abs=tolerance)
    size = 1 + np.abs(b.Inertia()).max()
    assert a.Inertia() == pytest.approx(b.Inertia(), abs=tolerance * size)


def test_a_moved_body_is_the_sum_of_its_moved_parts():
    rng = RNG(0)
    for _ in range(20):
        cloud, T = random_cloud(rng), random_frame(rng)
        shift = HTtranslate(rng.normal(size=3))
        same(cloud.inertia().Transformed(T), cloud.moved(T).inertia())
        same(cloud.inertia().Translated(HT2translation(shift)), cloud.moved(shift).inertia())
        moved_again = cloud.inertia().Transformed(T).Transformed(shift)
        same(moved_again, cloud.inertia().Transformed(shift @ T))


def test_joined_bodies_are_the_sum_of_all_parts():
    rng = RNG(1)
    for _ in range(10):
        one, two = random_cloud(rng), random_cloud(rng)
        same(one.inertia() + two.inertia(), (one + two).inertia())
        total = one.inertia()
        total += two.inertia()
        same(total, (one + two).inertia())
    same(sum([one.inertia(), two.inertia()], RigidBodyInertia()), (one + two).inertia())


def test_the_tensor_about_the_center_of_mass():
    rng = RNG(2)
    cloud = random_cloud(rng)
    body = cloud.inertia()
    centered = cloud.moved(HTtranslate(-body.COM())).inertia()
    assert body.InertiaCOM() == pytest.approx(centered.Inertia(), abs=1e-13)
    mass, J, com = body.Mass(), centered.Inertia(), body.COM()
    same(RigidBodyInertia(mass, J, com, inertiaTensorAtCOM=True), body)
    other = RigidBodyInertia()
    other.SetWithCOMinertia(mass, J, com)
    same(other, body)
    assert other.inertiaTensor == pytest.approx(body.Inertia(), abs=1e-13)
    assert (other.mass, *other.com) == pytest.approx((mass, *com), abs=0)


def test_a_body_turned_about_its_center_of_mass():
    rng = RNG(3)
    A = random_matrix(rng)
    body = InertiaCuboid(100, [0.1, 0.2, 0.3])
    turned = body.Rotated(A)
    assert turned.Inertia() == pytest.approx(A @ body.Inertia() @ A.T, abs=1e-15)
    assert (turned.Inertia() == turned.Inertia().T).all()
    same(turned, body.Transformed(HT(A, [0, 0, 0])))


def test_a_body_is_not_turned_about_another_point():
    body = InertiaCuboid(100, [0.1, 0.2, 0.3]).Translated([0.1, 0, 0])
    with pytest.raises(ValueError, match=r"Rotated: .*com = \[0.1, 0.0, 0.0\] m.*Transformed"):
        body.Rotated(np.eye(3))


def test_solids_have_the_known_moments():
    cuboid = InertiaCuboid(density=500, sideLengths=[0.3, 0.2, 0.1])
    assert cuboid.Mass() == pytest.approx(3.0, rel=1e-15)
    assert np.diag(cuboid.Inertia()) == pytest.approx([0.0125, 0.025, 0.0325], rel=1e-15)
    for axis in range(3):
        sizes = {"length": 0.5, "outerRadius": 0.2, "innerRadius": 0.1}
        tube = InertiaCylinder(density=1000, axis=axis, **sizes)
        mass = 1000 * math.pi * 0.5 * 0.03
        expected = [mass / 12 * (3 * 0.05 + 0.25)] * 3
        expected[axis] = mass / 2 * 0.05
        assert tube.Mass() == pytest.approx(mass, rel=1e-15)
        assert np.diag(tube.Inertia()) == pytest.approx(expected, rel=1e-15)
    ball = InertiaSphere(density=300, radius=0.1)
    assert ball.Mass() == pytest.approx(300 * 4 / 3 * math.pi * 1e-3, rel=1e-15)
    assert InertiaSphere(2, 0.1).Inertia() == pytest.approx(0.4 * 2 * 0.01 * np.eye(3), rel=1e-15)
    assert InertiaHollowSphere(2, 0.1).Inertia() == pytest.approx(
        2 / 3 * 2 * 0.01 * np.eye(3), rel=1e-15
    )
    assert np.diag(InertiaRodX(2, 3).Inertia()) == pytest.approx([0, 1.5, 1.5], rel=1e-15)
    assert not InertiaMassPoint(2).Inertia().any()
    for body in (cuboid, tube, ball, InertiaRodX(2, 3)):
        assert not body.COM().any()
        assert (body.Inertia() == np.diag(np.diag(body.Inertia()))).all()


def test_moments_of_solids_are_integrals():
    """Halves of a solid, moved to their places, make the whole one."""
    halves = InertiaCuboid(700, [0.2, 0.3, 0.5])
    whole = InertiaCuboid(700, [0.4, 0.3, 0.5])
    same(halves.Translated([0.1, 0, 0]) + halves.Translated([-0.1, 0, 0]), whole)
    halves = InertiaCylinder(700, 0.2, 0.3, 1, 0.1)
    whole = InertiaCylinder(700, 0.4, 0.3, 1, 0.1)
    same(halves.Translated([0, 0.1, 0]) + halves.Translated([0, -0.1, 0]), whole)
    shells = sum(
        (InertiaHollowSphere(4 * math.pi * r**2 * 1e-3, r) for r in np.arange(5e-4, 1, 1e-3)),
        RigidBodyInertia(),
    )
    same(shells, InertiaSphere(density=1, radius=1), 2e-6)


def test_material_is_taken_away_by_a_negative_density():
    full = InertiaCylinder(700, 0.4, 0.3, 0)
    hole = InertiaCylinder(-700, 0.4, 0.1, 0)
    same(full + hole, InertiaCylinder(700, 0.4, 0.3, 0, 0.1))
    with pytest.raises(ValueError, match="no center of mass"):
        InertiaMassPoint(1).Translated([1, 0, 0]) + InertiaMassPoint(-1)
    assert (InertiaMassPoint(1) + InertiaMassPoint(-1)).Mass() == 0


def test_six_numbers_of_a_tensor():
    tensor = [[1, 6, 5], [6, 2, 4], [5, 4, 3]]
    assert InertiaTensor2Inertia6D(tensor).tolist() == [1, 2, 3, 4, 5, 6]
    assert Inertia6D2InertiaTensor([1, 2, 3, 4, 5, 6]).tolist() == tensor
    six = InertiaMassPoint(2).Translated([1, 2, 3]).GetInertia6D()
    assert isinstance(six, list) and six == [26, 20, 10, -12, -6, -4]


def test_results_are_copies():
    body = InertiaSphere(1, 1).Translated([1, 0, 0])
    body.COM()[:] = 7
    body.Inertia()[:] = 7
    given = np.eye(3)
    other = RigidBodyInertia(1, given)
    given[:] = 7
    assert body.COM().tolist() == [1, 0, 0] and body.Inertia()[0, 0] == pytest.approx(0.4)
    assert (other.Inertia() == np.eye(3)).all()
    for again in (copy.deepcopy(body), pickle.loads(pickle.dumps(body))):
        same(again, body, 0)
        assert again.GetGraphics([1, 0, 0, 1]) == body.GetGraphics([1, 0, 0, 1])
    same(eval(repr(body)), body, 0)


def test_impossible_tensors_are_warned_of():
    with pytest.warns(UserWarning, match="no body of 1 kg has the principal moments"):
        RigidBodyInertia(1, np.diag([1, 2, 30]))
    with pytest.warns(UserWarning, match="set inertiaTensorAtCOM=True"):
        RigidBodyInertia(1, 0.1 * np.eye(3), [1, 0, 0])
    with pytest.warns(UserWarning, match="no body") as caught:
        RigidBodyInertia().SetWithCOMinertia(1, np.diag([1, 2, 30]), [1, 0, 0])
    assert "inertiaTensorAtCOM" not in str(caught[0].message)
    with pytest.warns(UserWarning, match="not symmetric"):
        RigidBodyInertia(1, [[1, 0.1, 0], [0, 1, 0], [0, 0, 1]])
    # A tensor that looks right by its diagonal, but not in its principal axes
    A = RotationMatrixX(math.pi / 4)
    with pytest.warns(UserWarning, match="no body"):
        RigidBodyInertia(1, A @ np.diag([1, 1, 2.5]) @ A.T)


def test_extreme_bodies_pass_without_a_warning():
    rng = RNG(4)
    for _ in range(10):
        A, c = random_matrix(rng), 100 * rng.normal(size=3)
        rod = InertiaRodX(1, 1e-3).Transformed(HT(A, c))
        RigidBodyInertia(rod.Mass(), rod.Inertia(), rod.COM())
        point = InertiaMassPoint(3).Translated(c)
        RigidBodyInertia(point.Mass(), point.Inertia(), point.COM())
        plate = A @ np.diag([1.0, 2.0, 3.0]) @ A.T
        RigidBodyInertia(1, plate)
    RigidBodyInertia(-1, -np.eye(3))


def test_solids_know_their_dimensions():
    cuboid = InertiaCuboid(2, [1, 2, 3])
    assert cuboid.GetTypeName() == "InertiaCuboid"
    assert cuboid.GetSpecialData() == {
        "type": "InertiaCuboid", "density": 2, "sideLengths": [1, 2, 3]
    }  # fmt: skip
    cuboid.GetSpecialData()["sideLengths"][0] = 7
    assert cuboid.GetSpecialData()["sideLengths"] == [1, 2, 3]
    T = HT(RotationMatrixZ(0.3), [1, 2, 3])
    moved = cuboid.Transformed(T)
    assert moved.GetTypeName() == "RigidBodyInertia"
    assert moved.GetSpecialData()["type"] == "InertiaCuboid"
    assert moved.GetSpecialData()["HT"] == pytest.approx(T, abs=0)
    assert (cuboid + moved).GetSpecialData() == {"type": "RigidBodyInertia"}
    tube = InertiaCylinder(1, 2, 3, 1, 0.5).GetSpecialData()
    assert tube == {
        "type": "InertiaCylinder", "density": 1, "length": 2, "axis": 1, "outerRadius": 3,
        "innerRadius": 0.5,
    }  # fmt: skip
    ball = InertiaSphere(mass=1, radius=2).GetSpecialData()
    assert ball["volume"] * ball["density"] == pytest.approx(1.0)


@looped(
    "make",
    [
        lambda: RigidBodyInertia(1e200, np.eye(3), [1e100, 0, 0]),
        lambda: RigidBodyInertia(1, np.eye(3), [1e200, 0, 0], inertiaTensorAtCOM=True),
        lambda: RigidBodyInertia(1, np.eye(3)).Translated([1e200, 0, 0]),
        lambda: RigidBodyInertia(1e308) + RigidBodyInertia(1e308),
        lambda: RigidBodyInertia().SetWithCOMinertia(1, np.eye(3), [0, 1e200, 0]),
    ],
    ids=["given", "about the center", "moved", "joined", "set"],
)
def test_numbers_beyond_all_numbers_are_refused_without_warnings(make):
    with pytest.raises(exu.ParameterError, match="RigidBodyInertia: mass .* too large to compute"):
        make()
