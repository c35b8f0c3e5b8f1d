#include "transfer.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

// Batches

struct kiln_http_batch *kiln_http_batch_make(size_t count, size_t most) {
    struct kiln_http_batch *batch = calloc(1, sizeof *batch + count * sizeof(struct kiln_transfer));
    if (!batch) return NULL;
    batch->count = count;
    batch->left = most;
    for (size_t index = 0; index < count; index++) batch->transfers[index].left = &batch->left;
    return batch;
}

void kiln_http_batch_free(struct kiln_http_batch *batch) {
    if (!batch) return;
    for (size_t index = 0; index < batch->count; index++) {
        free(batch->transfers[index].url);
        free(batch->transfers[index].sent);
        free(batch->transfers[index].place);
        free(batch->transfers[index].body);
    }
    free(batch);
}

bool kiln_http_batch_set(struct kiln_http_batch *batch, size_t index, const char *url, bool puts,
                         const void *body, size_t size, size_t most) {
    struct kiln_transfer *transfer = &batch->transfers[index];
    transfer->url = strdup(url);
    transfer->puts = puts;
    transfer->most = most;
    transfer->sent_size = size;
    transfer->sent = malloc(size ? size : 1);
    if (!transfer->url || !transfer->sent) return false;
    if (size) memcpy(transfer->sent, body, size);
    return true;
}

long kiln_http_status(const struct kiln_http_batch *batch, size_t index) { return batch->transfers[index].status; }

const char *kiln_http_reason(const struct kiln_http_batch *batch, size_t index) {
    return batch->transfers[index].reason;
}

const char *kiln_http_host(const struct kiln_http_batch *batch, size_t index) { return batch->transfers[index].host; }

bool kiln_http_is_unasked(const struct kiln_http_batch *batch, size_t index) {
    return batch->transfers[index].is_unasked;
}

const uint8_t *kiln_http_body(const struct kiln_http_batch *batch, size_t index, size_t *size) {
    *size = batch->transfers[index].size;
    return batch->transfers[index].body;
}

// One request

void kiln_transfer_fail(struct kiln_transfer *transfer, const char *reason) {
    transfer->status = 0;
    snprintf(transfer->reason, sizeof transfer->reason, "%s", reason);
}

// Time

/// Bytes a second: what moves at least, and what gives an answer more time. An honest line of 128 kbit/s is
/// quick enough, even when 16 requests share it.
enum { least_rate = 1 << 10, whole_rate = 8 << 10 };

int64_t kiln_milliseconds(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (int64_t)time.tv_sec * 1000 + time.tv_nsec / 1000000;
}

void kiln_transfer_begin(struct kiln_transfer *transfer) {
    transfer->began = transfer->timely = kiln_milliseconds();
    transfer->timely_moved = 0;
}

const char *kiln_transfer_lateness(struct kiln_transfer *transfer, const struct kiln_http_settings *settings,
                                   uint64_t moved, int64_t time) {
    const uint64_t more = moved - transfer->timely_moved;
    if (more >= (uint64_t)settings->stall_seconds * least_rate) {
        transfer->timely = time;
        transfer->timely_moved = moved;
    } else if (time - transfer->timely > settings->stall_seconds * 1000) {
        return more == 0 ? "nothing more came in time" : "the answer came too slowly, less than 1 KB a second";
    }
    const int64_t most = settings->total_milliseconds + (int64_t)(moved * 1000 / whole_rate);
    return time - transfer->began > most ? "the answer took too long" : NULL;
}

// Answers

bool kiln_transfer_take(struct kiln_transfer *transfer, const void *bytes, size_t count) {
    if (count > transfer->most - transfer->size || count > *transfer->left) {
        transfer->is_too_large = true;
        return false;
    }
    if (count > transfer->room - transfer->size) {
        size_t room = transfer->room ? transfer->room : 4096;
        while (room - transfer->size < count) room *= 2;
        if (room > transfer->most) room = transfer->most;
        uint8_t *body = realloc(transfer->body, room);
        if (!body) return false;
        transfer->body = body;
        transfer->room = room;
    }
    if (count) memcpy(transfer->body + transfer->size, bytes, count);
    transfer->size += count;
    *transfer->left -= count;
    return true;
}

bool kiln_transfer_redirect(struct kiln_transfer *transfer, const char *place) {
    if (transfer->redirections++ == kiln_most_redirections) {
        kiln_transfer_fail(transfer, "the server redirects without an end");
        return false;
    }
    char *copy = strdup(place);
    free(transfer->place);
    transfer->place = copy;
    if (!copy) kiln_transfer_fail(transfer, "there is no memory for connections");
    return copy != NULL;
}

bool kiln_transfer_is_failure(const struct kiln_transfer *transfer) {
    return transfer->status < 200 || (transfer->status > 299 && transfer->status != 404);
}
