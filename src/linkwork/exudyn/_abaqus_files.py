"""Nodes, elements and matrices from text files of Abaqus."""

from pathlib import Path

import numpy as np

_CORNERS = {
    "C3D4": ("Tet4", 4),
    "C3D10": ("Tet10", 10),
    "C3D8": ("Hex8", 8),
    "C3D20": ("Hex20", 20),
}
_FACES = {
    "Tet4": ((0, 2, 1), (0, 1, 3), (1, 2, 3), (2, 0, 3)),
    "Hex8": (
        (0, 3, 2, 1), (4, 5, 6, 7), (0, 1, 5, 4), (1, 2, 6, 5), (2, 3, 7, 6), (3, 0, 4, 7)
    ),
}  # fmt: skip


def read_input_file(fileName, typeName, name):
    """(positions, {element name: rows of node numbers}) of a part or instance of an .inp file."""
    nodes, elements = {}, {}
    inside, section, count = False, "", 0
    pending = []
    for line in Path(fileName).read_text().splitlines():
        text = line.strip()
        if not text or text.startswith("**"):
            continue
        if text.startswith("*"):
            words = [word.strip() for word in text[1:].split(",")]
            keys = dict(w.lower().split("=", 1) for w in words[1:] if "=" in w)
            keys = {key.strip(): value.strip() for key, value in keys.items()}
            if words[0].lower() == typeName.lower():
                inside = keys.get("name", "") == name.lower()
            elif words[0].lower() == f"end {typeName.lower()}":
                inside = False
            section, pending = words[0].lower() if inside else "", []
            if section == "element":
                kind = keys.get("type", "").upper()
                found = [v for k, v in _CORNERS.items() if kind.rstrip("HRI") == k]
                section, (element, count) = (section, found[0]) if found else ("", ("", 0))
            continue
        if section == "node":
            number, *place = text.split(",")
            nodes[int(number)] = [float(x) for x in place[:3]]
        elif section == "element":
            pending += [int(x) for x in text.split(",") if x.strip()]
            if len(pending) > count:
                elements.setdefault(element, []).append(pending[1 : count + 1])
                pending = []
    if not nodes:
        raise ValueError(f"{str(fileName)!r} has no nodes in a {typeName} with the name {name!r}")
    order = {number: k for k, number in enumerate(sorted(nodes))}
    rows = {k: np.array([[order[n] for n in row] for row in v]) for k, v in elements.items()}
    return np.array([nodes[number] for number in sorted(nodes)]), rows


def surface_of(elements):
    """Triangles on the surface of elements: faces that only one of them has."""
    found = {}
    for name, rows in elements.items():
        kind = {"Tet10": "Tet4", "Hex20": "Hex8"}.get(name, name)
        for row in rows:
            for face in _FACES[kind]:
                corners = [int(row[k]) for k in face]
                found.setdefault(tuple(sorted(corners)), []).append(corners)
    triangles = []
    for faces in found.values():
        if len(faces) == 1:
            corners = faces[0]
            triangles.append(corners[:3])
            if len(corners) == 4:
                triangles.append([corners[0], *corners[2:]])
    return np.array(triangles, int).reshape(-1, 3)


def read_matrix(fileName):
    """A sparse matrix from rows (row, column, value), whose numbers begin with 1."""
    from scipy.sparse import csr_matrix

    text = Path(fileName).read_text().replace(",", " ").splitlines()
    rows, columns, values = np.loadtxt(text, ndmin=2)[:, :3].T
    return csr_matrix((values, (rows.astype(int) - 1, columns.astype(int) - 1)))
