#ifndef KILN_TRANSFER_H
#define KILN_TRANSFER_H

#include "CSystem.h"

// Requests of a batch, as whoever makes them sees them.

enum { kiln_most_redirections = 3, kiln_reason_size = 256, kiln_host_size = 256 };

struct kiln_transfer {
    char *url;
    bool puts;
    uint8_t *sent;
    size_t sent_size;
    size_t most;
    /// What may still come in answer to all requests of the batch.
    size_t *left;
    int redirections;
    /// Where a redirection leads; NULL before the first.
    char *place;
    /// Whether `place` has another scheme, host or port than the request's own URL.
    bool is_away;
    /// That host, with its port where it is not the usual one; empty while the request's own is asked.
    char host[kiln_host_size];
    uint8_t *body;
    size_t size;
    size_t room;
    bool is_too_large;
    bool is_unasked;
    long status;
    char reason[kiln_reason_size];
    /// When it began, and when it was last in time, in milliseconds of `kiln_milliseconds`; and how much had
    /// moved by then.
    int64_t began, timely;
    uint64_t timely_moved;
};

struct kiln_http_batch {
    size_t count;
    size_t left;
    struct kiln_transfer transfers[];
};

/// Where the request goes now.
static inline const char *kiln_transfer_url(const struct kiln_transfer *transfer) {
    return transfer->place ? transfer->place : transfer->url;
}

void kiln_transfer_fail(struct kiln_transfer *transfer, const char *reason);
/// Of a clock that only goes forward.
int64_t kiln_milliseconds(void);
/// Counts its time from now on.
void kiln_transfer_begin(struct kiln_transfer *transfer);
/// Has moved so many bytes behind the request's headers, both ways, at some time; NULL, or why it is not waited for any longer.
const char *kiln_transfer_lateness(struct kiln_transfer *transfer, const struct kiln_http_settings *settings,
                                   uint64_t moved, int64_t time);
/// Adds to the answer's body; false without memory, and beyond what may come.
bool kiln_transfer_take(struct kiln_transfer *transfer, const void *bytes, size_t count);
/// Leads elsewhere; false without memory, and when it did so too often.
bool kiln_transfer_redirect(struct kiln_transfer *transfer, const char *place);
/// Whether it counts among failures in a row.
bool kiln_transfer_is_failure(const struct kiln_transfer *transfer);

#endif
