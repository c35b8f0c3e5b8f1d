#include "CCommand.h"

#include <fcntl.h>
#include <spawn.h>
#include <unistd.h>

extern char **environ;

bool kiln_open_in_browser(const char *address) {
#ifdef __APPLE__
    const char *program = "open";
#else
    const char *program = "xdg-open";
#endif
    posix_spawn_file_actions_t streams;
    if (posix_spawn_file_actions_init(&streams)) return false;
    for (int file = 0; file < 3; file++) {
        posix_spawn_file_actions_addopen(&streams, file, "/dev/null", file ? O_WRONLY : O_RDONLY, 0);
    }
    char *arguments[] = {(char *)program, (char *)address, NULL};
    pid_t child;
    int failure = posix_spawnp(&child, program, &streams, NULL, arguments, environ);
    posix_spawn_file_actions_destroy(&streams);
    return failure == 0;
}
