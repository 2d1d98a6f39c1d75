"""Writes still pictures with what cameras write into them: EXIF, Apple's and Google's own tags, a small DNG."""
import io
import struct

import piexif
from PIL import Image

# EXIF orientation (TIFF tag 274) to the turn that stores an upright picture that way.
STORED_AS = {
    1: None, 2: Image.FLIP_LEFT_RIGHT, 3: Image.ROTATE_180, 4: Image.FLIP_TOP_BOTTOM,
    5: Image.TRANSPOSE, 6: Image.ROTATE_90, 7: Image.TRANSVERSE, 8: Image.ROTATE_270,
}


def degrees(value):
    """Degrees, minutes and hundredths of seconds as EXIF's rationals."""
    hundredths = round(abs(value) * 360000)
    return ((hundredths // 360000, 1), (hundredths // 6000 % 60, 1), (hundredths % 6000, 100))


def offset_text(minutes):
    """An offset from UTC such as +09:00."""
    return "%s%02d:%02d" % ("-" if minutes < 0 else "+", abs(minutes) // 60, abs(minutes) % 60)


def exif(taken=None, offset=None, camera=None, place=None, orientation=1, subsecond=None, maker_note=None,
         comment=None, size=None):
    """EXIF as bytes, from the letters `Exif` on.

    taken: datetime; offset: minutes from UTC; camera: (make, model, lens); place: (latitude, longitude, metres);
    subsecond: its digits; size: width and height as stored.
    """
    main, details, gps = {piexif.ImageIFD.Orientation: orientation}, {}, {}
    if taken:
        text = taken.strftime("%Y:%m:%d %H:%M:%S")
        main[piexif.ImageIFD.DateTime] = text
        details[piexif.ExifIFD.DateTimeOriginal] = details[piexif.ExifIFD.DateTimeDigitized] = text
        if subsecond:
            details[piexif.ExifIFD.SubSecTimeOriginal] = subsecond
        if offset is not None:
            details[piexif.ExifIFD.OffsetTimeOriginal] = details[piexif.ExifIFD.OffsetTime] = offset_text(offset)
    if camera:
        main[piexif.ImageIFD.Make], main[piexif.ImageIFD.Model] = camera[0], camera[1]
        if camera[2]:
            details[piexif.ExifIFD.LensModel] = camera[2]
        details.update({piexif.ExifIFD.ISOSpeedRatings: 100, piexif.ExifIFD.FNumber: (28, 10),
                        piexif.ExifIFD.ExposureTime: (1, 250), piexif.ExifIFD.FocalLength: (35, 1)})
    if place:
        gps = {piexif.GPSIFD.GPSLatitudeRef: "N" if place[0] >= 0 else "S",
               piexif.GPSIFD.GPSLatitude: degrees(place[0]),
               piexif.GPSIFD.GPSLongitudeRef: "E" if place[1] >= 0 else "W",
               piexif.GPSIFD.GPSLongitude: degrees(place[1]),
               piexif.GPSIFD.GPSAltitudeRef: 0 if place[2] >= 0 else 1,
               piexif.GPSIFD.GPSAltitude: (round(abs(place[2]) * 100), 100)}
    if maker_note:
        details[piexif.ExifIFD.MakerNote] = maker_note
    if comment:
        details[piexif.ExifIFD.UserComment] = b"ASCII\0\0\0" + comment.encode("ascii")
    if size:
        details[piexif.ExifIFD.PixelXDimension], details[piexif.ExifIFD.PixelYDimension] = size
    return piexif.dump({"0th": main, "Exif": details, "GPS": gps})


def apple_maker_note(content_identifier=None, burst_identifier=None):
    """Apple's MakerNote: ten letters, a version, a byte order, then one directory whose offsets start at the note."""
    given = ((0x0B, burst_identifier), (0x11, content_identifier))
    texts = {tag: text.encode("ascii") + b"\0" for tag, text in given if text}
    head = b"Apple iOS\0\0\1MM"
    data_at = len(head) + 2 + 12 * (len(texts) + 1) + 4
    entries, data = struct.pack(">HHIi", 1, 9, 1, 14), b""
    for tag, text in sorted(texts.items()):
        entries += struct.pack(">HHII", tag, 2, len(text), data_at + len(data))
        data += text
    return head + struct.pack(">H", len(texts) + 1) + entries + bytes(4) + data


def xmp(properties):
    """An XMP packet with one simple property for each ("prefix", "URI", "name", "value")."""
    spaces = " ".join(sorted({'xmlns:%s="%s"' % (prefix, uri) for prefix, uri, _, _ in properties}))
    values = " ".join('%s:%s="%s"' % (prefix, name, value) for prefix, _, name, value in properties)
    return ('<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?><x:xmpmeta xmlns:x="adobe:ns:meta/">'
            '<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="" %s %s/>'
            '</rdf:RDF></x:xmpmeta><?xpacket end="w"?>' % (spaces, values)).encode("utf-8")


def jpeg(image, exif_bytes=None, xmp_bytes=None, quality=82):
    """A JPEG file; XMP goes into an APP1 segment of its own, behind EXIF's."""
    buffer = io.BytesIO()
    image.save(buffer, "JPEG", quality=quality, **({"exif": exif_bytes} if exif_bytes else {}))
    data = buffer.getvalue()
    if not xmp_bytes:
        return data
    at = 2
    while data[at + 1] in (0xE0, 0xE1):
        at += 2 + int.from_bytes(data[at + 2:at + 4], "big")
    body = b"http://ns.adobe.com/xap/1.0/\0" + xmp_bytes
    return data[:at] + b"\xff\xe1" + struct.pack(">H", len(body) + 2) + body + data[at:]


def turned(image, orientation):
    """The picture as a camera stores it that is held so that `orientation` puts it upright again."""
    turn = STORED_AS[orientation]
    return image if turn is None else image.transpose(turn)


def dng(image, taken, offset, camera):
    """A small DNG 1.4: an RGB preview in the first directory, Bayer data of 16 bits in a SubIFD, and EXIF."""
    width, height = image.width // 2 * 2, image.height // 2 * 2
    image = image.crop((0, 0, width, height))
    preview = image.resize((width // 2, height // 2))
    red, green, blue = (band.tobytes() for band in image.split())
    mosaic = bytearray(2 * width * height)
    for row in range(height):
        for first, plane in ((0, red if row % 2 == 0 else green), (1, green if row % 2 == 0 else blue)):
            # Light grows with about the square of a picture's values; 14 bits are a common sensor's.
            values = [plane[row * width + x] ** 2 * 16383 // 65025 for x in range(first, width, 2)]
            mosaic[2 * row * width + 2 * first:2 * (row + 1) * width:4] = bytes(value & 255 for value in values)
            mosaic[2 * row * width + 2 * first + 1:2 * (row + 1) * width:4] = bytes(value >> 8 for value in values)

    short, long, text, byte, rational, signed = 3, 4, 2, 1, 5, 10
    stamp = taken.strftime("%Y:%m:%d %H:%M:%S")
    matrix = [(10000, 10000), (0, 10000), (0, 10000), (0, 10000), (10000, 10000), (0, 10000), (0, 10000), (0, 10000),
              (10000, 10000)]
    file = bytearray(b"II*\0\0\0\0\0")

    def append(data):
        if len(file) % 2:
            file.append(0)
        at = len(file)
        file.extend(data)
        return at

    def directory(entries):
        packed = []
        for tag, kind, values in sorted(entries):
            if kind == text:
                data, count = values.encode("ascii") + b"\0", len(values) + 1
            elif kind == byte:
                data, count = bytes(values), len(values)
            elif kind in (rational, signed):
                data = b"".join(struct.pack("<Ii" if kind == rational else "<ii", *value) for value in values)
                count = len(values)
            else:
                data, count = struct.pack("<%d%s" % (len(values), "H" if kind == short else "I"), *values), len(values)
            inline = data.ljust(4, b"\0") if len(data) <= 4 else struct.pack("<I", append(data))
            packed.append(struct.pack("<HHI", tag, kind, count) + inline)
        return append(struct.pack("<H", len(packed)) + b"".join(packed) + bytes(4))

    preview_at, mosaic_at = append(preview.tobytes()), append(mosaic)
    raw_at = directory([
        (254, long, [0]), (256, long, [width]), (257, long, [height]), (258, short, [16]), (259, short, [1]),
        (262, short, [32803]), (273, long, [mosaic_at]), (277, short, [1]), (278, long, [height]),
        (279, long, [len(mosaic)]), (284, short, [1]), (33421, short, [2, 2]), (33422, byte, [0, 1, 1, 2]),
        (50714, short, [0]), (50717, short, [16383])])
    exif_at = directory([(0x9003, text, stamp), (0x9011, text, offset_text(offset)), (0x8827, short, [100]),
                         (0x829A, rational, [(1, 250)]), (0x829D, rational, [(28, 10)])])
    first_at = directory([
        (254, long, [1]), (256, long, [preview.width]), (257, long, [preview.height]), (258, short, [8, 8, 8]),
        (259, short, [1]), (262, short, [2]), (271, text, camera[0]), (272, text, camera[1]), (273, long, [preview_at]),
        (274, short, [1]), (277, short, [3]), (278, long, [preview.height]),
        (279, long, [3 * preview.width * preview.height]), (284, short, [1]), (306, text, stamp), (330, long, [raw_at]),
        (34665, long, [exif_at]), (50706, byte, [1, 4, 0, 0]), (50707, byte, [1, 1, 0, 0]),
        (50708, text, "%s %s" % (camera[0], camera[1])), (50721, signed, matrix), (50728, rational, [(1, 1)] * 3),
        (50778, short, [21])])
    file[4:8] = struct.pack("<I", first_at)
    return bytes(file)
