#!/usr/bin/env bash
# make_wheel.sh - builds build/wheel/sluice_lbm-VERSION-py3-none-PLATFORM.whl: the package with the library, the program,
# its cases, and the shared libraries that they need, but for those of the C library.  `--no-install` installs nothing.
# SPDX-License-Identifier: MIT
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
# shellcheck source=../cmake/common.sh
source cmake/common.sh
if [[ ${1:-} != --no-install ]]; then install_packages build wheel; fi

place=$PWD/build/wheel
stage=$place/stage native=$place/stage/sluice_lbm/native
say "Building the program and the library, without MPI"
cmake -S . -B "$place/program" -DCMAKE_BUILD_TYPE=Release -DLB_WITH_MPI=OFF -DBUILD_TESTING=OFF >/dev/null
mkdir -p "$place"
cmake --build "$place/program" --parallel "${CMAKE_BUILD_PARALLEL_LEVEL:-$(nproc)}" >"$place/build.log" ||
    die "The program could not be built: see above and $place/build.log."

rm -rf "$stage"
mkdir -p "$native/lib" "$native/python/sluice_lbm"
cp -r python/sluice_lbm "$stage/"
# The program finds the package by this name, without all that is installed beside it.
echo '__path__ = [__import__("os").path.abspath(__path__[0] + "/../../..")]' >"$native/python/sluice_lbm/__init__.py"
touch "$stage/sluice_lbm/py.typed"
cp "$place/program/sluice" "$place/program/libsluice.so.0" "$native/"
cp -r docs/cases "$native/cases"
find "$stage" -name __pycache__ -prune -exec rm -r {} +

# What is linked, but for the C library and the loader of programs, which every system has.
ldd "$native/sluice" "$native/libsluice.so.0" | awk '$2 == "=>" { print $3 }' | sort -u |
    grep -v -E '/(libc|libm|libdl|libpthread|librt)\.so' | xargs cp -L -t "$native/lib"
patchelf --set-rpath "\$ORIGIN/lib" "$native/sluice" "$native/libsluice.so.0"
for library in "$native"/lib/*; do
    patchelf --set-rpath "\$ORIGIN" "$library"
done

version=$(sed -n 's/^project(sluice VERSION \([0-9.]*\).*/\1/p' CMakeLists.txt)
platform=manylinux_$(getconf GNU_LIBC_VERSION | sed 's/.* //; s/\./_/')_$(uname -m)
cp LICENSE "$stage/"
cat >"$stage/setup.cfg" <<TEXT
[metadata]
name = sluice-lbm
version = $version
description = Flows by the lattice Boltzmann method on any OpenCL device
long_description = file: python.md
long_description_content_type = text/markdown
license = MIT
license_files = LICENSE
[options]
packages = find:
python_requires = >=3.9
install_requires = numpy
[options.extras_require]
cpu = intel-opencl-rt; intel-cmplr-lib-rt; tbb; umf; tcmlib; intel-cmplr-lib-ur
[options.entry_points]
console_scripts = sluice = sluice_lbm.command:main
[options.package_data]
sluice_lbm = py.typed, native/*, native/lib/*, native/cases/*, native/python/*/*
sluice_lbm.paper = *.csv
sluice_lbm.view = *.html, *.css, *.js
TEXT
cp docs/python.md "$stage/"
(cd "$stage" && /usr/bin/python3 -c 'from setuptools import setup; setup()' -q bdist_wheel --python-tag py3 \
    --plat-name "$platform" --dist-dir "$place")
ls -sh "$place"/*.whl
