#include "CSystem.h"

// Package.swift defines KILN_COMMIT from the environment. It is a word of its own in C, so that a
// new commit compiles this file and nothing else.
#define TEXT_OF(word) #word
#define TEXT(word) TEXT_OF(word)

const char *kiln_commit(void) {
#ifdef KILN_COMMIT
    return TEXT(KILN_COMMIT);
#else
    return "";
#endif
}
