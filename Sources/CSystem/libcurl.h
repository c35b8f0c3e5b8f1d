#ifndef KILN_LIBCURL_H
#define KILN_LIBCURL_H

#include <stddef.h>

// What is used of libcurl, as <curl/curl.h> and <curl/multi.h> of 7.88 declare it. libcurl has kept
// these numbers and calls since 7.66 (2019), and promises to: https://curl.se/libcurl/abi.html.

typedef int kiln_curl_code;

enum {
    KILN_CURLE_OK = 0,
    KILN_CURLE_WRITE_ERROR = 23,
};

enum {
    KILN_CURLOPT_NETRC = 51,
    KILN_CURLOPT_FOLLOWLOCATION = 52,
    KILN_CURLOPT_HTTPGET = 80,
    KILN_CURLOPT_NOSIGNAL = 99,
    KILN_CURLOPT_HTTPAUTH = 107,
    KILN_CURLOPT_CONNECTTIMEOUT_MS = 156,
    KILN_CURLOPT_PROTOCOLS = 181,
    KILN_CURLOPT_WRITEDATA = 10001,
    KILN_CURLOPT_URL = 10002,
    KILN_CURLOPT_ERRORBUFFER = 10010,
    KILN_CURLOPT_POSTFIELDS = 10015,
    KILN_CURLOPT_USERAGENT = 10018,
    KILN_CURLOPT_HTTPHEADER = 10023,
    KILN_CURLOPT_CUSTOMREQUEST = 10036,
    KILN_CURLOPT_CAINFO = 10065,
    KILN_CURLOPT_PRIVATE = 10103,
    KILN_CURLOPT_NETRC_FILE = 10118,
    KILN_CURLOPT_USERNAME = 10173,
    KILN_CURLOPT_PASSWORD = 10174,
    KILN_CURLOPT_WRITEFUNCTION = 20011,
    KILN_CURLOPT_POSTFIELDSIZE_LARGE = 30120,
};

enum {
    KILN_CURLINFO_PRIVATE = 0x100000 + 21,
    KILN_CURLINFO_REDIRECT_URL = 0x100000 + 31,
    KILN_CURLINFO_RESPONSE_CODE = 0x200000 + 2,
    KILN_CURLINFO_REQUEST_SIZE = 0x200000 + 12,
    KILN_CURLINFO_SIZE_UPLOAD_T = 0x600000 + 7,
};

/// Parts of a URL, and flags for reading and writing them.
enum {
    KILN_CURLUPART_URL = 0,
    KILN_CURLUPART_SCHEME = 1,
    KILN_CURLUPART_USER = 2,
    KILN_CURLUPART_PASSWORD = 3,
    KILN_CURLUPART_OPTIONS = 4,
    KILN_CURLUPART_HOST = 5,
    KILN_CURLUPART_PORT = 6,
    KILN_CURLUPART_ZONEID = 10,
    KILN_CURLU_DEFAULT_PORT = 1 << 0,
};

enum {
    KILN_CURLAUTH_BASIC = 1,
    KILN_CURL_NETRC_OPTIONAL = 1,
    KILN_CURLPROTO_HTTP = 1,
    KILN_CURLPROTO_HTTPS = 2,
    KILN_CURL_GLOBAL_DEFAULT = 3,
    KILN_CURL_ERROR_SIZE = 256,
    KILN_CURLMSG_DONE = 1,
};

struct kiln_curl_slist;

struct kiln_curl_msg {
    int msg;
    void *easy_handle;
    union {
        void *whatever;
        kiln_curl_code result;
    } data;
};

struct kiln_libcurl {
    kiln_curl_code (*global_init)(long flags);
    void *(*easy_init)(void);
    void (*easy_cleanup)(void *easy);
    void (*easy_reset)(void *easy);
    kiln_curl_code (*easy_setopt)(void *easy, int option, ...);
    kiln_curl_code (*easy_getinfo)(void *easy, int info, ...);
    const char *(*easy_strerror)(kiln_curl_code code);
    struct kiln_curl_slist *(*slist_append)(struct kiln_curl_slist *list, const char *line);
    void (*slist_free_all)(struct kiln_curl_slist *list);
    void *(*multi_init)(void);
    int (*multi_cleanup)(void *multi);
    int (*multi_add_handle)(void *multi, void *easy);
    int (*multi_remove_handle)(void *multi, void *easy);
    int (*multi_perform)(void *multi, int *running);
    int (*multi_poll)(void *multi, void *extra, unsigned count, int milliseconds, int *ready);
    struct kiln_curl_msg *(*multi_info_read)(void *multi, int *left);
    void *(*url)(void);
    void (*url_cleanup)(void *url);
    int (*url_set)(void *url, int part, const char *text, unsigned flags);
    int (*url_get)(void *url, int part, char **text, unsigned flags);
    void (*free)(void *text);
};

/// Opens the library once; NULL, with the reason, where it is missing or too old.
const struct kiln_libcurl *kiln_libcurl(const char **reason);

#endif
