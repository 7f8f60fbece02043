"""Planar springs: reference pose, attributes of the document, every refusal."""

import inspect
import math

import numpy as np
import pytest

from linkwork import planar as lw
from tests.cases import looped

CURVE = [[-1.0, -2.0], [0.0, 0.0], [1.0, 5.0]]


def pair():
    a = lw.Disc(m=1.0, R=0.1, name="A", cm=(1.0, 2.0, math.pi / 2))
    b = lw.Disc(m=1.0, R=0.1, name="B", cm=(-2.0, 0.0, 0.25))
    return a, b


def test_signatures_are_those_of_the_document():
    base = ["k", "c", "p", "parent", "child", "parent_pos", "child_pos", "dof_constraint"]
    assert list(inspect.signature(lw.SpringDamper).parameters) == base
    linear = inspect.signature(lw.LinearSpringDamper).parameters
    assert list(linear)[:12] == [*base, "track_force", "type", "curve", "mu"]
    rotational = inspect.signature(lw.RotationalSpringDamper).parameters
    assert list(rotational)[:6] == [*base[:5], "dof_constraint"]
    defaults = {name: linear[name].default for name in list(linear)[2:12]}
    assert defaults == dict(
        p=0.0, parent=None, child=None, parent_pos=(0.0, 0.0), child_pos=(0.0, 0.0),
        dof_constraint=(False, False, False), track_force=False, type="Linear", curve=None,
        mu=(0.0, 0.0),
    )  # fmt: skip


def test_reference_pose_of_attachment_points():
    a, b = pair()
    spring = lw.LinearSpringDamper(
        10, 1, parent=a, child=b, parent_pos=(0.5, 0.0), child_pos=(0.0, 1.0)
    )
    xp, yp = 1.0, 2.5
    xc, yc = -2.0 - math.sin(0.25), math.cos(0.25)
    assert spring.l0x == pytest.approx(xp - xc, rel=1e-15)
    assert spring.l0y == pytest.approx(yp - yc, rel=1e-15)
    assert spring.l0t == pytest.approx(math.pi / 2 - 0.25, rel=1e-15)
    assert spring.l0 == pytest.approx(math.hypot(xp - xc, yp - yc), rel=1e-15)
    assert (spring.xp, spring.yp, spring.xc, spring.yc) == (0.5, 0.0, 0.0, 1.0)


def test_a_boundary_is_an_absolute_point():
    a, _ = pair()
    spring = lw.LinearSpringDamper(10, 1, parent=None, child=a, parent_pos=(5, 2), child_pos=None)
    assert (spring.l0x, spring.l0y) == (4.0, 0.0)
    assert spring.l0t == -math.pi / 2
    assert spring.parent is None and spring.child_body is a


def test_initial_displacements_stretch_a_spring():
    a, _ = pair()
    a.initial_conditions(p=(3.0, 0.0, 0.0))
    assert lw.LinearSpringDamper(1, 0, parent=a).l0 == pytest.approx(math.sqrt(5.0))


def test_lengths_are_measured_on_axes_that_act():
    body = lw.Disc(m=1, R=1, cm=(3, 4, 0))
    spring = lw.LinearSpringDamper(1, 0, parent=body, dof_constraint=(False, True, False))
    assert spring.l0 == 3.0
    spring.release = "mask"
    assert spring.l0 == 5.0
    spring.constraint = (True, False, False)
    spring.release = "project"
    assert spring.l0 == 4.0


def test_the_length_can_be_overridden():
    a, b = pair()
    spring = lw.LinearSpringDamper(1, 0, parent=a, child=b, l0=0.75)
    assert spring.l0 == 0.75
    spring.l0x, spring.l0y = 3.0, 4.0
    assert spring.l0 == 0.75
    spring.l0 = None
    assert spring.l0 == 5.0


def test_attributes_can_be_read_and_set():
    a, b = pair()
    spring = lw.LinearSpringDamper(1, 2, 3, a, b, curve=CURVE, mu=(0.1, 0.2), type="Tabular")
    assert (spring.k, spring.c, spring.p, spring.mu) == (1.0, 2.0, 3.0, (0.1, 0.2))
    assert spring.forcehist is None and spring.constraint == (False, False, False)
    assert np.array_equal(spring.kcurve, CURVE)
    for name, value in dict(
        k=5.0, c=0.0, p=-1.0, xp=0.1, yp=0.2, xc=0.3, yc=0.4, l0x=1.5, l0y=2.5, l0t=0.5, l0=1.0,
        type="Tensile", mu=(1.0, 2.0), constraint=(True, False, True), damping="axial",
        release="mask", extrapolate="linear", no_adhesion=True, track_force=True, name="s",
    ).items():  # fmt: skip
        setattr(spring, name, value)
        assert getattr(spring, name) == value
    with pytest.raises(ValueError, match="read-only"):
        spring.kcurve[0, 0] = 3.0


def test_parent_and_child_are_indices_in_a_solver():
    a, b = pair()
    spring = lw.LinearSpringDamper(1, 0, parent=b, name="s")
    assert spring.child is None and spring.parent is b
    twin = lw.LinearSpringDamper(1, 0, parent=spring.parent, child=spring.child)
    assert twin.parent_body is b and twin.child_body is None
    with pytest.raises(ValueError, match="child is not the index of a body, got 0: .* no Solver"):
        spring.child = 0
    lw.Solver([a, b], [spring], lw.RunConfiguration())
    assert (spring.parent, spring.child) == (1, None)
    spring.child = 0
    assert spring.child == 0 and spring.child_body is a
    spring.parent = None
    assert spring.parent is None
    spring.parent = b
    assert spring.parent == 1
    other = lw.Disc(m=1.0, R=0.1)
    spring.parent = other
    assert spring.parent is other
    spring.parent = b
    with pytest.raises(ValueError, match="'s': child is not the index .* got 2: .* 2 bodies"):
        spring.child = 2


def test_misspelled_attributes_are_refused():
    a, b = pair()
    spring = lw.LinearSpringDamper(1, 0, parent=a, child=b, name="s")
    with pytest.raises(AttributeError, match="'s' has no attribute 'l0z'; did you mean 'l0"):
        spring.l0z = 3.0
    with pytest.raises(AttributeError, match="no attribute 'stiffness'; it has k, c, constraint"):
        spring.stiffness = 3.0
    with pytest.raises(
        AttributeError, match="Disc 'A' has no attribute 'mass'; it has ID, m, R, name"
    ):
        a.mass = 2.0
    force = lw.Force(lw.RunConfiguration(), 1.0, a, 0)
    with pytest.raises(AttributeError, match="Force on x of Disc 'A' has no attribute 'force'"):
        force.force = 2.0
    with pytest.raises(ValueError, match="Force on x of Disc 'A': dof must be 0, 1 or 2"):
        force.dof = 5


def test_a_curve_is_needed_by_tabular_springs():
    a, _ = pair()
    with pytest.raises(ValueError, match="curve must be an array .n, 2. for type 'Tabular', got N"):
        lw.LinearSpringDamper(1, 0, parent=a, type="Tabular", name="t")


@looped(
    "values, text",
    [
        (dict(k=-1.0), "k must be a finite real number >= 0, got -1.0"),
        (dict(c=-0.5), "c must be a finite real number >= 0, got -0.5"),
        (dict(k=math.nan), "k must be a finite real number >= 0, got nan"),
        (dict(c=math.inf), "c must be .* got inf"),
        (dict(p=math.nan), "p must be a finite real number, got nan"),
        (dict(k="5"), "k must be .* got '5'"),
        (dict(k=None), "k must be .* got None"),
        (dict(parent_pos=(1.0,)), r"parent_pos must be 2 finite real numbers, got \(1.0,\)"),
        (dict(child_pos=(1.0, 2.0, 3.0)), "child_pos must be 2 finite real numbers, got"),
        (dict(child_pos=(1.0, math.nan)), "child_pos must be 2 finite real numbers, got .*nan"),
        (dict(dof_constraint=(True, False)), r"dof_constraint must be .*, got \(True, False\)"),
        (dict(dof_constraint=(2, 0, 0)), r"dof_constraint must be .*, got \(2, 0, 0\)"),
        (dict(dof_constraint=(1.0, 0, 0)), r"dof_constraint must be .*, got \(1.0, 0, 0\)"),
        (dict(mu=(0.1,)), r"mu must be 2 finite real numbers, got \(0.1,\)"),
        (dict(mu=(0.1, math.nan)), "mu must be 2 finite real numbers"),
        (dict(type="Stiff"), "type must be one of 'Linear', 'Tensile', 'Compressive', 'Tabular'"),
        (dict(type="linear"), "type must be one of .* got 'linear'"),
        (dict(track_force=1), "track_force must be True or False, got 1"),
        (dict(curve=[1.0, 2.0]), r"curve must be an array .* not of shape \(2,\)"),
        (dict(curve=[[0.0, 1.0]]), r"curve must be an array .* not of shape \(1, 2\)"),
        (dict(curve=np.zeros((3, 3))), r"not of shape \(3, 3\)"),
        (
            dict(curve=[[0.0, 1.0], [0.0, 2.0]]),
            "must strictly increase, got 0.0 after 0.0 in row 1",
        ),
        (dict(curve=[[0.0, 1.0], [2.0, 2.0], [1.0, 3.0]]), "got 1.0 after 2.0 in row 2"),
        (dict(curve=[[0.0, math.nan], [1.0, 2.0]]), "curve must be an array"),
        (dict(curve="abc"), "curve must be an array"),
        (dict(l0=-1.0), r"l0 must be a finite real number >= 0 \[m\], got -1.0"),
        (dict(formulation="rod"), "formulation must be one of 'axial', 'bushing', got 'rod'"),
        (dict(damping="x"), "damping must be one of 'isotropic', 'axial', got 'x'"),
        (dict(release="x"), "release must be one of 'project', 'mask', got 'x'"),
        (dict(extrapolate="x"), "extrapolate must be one of 'hold', 'linear', got 'x'"),
        (dict(no_adhesion=0), "no_adhesion must be True or False, got 0"),
        (dict(formulation="bushing", p=0.1), "p must be 0.0 with formulation 'bushing', got 0.1"),
        (dict(formulation="bushing", type="Tensile"), "type must be 'Linear' with formulation"),
        (dict(formulation="bushing", l0=1.0), "l0 must be None with formulation 'bushing'"),
    ],
)
def test_bad_values_are_refused(values, text):
    a, b = pair()
    given = dict(k=1.0, c=0.0, parent=a, child=b, name="s") | values
    with pytest.raises(ValueError, match="LinearSpringDamper 's': .*" + text):
        lw.LinearSpringDamper(**given)


def test_bad_values_are_refused_on_assignment_and_change_nothing():
    a, b = pair()
    spring = lw.RotationalSpringDamper(1.0, 2.0, parent=a, child=b)
    told = r"RotationalSpringDamper \(parent Disc 'A', child Disc 'B'\): k must be .* got -2.0"
    with pytest.raises(ValueError, match=told):
        spring.k = -2.0
    assert spring.k == 1.0


@pytest.mark.parametrize("kind", [lw.LinearSpringDamper, lw.RotationalSpringDamper])
def test_bodies_are_checked(kind):
    a, b = pair()
    with pytest.raises(ValueError, match="parent and child must be different .* Disc 'A' twice"):
        kind(1, 0, parent=a, child=a)
    with pytest.raises(TypeError, match="parent must be a RigidBody or None, got 'A'"):
        kind(1, 0, parent="A")
    spring = kind(1, 0, parent=a, child=b, name="s")
    with pytest.raises(ValueError, match="'s': child must be one of the bodies .* got Disc 'B'"):
        lw.Solver([a], [spring], lw.RunConfiguration())
    with pytest.raises(ValueError, match="parent or child must be a body, got None for both"):
        lw.Solver([a], [kind(1, 0)], lw.RunConfiguration())


def test_the_printed_base_class_holds_values_and_a_solver_refuses_it():
    a, b = pair()
    spring = lw.SpringDamper(k=1, c=1)
    assert (spring.k, spring.c, spring.p) == (1.0, 1.0, 0.0)
    assert spring.parent is None and spring.child is None
    spring = lw.SpringDamper(1, 2, 3, a, b, (0.5, 0.0), (0.0, 1.0), (True, False, False))
    twin = lw.LinearSpringDamper(1, 2, 3, a, b, (0.5, 0.0), (0.0, 1.0), (True, False, False))
    for name in ("k", "c", "p", "constraint", "xp", "yp", "xc", "yc", "l0x", "l0y", "l0t"):
        assert getattr(spring, name) == getattr(twin, name), name
    for kind in (lw.SpringDamper, type("Own", (lw.SpringDamper,), {})):
        spring = kind(k=1.0, c=0.0, parent=a, child=b)
        with pytest.raises(TypeError, match=f"a {kind.__name__} has no force law; use a"):
            lw.Solver([a, b], [spring], lw.RunConfiguration())


def test_a_preload_without_length_has_no_direction_and_warns_once():
    run = lw.RunConfiguration(n_timesteps=11, termination_time=0.1)
    body = lw.Disc(m=1.0, R=0.1)
    spring = lw.LinearSpringDamper(k=1000, c=10, p=-0.001, parent=body, type="Compressive")
    solver = lw.Solver([body], [spring], run, verbose=False)
    with pytest.warns(UserWarning, match=r"its ends coincide .* although p = -0\.001 m; start a"):
        solver.solve()
    assert np.all(solver.position_array == 0.0)
    solver.solve()
    both = lw.LinearSpringDamper(k=1, c=0, p=0.5, parent=body, l0=0.25)
    with pytest.warns(UserWarning, match=r"although l0 = 0\.25 m and p = 0\.5 m; start"):
        lw.Solver([body], [both], run, verbose=False).solve()
    for quiet in (dict(), dict(p=0.25, l0=0.25), dict(formulation="bushing")):
        spring = lw.LinearSpringDamper(k=1, c=0, parent=body, **quiet)
        lw.Solver([body], [spring], run, verbose=False).solve()
