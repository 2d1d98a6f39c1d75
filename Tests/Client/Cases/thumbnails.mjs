/** Many small pictures in one answer. */
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { test } from 'node:test';
import { fill, Library } from './library.mjs';

/** The parts of an answer: where each is at home, its type, and its bytes. */
function parts(bytes, boundary) {
  const found = [];
  for (let start = 0; ;) {
    const head = bytes.indexOf(`--${boundary}\r\n`, start);
    if (head < 0) break;
    const body = bytes.indexOf('\r\n\r\n', head) + 4, fields = bytes.subarray(head, body).toString();
    const field = (name) => fields.match(new RegExp(`^${name}: (.*)\r$`, 'm'))?.[1];
    start = body + Number(field('Content-Length'));
    found.push({ place: field('Content-Location'), type: field('Content-Type'), bytes: bytes.subarray(body, start) });
  }
  assert.ok(bytes.toString('latin1').endsWith(`--${boundary}--\r\n`));
  return found;
}

const batch = (library, ids, query) => fetch(`${library.program.url}/thumbnails/batch?${query}`, {
  method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ ids }),
});

test('many pictures in one answer are those that each has', async (t) => {
  const library = await Library.start(t, { before({ photos }) {
    fill(photos, 40);
    writeFileSync(`${photos}/broken.jpg`, Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 4, 1, 2]));
  } });
  const assets = await library.assets();
  const ids = [...assets.values()].map(({ id }) => id), broken = assets.get('broken.jpg').id;
  const response = await batch(library, ids, 'w=64&h=64&mode=aspectFill&format=png');
  const boundary = response.headers.get('content-type').match(/^multipart\/mixed; boundary=(\w+)$/)[1];
  const found = parts(Buffer.from(await response.arrayBuffer()), boundary);
  assert.deepEqual(found.map(({ place }) => place).sort(), ids.map((id) => `/thumbnails/${id}`).sort());
  for (const { place, type, bytes } of found) {
    if (place.endsWith(broken)) {
      assert.deepEqual([type, JSON.parse(bytes).status], ['application/problem+json', 422]);
    } else {
      const single = await library.get(`${place}?w=64&h=64&mode=aspectFill&format=png`);
      assert.deepEqual([type, bytes.equals(single.bytes)], ['image/png', true], place);
    }
  }
});
