#ifndef KILN_CHTTP_H
#define KILN_CHTTP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// HTTP requests by libcurl, which is opened at run time with the first client. A program that never asks a
// server starts without libcurl, and needs it neither to build nor to run. A static program cannot open
// libraries: it is built with KILN_WITHOUT=curl, and `kiln_http_open` fails with a reason.

/// Connections to servers. One thread at a time uses it; only `kiln_http_cancel` may be called by others.
struct kiln_http;

/// Requests that are made together, and what came of them.
struct kiln_http_batch;

/// Strings are copied; those that may be missing are NULL.
struct kiln_http_settings {
    const char *user_agent;
    /// A whole line, "Authorization: Bearer …".
    const char *authorization;
    const char *user;
    const char *password;
    /// Looks for credentials in this file, or in the usual one when it is empty; NULL looks in none.
    const char *netrc;
    /// A file of certificates to trust in place of the system's.
    const char *certificates;
    long connect_milliseconds;
    /// A request for which less than 1 KB a second moves for so long has failed.
    long stall_seconds;
    /// So has one that takes longer than this and a second for every 8 KB that moved.
    long total_milliseconds;
    size_t most_at_once;
};

/// Returns NULL and a reason when libcurl is missing or too old, or when the program was built without it.
struct kiln_http *kiln_http_open(const struct kiln_http_settings *settings, const char **reason);
void kiln_http_close(struct kiln_http *http);

/// Lets what runs, and all that follows, fail at once.
void kiln_http_cancel(struct kiln_http *http);

/// Answers of more than `most` bytes together fail. Returns NULL without memory.
struct kiln_http_batch *kiln_http_batch_make(size_t count, size_t most);
void kiln_http_batch_free(struct kiln_http_batch *batch);

/// GET, or with `puts` PUT of a copy of the body; an answer of more than `most` bytes fails.
///
/// Returns false without memory.
bool kiln_http_batch_set(struct kiln_http_batch *batch, size_t index, const char *url, bool puts,
                         const void *body, size_t size, size_t most);

/// Makes all requests, several at once. After so many failures in a row those that are left are not waited for.
///
/// Redirections are followed a few times. Credentials are sent only to the scheme, host and port of the
/// request's own URL. Credentials in a redirection are ignored; one with a backslash or control characters
/// fails.
void kiln_http_perform(struct kiln_http *http, struct kiln_http_batch *batch, size_t most_failures);

/// The HTTP status; 0 when there was no whole answer, for a reason.
long kiln_http_status(const struct kiln_http_batch *batch, size_t index);
/// Empty when there is a status.
const char *kiln_http_reason(const struct kiln_http_batch *batch, size_t index);
/// The host that a redirection led to, if it is not the one of the request; else empty.
const char *kiln_http_host(const struct kiln_http_batch *batch, size_t index);
/// Whether nobody waited for the answer, after failures of others or when all was cancelled.
bool kiln_http_is_unasked(const struct kiln_http_batch *batch, size_t index);
/// The answer's body, which belongs to the batch.
const uint8_t *kiln_http_body(const struct kiln_http_batch *batch, size_t index, size_t *size);

#endif
