// HTTP/1.1 by sockets alone, for a static program, which can open no library: no TLS, no proxies.
#ifdef KILN_WITHOUT_CURL

#include "plain.h"
#include "transfer.h"

#include <errno.h>
#include <fcntl.h>
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/socket.h>
#include <unistd.h>

enum { most_addresses = 8, origin_size = 300, incoming_size = 16384, place_size = 8192 };

/// What one connection may bring before others have their turn, and what an answer may say beside its body.
enum { most_in_step = 256 << 10, most_headers = 300 << 10 };

enum state { in_status, in_headers, in_body, in_chunk_size, in_chunk, in_chunk_end, in_trailer, in_rest };

struct connection {
    /// -1 for none.
    int descriptor;
    char origin[origin_size];
    /// NULL while it waits for the next.
    struct kiln_transfer *transfer;
    bool is_connecting, is_reused, has_answered, closes;
    size_t address;
    char *head;
    size_t head_size, sent;
    uint64_t received;
    char incoming[incoming_size];
    size_t incoming_size;
    enum state state;
    bool is_chunked, has_length;
    uint64_t left;
    size_t headers;
    long status;
    /// What a redirection says of where it leads; empty for none.
    char place[place_size];
};

struct address {
    struct sockaddr_storage bytes;
    socklen_t size;
};

struct kiln_http {
    struct kiln_http_settings settings;
    char *authorization;
    bool has_looked_for_credentials;
    struct connection *connections;
    /// The addresses of this origin.
    char origin[origin_size];
    struct address addresses[most_addresses];
    size_t address_count;
    atomic_bool is_cancelled;
};

bool kiln_http_is_plain(void) { return true; }

// Settings

static char *copied(const char *text) { return text ? strdup(text) : NULL; }

struct kiln_http *kiln_http_open(const struct kiln_http_settings *settings, const char **reason) {
    *reason = "there is no memory for connections";
    struct kiln_http *http = calloc(1, sizeof *http);
    if (!http) return NULL;
    http->settings = *settings;
    http->settings.user_agent = copied(settings->user_agent);
    http->settings.authorization = NULL;
    http->authorization = copied(settings->authorization);
    http->settings.user = copied(settings->user);
    http->settings.password = copied(settings->password);
    http->settings.netrc = copied(settings->netrc);
    http->settings.certificates = NULL;
    http->connections = calloc(settings->most_at_once, sizeof *http->connections);
    if (!http->connections) {
        kiln_http_close(http);
        return NULL;
    }
    for (size_t index = 0; index < settings->most_at_once; index++) http->connections[index].descriptor = -1;
    return http;
}

static void end(struct connection *connection) {
    if (connection->descriptor >= 0) close(connection->descriptor);
    free(connection->head);
    connection->head = NULL;
    connection->descriptor = -1;
    connection->transfer = NULL;
}

void kiln_http_close(struct kiln_http *http) {
    if (!http) return;
    for (size_t index = 0; http->connections && index < http->settings.most_at_once; index++)
        end(&http->connections[index]);
    free(http->connections);
    free(http->authorization);
    free((void *)http->settings.user_agent);
    free((void *)http->settings.user);
    free((void *)http->settings.password);
    free((void *)http->settings.netrc);
    free(http);
}

void kiln_http_cancel(struct kiln_http *http) { atomic_store(&http->is_cancelled, true); }

// Credentials

static char *basic(const char *user, const char *password) {
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    const size_t count = strlen(user) + 1 + strlen(password);
    char *plain = malloc(count + 3), *line = malloc(32 + (count + 2) / 3 * 4);
    if (plain && line) {
        memset(plain + count, 0, 3);
        snprintf(plain, count + 1, "%s:%s", user, password);
        char *out = line + sprintf(line, "Authorization: Basic ");
        for (size_t index = 0; index < count; index += 3) {
            const uint32_t word = (uint32_t)(uint8_t)plain[index] << 16 | (uint32_t)(uint8_t)plain[index + 1] << 8
                | (uint8_t)plain[index + 2];
            *out++ = digits[word >> 18];
            *out++ = digits[word >> 12 & 63];
            *out++ = index + 1 < count ? digits[word >> 6 & 63] : '=';
            *out++ = index + 2 < count ? digits[word & 63] : '=';
        }
        *out = 0;
    }
    free(plain);
    if (!plain) free(line);
    return plain ? line : NULL;
}

/// The line for a host from a file, or from the usual one when the path is empty.
static char *line_from_netrc(const char *path, const char *host) {
    char usual[4096];
    if (!*path) {
        const char *home = getenv("HOME");
        if (!home || snprintf(usual, sizeof usual, "%s/.netrc", home) >= (int)sizeof usual) return NULL;
        path = usual;
    }
    char *user = NULL, *password = NULL;
    char *line = kiln_netrc_find(path, host, &user, &password) ? basic(user, password) : NULL;
    free(user);
    free(password);
    return line;
}

// Addresses

/// Host and port of an origin, brackets of IPv6 gone.
static bool split(const char *origin, char *host, size_t size, char *port, size_t port_size) {
    const char *start = origin + strlen("http://");
    const char *end = strchr(start, ']');
    const char *colon = strchr(end ? end : start, ':');
    const size_t length = colon ? (size_t)(colon - start) : strlen(start);
    const bool has_brackets = end && *start == '[' && length >= 2;
    const size_t count = length - (has_brackets ? 2 : 0);
    if (count == 0 || count >= size) return false;
    memcpy(host, start + (has_brackets ? 1 : 0), count);
    host[count] = 0;
    return snprintf(port, port_size, "%s", colon && colon[1] ? colon + 1 : "80") < (int)port_size;
}

static const char *resolve(struct kiln_http *http, const char *origin) {
    if (strcmp(http->origin, origin) == 0 && http->address_count > 0) return NULL;
    char host[origin_size], port[16];
    if (!split(origin, host, sizeof host, port, sizeof port)) return "the address names no host";
    struct addrinfo hints = {.ai_family = AF_UNSPEC, .ai_socktype = SOCK_STREAM}, *found = NULL;
    const int code = getaddrinfo(host, port, &hints, &found);
    if (code != 0) return gai_strerror(code);
    http->address_count = 0;
    for (struct addrinfo *one = found; one && http->address_count < most_addresses; one = one->ai_next) {
        struct address *address = &http->addresses[http->address_count++];
        memcpy(&address->bytes, one->ai_addr, one->ai_addrlen);
        address->size = one->ai_addrlen;
    }
    freeaddrinfo(found);
    snprintf(http->origin, sizeof http->origin, "%s", origin);
    return http->address_count > 0 ? NULL : "the host has no address";
}

// Connections

/// Begins to connect to the next address that takes it; returns why none does.
static const char *connect_next(struct kiln_http *http, struct connection *connection) {
    const char *reason = "the host has no address";
    while (connection->address < http->address_count) {
        const struct address *address = &http->addresses[connection->address++];
        if (connection->descriptor >= 0) close(connection->descriptor);
        connection->descriptor = socket(address->bytes.ss_family, SOCK_STREAM, 0);
        if (connection->descriptor < 0) {
            reason = strerror(errno);
            continue;
        }
        fcntl(connection->descriptor, F_SETFL, O_NONBLOCK);
        fcntl(connection->descriptor, F_SETFD, FD_CLOEXEC);
        const int yes = 1;
        setsockopt(connection->descriptor, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
#ifdef SO_NOSIGPIPE
        setsockopt(connection->descriptor, SOL_SOCKET, SO_NOSIGPIPE, &yes, sizeof yes);
#endif
        connection->is_connecting = true;
        if (connect(connection->descriptor, (const struct sockaddr *)&address->bytes, address->size) == 0
            || errno == EINPROGRESS)
            return NULL;
        reason = strerror(errno);
    }
    return reason;
}

static struct connection *free_connection(struct kiln_http *http, const char *origin) {
    struct connection *best = NULL;
    for (size_t index = 0; index < http->settings.most_at_once; index++) {
        struct connection *one = &http->connections[index];
        if (one->transfer) continue;
        if (one->descriptor >= 0 && strcmp(one->origin, origin) == 0) {
            // What comes unasked is an end, or worse.
            char byte;
            if (recv(one->descriptor, &byte, 1, MSG_PEEK) < 0 && (errno == EAGAIN || errno == EWOULDBLOCK)) return one;
            end(one);
        }
        if (!best || best->descriptor >= 0) best = one;
    }
    if (best) end(best);
    return best;
}

static bool start(struct kiln_http *http, struct kiln_transfer *transfer) {
    const char *url = kiln_transfer_url(transfer);
    transfer->size = 0;
    transfer->reason[0] = 0;
    const size_t length = kiln_origin_length(url);
    char origin[origin_size];
    if (strncasecmp(url, "http://", 7) != 0 || length >= sizeof origin) {
        kiln_transfer_fail(transfer, length < sizeof origin ? "this kiln is static and speaks no TLS"
                                                            : "the name of the host is too long");
        return false;
    }
    snprintf(origin, sizeof origin, "%.*s", (int)length, url);
    const bool is_own = kiln_transfer_is_at_home(transfer);
    if (is_own && !http->has_looked_for_credentials) {
        http->has_looked_for_credentials = true;
        char host[origin_size], port[16];
        if (!http->authorization && http->settings.user)
            http->authorization = basic(http->settings.user, http->settings.password ? http->settings.password : "");
        else if (!http->authorization && http->settings.netrc && split(origin, host, sizeof host, port, sizeof port))
            http->authorization = line_from_netrc(http->settings.netrc, host);
    }
    struct connection *connection = free_connection(http, origin);
    const char *reason = connection ? NULL : "there is no memory for connections";
    const bool is_reused = connection && connection->descriptor >= 0;
    if (!reason && !is_reused) reason = resolve(http, origin);
    if (reason) {
        kiln_transfer_fail(transfer, reason);
        return false;
    }
    const char *authorization = is_own && http->authorization ? http->authorization : "";
    const char *path = *(url + length) == '/' ? url + length : "/";
    const size_t room = strlen(path) + strlen(origin) + strlen(authorization) + 512
        + (http->settings.user_agent ? strlen(http->settings.user_agent) : 0);
    char *head = malloc(room);
    if (!head) {
        kiln_transfer_fail(transfer, "there is no memory for requests");
        return false;
    }
    int size = snprintf(head, room, "%s %s HTTP/1.1\r\nHost: %s\r\nUser-Agent: %s\r\nAccept: */*\r\n%s%s",
                        transfer->puts ? "PUT" : "GET", path, origin + 7,
                        http->settings.user_agent ? http->settings.user_agent : "kiln", authorization,
                        *authorization ? "\r\n" : "");
    if (transfer->puts)
        size += snprintf(head + size, room - (size_t)size,
                         "Content-Type: application/octet-stream\r\nContent-Length: %zu\r\n", transfer->sent_size);
    size += snprintf(head + size, room - (size_t)size, "\r\n");
    const int descriptor = connection->descriptor;
    free(connection->head);
    memset(connection, 0, sizeof *connection);
    connection->descriptor = descriptor;
    snprintf(connection->origin, sizeof connection->origin, "%s", origin);
    connection->transfer = transfer;
    connection->is_reused = is_reused;
    connection->head = head;
    connection->head_size = (size_t)size;
    connection->state = in_status;
    kiln_transfer_begin(transfer);
    if (!is_reused) reason = connect_next(http, connection);
    if (!reason) return true;
    end(connection);
    kiln_transfer_fail(transfer, reason);
    return false;
}

// Answers

enum outcome { goes_on, is_whole, is_broken };

/// Ends a line; NULL when it is not there yet.
static char *whole_line(char *bytes, size_t size, size_t *consumed) {
    char *end = memchr(bytes, '\n', size);
    if (!end) return NULL;
    *consumed = (size_t)(end - bytes) + 1;
    *end = 0;
    if (end > bytes && end[-1] == '\r') end[-1] = 0;
    return bytes;
}

static const char *value_of(const char *line, const char *name) {
    const size_t length = strlen(name);
    if (strncasecmp(line, name, length) != 0 || line[length] != ':') return NULL;
    line += length + 1;
    return line + strspn(line, " \t");
}

static enum outcome read_header(struct connection *connection, const char *line) {
    const char *value;
    if ((value = value_of(line, "Content-Length"))) {
        char *rest;
        errno = 0;
        connection->left = strtoull(value, &rest, 10);
        connection->has_length = true;
        if (*value < '0' || *value > '9' || errno != 0 || *(rest + strspn(rest, " \t"))) return is_broken;
    } else if ((value = value_of(line, "Transfer-Encoding"))) {
        connection->is_chunked = strcasecmp(value, "chunked") == 0;
        if (!connection->is_chunked) return is_broken;
    } else if ((value = value_of(line, "Connection"))) {
        connection->closes |= strcasecmp(value, "close") == 0;
    } else if (connection->status >= 300 && connection->status <= 399 && (value = value_of(line, "Location"))) {
        size_t length = strlen(value);
        while (length > 0 && strchr(" \t", value[length - 1])) length--;
        if (length >= sizeof connection->place) {
            kiln_transfer_fail(connection->transfer, "the server redirects to an address that is too long");
            return is_broken;
        }
        memcpy(connection->place, value, length);
        connection->place[length] = 0;
    }
    return goes_on;
}

static enum outcome end_of_headers(struct connection *connection) {
    if (connection->status < 200) {
        connection->state = in_status;
        return goes_on;
    }
    if (connection->status == 204 || connection->status == 304) return is_whole;
    if (connection->is_chunked) {
        connection->state = in_chunk_size;
    } else if (connection->has_length) {
        connection->state = in_body;
        if (connection->left == 0) return is_whole;
    } else {
        connection->state = in_rest;
        connection->closes = true;
    }
    return goes_on;
}

static enum outcome read_line(struct connection *connection, const char *line) {
    int minor = 0, status = 0;
    size_t digits;
    switch (connection->state) {
    case in_status:
        if (sscanf(line, "HTTP/1.%1d %3d", &minor, &status) != 2 || status < 100) return is_broken;
        connection->status = status;
        connection->closes = minor == 0;
        connection->is_chunked = connection->has_length = false;
        connection->place[0] = 0;
        connection->state = in_headers;
        return goes_on;
    case in_headers: return *line ? read_header(connection, line) : end_of_headers(connection);
    case in_chunk_size:
        digits = strspn(line, "0123456789abcdefABCDEF");
        // The end of the line is found among these, too.
        if (digits == 0 || digits > 16 || !strchr("; \t", line[digits])) return is_broken;
        connection->left = strtoull(line, NULL, 16);
        connection->state = connection->left == 0 ? in_trailer : in_chunk;
        return goes_on;
    case in_chunk_end:
        connection->state = in_chunk_size;
        return *line ? is_broken : goes_on;
    case in_trailer: return *line ? goes_on : is_whole;
    default: return is_broken;
    }
}

/// Takes what has come as far as it is whole; `consumed` is how much that was.
static enum outcome consume_next(struct connection *connection, char *bytes, size_t size, size_t *consumed) {
    const bool is_body = connection->state == in_body || connection->state == in_chunk;
    if (is_body || connection->state == in_rest) {
        *consumed = is_body && size > connection->left ? (size_t)connection->left : size;
        if (!kiln_transfer_take(connection->transfer, bytes, *consumed)) return is_broken;
        if (!is_body || (connection->left -= *consumed) > 0) return goes_on;
        if (connection->state == in_body) return is_whole;
        connection->state = in_chunk_end;
        return goes_on;
    }
    const bool is_chunk = connection->state == in_chunk_size || connection->state == in_chunk_end;
    const char *line = whole_line(bytes, size, consumed);
    if (!line) return goes_on;
    if (!is_chunk && (connection->headers += *consumed) > most_headers) {
        kiln_transfer_fail(connection->transfer, "the answer has more than 300 KB of headers");
        return is_broken;
    }
    return read_line(connection, line);
}

static enum outcome consume(struct connection *connection) {
    enum outcome outcome = goes_on;
    size_t start = 0;
    while (outcome == goes_on && start < connection->incoming_size) {
        size_t consumed = 0;
        outcome = consume_next(connection, connection->incoming + start, connection->incoming_size - start, &consumed);
        if (consumed == 0) break;
        start += consumed;
    }
    connection->incoming_size -= start;
    memmove(connection->incoming, connection->incoming + start, connection->incoming_size);
    return connection->incoming_size == incoming_size ? is_broken : outcome;
}

/// Sends what is left of the request; false when the connection is gone.
static bool send_rest(struct connection *connection) {
    const struct kiln_transfer *transfer = connection->transfer;
    const size_t whole = connection->head_size + (transfer->puts ? transfer->sent_size : 0);
    while (connection->sent < whole) {
        const bool is_head = connection->sent < connection->head_size;
        const size_t place = is_head ? connection->sent : connection->sent - connection->head_size;
        const void *bytes = is_head ? (const void *)(connection->head + place) : (const void *)(transfer->sent + place);
        const size_t count = (is_head ? connection->head_size : transfer->sent_size) - place;
#ifdef MSG_NOSIGNAL
        const ssize_t sent = send(connection->descriptor, bytes, count, MSG_NOSIGNAL);
#else
        const ssize_t sent = send(connection->descriptor, bytes, count, 0);
#endif
        if (sent < 0) return errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR;
        connection->sent += (size_t)sent;
    }
    return true;
}

/// Reads of what has come as much as others may wait for. `is_broken` has its reason in the transfer.
static enum outcome receive(struct connection *connection) {
    struct kiln_transfer *transfer = connection->transfer;
    for (size_t taken = 0; taken < most_in_step;) {
        const ssize_t count = recv(connection->descriptor, connection->incoming + connection->incoming_size,
                                   incoming_size - connection->incoming_size, 0);
        if (count < 0 && (errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR)) return goes_on;
        if (count == 0 && connection->state == in_rest) return is_whole;
        if (count <= 0) {
            kiln_transfer_fail(transfer, count < 0 ? strerror(errno) : "the connection ended before the answer did");
            return is_broken;
        }
        taken += (size_t)count;
        connection->has_answered = true;
        connection->received += (size_t)count;
        connection->incoming_size += (size_t)count;
        const enum outcome outcome = consume(connection);
        if (outcome == is_broken && !transfer->reason[0])
            kiln_transfer_fail(transfer, transfer->is_too_large ? "the answer is larger than what was asked for"
                                                                : "the answer is not HTTP");
        if (outcome != goes_on) return outcome;
    }
    return goes_on;
}

/// Why a connection is given up at some time; NULL while it is not.
static const char *lateness(const struct kiln_http *http, const struct connection *connection, int64_t time) {
    struct kiln_transfer *transfer = connection->transfer;
    if (!connection->is_connecting) {
        const size_t head = connection->sent < connection->head_size ? connection->sent : connection->head_size;
        const uint64_t moved = connection->sent - head + connection->received;
        return kiln_transfer_lateness(transfer, &http->settings, moved, time);
    }
    return time - transfer->began > http->settings.connect_milliseconds ? "there was no connection in time" : NULL;
}

/// What became of a connection to which something had happened at some time; goes_on while it is at work.
static enum outcome step(struct kiln_http *http, struct connection *connection, short events, int64_t time) {
    if (connection->is_connecting && events) {
        int error = 0;
        socklen_t size = sizeof error;
        getsockopt(connection->descriptor, SOL_SOCKET, SO_ERROR, &error, &size);
        if (error == 0) {
            connection->is_connecting = false;
            kiln_transfer_begin(connection->transfer);
        } else {
            if (!connect_next(http, connection)) return goes_on;
            kiln_transfer_fail(connection->transfer, strerror(error));
            return is_broken;
        }
    }
    enum outcome outcome = goes_on;
    if (!connection->is_connecting && events) {
        if (!send_rest(connection) && !(events & (POLLIN | POLLHUP))) {
            kiln_transfer_fail(connection->transfer, strerror(errno));
            outcome = is_broken;
        } else if (events & (POLLIN | POLLHUP | POLLERR)) {
            outcome = receive(connection);
        }
    }
    const char *late = outcome == goes_on ? lateness(http, connection, time) : NULL;
    if (!late) return outcome;
    kiln_transfer_fail(connection->transfer, late);
    // It has not ended, so that another one would be no better.
    connection->is_reused = false;
    return is_broken;
}

/// Lets go of a connection whose request is over; true when another request of the same transfer began.
static bool settle(struct kiln_http *http, struct connection *connection, enum outcome outcome) {
    struct kiln_transfer *transfer = connection->transfer;
    if (outcome == is_broken) {
        // A server may end a connection just when it is asked something more.
        const bool is_stale = connection->is_reused && !connection->has_answered;
        end(connection);
        return is_stale && start(http, transfer);
    }
    transfer->status = connection->status;
    transfer->reason[0] = 0;
    char place[place_size];
    const bool is_redirected = connection->place[0];
    const char *reason = is_redirected
        ? kiln_reference_resolve(kiln_transfer_url(transfer), connection->place, place, sizeof place)
        : NULL;
    // The next request may not begin in the middle of what is still sent.
    const bool is_sent = connection->sent == connection->head_size + (transfer->puts ? transfer->sent_size : 0);
    if (connection->closes || !is_sent || connection->incoming_size > 0) end(connection);
    connection->transfer = NULL;
    if (reason) kiln_transfer_fail(transfer, reason);
    return is_redirected && !reason && kiln_transfer_redirect(transfer, place) && start(http, transfer);
}

void kiln_http_perform(struct kiln_http *http, struct kiln_http_batch *batch, size_t most_failures) {
    size_t next = 0, running = 0, failures = 0;
    const size_t most = http->settings.most_at_once;
    struct pollfd *polled = calloc(most, sizeof *polled);
    while (polled && !atomic_load(&http->is_cancelled) && failures < most_failures) {
        while (next < batch->count && running < most) {
            if (start(http, &batch->transfers[next++])) running++;
            else failures++;
        }
        if (running == 0) {
            if (next == batch->count) break;
            continue;
        }
        for (size_t index = 0; index < most; index++) {
            const struct connection *one = &http->connections[index];
            const struct kiln_transfer *transfer = one->transfer;
            polled[index].fd = transfer ? one->descriptor : -1;
            polled[index].events = POLLIN;
            if (transfer && (one->is_connecting || one->sent < one->head_size + (transfer->puts ? transfer->sent_size : 0)))
                polled[index].events |= POLLOUT;
        }
        // What comes while others have their turn is not late.
        const int64_t time = kiln_milliseconds();
        if (poll(polled, (nfds_t)most, 100) < 0) {
            if (errno != EINTR) break;
            continue;
        }
        for (size_t index = 0; index < most; index++) {
            struct connection *one = &http->connections[index];
            struct kiln_transfer *transfer = one->transfer;
            if (!transfer || polled[index].fd < 0) continue;
            const enum outcome outcome = step(http, one, polled[index].revents, time);
            if (outcome == goes_on || settle(http, one, outcome)) continue;
            running--;
            failures = kiln_transfer_is_failure(transfer) ? failures + 1 : 0;
        }
    }
    free(polled);
    // What still runs is left, and what was not begun is not.
    for (size_t index = 0; index < most; index++) {
        struct kiln_transfer *transfer = http->connections[index].transfer;
        if (!transfer) continue;
        end(&http->connections[index]);
        kiln_transfer_fail(transfer, "");
        transfer->is_unasked = true;
    }
    for (; next < batch->count; next++) batch->transfers[next].is_unasked = true;
}

#endif
