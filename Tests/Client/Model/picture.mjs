/** The smallest JPEGs that have a date. */

/** 16 by 12 grey pixels: quantisation, frame, Huffman tables, scan, end. */
const PIXELS = Buffer.from(
  '/9sAQwBQNzxGPDJQRkFGWlVQX3jIgnhubnj1r7mRyP///////////////////////////////////////////////////8AACwgADAAQAQERAP' +
  '/EABUAAQEAAAAAAAAAAAAAAAAAAAAE/8QAFBABAAAAAAAAAAAAAAAAAAAAAP/aAAgBAQAAPwCIB//Z', 'base64');

/** A JPEG taken at `date` ("2023:02:02 02:00:00"), unlike any other by its `comment`. */
export function picture(date, comment) {
  const start = Buffer.from([0xFF, 0xD8]);
  return Buffer.concat([start, segment(0xE1, exif(date)), segment(0xFE, Buffer.from(comment)), PIXELS]);
}

function segment(marker, content) {
  const head = Buffer.from([0xFF, marker, 0, 0]);
  head.writeUInt16BE(content.length + 2, 2);
  return Buffer.concat([head, content]);
}

/** An Exif segment's content that holds DateTimeOriginal alone (Exif 2.32, TIFF 6.0 section 2). */
function exif(date) {
  const ASCII = 2, LONG = 4, EXIF_DIRECTORY = 0x8769, DATE_TIME_ORIGINAL = 0x9003;
  const text = Buffer.from(`${date}\0`);
  const tiff = Buffer.alloc(44);
  tiff.write('MM', 0);
  tiff.writeUInt16BE(42, 2);
  tiff.writeUInt32BE(8, 4);
  const directory = (at, tag, type, count, value) => {
    tiff.writeUInt16BE(1, at);
    tiff.writeUInt16BE(tag, at + 2);
    tiff.writeUInt16BE(type, at + 4);
    tiff.writeUInt32BE(count, at + 6);
    tiff.writeUInt32BE(value, at + 10);
    tiff.writeUInt32BE(0, at + 14);
  };
  directory(8, EXIF_DIRECTORY, LONG, 1, 26);
  directory(26, DATE_TIME_ORIGINAL, ASCII, text.length, 44);
  return Buffer.concat([Buffer.from('Exif\0\0'), tiff, text]);
}
