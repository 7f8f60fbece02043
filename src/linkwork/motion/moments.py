"""Moments on markers, for models in which moments act."""


def clear_moments(frame, rotations, marker_moment_out):
    """Reset moments before forces are evaluated; the largest angle counts as a coordinate."""
    frame.direct_load = largest = 0.0
    for i in range(marker_moment_out.shape[0]):
        for r in range(3):
            marker_moment_out[i, r] = 0.0
        largest = max(largest, abs(rotations[i].angle))
    frame.largest_coordinate = largest
