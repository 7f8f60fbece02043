"""Shapes and colors of URDF files."""

from __future__ import annotations

from linkwork.robots.description import Shape
from linkwork.robots.mesh_files import MeshFiles
from linkwork.robots.rotations import from_roll_pitch_yaw
from linkwork.robots.xml_lines import Element, XmlFile

Materials = dict[str, tuple[float, ...]]


def read_material(file: XmlFile, element: Element, materials: Materials) -> None:
    """Keep the color of a named material."""
    color = element.find("color")
    name = element.get("name")
    if color is not None and name:
        materials[name] = file.numbers(color, "rgba", 4, (0.7, 0.7, 0.7, 1.0))


def read_shapes(
    file: XmlFile, link: Element, tag: str, materials: Materials, meshes: MeshFiles
) -> list[Shape]:
    """Shapes of a link; tag -- "visual" or "collision"."""
    found = []
    for element in link.findall(tag):
        geometry = element.find("geometry")
        for form in geometry if geometry is not None else ():
            shape = _shape(file, form, meshes)
            if shape is not None:
                _place(file, element, shape)
                shape.color = _color(file, element, materials)
                found.append(shape)
    return found


def _shape(file: XmlFile, form: Element, meshes: MeshFiles) -> Shape | None:
    """A form without its place; None if it is not known."""
    if form.tag == "mesh":
        source = file.text(form, "filename")
        return Shape("mesh", file.numbers(form, "scale", 3, (1.0, 1.0, 1.0)), source=source,
                     file=meshes.find(source))  # fmt: skip
    if form.tag == "box":
        return Shape("box", file.numbers(form, "size", 3, (0.0, 0.0, 0.0)))
    if form.tag == "sphere":
        return Shape("sphere", (file.number(form, "radius", 0.0),))
    if form.tag in ("cylinder", "capsule"):
        return Shape(form.tag, (file.number(form, "radius", 0.0), file.number(form, "length", 0.0)))
    meshes.report.ignored.append(f"shape <{form.tag}> (line {file.line(form)})")
    return None


def _place(file: XmlFile, element: Element, shape: Shape) -> None:
    origin = element.find("origin")
    if origin is not None:
        x, y, z = file.numbers(origin, "xyz", 3, (0.0, 0.0, 0.0))
        shape.p = (x, y, z)
        shape.R = from_roll_pitch_yaw(file.numbers(origin, "rpy", 3, (0.0, 0.0, 0.0)))


def _color(file: XmlFile, element: Element, materials: Materials) -> tuple[float, ...] | None:
    material = element.find("material")
    if material is None:
        return None
    read_material(file, material, materials)
    color = material.find("color")
    if color is not None:
        return file.numbers(color, "rgba", 4, (0.7, 0.7, 0.7, 1.0))
    return materials.get(material.get("name") or "")
