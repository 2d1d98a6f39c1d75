#include "ToneMapping.h"
#include <math.h>
#include <string.h>

// Diffuse white in HDR video, in cd/m² (ITU-R BT.2408).
static const double white = 203;
// What HLG's nominal peak is shown at, in cd/m² (ITU-R BT.2100).
static const double hlg_peak = 1000;

/// Light relative to diffuse white, of a signal of 0 to 1.
static double light_of_pq(double signal) {
    const double m1 = 0.1593017578125, m2 = 78.84375, c1 = 0.8359375, c2 = 18.8515625, c3 = 18.6875;
    double root = pow(signal, 1 / m2);
    return 10000 / white * pow(fmax(root - c1, 0) / (c2 - c3 * root), 1 / m1);
}

static double light_of_hlg(double signal) {
    const double a = 0.17883277, b = 0.28466892, c = 0.55991073;
    double scene = signal <= 0.5 ? signal * signal / 3 : (exp((signal - c) / a) + b) / 12;
    return hlg_peak / white * pow(scene, 1.2);
}

/// Leaves dark tones as they are and bends bright ones so that five times white still shows as below 1.
static double shown(double light) {
    const double knee = 0.6, room = 1 - knee;
    if (light <= knee) return light < 0 ? 0 : light;
    return knee + room * (1 - exp(-(light - knee) / room));
}

static uint8_t srgb_of(double light) {
    double signal = light <= 0.0031308 ? 12.92 * light : 1.055 * pow(light, 1 / 2.4) - 0.055;
    return (uint8_t)lround(255 * fmin(fmax(signal, 0), 1));
}

void map_tones(uint8_t *pixels, size_t count, int is_pq) {
    enum { STEPS = 4096 };
    static float light[STEPS];
    static uint8_t encoded[STEPS + 1];
    for (int step = 0; step < STEPS; step++) {
        double signal = step / (double)(STEPS - 1);
        light[step] = (float)(is_pq ? light_of_pq(signal) : light_of_hlg(signal));
        encoded[step] = srgb_of(signal);
    }
    encoded[STEPS] = 255;
    for (size_t place = 0; place < count; place++) {
        uint16_t words[3];
        memcpy(words, pixels + place * 6, sizeof words);
        float red = light[words[0] >> 4], green = light[words[1] >> 4], blue = light[words[2] >> 4];
        // BT.2020 to BT.709 primaries (ITU-R BT.2087).
        float narrow[3] = {
            1.6605F * red - 0.5876F * green - 0.0728F * blue,
            -0.1246F * red + 1.1329F * green - 0.0083F * blue,
            -0.0182F * red - 0.1006F * green + 1.1187F * blue,
        };
        for (int band = 0; band < 3; band++) {
            double tone = shown(narrow[band]);
            pixels[place * 3 + (size_t)band] = encoded[(int)(fmin(tone, 1) * (STEPS - 1))];
        }
    }
}
