#!/bin/bash
# workflows.sh - the scripts of docs/studies.md make the runs of a study: an array of jobs, also by Slurm, Snakemake,
# Dask.  The last three are left out where they are not installed (support/readers.sh).
# SPDX-License-Identifier: MIT
page=$(cd "$(dirname "$0")/../.." && pwd)/docs/studies.md
. "$(dirname "$0")/../support/cli.sh" "$1"
. "$(dirname "$0")/../support/readers.sh"
. "$(dirname "$0")/../support/slurm.sh"
need_device
mkdir -p bin && ln -s "$program" bin/sluice
export PATH=$work/bin:$PATH HOME=$work

# The block of the page below a title.
script_of() { # title
    awk -v title="## $1" '$0 == title { here = 1 } /^```/ { inside = here && !inside; if (here && !inside) exit; next }
        inside { print }' "$page"
}
study=(taylor-green length=16 "u0=0.05,0.1,0.15" "tiles=1,2" steps=20 vtk=0 png=0)
run run "${study[@]}" -q -o serial
expect_code 0

plan() { # folder to work in
    cd "$work" && mkdir "$1" && cd "$1" || exit 1
    run run "${study[@]}" --plan -o street
}
made() { # what made it
    expect_code 0
    expect_true "$1: the table is that of one process" cmp "$work/serial/sweep.csv" street/sweep.csv
}

plan slurm
script_of "An array of jobs" >job
command_line="three jobs of the array"
code=0
for n in 1 2 3; do
    SLURM_SUBMIT_DIR=$PWD SLURM_ARRAY_TASK_ID=$n bash job >"out-$n" 2>err &
    pid=$!
done
wait
made "the array"
expect_true "twelve lines at most" test "$(wc -l <job)" -le 12
if have_slurm; then
    start_slurm
    plan sbatch
    script_of "An array of jobs" >job
    command_line="sbatch --wait --array=1-3 job"
    code=0
    sbatch --wait --array=1-3 job >out 2>err || code=$?
    made "Slurm's array"
    expect_true "three jobs" test "$(find . -name 'slurm-*.out' | wc -l)" -eq 3
    stop_slurm
else
    echo "left out: the same by Slurm (Debian package slurm-wlm)"
fi

if have_readers; then
    plan snakemake
    script_of Snakemake >Snakefile
    command_line="snakemake --cores 2"
    code=0
    "$readers/bin/python" -m snakemake --cores 2 >out 2>err || code=$?
    made Snakemake
    expect_true "each run has been made" test "$(find made -type f | wc -l)" -eq 6
    expect_true "twelve lines at most" test "$(wc -l <Snakefile)" -le 12

    plan dask
    script_of Dask >make.py
    command_line="python make.py"
    code=0
    "$readers/bin/python" make.py >out 2>err || code=$?
    made Dask
    expect_true "all have ended well" test "$(tail -n 1 out)" = "[0, 0, 0, 0, 0, 0] 0"
    expect_true "twelve lines at most" test "$(grep -c . make.py)" -le 12
else
    say_no_readers "the scripts of Snakemake and Dask"
fi

cd "$work" || exit 1
finish
