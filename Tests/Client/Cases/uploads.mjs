/** The camera's path: pictures that clients send. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { Library, newPicture } from './library.mjs';

async function send(library, path, content, type) {
  const response = await fetch(library.program.url + path, { method: 'POST', headers: { 'content-type': type }, body: content });
  return { status: response.status, headers: response.headers, value: JSON.parse(await response.text()) };
}

const json = (library, path, content) => send(library, path, JSON.stringify(content), 'application/json');

/** A server that takes pictures into the folder `camera` of the library, which may not be there yet. */
function start(t, { takes = true } = {}) {
  return Library.start(t, { options: (photos) => (takes ? ['--uploads', `${photos}/camera`] : []) });
}

test('a picture that is sent is a file in the folder, and an asset', async (t) => {
  const library = await start(t), picture = newPicture();
  const made = await send(library, '/assets?filename=IMG_1.jpg', picture, 'image/jpeg');
  assert.deepEqual([made.status, made.value.filename], [201, 'IMG_1.jpg']);
  assert.equal(made.headers.get('location'), `/assets/${made.value.id}`);
  assert.deepEqual(readFileSync(library.path('camera/IMG_1.jpg')), picture);
  const other = newPicture(), again = await send(library, '/assets?filename=IMG_1.jpg', other, 'image/jpeg');
  assert.equal(again.value.filename, 'IMG_1 (2).jpg', 'nothing is replaced');
  assert.deepEqual(readFileSync(library.path('camera/IMG_1 (2).jpg')), other);
  const unnamed = await send(library, '/assets', newPicture(), 'image/jpeg; q=1');
  assert.match(unnamed.value.filename, /^IMG_\d{8}_\d{6}\.jpg$/);
  const typed = await send(library, '/assets?filename=Photo', newPicture(), 'image/jpeg');
  assert.equal(typed.value.filename, 'Photo.jpg');
  for (const name of ['../out.jpg', '.hidden.jpg', 'a/b.jpg', '', 'a%00.jpg', `${'x'.repeat(97)}.jpg`]) {
    assert.equal((await send(library, `/assets?filename=${name}`, picture, 'image/jpeg')).status, 400, name);
  }
  assert.equal((await send(library, '/assets', 'text', 'text/plain')).status, 415);
  const fake = await send(library, '/assets?filename=fake.jpg', 'text', 'image/jpeg');
  assert.deepEqual([fake.status, fake.value.type], [422, '/problems/not-a-picture']);
  assert.equal((await send(library, '/assets', '', 'image/jpeg')).status, 400);
  await library.check();
  assert.deepEqual(readdirSync(library.path('camera')).filter((name) => name.startsWith('.')), []);
});

test('the camera picks what it made, and says so', async (t) => {
  const library = await start(t);
  const { value: made } = await json(library, '/selections', { allowsCamera: true, maximum: 1, fetch: { mediaType: 'video' } });
  const view = await fetch(`${library.program.url}/changes?resource=selection&selection=${made.id}`).then((r) => r.json());
  const { status, value: asset } = await send(library, `/selections/${made.id}/camera`, newPicture(), 'image/jpeg');
  assert.equal(status, 201);
  const change = await fetch(`${library.program.url}/changes?resource=selection&selection=${made.id}&since=${view.token}`)
    .then((response) => response.json());
  assert.deepEqual(change.events.slice(0, 2), [
    { type: 'selected', ids: [asset.id] }, { type: 'cameraUsed', ids: [asset.id] },
  ]);
  assert.deepEqual([change.inserted[0].item.isFromCamera, change.inserted[0].item.number], [true, 1]);
  const other = (await send(library, '/assets', newPicture(), 'image/jpeg')).value.id;
  const asPicker = (id) => fetch(`${library.program.url}/thumbnails/${id}`, { headers: { authorization: `Bearer ${made.selectionToken}` } });
  assert.deepEqual([(await asPicker(asset.id)).status, (await asPicker(other)).status], [200, 404], 'who picks sees what was picked');
  const files = readdirSync(library.path('camera')).length;
  const full = await send(library, `/selections/${made.id}/camera`, newPicture(), 'image/jpeg');
  assert.deepEqual([full.status, full.value.type], [409, '/problems/limit-exceeded']);
  const { value: plain } = await json(library, '/selections', {});
  const refused = await send(library, `/selections/${plain.id}/camera`, newPicture(), 'image/jpeg');
  assert.deepEqual([refused.status, refused.value.type], [409, '/problems/camera-not-allowed']);
  const completed = await fetch(`${library.program.url}/selections/${made.id}/complete`, { method: 'POST' });
  assert.equal(completed.status, 200);
  const ended = await send(library, `/selections/${made.id}/camera`, newPicture(), 'image/jpeg');
  assert.deepEqual([ended.status, ended.value.type], [409, '/problems/selection-ended']);
  assert.equal(readdirSync(library.path('camera')).length, files, 'what is refused is not kept');
  await library.program.kill();
  await library.program.start();
  const { items } = await fetch(`${library.program.url}/selections/${made.id}/items`).then((response) => response.json());
  assert.equal(items[0].isFromCamera, true);
});

test('a server without a folder for it takes nothing', async (t) => {
  const library = await start(t, { takes: false });
  const { status, value } = await send(library, '/assets', newPicture(), 'image/jpeg');
  assert.deepEqual([status, value.type], [409, '/problems/uploads-off']);
});
