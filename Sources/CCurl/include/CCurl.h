// One HTTP request by libcurl, as C: its options are variadic, which Swift does not call.
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// Says whether a connection to an address may be opened: 4 bytes of IPv4 or 16 of IPv6, in network order.
typedef bool (*ccurl_admits)(const uint8_t *address, size_t count);

/// What came of a request.
struct ccurl_answer {
    long status;          ///< Of the answer; 0 where none came.
    int64_t retry_after;  ///< Seconds of its Retry-After field; 0 without.
    bool is_refused;      ///< Whether an address was not admitted.
    char reason[256];     ///< Why no answer came.
};

/// POSTs `body` to `url`, http or https, and waits for the head of the answer. No redirect is followed, no proxy used, and
/// each address is asked of `admits` when the connection to it is opened, after names were resolved.
/// - fields: lines such as `Content-Type: application/json`, each ended by a line feed.
/// - connect_time, time: milliseconds for the connection, and for all.
void ccurl_post(const char *url, const char *fields, const uint8_t *body, size_t count, long connect_time,
                long time, ccurl_admits admits, struct ccurl_answer *answer);
