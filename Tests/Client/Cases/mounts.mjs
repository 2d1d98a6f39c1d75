/** Folders that are mounted and unmounted while they are served. */
import assert from 'node:assert/strict';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { command, fill, IS_ROOT, Library, newPicture, until } from './library.mjs';

const skip = !IS_ROOT && 'root alone can mount';

/** Starts a library whose folder is a file system of its own, with 100 pictures in it; `mount(library)` mounts it. */
function start(t, mount) {
  return Library.start(t, {
    before: async (library) => {
      library.atEnd = () => command('umount', '--lazy', library.photos).catch(() => {});
      await mount(library);
      fill(join(library.photos, 'in'), 100);
    },
  });
}

const stateIs = (library, state) =>
  until(`the root is ${state}`, async () => (await library.health()).roots.every((root) => root.state === state));

/** All are there, and marked. */
async function checkOffline(library, before) {
  const { assets } = await library.server.all();
  assert.deepEqual([...assets].map(([path, { id }]) => [path, id]), [...before].map(([path, { id }]) => [path, id]));
  for (const { state } of assets.values()) assert.equal(state, 'offline');
  assert.equal((await library.get(assets.get('in/0.jpg').originalURL)).status, 503);
  assert.deepEqual(library.told.inserted.concat(library.told.removed), []);
}

test('a file system that is unmounted and does not come back', { skip }, async (t) => {
  const library = await start(t, ({ photos }) => command('mount', '-t', 'tmpfs', 'none', photos));
  const before = await library.check();
  await command('umount', '--lazy', library.photos);
  await stateIs(library, 'offline');
  await checkOffline(library, before);
  // A server that starts then knows them too.
  await library.program.kill();
  await library.program.start();
  await checkOffline(library, before);
  assert.equal((await library.health()).status, 'degraded');
});

test('a file system that is unmounted and mounted again', { skip }, async (t) => {
  const mount = async ({ elsewhere, photos }) => command('mount', '--bind', join(elsewhere, 'disk'), photos);
  const library = await start(t, async (library) => {
    const disk = join(library.elsewhere, 'disk'), unmount = library.atEnd;
    mkdirSync(disk);
    library.atEnd = async () => {
      await unmount();
      await command('umount', '--lazy', disk);
    };
    await command('mount', '-t', 'tmpfs', 'none', disk);
    await mount(library);
  });
  const before = await library.check();
  const thumbnail = await library.get(before.get('in/0.jpg').thumbnailURL);
  const renders = await library.metric('contactsheet_thumbnail_renders_total');
  await command('umount', '--lazy', library.photos);
  await stateIs(library, 'offline');
  await checkOffline(library, before);
  assert.equal((await library.get(before.get('in/0.jpg').thumbnailURL)).status, 200);
  await mount(library);
  await stateIs(library, 'online');
  const after = await library.checkAfresh();
  assert.deepEqual(after, before);
  const shown = await library.get(after.get('in/0.jpg').thumbnailURL);
  assert.equal(shown.fields.get('etag'), thumbnail.fields.get('etag'));
  assert.equal(await library.metric('contactsheet_thumbnail_renders_total'), renders);
  assert.deepEqual(library.told.inserted.concat(library.told.removed), []);
  // It is watched again, and what is honestly removed is removed.
  await until('watched', async () => (await library.health()).roots[0].watchMode === 'watching');
  writeFileSync(library.path('in/later.jpg'), newPicture());
  assert.equal((await library.check()).size, 101);
  rmSync(library.path('in'), { recursive: true });
  assert.equal((await library.check()).size, 0);
});
