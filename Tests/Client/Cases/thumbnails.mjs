/** Many small pictures in one answer. */
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { test } from 'node:test';
import { WebSocket } from '../Model/websocket.mjs';
import { fill, Library, newPicture, until } from './library.mjs';

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

/** Sends messages over a WebSocket of its own; `next(type)` gives the next answer of that type. */
async function talk(t, library) {
  const socket = new WebSocket(library.program.url.replace('http', 'ws') + '/changes', ['contactsheet.changes.v1']);
  t.after(() => socket.close());
  const received = [], waiting = [];
  socket.onmessage = ({ data }) => {
    received.push(JSON.parse(data));
    for (const wake of waiting.splice(0)) wake();
  };
  await new Promise((resolve) => { socket.onopen = resolve; });
  return {
    close: () => socket.close(),
    send: (message) => socket.send(JSON.stringify(message)),
    async next(isMeant) {
      for (;;) {
        const place = received.findIndex(isMeant);
        if (place >= 0) return received.splice(0, place + 1).at(-1);
        await new Promise((resolve) => waiting.push(resolve));
      }
    },
  };
}

const made = (library) => library.metric('contactsheet_thumbnail_renders_total');

test('thumbnails are made ahead of where a client is, and no others', async (t) => {
  const library = await Library.start(t, { before: ({ photos }) => fill(photos, 300), isWatched: false });
  const { next, send, close } = await talk(t, library);
  send({ type: 'cache', view: 'grid', limit: 10 });
  assert.equal((await next(({ type }) => type === 'error')).problem.parameter, 'view');
  send({ type: 'observe', view: 'grid', sort: 'name', order: 'ascending', limit: 0 });
  await next(({ type }) => type === 'snapshot');
  const before = await made(library);
  const size = { w: 96, h: 96, mode: 'aspectFill' };
  send({ type: 'cache', view: 'grid', offset: 0, limit: 20, ...size });
  await next(({ type, cached, total }) => type === 'caching' && cached === 20 && total === 20);
  assert.equal(await made(library), before + 20);

  // Somebody flings to the end: what lies between is passed over, but for what was begun.
  for (let offset = 20; offset <= 280; offset += 10) send({ type: 'cache', view: 'grid', offset, limit: 20, ...size });
  await next(({ type, cached, total }) => type === 'caching' && cached === 20 && total === 20);
  const page = await library.get('/assets?sort=name&order=ascending&offset=280&limit=20');
  const shown = JSON.parse(page.bytes).items, after = await made(library);
  assert.ok(after - before < 20 + 280, `${after - before} were made`);
  for (const { id } of shown) await library.get(`/thumbnails/${id}?w=96&h=96&mode=aspectFill`);
  assert.equal(await made(library), after, 'all that is seen was there');

  // A window follows the list: what comes into it is made, too.
  writeFileSync(`${library.photos}/000.jpg`, newPicture());
  send({ type: 'cache', view: 'grid', offset: 0, limit: 5, ...size });
  await next(({ type, inserted }) => type === 'change' && inserted?.length === 1);
  await until('the newcomer is made', async () => await made(library) === after + 1);
  close();
});
