#!/usr/bin/env bash
# layering.sh - rules about the tree that no compiler checks: who includes whom, what is listed where.
# Usage: layering.sh PROJECT-ROOT
# SPDX-License-Identifier: MIT
set -uo pipefail
cd "$1" || exit 1
failures=0

# complain RULE: the offending lines come on standard input; none is fine.
complain() {
    local line count=0
    while IFS= read -r line; do
        if ((count == 0)); then printf 'broken rule: %s\n' "$1"; fi
        printf '    %s\n' "$line"
        count=$((count + 1))
    done
    if ((count > 0)); then failures=$((failures + 1)); fi
}

# "file: header" for every header included by quotes below FOLDER.
quoted_includes() {
    grep -rHoE --include='*.[ch]' '^[[:space:]]*#[[:space:]]*include[[:space:]]*"[^"]+"' "$1" |
        sed -E 's|^([^:]+):[^"]*"([^"]+)"|\1: \2|'
}

# may_include FOLDER REGEX: the headers open to FOLDER; outside of base, also the data of kernels/.
may_include() {
    local line header
    quoted_includes "$1" | while IFS= read -r line; do
        header=${line#*: }
        if [[ $header =~ $2 ]]; then continue; fi
        if [[ $1 != src/base && -e kernels/$header && $header == *.@(def|h) ]]; then continue; fi
        printf '%s\n' "$line"
    done
}

# Files of the slots that no host source and no other kernel names.
unlisted_kernels() {
    local file
    find kernels/lattice kernels/moments kernels/equilibrium kernels/storage kernels/collide \
        kernels/stream kernels/codes kernels/delta kernels/membrane -type f -printf '%P %p\n' |
        while read -r _ file; do
            grep -rqF --include='*.[ch]' "\"${file#kernels/}\"" src && continue
            grep -rqF --include='*.cl' "#include \"${file#kernels/}\"" kernels && continue
            printf '%s\n' "$file"
        done
}

unlisted_setups() {
    local name
    find setups -name '*.c' | while read -r file; do
        name=$(basename "$file" .c)
        # A setup defines lb_setup_<name>; other files there are helpers.
        if grep -qE "^const struct lb_setup lb_setup_" "$file"; then
            grep -qw "${name//-/_}" setups/setups.def || printf '%s\n' "$file"
        fi
    done
}

sources() {
    find src setups kernels tests cmake benchmarks .ci -type f \
        \( -name '*.c' -o -name '*.h' -o -name '*.cl' -o -name '*.def' -o -name '*.sh' \
        -o -name '*.py' -o -name '*.cmake' -o -name '*.txt' -o -name run \)
    printf '%s\n' CMakeLists.txt quickstart check CITATION.cff
}

# The tag stands in the opening comment.
without_licence() {
    local file
    sources | while IFS= read -r file; do
        head -n 25 "$file" | grep -q 'SPDX-License-Identifier: MIT' || printf '%s\n' "$file"
    done
}

repeated_names() {
    find src setups kernels tests -type f \( -name '*.[ch]' -o -name '*.cl' -o -name '*.def' \) \
        -printf '%f\n' | sort | uniq -d
}

# Absolute paths of somebody's machine.
private_paths() {
    grep -rnIE '(^|[^[:alnum:]._/-])/(work|home|root|Users)/' --exclude-dir=build --exclude-dir=.git \
        src setups kernels tests cmake benchmarks docs .ci ./*.md ./*.txt quickstart check \
        CITATION.cff CMakePresets.json 2>/dev/null
}

complain 'base includes only base' < <(may_include src/base '^base/')
complain 'physics includes only base and physics' < <(may_include src/physics '^(base|physics)/')
complain 'cl includes only base and cl' < <(may_include src/cl '^(base|cl)/')
complain 'output includes only base, output and physics' \
    < <(may_include src/output '^(base|output|physics)/')
complain 'setups include only the setup contract, base, physics and output' \
    < <(may_include setups '^((base|physics|output)/|run/(setup|solver|parameter)\.h$|[a-z_]+\.(h|def)$)')
complain 'only src/cl includes the OpenCL headers' \
    < <(grep -rnE '^[[:space:]]*#[[:space:]]*include[[:space:]]*<CL/' src setups | grep -v '^src/cl/')
complain 'only src/output includes cairo' \
    < <(grep -rnE '^[[:space:]]*#[[:space:]]*include[[:space:]]*<cairo' src setups |
        grep -v '^src/output/')
complain 'only src/main.c ends the process' \
    < <(grep -rnE '(^|[^[:alnum:]_])(exit|_Exit|abort|quick_exit)\(' --include='*.c' src setups |
        grep -v '^src/main.c:')
complain 'every file of the kernel slots is listed in src/' < <(unlisted_kernels)
complain 'every setup is listed in setups/setups.def' < <(unlisted_setups)
complain 'every source names its licence at its top' < <(without_licence)
complain 'names of files are unique' < <(repeated_names)
complain 'no path of a private machine' < <(private_paths)

if ((failures > 0)); then
    printf '%d rules broken\n' "$failures"
    exit 1
fi
printf 'all rules hold\n'
