#ifndef KILN_CMACHINE_H
#define KILN_CMACHINE_H

#include <stdbool.h>

/// True when the processor runs code compiled for x86-64-v3 (AVX2, BMI, FMA).
bool kiln_machine_has_wide_vectors(void);

/// Gives two files or folders each other's name in one step.
///
/// Returns 0, or -1 with the reason in `errno`; `ENOSYS` where the system has no such call.
int kiln_exchange_names(const char *first, const char *second);

/// Lets freed memory be used again without giving it back to the system in between.
///
/// Pictures are megabytes that come and go; clearing fresh pages for each costs a bake a twentieth
/// of its time. Does nothing where the C library has no such setting.
void kiln_keep_freed_memory(void);

#endif
