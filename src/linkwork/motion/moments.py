"""Moments on markers, of models in which something acts with moments."""


def clear_moments(frame, rotations, marker_moment_out):
    """Before forces are evaluated: no moments yet; the largest angle counts as a coordinate."""
    frame.direct_load = largest = 0.0
    for i in range(marker_moment_out.shape[0]):
        for r in range(3):
            marker_moment_out[i, r] = 0.0
        largest = max(largest, abs(rotations[i].angle))
    frame.largest_coordinate = largest
