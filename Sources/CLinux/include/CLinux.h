// What Swift's Glibc module lacks of Linux: epoll, eventfd, accept4, statx, openat2, and a few others.
#pragma once
#include <fcntl.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/sendfile.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/statfs.h>
#include <sys/types.h>

#include "CLinuxProcess.h"

/// accept4(2): accepts a connection whose descriptor has `flags` (SOCK_NONBLOCK, SOCK_CLOEXEC) from the start.
int clinux_accept4(int descriptor, int flags);

/// What statx(2) tells of a file, in plain integers: times in nanoseconds since 1970 UTC.
struct clinux_status {
    uint64_t device;
    uint64_t inode;
    int64_t size;
    int64_t modified;
    int64_t changed;
    uint32_t mode;
    uint32_t links;
};

/// statx(2) of `name` in `directory`, a symbolic link itself where it is one; of the descriptor where `name` is empty.
int clinux_status(int directory, const char *name, struct clinux_status *result);

/// renameat2(2) with RENAME_NOREPLACE within `directory`: fails with EEXIST where `name` is taken.
int clinux_rename_new(int directory, const char *old, const char *name);

/// openat2(2) with RESOLVE_BENEATH | RESOLVE_NO_MAGICLINKS | RESOLVE_NO_SYMLINKS: `path` never leaves `directory`.
int clinux_open_beneath(int directory, const char *path, int flags, int mode);

/// Whether somebody has the file open for writing, told by a lease that is given back at once (fcntl(2), F_SETLEASE): 1 or
/// 0; -1 where it can't be told. `descriptor` must be open for reading only.
int clinux_has_writer(int descriptor);

/// memfd_create(2) with MFD_CLOEXEC: a file without a name, in memory.
int clinux_memory_file(void);

/// sendmsg(2) of two pieces of memory, one after the other.
ssize_t clinux_send_pair(int descriptor, const void *first, size_t first_length, const void *second,
                         size_t second_length, int flags);

/// pthread_setname_np(3) of the calling thread: `name` has at most 15 bytes.
void clinux_name_thread(const char *name);

/// Number of cores that the process may run on (sched_getaffinity(2)); -1 where that is not known.
int clinux_available_cores(void);
