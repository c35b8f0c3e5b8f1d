#include <stddef.h>
#include <stdio.h>
// What replaces these functions looks algorithms up by name, which links all of libcrypto into a static
// command: three megabytes for one hash.
#define OPENSSL_SUPPRESS_DEPRECATED
#include <openssl/sha.h>
