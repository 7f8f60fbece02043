"""Mistakes in the file of a user's item are reported where they are made, with what to write."""

import pytest

import linkwork as exu
from linkwork import extend
from linkwork.extend import *
from linkwork.extend.checks import CheckError
from linkwork.extend.registry import ExtensionError
from linkwork.items import FAMILIES


@pytest.fixture(autouse=True)
def known_kinds(monkeypatch):
    """Leave no kinds behind."""
    for family, kinds in FAMILIES.items():
        monkeypatch.setitem(FAMILIES, family, dict(kinds))


COUNT = iter(range(1000))


def make(base=PairConnector, **attributes):
    """A new kind with a stiffness k and no kernels."""
    given = {
        "type_name": f"Sample{next(COUNT)}",
        "stiffness": parameter(1.0, UReal, symbol="k", unit="N/m", doc="its stiffness"),
        "__module__": __name__,
        **attributes,
    }
    return type("Sample", (base,), given)


def residual(table, markers, marker_force_out):
    for i in range(table.size):
        e = table[i]
        dp = sub(markers[e.m1].p, markers[e.m0].p)
        add_scaled(marker_force_out, e.m0, e.active * e.k, dp)
        add_scaled(marker_force_out, e.m1, -e.active * e.k, dp)


def jacobian(table, stiffness_out):
    for i in range(table.size):
        for r in range(3):
            stiffness_out[i, r, r] = table[i].active * table[i].k


def output(table, row, variable, markers, value_out):
    value_out[0] = table[row].k


def refused(kind, *kernels):
    with pytest.raises(ExtensionError) as caught:
        define(kind, *kernels)
    assert isinstance(caught.value, (exu.SysError, TypeError))
    if isinstance(kind, type):
        assert kind not in FAMILIES.get(getattr(kind, "family", ""), {}).values()
        assert not getattr(kind, "kernels", {})
    return str(caught.value)


def test_the_sample_itself_is_right():
    kind = make()
    define(kind, residual, jacobian)
    assert check(kind, stiffness=3.0) < 1e-10


def test_what_is_no_kind():
    text = "define takes a class that derives from PairConnector, CoordinateConnector, Frame"
    assert refused(3, residual).startswith(text)
    assert refused(int, residual).startswith(text)


def test_names_of_kernels():
    def residuals(table, markers, marker_force_out):
        pass

    assert refused(make(), residuals, jacobian) == (
        "Sample cannot have a kernel 'residuals'; did you mean 'residual'? there are residual, "
        "jacobian, potential, output, search"
    )
    assert refused(make(), residual) == (
        "Sample lacks the kernel jacobian; write a function of that name and pass it to define"
    )
    assert "lacks the kernel residual and jacobian" in refused(make())
    assert "lacks the kernel inertia and jacobian" in refused(make(Body))
    outputs = {OutputVariableType.Force: Output("f", "N", 3, "force on m0")}
    assert "lacks the kernel output (it declares outputs)" in refused(
        make(outputs=outputs), residual, jacobian
    )
    assert "kernels must be plain functions without a decorator, got 3" in refused(make(), 3)


def test_arguments_of_kernels():
    def jacobian(table, marker, stiffness_out):
        pass

    text = refused(make(), residual, jacobian)
    assert text.startswith(
        "Sample: kernel jacobian: there is no argument 'marker'; did you mean 'markers' or "
    )
    assert "Items have table, stiffness, damping, slots, work, t, h, level, " in text
    assert text.endswith("the name of a written array ends in _out")

    def jacobian(table, turns, marker_torque, stiffness_out):
        pass

    text = refused(make(), residual, jacobian)
    assert "no argument 'turns' any more; use rotations: angle stays, omega has three" in text

    def jacobian(table, marker_torque_out, stiffness_out):
        pass

    text = refused(make(), residual, jacobian)
    assert "no argument 'marker_torque_out' any more; use marker_moment, with three" in text

    def jacobian(table, modes, stiffness_out):
        pass

    assert "no argument 'modes' any more; use branches" in refused(make(), residual, jacobian)

    def jacobian(table, stiffness_out, tolerance=1.0):
        pass

    text = refused(make(), residual, jacobian)
    assert "arguments must be plain, without defaults and stars" in text

    def jacobian(stiffness_out, table):
        pass

    text = refused(make(), residual, jacobian)
    assert "kernel jacobian: the first argument must be table" in text

    def jacobian(table, t_out, stiffness_out):
        pass

    assert "t_out: t is a number, which cannot be written" in refused(make(), residual, jacobian)

    def jacobian(table, markers):
        pass

    assert "kernel jacobian needs the argument stiffness_out" in refused(make(), residual, jacobian)


def test_what_kernels_must_write():
    def residual(table, markers):
        pass

    assert "kernel residual needs the argument marker_force_out" in refused(
        make(), residual, jacobian
    )
    assert "kernel jacobian needs the argument gradient_out, row_q_out, row_v_out" in refused(
        make(PairConstraint), constrained, jacobian
    )

    def output(table, variable, markers, value_out):
        pass

    assert "kernel output needs the argument row" in refused(make(), force, jacobian, output)


def constrained(table, markers, marker_force_out, constraint_out):
    pass


def force(table, markers, marker_force_out):
    pass


constrained.__name__ = force.__name__ = "residual"


def test_columns_that_do_not_exist():
    def residual(table, markers, marker_force_out):
        for i in range(table.size):
            e = table[i]
            marker_force_out[e.m0, 0] += e.kk

    text = refused(make(), residual, jacobian)
    assert text.startswith(
        "Sample: residual reads the column 'kk' (its line 4), which the table does not have; "
        "did you mean 'k'? Columns are the symbols of parameters and those that the engine adds: "
    )
    assert text.endswith("number, m0, m1, active, k")

    def residual(table, markers, marker_force_out):
        for i in range(table.size):
            helper(table[i])

    assert "helper reads the column 'stifness'" in refused(make(), residual, jacobian)


def helper(e):
    return e.stifness


@pytest.mark.parametrize(
    "symbol, why",
    [
        ("m0", "the engine has a column of that name"),
        ("number", "the engine has a column of that name"),
        ("active", "it is the symbol of activeConnector and wrong"),
        ("T", "records of NumPy have an attribute of that name"),
        ("t", "records of NumPy have an attribute of that name"),
        ("k 1", "kernels read it as an attribute, so it must be a Python name"),
        ("lambda", "kernels read it as an attribute, so it must be a Python name"),
    ],
)
def test_symbols_that_cannot_be_columns(symbol, why):
    with pytest.raises(TypeError) as caught:
        make(wrong=parameter(0.0, Real, symbol=symbol, unit="1", doc="a wrong symbol"))
    assert str(caught.value) == (
        f"Sample: the symbol {symbol!r} of wrong cannot be a column of the table; {why}"
    )


def test_class_attributes():
    def told(**attributes):
        return refused(make(**attributes), residual, jacobian)

    assert told(type_name="") == 'Sample needs a type_name, e.g. type_name = "Sample"'
    assert (
        told(typename="A") == "Sample has no class attribute 'typename'; did you mean 'type_name'?"
    )
    assert told(output={}) == "Sample has no class attribute 'output'; did you mean 'outputs'?"
    assert told(outputs=[]) == "Sample: outputs must be a dictionary"
    assert told(outputs={"Force": 3}) == (
        "Sample: outputs must map an OutputVariableType to an Output(symbol, unit, size, doc), "
        "got 'Force': 3"
    )
    assert told(V=3) == "Sample: V must be a class below Visualization, got 3"
    assert told(short_name=3) == "Sample: short_name must be a string, got 3"
    assert told(damping=2.0, __annotations__={"damping": float}) == (
        "Sample: damping looks like a parameter, but is not; declare it with parameter(2.0, "
        "kind, symbol=..., doc=...), or annotate it as ClassVar"
    )


def test_type_names_are_taken_once():
    assert refused(make(type_name="ConnectorSpringDamper"), residual, jacobian) == (
        "Sample: the type_name 'ConnectorSpringDamper' is taken by Linkwork's "
        "ObjectConnectorSpringDamper; choose another"
    )
    first, again = make(type_name="Twice"), make(type_name="Twice")
    define(first, residual, jacobian)
    define(again, residual, jacobian)
    assert FAMILIES["object"]["Twice"] is again
    other = make(type_name="Twice", __qualname__="Other")
    assert "'Twice' is taken by" in refused(other, residual, jacobian)
    assert FAMILIES["object"]["Twice"] is again


# ---------------------------------------------------------------------- what checks find


def complaint(kernels, base=PairConnector, function=check_jacobian, **options):
    kind = make(base)
    define(kind, *kernels)
    with pytest.raises(CheckError) as caught:
        function(kind, **options)
    return str(caught.value)


def test_a_wrong_stiffness_is_found_and_placed():
    def jacobian(table, stiffness_out):
        for i in range(table.size):
            for r in range(3):
                stiffness_out[i, r, r] = table[i].active * table[i].k * (1.5 if r == 2 else 1.0)

    text = complaint([residual, jacobian], stiffness=4.0)
    assert text.startswith(
        "Sample: jacobian writes stiffness_out[i, 2, 2] = 6, but differences of residual give 4"
    )
    assert "level 0" in text


def test_a_missing_damping_is_found():
    def residual(table, markers, marker_force_out):
        for i in range(table.size):
            e = table[i]
            dv = sub(markers[e.m1].v, markers[e.m0].v)
            add_scaled(marker_force_out, e.m0, e.active * e.k, dv)
            add_scaled(marker_force_out, e.m1, -e.active * e.k, dv)

    def jacobian(table, damping_out):
        for i in range(table.size):
            for r in range(3):
                damping_out[i, r, r] = 0.0 if r == 1 else table[i].active * table[i].k

    text = complaint([residual, jacobian], stiffness=4.0)
    assert "damping_out[i, 1, 1] = 0, but differences of residual give 4" in text


def test_an_inactive_connector_must_not_act():
    def jacobian(table, stiffness_out):
        for i in range(table.size):
            for r in range(3):
                stiffness_out[i, r, r] = table[i].k

    text = complaint([residual, jacobian], stiffness=4.0)
    assert "stiffness_out[i, 0, 0] = 4, but differences of residual give 0" in text

    def residual_always(table, markers, marker_force_out):
        for i in range(table.size):
            e = table[i]
            dp = sub(markers[e.m1].p, markers[e.m0].p)
            add_scaled(marker_force_out, e.m0, e.k, dp)
            add_scaled(marker_force_out, e.m1, -e.k, dp)

    residual_always.__name__ = "residual"
    text = complaint([residual_always, jacobian], function=check_balance)
    assert text == "Sample acts although activeConnector is False"


def test_forces_depend_on_differences_alone():
    def residual(table, markers, marker_force_out):
        for i in range(table.size):
            e = table[i]
            p = markers[e.m0].p
            for r in range(3):
                marker_force_out[e.m0, r] -= e.active * e.k * p[r]

    text = complaint([residual, jacobian])
    assert text.startswith(
        "Sample: the block of m0 is correct by q, but the others do not follow from it: forces may "
        "depend on p1 - p0 and v1 - v0 only, and the force on m1 must be the reaction"
    )


def test_reactions_are_checked():
    def residual(table, markers, marker_force_out):
        for i in range(table.size):
            e = table[i]
            dp = sub(markers[e.m1].p, markers[e.m0].p)
            add_scaled(marker_force_out, e.m0, e.active * e.k, dp)
            add_scaled(marker_force_out, e.m1, e.active * e.k, dp)

    text = complaint([residual, jacobian], function=check_balance)
    assert text.startswith("Sample: action is not reaction: m0 receives [")
    text = complaint([residual, jacobian])
    assert "by q, but the others do not follow from it" in text

    def residual(table, markers, marker_force_out):
        for i in range(table.size):
            e = table[i]
            marker_force_out[e.m0, 1] += e.active * e.k
            marker_force_out[e.m1, 1] -= e.active * e.k

    text = complaint([residual, jacobian], function=check_balance)
    assert text.startswith("Sample: the force [0. 1. 0.] on m0 is not along p1 - p0 = ")
    assert text.endswith("if that is intended, set rigid_invariance = False")


def rod(level_two=1.0, row=1.0, gradient=1.0):
    """Kernels of c = |Delta p|^2 / 2 - k, with factors that spoil them."""

    def residual(table, markers, multipliers, level, marker_force_out, constraint_out):
        for i in range(table.size):
            e = table[i]
            dp, dv = sub(markers[e.m1].p, markers[e.m0].p), sub(markers[e.m1].v, markers[e.m0].v)
            force = multipliers[e.row]
            if e.active == 0:
                constraint_out[e.row] = force
                continue
            add_scaled(marker_force_out, e.m0, force, dp)
            add_scaled(marker_force_out, e.m1, -force, dp)
            constraint_out[e.row] = dot(dv, dv) * level_two
            if level == 0:
                constraint_out[e.row] = 0.5 * dot(dp, dp) - e.k
            elif level == 1:
                constraint_out[e.row] = dot(dp, dv)

    def jacobian(
        table, markers, multipliers, level,
        stiffness_out, gradient_out, row_q_out, row_v_out, slope_out,
    ):  # fmt: skip
        for i in range(table.size):
            e = table[i]
            dp, dv = sub(markers[e.m1].p, markers[e.m0].p), sub(markers[e.m1].v, markers[e.m0].v)
            slope_out[i] = 1.0 - e.active
            for r in range(3):
                gradient_out[i, r] = e.active * dp[r] * gradient
                row_q_out[i, r] = e.active * (dp[r] if level == 0 else dv[r] * row)
                row_v_out[i, r] = e.active * dp[r] * level
                stiffness_out[i, r, r] = e.active * multipliers[e.row]

    return residual, jacobian


def test_constraints_are_checked_at_all_levels():
    kind = make(PairConstraint)
    define(kind, *rod())
    assert check(kind) < 1e-10
    text = complaint(rod(gradient=2.0), PairConstraint)
    assert "jacobian writes gradient_out[i, " in text
    text = complaint(rod(row=0.5), PairConstraint)
    assert "jacobian writes row_q_out[i, " in text and "level 1" in text
    text = complaint(rod(level_two=2.0), PairConstraint)
    assert "constraint_out = " in text and "at level 2, but level 1 changes by" in text


def test_loads_and_bodies_are_checked():
    def residual(table, markers, marker_force_out):
        for i in range(table.size):
            e = table[i]
            marker_force_out[e.m0, 0] += e.k * markers[e.m0].v[0]

    text = complaint([residual], Load)
    assert text.startswith("Sample: a load may depend on time only, but this one changes with v")

    def inertia(table, a, residual_out):
        for i in range(table.size):
            residual_out[table[i].first] += table[i].k * a[table[i].first]

    def jacobian(table, ca, slots, values_out):
        for i in range(table.size):
            values_out[slots[i, 0, 0]] += 2.0 * ca * table[i].k

    kind = make(
        PointMass,
        node_kinds=(Node1D,),
        own={"slots": (i4, (1, 1))},
        nodeNumber=parameter(-1, Index("node"), symbol="n0", doc="its node", structural=True),
    )
    define(kind, inertia, jacobian)
    with pytest.raises(CheckError, match=r"jacobian gives 6 at \[0, 0\].*by a, but .* give 3"):
        check_jacobian(kind, stiffness=3.0)


def test_kernels_that_break_the_rules():
    def residual(table, markers, marker_force_out):
        for i in range(table.size):
            parts = [markers[table[i].m0].p[0]]
            markers[table[i].m0].p[0] = parts[0]

    text = complaint([residual, jacobian], function=check_kernels)
    assert "line 3: allocates (List)" in text and "line 4: writes markers[table[i].m0].p[0]" in text


def test_check_needs_an_item():
    with pytest.raises(CheckError, match="a connector, load or body"):
        extend.check(3)
    with pytest.raises(CheckError, match="has no reaction"):
        check_balance(Load)


def test_kernels_that_cannot_be_compiled_are_told_by_item_and_line():
    def residual(table, markers, marker_force_out):
        for i in range(table.size):
            marker_force_out[table[i].m0, 0] += "text"

    kind = make()
    define(kind, residual, jacobian)
    with pytest.raises(exu.SysError) as caught:
        check_jacobian(kind)
    text = str(caught.value)
    assert text.startswith("Sample: kernel residual cannot be compiled: ")
    assert "test_mistakes.py" in text


def test_rules_need_the_source_text():
    space = dict(globals())
    exec(
        "def residual(table, markers, marker_force_out):\n    marker_force_out[0, 0] = 0.0\n", space
    )
    kind = make()
    define(kind, space["residual"], jacobian)
    with pytest.raises(CheckError, match="in their source text, which is not available"):
        check_kernels(kind)


# ------------------------------------------------------------------------------- bodies


def pair_inertia(table, a, residual_out):
    for i in range(table.size):
        e = table[i]
        residual_out[e.first] += e.k * (a[e.first] + 0.5 * a[e.first + 1])
        residual_out[e.first + 1] += e.k * (a[e.first + 1] + 0.5 * a[e.first])


def pair_jacobian(table, ca, slots, values_out):
    for i in range(table.size):
        for r in range(2):
            for c in range(2):
                values_out[slots[i, r, c]] += ca * table[i].k * (1.0 if r == c else 0.5)


def heavy_inertia(table, a, residual_out):
    for i in range(table.size):
        e = table[i]
        for r in range(2):
            residual_out[e.first + r] += e.k * (a[e.first + r] + 9.81)


def heavy_jacobian(table, ca, slots, values_out):
    for i in range(table.size):
        for r in range(2):
            values_out[slots[i, r, r]] += ca * table[i].k


def named(kernel, name):
    """A kernel under the name that the engine asks for."""
    kernel.__name__ = name
    return kernel


def body(**attributes):
    node = parameter(-1, Index("node"), symbol="n0", doc="its node", structural=True)
    own = {"slots": (i4, (2, 2))}
    return make(Body, node_kinds=(NodePoint2D,), own=own, nodeNumber=node, **attributes)


def test_masses_beside_the_diagonal_must_be_declared():
    kernels = named(pair_inertia, "inertia"), named(pair_jacobian, "jacobian")
    kind = body()
    define(kind, *kernels)
    with pytest.raises(CheckError, match="couples_coordinates = True"):
        extend.check_jacobian(kind, stiffness=2.0)
    kind = body(couples_coordinates=True)
    define(kind, *kernels)
    assert extend.check_jacobian(kind, stiffness=2.0) < 1e-9


def test_inertia_holds_no_forces():
    kind = body()
    define(kind, named(heavy_inertia, "inertia"), named(heavy_jacobian, "jacobian"))
    with pytest.raises(
        CheckError, match="without accelerations; it must be M a only, and forces belong"
    ):
        extend.check_jacobian(kind, stiffness=2.0)

    def inertia(table, v, a, residual_out):
        pass

    text = refused(body(), inertia, named(heavy_jacobian, "jacobian"))
    assert "inertia is M a alone, without v" in text and "kernel residual" in text


def test_pools_need_somebody_who_lays_them_out():
    text = refused(make(pools={"memory": f8}), residual, jacobian)
    assert "nothing makes its pools memory; give it a class method lay_out" in text


def test_there_is_room_for_a_few_pools():
    pools = {f"memory{k}": f8 for k in range(7)}
    text = refused(
        make(pools=pools, lay_out=classmethod(lambda cls, table, model: None)), residual, jacobian
    )
    assert "it may have up to 6 pools, got 7: memory0, " in text
