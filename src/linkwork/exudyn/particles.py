"""Packings of spheres."""

from math import sqrt

import numpy as np

import linkwork.exudyn as exudyn


def CreateParticlesInBox(
    minPointBox,
    maxPointBox,
    minRadius,
    maxRadius=None,
    maxNumberOfParticles=None,
    offsetRadius=0,
    verbose=0,
):
    """Spheres in a box, in hexagonal closest packing about its middle.

    minPointBox, maxPointBox -- corners of the box [m]
    minRadius, maxRadius -- radii are random between these, of NumPy's global generator; None: all
    have minRadius
    maxNumberOfParticles -- only so many; None: as many as fit
    offsetRadius -- the packing is that of spheres whose radius is larger by this
    verbose -- > 0: print the number

    Returns a list of tuples (position, radius).
    """
    largest = minRadius if maxRadius is None else maxRadius
    if not 0 < minRadius <= largest:
        raise ValueError(
            "CreateParticlesInBox: radii must be > 0 and maxRadius >= minRadius, got "
            f"{minRadius} and {maxRadius}"
        )
    r = largest + offsetRadius
    first = np.asarray(minPointBox, float)
    size = np.asarray(maxPointBox, float) - first
    steps = r * np.array([2.0, sqrt(3.0), 2.0 * sqrt(2.0 / 3.0)])
    shifts = r * np.array([1.0, 1.0 / sqrt(3.0), 0.0])  # of every second row and layer
    one = 2.0 * r + shifts
    if (size < one).any():
        raise ValueError(
            f"CreateParticlesInBox: a box of {size.tolist()} is too small for spheres with radius "
            f"{r}; it must be {one.tolist()} at least"
        )
    counts = 1 + np.floor((size - one) / steps).astype(int)
    start = first + 0.5 * (size - one - (counts - 1) * steps) + r
    layer, row, place = np.meshgrid(*map(np.arange, counts[::-1]), indexing="ij")
    points = start + np.stack(
        [
            place * steps[0] + (row + layer) % 2 * shifts[0],
            row * steps[1] + layer % 2 * shifts[1],
            layer * steps[2],
        ],
        axis=-1,
    ).reshape(-1, 3)
    points = points[:maxNumberOfParticles]
    if verbose:
        print(f"CreateParticlesInBox: {len(points)} spheres, {counts.tolist()} along x, y and z")
    radii = np.full(len(points), float(minRadius))
    if largest > minRadius:
        radii = minRadius + (largest - minRadius) * np.random.rand(len(points))
    return [(point, float(radius)) for point, radius in zip(points, radii, strict=True)]
