#include "CExiv.h"

#include <algorithm>
#include <cstring>
#include <exiv2/exiv2.hpp>
#include <iterator>
#include <vector>

namespace {

// The longest text that is passed on, in bytes: no caption is longer, and a thousand of them fit into one message.
const size_t longest_text = 8192;
// The most values of one XMP bag or of one repeated IPTC field.
const long most_values = 256;
// The most bytes of a maker's own data, and of an XMP packet, that are passed on as they are.
const size_t longest_block = 256 * 1024;

struct Sink {
    cexiv_sink call;
    void *context;
    void operator()(cexiv_field field, const std::string &text) const {
        if (!text.empty()) call(context, field, text.data(), std::min(text.size(), longest_text));
    }
    void block(cexiv_field field, const char *bytes, size_t count) const {
        if (count > 0 && count <= longest_block) call(context, field, bytes, count);
    }
};

// Values are written out only where they are few: a hostile file can give a tag millions.
std::string text_of(const Exiv2::Exifdatum &datum) {
    if (datum.size() > static_cast<long>(4 * longest_text)) return std::string();
    return datum.toString();
}

int field_in_image(uint16_t tag) {
    switch (tag) {
    case 0x010f: return CEXIV_MAKE;
    case 0x0110: return CEXIV_MODEL;
    case 0x0112: return CEXIV_ORIENTATION;
    case 0x010e: return CEXIV_DESCRIPTION;
    case 0x0131: return CEXIV_SOFTWARE;
    case 0x4746: return CEXIV_RATING;
    default: return -1;
    }
}

int field_in_photo(uint16_t tag) {
    switch (tag) {
    case 0x9003: return CEXIV_DATE_ORIGINAL;
    case 0x9004: return CEXIV_DATE_DIGITIZED;
    case 0x9291: return CEXIV_SUBSECOND_ORIGINAL;
    case 0x9292: return CEXIV_SUBSECOND_DIGITIZED;
    case 0x9011: return CEXIV_OFFSET_ORIGINAL;
    case 0x9012: return CEXIV_OFFSET_DIGITIZED;
    case 0xa434: return CEXIV_LENS;
    case 0x829a: return CEXIV_EXPOSURE_TIME;
    case 0x829d: return CEXIV_F_NUMBER;
    case 0x8827: return CEXIV_ISO_SPEED;
    case 0x920a: return CEXIV_FOCAL_LENGTH;
    case 0xa001: return CEXIV_COLOR_SPACE;
    case 0x9286: return CEXIV_USER_COMMENT;
    case 0xa401: return CEXIV_CUSTOM_RENDERED;
    case 0x927c: return CEXIV_MAKER_NOTE;
    default: return -1;
    }
}

int field_in_gps(uint16_t tag) {
    switch (tag) {
    case 7: return CEXIV_GPS_TIME;
    case 17: return CEXIV_DIRECTION;
    case 29: return CEXIV_GPS_DATE;
    default: return tag >= 1 && tag <= 6 ? CEXIV_LATITUDE_REFERENCE + tag - 1 : -1;
    }
}

void tell_exif(const Exiv2::ExifData &exif, const Sink &sink) {
    for (Exiv2::ExifData::const_iterator datum = exif.begin(); datum != exif.end(); ++datum) {
        const uint16_t tag = datum->tag();
        const int image = field_in_image(tag), photo = field_in_photo(tag), gps = field_in_gps(tag);
        if (image < 0 && photo < 0 && gps < 0) continue;
        const std::string group = datum->groupName();
        int field = -1;
        if (group == "Photo") field = photo;
        else if (group == "Image") field = image;
        else if (group == "GPSInfo") field = gps;
        if (field == CEXIV_MAKER_NOTE) {
            std::vector<Exiv2::byte> note(static_cast<size_t>(datum->size()));
            if (note.empty() || note.size() > longest_block) continue;
            datum->copy(&note[0], Exiv2::bigEndian);
            sink.block(CEXIV_MAKER_NOTE, reinterpret_cast<const char *>(&note[0]), note.size());
        } else if (field >= 0) sink(static_cast<cexiv_field>(field), text_of(*datum));
    }
    const Exiv2::ExifThumbC thumbnail(exif);
    if (std::strcmp(thumbnail.mimeType(), "image/jpeg") != 0) return;
    const Exiv2::DataBuf bytes = thumbnail.copy();
    sink.block(CEXIV_THUMBNAIL, reinterpret_cast<const char *>(bytes.pData_), static_cast<size_t>(bytes.size_));
}

struct XmpName {
    const char *key;
    cexiv_field field;
};
const XmpName xmp_names[] = {
    {"Xmp.exif.DateTimeOriginal", CEXIV_XMP_DATE_ORIGINAL},
    {"Xmp.photoshop.DateCreated", CEXIV_XMP_DATE_CREATED},
    {"Xmp.xmp.CreateDate", CEXIV_XMP_CREATE_DATE},
    {"Xmp.tiff.Orientation", CEXIV_XMP_ORIENTATION},
    {"Xmp.exif.GPSLatitude", CEXIV_XMP_LATITUDE},
    {"Xmp.exif.GPSLongitude", CEXIV_XMP_LONGITUDE},
    {"Xmp.dc.title", CEXIV_XMP_TITLE},
    {"Xmp.dc.description", CEXIV_XMP_DESCRIPTION},
    {"Xmp.dc.subject", CEXIV_XMP_SUBJECT},
    {"Xmp.xmp.Rating", CEXIV_XMP_RATING},
    {"Xmp.tiff.Make", CEXIV_XMP_MAKE},
    {"Xmp.tiff.Model", CEXIV_XMP_MODEL},
    {"Xmp.aux.Lens", CEXIV_XMP_LENS},
    {"Xmp.exifEX.LensModel", CEXIV_XMP_LENS},
    {"Xmp.exif.UserComment", CEXIV_XMP_USER_COMMENT},
};

const char *const region_lists[] = {"mwg-rs:RegionList", "MPRI:Regions"};
// The most properties of regions that are told of: eight of each of some hundred faces.
const int most_region_properties = 1000;

void tell_region(const std::string &key, const Exiv2::Xmpdatum &datum, const Sink &sink, int &count) {
    for (const char *list : region_lists) {
        const size_t start = key.find(list);
        if (start == std::string::npos || count >= most_region_properties) continue;
        count += 1;
        sink(CEXIV_XMP_REGION, key.substr(start + std::strlen(list)) + "=" + datum.toString());
        return;
    }
}

void tell_xmp(const Exiv2::XmpData &xmp, const Sink &sink) {
    int region_properties = 0;
    for (Exiv2::XmpData::const_iterator datum = xmp.begin(); datum != xmp.end(); ++datum) {
        const std::string key = datum->key();
        tell_region(key, *datum, sink, region_properties);
        for (const XmpName &name : xmp_names) {
            if (key != name.key) continue;
            // A language alternative prints as `lang="x-default" words`; its values are the words alone.
            if (const Exiv2::LangAltValue *words = dynamic_cast<const Exiv2::LangAltValue *>(&datum->value())) {
                if (!words->value_.empty()) {
                    const Exiv2::LangAltValue::ValueType::const_iterator preferred = words->value_.find("x-default");
                    sink(name.field, preferred == words->value_.end() ? words->value_.begin()->second
                                                                      : preferred->second);
                }
            } else {
                const long count = std::min(datum->count(), most_values);
                const bool is_text = dynamic_cast<const Exiv2::XmpTextValue *>(&datum->value()) != NULL;
                if (is_text) sink(name.field, datum->toString());
                else for (long place = 0; place < count; ++place) sink(name.field, datum->toString(place));
            }
        }
    }
}

void tell_iptc(const Exiv2::IptcData &iptc, const Sink &sink) {
    long keywords = 0;
    for (Exiv2::IptcData::const_iterator datum = iptc.begin(); datum != iptc.end(); ++datum) {
        if (datum->record() != Exiv2::IptcDataSets::application2) continue;
        switch (datum->tag()) {
        case Exiv2::IptcDataSets::DateCreated: sink(CEXIV_IPTC_DATE, datum->toString()); break;
        case Exiv2::IptcDataSets::TimeCreated: sink(CEXIV_IPTC_TIME, datum->toString()); break;
        case Exiv2::IptcDataSets::ObjectName: sink(CEXIV_IPTC_TITLE, datum->toString()); break;
        case Exiv2::IptcDataSets::Caption: sink(CEXIV_IPTC_CAPTION, datum->toString()); break;
        case Exiv2::IptcDataSets::Keywords:
            if (keywords++ < most_values) sink(CEXIV_IPTC_KEYWORD, datum->toString());
            break;
        default: break;
        }
    }
}

bool holds(const std::string &text, const char *word) { return text.find(word) != std::string::npos; }

/// Looks for what is told by words of namespaces that exiv2 does not know.
void look_into(const std::string &packet, struct cexiv_picture *picture, const Sink &sink) {
    if (packet.empty()) return;
    sink.block(CEXIV_XMP_PACKET, packet.data(), packet.size());
    picture->has_depth = holds(packet, "GDepth:") || holds(packet, "\"Depth\"");
    picture->is_panorama = holds(packet, "GPano:ProjectionType");
    picture->has_gain_map =
        holds(packet, "hdrgm:Version") || holds(packet, "HDRGainMap:") || holds(packet, "\"GainMap\"");
}

void prepare() {
    static bool is_prepared = false;
    if (is_prepared) return;
    Exiv2::LogMsg::setLevel(Exiv2::LogMsg::mute);
    Exiv2::XmpParser::initialize();
    Exiv2::enableBMFF(true);
    is_prepared = true;
}

Exiv2::Image::AutoPtr open(const uint8_t *bytes, size_t count) {
    prepare();
    return Exiv2::ImageFactory::open(bytes, static_cast<long>(count));
}

}  // namespace

const char *cexiv_version(void) { return Exiv2::version(); }

int cexiv_read(const uint8_t *bytes, size_t count, struct cexiv_picture *picture, cexiv_sink call, void *context) {
    std::memset(picture, 0, sizeof *picture);
    try {
        const Exiv2::Image::AutoPtr image = open(bytes, count);
        try {
            image->readMetadata();
        } catch (...) {
            picture->is_damaged = 1;
        }
        const Sink sink = {call, context};
        picture->width = static_cast<uint32_t>(image->pixelWidth());
        picture->height = static_cast<uint32_t>(image->pixelHeight());
        tell_exif(image->exifData(), sink);
        tell_xmp(image->xmpData(), sink);
        tell_iptc(image->iptcData(), sink);
        look_into(image->xmpPacket(), picture, sink);
        if (image->iccProfileDefined()) {
            const Exiv2::DataBuf *profile = image->iccProfile();
            sink.block(
                CEXIV_COLOR_PROFILE, reinterpret_cast<const char *>(profile->pData_),
                static_cast<size_t>(profile->size_));
        }
        return 0;
    } catch (...) {
        return -1;
    }
}

void cexiv_read_blocks(
    const uint8_t *exif, size_t exif_count, const uint8_t *xmp, size_t xmp_count, struct cexiv_picture *picture,
    cexiv_sink call, void *context) {
    std::memset(picture, 0, sizeof *picture);
    const Sink sink = {call, context};
    // HEIF keeps the name that JPEG puts before the TIFF structure in some files, and leaves it out in others.
    static const uint8_t name[] = {'E', 'x', 'i', 'f', 0, 0};
    if (exif_count > sizeof name && std::memcmp(exif, name, sizeof name) == 0) {
        exif += sizeof name;
        exif_count -= sizeof name;
    }
    try {
        prepare();
        Exiv2::ExifData data;
        if (exif_count > 0) Exiv2::ExifParser::decode(data, exif, static_cast<uint32_t>(exif_count));
        tell_exif(data, sink);
    } catch (...) {
        picture->is_damaged = 1;
    }
    try {
        const std::string packet(reinterpret_cast<const char *>(xmp), xmp_count);
        Exiv2::XmpData data;
        if (xmp_count > 0) Exiv2::XmpParser::decode(data, packet);
        tell_xmp(data, sink);
        look_into(packet, picture, sink);
    } catch (...) {
        picture->is_damaged = 1;
    }
}

void cexiv_preview(
    const uint8_t *bytes, size_t count, uint32_t width, uint32_t height, cexiv_preview_sink sink, void *context) {
    try {
        const Exiv2::Image::AutoPtr image = open(bytes, count);
        image->readMetadata();
        int orientation = 1;
        const Exiv2::ExifKey key("Exif.Image.Orientation");
        const Exiv2::ExifData::const_iterator turn = image->exifData().findKey(key);
        if (turn != image->exifData().end() && turn->count() > 0) orientation = static_cast<int>(turn->toLong());
        const Exiv2::PreviewManager previews(*image);
        // Smallest first.
        const Exiv2::PreviewPropertiesList list = previews.getPreviewProperties();
        const Exiv2::PreviewProperties *chosen = NULL;
        for (Exiv2::PreviewPropertiesList::const_iterator each = list.begin(); each != list.end(); ++each) {
            if (each->mimeType_ != "image/jpeg") continue;
            chosen = &*each;
            if (each->width_ >= width && each->height_ >= height) break;
        }
        if (chosen == NULL) return;
        const Exiv2::PreviewImage preview = previews.getPreviewImage(*chosen);
        sink(context, preview.pData(), preview.size(), orientation >= 1 && orientation <= 8 ? orientation : 1);
    } catch (...) {
        // No preview that can be shown is the same as none.
    }
}

namespace {

// What is said of the whole file, and not of its picture: motion, gain maps, depth, projection.
bool is_of_the_file(const std::string &group) {
    static const char *const groups[] = {"GCamera", "GContainer", "Container", "Item", "hdrgm", "HDRGainMap", "apdi",
                                         "GPano",   "GDepth",     "GImage",    "GFocus", "MicrosoftPhoto_1"};
    for (const char *each : groups)
        if (group == each) return true;
    return false;
}

// Of a RAW file only what is true of any picture: the rest says how its data are laid out.
Exiv2::ExifData common_part(const Exiv2::ExifData &exif) {
    static const uint16_t image_tags[] = {0x010e, 0x010f, 0x0110, 0x0112, 0x0131, 0x0132, 0x013b, 0x8298, 0x4746};
    Exiv2::ExifData common;
    for (Exiv2::ExifData::const_iterator datum = exif.begin(); datum != exif.end(); ++datum) {
        const std::string group = datum->groupName();
        const bool is_image = group == "Image"
            && std::find(std::begin(image_tags), std::end(image_tags), datum->tag()) != std::end(image_tags);
        const bool is_photo = group == "Photo" && datum->tag() != 0x927c;
        if (is_image || is_photo || group == "GPSInfo") common.add(*datum);
    }
    return common;
}

void erase(Exiv2::ExifData &exif, const char *key) {
    const Exiv2::ExifData::iterator found = exif.findKey(Exiv2::ExifKey(key));
    if (found != exif.end()) exif.erase(found);
}

void correct(Exiv2::ExifData &exif, uint32_t width, uint32_t height) {
    Exiv2::ExifThumb(exif).erase();
    // The picture is stored as its format has it; these are for pictures in TIFF.
    for (const char *key : {"Exif.Image.ImageWidth", "Exif.Image.ImageLength", "Exif.Image.XMLPacket"}) erase(exif, key);
    if (exif.empty()) return;
    exif["Exif.Image.Orientation"] = static_cast<uint16_t>(1);
    exif["Exif.Photo.PixelXDimension"] = width;
    exif["Exif.Photo.PixelYDimension"] = height;
}

void correct(Exiv2::XmpData &xmp, uint32_t width, uint32_t height) {
    for (Exiv2::XmpData::iterator datum = xmp.begin(); datum != xmp.end();)
        datum = is_of_the_file(datum->groupName()) ? xmp.erase(datum) : datum + 1;
    const struct { const char *key; uint32_t value; } sizes[] = {
        {"Xmp.tiff.Orientation", 1}, {"Xmp.tiff.ImageWidth", width}, {"Xmp.tiff.ImageLength", height},
        {"Xmp.exif.PixelXDimension", width}, {"Xmp.exif.PixelYDimension", height},
    };
    for (const auto &each : sizes)
        if (xmp.findKey(Exiv2::XmpKey(each.key)) != xmp.end()) xmp[each.key] = each.value;
}

}  // namespace

int cexiv_correct(
    const uint8_t *bytes, size_t count, const uint8_t *source, size_t source_count, uint32_t width, uint32_t height,
    cexiv_picture_sink sink, void *context) {
    try {
        const Exiv2::Image::AutoPtr image = open(bytes, count);
        image->readMetadata();
        if (source_count > 0) {
            const Exiv2::Image::AutoPtr original = open(source, source_count);
            original->readMetadata();
            image->setExifData(common_part(original->exifData()));
            image->setXmpData(original->xmpData());
            image->setIptcData(original->iptcData());
        }
        correct(image->exifData(), width, height);
        correct(image->xmpData(), width, height);
        image->writeMetadata();
        Exiv2::BasicIo &output = image->io();
        if (output.open() != 0) return -1;
        const Exiv2::IoCloser closer(output);
        const Exiv2::DataBuf written = output.read(static_cast<long>(output.size()));
        sink(context, written.pData_, static_cast<size_t>(written.size_));
        return 0;
    } catch (...) {
        return -1;
    }
}
