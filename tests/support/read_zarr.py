# read_zarr.py - whether a zarr store has the numbers, places and times of the .vti files of the same run, to the bit.
# Usage: read_zarr.py vti STORE FILE.vti ...   with NumPy alone, which reads both by their formats
#        read_zarr.py whole|killed STORE       whether all is there that is counted; nothing beside it, or of a run that
#                                              was killed
#        read_zarr.py xarray STORE ...         whether xarray, zarr and dask read what NumPy does, without a warning
# SPDX-License-Identifier: MIT
import json
import re
import sys
import warnings
from pathlib import Path

import numpy as np

COMPONENTS = {1: [""], 3: ["x", "y", "z"], 6: ["xx", "yy", "zz", "xy", "yz", "xz"]}


def read_array(folder, is_finished):
    about = json.loads((folder / "zarr.json").read_text())
    shape, chunk = about["shape"], about["chunk_grid"]["configuration"]["chunk_shape"]
    kind = np.dtype(about["data_type"]).newbyteorder("<")
    counts = [-(-n // c) for n, c in zip(shape, chunk)]
    padded = np.empty([n * c for n, c in zip(counts, chunk)], kind)
    for at in np.ndindex(*counts):
        raw = (folder / "c").joinpath(*map(str, at)).read_bytes()
        place = tuple(slice(a * c, (a + 1) * c) for a, c in zip(at, chunk))
        padded[place] = np.frombuffer(raw, kind).reshape(chunk)
    files = [p for p in (folder / "c").rglob("*") if p.is_file()]
    assert len(files) == np.prod(counts) or not is_finished, (folder, "has chunks that no reader sees")
    return padded[tuple(slice(n) for n in shape)], about


def read_store(path, is_finished=True):
    group = json.loads((path / "zarr.json").read_text())
    arrays = {}
    for name, about in group["consolidated_metadata"]["metadata"].items():
        arrays[name], own = read_array(path / name, is_finished)
        assert own == about or not is_finished, (name, "is not what the group says")
    there = {p.name for p in path.iterdir() if p.suffix != ".partial"}
    assert there == set(arrays) | {"zarr.json"}, there
    return arrays


def numbers(text):
    return np.array(text.split(), float)


def read_vti(path):
    data = path.read_bytes()
    head, begin = data.split(b"<AppendedData")[0].decode(), data.index(b"_", data.index(b"<AppendedData")) + 1
    extent = numbers(re.search(r'WholeExtent="(.*?)"', head)[1]).astype(int)
    size = extent[1::2] - extent[::2] + 1
    origin, spacing = (numbers(re.search(what + r'="(.*?)"', head)[1]) for what in ("Origin", "Spacing"))
    arrays = {axis: origin[n] + spacing[n] * np.arange(size[n]) for n, axis in enumerate("xyz")}
    arrays["time"] = float(re.search(r">([^<]*)</DataArray>\s*</FieldData>", head)[1])
    for line in re.findall(r"<DataArray[^>]*appended[^>]*>", head):
        word = dict(re.findall(r'(\w+)="(.*?)"', line))
        count = int(word.get("NumberOfComponents", 1))
        kind = np.dtype(word["type"].lower())
        raw = np.frombuffer(data, kind, count * size.prod(), begin + int(word["offset"]) + 8)
        for n, letters in enumerate(COMPONENTS[count]):
            gap = "_" if count > 1 and len(word["Name"]) > 1 else ""
            arrays[word["Name"] + gap + letters] = raw.reshape(*size[::-1], count)[..., n]
    return arrays


def same_as_vti(path, files):
    store = read_store(path)
    assert len(store["time"]) == len(files) > 0, (store["time"], files)
    for n, file in enumerate(files):
        vti = read_vti(Path(file))
        assert set(vti) == set(store), (set(vti) ^ set(store))
        for name, found in store.items():
            if name in "xyz":
                assert np.allclose(found, vti[name], rtol=1e-13, atol=1e-13 * np.ptp(found)), name
            elif name == "time":
                assert found[n] == vti[name], (name, found[n], vti[name])
            else:
                assert found.dtype == vti[name].dtype, name
                assert found[n].tobytes() == vti[name].tobytes(), (file, name)


def same_in_napari(napari_get_reader, folder, expected):
    """`napari FOLDER`, without its window: one layer, which is read when it is looked at."""
    (layer,) = napari_get_reader(str(folder))(str(folder))
    assert hasattr(layer[0], "dask") and np.array_equal(layer[0].compute(), expected)


def read_by_others(path):
    import dask.array
    import xarray
    import zarr
    from napari_builtins.io import napari_get_reader

    warnings.simplefilter("error")
    store = read_store(path)
    for consolidated in (True, False, None):
        data = xarray.open_zarr(path, consolidated=consolidated)
        assert set(data.variables) == set(store), set(data.variables) ^ set(store)
        for name, expected in store.items():
            found = data[name]
            assert found.dims == ((name,) if expected.ndim == 1 else ("time", "z", "y", "x")), found.dims
            assert found.dtype == expected.dtype and found.attrs["units"] and found.attrs["long_name"]
            assert np.array_equal(found.values, expected), name
        assert set(data.coords) == {"time", "z", "y", "x"}, data.coords
    middle = data.sel(time=data.time[-1], y=data.y[len(data.y) // 2], method="nearest")
    name = next(iter(data.data_vars))
    assert middle[name].shape == (len(data.z), len(data.x))
    assert zarr.open_group(path, mode="r").metadata.consolidated_metadata is not None
    assert np.array_equal(dask.array.from_zarr(path / name).compute(), store[name])
    same_in_napari(napari_get_reader, path / name, store[name])


if __name__ == "__main__":
    if sys.argv[1] == "vti":
        same_as_vti(Path(sys.argv[2]), sys.argv[3:])
    elif sys.argv[1] in ("whole", "killed"):
        read_store(Path(sys.argv[2]), is_finished=sys.argv[1] == "whole")
    else:
        for store in sys.argv[2:]:
            read_by_others(Path(store))
