#!/bin/bash
# package_slow.sh - the Debian package installs on a Debian 12 that has nothing else, and runs there.
# SPDX-License-Identifier: MIT
. "$(dirname "$0")/../support/cli.sh" "$1"
build=$(dirname "$program")
if [ "$(id -u)" -ne 0 ] || ! command -v mmdebstrap cpack >/dev/null; then
    echo "mmdebstrap, cpack and root's rights are needed"
    exit 77
fi
cpack -G DEB --config "$build/CPackConfig.cmake" -B "$PWD" >packed 2>&1
package=$(echo sluice_*.deb)
expect_true "there is a package: $(tail -1 packed)" test -f "$package"

cat >inside <<'TEXT'
set -e
export DEBIAN_FRONTEND=noninteractive SLUICE_SELF_TEST=never
apt-get install -y -q --install-recommends /tmp/sluice.deb >/tmp/installed 2>&1 || { tail -5 /tmp/installed; exit 1; }
cd /tmp
sluice version
sluice run karman quick=1 steps=50 --tune never -o here
test -s here/run.json && test -s here/case.ini
test -s /usr/share/man/man1/sluice.1* || echo "no man page"
TEXT
code=0 # hooks print to standard error
# shellcheck disable=SC2016
mmdebstrap --mode=root --variant=apt --customize-hook="upload $package /tmp/sluice.deb" \
    --customize-hook="upload inside /tmp/inside" --customize-hook='chroot "$1" bash /tmp/inside' \
    bookworm /dev/null >out 2>err || code=$?
command_line="mmdebstrap with $package"
expect_code 0
expect_in err "sluice 0."
expect_in err "verdict:"
expect_not_in err "no man page"
finish
