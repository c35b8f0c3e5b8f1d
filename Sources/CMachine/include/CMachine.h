#ifndef KILN_CMACHINE_H
#define KILN_CMACHINE_H

#include <stdbool.h>

/// True when the processor runs code compiled for x86-64-v3 (AVX2, BMI, FMA).
bool kiln_machine_has_wide_vectors(void);

#endif
