#!/bin/bash
# step_text.sh - the step of a plain flow is short enough to be read, and its page names every file of it.
# SPDX-License-Identifier: MIT
page=$(realpath "$(dirname "$0")/../../docs/the-step.md")
. "$(dirname "$0")/../support/cli.sh" "$1"
need_device
most_files=24
most_lines=1500

run run taylor-green-3d quick=1 steps=2 vtk=0 png=0 --collision srt --dump-kernels text -o run
expect_code 0

# Lines of each file, which #line marks part; the constants before the first one do not count.
awk '/^#line / { file = $3; gsub(/"/, "", file); lines[file] += 0; next }
    file != "" { lines[file]++ }
    END { for (file in lines) print file, lines[file] }' text/*-step.cl | sort >files
awk '{ print $1 }' files >in_text
files=$(wc -l <files)
lines=$(awk '{ sum += $2 } END { print sum }' files)
echo "the step: $files files, $lines lines"
expect_true "at most $most_files files, not $files" [ "$files" -gt 10 -a "$files" -le $most_files ]
expect_true "at most $most_lines lines, not $lines" [ "$lines" -gt 500 -a "$lines" -le $most_lines ]

# The table of the page: what stands in backquotes and has a folder in the first column.
# shellcheck disable=SC2016
sed -n '/^## The text of the step/,/^## Memory/ s/^| \(.*\) | .*/\1/p' "$page" |
    grep -o '`[^`]*`' | tr -d '`' | grep '/.*\.' | sort >on_page
expect_true "the page names the files of the text: $(diff in_text on_page | tr '\n' ' ')" \
    cmp -s in_text on_page
finish
