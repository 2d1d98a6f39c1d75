/** What a server that watches meets: stops, ends, full queues, used up limits, and clients that do not read. */
import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { test } from 'node:test';
import { pause } from '../Model/server.mjs';
import { command, fill, IS_ROOT, Library, newPicture, until } from './library.mjs';

const QUEUE_LIMIT = '/proc/sys/fs/inotify/max_queued_events';

/** Calls `body` while the kernel gives new watchers queues of `length` events alone. */
async function withShortQueues(length, body) {
  const usual = readFileSync(QUEUE_LIMIT);
  writeFileSync(QUEUE_LIMIT, `${length}`);
  try {
    return await body();
  } finally {
    writeFileSync(QUEUE_LIMIT, usual);
  }
}

/** Opens so many connections that say nothing. */
function connections(url, count) {
  const { hostname, port } = new URL(url);
  return Promise.all(Array.from({ length: count }, () => new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname, () => resolve(socket));
    socket.on('error', reject);
  })));
}

/** Makes `count` files in the folder `name`, moves a half of them, removes a quarter, and renames where they went. */
function storm(library, name, count) {
  const path = (rest) => library.path(`${name}/${rest}`), half = count / 2;
  fill(path('a'), count);
  mkdirSync(path('b/c'), { recursive: true });
  for (let number = 0; number < half; number++) renameSync(path(`a/${number}.jpg`), path(`b/c/${number}.jpg`));
  for (let number = half; number < half + count / 4; number++) rmSync(path(`a/${number}.jpg`));
  renameSync(path('b'), path('d'));
}

test('a storm while the process is stopped', async (t) => {
  const library = await Library.start(t, {
    before: ({ photos }) => {
      fill(join(photos, 'first'), 40);
      mkdirSync(join(photos, 'storm/a'), { recursive: true });
    },
  });
  const before = await library.check();
  library.program.signal('SIGSTOP');
  storm(library, 'storm', 800);
  renameSync(library.path('first'), library.path('renamed'));
  library.program.signal('SIGCONT');
  const after = await library.checkAfresh();
  assert.equal(after.size, 640);
  for (const [path, { id }] of before) assert.equal(after.get(path.replace('first', 'renamed')).id, id);
});

test('the kernel\'s queue is full', { skip: !IS_ROOT && 'root alone can shorten the queue' }, async (t) => {
  const library = await withShortQueues(16, () => Library.start(t, {
    before: ({ photos }) => {
      for (const folder of ['old', 'kept']) fill(join(photos, folder), 60);
      // Watched already: of what happens in it the queue is filled.
      mkdirSync(join(photos, 'storm/a'), { recursive: true });
    },
  }));
  const before = await library.check();
  // The kernel is asked anew afterwards, by a library that can't do with descriptors above 1,023.
  const crowd = await connections(library.program.url, 1_100);
  t.after(() => crowd.forEach((socket) => socket.destroy()));
  // Stopped, so that the queue is full whatever else the machine does.
  library.program.signal('SIGSTOP');
  storm(library, 'storm', 800);
  renameSync(library.path('old'), library.path('new'));
  library.program.signal('SIGCONT');
  const after = await library.checkAfresh();
  assert.equal(after.size, 720);
  for (const [path, { id }] of before) assert.equal(after.get(path.replace('old', 'new')).id, id, path);
  assert.ok(await library.metric('contactsheet_watch_overflows_total') >= 1);
  assert.ok(await library.metric('contactsheet_watch_rescans_total') >= 1);
  assert.match(library.program.log, /max_queued_events/);
  const { value: health } = await library.server.get('/health');
  assert.deepEqual(health.roots.map((root) => root.watchMode), ['watching']);
  // It watches as before, in old and in new folders.
  library.forget();
  for (const folder of ['kept', 'new', 'storm/d/c']) writeFileSync(library.path(`${folder}/later.jpg`), newPicture());
  rmSync(library.path('new/0.jpg'));
  await library.check();
  assert.equal(library.told.inserted.length, 3);
  assert.equal(library.told.removed.length, 1);
});

test('kill -9 in a storm, again and again', async (t) => {
  const library = await Library.start(t, { before: ({ photos }) => fill(join(photos, 'calm'), 30) });
  const before = await library.check(), acknowledged = new Map();
  for (const delay of [0, 40, 150, 400]) {
    storm(library, `storm-${delay}`, 200);
    await pause(delay);
    // What was shown once is durable.
    for (const [path, { id }] of (await library.server.all()).assets) acknowledged.set(path, id);
    await library.program.kill();
    renameSync(library.path(`storm-${delay}/d`), library.path(`storm-${delay}/e`));
    await library.program.start();
  }
  const after = await library.checkAfresh();
  assert.equal(after.size, 30 + 4 * 150);
  for (const [path, { id }] of before) assert.equal(after.get(path).id, id);
  let followed = 0;
  for (const [path, id] of acknowledged) {
    // What stayed at its place after it was shown, or went with its folder while nobody watched.
    const asset = after.get(path) ?? after.get(path.replace('/d/', '/e/'));
    if (!asset) continue;
    followed++;
    assert.equal(asset.id, id, path);
  }
  assert.ok(followed > 30);
  assert.doesNotMatch(library.program.log, /damaged/);
});

/** Whether a user namespace can be made, whose limits are its own. */
const canLimit = await command('unshare', '--user', '--map-root-user', '/bin/true').then(() => true, () => false);

test('there are too few watches, then enough', { skip: !canLimit && 'no user namespace can be made' }, async (t) => {
  const library = await Library.start(t, {
    before: ({ photos }) => {
      for (let folder = 0; folder < 60; folder++) fill(join(photos, `${folder}`), 1);
    },
    // The limit of a namespace alone (user_namespaces(7)): nobody else runs short.
    wrapper: ['unshare', '--user', '--map-root-user', '/bin/sh', '-c',
      'echo 30 > /proc/sys/user/max_inotify_watches && exec "$0" "$@"'],
  });
  assert.equal((await library.check()).size, 60);
  const modes = async () => (await library.health()).roots.map(({ watchMode }) => watchMode);
  assert.deepEqual(await modes(), ['partlyWatching']);
  assert.equal(library.program.log.match(/max_user_watches/g)?.length, 1, 'one warning that names the setting');
  // Seen by comparing, wherever it is.
  for (let folder = 0; folder < 60; folder++) writeFileSync(library.path(`${folder}/later.jpg`), newPicture());
  rmSync(library.path('59/0.jpg'));
  assert.equal((await library.check()).size, 119);
  await command('nsenter', '--target', `${library.program.id}`, '--user', '--preserve-credentials',
    '/bin/sh', '-c', 'echo 100000 > /proc/sys/user/max_inotify_watches');
  await until('watched again', async () => (await modes())[0] === 'watching');
  writeFileSync(library.path('59/last.jpg'), newPicture());
  assert.equal((await library.checkAfresh()).size, 120);
});

test('fifty clients that stop reading', async (t) => {
  const library = await Library.start(t);
  const { port } = new URL(library.program.url);
  const readers = () => library.metric('contactsheet_http_websockets_open');
  const usual = await readers();
  const silent = await Promise.all(Array.from({ length: 50 }, () => silentClient(Number(port))));
  t.after(() => silent.forEach((socket) => socket.destroy()));
  // Half of them look alive: they send pongs, though they read no ping.
  const alive = () => silent.forEach((socket, index) => index % 2 === 0 && socket.write(frame(0x8a, '')));
  await until('all are there', async () => await readers() === usual + 50);
  let before;
  for (let round = 0; round < 10; round++) {
    // The first rounds fill what has a limit of its own: the history, the database's pages.
    if (round === 4) before = await library.metric('process_resident_memory_bytes');
    fill(library.path(`${round}`), 500);
    alive();
    await library.check(); // the clients that read have it
    rmSync(library.path(`${round}`), { recursive: true });
    await library.check();
  }
  fill(library.path('last'), 20);
  await library.checkAfresh();
  const grown = await library.metric('process_resident_memory_bytes') - before;
  // A queue of all changes since would be 50 times 2 MB.
  assert.ok(grown < 60e6, `${grown} bytes more`);
  for (const socket of silent) socket.destroy();
  await until('all are gone', async () => await readers() === usual);
});

/** Observes everything over a WebSocket and reads nothing after the snapshot; gives the connection. */
function silentClient(port) {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.write([
        'GET /changes HTTP/1.1', 'Host: localhost', 'Upgrade: websocket', 'Connection: Upgrade',
        'Sec-WebSocket-Version: 13', 'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
        'Sec-WebSocket-Protocol: contactsheet.changes.v1', '', '',
      ].join('\r\n'));
      let heard = '', isObserving = false;
      socket.on('data', (bytes) => {
        heard += bytes.toString('latin1');
        if (!isObserving && heard.includes('\r\n\r\n')) {
          isObserving = true;
          socket.write(frame(0x81, JSON.stringify({ type: 'observe', view: 'all', limit: 1000 })));
        } else if (heard.includes('"type":"error"')) {
          reject(new Error(`not observed: ${heard}`));
        } else if (heard.includes('"type":"snapshot"')) {
          socket.removeAllListeners('data');
          socket.pause();
          resolve(socket);
        }
      });
    });
    socket.on('error', reject);
  });
}

/** A frame of less than 126 bytes, masked with zeros, which leaves it as it is (RFC 6455 section 5). */
function frame(head, text) {
  const payload = Buffer.from(text);
  return Buffer.concat([Buffer.from([head, 0x80 | payload.length, 0, 0, 0, 0]), payload]);
}
