#!/bin/bash
# pictures.sh - pictures that are chosen, charts without pixels, films.
# SPDX-License-Identifier: MIT
. "$(dirname "$0")/../support/cli.sh" "$1"
flow=(run taylor-green quick=1 length=16 steps=40)
refused() { # text, argument
    run "${flow[@]}" --print-case "$2"
    expect_code 2
    expect_in err "$1"
}
refused "did you mean 'vorticity'" picture=vortcity
refused "there is no plane z=7" picture=speed@z=7
refused "LOW:HIGH" picture-range=3
refused "did you mean 'streamlines'" picture-flow=streamline
refused "did you mean 'fire'" picture-map=fir
refused "film=25 needs png=N" film=25
refused "did you mean 'svg'" charts=svgg
refused "did you mean 'length'" picture-axes=lenght
refused "says nothing of metres" picture-axes=si
refused "taylor-green has no length of its own" picture-axes=length
need_device

run "${flow[@]}" vtk=0 png=20 picture=speed,velocity.x picture-range=0:0.1,-0.1:0.1 picture-map=ice \
    picture-flow=arrows picture-size=200 charts=svg,pdf -o chosen
expect_code 0
for file in speed-000000020.png speed-000000040.png velocity_x-000000040.png energy.svg energy.pdf; do
    expect_file "chosen/$file"
done
expect_json chosen/run.json "'speed-000000020.png' in d['files'] and 'energy.pdf' in d['files']"
expect_true "no file of the setup's own picture, or of a chart with pixels" \
    eval '! ls chosen/picture-* chosen/energy.png 2>/dev/null'
expect_true "the PDF is one" grep -aq '^%PDF' chosen/energy.pdf
expect_true "the SVG is one" "$python" -c "
import xml.etree.ElementTree as tree
assert tree.parse('chosen/energy.svg').getroot().tag.endswith('svg')"

# Axes of a case are those of its file, but in cells.
printf '[case]\nsetup = case\nlattice = d2q9\n[box]\nresolution = 8\nsize = 2,1\n[fluid]\ntau = 0.8\nspeed = 0.1\n[stop]\nsteps = 1\n' >box.ini
for origin in 0,0 9,0; do for axes in cells length; do
    run run -c box.ini vtk=0 png=1 box.origin=$origin picture-axes=$axes -o $axes-$origin
    expect_code 0
done; done
expect_true "in cells they begin at the box" cmp cells-0,0/picture-000000001.png cells-9,0/picture-000000001.png
expect_true "in lengths at its origin" eval '! cmp -s length-0,0/picture-000000001.png length-9,0/picture-000000001.png'

# What ffmpeg is asked for; and where there is none, the pictures stay and the command is told.
mkdir -p 'odd [name]' bin
cat >bin/ffmpeg <<'FFMPEG'
#!/bin/bash
printf '%s\n' "$@" >asked
for file; do :; done
echo film >"$file"
FFMPEG
chmod +x bin/ffmpeg
PATH=$PWD/bin:$PATH run "${flow[@]}" vtk=0 png=20 film=25 -o 'odd [name]/flow'
expect_code 0
expect_file 'odd [name]/flow/picture.mp4'
expect_in asked 'odd \[name\]/flow/picture-*.png'
expect_json 'odd [name]/flow/run.json' "'picture.mp4' in d['files']"
printf '#!/bin/bash\necho "no such encoder" >&2\nexit 1\n' >bin/ffmpeg
PATH=$PWD/bin:$PATH run "${flow[@]}" vtk=0 png=20 film=25 -o failed
expect_code 0
expect_json failed/run.json \
    "any('no such encoder' in w for w in d['warnings']) and 'picture.mp4' not in d['files']"
expect_true "nothing is left of the film" eval '! ls failed | grep -q mp4'
finish
