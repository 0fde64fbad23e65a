#!/bin/bash
# package_slow.sh - the Debian package installs on a Debian 12 that has nothing else, and runs there; what it
# holds and what it needs are looked at in any case (install.sh does so for a build without dpkg-dev).
# SPDX-License-Identifier: MIT
. "$(dirname "$0")/../support/cli.sh" "$1"
build=$(dirname "$program")
if ! command -v cpack >/dev/null || ! command -v dpkg-deb >/dev/null; then
    echo "cpack and dpkg-deb are needed"
    exit 77
fi
command_line="cpack -G DEB"
code=0
cpack -G DEB --config "$build/CPackConfig.cmake" -B "$PWD" >packed 2>&1 || code=$?
expect_code 0
package=$(echo sluice_*.deb) library=$(echo libsluice0_*.deb) header=$(echo libsluice-dev_*.deb)
expect_true "there is a package: $(tail -1 packed)" test -f "$package"
for needed in libc6 ocl-icd-libopencl1 libcjson1 libinih1 libcairo2 zlib1g; do
    expect_in <(dpkg-deb -f "$package" Depends) "$needed"
done
expect_true "there are packages of the library" test -f "$library" -a -f "$header"
expect_in <(dpkg-deb -f "$library" Depends) ocl-icd-libopencl1
expect_in <(dpkg-deb -f "$header" Depends) "libsluice0 (="
expect_in <(dpkg-deb -c "$library") ./usr/lib
expect_in <(dpkg-deb -c "$header") ./usr/include/sluice.h
expect_not_in <(dpkg-deb -c "$package") libsluice
dpkg-deb -x "$package" unpacked
"unpacked/usr/bin/sluice" version >out 2>err || code=$?
expect_code 0
expect_file unpacked/usr/share/doc/sluice/docs/car.stl
if [ "$(id -u)" -ne 0 ] || ! command -v mmdebstrap >/dev/null; then
    echo "mmdebstrap and root's rights are needed for the rest"
    [ "$failures" -eq 0 ] && exit 77
    finish
fi

cat >inside <<'TEXT'
set -e
export DEBIAN_FRONTEND=noninteractive SLUICE_SELF_TEST=never
apt-get install -y -q --install-recommends /tmp/sluice.deb >/tmp/installed 2>&1 || { tail -5 /tmp/installed; exit 1; }
cd /tmp
sluice version
sluice run karman quick=1 steps=50 --tune never -o here
test -s here/run.json && test -s here/case.ini
test -s /usr/share/man/man1/sluice.1* || echo "no man page"
apt-get install -y -q gcc libc6-dev pkg-config /tmp/libsluice0.deb /tmp/libsluice-dev.deb >/tmp/installed 2>&1 || { tail -5 /tmp/installed; exit 1; }
cc /usr/share/doc/sluice/examples/driven_lid.c -o lid $(pkg-config --cflags --libs sluice)
./lid
TEXT
code=0 # hooks print to standard error
# shellcheck disable=SC2016
mmdebstrap --mode=root --variant=apt --customize-hook="upload $package /tmp/sluice.deb" \
    --customize-hook="upload $library /tmp/libsluice0.deb" \
    --customize-hook="upload $header /tmp/libsluice-dev.deb" --customize-hook="upload inside /tmp/inside" --customize-hook='chroot "$1" bash /tmp/inside' \
    bookworm /dev/null >out 2>err || code=$?
command_line="mmdebstrap with $package"
expect_code 0
expect_in err "sluice 0."
expect_in err "verdict:"
expect_not_in err "no man page"
expect_in err "lowest velocity"
finish
