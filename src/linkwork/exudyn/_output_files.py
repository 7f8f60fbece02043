"""Text files of sensors, solutions and parameter variations: headers and spaces."""

import ast
import re

_COLUMNS = ("ODE2", "Vel2", "Acc2", "ODE1", "Vel1", "Algebraic", "Data")


def ParseOutputFileHeader(lines):
    """What the comment lines at the start of an output file tell, as a dictionary.

    'type' is 'sensor', 'solution', 'parameterVariation', 'geneticOptimization' or 'unknown';
    'columns' are names of the columns, 'variableRanges' ranges of varied parameters. Sensor files
    also have 'sensorType', 'itemNumber', 'outputVariableType' and 'numberOfSensors', solution
    files 'numberOfSteps'.
    """
    header = []
    for line in lines:
        if not line.startswith("#"):
            break
        header.append(line[1:].strip())
    text = "\n".join(header)
    first = header[0] if header else ""
    found = {"type": "unknown", "columns": [], "variableRanges": []}
    if "sensor output file" in first:
        _read_sensor(text, found)
    elif "solution file" in first:
        _read_solution(text, found)
    elif "results file" in first:
        genetic = "genetic" in first
        found["type"] = "geneticOptimization" if genetic else "parameterVariation"
        _read_variation(header, found)
    return found


def _number(pattern, text, otherwise=0):
    match = re.search(pattern + r"\s*=\s*(\d+)", text)
    return int(match.group(1)) if match else otherwise


def _read_sensor(text, found):
    kind = re.search(r"measure (\w+)", text)
    variable = re.search(r"OutputVariableType\s*=\s*(\w+)", text)
    found["type"] = "sensor"
    found["sensorType"] = kind.group(1) if kind else ""
    found["itemNumber"] = _number(r"measure \w+ number", text, -1)
    found["outputVariableType"] = name = variable.group(1) if variable else ""
    found["numberOfSensors"] = count = _number("number of sensor values", text)
    found["columns"] = ["time", *(f"{name}{k}" for k in range(count))]


def _read_solution(text, found):
    counts = re.search(r"written coordinates.*=\s*\[([\d,\s]+)\]", text)
    found["type"] = "solution"
    found["numberOfSteps"] = _number(r"number of (?:time|load) steps[^=\n]*", text)
    sizes = [int(size) for size in counts.group(1).split(",")] if counts else []
    found["columns"] = ["time"]
    for name, size in zip(_COLUMNS, sizes, strict=False):
        found["columns"] += [f"{name}-{k}" for k in range(size)]


def _read_variation(header, found):
    for line, following in zip(header, [*header[1:], ""], strict=True):
        if line.startswith("globalIndex"):
            found["columns"] = line.split(",")
        elif "ranges" in line:
            ranges = [ast.literal_eval(part) for part in following.split(";") if part]
            found["variableRanges"] = [
                [*map(float, r[:2]), *r[2:]] if isinstance(r, tuple) else r for r in ranges
            ]


def FileStripSpaces(filename, outputFilename, fileCommentChar="", removeDoubleChars=""):
    """Copy a text file without spaces at both ends of its lines.

    fileCommentChar -- lines that start with it are copied as they are
    removeDoubleChars -- characters of which only one of several in a row is kept
    """
    with open(filename, encoding="utf-8") as file:
        lines = file.read().splitlines()
    with open(outputFilename, "w", encoding="utf-8") as file:
        for line in lines:
            if not (fileCommentChar and line.startswith(fileCommentChar)):
                line = line.strip()
                for character in removeDoubleChars:
                    line = re.sub(f"{re.escape(character)}+", character, line)
            file.write(line + "\n")
