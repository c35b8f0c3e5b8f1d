// The file of the curl and ftp programs that says who asks which host, with curl's quotes and comments.
#ifdef KILN_WITHOUT_CURL

#include "plain.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum { most_bytes = 1 << 20 };

enum kind { a_keyword, a_machine, a_login, a_password, another_value };

struct search {
    const char *host;
    /// What the next word is.
    enum kind next;
    bool applies, is_in_macro;
    const char *user, *password;
};

/// The file as one text; NULL when it cannot be read, and when it is too large for one.
static char *text_of(const char *path) {
    FILE *file = fopen(path, "r");
    if (!file) return NULL;
    char *text = malloc(most_bytes + 1);
    const size_t count = text ? fread(text, 1, most_bytes + 1, file) : 0;
    const bool is_whole = text && !ferror(file) && count <= most_bytes;
    fclose(file);
    if (!is_whole) {
        free(text);
        return NULL;
    }
    text[count] = 0;
    return text;
}

/// The text up to a byte, which goes; NULL behind the last.
static char *cut(char **rest, char byte) {
    char *part = *rest;
    if (!part) return NULL;
    char *end = strchr(part, byte);
    if (end) *end = 0;
    *rest = end ? end + 1 : NULL;
    return part;
}

/// Takes quotes and escapes away, in place; NULL when the line ends first.
static char *unquoted(char *word, char **rest) {
    char *out = word, *at = word + 1;
    for (; *at && *at != '"'; at++) {
        const bool is_escaped = *at == '\\';
        if (is_escaped && !*++at) return NULL;
        *out++ = !is_escaped ? *at : *at == 'n' ? '\n' : *at == 'r' ? '\r' : *at == 't' ? '\t' : *at;
    }
    if (!*at) return NULL;
    *out = 0;
    *rest = at + 1;
    return word;
}

/// The next word of a line; NULL at its end and at a comment. `is_broken` is set for a quote without its other.
static char *next_word(char **line, bool *is_broken) {
    char *word = *line + strspn(*line, " \t\r");
    if (!*word || *word == '#') return NULL;
    if (*word == '"') {
        word = unquoted(word, line);
        *is_broken = !word;
        return word;
    }
    char *end = word + strcspn(word, " \t\r");
    *line = *end ? end + 1 : end;
    *end = 0;
    return word;
}

static enum kind kind_after(const char *keyword) {
    static const char *const keywords[] = {"machine", "login", "password", "account"};
    static const enum kind kinds[] = {a_machine, a_login, a_password, another_value};
    for (size_t index = 0; index < sizeof kinds / sizeof *kinds; index++)
        if (strcasecmp(keyword, keywords[index]) == 0) return kinds[index];
    return a_keyword;
}

/// Looks at a word; false when the entry that says who asks ends before it.
static bool take(struct search *search, const char *word) {
    const enum kind kind = search->next;
    search->next = a_keyword;
    if (kind == a_machine) search->applies = strcasecmp(word, search->host) == 0;
    if (kind == a_login && search->applies) search->user = word;
    if (kind == a_password && search->applies) search->password = word;
    if (kind != a_keyword) return true;
    search->next = kind_after(word);
    search->is_in_macro = strcasecmp(word, "macdef") == 0;
    const bool is_default = strcasecmp(word, "default") == 0;
    const bool is_found = search->user || search->password;
    if (is_found && (is_default || search->next == a_machine)) return false;
    search->applies |= is_default;
    return true;
}

/// Looks through all lines; false for a file that is none.
static bool look(struct search *search, char *text) {
    char *line;
    while ((line = cut(&text, '\n'))) {
        // A macro ends with an empty line.
        if (search->is_in_macro && *line && *line != '\r') continue;
        search->is_in_macro = false;
        bool is_broken = false;
        char *word;
        while (!search->is_in_macro && (word = next_word(&line, &is_broken)))
            if (!take(search, word)) return true;
        if (is_broken) return false;
    }
    return true;
}

bool kiln_netrc_find(const char *path, const char *host, char **user, char **password) {
    char *text = text_of(path);
    if (!text) return false;
    struct search search = {.host = host};
    const bool is_found = look(&search, text) && (search.user || search.password);
    *user = is_found ? strdup(search.user ? search.user : "") : NULL;
    *password = is_found ? strdup(search.password ? search.password : "") : NULL;
    free(text);
    return is_found && *user && *password;
}

#endif
