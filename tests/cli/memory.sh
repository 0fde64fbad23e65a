#!/bin/bash
# memory.sh - fields for which the host has no memory are refused at the start where they were asked for by name, and
# left out with a note where they were not.
# SPDX-License-Identifier: MIT
. "$(dirname "$0")/../support/cli.sh" "$1"
need_device

# The system says that 3 MiB are free; 256 x 256 fields take 2 MiB, the populations 1.2.
printf 'MemTotal: 4096 kB\nMemFree: 3072 kB\nMemAvailable: 3072 kB\n' >meminfo
real=$program
cat >poor.sh <<SCRIPT
#!/bin/bash
exec unshare --map-root-user --mount sh -c 'mount --bind $work/meminfo /proc/meminfo && exec "\$@"' - "$real" "\$@"
SCRIPT
chmod +x poor.sh
./poor.sh --version >/dev/null 2>&1 || { echo "no mount namespaces here"; exit 77; }
program=$work/poor.sh

run run taylor-green length=256 steps=100 --precision fp16s --json -o left-out
expect_code 0
expect_in err "sluice: note: no fields and pictures: fetching 65536 cells takes 2097152 bytes"
expect_true "the note is there once" test "$(grep -c note err)" -eq 1
expect_json out "d['status'] == 'done' and 'no fields' in d['message'] and d['results']['energy_ratio_final'] > 0"
expect_json out "not any(f.endswith('.vti') or f.startswith(('picture', 'vorticity')) for f in d['files'])"

for asked in vtk png; do
    run run taylor-green length=256 steps=100 --precision fp16s $asked=50 -o refused
    expect_code 1
    expect_in err "$asked=50 fetches the fields of 65536 cells, which takes 2097152 bytes"
    expect_true "no folder stays" test ! -e refused
done
run run taylor-green length=256 steps=100 --precision fp16s vtk=0 png=0 --json -o unwanted
expect_code 0
expect_empty err
expect_json out "'message' not in d"
finish
