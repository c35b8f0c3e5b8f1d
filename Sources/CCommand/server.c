#include "CCommand.h"

#include <errno.h>
#include <stdlib.h>

#ifdef KILN_HAS_EVENT

#include <arpa/inet.h>
#include <netinet/in.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <unistd.h>

#include <event2/buffer.h>
#include <event2/bufferevent.h>
#include <event2/event.h>
#include <event2/http.h>
#include <event2/listener.h>

// Pages that are open at once.
#define STREAMS 16
// What a stream may hold back before it is cut.
#define STREAM_BYTES (4 << 20)
// What a connection sends or receives in one turn of the loop.
#define TURN_BYTES (1 << 20)

struct kiln_request {
    struct evhttp_request *request;
    kiln_request *next;
};

struct stream {
    struct evhttp_request *request;
    int channel;
    bool is_closed;
};

// What a descriptor was found to be.
struct seen {
    // The other end's port, which tells connections apart that had the descriptor; 0 for none.
    uint16_t peer;
    // When the connection was found; 0 for not yet.
    uint64_t time;
};

struct kiln_server {
    struct event_base *base;
    struct evhttp *http;
    struct event *tick;
    uint16_t port;
    int connections;
    bool has_new_connection;
    kiln_request *first, *last;
    struct stream *streams[STREAMS];
    struct seen *seen;
    int seen_count;
    uint64_t clock;
};

bool kiln_server_is_built(void) { return true; }

static void keep_request(struct evhttp_request *incoming, void *context) {
    kiln_server *server = context;
    kiln_request *request = malloc(sizeof *request);
    if (!request) {
        evhttp_send_error(incoming, HTTP_SERVUNAVAIL, NULL);
        return;
    }
    *request = (kiln_request){.request = incoming};
    if (server->last) {
        server->last->next = request;
    } else {
        server->first = request;
    }
    server->last = request;
}

static struct bufferevent *note_connection(struct event_base *base, void *context) {
    ((kiln_server *)context)->has_new_connection = true;
    struct bufferevent *events = bufferevent_socket_new(base, -1, BEV_OPT_CLOSE_ON_FREE);
    // By default a picture takes a turn of the loop for each 16 kB.
    if (events) bufferevent_set_max_single_write(events, TURN_BYTES);
    if (events) bufferevent_set_max_single_read(events, TURN_BYTES);
    return events;
}

static void do_nothing(evutil_socket_t socket, short events, void *context) {
    (void)socket, (void)events, (void)context;
}

// The other end's port; 0 if it is no connection of the server.
static uint16_t peer_of(const kiln_server *server, int socket) {
    struct sockaddr_in own, other;
    socklen_t own_size = sizeof own, other_size = sizeof other;
    if (getsockname(socket, (struct sockaddr *)&own, &own_size) != 0
        || own.sin_family != AF_INET || ntohs(own.sin_port) != server->port
        || getpeername(socket, (struct sockaddr *)&other, &other_size) != 0) {
        return 0;
    }
    return other.sin_port;
}

static bool is_stream(const kiln_server *server, int socket) {
    for (int i = 0; i < STREAMS; i++) {
        struct stream *stream = server->streams[i];
        if (!stream || stream->is_closed) continue;
        struct evhttp_connection *connection = evhttp_request_get_connection(stream->request);
        if (connection
            && bufferevent_getfd(evhttp_connection_get_bufferevent(connection)) == socket) {
            return true;
        }
    }
    return false;
}

static bool has_bytes(int socket) {
    int count = 0;
    return ioctl(socket, FIONREAD, &count) == 0 && count > 0;
}

// libevent counts no connections, so their descriptors are counted; the oldest make room.
static void cut_oldest_connections(kiln_server *server) {
    int count = 0;
    for (int i = 0; i < server->seen_count; i++) {
        uint16_t peer = peer_of(server, i);
        if (peer != server->seen[i].peer) server->seen[i] = (struct seen){.peer = peer};
        if (peer) count++;
    }
    // Of those that came at once, the ones that ask for something count as newer.
    for (int asks = 0; asks < 2; asks++) {
        for (int i = 0; i < server->seen_count; i++) {
            struct seen *seen = &server->seen[i];
            if (seen->peer && !seen->time && has_bytes(i) == asks) seen->time = ++server->clock;
        }
    }
    for (; count > server->connections; count--) {
        int oldest = -1;
        for (int i = 0; i < server->seen_count; i++) {
            const struct seen *seen = server->seen;
            if (seen[i].time && (oldest < 0 || seen[i].time < seen[oldest].time)
                && !is_stream(server, i)) {
                oldest = i;
            }
        }
        if (oldest < 0) return;
        // The loop sees the end of the connection and frees it.
        shutdown(oldest, SHUT_RDWR);
        server->seen[oldest] = (struct seen){0};
    }
}

kiln_server *kiln_server_open(uint16_t port, kiln_server_limits limits) {
    kiln_server *server = calloc(1, sizeof *server);
    if (!server) return NULL;
    server->connections = limits.connections;
    long files = sysconf(_SC_OPEN_MAX);
    server->seen_count = files < 0 || files > 4096 ? 4096 : (int)files;
    server->seen = calloc((size_t)server->seen_count, sizeof *server->seen);
    server->base = event_base_new();
    if (server->base) server->http = evhttp_new(server->base);
    if (!server->seen || !server->http) {
        errno = ENOMEM;
        goto failed;
    }
    evhttp_set_max_headers_size(server->http, (ev_ssize_t)limits.header_bytes);
    evhttp_set_max_body_size(server->http, (ev_ssize_t)limits.body_bytes);
    evhttp_set_timeout(server->http, limits.seconds);
    evhttp_set_allowed_methods(server->http, EVHTTP_REQ_GET | EVHTTP_REQ_POST);
    evhttp_set_default_content_type(server->http, NULL);
    evhttp_set_bevcb(server->http, note_connection, server);
    evhttp_set_gencb(server->http, keep_request, server);
    errno = 0;
    struct evhttp_bound_socket *bound =
        evhttp_bind_socket_with_handle(server->http, "127.0.0.1", port);
    struct sockaddr_in address;
    socklen_t size = sizeof address;
    if (!bound
        || getsockname(evhttp_bound_socket_get_fd(bound), (struct sockaddr *)&address, &size)) {
        if (!errno) errno = EADDRINUSE;
        goto failed;
    }
    server->port = ntohs(address.sin_port);
    server->tick = event_new(server->base, -1, 0, do_nothing, NULL);
    if (!server->tick) {
        errno = ENOMEM;
        goto failed;
    }
    return server;
failed:;
    int reason = errno;
    kiln_server_close(server);
    errno = reason;
    return NULL;
}

uint16_t kiln_server_port(const kiln_server *server) { return server->port; }

static void end_stream(struct stream **place) {
    struct stream *stream = *place;
    struct evhttp_connection *connection = evhttp_request_get_connection(stream->request);
    if (connection) evhttp_connection_set_closecb(connection, NULL, NULL);
    evhttp_send_reply_end(stream->request);
    free(stream);
    *place = NULL;
}

void kiln_server_close(kiln_server *server) {
    if (!server) return;
    kiln_request *request;
    while ((request = kiln_server_next(server))) {
        kiln_request_answer(request, HTTP_SERVUNAVAIL, NULL, 0);
    }
    for (int i = 0; i < STREAMS; i++) {
        if (server->streams[i]) end_stream(&server->streams[i]);
    }
    if (server->tick) event_free(server->tick);
    if (server->http) evhttp_free(server->http);
    if (server->base) event_base_free(server->base);
    free(server->seen);
    free(server);
}

void kiln_server_wait(kiln_server *server, int milliseconds) {
    struct timeval time = {.tv_usec = milliseconds * 1000};
    event_add(server->tick, &time);
    event_base_loop(server->base, EVLOOP_ONCE);
    if (server->has_new_connection) {
        server->has_new_connection = false;
        cut_oldest_connections(server);
    }
    for (int i = 0; i < STREAMS; i++) {
        if (server->streams[i] && server->streams[i]->is_closed) end_stream(&server->streams[i]);
    }
}

kiln_request *kiln_server_next(kiln_server *server) {
    kiln_request *request = server->first;
    if (request) {
        server->first = request->next;
        if (!server->first) server->last = NULL;
    }
    return request;
}

bool kiln_request_is_get(const kiln_request *request) {
    return evhttp_request_get_command(request->request) == EVHTTP_REQ_GET;
}

bool kiln_request_is_post(const kiln_request *request) {
    return evhttp_request_get_command(request->request) == EVHTTP_REQ_POST;
}

const char *kiln_request_target(const kiln_request *request) {
    return evhttp_request_get_uri(request->request);
}

const char *kiln_request_header(const kiln_request *request, const char *name) {
    return evhttp_find_header(evhttp_request_get_input_headers(request->request), name);
}

const uint8_t *kiln_request_body(const kiln_request *request, size_t *count) {
    struct evbuffer *body = evhttp_request_get_input_buffer(request->request);
    *count = evbuffer_get_length(body);
    return evbuffer_pullup(body, -1);
}

void kiln_request_set(kiln_request *request, const char *name, const char *value) {
    evhttp_add_header(evhttp_request_get_output_headers(request->request), name, value);
}

void kiln_request_answer(kiln_request *request, int status, const uint8_t *bytes, size_t count) {
    struct evbuffer *body = evbuffer_new();
    if (body && count) evbuffer_add(body, bytes, count);
    evhttp_send_reply(request->request, status, NULL, body);
    if (body) evbuffer_free(body);
    free(request);
}

static void note_end(struct evhttp_connection *connection, void *context) {
    (void)connection;
    ((struct stream *)context)->is_closed = true;
}

void kiln_request_stream(kiln_server *server, kiln_request *request, int channel) {
    struct stream **place = NULL;
    for (int i = 0; i < STREAMS && !place; i++) {
        if (!server->streams[i]) place = &server->streams[i];
    }
    if (!place) {
        place = &server->streams[server->clock++ % STREAMS];
        end_stream(place);
    }
    struct evhttp_connection *connection = evhttp_request_get_connection(request->request);
    struct stream *stream = connection ? calloc(1, sizeof *stream) : NULL;
    if (!stream) {
        kiln_request_answer(request, HTTP_SERVUNAVAIL, NULL, 0);
        return;
    }
    stream->request = request->request;
    stream->channel = channel;
    *place = stream;
    evhttp_connection_set_closecb(connection, note_end, stream);
    evhttp_send_reply_start(request->request, HTTP_OK, NULL);
    free(request);
}

void kiln_server_push(kiln_server *server, int channel, const uint8_t *bytes, size_t count) {
    struct evbuffer *chunk = evbuffer_new();
    if (!chunk) return;
    for (int i = 0; i < STREAMS; i++) {
        struct stream *stream = server->streams[i];
        if (!stream || stream->is_closed || stream->channel != channel) continue;
        struct evhttp_connection *connection = evhttp_request_get_connection(stream->request);
        struct bufferevent *events =
            connection ? evhttp_connection_get_bufferevent(connection) : NULL;
        if (!events || evbuffer_get_length(bufferevent_get_output(events)) > STREAM_BYTES) {
            stream->is_closed = true;
            continue;
        }
        evbuffer_add(chunk, bytes, count);
        evhttp_send_reply_chunk(stream->request, chunk);
        evbuffer_drain(chunk, evbuffer_get_length(chunk));
    }
    evbuffer_free(chunk);
}

#else

bool kiln_server_is_built(void) { return false; }

kiln_server *kiln_server_open(uint16_t port, kiln_server_limits limits) {
    (void)port, (void)limits;
    errno = ENOSYS;
    return NULL;
}

// Without a server nothing below is ever called.
uint16_t kiln_server_port(const kiln_server *server) { return (void)server, 0; }
void kiln_server_close(kiln_server *server) { (void)server; }
void kiln_server_wait(kiln_server *server, int milliseconds) {
    (void)server, (void)milliseconds;
}
kiln_request *kiln_server_next(kiln_server *server) { return (void)server, NULL; }
bool kiln_request_is_get(const kiln_request *request) { return (void)request, false; }
bool kiln_request_is_post(const kiln_request *request) { return (void)request, false; }
const char *kiln_request_target(const kiln_request *request) { return (void)request, ""; }
const char *kiln_request_header(const kiln_request *request, const char *name) {
    return (void)request, (void)name, NULL;
}
const uint8_t *kiln_request_body(const kiln_request *request, size_t *count) {
    *count = 0;
    return (void)request, NULL;
}
void kiln_request_set(kiln_request *request, const char *name, const char *value) {
    (void)request, (void)name, (void)value;
}
void kiln_request_answer(kiln_request *request, int status, const uint8_t *bytes, size_t count) {
    (void)request, (void)status, (void)bytes, (void)count;
}
void kiln_request_stream(kiln_server *server, kiln_request *request, int channel) {
    (void)server, (void)request, (void)channel;
}
void kiln_server_push(kiln_server *server, int channel, const uint8_t *bytes, size_t count) {
    (void)server, (void)channel, (void)bytes, (void)count;
}

#endif
