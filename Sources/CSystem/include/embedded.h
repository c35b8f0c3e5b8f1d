#ifndef KILN_EMBEDDED_H
#define KILN_EMBEDDED_H

#include <stddef.h>
#include <stdint.h>

// Defined in CCommand: `Package.swift` says why.

typedef struct {
    const uint8_t *bytes;
    size_t count;
} kiln_file;

/// A file that the build embeds, such as "studio.js"; empty if none has the name.
kiln_file kiln_embedded_file(const char *name);

/// The name of an embedded file by its place, from 0; null behind the last.
const char *kiln_embedded_name(size_t place);

#endif
