"""Fused multiply-add: a * b + c with one rounding, in functions that are marked for it.

Numba marks the operations of these functions (`contracted` in `compile.py`) with LLVM's flag
`contract`. Here every sum of a product that is used nowhere else becomes a call of llvm.fma, in
each function as it was written, before anything is inlined or optimized. So the result depends on
the text of a function alone: it is the same wherever the function is compiled into, and nothing is
contracted across the borders of functions. The flag itself is removed, because LLVM would contract
further, depending on what surrounds an operation.
"""

from collections import Counter

from llvmlite import ir
from llvmlite.ir import instructions

FLAG = "contract"


def contract_products(module: ir.Module, has_fma: bool) -> None:
    """Contract the marked operations of a module; has_fma -- whether the processor can."""
    for function in module.functions:
        if has_fma:
            _contract(function)
        for instruction in _instructions(function):
            if FLAG in instruction.flags:
                instruction.flags = [flag for flag in instruction.flags if flag != FLAG]


def _instructions(function: ir.Function) -> list[instructions.Instruction]:
    return [each for block in function.blocks for each in block.instructions]


def _contract(function: ir.Function) -> None:
    known = _instructions(function)
    uses = Counter(id(operand) for each in known for operand in _operands(each))

    def is_product(value: object) -> bool:
        return (
            isinstance(value, instructions.Instruction)
            and value.opname == "fmul"
            and FLAG in value.flags
            and isinstance(value.type, ir.DoubleType)
            and uses[id(value)] == 1
        )

    gone: set[int] = set()
    for each in known:
        if each.opname not in ("fadd", "fsub") or FLAG not in each.flags:
            continue
        left, right = each.operands
        chosen = left if is_product(left) else right if is_product(right) else None
        if chosen is None:
            continue
        builder = ir.IRBuilder(each.parent)
        builder.position_before(each)
        a, b = chosen.operands
        if chosen is left:
            new = builder.fma(a, b, right if each.opname == "fadd" else builder.fneg(right))
        else:
            new = builder.fma(a if each.opname == "fadd" else builder.fneg(a), b, left)
        # under the old name, because some instructions hold their operands in several places
        new._name = each._name
        gone |= {id(each), id(chosen)}
    for block in function.blocks:
        block.instructions[:] = [each for each in block.instructions if id(each) not in gone]


def _operands(instruction: instructions.Instruction) -> list:
    if isinstance(instruction, instructions.PhiInstr):
        return [value for value, _ in instruction.incomings]
    return list(instruction.operands)
