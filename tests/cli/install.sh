#!/bin/bash
# install.sh - what `cmake --install` puts in place is whole: the program runs from there, the links of its
# pages lead to files, the mesh that comes along is the one that its script makes, and the Debian package
# names every library that the program is linked with, also where dpkg-shlibdeps is not there to find them.
# SPDX-License-Identifier: MIT
. "$(dirname "$0")/../support/cli.sh" "$1"
root=$(realpath "$(dirname "$0")/../..")

command_line="cmake --install"
code=0
cmake --install "$(dirname "$program")" --prefix "$work/here" >out 2>err || code=$?
expect_code 0
pages=$work/here/share/doc/sluice
"$work/here/bin/sluice" version >out 2>err || code=$?
expect_code 0
for file in man/man1/sluice.1 bash-completion/completions/sluice zsh/vendor-completions/_sluice \
    fish/vendor_completions.d/sluice.fish sluice/report.py doc/sluice/LICENSE; do
    expect_file "here/share/$file"
done

"$work/here/bin/sluice" run t-junction --print-case >out 2>err || code=$? # a case by name, and its mesh
expect_code 0

PATH=$(dirname "$python"):$PATH "$work/here/bin/sluice" reproduce fig2 -o here/ones >out 2>err || code=$?
expect_code 0
expect_in out "9 checks pass, 0 fail"
PATH=/nowhere "$work/here/bin/sluice" reproduce fig2 -o here/none >out 2>err && code=0 || code=$?
expect_code 1
expect_in err "apt install python3 python3-numpy python3-matplotlib"
mkdir -p runs/damaged && echo '{' >runs/damaged/run.json
PATH=$(dirname "$python"):$PATH "$work/here/bin/sluice" view runs >out 2>err && code=0 || code=$?
expect_code 0
expect_in runs/gallery.html "grid-template-columns" # its style
expect_file here/share/sluice/python/sluice_lbm/view/live.js
expect_file here/share/sluice/python/sluice_lbm/view/live.html

"$python" - "$pages" "$root" >links <<'TEXT'
import pathlib
import re
import sys

for root in map(pathlib.Path, sys.argv[1:]):
    count = 0
    pages = [page for page in root.rglob("*.md") if "build" not in page.relative_to(root).parts]
    for page in pages:
        for target in re.findall(r"\]\(([^)\s#]+)[^)]*\)", page.read_text()):
            if re.match("[a-z]+:", target):
                continue
            count += 1
            if not (page.parent / target).exists():
                print(f"broken: {page.relative_to(root)}: {target}")
    print("enough links" if count > 150 else f"only {count} links", "of", root.name)
TEXT
expect_not_in links "broken"
expect_not_in links "only"
expect_in links "enough links of sluice"
[ "$failures" -eq 0 ] || cat links

"$python" "$root/benchmarks/car_body.py" car.stl 400 >/dev/null
expect_true "docs/car.stl is what benchmarks/car_body.py makes" cmp car.stl "$pages/docs/car.stl"
if command -v dpkg-query >/dev/null; then
    command_line="cmake without the program file"
    cmake -S "$root" -B configured -DBUILD_TESTING=OFF -DLB_FILE=OFF >out 2>err || code=$?
    expect_code 0
    grep '^set(CPACK_DEBIAN_PACKAGE_DEPENDS' configured/CPackConfig.cmake >depends || complain "no dependencies"
    expect_in configured/CPackConfig.cmake 'set(CPACK_GENERATOR "TGZ;DEB")'
    linked=0
    for library in $(objdump -p "$program" | awk '$1 == "NEEDED" { print $2 }'); do
        path=$(ldd "$program" | awk -v name="$library" '$1 == name { print $3 }')
        owner=$(dpkg-query -S "$path" "$(realpath "$path")" "${path#/usr}" 2>/dev/null | head -1)
        linked=$((linked + 1))
        expect_in depends "${owner%%:*} (>= "
    done
    expect_true "libraries are linked ($linked)" test "$linked" -ge 5
fi
need_device
"$work/here/bin/sluice" run tunnel body="$pages/docs/car.stl" re=1e5 resolution=16 steps=0 --json >out 2>err || code=$?
expect_code 0
expect_json out "d['results']['mesh_parts'] == 5"
finish
