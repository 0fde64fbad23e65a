/* test_launcher.c - which variables of the environment say how many processes there are.
 * SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <string.h>

#include "peers/launcher.h"
#include "support/check.h"

static const char *const variables[] = {
    "OMPI_COMM_WORLD_SIZE", "OMPI_COMM_WORLD_RANK", "PMI_SIZE",    "PMI_RANK",
    "SLURM_STEP_NUM_TASKS", "SLURM_PROCID",         "SLURM_NTASKS"};

static void forget_all(void)
{
    for (size_t n = 0; n < sizeof variables / sizeof *variables; n++)
        unsetenv(variables[n]);
}

static struct lb_launcher found(void)
{
    struct lb_launcher launcher;
    lb_launcher_find(&launcher);
    return launcher;
}

static void no_launcher(void)
{
    forget_all();
    LB_CHECK(found().name == NULL && found().count == 1 && found().rank == 0);
}

static void each_launcher(void)
{
    static const char *const names[] = {"mpirun of Open MPI", "mpirun of MPICH", "srun"};
    for (int n = 0; n < 3; n++) {
        forget_all();
        setenv(variables[2 * n], "4", 1);
        setenv(variables[2 * n + 1], "3", 1);
        LB_CHECK(found().count == 4 && found().rank == 3);
        LB_CHECK(found().name != NULL && strcmp(found().name, names[n]) == 0);
    }
}

/* mpirun inside a job of Slurm starts processes of its own. */
static void mpirun_inside_a_job(void)
{
    forget_all();
    setenv("SLURM_STEP_NUM_TASKS", "2", 1);
    setenv("SLURM_PROCID", "1", 1);
    setenv("OMPI_COMM_WORLD_SIZE", "8", 1);
    setenv("OMPI_COMM_WORLD_RANK", "5", 1);
    LB_CHECK(found().count == 8 && found().rank == 5);
}

static void script_of_a_job_is_one_process(void)
{
    forget_all();
    setenv("SLURM_NTASKS", "8", 1);
    setenv("SLURM_PROCID", "0", 1);
    LB_CHECK(found().name == NULL && found().count == 1);
}

static void words_that_are_no_numbers_count_as_none(void)
{
    static const char *const words[] = {"", "0", "-2", "4x", "four", "99999999999999999999"};
    for (size_t n = 0; n < sizeof words / sizeof *words; n++) {
        forget_all();
        setenv("PMI_SIZE", words[n], 1);
        setenv("PMI_RANK", "0", 1);
        LB_CHECK(found().name == NULL && found().count == 1);
    }
    setenv("PMI_SIZE", "2", 1);
    setenv("PMI_RANK", "2", 1); /* beyond the last */
    LB_CHECK(found().name == NULL);
}

int main(void)
{
    LB_TEST(no_launcher);
    LB_TEST(each_launcher);
    LB_TEST(mpirun_inside_a_job);
    LB_TEST(script_of_a_job_is_one_process);
    LB_TEST(words_that_are_no_numbers_count_as_none);
    return lb_check_report();
}
