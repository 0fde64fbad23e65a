/* fuzz_libfuzzer.c - libFuzzer's entry for the target LB_FUZZ_TARGET.
 * SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "fuzz/fuzz.h"

int LLVMFuzzerInitialize(int *argc, char ***argv);
int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
    (void)argc;
    (void)argv;
    return unsetenv("SLUICE_DEVICE");
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    LB_FUZZ_TARGET.run(bytes, size);
    return 0;
}
