"""Homogeneous and 6 x 6 transformations compose as the motions they stand for."""

import numpy as np
import pytest

from linkwork.utilities import *
from tests.rigid.rotations import RNG, random_matrix

pytestmark = pytest.mark.processors


def random_frame(rng):
    return HomogeneousTransformation(random_matrix(rng), rng.normal(size=3))


def motion_transform(T):
    return RotationTranslation2T66(HT2rotationMatrix(T), HT2translation(T))


def test_a_frame_has_its_rotation_and_translation():
    A, r = random_matrix(RNG(0)), [1, 2, 3]
    T = HT(A, r)
    assert (HT2rotationMatrix(T) == A).all()
    assert HT2translation(T).tolist() == r
    assert T[3].tolist() == [0, 0, 0, 1]
    point = RNG(1).normal(size=3)
    assert (T @ [*point, 1])[:3] == pytest.approx(A @ point + r, abs=1e-15)


def test_parts_of_a_frame_are_copies():
    T = HT0()
    HT2translation(T)[0] = 5.0
    HT2rotationMatrix(T)[0, 0] = 5.0
    assert (T == np.eye(4)).all()


def test_simple_frames():
    assert (HT0() == np.eye(4)).all()
    assert (HTtranslate([1, 2, 3]) == HT(np.eye(3), [1, 2, 3])).all()
    for k, (shift, turn, matrix) in enumerate(
        (
            (HTtranslateX, HTrotateX, RotationMatrixX),
            (HTtranslateY, HTrotateY, RotationMatrixY),
            (HTtranslateZ, HTrotateZ, RotationMatrixZ),
        )
    ):
        assert (shift(0.3) == HTtranslate(0.3 * np.eye(3)[k])).all()
        assert (turn(0.3) == HT(matrix(0.3), [0, 0, 0])).all()


def test_the_inverse_moves_back():
    rng = RNG(2)
    for _ in range(20):
        T = random_frame(rng)
        assert InverseHT(T) @ T == pytest.approx(np.eye(4), abs=4e-15)
        assert T @ InverseHT(T) == pytest.approx(np.eye(4), abs=4e-15)


def test_a_motion_is_seen_from_the_frame_before():
    """Velocities of three points of a body say the same in both frames."""
    rng = RNG(3)
    for _ in range(10):
        T = random_frame(rng)
        A, r = HT2rotationMatrix(T), HT2translation(T)
        inside = rng.normal(size=6)
        outside = motion_transform(T) @ inside
        for b in np.eye(3):
            local = inside[3:] + np.cross(inside[:3], b)
            seen = outside[3:] + np.cross(outside[:3], r + A @ b)
            assert seen == pytest.approx(A @ local, abs=1e-14)


def test_transformations_compose_as_frames_do():
    rng = RNG(4)
    for _ in range(20):
        T0, T1 = random_frame(rng), random_frame(rng)
        product = motion_transform(T0) @ motion_transform(T1)
        assert product == pytest.approx(motion_transform(T0 @ T1), abs=1e-14)
        assert T66toHT(product) == pytest.approx(T0 @ T1, abs=1e-14)


def test_inverses_of_transformations():
    rng = RNG(5)
    for _ in range(20):
        T = random_frame(rng)
        A, r = HT2rotationMatrix(T), HT2translation(T)
        forth, back = motion_transform(T), RotationTranslation2T66Inverse(A, r)
        assert back @ forth == pytest.approx(np.eye(6), abs=5e-15)
        assert T66Inverse(forth) == pytest.approx(back, abs=5e-15)
        assert T66Inverse(back) == pytest.approx(forth, abs=5e-15)
        assert (HT2T66Inverse(T) == back).all()
        for given, parts in (
            (forth, T66toRotationTranslation),
            (back, InverseT66toRotationTranslation),
        ):
            rotation, translation = parts(given)
            assert rotation == pytest.approx(A, abs=0)
            assert translation == pytest.approx(r, abs=5e-15)


def test_transformations_of_one_axis():
    zero = [0, 0, 0]
    for k, (turn, shift, matrix) in enumerate(
        (
            (RotationX2T66, TranslationX2T66, RotationMatrixX),
            (RotationY2T66, TranslationY2T66, RotationMatrixY),
            (RotationZ2T66, TranslationZ2T66, RotationMatrixZ),
        )
    ):
        assert (turn(0.3) == RotationTranslation2T66(matrix(0.3), zero)).all()
        assert (shift(0.3) == Translation2T66(0.3 * np.eye(3)[k])).all()


def test_translations_alone_lead_into_the_translated_frame():
    r = [1, 2, 3]
    assert (Translation2T66(r)[3:, :3] == -Skew(r)).all()
    assert (Translation2T66(r) == RotationTranslation2T66Inverse(np.eye(3), r)).all()
    assert T66toHT(Translation2T66(r)) == pytest.approx(HTtranslate([-1, -2, -3]), abs=0)


def test_what_is_no_rigid_motion_is_refused():
    stretched = HT(2 * np.eye(3), [0, 0, 0])
    for refused in (
        lambda: InverseHT(stretched),
        lambda: HT2T66Inverse(stretched),
        lambda: InverseHT(HT(np.diag([1, 1, -1]), [0, 0, 0])),
        lambda: InverseHT(np.ones((4, 4))),
        lambda: T66Inverse(2 * np.eye(6)),
        lambda: T66toHT(np.ones((6, 6))),
        lambda: T66toRotationTranslation(np.eye(6) + np.diag([1, 1, 1], -3)),
        lambda: RotationTranslation2T66(np.ones((3, 3)), [0, 0, 0]),
    ):
        with pytest.raises(ValueError, match="rotation|transformation"):
            refused()
