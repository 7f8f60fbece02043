"""Fronts of the multifrontal solver: which blocks form a front, and where their data are.

Compiled like `symbolic.py`; done once per model. Blocks are in postorder.
"""


def supernodes(parent, count, sizes, below, last_out):
    """last_out: last block of each front; returns the number of fronts.

    A block joins the next one if both have the same columns of L, or if a front of few columns
    gains more by being dense than it loses by storing zeros.
    """
    fronts = 0
    n = parent.size
    for k in range(n):
        last_out[fronts] = k
        fronts += 1
        wide, zeros = sizes[k], 0
        while (
            fronts > 1 and parent[last_out[fronts - 2]] <= k and parent[last_out[fronts - 2]] >= 0
        ):
            child = last_out[fronts - 2]
            start = last_out[fronts - 3] + 1 if fronts > 2 else 0
            if parent[child] < last_out[fronts - 2] + 1:
                break
            columns = 0
            for block in range(start, child + 1):
                columns += sizes[block]
            extra = columns * (wide + below[k] - below[child])
            total = (columns + wide) * (columns + wide + below[k])
            same = below[child] == wide + below[k]
            allowed = total // 2 if columns + wide <= 16 else total // 16
            if not same and (zeros + extra > allowed or columns + wide > 64):
                break
            last_out[fronts - 2] = k
            fronts -= 1
            wide += columns
            zeros += extra
    return fronts


def rows_of_fronts(sizes, first, starts, rows, last, front_rows, rows_out):
    """Unknowns below the columns of each front, ascending."""
    for f in range(last.size):
        place = front_rows[f]
        for p in range(starts[last[f]], starts[last[f] + 1]):
            for i in range(sizes[rows[p]]):
                rows_out[place] = first[rows[p]] + i
                place += 1


def stacks(parent, height, update_out, child_out, sibling_out, depth_out, size_out):
    """Places of update matrices on two stacks, by depth; links to children."""
    n = parent.size
    for f in range(n):
        child_out[f] = sibling_out[f] = -1
    for f in range(n - 1, -1, -1):
        depth_out[f] = depth_out[parent[f]] + 1 if parent[f] >= 0 else 0
    for f in range(n - 1, -1, -1):
        if parent[f] >= 0:
            sibling_out[f] = child_out[parent[f]]
            child_out[parent[f]] = f
    top0 = top1 = 0
    for f in range(n):
        area = height[f] * height[f]
        if depth_out[f] % 2 == 0:
            update_out[f] = top0
            top0 += area
            size_out[0] = max(size_out[0], top0)
            if child_out[f] >= 0:
                top1 = update_out[child_out[f]]
        else:
            update_out[f] = top1
            top1 += area
            size_out[1] = max(size_out[1], top1)
            if child_out[f] >= 0:
                top0 = update_out[child_out[f]]
    for f in range(n):
        if depth_out[f] % 2 == 1:
            update_out[f] += size_out[0]


def relative_rows(parent, first, pivots, height, front_rows, rows, place_out, relative_out):
    """Row of the parent's front for each row below a front."""
    for f in range(parent.size):
        p = parent[f]
        if p < 0:
            continue
        for i in range(height[p]):
            place_out[rows[front_rows[p] + i]] = pivots[p] + i
        for i in range(height[f]):
            row = rows[front_rows[f] + i]
            inside = row < first[p] + pivots[p]
            relative_out[front_rows[f] + i] = row - first[p] if inside else place_out[row]


def targets(
    sizes, first, begin, last, pivots, height, panel, upper, front_rows, rows, edge_starts, edges,
    counts, place_out, targets_out,
):  # fmt: skip
    """Place in the fronts of every matrix entry, in the order of `values`."""
    inside, below, above = counts[0], counts[1], counts[2]
    for f in range(begin.size):
        start, p, tall = first[begin[f]], pivots[f], height[f]
        size = p + tall
        for i in range(p):
            place_out[start + i] = i
        for i in range(tall):
            place_out[rows[front_rows[f] + i]] = p + i
        for b in range(begin[f], last[f] + 1):
            c = first[b] - start
            for i in range(sizes[b]):
                targets_out[first[b] + i] = panel[f] + (c + i) * size + c + i
                for j in range(i):
                    targets_out[inside] = panel[f] + (c + j) * size + c + i
                    targets_out[inside + above] = panel[f] + (c + i) * size + c + j
                    inside += 1
            for e in range(edge_starts[b], edge_starts[b + 1]):
                high = edges[e]
                for i in range(sizes[high]):
                    row = place_out[first[high] + i]
                    for j in range(sizes[b]):
                        targets_out[below] = panel[f] + (c + j) * size + row
                        mirror = upper[f] + (c + j) * tall + row - p
                        if row < p:
                            mirror = panel[f] + row * size + c + j
                        targets_out[below + above] = mirror
                        below += 1
