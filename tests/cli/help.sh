#!/bin/bash
# help.sh - help goes to standard output, names every option of its command and nothing that is not there,
# and is at most 80 columns wide, as the lists of setups and parameters are.
# SPDX-License-Identifier: MIT
. "$(dirname "$0")/../support/cli.sh" "$1"

expect_narrow() {
    expect_true "no line has more than 80 columns: $(grep -E '.{81}' out)" test -z "$(grep -E '.{81}' out)"
}

run --help
expect_code 0
expect_empty err
expect_narrow
for command in run resume compare devices setups bench formats membench roofline self-test completion reproduce view; do expect_in out "  $command "; done

for word in version --version -V; do
    run "$word"
    expect_code 0
    expect_true "the version is one line" test "$(wc -l <out)" -eq 1
    expect_in out "sluice "
done
run help
expect_code 0
expect_in out "Commands:"

for command in run resume compare devices setups bench formats membench roofline self-test completion reproduce view; do
    run "$command" --help
    expect_code 0
    expect_empty err
    expect_in out "Usage: sluice $command"
    expect_narrow
    cp out asked
    run help "$command"
    expect_code 0
    expect_true "help is the same" cmp -s asked out
    run "$command" -h
    expect_code 0
done

run run --help
for option in device lattice collision precision no-shift streaming lanes output json progress \
    color quiet verbose case dump-kernels kernel-dir print-case; do
    expect_in out "--$option"
done
expect_in out "fp32/fp16c"
expect_in out "d3q19"
for format in csv json accuracy; do
    run formats --help
    expect_in out "--$format"
done
run formats --json
expect_json out "d['schema'] == 'sluice.formats/1'"
run devices --help
expect_not_in out "--lattice"

run setups
expect_code 0
expect_narrow
expect_in out "along it and falls along the cold wall opposite, seen"
expect_in out "from the side: how much heat comes through?"
run setups --json
names=$("$python" -c 'import json; print(*[json.loads(line)["name"] for line in open("out")])')
expect_true "there are setups" test -n "$names"
expect_lines out "{p['kind'] for s in d for p in s['parameters']} ==
    {'number', 'count', 'size', 'flag', 'bytes', 'word', 'text', 'file', 'files', 'file or folder'}"
for setup in $names; do
    run setups "$setup"
    expect_code 0
    expect_in out "quick"
    expect_in out "max-wall"
    expect_narrow
    run setups "$setup" --json
    expect_json out "d['name'] == '$setup' and any(p['name'] == 'steps' for p in d['parameters'])"
done
finish
