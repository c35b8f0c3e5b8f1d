#ifndef KILN_PLAIN_H
#define KILN_PLAIN_H

#include <stdbool.h>
#include <stddef.h>

// What HTTP by sockets alone needs beside sockets.

/// Who asks a host, from a file of the curl and ftp programs; copies for the caller to free.
bool kiln_netrc_find(const char *path, const char *host, char **user, char **password);

/// Writes where a reference leads that came in an answer from `base`; returns why it leads nowhere.
const char *kiln_reference_resolve(const char *base, const char *reference, char *url, size_t size);

#endif
