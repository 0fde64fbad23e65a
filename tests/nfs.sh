#!/usr/bin/env bash
# nfs.sh - eight processes on two clients of an NFS 4.2 server share a study, with `kill -9` at random: each run is made
# once, and the table is that of one process; a claim whose answer is lost is not.  Server and clients are those of
# Linux, in a kernel that runs as a program of root (Debian: user-mode-linux nfs-kernel-server kmod).
# Usage: nfs.sh BUILD   (with a native device; what it needs stays in BUILD/nfs)
# Exit code 77 where it cannot be tried.
# SPDX-License-Identifier: MIT
set -euo pipefail
build=$(realpath "$1")
place=$build/nfs
many=(taylor-green length=16 "u0=$(seq -s, 0.01 0.005 0.155)" "tiles=1,2" steps=60 vtk=0 png=0)

if [[ ${2:-} == inside ]]; then # the first process of that kernel
    export PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/tmp SLUICE_SELF_TEST=never XDG_CACHE_HOME=$place/cache
    export OCL_ICD_VENDORS=$build/native/libnative_device.so SLUICE_NATIVE_STORE=$place/store
    sluice=$build/sluice
    trap 'sync; echo o >/proc/sysrq-trigger; sleep 9' EXIT
    mount -t proc proc /proc
    for folder in /run /tmp /mnt /var/lib/nfs; do mount -t tmpfs tmpfs $folder; done
    mkdir -p /var/lib/nfs/{rpc_pipefs,v4recovery,sm} /mnt/{export,a,b} /tmp/modules/lib
    touch /var/lib/nfs/{etab,rmtab,xtab,state}
    ip link set lo up
    ln -s /usr/lib/uml/modules /tmp/modules/lib/modules
    modprobe -d /tmp/modules -a nfsd nfsv4
    mount -t nfsd nfsd /proc/fs/nfsd
    mount -t tmpfs -o mode=777 tmpfs /mnt/export
    rpcbind -w && sleep 1
    exportfs -o rw,no_root_squash,fsid=0,insecure,no_subtree_check 127.0.0.1:/mnt/export
    rpc.mountd && rpc.nfsd 4 && sleep 2
    for client in a b; do mount -t nfs -o vers=4.2,nosharecache 127.0.0.1:/ /mnt/$client; done
    cd /tmp

    # The first answer is lost: the link is made behind this client's back, and its own comes to nothing.
    "$sluice" run taylor-green length=16 u0=0.05,0.06 steps=60 vtk=0 png=0 --plan -o /mnt/a/lost >/dev/null
    LD_PRELOAD=$place/lost_link.so "$sluice" work /mnt/a/lost -q >/dev/null
    "$sluice" study /mnt/a/lost 2>/dev/null | grep "runs in"

    "$sluice" run "${many[@]}" -q -o serial >/dev/null 2>&1 || true
    "$sluice" run "${many[@]}" checkpoint=25 --plan -o /mnt/a/many >/dev/null
    ended() { grep -lE '"status":\s"(done|diverged)"' /mnt/export/many/u0-*/run.json 2>/dev/null | grep -vc stopped || true; }
    group() { # client: four processes, of which one is killed now and then, and begun again
        keep() {
            until [[ -e over ]]; do
                (cd "/mnt/$1" && exec "$sluice" work many -q) >>"made-$1-$2" 2>>"told-$1-$2" &
                echo $! >"process-$1-$2"
                wait $! 2>/dev/null || sleep 0.2
            done
        }
        local kills=0 n
        for n in 1 2 3 4; do keep "$1" $n 2>/dev/null & done
        while (($(ended) < 60)); do
            sleep 0.2
            if (($(ended) < 3 * kills)); then continue; fi
            kill -9 "$(cat "process-$1-$((RANDOM % 4 + 1))")" 2>/dev/null && kills=$((kills + 1))
        done
        touch over
        wait
        echo "client $1: $kills processes killed, $(cat "made-$1"-* | grep -c '^u0=') runs made"
    }
    export -f group ended
    export sluice
    group a &
    unshare --uts --pid --fork --mount-proc bash -c "hostname other; group b"
    wait %1
    echo "made twice: $(cat made-* | grep '^u0=' | sort | uniq -d | wc -l)"
    "$sluice" study /mnt/b/many >/dev/null 2>&1 || true
    cmp serial/sweep.csv /mnt/export/many/sweep.csv && echo "the table is that of one process"
    exit
fi

for needed in linux.uml exportfs rpcbind modprobe mount.nfs gcc; do
    PATH=$PATH:/usr/sbin:/sbin command -v $needed >/dev/null && continue
    echo "skipped: there is no $needed (Debian packages user-mode-linux nfs-kernel-server kmod gcc)"
    exit 77
done
if ((EUID != 0)) || [[ ! -e $build/native/libnative_device.so ]]; then
    echo "skipped: root and a native device are needed"
    exit 77
fi
rm -rf "$place" && mkdir -p "$place"/{store,cache}
gcc -shared -fPIC -x c -o "$place/lost_link.so" - <<'C'
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdio.h>
#include <string.h>
int link(const char *from, const char *to)
{
    int (*next)(const char *, const char *) = (int (*)(const char *, const char *))dlsym(RTLD_NEXT, "link");
    char other[2][4096];
    if (strncmp(to, "/mnt/a/", 7) == 0) {
        snprintf(other[0], sizeof other[0], "/mnt/b/%s", from + 7);
        snprintf(other[1], sizeof other[1], "/mnt/b/%s", to + 7);
        next(other[0], other[1]);
    }
    return next(from, to);
}
C
# kernels are built here, where it is faster
(cd "$place" && OCL_ICD_VENDORS=$build/native/libnative_device.so SLUICE_NATIVE_STORE=$place/store \
    SLUICE_SELF_TEST=never XDG_CACHE_HOME=$place/cache "$build/sluice" run taylor-green length=16 u0=0.01,0.02 "tiles=1,2" \
    steps=60 vtk=0 png=0 checkpoint=25 -q -o before) >/dev/null 2>&1 || true
printf '#!/bin/bash\nexec bash %q %q inside\n' "$(realpath "$0")" "$build" >"$place/init"
chmod +x "$place/init"
timeout 1500 linux.uml mem=2G root=/dev/root rootfstype=hostfs rootflags=/ rw init="$place/init" con0=fd:0,fd:1 con=null \
    ssl=null </dev/null 2>&1 | cat >"$place/log"
tr -d '\r' <"$place/log" | grep -E "^(client|made twice|the table|[0-9]+ runs in)" || true
tr -d '\r' <"$place/log" >"$place/text"
grep -q "^2 runs in /mnt/a/lost: 2 done" "$place/text"
grep -q "^made twice: 0$" "$place/text"
grep -q "^the table is that of one process$" "$place/text"
