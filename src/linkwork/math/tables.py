"""Looking up tables."""


def piece_of(start, count, x, knots):
    """Index of the knot before x, in `count` > 1 knots from `start` on, within the table.

    Without a search if the knots are evenly spaced.
    """
    first, last = start, start + count - 1
    share = (x - knots[first]) / (knots[last] - knots[first])
    if share <= 0.0:
        return first
    if share >= 1.0:
        return last - 1
    guess = first + int(share * (count - 1))
    if first <= guess < last and knots[guess] <= x < knots[guess + 1]:
        return guess
    while last - first > 1:
        middle = (first + last) // 2
        if knots[middle] <= x:
            first = middle
        else:
            last = middle
    return first
