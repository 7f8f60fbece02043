"""Symbolic factorization of a symmetric pattern, over blocks of unknowns.

Compiled once per process; all arrays are int64. `starts`, `neighbors` list for each block the
neighbors that come before it in the order of elimination. A block of `sizes[k]` unknowns is
eliminated at once; `below` counts the unknowns under it in its columns of L.

(Elimination trees: Liu 1990, "The role of elimination trees in sparse factorization".)
"""


def elimination_tree(starts, neighbors, parent_out, ancestor_out):
    """parent_out[k]: the block that depends first on k, -1 for a root."""
    for i in range(parent_out.size):
        parent_out[i] = ancestor_out[i] = -1
        for p in range(starts[i], starts[i + 1]):
            k = neighbors[p]
            while ancestor_out[k] != -1 and ancestor_out[k] != i:
                after = ancestor_out[k]
                ancestor_out[k] = i
                k = after
            if ancestor_out[k] == -1:
                ancestor_out[k] = i
                parent_out[k] = i


def postorder(parent, order_out, head_out, sibling_out):
    """order_out: blocks such that every subtree is a run that ends with its root."""
    n = parent.size
    for k in range(n):
        head_out[k] = -1
    for k in range(n - 1, -1, -1):
        if parent[k] >= 0:
            sibling_out[k] = head_out[parent[k]]
            head_out[parent[k]] = k
    place = 0
    for root in range(n):
        if parent[root] >= 0:
            continue
        k = root
        while k >= 0:
            while head_out[k] >= 0:  # down to the first leaf; a visited child is removed
                child = head_out[k]
                head_out[k] = sibling_out[child]
                k = child
            order_out[place] = k
            place += 1
            k = parent[k]


def heights(parent, height_out):
    """Longest path from each block down to a leaf."""
    for k in range(parent.size):
        height_out[k] = 0
    for k in range(parent.size):
        if parent[k] >= 0:
            height_out[parent[k]] = max(height_out[parent[k]], height_out[k] + 1)


def columns(starts, neighbors, parent, sizes, mark_out, count_out, below_out):
    """Number of blocks and of unknowns below each block in its columns of L."""
    for i in range(parent.size):
        mark_out[i] = i
        count_out[i] = below_out[i] = 0
        for p in range(starts[i], starts[i + 1]):
            k = neighbors[p]
            while mark_out[k] != i:
                mark_out[k] = i
                count_out[k] += 1
                below_out[k] += sizes[i]
                k = parent[k]


def structure(starts, neighbors, parent, column_starts, mark_out, next_out, rows_out):
    """rows_out[column_starts[k]:column_starts[k + 1]]: the blocks below k, ascending."""
    for i in range(parent.size):
        mark_out[i] = i
        next_out[i] = column_starts[i]
        for p in range(starts[i], starts[i + 1]):
            k = neighbors[p]
            while mark_out[k] != i:
                mark_out[k] = i
                rows_out[next_out[k]] = i
                next_out[k] += 1
                k = parent[k]


def find(starts, members, k, member):
    """Place of a member in the ascending list of block k, -1 if it is not there."""
    low, high = starts[k], starts[k + 1]
    while low < high:
        middle = (low + high) // 2
        if members[middle] < member:
            low = middle + 1
        else:
            high = middle
    return low if low < starts[k + 1] and members[low] == member else -1
