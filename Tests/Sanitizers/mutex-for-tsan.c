// Lets the thread sanitizer see the waiting in the standard library's `Mutex` on Linux.
//
// A lock without contention is an atomic exchange, compiled into our own code, which the sanitizer
// sees. A contended one is taken and released in libswiftSynchronization, which is not instrumented,
// by the system call futex: the sanitizer sees neither, and reports what the lock protects as a race.
// `make tsan` links this file into the command and the tests. It stands before the two functions of
// the library and tells what they do; nothing is suppressed, so that true races are still found.
//
// Source: stdlib/public/Synchronization/Mutex/LinuxImpl.swift of the Swift project. `self` is the
// address of the lock's only word, which the atomic exchanges use too.

#define _GNU_SOURCE
#include <dlfcn.h>
#include <sanitizer/tsan_interface.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#define SWIFT __attribute__((swiftcall))
#define SELF __attribute__((swift_context)) void *

// _MutexHandle._lockSlow(UInt32) and _MutexHandle._unlockSlow()
#define LOCK "$s15Synchronization12_MutexHandleV9_lockSlowyys6UInt32VF"
#define UNLOCK "$s15Synchronization12_MutexHandleV11_unlockSlowyyF"

static void *real(const char *name) {
    void *function = dlsym(RTLD_NEXT, name);
    if (!function) {
        fprintf(stderr, "mutex-for-tsan: the standard library has no %s\n", name);
        abort();
    }
    return function;
}

SWIFT void lock_slow(uint32_t thread, SELF mutex) __asm__(LOCK);
SWIFT void unlock_slow(SELF mutex) __asm__(UNLOCK);

SWIFT void lock_slow(uint32_t thread, SELF mutex) {
    SWIFT void (*lock)(uint32_t, SELF) = real(LOCK);
    lock(thread, mutex);
    __tsan_acquire(mutex);
}

SWIFT void unlock_slow(SELF mutex) {
    SWIFT void (*unlock)(SELF) = real(UNLOCK);
    // Before: afterwards the lock may be another thread's.
    __tsan_release(mutex);
    unlock(mutex);
}
