# ptx.py - counts the instructions of one kernel in PTX text, NVIDIA's virtual assembly.
# Source: NVIDIA, PTX ISA, chapter "Instruction Set".  What is an operation, and why: docs/theory/roofline.md.
# SPDX-License-Identifier: MIT
import re

from . import program

COMMENT = re.compile(r"//[^\n]*|/\*.*?(?:\*/|\Z)", re.S)
# braces at the beginning of a statement are scopes, all others belong to operands
STATEMENT = re.compile(r"""(?P<blank>[\s;]+) | (?P<brace>[{}]) | (?P<label>[\w$%]+)[ \t]*:(?!:)
    | \.(?:loc|file)[^\n]* | (?P<directive>\.[^;]*)
    | (?P<guard>@[^\s;]*\s*)? (?P<opcode>[^\s;{\[]*) \s* (?P<operands>[^;]*)""", re.X)
TYPE = re.compile(r"(?:b(?=f16))?([fsub])(\d+)(x2)?")

MOVING = "mov selp slct cvta isspacep shfl".split()
CONTROLLING = "bra ret exit trap bar barrier membar fence nop".split()
SIGN_CHANGING = "abs neg copysign".split()
COMPUTING = """add sub mul div rem min max rcp sqrt rsqrt sin cos lg2 ex2 tanh set setp and or xor not cnot shl shr
    shf lop3 bfe bfi brev popc clz abs neg addc subc sad mul24 bfind testp prmt""".split()
FUSING = "fma mad mad24 madc".split()
ENDING = "bra ret exit trap".split()
KEYS = """fp32_operations fp64_operations fp16_operations fused integer_operations conversions moves control
    global_memory atomics private_memory unknown all off_the_path load_bytes store_bytes""".split()


def need(condition, sentence):
    program.need(condition, program.FAILED, f"PTX: {sentence}")


# --- classes --------------------------------------------------------------------------------------


class Instruction:
    def __init__(self, match):
        self.is_guarded = match["guard"] is not None
        self.name, *self.modifiers = match["opcode"].split(".")
        self.operands = match["operands"]

    def type(self):
        """Kind, bits of one number, numbers in one register, of the last modifier that is one: set and setp name
        the operands' type last, too."""
        for word in reversed(self.modifiers):
            if word == "pred":
                return "p", 1, 1
            found = TYPE.fullmatch(word)
            if found:
                return found[1], int(found[2]), 2 if found[3] else 1
        return "", 0, 1

    def numbers(self):
        return next((n for n in (8, 4, 2) if f"v{n}" in self.modifiers), 1)

    def stored_bytes(self):
        return self.bytes() if self.name == "st" and self.place() == "global" else 0

    def bytes(self):
        _, bits, packed = self.type()
        return self.numbers() * packed * bits // 8

    def place(self):
        return next((word for word in ("param", "const", "global", "local") if word in self.modifiers), "")

    def converts(self):
        """clang folds some conversions into loads: 16 bits go into registers named as those of 32-bit floats."""
        return self.type()[1] == 16 and re.match(r"[ \t{]*%f\d", self.operands)


def count_access(i, counts):
    is_load = i.name != "st"
    key = {"param": "moves", "const": "moves", "global": "global_memory", "local": "private_memory"}
    counts[key.get(i.place(), "unknown")] += 1
    if i.place() == "global":
        counts["load_bytes" if is_load else "store_bytes"] += i.bytes()
        if is_load and i.converts():
            counts["conversions"] += i.numbers()


def count_operations(i, operations, counts):
    """A multiply-add is two, everything else that rounds or compares is one."""
    kind, bits, packed = i.type()
    if kind != "f":
        counts["control" if kind == "p" else "integer_operations"] += operations * packed
        return
    counts[f"fp{bits}_operations" if bits in (16, 64) else "fp32_operations"] += operations * packed
    if operations > 1:
        counts["fused"] += packed


def count_instruction(i, counts):
    counts["all"] += 1
    if i.name in ("ld", "ldu", "st"):
        count_access(i, counts)
    elif i.name in COMPUTING and not (i.name in SIGN_CHANGING and i.type()[0] == "f"):
        count_operations(i, 1, counts)
    elif i.name in FUSING:
        count_operations(i, 2, counts)
    else:
        counts["atomics" if i.name in ("atom", "red") else
               "conversions" if i.name == "cvt" else
               "moves" if i.name in MOVING or i.name in SIGN_CHANGING and i.type()[0] == "f" else
               "control" if i.name in CONTROLLING else "unknown"] += 1


# --- blocks ---------------------------------------------------------------------------------------


class Block:
    """In the order of the text; the last one falls off the end, where there is nothing."""

    def __init__(self, label=None):
        self.label, self.instructions = label, []
        self.next, self.returns = [], False

    def stored_bytes(self):
        return sum(i.stored_bytes() for i in self.instructions)


def read_blocks(ptx, kernel):
    """A label opens a block, and so does what follows a branch."""
    text = COMMENT.sub(" ", ptx)
    entry = re.search(r"\.entry\s*%s(?![\w$%%])[^{]*" % re.escape(kernel), text)
    need(entry and entry.end() < len(text), f"there is no kernel '{kernel}'")
    blocks, depth, at = [Block()], 0, entry.end()
    while at < len(text):
        found = STATEMENT.match(text, at)
        at = found.end()
        if found["brace"]:
            depth += 1 if found["brace"] == "{" else -1
            if depth == 0:
                return blocks
        elif found["label"]:
            blocks.append(Block(found["label"]))
        elif found["opcode"]:
            blocks[-1].instructions.append(Instruction(found))
            if blocks[-1].instructions[-1].name in ENDING:
                blocks.append(Block())
    need(False, f"kernel '{kernel}' has no end")


def link_blocks(blocks):
    labels = {}
    for n, block in enumerate(blocks):
        labels.setdefault(block.label, n)
    for n, block in enumerate(blocks):
        last = block.instructions[-1] if block.instructions else None
        leaves = last is not None and last.name in ENDING
        if (not leaves or last.is_guarded) and n + 1 < len(blocks):
            block.next.append(n + 1)
        if leaves and last.name == "bra":
            target = re.match(r"[\w$%]*", last.operands)[0]
            need(target in labels, f"a branch goes to '{target}', which is nowhere")
            block.next.append(labels[target])
        block.returns = leaves and last.name in ("ret", "exit")


# --- the path -------------------------------------------------------------------------------------


def find_costs(blocks, most):
    """Of each block, by what was stored when it begins: instructions until there, and the block before.  Blocks
    mostly branch forward, so that one sweep and one more to see it is all that is needed."""
    stores = [block.stored_bytes() for block in blocks]
    costs = [{} for _ in blocks]
    costs[0][0] = 0, None
    has_changed = True
    while has_changed:
        has_changed = False
        for n, block in enumerate(blocks):
            for stored in sorted(costs[n]):
                cost, behind = costs[n][stored][0] + len(block.instructions), stored + stores[n]
                for to in block.next if behind <= most else ():
                    if behind not in costs[to] or cost < costs[to][behind][0]:
                        costs[to][behind] = cost, n
                        has_changed = True
    return stores, costs


def find_path(blocks, stored_bytes):
    """Blocks of the shortest path from the entry to a return that stores exactly so many bytes."""
    stores, costs = find_costs(blocks, stored_bytes)
    ends = [(costs[n][stored_bytes - stores[n]][0] + len(block.instructions), n)
            for n, block in enumerate(blocks) if block.returns and stored_bytes - stores[n] in costs[n]]
    need(ends, f"no path through the kernel stores exactly {stored_bytes} bytes")
    n, path = min(ends)[1], []
    stored = stored_bytes - stores[n]
    while n is not None:
        path.append(blocks[n])
        n = costs[n][stored][1]
        stored -= stores[n] if n is not None else 0
    return path


def count(ptx, kernel, stored_bytes):
    """Counts along the shortest path to a return that stores exactly so many bytes to global memory: what a work-item
    runs for which no special case holds, since code for special cases stands in branches that the path avoids.
    Failure where there is no such kernel or path, or where the path calls a function."""
    counts = dict.fromkeys(KEYS, 0)
    blocks = read_blocks(ptx, kernel)
    link_blocks(blocks)
    for block in find_path(blocks, stored_bytes):
        for i in block.instructions:
            need(i.name != "call", "the kernel calls a function "
                 f"({i.operands.splitlines()[0] if i.operands else ''}), whose instructions are not counted")
            count_instruction(i, counts)
    written = sum(len(block.instructions) for block in blocks)
    counts["off_the_path"] = max(0, written - counts["all"])  # the path may go round
    return counts
