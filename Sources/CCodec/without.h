// What the functions of a library that is not there answer.
#ifndef KILN_WITHOUT_H
#define KILN_WITHOUT_H

#include "CCodec.h"

#include <stdio.h>

static inline kiln_status kiln_without(const char *library, char *message) {
    snprintf(message, KILN_MESSAGE_CAPACITY, "this kiln was built without %s", library);
    return KILN_UNSUPPORTED;
}

#endif
