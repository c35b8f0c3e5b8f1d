#include <stddef.h>
#include <stdio.h>
#include <openssl/evp.h>
