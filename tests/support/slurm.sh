# slurm.sh - a Slurm of one machine with four GPUs that are none, for scripts; after cli.sh, in whose folder it lies.
# shellcheck shell=bash disable=SC2154
# SPDX-License-Identifier: MIT
have_slurm() { PATH=$PATH:/usr/sbin command -v slurmctld slurmd sbatch >/dev/null; }

start_slurm() {
    local home=$work/slurm port=$((20000 + $$ % 20000)) node
    node=$(hostname -s)
    mkdir -p "$home/state" "$home/spool"
    cat >"$home/slurm.conf" <<CONF
ClusterName=sluice
SlurmctldHost=$node(127.0.0.1)
SlurmUser=$(id -un)
SlurmdUser=$(id -un)
AuthType=auth/none
CredType=cred/none
StateSaveLocation=$home/state
SlurmdSpoolDir=$home/spool
SlurmctldPidFile=$home/slurmctld.pid
SlurmdPidFile=$home/slurmd.pid
SlurmctldPort=$port
SlurmdPort=$((port + 1))
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
GresTypes=gpu
SlurmdParameters=config_overrides
NodeName=$node NodeAddr=127.0.0.1 CPUs=4 Gres=gpu:4
PartitionName=all Nodes=ALL Default=YES MaxTime=INFINITE State=UP
CONF
    echo "Name=gpu File=/dev/null,/dev/zero,/dev/full,/dev/random" >"$home/gres.conf"
    export SLURM_CONF=$home/slurm.conf
    PATH=$PATH:/usr/sbin slurmctld -D >"$home/slurmctld.log" 2>&1 &
    slurm_pids=($!)
    PATH=$PATH:/usr/sbin slurmd -D >"$home/slurmd.log" 2>&1 &
    slurm_pids+=($!)
    wait_until node_is_idle
}

# shellcheck disable=SC2317 # wait_until calls it
node_is_idle() { sinfo --noheader --format=%T 2>/dev/null | grep -q idle; }

stop_slurm() {
    kill "${slurm_pids[@]}"
    wait "${slurm_pids[@]}" || true
}
