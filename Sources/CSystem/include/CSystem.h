#ifndef KILN_CSYSTEM_H
#define KILN_CSYSTEM_H

#include "embedded.h"
#include "http.h"
#include "machine.h"

#endif
