#!/usr/bin/env bash
# layering.sh - rules about the tree that no compiler checks: who includes whom, what is listed where.
# Usage: layering.sh PROJECT-ROOT
# SPDX-License-Identifier: MIT
set -uo pipefail
shopt -s extglob
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
        if [[ $1 == lib/api && $header == sluice.h ]]; then continue; fi
        if [[ $1 != lib/base && -e kernels/$header && $header == *.@(def|h) ]]; then continue; fi
        printf '%s\n' "$line"
    done
}

# Names of kernel functions, one for each definition, of the files on the command line.
functions_of() {
    cat "$@" | sed -nE 's/^(LB_INLINE|kernel) .*[ *](lb_[a-z0-9_]+)\(.*/\2/p; s/^#define (lb_[a-z0-9_]+)\(.*/\1/p' | sort -u
}

# Functions of formats whose names other kernels have, too: a format of one vendor is compiled with them on its devices
# alone.  What rounding and packing give formats, and they each other, is meant to be the same.
repeated_functions() {
    local others storage
    mapfile -t storage < <(find kernels/storage -name '*.cl')
    mapfile -t others < <(find kernels -name '*.cl' ! -path '*/storage/*' ! -path '*/probes/*' ! -path '*/immersed/*')
    comm -12 <(functions_of "${storage[@]}") <(functions_of "${others[@]}")
}

# Files of the slots that no host source and no other kernel names.
unlisted_kernels() {
    local file
    find kernels/lattice kernels/moments kernels/equilibrium kernels/storage kernels/collide \
        kernels/kept kernels/step kernels/core kernels/conserve kernels/box kernels/memory kernels/exponent kernels/stream kernels/packing kernels/viscosity kernels/boundary kernels/wall kernels/heat kernels/exchange kernels/immersed/delta kernels/immersed/law \
        -type f -printf '%P %p\n' |
        while read -r _ file; do
            grep -rqF --include='*.[ch]' "\"${file#kernels/}\"" lib && continue
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

# Rows of outputs that the list does not name.
unlisted_outputs() {
    local row
    sed -nE 's/^const struct lb_output lb_output_([a-z_]+) = .*/\1/p' src/outputs/*.c |
        while read -r row; do
            grep -qFx "LB_OUTPUT($row)" src/outputs/outputs.def || printf '%s\n' "$row"
        done
}

unlisted_items() {
    local item
    for item in python/sluice_lbm/paper/items/*.py; do
        item=$(basename "$item" .py)
        [[ $item == __init__ ]] || grep -qE "(^|[ (])$item,?( |,|$|\))" python/sluice_lbm/paper/items/__init__.py ||
            printf '%s
' "$item"
    done
}

# Setups without a page, or with one that the README does not name.
unexplained_setups() {
    local name
    sed -nE 's/^LB_SETUP\((.*)\)$/\1/p' setups/setups.def | while read -r name; do
        name=$(sed -nE 's/^    \.name = "(.*)",$/\1/p' "setups/$name.c")
        [ -e "docs/setups/$name.md" ] && grep -qF "(docs/setups/$name.md)" README.md ||
            printf '%s\n' "$name"
    done
}

sources() {
    find include lib src setups examples kernels tests cmake benchmarks python .ci -type f \
        \( -name '*.c' -o -name '*.h' -o -name '*.cl' -o -name '*.def' -o -name '*.sh' \
        -o -name '*.py' -o -name '*.cmake' -o -name '*.txt' -o -name run \)
    printf '%s\n' CMakeLists.txt quickstart check CITATION.cff
}

# The tag stands in the opening comment.
without_licence() {
    sources | xargs -d '\n' grep -Hnm 1 'SPDX-License-Identifier: MIT' | awk -F: '$2 <= 25 {print $1}' |
        sort | comm -13 - <(sources | sort)
}

repeated_names() {
    find include lib src setups examples kernels tests -type f \( -name '*.[ch]' -o -name '*.cl' -o -name '*.def' \) \
        -printf '%f\n' | sort | uniq -d
}

# Absolute paths of somebody's machine.
private_paths() {
    grep -rnIE '(^|[^[:alnum:]._/-])/(work|home|root|Users)/' --exclude-dir=build --exclude-dir=.git \
        include lib src setups examples kernels tests cmake benchmarks python docs .ci ./*.md ./*.txt quickstart check \
        CITATION.cff CMakePresets.json 2>/dev/null
}

# One line per room: what it may include beside itself.  From the bottom to the top; nothing points up.
# The library's, then the program's.
library='
base
process     base
geometry    base
membrane    base geometry
case        base geometry membrane
analysis    base
decomposition base case
peers       base process
io          base
body        base geometry io
checkpoint  base io
domain      base geometry case body io
volume      base
solids      base geometry case
opencl      base io
layout      base membrane case decomposition io opencl
workspace   base membrane case io opencl layout
modules     base case geometry membrane solids opencl layout workspace
solver      base membrane case analysis decomposition peers io checkpoint opencl layout workspace modules
reference   base case
api         base body case checkpoint decomposition domain io layout opencl peers solver
'
program='
ranks base peers
parameters  base case io
inputs      base io checkpoint parameters volume
plot        base process io
scene       base geometry plot
live        base io plot
measure     base case analysis peers ranks io opencl layout workspace solver reference
fields      base decomposition peers ranks io
setup       base case checkpoint parameters plot solver
output      base case analysis decomposition peers io fields checkpoint parameters plot solver setup
outputs     base geometry case decomposition peers io fields checkpoint parameters plot scene live solver setup output
run         base geometry case analysis decomposition peers ranks io fields body checkpoint parameters inputs plot scene live opencl layout workspace solver measure setup output outputs
python      base process io
study       base case analysis peers ranks io checkpoint parameters inputs plot opencl layout measure run python
twins       base case parameters run study
bench       base case decomposition analysis peers ranks io parameters opencl layout workspace solver measure run
roofline    base process case io opencl layout workspace solver measure python
cli         base process case peers ranks io checkpoint parameters opencl layout workspace run study bench
commands    base process case analysis peers ranks io checkpoint parameters plot opencl layout workspace solver measure run study twins bench roofline cli python
'
# keep_rooms FOLDER ROOMS: each includes what its line allows, and each folder has a line.
keep_rooms() {
    local room others
    while read -r room others; do
        if [[ -z $room ]]; then continue; fi
        complain "$room includes only itself${others:+, }${others// /, }" \
            < <(may_include "$1/$room" "^($room${others:+|}${others// /|})/" |
                grep -v '^src/run/setup_list.c: setups.def$')
    done <<<"$(tr -s ' ' <<<"$2")"
    complain "every folder of $1 is a room with a rule" < <(
        find "$1" -mindepth 1 -maxdepth 1 -type d -printf '%f\n' |
            while read -r room; do grep -qE "^$room( |\$)" <<<"$2" || printf '%s\n' "$room"; done)
}
keep_rooms lib "$library"
keep_rooms src "$program"
complain 'the library does not include the program' < <(
    quoted_includes lib | while IFS= read -r line; do
        if [[ -e src/${line#*: } || -e setups/${line#*: } ]]; then printf '%s\n' "$line"; fi
    done)
complain 'no room has more than 26 files' < <(
    for folder in lib/* src/* kernels kernels/*; do
        if [[ ! -d $folder ]]; then continue; fi
        count=$(find "$folder" -maxdepth 1 -type f | wc -l)
        if ((count > 26)); then printf '%s: %d\n' "$folder" "$count"; fi
    done)
complain 'setups include only the setup contract, base, geometry, membrane, case, analysis, body, domain, volume, solids and plot' \
    < <(may_include setups '^((base|geometry|membrane|case|analysis|body|domain|volume|solids|plot|tunnel|user_case|checkpoint)/|io/csv_read\.h$|run/setup\.h$|parameters/parameter\.h$|solver/(solver|free_surface_query)\.h$|[a-z_]+\.(h|def)$)')
complain 'a header named _internal is included by its own room and by tests only' < <(
    for folder in lib src setups; do quoted_includes "$folder"; done | while IFS= read -r line; do
        header=${line#*: }
        if [[ $header == *_internal.h && ${line%%: *} != @(lib|src)/${header%%/*}/* ]]; then
            printf '%s\n' "$line"
        fi
    done)
complain 'only lib/opencl includes the OpenCL headers' \
    < <(grep -rnE '^[[:space:]]*#[[:space:]]*include[[:space:]]*<CL/' lib src setups | grep -v '^lib/opencl/')
complain 'only src/plot includes cairo' \
    < <(grep -rnE '^[[:space:]]*#[[:space:]]*include[[:space:]]*<cairo' lib src setups |
        grep -v '^src/plot/')
complain 'only lib/peers includes MPI' \
    < <(grep -rnE '^[[:space:]]*#[[:space:]]*include[[:space:]]*<mpi\.h' lib src setups |
        grep -v '^lib/peers/')
complain 'only lib/volume includes zlib' \
    < <(grep -rnE '^[[:space:]]*#[[:space:]]*include[[:space:]]*<zlib\.h' lib src setups |
        grep -v '^lib/volume/')
complain 'only src/main.c ends the process' \
    < <(grep -rnE '(^|[^[:alnum:]_])(exit|_Exit|abort|quick_exit)\(' --include='*.c' lib src setups |
        grep -v '^src/main.c:')
complain 'every file of the kernel slots is listed in lib/' < <(unlisted_kernels)
complain 'no function of a format is also one of other kernels' < <(repeated_functions)
complain 'every setup is listed in setups/setups.def' < <(unlisted_setups)
complain 'every output is listed in src/outputs/outputs.def' < <(unlisted_outputs)
complain 'every item of the paper is listed in python/sluice_lbm/paper/items/__init__.py' < <(unlisted_items)
complain 'every setup has a page in docs/setups that the README names' < <(unexplained_setups)
complain 'every source names its licence at its top' < <(without_licence)
complain 'names of files are unique' < <(repeated_names)
complain 'no path of a private machine' < <(private_paths)

if ((failures > 0)); then
    printf '%d rules broken\n' "$failures"
    exit 1
fi
printf 'all rules hold\n'
