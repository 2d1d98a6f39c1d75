#include "CLinuxProcess.h"
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <unistd.h>

enum { SOCKET_NUMBER = 3, MOST_DESCRIPTORS = 64 };

pid_t clinux_spawn(const char *path, char *const arguments[], char *const environment[], int socket) {
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    posix_spawn_file_actions_init(&actions);
    posix_spawnattr_init(&attributes);
    // dup2 onto itself would keep close-on-exec; posix_spawn clears it in that case (POSIX.1-2024).
    posix_spawn_file_actions_adddup2(&actions, socket, SOCKET_NUMBER);
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0);
    posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0);
    posix_spawn_file_actions_addclosefrom_np(&actions, SOCKET_NUMBER + 1);
    sigset_t none, all;
    sigemptyset(&none);
    sigfillset(&all);
    posix_spawnattr_setsigmask(&attributes, &none);
    posix_spawnattr_setsigdefault(&attributes, &all);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
    pid_t process = -1;
    int code = posix_spawn(&process, path, &actions, &attributes, arguments, environment);
    posix_spawn_file_actions_destroy(&actions);
    posix_spawnattr_destroy(&attributes);
    if (code == 0) return process;
    errno = code;
    return -1;
}

int clinux_socket_pair(int pair[2]) { return socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pair); }

ssize_t clinux_send_descriptors(int socket, const void *bytes, size_t size, const int *descriptors, size_t count) {
    if (count > MOST_DESCRIPTORS) {
        errno = EINVAL;
        return -1;
    }
    _Alignas(struct cmsghdr) char control[CMSG_SPACE(MOST_DESCRIPTORS * sizeof(int))];
    memset(control, 0, sizeof control);
    struct iovec part = {.iov_base = (void *)bytes, .iov_len = size};
    struct msghdr message = {.msg_iov = &part, .msg_iovlen = 1};
    if (count > 0) {
        message.msg_control = control;
        message.msg_controllen = CMSG_SPACE(count * sizeof(int));
        struct cmsghdr *header = CMSG_FIRSTHDR(&message);
        header->cmsg_level = SOL_SOCKET;
        header->cmsg_type = SCM_RIGHTS;
        header->cmsg_len = CMSG_LEN(count * sizeof(int));
        memcpy(CMSG_DATA(header), descriptors, count * sizeof(int));
    }
    return sendmsg(socket, &message, MSG_NOSIGNAL);
}

ssize_t clinux_receive_descriptors(int socket, void *bytes, size_t size, int *descriptors, size_t *count) {
    size_t room = *count < MOST_DESCRIPTORS ? *count : MOST_DESCRIPTORS;
    *count = 0;
    _Alignas(struct cmsghdr) char control[CMSG_SPACE(MOST_DESCRIPTORS * sizeof(int))];
    struct iovec part = {.iov_base = bytes, .iov_len = size};
    struct msghdr message = {.msg_iov = &part, .msg_iovlen = 1};
    if (room > 0) {
        message.msg_control = control;
        message.msg_controllen = CMSG_LEN(room * sizeof(int));
    }
    ssize_t received = recvmsg(socket, &message, MSG_CMSG_CLOEXEC);
    if (received < 0) return received;
    for (struct cmsghdr *header = CMSG_FIRSTHDR(&message); header != NULL; header = CMSG_NXTHDR(&message, header)) {
        if (header->cmsg_level != SOL_SOCKET || header->cmsg_type != SCM_RIGHTS) continue;
        size_t came = (header->cmsg_len - CMSG_LEN(0)) / sizeof(int);
        memcpy(descriptors + *count, CMSG_DATA(header), came * sizeof(int));
        *count += came;
    }
    return received;
}

int clinux_die_with_parent(void) { return prctl(PR_SET_PDEATHSIG, SIGKILL); }

int clinux_limit_memory(uint64_t data, uint64_t address_space) {
    struct rlimit core = {0, 0}, bytes = {data, data}, space = {address_space, address_space};
    if (setrlimit(RLIMIT_CORE, &core) != 0 || setrlimit(RLIMIT_DATA, &bytes) != 0) return -1;
    return setrlimit(RLIMIT_AS, &space);
}

int clinux_limit_processor_time(unsigned seconds) {
    struct rusage used;
    struct rlimit limit;
    if (getrusage(RUSAGE_SELF, &used) != 0 || getrlimit(RLIMIT_CPU, &limit) != 0) return -1;
    limit.rlim_cur = (rlim_t)(used.ru_utime.tv_sec + used.ru_stime.tv_sec + 2) + seconds;
    return setrlimit(RLIMIT_CPU, &limit);
}

int clinux_wait_for_end(pid_t process) {
    siginfo_t end;
    if (waitid(P_PID, (id_t)process, &end, WEXITED | WNOWAIT) != 0) return -1;
    return end.si_code == CLD_EXITED ? end.si_status : 256 + end.si_status;
}
