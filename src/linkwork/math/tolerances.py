"""Tolerances of what rounding decides: ranks, zeros, definiteness, symmetry, points that coincide.

Libraries of linear algebra round differently on each processor. No decision may therefore depend on
the sign or the size of a number that is only rounding. Each tolerance is relative to the scale that
its text names; its value lies between the rounding of such numbers, 1e-16 times the number and the
size of their terms, and the smallest value that means something.
"""

# ------------------------------------------------------------------ ranks

DEPENDENT_ROW = 1.0e-9
"""Remainder of a row of a matrix after those before it are projected out, relative to its length,
up to which it depends on them. Derivatives of user functions have errors of this size."""

CLEAR_ROW = 1.0e-6
"""Remainders above this are independent without a second projection, which removes rounding."""

SUSPECT_SQUARE = 1.0e-10
"""Square of the remainder of a row, relative to that of the row, up to which it is checked more
closely: squares resolve half of the digits, and those of a dependency of many rows accumulate."""

SQUARE_SHIFT = 1.0e-12
"""Added to squares of rows of unit length, so that a dependent row does not affect the others."""

NULL_SPACE = 1.0e-12
"""Pivot of an orthogonal decomposition of rows of unit length, relative to the largest, up to which
a row is dependent: the default of functions that take a threshold."""

LEAST_THRESHOLD = 1.0e-10
"""Smallest threshold of dependent rows for eigenvalues, relative to their length: a direction that
a row of rounding takes away would be missing among the modes."""

NULL_DIRECTION = 1.0e-10
"""Eigenvalue of the scaled matrix of masses and constraints, relative to the largest, up to which
its direction is left out of the solution of minimum norm."""

FREE_DIRECTION = 1.0e-10
"""Singular value of C_q, relative to the largest, up to which its direction is free in statics."""

LEAST_SQUARES = 1.0e-12
"""Singular value of a scaled matrix, relative to the largest, that least squares ignore."""

EMPTY_REMAINDER = 1.0e-10
"""Length of a vector after its parts along others are removed, relative to it, that is rounding."""

ON_A_LINE = 1.0e-6
"""Second extent of points, relative to the largest, up to which they are on a line. Files of meshes
have six or seven digits."""

FLAT_MESH = 1.0e-12
"""Smallest eigenvalue of the matrix of squares of distances, relative to the largest: points with
less are on a line, as the square of `ON_A_LINE`."""

# ------------------------------------------------------------------ smooth functions

SMOOTH = 2.0e-11
"""Eighth difference of a function of time, relative to its values, up to which differences of order
8 are used: 1e5 rounding units. For sin(x) it allows steps of 0.046, where rounding is as large as
truncation, and errors of f' and f'' are below 1e-13 and 4e-12 (on one side 2e-12 and 2e-10)."""

OF_ROUNDING = 4.0
"""Eighth difference of a function of time, relative to the largest over the smallest steps, that is
rounding of its terms, which may cancel each other; up to `SMOOTH` of its values in the run."""

# ------------------------------------------------------------------ pivots

ROUNDED_PIVOT = 1.0e-14
"""Pivot of an elimination, relative to its entry before, that is zero up to rounding."""

LOST_PIVOT = 1.0e-13
"""Pivot of a large system, relative to the largest, that makes it singular: more operations leave
more rounding than in `ROUNDED_PIVOT`. So is an eigenvalue of a mass matrix."""

PIVOT_RATIO = 1.0e-13
"""Pivot of the matrix of masses and constraints, relative to the smallest mass, that is zero."""

NO_MASS = 1.0e-25
"""Masses below this, relative to the largest one, are rounding: that of a slender rod about its own
axis, or of a scalar Euler parameter. So are parts of a gradient, relative to its largest one."""

# ------------------------------------------------------------------ zero eigenvalues

NO_STIFFNESS = 1.0e-12
"""Stiffness u^T K u of a shape, relative to the sum of its parts, that is zero."""

NO_STIFFNESS_BY_DIFFERENCES = 1.0e-8
"""The same if user functions are differentiated by differences."""

FAINT_PART = 1.0e-4
"""Parts of a shape below this, relative to its largest, are assumed to be that large: they may come
from rounding alone."""

STILL = 1.0e-6
"""Eigenvalue or force of a shape, relative to the largest of the system or to its parts, that is
zero: a motion without stiffness is a double eigenvalue, and rounding leaves half of its digits."""

BLURRED_PART = 1.0e-2
"""Parts of a shape below this, relative to its largest, may be rounding over `STILL`."""

SAME_SHAPE = 1.0e-3
"""Distance of a motion without stiffness from a combination of others, relative to it, up to which
it is such a combination: damping that moves it away, and rounding over `STILL`, are smaller."""

REAL_EIGENVALUE = 1.0e-13
"""Imaginary part of an eigenvalue of a damped system, relative to its size, that is zero; so is a
real part, relative to the largest eigenvalue."""

REAL_EIGENVALUES = 1.0e-10
"""Imaginary parts of eigenvalues of an unsymmetric stiffness, relative to their sizes, that are
zero if all of them are: close real ones may leave the axis in pairs."""

EQUAL_EIGENVALUES = 1.0e-6
"""Gap of two eigenvalues, relative to their distance from the shift or to the largest one, up to
which they are not told apart: their shapes can be mixed."""

GROWING = 1.0e-9
"""Growth rate, relative to the size of an eigenvalue, from which a motion is unstable; so is a
negative eigenvalue of the stiffness of an equilibrium, relative to its scale."""

NEUTRAL = 1.0e-10
"""Eigenvalue of the stiffness of an equilibrium, relative to its scale, that is zero."""

RIGID = 1.0e-6
"""Largest ratio of an eigenvalue of a rigid body motion to the first one of a deformation."""

RIGID_EIGENVALUE = 1.0e-12
"""Largest eigenvalue that rounding leaves of a rigid body motion, relative to tr(K)/tr(M)."""

# ------------------------------------------------------------------ definiteness

INDEFINITE = 1.0e-12
"""Eigenvalue of a symmetric matrix with unit diagonal up to which it is not positive definite."""

MASSLESS_SHAPE = 1.0e-13
"""Eigenvalue of a mass matrix with unit diagonal, per coordinate, of a motion without energy."""

REDUNDANT_MODE = 1.0e-10
"""Eigenvalue of a redundant coordinate of a flexible body, whose mass matrix has unit diagonal."""

REDUNDANT_PART = 1.0e-6
"""Part of the modes in a redundant coordinate, from which on it is one of the modes."""

NEGATIVE_MODE = 1.0e-6
"""Size of a negative eigenvalue of this matrix that rounding of files explains."""

NEGATIVE_SECTION = 1.0e-9
"""Size of a negative eigenvalue of a matrix of a section, relative to its largest entry, that
rounding of its numbers explains; so is a difference across the diagonal."""

NEGATIVE_MOMENT = 1.0e-10
"""Violation of the conditions on principal moments of inertia, relative to the tensor and to the
terms of the parallel axis theorem, that rounding explains."""

NEGATIVE_MOMENT_OF_FILES = 1.0e-9
"""The same for numbers that robot files write with fewer digits."""

# ------------------------------------------------------------------ symmetry

EVEN = 1.0e-12
"""Difference of A and A^T, relative to the largest entries, that rounding explains."""

EVEN_INERTIA = 1.0e-14
"""The same of an inertia tensor that users compute, from which on they are warned."""

EVEN_INPUT = 1.0e-9
"""The same of matrices that users type in, relative to the largest entry."""

EVEN_SCALED = 1.0e-10
"""The same of the scaled matrix of masses and constraints, whose entries are at most 1: a mass
matrix with more has no orthogonal eigenvectors, so dependent constraints cannot share loads."""

EVEN_STIFFNESS = 1.0e-8
"""The same of stiffnesses of a system, relative to the largest entries in row and column, up to
which its eigenvalues are real."""

EVEN_FORCES = 1.0e-6
"""The same of the matrix of an equilibrium, which may contain differences of user functions, up to
which its forces have a potential."""

EVEN_FILES = 1.0e-6
"""Relative difference of matrices that should be equal which rounding of files explains."""

# ------------------------------------------------------------------ points and directions

ON_BOUNDARY = 1.0e-14
"""Distance from the boundary between branches of a law, relative to the positions or angles whose
difference it is, up to which the velocity decides."""

PARALLEL = 1.0e-14
"""Sine of the angle between axes that count as parallel."""

SPANNED = 1.0e-12
"""Sine of the angle between two slopes up to which they span no plane."""

UPRIGHT = 1.0e-12
"""Deviation from 1 of the cosine between two axes up to which they count as parallel."""
