#!/bin/bash
# body_surface.sh - pressure and wall shear on bodies: between plates exactly, on a cylinder the force that
# the exchange of momentum has, as forces of links by face have to round-off; in other units, of the mean flow,
# behind a checkpoint, on two ranks.
# Natively in turn of three, 25 s: it computes more than it compiles.
# SPDX-License-Identifier: MIT
# shellcheck source-path=SCRIPTDIR/../support
. "$(dirname "$0")/../support/cli.sh" "$1"
. "$(dirname "$0")/../support/mpi.sh"
need_device
cat >vtp.py <<'PYTHON'
import re, numpy
def arrays(path):
    data = open(path, "rb").read()
    head, raw = data.split(b'<AppendedData encoding="raw">', 1)
    raw = raw[raw.index(b"_") + 1:]
    points = int(re.search(rb'NumberOfPoints="(\d+)"', head).group(1))
    found = {}
    for tag in re.findall(rb"<DataArray [^>]*appended[^>]*>", head):
        text = dict(re.findall(r'(\w+)="([^"]*)"', tag.decode()))
        kind = {"Float32": "<f4", "Float64": "<f8"}.get(text["type"])
        if kind is None:
            continue
        parts = int(text["NumberOfComponents"])
        numbers = numpy.frombuffer(raw, kind, parts * points, int(text["offset"]) + 8)
        found[text["Name"]] = numbers.reshape(points, parts).astype(float)
    return found
PYTHON

# loads_are_those_of FOLDER BOUND BODY...: at each step with a file, the forces on the faces of each body are the row
# of forces.csv.
cat >loads.py <<'PYTHON'
import glob, sys, numpy
from vtp import arrays
folder, bound, bodies = sys.argv[1], float(sys.argv[2]), sys.argv[3:]
rows = numpy.genfromtxt(folder + "/forces.csv", delimiter=",", names=True)
for number, name in enumerate(bodies, 1):
    files = sorted(glob.glob("%s/body-%s-*.vtp" % (folder, name)))
    assert len(files) > 1, files
    for path in files:
        row = rows[(rows["body"] == number) & (rows["step"] == int(path[-13:-4]))]
        exact = numpy.array([row["fx"][0], row["fy"][0], row["fz"][0]])
        off = abs(arrays(path)["force"].sum(axis=0) / 4 - exact).max() / abs(exact).max()
        assert off < bound, (path, off)
PYTHON
loads_are_those_of() { expect_true "forces on faces of $1 are those of forces.csv" "$python" loads.py "$@"; }

# A body that is the lower plate, 16 cells below the upper one, which rests or moves.
plates() { # velocity of the upper plate, acceleration
    printf '[case]\nsetup = case\nlattice = d3q19\n[box]\nsize = 6,20,4\n[fluid]\nviscosity = 0.25\nspeed = 0.05\n'
    printf '[face y-]\nkind = wall\n[face y+]\nkind = wall\nu = %s,0,0\n' "$1"
    printf '[body floor]\nshape = box\nfrom = 0,0,0\nto = 6,4,4\n[force]\nacceleration = %s\n[stop]\nsteps = 2000\n' "$2"
}
plates 0 1e-5 >poiseuille.ini
plates 0.016 0 >couette.ini
sed -i '/^\[force\]/,/^acceleration/d' couette.ini
options=(vtk=0 png=0 --tune=never --progress=never)
run run -c poiseuille.ini body-surface=1000 mean=1900 "${options[@]}" -o poiseuille
expect_code 0
expect_json poiseuille/run.json "all(f in d['files'] for f in ('body-floor-000001000.vtp', 'body-floor-000002000.vtp', 'body-floor.pvd', 'mean-body-floor.vtp'))"
run run -c couette.ini body-surface=2000 "${options[@]}" -o couette
expect_true "shear between plates is exact to a percent" "$python" - <<'PYTHON'
import numpy
from vtp import arrays
for name, exact in (("poiseuille/body-floor-000002000", 1e-5 * 16 / 2), ("poiseuille/mean-body-floor", 1e-5 * 16 / 2),
                    ("couette/body-floor-000002000", 0.25 * 0.016 / 16)):
    found = arrays(name + ".vtp")
    shear, place = found["wall_shear"], found["position"]
    assert abs(shear - (exact, 0, 0)).max() < 0.01 * exact, (name, shear.min(axis=0), shear.max(axis=0), exact)
    assert abs(found["normal"] - (0, 1, 0)).max() < 1e-6 and abs(found["area"] - 1).max() < 1e-6
    assert abs(found["p"]).max() < 1e-5, name
    # Of each link in front of a plane, half is the next square's: all squares have the same.
    assert ("force" in found) == ("mean" not in name), name
    if "force" in found:
        assert abs(found["force"] - (exact, 0, 0)).max() < 0.01 * exact, (name, found["force"].min(axis=0))
    assert len(place) == 4 * 6 * 4 and abs(place[:, 1] - place[0, 1]).max() == 0
PYTHON
run run -c poiseuille.ini "box.unit_si=0.001" "fluid.speed_si=2" "fluid.density_si=1000" body-surface=2000 vtk-units=si \
    "${options[@]}" -o metres
expect_true "pascals and metres" "$python" - <<'PYTHON'
from vtp import arrays
cells, metres = arrays("poiseuille/body-floor-000002000.vtp"), arrays("metres/body-floor-000002000.vtp")
stress = 1000 * (2 / 0.05) ** 2
assert abs(metres["wall_shear"] / stress - cells["wall_shear"]).max() < 1e-5 * abs(cells["wall_shear"]).max()
assert abs(metres["area"] - 1e-6).max() < 1e-11
assert abs(metres["force"] / (stress * 1e-6) - cells["force"]).max() < 1e-5 * abs(cells["force"]).max()
extent = lambda a: (a["position"].max(axis=0) - a["position"].min(axis=0)).max()
assert abs(extent(metres) / extent(cells) - 1e-3) < 1e-8
PYTHON
run run -c poiseuille.ini body-surface=1000 mean=1900 "${options[@]}" stop.steps=1400 checkpoint=1400 -o parts
run resume parts steps=2000
for file in body-floor-000002000.vtp mean-body-floor.vtp body-floor.pvd; do
    case $file in # the run that stopped wrote one at its end, too
    *.pvd) expect_in "parts/$file" body-floor-000001000.vtp ;;
    *) expect_true "$file behind a checkpoint" cmp "poiseuille/$file" "parts/$file" ;;
    esac
done

# Stairs make the drag of a cylinder of 24 cells rough: 5 %.
cat >cylinder.ini <<'INI'
[case]
setup = case
lattice = d2q9
[box]
resolution = 24
size = 6,4
[fluid]
re = 20
speed = 0.08
[face x-]
kind = velocity
u = 0.08,0
[face x+]
kind = pressure
[face y-]
kind = slip
[face y+]
kind = slip
[body rod]
shape = cylinder
at = 2,2
radius = 0.5
[stop]
until = 15
INI
run run -c cylinder.ini body-surface=100000 "${options[@]}" -o one
expect_true "the drag is that of the exchange of momentum" "$python" - <<'PYTHON'
import glob, math, numpy
from vtp import arrays
found = arrays(glob.glob("one/body-rod-*.vtp")[0])
share = found["area"] / 4
force = (share * (found["wall_shear"] - found["p"] * found["normal"])).sum(axis=0)
rows = numpy.genfromtxt("one/forces.csv", delimiter=",", names=True)
exchange = rows["fx"][rows["body"] == 1][-1]
assert abs(force[0] / exchange - 1) < 0.05, (force, exchange)
assert abs(force[1]) < 0.01 * exchange
assert abs(share.sum() / (math.pi * 24) - 1) < 0.05, share.sum()
PYTHON
for wall in curved exact; do
    run run -c cylinder.ini rod.wall=$wall stop.steps=300 body-surface=150 probe=150 --precision fp64 "${options[@]}" -o $wall
    loads_are_those_of $wall 1e-12 rod
done
run run -c cylinder.ini rod.wall=curved stop.steps=299 body-surface=150 probe=150 --precision fp64 "${options[@]}" \
    checkpoint=299 -o two
run resume two steps=300
expect_true "forces behind a checkpoint" cmp curved/body-rod-000000300.vtp two/body-rod-000000300.vtp
# The cylinder of karman has a surface; what a file leaves out is told before the run.
run run karman quick=1 steps=20 body-surface=20 "${options[@]}" -o street
expect_code 0
expect_true "squares around the cylinder" "$python" - <<'PYTHON'
import math, json
from vtp import arrays
radius = json.load(open("street/run.json"))["parameters"]["radius"]
area = arrays("street/body-cylinder-000000020.vtp")["area"].sum() / 4
assert abs(area / (2 * math.pi * radius) - 1) < 0.05, area
PYTHON
run run stirrer steps=0 body-surface=1 mean=0 png=0 -o paddle
expect_code 0
expect_in err "body-surface: [paddle] moves its cells, and gets no file of the mean flow"

# A rod that turns in a cup, with its cells or with its surface alone: shear and torque of Couette's flow.  One that
# moves is where it is.
cup() { # what turns
    printf '[case]\nsetup = case\nlattice = d2q9\n[box]\nresolution = 16\nsize = 4,4\norigin = -2,-2\n[fluid]\ntau = 1\n'
    printf '[body cup]\nshape = cylinder\nat = 0,0\nradius = 1.5\ninside = fluid\n'
    printf '[body rod]\nshape = cylinder\nat = 0,0\nradius = 0.5\n%s\n[stop]\nuntil = 6\n' "$1"
}
cup $'turn = 1 speed/length\nabout = 0,0' >turn.ini
cup 'spin = 1 speed/length' >spin.ini
for name in turn spin; do
    run run -c "$name.ini" body-surface=100000 "${options[@]}" -o "$name"
done
printf 'time,x,y\n0,0,0\n2,1,0.5\n' >way.csv
printf '[case]\nsetup = case\nlattice = d2q9\n[box]\nresolution = 8\nsize = 6,4\n[fluid]\ntau = 1\n[body rod]\nshape = cylinder\nat = 2,2\nradius = 1\nmove = way.csv\n[stop]\nsteps = 160\n' >slide.ini
run run -c slide.ini body-surface=80 probe=80 "${options[@]}" -o slide
loads_are_those_of slide 1e-6 rod
# Off the middle, with cells beside cells of the other body, and links from wall to wall.
cup $'turn = 1 speed/length\nabout = 0.2,0' | sed 's/^at = 0,0/at = 0.2,0/;s/^until.*/steps = 240/' >off.ini
cup $'spin = 1 speed/length\nwall = curved' | sed '/^\[body rod/,$s/^at = 0,0/at = 0.97,0/;s/^inside/wall = curved\n&/;s/^until.*/steps = 240/' >narrow.ini
sed -i '/^\[body cup/,/^\[body rod/s/^at = 0.2,0/at = 0,0/' off.ini
for name in off narrow; do
    run run -c "$name.ini" body-surface=80 probe=80 --precision fp64 "${options[@]}" -o "$name"
    loads_are_those_of "$name" 1e-12 cup rod
done
expect_true "a body that turns has the shear of Couette's flow, one that moves its place" "$python" - <<'PYTHON'
import math, numpy
from vtp import arrays
rate, viscosity, inner, outer = 0.05 / 16, 1 / 6, 8, 24
shear = 2 * viscosity * rate * outer**2 / (outer**2 - inner**2)
for name in "turn", "spin":
    found = arrays("%s/body-rod-000001920.vtp" % name)
    area, place = found["area"][:, 0], found["position"] - [32, 32, 0]
    size = numpy.linalg.norm(found["wall_shear"], axis=1)
    assert abs((area * size).sum() / area.sum() / shear - 1) < 0.02, (name, size.mean())
    torque = numpy.cross(place - [0, 0, 0], found["wall_shear"] * area[:, None] / 4)[:, 2].sum()
    assert abs(torque / (-2 * math.pi * inner**2 * shear) - 1) < 0.1, (name, torque)
for step in 80, 160:
    middle = arrays("slide/body-rod-%09d.vtp" % step)["position"].mean(axis=0)
    time = step * 0.05 / 8
    assert abs(middle[0] - 8 * (2 + 0.5 * time)) < 0.5 and abs(middle[1] - 8 * (2 + 0.25 * time)) < 0.5, (step, middle)
PYTHON
run run -c cylinder.ini --collision rr fluid.les=0.1 steps=0 body-surface=1 png=0 -o eddies
expect_code 0
expect_in err "wall_shear is that of the viscosity of the fluid, without that of eddies"
run run taylor-green quick=1 steps=1 body-surface=1 -o none
expect_code 2
expect_in err "has no body"

launcher=$(launcher_of "$program")
if command -v "$launcher" >/dev/null; then
    for split in 2x1x1 1x2x1; do
        ranks "$launcher" 2 "$program" run -c poiseuille.ini body-surface=1000 mean=1900 "${options[@]}" --split "$split" -o "$split"
        for file in body-floor-000001000.vtp mean-body-floor.vtp; do
            expect_true "$file of $split is the same" cmp "poiseuille/$file" "$split/$file"
        done
        ranks "$launcher" 2 "$program" run -c turn.ini body-surface=100000 "${options[@]}" --split "$split" -o "turn-$split"
        expect_true "that of a body that turns is the same" cmp turn/body-rod-000001920.vtp "turn-$split/body-rod-000001920.vtp"
    done
    ranks "$launcher" 2 "$program" run -c narrow.ini body-surface=80 probe=80 --precision fp64 "${options[@]}" --split 2x1x1 \
        -o narrow-2
    loads_are_those_of narrow-2 1e-12 cup rod
    expect_true "forces of two bodies are the same" cmp narrow/body-rod-000000240.vtp "narrow-2/body-rod-000000240.vtp"
fi
finish
