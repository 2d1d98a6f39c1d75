#include "CLinux.h"
#include <sys/mman.h>
#include <errno.h>
#include <stdio.h>
#include <linux/openat2.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <sys/syscall.h>
#include <unistd.h>

int clinux_accept4(int descriptor, int flags) { return accept4(descriptor, NULL, NULL, flags); }

int clinux_status(int directory, const char *name, struct clinux_status *result) {
    struct statx found;
    int flags = AT_SYMLINK_NOFOLLOW | AT_STATX_SYNC_AS_STAT | (*name == 0 ? AT_EMPTY_PATH : 0);
    if (statx(directory, name, flags, STATX_BASIC_STATS, &found) != 0) return -1;
    result->device = (uint64_t)found.stx_dev_major << 32 | found.stx_dev_minor;
    result->inode = found.stx_ino;
    result->size = (int64_t)found.stx_size;
    result->modified = found.stx_mtime.tv_sec * 1000000000LL + found.stx_mtime.tv_nsec;
    result->changed = found.stx_ctime.tv_sec * 1000000000LL + found.stx_ctime.tv_nsec;
    result->mode = found.stx_mode;
    result->links = found.stx_nlink;
    return 0;
}

int clinux_rename_new(int directory, const char *old, const char *name) {
    return renameat2(directory, old, directory, name, RENAME_NOREPLACE);
}

int clinux_open_beneath(int directory, const char *path, int flags, int mode) {
    struct open_how how = {
        .flags = (uint64_t)(unsigned)flags | O_CLOEXEC,
        .mode = (uint64_t)(unsigned)mode,
        .resolve = RESOLVE_BENEATH | RESOLVE_NO_MAGICLINKS | RESOLVE_NO_SYMLINKS,
    };
    return (int)syscall(SYS_openat2, directory, path, &how, sizeof how);
}

int clinux_has_writer(int descriptor) {
    // A writer that comes right now is announced by a signal; SIGURG is ignored unless somebody asks for it, SIGIO is not.
    if (fcntl(descriptor, F_SETSIG, SIGURG) != 0) return -1;
    if (fcntl(descriptor, F_SETLEASE, F_RDLCK) != 0) return errno == EAGAIN ? 1 : -1;
    fcntl(descriptor, F_SETLEASE, F_UNLCK);
    return 0;
}

ssize_t clinux_send_pair(int descriptor, const void *first, size_t first_length, const void *second,
                         size_t second_length, int flags) {
    struct iovec pieces[2] = {{(void *)first, first_length}, {(void *)second, second_length}};
    struct msghdr message = {.msg_iov = pieces, .msg_iovlen = 2};
    return sendmsg(descriptor, &message, flags);
}

void clinux_name_thread(const char *name) { pthread_setname_np(pthread_self(), name); }

int clinux_available_cores(void) {
    cpu_set_t cores;
    return sched_getaffinity(0, sizeof cores, &cores) == 0 ? CPU_COUNT(&cores) : -1;
}

int clinux_memory_file(void) { return memfd_create("contactsheet", MFD_CLOEXEC); }
