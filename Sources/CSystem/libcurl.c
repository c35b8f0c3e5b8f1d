#include "libcurl.h"

#ifndef KILN_WITHOUT_CURL

#include <dlfcn.h>
#include <pthread.h>

#ifdef __APPLE__
static const char *const names[] = {"libcurl.4.dylib", "/usr/lib/libcurl.4.dylib"};
#else
static const char *const names[] = {"libcurl.so.4", "libcurl-gnutls.so.4"};
#endif

static struct kiln_libcurl library;
static const char *trouble;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void *opened(void) {
    for (size_t index = 0; index < sizeof names / sizeof *names; index++) {
        void *handle = dlopen(names[index], RTLD_NOW | RTLD_LOCAL);
        if (handle) return handle;
    }
    return NULL;
}

static void load(void) {
    void *handle = opened();
    if (!handle) {
        trouble = "libcurl is not installed (Debian and Ubuntu: the package libcurl4)";
        return;
    }
    const struct {
        const char *name;
        void **place;
    } functions[] = {
        {"curl_global_init", (void **)&library.global_init},
        {"curl_easy_init", (void **)&library.easy_init},
        {"curl_easy_cleanup", (void **)&library.easy_cleanup},
        {"curl_easy_reset", (void **)&library.easy_reset},
        {"curl_easy_setopt", (void **)&library.easy_setopt},
        {"curl_easy_getinfo", (void **)&library.easy_getinfo},
        {"curl_easy_strerror", (void **)&library.easy_strerror},
        {"curl_slist_append", (void **)&library.slist_append},
        {"curl_slist_free_all", (void **)&library.slist_free_all},
        {"curl_multi_init", (void **)&library.multi_init},
        {"curl_multi_cleanup", (void **)&library.multi_cleanup},
        {"curl_multi_add_handle", (void **)&library.multi_add_handle},
        {"curl_multi_remove_handle", (void **)&library.multi_remove_handle},
        {"curl_multi_perform", (void **)&library.multi_perform},
        {"curl_multi_poll", (void **)&library.multi_poll},
        {"curl_multi_info_read", (void **)&library.multi_info_read},
        {"curl_url", (void **)&library.url},
        {"curl_url_cleanup", (void **)&library.url_cleanup},
        {"curl_url_set", (void **)&library.url_set},
        {"curl_url_get", (void **)&library.url_get},
        {"curl_free", (void **)&library.free},
    };
    for (size_t index = 0; index < sizeof functions / sizeof *functions; index++) {
        *functions[index].place = dlsym(handle, functions[index].name);
        if (!*functions[index].place) {
            trouble = "libcurl is older than 7.66";
            return;
        }
    }
    if (library.global_init(KILN_CURL_GLOBAL_DEFAULT) != KILN_CURLE_OK) trouble = "libcurl cannot begin";
}

const struct kiln_libcurl *kiln_libcurl(const char **reason) {
    pthread_once(&once, load);
    if (trouble) *reason = trouble;
    return trouble ? NULL : &library;
}

#endif
