#include "CCommand.h"

// Package.swift defines KILN_COMMIT from the environment. It is in the module that only the command
// imports, as SwiftPM compiles every module again that imports changed C.
#define TEXT_OF(word) #word
#define TEXT(word) TEXT_OF(word)

const char *kiln_commit(void) {
#ifdef KILN_COMMIT
    return TEXT(KILN_COMMIT);
#else
    return "";
#endif
}
