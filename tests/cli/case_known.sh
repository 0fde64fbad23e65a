#!/bin/bash
# case_known.sh - cases whose flow is known: an array of cylinders, triangular ducts, spheres of triangles; an image that
# is turned, and a sheet made in two ways, which have the same flow to round-off.
# Not on the native device, on PoCL in turn of three, 20 s: it computes more than it compiles.
# SPDX-License-Identifier: MIT
. "$(dirname "$0")/../support/cli.sh" "$1"
need_device
options=(vtk=0 png=0 --progress never)
begin() { # lattice
    printf '[case]\nsetup = case\nlattice = %s\ncollision = trt\n[fluid]\ntau = 1\nspeed = 0.01\n' "$1"
}

# Share of solid, radius, force over mu and speed (Sangani & Acrivos, Int. J. Multiphase Flow 8, 193 (1982)).
while read -r share radius force; do
    { begin d2q9 && printf '[box]\nresolution = 64\nsize = 1,1\n[force]\nacceleration = 1e-6,0\n[stop]\nsteady = 1e-3\n'
      printf '[body rod]\nshape = cylinder\nat = 0.5,0.5\nradius = %s\nwall = curved\n' "$radius"; } >rods.ini
    run run -c rods.ini "${options[@]}" -o "rods-$share"
    expect_json "rods-$share/run.json" "abs(d['results']['permeability'] * $force - 1) < 0.02"
done <<'ROWS'
0.05 0.126156626 15.56
0.2 0.252313252 51.53
0.5 0.398942280 532.55
ROWS

# A duct of an equilateral triangle, turned by 17 degrees: the mean is acceleration side^2 / (80 viscosity).
"$python" - <<'PYTHON'
from math import cos, pi, radians, sin, sqrt
corners = [(cos(radians(17) + 2 * pi * k / 3) / sqrt(3), sin(radians(17) + 2 * pi * k / 3) / sqrt(3)) for k in range(3)]
points = [(x,) + corner for x in (-3, 3) for corner in corners]
faces = [(0, 2, 1), (3, 4, 5)]
for k in range(3):
    faces += [(k, (k + 1) % 3, 3 + (k + 1) % 3), (k, 3 + (k + 1) % 3, 3 + k)]
with open("triangle.off", "w") as file:
    file.write("OFF\n6 %d 0\n" % len(faces))
    file.writelines("%.12g %.12g %.12g\n" % point for point in points)
    file.writelines("3 %d %d %d\n" % face for face in faces)
PYTHON
for cells in 12 24; do
    { begin d3q19 && printf '[box]\nresolution = %d\n' "$cells"
      "$python" -c "n = $cells; wide = round(1.25 * n) / n
print('size = %.10g,%.10g,%.10g\norigin = 0,%.10g,%.10g' % (2 / n, wide, wide, -wide / 2 - 0.13 / n, -wide / 2 - 0.13 / n))"
      printf '[body duct]\nmesh = triangle.off\ninside = fluid\nwall = curved\n[force]\nacceleration = 1e-6,0,0\n'
      printf '[plane cut]\ncentre = 0,0,0\n[stop]\nsteady = 1e-4\n'; } >"duct-$cells.ini"
    run run -c "duct-$cells.ini" "${options[@]}" -o "duct-$cells"
done
expect_true "curved walls of a duct are of second order" "$python" - <<'PYTHON'
import json, math
error = []
for cells in 12, 24:
    flow = json.load(open("duct-%d/run.json" % cells))["results"]["cut.flow"]
    error.append(flow / (1e-6 * cells**2 * 6 / 80 * cells**2 * math.sqrt(3) / 4) - 1)
assert abs(error[0]) < 0.02 and abs(error[1]) < 0.01, error
assert math.log2(abs(error[0] / error[1])) > 1.8, error
PYTHON

# A packing of spheres and the same turned: x, z and y have its first axis.
"$python" - <<'PYTHON'
import random
random.seed(3)
n = 12
balls = [[random.random() * n for _ in range(3)] + [1.5 + random.random()] for _ in range(14)]
def is_solid(*at):
    apart = lambda a, b: min(abs(a + 0.5 - b), n - abs(a + 0.5 - b))
    return any(sum(apart(a, b) ** 2 for a, b in zip(at, ball)) < ball[3] ** 2 for ball in balls)
cells = [(x, y, z) for z in range(n) for y in range(n) for x in range(n)]
for name, turned in ("x", lambda x, y, z: (x, y, z)), ("z", lambda x, y, z: (z, x, y)), ("y", lambda x, y, z: (y, z, x)):
    open("rock-%s.raw" % name, "wb").write(bytes(is_solid(*turned(*at)) for at in cells))
PYTHON
for along in x,1e-6,0,0 y,0,1e-6,0 z,0,0,1e-6; do
    axis=${along%%,*}
    { begin d3q19 && printf '[image rock]\nfile = rock-%s.raw\nsize = 12,12,12\nsolid = 1\n' "$axis"
      printf '[force]\nacceleration = %s\n[stop]\nsteps = 400\n' "${along#*,}"; } >"rock-$axis.ini"
    run run -c "rock-$axis.ini" --precision fp64 "${options[@]}" -o "rock-$axis"
done
for axis in y z; do
    expect_json "rock-$axis/run.json" "abs(d['results']['permeability'] /
        json.load(open('rock-x/run.json'))['results']['permeability'] - 1) < 1e-12"
done

# A sheet with a hole: a box and what a cylinder cuts out of it, or an image.
"$python" -c '
n = 16
cells = [(x, y + 0.5 - n / 2, z + 0.5 - n / 2) for z in range(n) for y in range(n) for x in range(n)]
open("sheet.raw", "wb").write(bytes(x == 8 and y * y + z * z > 3.5 ** 2 for x, y, z in cells))'
sheet() { # its sections
    begin d3q19
    printf '[force]\npressure_drop = 1e-4,0,0\n[stop]\nsteps = 100\n%b' "$1"
}
sheet '[image sheet]\nfile = sheet.raw\nsize = 16,16,16\nsolid = 1\n' >image.ini
sheet '[box]\nsize = 16,16,16\n[body sheet]\nshape = box\nfrom = 8,0,0\nto = 9,16,16\n[body hole]\nshape = cylinder\naxis = 1,0,0\nat = 8.5,8,8\nradius = 3.5\nlength = 3\ninside = cut\n' >cut.ini
for name in image cut; do
    run run -c "$name.ini" --precision fp64 png=0 -o "$name"
    expect_code 0
done
expect_true "both sheets have the same flow" cmp image/field-000000100.vti cut/field-000000100.vti
finish
