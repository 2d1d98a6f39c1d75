// Child processes: variadic prctl(2), the CMSG macros and setrlimit(2)'s enum, none of which Swift can call.
#pragma once
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

/// Starts `path` (posix_spawn(3)) with `socket` as descriptor 3 and /dev/null as 0, 1 and 2, every other descriptor
/// closed, no signal blocked or ignored. Gives the process id, or -1 with errno.
pid_t clinux_spawn(const char *path, char *const arguments[], char *const environment[], int socket);

/// A connected pair of stream sockets, both close-on-exec (socketpair(2)).
int clinux_socket_pair(int pair[2]);

/// Sends `count` descriptors with the first byte of `bytes` (SCM_RIGHTS, unix(7)); never raises SIGPIPE.
ssize_t clinux_send_descriptors(int socket, const void *bytes, size_t size, const int *descriptors, size_t count);

/// Receives bytes and up to `*count` descriptors, close-on-exec; `*count` becomes how many came. Descriptors that found
/// no room are closed by the kernel.
ssize_t clinux_receive_descriptors(int socket, void *bytes, size_t size, int *descriptors, size_t *count);

/// Has the kernel send SIGKILL to this process when the thread that started it ends (PR_SET_PDEATHSIG).
int clinux_die_with_parent(void);

/// Limits this process: bytes of private writable memory and of address space, no core file.
int clinux_limit_memory(uint64_t data, uint64_t address_space);

/// Limits this process to `seconds` of processor time from now on, after which SIGXCPU ends it.
int clinux_limit_processor_time(unsigned seconds);

/// Waits for a child to end and leaves it to be reaped: its exit code, or 256 + the signal that ended it (waitid(2)).
int clinux_wait_for_end(pid_t process);
