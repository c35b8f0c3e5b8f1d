#include "transfer.h"

#ifndef KILN_WITHOUT_CURL

#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "libcurl.h"

_Static_assert(kiln_reason_size == KILN_CURL_ERROR_SIZE, "libcurl writes reasons");

struct kiln_http {
    const struct kiln_libcurl *curl;
    void *multi;
    /// As many handles as requests run at once, with a stack of those that are free.
    void **handles;
    void **free_handles;
    size_t handle_count;
    size_t free_count;
    struct kiln_curl_slist *headers;
    struct kiln_curl_slist *own_headers;
    struct kiln_http_settings settings;
    atomic_bool is_cancelled;
};

// Settings

static char *copied(const char *text) { return text ? strdup(text) : NULL; }

struct kiln_http *kiln_http_open(const struct kiln_http_settings *settings, const char **reason) {
    const struct kiln_libcurl *curl = kiln_libcurl(reason);
    if (!curl) return NULL;
    *reason = "there is no memory for connections";
    struct kiln_http *http = calloc(1, sizeof *http);
    if (!http) return NULL;
    http->curl = curl;
    http->settings = *settings;
    http->settings.user_agent = copied(settings->user_agent);
    http->settings.authorization = copied(settings->authorization);
    http->settings.user = copied(settings->user);
    http->settings.password = copied(settings->password);
    http->settings.netrc = copied(settings->netrc);
    http->settings.certificates = copied(settings->certificates);
    http->multi = curl->multi_init();
    http->handles = calloc(settings->most_at_once, sizeof *http->handles);
    http->free_handles = calloc(settings->most_at_once, sizeof *http->free_handles);
    // Without the first, large bodies would wait for a word from servers that never give it.
    http->headers = curl->slist_append(NULL, "Expect:");
    if (http->headers) {
        struct kiln_curl_slist *more = curl->slist_append(http->headers, "Content-Type: application/octet-stream");
        if (more) http->headers = more;
    }
    http->own_headers = curl->slist_append(NULL, "Expect:");
    if (http->own_headers) {
        struct kiln_curl_slist *more = curl->slist_append(http->own_headers, "Content-Type: application/octet-stream");
        if (more && settings->authorization) more = curl->slist_append(more, settings->authorization);
        if (more) http->own_headers = more;
    }
    if (!http->multi || !http->handles || !http->free_handles || !http->headers || !http->own_headers) {
        kiln_http_close(http);
        return NULL;
    }
    return http;
}

void kiln_http_close(struct kiln_http *http) {
    if (!http) return;
    for (size_t index = 0; index < http->handle_count; index++) http->curl->easy_cleanup(http->handles[index]);
    if (http->multi) http->curl->multi_cleanup(http->multi);
    http->curl->slist_free_all(http->headers);
    http->curl->slist_free_all(http->own_headers);
    free(http->handles);
    free(http->free_handles);
    free((void *)http->settings.user_agent);
    free((void *)http->settings.authorization);
    free((void *)http->settings.user);
    free((void *)http->settings.password);
    free((void *)http->settings.netrc);
    free((void *)http->settings.certificates);
    free(http);
}

void kiln_http_cancel(struct kiln_http *http) { atomic_store(&http->is_cancelled, true); }

// Requests

static size_t take(const char *bytes, size_t size, size_t count, void *context) {
    return kiln_transfer_take(context, bytes, size * count) ? size * count : 0;
}

/// Whether a part of two URLs is the same; a part that both lack is.
static bool is_same(const struct kiln_libcurl *curl, void *first, void *second, int part) {
    char *texts[2] = {NULL, NULL};
    curl->url_get(first, part, &texts[0], KILN_CURLU_DEFAULT_PORT);
    curl->url_get(second, part, &texts[1], KILN_CURLU_DEFAULT_PORT);
    const bool is_same = texts[0] && texts[1] ? strcasecmp(texts[0], texts[1]) == 0 : texts[0] == texts[1];
    curl->free(texts[0]);
    curl->free(texts[1]);
    return is_same;
}

/// Notes whose answer it is from now on: the host alone, as a path or a query may hold secrets.
static void name_host(const struct kiln_libcurl *curl, void *url, struct kiln_transfer *transfer) {
    char *host = NULL, *port = NULL;
    curl->url_get(url, KILN_CURLUPART_HOST, &host, 0);
    curl->url_get(url, KILN_CURLUPART_PORT, &port, 0);
    if (host) snprintf(transfer->host, sizeof transfer->host, "%.200s%s%.8s", host, port ? ":" : "", port ? port : "");
    curl->free(host);
    curl->free(port);
}

/// Where a redirection leads, by the parser that libcurl connects with: nothing else decides which host is
/// asked. NULL for an address that is refused. Sets whether the origin is that of the request.
///
/// Parsers disagree about backslashes and control characters (is "http://a\\@b" host a or host b?), so these
/// are refused. A user and a password are left out: libcurl puts its own there, and a server chooses neither.
static char *fit_place(const struct kiln_libcurl *curl, struct kiln_transfer *transfer, const char *place) {
    for (const char *at = place; *at; at++)
        if ((unsigned char)*at <= ' ' || *at == 0x7F || *at == '\\') return NULL;
    char *result = NULL;
    void *own = curl->url(), *other = curl->url();
    const bool is_fit = own && other && curl->url_set(own, KILN_CURLUPART_URL, transfer->url, 0) == 0
        && curl->url_set(other, KILN_CURLUPART_URL, place, 0) == 0;
    static const int credentials[] = {KILN_CURLUPART_USER, KILN_CURLUPART_PASSWORD, KILN_CURLUPART_OPTIONS};
    for (size_t index = 0; is_fit && index < sizeof credentials / sizeof *credentials; index++)
        curl->url_set(other, credentials[index], NULL, 0);
    static const int origin[] = {KILN_CURLUPART_SCHEME, KILN_CURLUPART_HOST, KILN_CURLUPART_PORT, KILN_CURLUPART_ZONEID};
    transfer->is_away = !is_fit;
    for (size_t index = 0; is_fit && index < sizeof origin / sizeof *origin; index++)
        transfer->is_away |= !is_same(curl, own, other, origin[index]);
    transfer->host[0] = 0;
    if (is_fit && transfer->is_away) name_host(curl, other, transfer);
    if (is_fit) curl->url_get(other, KILN_CURLUPART_URL, &result, 0);
    curl->url_cleanup(own);
    curl->url_cleanup(other);
    return result;
}

static bool is_secure(const char *url) { return strncasecmp(url, "https://", 8) == 0; }

static void *free_handle(struct kiln_http *http) {
    if (http->free_count > 0) return http->free_handles[--http->free_count];
    if (http->handle_count == http->settings.most_at_once) return NULL;
    void *easy = http->curl->easy_init();
    if (easy) http->handles[http->handle_count++] = easy;
    return easy;
}

static void give_back(struct kiln_http *http, void *easy) {
    http->curl->multi_remove_handle(http->multi, easy);
    // Never used again: libcurl before 8.1 keeps a pointer to the last header, which was freed, and an
    // answer that begins with a folded header follows it. Connections belong to the multi handle.
    http->curl->easy_cleanup(easy);
    size_t place = 0;
    while (http->handles[place] != easy) place++;
    void *fresh = http->curl->easy_init();
    if (fresh) http->free_handles[http->free_count++] = http->handles[place] = fresh;
    else http->handles[place] = http->handles[--http->handle_count];
}

static bool start(struct kiln_http *http, struct kiln_transfer *transfer) {
    void *easy = free_handle(http);
    if (!easy) {
        kiln_transfer_fail(transfer, "there is no memory for connections");
        return false;
    }
    const struct kiln_http_settings *settings = &http->settings;
    kiln_curl_code (*set)(void *, int, ...) = http->curl->easy_setopt;
    const char *url = kiln_transfer_url(transfer);
    const bool is_own = !transfer->is_away;
    transfer->size = 0;
    transfer->reason[0] = 0;
    kiln_transfer_begin(transfer);
    set(easy, KILN_CURLOPT_URL, url);
    set(easy, KILN_CURLOPT_PROTOCOLS, (long)(is_secure(transfer->url) ? KILN_CURLPROTO_HTTPS
                                                                     : KILN_CURLPROTO_HTTP | KILN_CURLPROTO_HTTPS));
    set(easy, KILN_CURLOPT_PRIVATE, transfer);
    set(easy, KILN_CURLOPT_NOSIGNAL, 1L);
    set(easy, KILN_CURLOPT_FOLLOWLOCATION, 0L);
    set(easy, KILN_CURLOPT_ERRORBUFFER, transfer->reason);
    set(easy, KILN_CURLOPT_WRITEFUNCTION, take);
    set(easy, KILN_CURLOPT_WRITEDATA, transfer);
    set(easy, KILN_CURLOPT_CONNECTTIMEOUT_MS, settings->connect_milliseconds);
    set(easy, KILN_CURLOPT_USERAGENT, settings->user_agent);
    set(easy, KILN_CURLOPT_HTTPHEADER, is_own ? http->own_headers : http->headers);
    if (settings->certificates) set(easy, KILN_CURLOPT_CAINFO, settings->certificates);
    if (is_own && settings->user) {
        set(easy, KILN_CURLOPT_HTTPAUTH, (long)KILN_CURLAUTH_BASIC);
        set(easy, KILN_CURLOPT_USERNAME, settings->user);
        set(easy, KILN_CURLOPT_PASSWORD, settings->password ? settings->password : "");
    } else if (is_own && settings->netrc) {
        set(easy, KILN_CURLOPT_HTTPAUTH, (long)KILN_CURLAUTH_BASIC);
        set(easy, KILN_CURLOPT_NETRC, (long)KILN_CURL_NETRC_OPTIONAL);
        if (*settings->netrc) set(easy, KILN_CURLOPT_NETRC_FILE, settings->netrc);
    }
    if (transfer->puts) {
        set(easy, KILN_CURLOPT_POSTFIELDSIZE_LARGE, (int64_t)transfer->sent_size);
        set(easy, KILN_CURLOPT_POSTFIELDS, transfer->sent);
        set(easy, KILN_CURLOPT_CUSTOMREQUEST, "PUT");
    } else {
        set(easy, KILN_CURLOPT_HTTPGET, 1L);
    }
    if (http->curl->multi_add_handle(http->multi, easy) != 0) {
        http->curl->easy_reset(easy);
        http->free_handles[http->free_count++] = easy;
        kiln_transfer_fail(transfer, "libcurl takes no request");
        return false;
    }
    return true;
}

/// Looks at an answer. True when it leads elsewhere.
static bool is_redirected(struct kiln_http *http, void *easy, struct kiln_transfer *transfer, kiln_curl_code code) {
    if (code != KILN_CURLE_OK) {
        if (transfer->is_too_large) {
            kiln_transfer_fail(transfer, "the answer is larger than what was asked for");
        } else {
            char reason[kiln_reason_size];
            snprintf(reason, sizeof reason, "%s",
                     transfer->reason[0] ? transfer->reason : http->curl->easy_strerror(code));
            kiln_transfer_fail(transfer, reason);
        }
        return false;
    }
    http->curl->easy_getinfo(easy, KILN_CURLINFO_RESPONSE_CODE, &transfer->status);
    transfer->reason[0] = 0;
    if (transfer->status < 300 || transfer->status > 399) return false;
    const char *place = NULL;
    http->curl->easy_getinfo(easy, KILN_CURLINFO_REDIRECT_URL, &place);
    if (!place) return false;
    char *fit = fit_place(http->curl, transfer, place);
    if (!fit) {
        kiln_transfer_fail(transfer, "the server redirects to an address that is not valid");
        return false;
    }
    const bool goes_on = kiln_transfer_redirect(transfer, fit);
    http->curl->free(fit);
    return goes_on;
}

static bool is_free(const struct kiln_http *http, const void *easy) {
    for (size_t place = 0; place < http->free_count; place++)
        if (http->free_handles[place] == easy) return true;
    return false;
}

/// Gives up a request that was not quick enough by some time; NULL when it was, or is over.
static struct kiln_transfer *late_transfer(struct kiln_http *http, void *easy, int64_t time) {
    if (is_free(http, easy)) return NULL;
    struct kiln_transfer *transfer = NULL;
    long asked = 0;
    int64_t uploaded = 0;
    http->curl->easy_getinfo(easy, KILN_CURLINFO_PRIVATE, (char **)&transfer);
    http->curl->easy_getinfo(easy, KILN_CURLINFO_REQUEST_SIZE, &asked);
    http->curl->easy_getinfo(easy, KILN_CURLINFO_SIZE_UPLOAD_T, &uploaded);
    if (!transfer) return NULL;
    // Connecting has a limit of its own.
    if (asked == 0) {
        kiln_transfer_begin(transfer);
        return NULL;
    }
    const char *reason = kiln_transfer_lateness(transfer, &http->settings, transfer->size + (uint64_t)uploaded, time);
    if (!reason) return NULL;
    give_back(http, easy);
    kiln_transfer_fail(transfer, reason);
    return transfer;
}

void kiln_http_perform(struct kiln_http *http, struct kiln_http_batch *batch, size_t most_failures) {
    size_t next = 0, running = 0, failures = 0;
    int64_t looked = 0;
    const struct kiln_libcurl *curl = http->curl;
    for (;;) {
        const bool is_cancelled = atomic_load(&http->is_cancelled);
        if (is_cancelled || failures >= most_failures) break;
        while (next < batch->count && running < http->settings.most_at_once) {
            if (start(http, &batch->transfers[next++])) running++;
            else failures++;
        }
        if (running == 0) {
            if (next == batch->count) break;
            continue;
        }
        int handles = 0, left = 0;
        // What comes while others have their turn is not late.
        const int64_t time = kiln_milliseconds();
        curl->multi_perform(http->multi, &handles);
        bool has_ended = false;
        struct kiln_curl_msg *message;
        while ((message = curl->multi_info_read(http->multi, &left))) {
            if (message->msg != KILN_CURLMSG_DONE) continue;
            // The message goes with its handle.
            void *easy = message->easy_handle;
            const kiln_curl_code code = message->data.result;
            struct kiln_transfer *transfer = NULL;
            curl->easy_getinfo(easy, KILN_CURLINFO_PRIVATE, (char **)&transfer);
            const bool goes_on = is_redirected(http, easy, transfer, code);
            give_back(http, easy);
            has_ended = true;
            if (goes_on && start(http, transfer)) continue;
            running--;
            failures = kiln_transfer_is_failure(transfer) ? failures + 1 : 0;
        }
        // Some answers come in a thousand pieces a second.
        const bool looks = time - looked >= 100;
        if (looks) looked = time;
        for (size_t index = 0; looks && index < http->handle_count; index++) {
            if (!late_transfer(http, http->handles[index], time)) continue;
            has_ended = true;
            running--;
            failures++;
        }
        if (!has_ended && running > 0) curl->multi_poll(http->multi, NULL, 0, 100, NULL);
    }
    if (running == 0 && next == batch->count) return;
    // What still runs is left, and what was not begun fails too.
    for (size_t index = 0; index < http->handle_count; index++) {
        void *easy = http->handles[index];
        struct kiln_transfer *transfer = NULL;
        if (is_free(http, easy)) continue;
        curl->easy_getinfo(easy, KILN_CURLINFO_PRIVATE, (char **)&transfer);
        give_back(http, easy);
        if (!transfer) continue;
        kiln_transfer_fail(transfer, "");
        transfer->is_unasked = true;
    }
    for (; next < batch->count; next++) batch->transfers[next].is_unasked = true;
}

#else

struct kiln_http *kiln_http_open(const struct kiln_http_settings *settings, const char **reason) {
    (void)settings;
    *reason = "this kiln was built without remote caches, as static ones are; use one built from source, or a "
              "folder that machines share ('--cache-dir')";
    return NULL;
}

void kiln_http_close(struct kiln_http *http) { (void)http; }
void kiln_http_cancel(struct kiln_http *http) { (void)http; }
void kiln_http_perform(struct kiln_http *http, struct kiln_http_batch *batch, size_t most_failures) {
    (void)http, (void)batch, (void)most_failures;
}

#endif
