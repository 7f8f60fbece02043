"""Functions at the top level of a module, which pickles find by name."""

import linkwork as exu


def stiffening(mbs, t, itemNumber, deltaL, deltaL_t, stiffness, damping, force):
    return stiffness * deltaL + 1e3 * deltaL**3


def stop_late(mbs, t):
    mbs.variables["last"] = t
    return t < 0.5


@exu.called_back
def marked(mbs, t, itemNumber, deltaL, deltaL_t, stiffness, damping, force):
    return stiffness * deltaL


def plain(mbs, t, itemNumber, deltaL, deltaL_t, stiffness, damping, force):
    return 2.0 * stiffness * deltaL
