#include "CMachine.h"

bool kiln_machine_has_wide_vectors(void) {
#if defined(__x86_64__)
    __builtin_cpu_init();
    return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi")
        && __builtin_cpu_supports("bmi2") && __builtin_cpu_supports("fma")
        && __builtin_cpu_supports("f16c") && __builtin_cpu_supports("lzcnt");
#else
    // Elsewhere both copies of the kernels are the same code.
    return true;
#endif
}
