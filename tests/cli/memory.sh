#!/bin/bash
# memory.sh - fields and pictures take little of the host's memory, whatever the size of the box.
# SPDX-License-Identifier: MIT
. "$(dirname "$0")/../support/cli.sh" "$1"
need_device

# peak FILE ARGUMENTS...: runs the program and leaves its peak of resident memory in FILE [MiB].
peak() {
    local file=$1
    shift
    /usr/bin/python3 - "$program" "$@" >"$file" <<'PYTHON'
import resource, subprocess, sys
code = subprocess.run(sys.argv[1:], stdout=subprocess.DEVNULL).returncode
print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss // 1024)
sys.exit(code)
PYTHON
}

# 2048 x 2048 cells: 128 MiB of density and velocity in 64 bits, 80 MiB of populations.  What the kernels' compiler takes
# is not counted: the first run builds them.
flow=(run taylor-green length=2048 steps=1 --precision fp16s --progress never)
peak warm "${flow[@]}" vtk=1 png=1 -o warm-up
rm -r warm-up
peak without "${flow[@]}" vtk=0 png=0 -o without-files
peak with "${flow[@]}" vtk=1 png=1 -o with-files
expect_true "the fields are there" test -s with-files/field-000000001.vti
expect_true "the picture is there" test -s with-files/picture-000000001.png
expect_true "$(cat with) MiB are little more than $(cat without)" \
    test "$(cat with)" -lt $(($(cat without) + 56))
rm -r with-files

# The system says that 3 MiB are free; the populations take 1.2, fields in 64 bits would take 2.
printf 'MemTotal: 4096 kB\nMemFree: 3072 kB\nMemAvailable: 3072 kB\n' >meminfo
real=$program
cat >poor.sh <<SCRIPT
#!/bin/bash
exec unshare --map-root-user --mount sh -c 'mount --bind $work/meminfo /proc/meminfo && exec "\$@"' - "$real" "\$@"
SCRIPT
chmod +x poor.sh
./poor.sh --version >/dev/null 2>&1 || { echo "no mount namespaces here"; exit 77; }
program=$work/poor.sh

run run taylor-green length=256 steps=100 --precision fp16s --json vtk=50 -o poor
expect_code 0
expect_empty err
expect_json out "d['status'] == 'done' and 'message' not in d and d['results']['energy_ratio_final'] > 0"
expect_json out "{'field-000000050.vti', 'field-000000100.vti', 'picture-000000100.png', 'vorticity-start.png'} <= set(d['files'])"
finish
