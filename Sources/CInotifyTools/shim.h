#pragma once
// The library's header uses bool and struct inotify_event without including what declares them.
#include <stdbool.h>
#include <inotifytools/inotifytools.h>
#include <sys/inotify.h>
