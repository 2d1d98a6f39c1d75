#pragma once
#include <archive.h>
#include <archive_entry.h>
#include <locale.h>
#include <stdint.h>

/// Begins a file in an archive. The name is UTF-8, which libarchive says in the archive only where the locale says
/// so: the thread gets one for the time of the call. AE_IFREG is a macro with a cast, which Swift does not see.
static inline int carchive_begin_file(struct archive *archive, const char *name, int64_t size, int64_t seconds) {
    const int readable = 0644;
    struct archive_entry *entry = archive_entry_new();
    if (entry == NULL) return ARCHIVE_FATAL;
    locale_t utf8 = newlocale(LC_CTYPE_MASK, "C.UTF-8", (locale_t)0);
    locale_t before = utf8 == (locale_t)0 ? utf8 : uselocale(utf8);
    archive_entry_set_pathname(entry, name);
    archive_entry_set_filetype(entry, AE_IFREG);
    archive_entry_set_perm(entry, readable);
    archive_entry_set_size(entry, size);
    archive_entry_set_mtime(entry, (time_t)seconds, 0);
    int result = archive_write_header(archive, entry);
    archive_entry_free(entry);
    if (utf8 != (locale_t)0) {
        uselocale(before);
        freelocale(utf8);
    }
    return result;
}
