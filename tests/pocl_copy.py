#!/usr/bin/python3
"""pocl_copy.py - a copy of the installed PoCL that starts faster, for the tests.

Usage: pocl_copy.py FOLDER SOURCES
For each process PoCL reads a library of 23000 functions, for each text a header of 18000 lines, and for each
kernel it links libraries that kernels do not call: a third of the time of the tests. FOLDER/vendors (for
OCL_ICD_VENDORS) names a PoCL that reads those functions alone whose names stand in SOURCES, and what these
call; FOLDER/bin (for COMPILER_PATH) has a linker that passes over the libraries. The compiler and the bits of
its kernels are the same. What cannot be shortened here is the installed one.
SPDX-License-Identifier: MIT
"""
import ctypes
import re
import shutil
import subprocess
import sys
from pathlib import Path

VENDORS = Path("/etc/OpenCL/vendors")
LINKER = """#!/bin/sh
# The linker; where PoCL links a kernel, without the libraries, which the program has already.
case $* in
    */tempfile_*.so.o*)
        for argument do
            shift
            case $argument in -l* | -L* | --as-needed | --no-as-needed | --build-id) ;; *) set -- "$@" "$argument" ;; esac
        done ;;
esac
exec /usr/bin/ld "$@"
"""
COMPOSED = re.compile(r"convert_[a-z]+\d*(_rte|_rtz)?$|v(load|store)\d+$")  # names that macros put together
# the libraries of functions that PoCL chooses from, and the flag of /proc/cpuinfo each needs, best first
LIBRARIES = (("avx512", "avx512f"), ("avx2", "avx2"), ("avx_fma4", "fma4"), ("avx_f16c", "f16c"), ("avx", "avx"),
             ("sse41", "sse4_1"), ("ssse3", "ssse3"), ("sse2", "sse2"))


def words_of(sources):
    found = set()
    for path in [*sources.glob("kernels/**/*.cl"), *sources.glob("tests/kernels/*.c")]:
        found.update(re.findall(r"[A-Za-z_]\w*", path.read_text()))
    return found


def installed():
    """The library that pocl.icd names, and the LLVM that it was built with."""
    ctypes.CDLL((VENDORS / "pocl.icd").read_text().strip())
    maps = Path("/proc/self/maps").read_text()
    return Path(re.search(r"/\S*/libpocl\.so\S*", maps).group(0)), re.search(r"libclang-cpp\.so\.(\d+)", maps).group(1)


def shorten_header(text, words):
    lines = []
    for line in text.splitlines(keepends=True):
        declared = re.match(r"[^(]*\b(\w+)\(.*;\s*$", line) if "__ovld" in line else None
        if declared is None or declared.group(1) in words:
            lines.append(line)
    return "".join(lines)


def shorten_library(text, words):
    """Of LLVM's assembly: the functions whose names are wanted, and all that they call."""
    head, *parts = re.split(r"(?m)^(?=define )", text)
    functions, rest = {}, []
    for part in parts:
        end = part.index("\n}\n") + 3
        functions[re.search(r'@("[^"]*"|[\w.$]+)\(', part).group(1)] = part[:end]
        rest.append(part[end:])

    def plain(name):  # _Z3fmafff and _Z7_cl_fmafff are fma
        mangled = re.match(r"_Z(\d+)(.*)", name)
        return re.sub("^_cl_", "", mangled.group(2)[:int(mangled.group(1))] if mangled else name)

    kept, waiting = set(), [n for n in functions if "pocl" in n or n == "printf" or plain(n) in words]
    while waiting:
        name = waiting.pop()
        if name not in kept:
            kept.add(name)
            waiting += [n for n in re.findall(r"@([\w.$]+)", functions[name]) if n in functions]
    return head + "".join(functions[n] for n in functions if n in kept) + "".join(rest)


def copy_library(source, target, llvm, words):
    """A library of functions by way of LLVM's assembly; clang changes nothing on the way."""
    clang = [f"clang-{llvm}", "-x", "ir", "-emit-llvm", "-Xclang", "-disable-llvm-passes"]
    run = {"check": True, "capture_output": True, "text": True}
    text = subprocess.run([*clang, "-S", str(source), "-o", "-"], **run).stdout
    target.unlink()
    subprocess.run([*clang, "-c", "-", "-o", str(target)], input=shorten_library(text, words), **run)


def copy_pocl(folder, library, llvm, share, words):
    home = folder / "lib" / library.parent.name
    shutil.copytree(share / "include", folder / "share/pocl/include")
    for source in share.glob("kernel-*.bc"):
        (folder / "share/pocl" / source.name).symlink_to(source)
    home.mkdir(parents=True)
    shutil.copy(library, home)
    (home / "pocl").symlink_to(library.parent / "pocl")
    header = folder / "share/pocl/include/opencl-c.h"
    header.write_text(shorten_header(header.read_text(), words))
    flags = re.search(r"^flags.*$", Path("/proc/cpuinfo").read_text(), re.M)
    for name, flag in LIBRARIES:
        found = list(share.glob(f"kernel-x86_64-*-{name}.bc"))
        if found and flags and flag in flags.group(0).split():
            copy_library(found[0], folder / "share/pocl" / found[0].name, llvm, words)
            break
    (folder / "vendors/pocl.icd").write_text(f"{home / library.name}\n")


def make(folder, sources):
    library, llvm = installed()
    share = (library.parent / "../../share/pocl").resolve()
    declared = re.findall(r"\b(\w+)\(", (share / "include/opencl-c.h").read_text())
    named = words_of(sources)
    words = {name for name in declared if name in named or COMPOSED.match(name)}
    record = folder / "words"
    if not record.exists() or record.read_text().split() != sorted(words):
        shutil.rmtree(folder, ignore_errors=True)
        for name in ("vendors", "bin"):
            (folder / name).mkdir(parents=True)
        copy_pocl(folder, library, llvm, share, words)
        (folder / "bin/ld").write_text(LINKER)
        (folder / "bin/ld").chmod(0o755)
        record.write_text("\n".join(sorted(words)))


def main():
    folder, sources = Path(sys.argv[1]).resolve(), Path(sys.argv[2])
    try:
        make(folder, sources)
    except (OSError, AttributeError, subprocess.CalledProcessError) as error:
        print(f"pocl_copy.py: the tests run with the installed PoCL: {error}")
        shutil.rmtree(folder, ignore_errors=True)
        (folder / "vendors").mkdir(parents=True)
    for vendor in VENDORS.glob("*.icd"):
        if not (folder / "vendors" / vendor.name).exists():
            shutil.copy(vendor, folder / "vendors")


main()
