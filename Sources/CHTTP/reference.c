// Where the references of redirections lead: RFC 3986, section 5.
#ifdef KILN_WITHOUT_CURL

#include "plain.h"
#include "transfer.h"

#include <string.h>
#include <strings.h>

/// Bytes that would be others in a request, or make another host of it.
static bool is_sound(const char *reference) {
    for (const char *at = reference; *at; at++)
        if ((unsigned char)*at <= ' ' || *at == 0x7F || *at == '\\') return false;
    return true;
}

/// Appends some bytes of a text; false when they do not fit.
static bool append(char *url, size_t size, const char *text, size_t count) {
    const size_t length = strlen(url);
    if (count >= size - length) return false;
    memcpy(url + length, text, count);
    url[length + count] = 0;
    return true;
}

/// Takes `.` and `..` out of a path, in place.
static void straighten(char *path) {
    const char *at = path;
    char *out = path;
    while (*at == '/') {
        const size_t length = 1 + strcspn(at + 1, "/?");
        const bool is_up = length == 3 && at[1] == '.' && at[2] == '.';
        const bool is_here = length == 2 && at[1] == '.';
        if (is_up)
            while (out > path && *--out != '/') {}
        if (is_up || is_here) {
            // A folder stays one.
            if (at[length] != '/') *out++ = '/';
        } else {
            memmove(out, at, length);
            out += length;
        }
        at += length;
    }
    memmove(out, at, strlen(at) + 1);
}

/// How much of the base stands before a reference without a scheme.
static size_t kept(const char *base, const char *reference) {
    const size_t origin = kiln_origin_length(base);
    if (strncmp(reference, "//", 2) == 0) return strcspn(base, ":") + 1;
    if (*reference == '/') return origin;
    if (strchr("?#", *reference)) return strcspn(base, *reference == '?' ? "?#" : "#");
    size_t length = strcspn(base, "?#");
    while (length > origin && base[length - 1] != '/') length--;
    return length;
}

const char *kiln_reference_resolve(const char *base, const char *reference, char *url, size_t size) {
    static const char *const no_address = "the server redirects to what is no address";
    static const char *const too_long = "the server redirects to an address that is too long";
    if (!is_sound(reference)) return no_address;
    const bool has_scheme = reference[strcspn(reference, ":/?#")] == ':';
    const size_t before = has_scheme ? 0 : kept(base, reference);
    // A base may end with its host.
    const bool needs_slash = before == kiln_origin_length(base) && !strchr("/?#", *reference);
    url[0] = 0;
    if (!append(url, size, base, before) || !append(url, size, "/", needs_slash)
        || !append(url, size, reference, strcspn(reference, "#")))
        return too_long;
    const size_t scheme = strcspn(url, ":"), origin = kiln_origin_length(url);
    if (strncasecmp(url, "http:", 5) != 0 && strncasecmp(url, "https:", 6) != 0)
        return "the server redirects to another scheme than http";
    // Who asks is the user's to say, not the server's.
    if (strncmp(url + scheme, "://", 3) != 0 || origin == scheme + 3 || memchr(url, '@', origin)) return no_address;
    if (url[origin] != '/') {
        const size_t rest = strlen(url + origin) + 1;
        if (origin + 1 + rest > size) return too_long;
        memmove(url + origin + 1, url + origin, rest);
        url[origin] = '/';
    }
    straighten(url + origin);
    return NULL;
}

#endif
