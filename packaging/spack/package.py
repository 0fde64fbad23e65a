# SPDX-License-Identifier: MIT
# Copy to a Spack repository as packages/sluice/package.py.
from spack.package import *


class Sluice(CMakePackage):
    """Lattice Boltzmann flow simulation on any OpenCL device: populations in 64 to 8 bits, walls, bodies
    from meshes, free surfaces, membranes, checkpoints, a verdict for every case."""

    license("MIT")
    version("main", branch="main")

    variant("pictures", default=True, description="Draw PNG pictures and charts")
    variant("mpi", default=True, description="Run on several devices")
    variant("zlib", default=True, description="Read compressed volumes")

    depends_on("c", type="build")
    depends_on("cmake@3.21:", type="build")
    depends_on("pkgconfig", type="build", when="+pictures")
    depends_on("opencl@1.2:")
    depends_on("cjson")
    depends_on("inih")
    depends_on("cairo+png", when="+pictures")
    depends_on("mpi", when="+mpi")
    depends_on("zlib-api", when="+zlib")

    def cmake_args(self):
        return [
            self.define_from_variant("LB_WITH_PICTURES", "pictures"),
            self.define_from_variant("LB_WITH_MPI", "mpi"),
            self.define_from_variant("LB_WITH_ZLIB", "zlib"),
            self.define("BUILD_TESTING", False),
        ]
