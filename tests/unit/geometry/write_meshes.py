# write_meshes.py - VTK writes a closed surface in each format it knows; run by test_mesh_file.c.
# SPDX-License-Identifier: MIT
# Writes vtk-binary.stl, vtk-ascii.stl, vtk.obj into the working folder, and prints nothing; the
# counts, the volume and the area by VTK go to vtk-mesh.txt.  77: there is no VTK.
import sys

try:
    import vtk
except ImportError:
    sys.exit(77)

source = vtk.vtkSuperquadricSource()  # a cushion, no sphere
source.SetPhiResolution(24)
source.SetThetaResolution(40)
source.SetScale(1.0, 0.7, 1.6)
triangles = vtk.vtkTriangleFilter()
triangles.SetInputConnection(source.GetOutputPort())
clean = vtk.vtkCleanPolyData()  # the source repeats nodes at its seams
clean.SetInputConnection(triangles.GetOutputPort())
clean.SetTolerance(1e-5)
clean.Update()
alone = vtk.vtkTriangleFilter()  # without the lines and points that cleaning leaves of flat cells
alone.SetInputConnection(clean.GetOutputPort())
alone.PassVertsOff()
alone.PassLinesOff()
normals = vtk.vtkPolyDataNormals()
normals.SetInputConnection(alone.GetOutputPort())
normals.SplittingOff()
normals.ConsistencyOn()
normals.AutoOrientNormalsOn()
normals.Update()
surface = normals.GetOutput()
for name, writer in (("vtk-binary.stl", vtk.vtkSTLWriter()), ("vtk-ascii.stl", vtk.vtkSTLWriter()),
                     ("vtk.obj", vtk.vtkOBJWriter())):
    writer.SetFileName(name)
    writer.SetInputData(surface)
    if name == "vtk-binary.stl":
        writer.SetFileTypeToBinary()
    assert writer.Write() == 1
mass = vtk.vtkMassProperties()
mass.SetInputData(surface)
mass.Update()
with open("vtk-mesh.txt", "w") as out:
    out.write("%d %d %.17g %.17g\n" % (surface.GetNumberOfPoints(), surface.GetNumberOfPolys(),
                                       mass.GetVolume(), mass.GetSurfaceArea()))
