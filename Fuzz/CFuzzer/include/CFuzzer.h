#include <stddef.h>
#include <stdint.h>

/// libFuzzer as a library: runs `callback` until it is told to stop; see its -help=1.
int LLVMFuzzerRunDriver(
    int *argc, char ***argv, int (*callback)(const uint8_t *data, size_t size));

/// Changes a file as libFuzzer does by itself; for mutators of our own.
size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t max_size);
