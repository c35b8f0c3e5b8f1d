// What only the command needs: an HTTP server on the loopback address, the browser, the commit.
//
// libevent is called nowhere else.
// Nothing here calls back. `kiln_server_wait` lets the event loop run for a moment; requests that
// arrived are then taken with `kiln_server_next` and each is answered once, at any later time, from
// one thread at a time. Timeouts, and the sizes of headers and bodies, are limited by the server;
// when there are too many connections, the oldest are cut.
#ifndef KILN_CCOMMAND_H
#define KILN_CCOMMAND_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct kiln_server kiln_server;
typedef struct kiln_request kiln_request;

typedef struct kiln_server_limits {
    size_t header_bytes;
    size_t body_bytes;
    int seconds;
    int connections;
} kiln_server_limits;

/// Whether this build contains the server.
bool kiln_server_is_built(void);

/// Listens on 127.0.0.1; port 0 lets the system choose. NULL with the reason in `errno`.
kiln_server *kiln_server_open(uint16_t port, kiln_server_limits limits);
uint16_t kiln_server_port(const kiln_server *server);
void kiln_server_close(kiln_server *server);

/// Handles what the connections brought, until something happened or the time is over.
void kiln_server_wait(kiln_server *server, int milliseconds);

/// The oldest request that was not taken yet; NULL without one.
kiln_request *kiln_server_next(kiln_server *server);

bool kiln_request_is_get(const kiln_request *request);
bool kiln_request_is_post(const kiln_request *request);
/// As it was sent: path and query, still encoded.
const char *kiln_request_target(const kiln_request *request);
/// NULL if it is missing.
const char *kiln_request_header(const kiln_request *request, const char *name);
/// Valid until the request is answered.
const uint8_t *kiln_request_body(const kiln_request *request, size_t *count);

/// Sets a header of the answer.
void kiln_request_set(kiln_request *request, const char *name, const char *value);
/// Answers and frees the request.
void kiln_request_answer(kiln_request *request, int status, const uint8_t *bytes, size_t count);
/// Answers with a stream that stays open and gets what is pushed to a channel, and frees the request.
void kiln_request_stream(kiln_server *server, kiln_request *request, int channel);

/// Sends bytes to all open streams of a channel.
void kiln_server_push(kiln_server *server, int channel, const uint8_t *bytes, size_t count);

/// Opens an address in the user's browser, without waiting for it; false if that cannot be done.
bool kiln_open_in_browser(const char *address);

/// The commit that the program was built from, as git abbreviates it; empty if the build did not name it.
const char *kiln_commit(void);

#endif
