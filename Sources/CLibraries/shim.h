// What Swift calls itself; the other libraries are included by the C of CCodec and CCommand.
#include <stddef.h>
#include <libdeflate.h>
// What replaces these functions looks algorithms up by name, which links all of libcrypto into a static
// command: three megabytes for one hash.
#define OPENSSL_SUPPRESS_DEPRECATED
#include <openssl/sha.h>
