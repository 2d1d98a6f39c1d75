#include "CCurl.h"

#include <curl/curl.h>
#include <netinet/in.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

struct request {
    ccurl_admits admits;
    struct ccurl_answer *answer;
};

static curl_socket_t open_socket(void *context, curlsocktype purpose, struct curl_sockaddr *address) {
    (void)purpose;
    struct request *request = context;
    bool is_admitted = false;
    if (address->family == AF_INET) {
        const struct sockaddr_in *found = (const void *)&address->addr;
        is_admitted = request->admits((const uint8_t *)&found->sin_addr, 4);
    } else if (address->family == AF_INET6) {
        const struct sockaddr_in6 *found = (const void *)&address->addr;
        is_admitted = request->admits((const uint8_t *)&found->sin6_addr, 16);
    }
    if (!is_admitted) {
        request->answer->is_refused = true;
        return CURL_SOCKET_BAD;
    }
    return socket(address->family, address->socktype | SOCK_CLOEXEC, address->protocol);
}

// The head of the answer tells all; of its content nothing is read.
static size_t stop_at_content(char *bytes, size_t size, size_t count, void *context) {
    (void)bytes, (void)size, (void)count, (void)context;
    return 0;
}

static void initialize(void) { curl_global_init(CURL_GLOBAL_DEFAULT); }

static struct curl_slist *list_of(const char *fields) {
    struct curl_slist *lines = NULL;
    for (const char *end; (end = strchr(fields, '\n')); fields = end + 1) {
        char *line = strndup(fields, (size_t)(end - fields));
        struct curl_slist *longer = line ? curl_slist_append(lines, line) : NULL;
        free(line);
        if (!longer) {
            curl_slist_free_all(lines);
            return NULL;
        }
        lines = longer;
    }
    return lines;
}

void ccurl_post(const char *url, const char *fields, const uint8_t *body, size_t count, long connect_time,
                long time, ccurl_admits admits, struct ccurl_answer *answer) {
    memset(answer, 0, sizeof *answer);
    struct request request = {admits, answer};
    char reason[CURL_ERROR_SIZE] = "";
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, initialize);
    CURL *curl = curl_easy_init();
    struct curl_slist *lines = list_of(fields);
    if (!curl || !lines) {
        snprintf(answer->reason, sizeof answer->reason, "no memory");
        curl_slist_free_all(lines);
        curl_easy_cleanup(curl);
        return;
    }
    curl_easy_setopt(curl, CURLOPT_URL, url);
    curl_easy_setopt(curl, CURLOPT_PROTOCOLS_STR, "http,https");
    curl_easy_setopt(curl, CURLOPT_HTTPHEADER, lines);
    curl_easy_setopt(curl, CURLOPT_POST, 1L);
    curl_easy_setopt(curl, CURLOPT_POSTFIELDS, (const char *)body);
    curl_easy_setopt(curl, CURLOPT_POSTFIELDSIZE_LARGE, (curl_off_t)count);
    curl_easy_setopt(curl, CURLOPT_FOLLOWLOCATION, 0L);
    curl_easy_setopt(curl, CURLOPT_PROXY, "");
    curl_easy_setopt(curl, CURLOPT_NOSIGNAL, 1L);
    curl_easy_setopt(curl, CURLOPT_CONNECTTIMEOUT_MS, connect_time);
    curl_easy_setopt(curl, CURLOPT_TIMEOUT_MS, time);
    curl_easy_setopt(curl, CURLOPT_OPENSOCKETFUNCTION, open_socket);
    curl_easy_setopt(curl, CURLOPT_OPENSOCKETDATA, &request);
    curl_easy_setopt(curl, CURLOPT_WRITEFUNCTION, stop_at_content);
    curl_easy_setopt(curl, CURLOPT_ERRORBUFFER, reason);
    CURLcode code = curl_easy_perform(curl);
    curl_easy_getinfo(curl, CURLINFO_RESPONSE_CODE, &answer->status);
    curl_off_t retry_after = 0;
    curl_easy_getinfo(curl, CURLINFO_RETRY_AFTER, &retry_after);
    answer->retry_after = retry_after;
    if (code != CURLE_OK && answer->status == 0)
        snprintf(answer->reason, sizeof answer->reason, "%s", *reason ? reason : curl_easy_strerror(code));
    curl_slist_free_all(lines);
    curl_easy_cleanup(curl);
}
