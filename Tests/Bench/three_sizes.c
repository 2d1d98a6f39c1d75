// Three calls of vips_thumbnail for each file that is named, as a program would do that knows nothing better: JPEGs of
// 1600, 512 and 128 pixels. Prints the seconds that each file took.
#include <stdio.h>
#include <time.h>
#include <vips/vips.h>

static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

int main(int count, char **files) {
    if (VIPS_INIT(files[0])) vips_error_exit(NULL);
    vips_cache_set_max(0);
    static const int sides[] = {1600, 512, 128};
    for (int file = 1; file < count; file++) {
        double start = now();
        for (int place = 0; place < 3; place++) {
            VipsImage *image = NULL;
            void *bytes = NULL;
            size_t length = 0;
            if (vips_thumbnail(files[file], &image, sides[place], "height", sides[place], "size", VIPS_SIZE_DOWN, NULL)
                || vips_jpegsave_buffer(image, &bytes, &length, "Q", 75, "strip", TRUE, NULL))
                vips_error_exit("%s", files[file]);
            g_free(bytes);
            g_object_unref(image);
        }
        printf("%f\n", now() - start);
    }
    return 0;
}
