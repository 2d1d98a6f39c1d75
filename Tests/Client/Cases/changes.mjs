/** What people and programs do in a folder, as others were seen to fail at it, against the running server. */
import assert from 'node:assert/strict';
import {
  chmodSync, closeSync, copyFileSync, cpSync, mkdirSync, openSync, readFileSync, renameSync, rmSync, statSync,
  utimesSync, writeFileSync, writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { pause } from '../Model/server.mjs';
import { fill, IS_ROOT, Library, newPicture } from './library.mjs';

const FIXTURES = new URL('Fixtures/', import.meta.url).pathname;
/** A second of pictures, and only then what tells how to read them. */
const VIDEO = new URL('../../MediaDecodingTests/Fixtures/video/rot0.mp4', import.meta.url).pathname;

const idsOf = (assets) => [...assets.values()].map(({ id }) => id).sort();

test('folders in folders and a file in the same instant, again and again', async (t) => {
  const library = await Library.start(t);
  writeFileSync(join(library.elsewhere, 'j.jpg'), newPicture());
  for (let round = 1; round <= 4; round++) {
    await library.shell(`for i in $(seq 50); do
      mkdir -p "$ROOT/${round}-$i/b/c/d" && cp "$ELSEWHERE/j.jpg" "$ROOT/${round}-$i/b/c/d/x.jpg"
    done`);
    const assets = await library.check();
    assert.equal(new Set(idsOf(assets)).size, 50 * round - (round - 1));
    const folders = [...(await library.server.all()).folders.keys()];
    assert.equal(folders.filter((path) => path.startsWith(`${round}-`)).length, 200);
    library.forget();
    rmSync(library.path(`${round}-7/b/c/d/x.jpg`));
    await library.check();
    assert.equal(library.told.removed.length, 1);
    assert.equal(library.told.inserted.length, 0);
  }
  await library.checkAfresh();
});

test('a tree of 1,000 is copied in, then filled folders are moved in', async (t) => {
  const library = await Library.start(t);
  for (let folder = 0; folder < 50; folder++) fill(join(library.elsewhere, 'source', `${folder}`), 20);
  await library.shell('cp -a "$ELSEWHERE/source" "$ROOT/"');
  assert.equal(new Set(idsOf(await library.check())).size, 1000);
  for (const name of ['full', 'full2']) {
    for (const below of ['', 'b', 'b/c']) fill(join(library.elsewhere, name, below), 30);
  }
  await library.shell('mv "$ELSEWHERE/full" "$ROOT/full"; mkdir "$ROOT/e"; mv -T "$ELSEWHERE/full2" "$ROOT/e"');
  assert.equal((await library.check()).size, 1180);
  library.forget();
  writeFileSync(library.path('e/b/c/later.jpg'), newPicture());
  rmSync(library.path('full/b/c/0.jpg'));
  await library.checkAfresh();
  assert.equal(library.told.inserted.length, 1);
  assert.equal(library.told.removed.length, 1);
});

test('a folder is renamed and written into, twice', async (t) => {
  const library = await Library.start(t);
  for (const name of ['1', '2', '3']) writeFileSync(join(library.elsewhere, name), newPicture());
  await library.shell(`
    mkdir -p "$ROOT/a1/a2/a3"; mv "$ROOT/a1" "$ROOT/b1"; cp "$ELSEWHERE/1" "$ROOT/b1/a2/a3/1.jpg"
    mv "$ROOT/b1" "$ROOT/c1"; cp "$ELSEWHERE/2" "$ROOT/c1/a2/a3/2.jpg"
    mkdir "$ROOT/a1"; cp "$ELSEWHERE/3" "$ROOT/a1/3.jpg"`);
  const assets = await library.checkAfresh();
  assert.deepEqual([...assets.keys()].sort(), ['a1/3.jpg', 'c1/a2/a3/1.jpg', 'c1/a2/a3/2.jpg']);
  for (const asset of assets.values()) assert.equal((await library.get(asset.originalURL)).status, 200);
  const folders = [...(await library.server.all()).folders.keys()].filter((path) => path !== '');
  assert.deepEqual(folders.sort(), ['a1', 'c1', 'c1/a2', 'c1/a2/a3']);
});

test('a renamed folder keeps ids, pairs, sidecars and thumbnails', async (t) => {
  const library = await Library.start(t, {
    before: ({ photos }) => {
      mkdirSync(join(photos, 'old'));
      for (const [from, to] of [
        ['IMG_0001.JPG', 'live.jpg'], ['IMG_0001.MOV', 'live.mov'],
        ['sidecar_a.jpg', 'a.jpg'], ['sidecar_a.xmp', 'a.xmp'],
      ]) copyFileSync(join(FIXTURES, from), join(photos, 'old', to));
    },
  });
  const assets = await library.check();
  assert.deepEqual([...assets.keys()].sort(), ['old/a.jpg', 'old/live.jpg']);
  assert.deepEqual(assets.get('old/live.jpg').mediaSubtypes, ['livePhoto']);
  const folder = (await library.server.all()).folders.get('old');
  const tags = async (found) => {
    const answers = await Promise.all([...found.values()].map(({ thumbnailURL }) => library.get(thumbnailURL)));
    return answers.map(({ fields }) => fields.get('etag'));
  };
  const before = await tags(assets), renders = await library.metric('contactsheet_thumbnail_renders_total');
  library.forget();
  renameSync(library.path('old'), library.path('new'));
  const after = await library.checkAfresh();
  assert.deepEqual([...after.values()], [...assets.values()], 'nothing of an asset is another');
  assert.deepEqual([...after.keys()].sort(), ['new/a.jpg', 'new/live.jpg']);
  assert.deepEqual(library.told.inserted.concat(library.told.removed), []);
  assert.deepEqual(await tags(after), before);
  assert.equal(await library.metric('contactsheet_thumbnail_renders_total'), renders);
  assert.equal((await library.server.all()).folders.get('new'), folder);
});

test('moves are paired, and only moves', async (t) => {
  const library = await Library.start(t, {
    before: ({ photos }) => {
      fill(photos, 50);
      mkdirSync(join(photos, 'sub'));
      for (const name of ['p', 'a', 'b', 'x', 'y']) writeFileSync(join(photos, `${name}.jpg`), newPicture());
    },
  });
  const before = await library.check();
  const id = (path) => before.get(path).id;
  await library.shell('for i in $(seq 0 49); do mv "$ROOT/$i.jpg" "$ROOT/sub/$i.jpg" & done; wait');
  const moved = await library.check();
  for (let number = 0; number < 50; number++) assert.equal(moved.get(`sub/${number}.jpg`).id, id(`${number}.jpg`));
  assert.deepEqual(library.told.inserted.concat(library.told.removed), []);

  writeFileSync(join(library.elsewhere, 'q.jpg'), newPicture());
  await library.shell('mv "$ROOT/p.jpg" "$ELSEWHERE/" & cp "$ELSEWHERE/q.jpg" "$ROOT/"; wait');
  const other = await library.check();
  assert.ok(!idsOf(other).includes(id('p.jpg')));
  assert.ok(!idsOf(before).includes(other.get('q.jpg').id));
  assert.deepEqual([library.told.inserted.length, library.told.removed.length], [1, 1]);

  await library.shell('cd "$ROOT"; mv a.jpg t; mv b.jpg a.jpg; mv t b.jpg');
  const swapped = await library.check();
  assert.deepEqual([swapped.get('a.jpg').id, swapped.get('b.jpg').id], [id('b.jpg'), id('a.jpg')]);

  await library.shell('mv "$ROOT/x.jpg" "$ROOT/y.jpg"');
  const over = await library.checkAfresh();
  assert.equal(over.get('y.jpg').id, id('x.jpg'));
  assert.ok(!idsOf(over).includes(id('y.jpg')));
});

for (const [name, script] of Object.entries({
  'a temporary file and a rename': 'cp "$ELSEWHERE/new" .p.jpg.tmp; mv .p.jpg.tmp p.jpg',
  'the old one put aside': 'mv p.jpg p.jpg~; cp "$ELSEWHERE/new" p.jpg; rm p.jpg~',
  'as exiftool does': 'cp "$ELSEWHERE/new" p.jpg_exiftool_tmp; mv p.jpg_exiftool_tmp p.jpg',
  'as GNOME does': 'cp "$ELSEWHERE/new" .goutputstream-ABC123; mv .goutputstream-ABC123 p.jpg',
  'in its place': 'cat "$ELSEWHERE/new" > p.jpg',
})) {
  test(`a picture that is saved stays itself: ${name}`, async (t) => {
    const library = await Library.start(t, {
      before: ({ photos }) => writeFileSync(join(photos, 'p.jpg'), newPicture()),
    });
    const [asset] = (await library.check()).values();
    const original = await library.get(asset.originalURL), thumbnail = await library.get(asset.thumbnailURL);
    const bytes = newPicture();
    writeFileSync(join(library.elsewhere, 'new'), bytes);
    // Somebody looks at it all the while.
    const statuses = new Set();
    let isOver = false;
    const looking = (async () => {
      while (!isOver) {
        statuses.add((await library.get(`/assets/${asset.id}`)).status);
        await pause(5);
      }
    })();
    await library.shell(`cd "$ROOT"; ${script}`);
    const after = await library.checkAfresh();
    isOver = true;
    await looking;
    assert.deepEqual([...statuses], [200]);
    assert.equal(after.get('p.jpg').id, asset.id);
    assert.deepEqual(library.told.inserted.concat(library.told.removed, library.told.moved), []);
    const now = await library.get(after.get('p.jpg').originalURL);
    assert.deepEqual(now.bytes, bytes);
    assert.notEqual(now.fields.get('etag'), original.fields.get('etag'));
    const picture = await library.get(after.get('p.jpg').thumbnailURL);
    assert.equal(picture.status, 200);
    assert.notEqual(picture.fields.get('etag'), thumbnail.fields.get('etag'));
  });
}

for (const way of ['appended to', 'made as long as it will be, then filled']) {
  test(`a file that is written for a while is shown once it is whole: ${way}`, async (t) => {
    const library = await Library.start(t);
    const bytes = newPicture(), path = library.path('slow.jpg');
    const descriptor = openSync(path, 'wx');
    if (way !== 'appended to') writeSync(descriptor, Buffer.alloc(bytes.length), 0, bytes.length, 0);
    for (let piece = 0; piece < 8; piece++) {
      const start = Math.floor(bytes.length * piece / 8), end = Math.floor(bytes.length * (piece + 1) / 8);
      writeSync(descriptor, bytes, start, end - start, start);
      const shown = (await library.server.get('/assets?settle=200ms')).value.items;
      assert.deepEqual(shown, [], 'nobody sees half a picture');
    }
    closeSync(descriptor);
    const asset = (await library.checkAfresh()).get('slow.jpg');
    assert.equal(asset.state, 'ready');
    assert.deepEqual((await library.get(asset.originalURL)).bytes, bytes);
    writeFileSync(library.path('finished.jpg'), bytes);
    const finished = (await library.check()).get('finished.jpg');
    const [slow, whole] = await Promise.all([asset, finished].map(({ thumbnailURL }) => library.get(thumbnailURL)));
    assert.deepEqual([slow.status, whole.status], [200, 200]);
    assert.deepEqual(slow.bytes, whole.bytes);
    assert.equal(library.told.inserted.length, 2);
  });
}

test('a video whose directory comes last is shown once it is whole', async (t) => {
  const library = await Library.start(t), bytes = readFileSync(VIDEO);
  const descriptor = openSync(library.path('slow.mp4'), 'wx');
  for (let start = 0; start < bytes.length;) {
    start += writeSync(descriptor, bytes, start, Math.min(400, bytes.length - start));
    assert.deepEqual((await library.server.get('/assets?settle=200ms')).value.items, []);
  }
  closeSync(descriptor);
  const asset = (await library.checkAfresh()).get('slow.mp4');
  assert.deepEqual([asset.state, asset.mediaType, asset.duration], ['ready', 'video', 1]);
  assert.deepEqual((await library.get(asset.originalURL)).bytes, bytes);
  assert.equal((await library.get(asset.thumbnailURL)).status, 200);
  assert.equal(library.told.inserted.length, 1);
});

const skipWithoutRoot = { skip: !IS_ROOT && 'root alone can drop its rights' };

test('permissions and times that come after the content', skipWithoutRoot, async (t) => {
  const library = await Library.start(t, {
    // Without what lets root read everything, as setpriv(1) calls it.
    wrapper: ['setpriv', '--inh-caps=-all', '--bounding-set=-all', '--'],
  });
  // As rsync does: under a name of its own and closed to others at first, times after the content.
  fill(join(library.elsewhere, 'in'), 100);
  mkdirSync(library.path('in'), { mode: 0o700 });
  for (let number = 0; number < 100; number++) {
    const temporary = library.path(`in/.${number}.jpg.Ab3xYz`);
    cpSync(join(library.elsewhere, 'in', `${number}.jpg`), temporary);
    chmodSync(temporary, 0o600);
    utimesSync(temporary, 1_500_000_000 + number, 1_500_000_000 + number);
    renameSync(temporary, library.path(`in/${number}.jpg`));
  }
  // And a folder that nobody may enter until it is filled.
  mkdirSync(library.path('p'));
  chmodSync(library.path('p'), 0o000);
  await library.server.settle();
  fill(library.path('p'), 3);
  await library.server.settle();
  chmodSync(library.path('p'), 0o755);
  const assets = await library.checkAfresh();
  assert.equal(assets.size, 103);
  for (const [path, { modificationDate, state }] of assets) {
    assert.equal(state, 'ready');
    assert.equal(Date.parse(modificationDate), Math.floor(statSync(library.path(path)).mtimeMs), path);
  }
  // A time alone is a change of that alone.
  const before = assets.get('in/0.jpg'), renders = await library.metric('contactsheet_thumbnail_renders_total');
  utimesSync(library.path('in/0.jpg'), 1_600_000_000, 1_600_000_000);
  const after = (await library.check()).get('in/0.jpg');
  assert.equal(after.modificationDate.slice(0, 19), new Date(1_600_000_000_000).toISOString().slice(0, 19));
  assert.deepEqual({ ...after, modificationDate: 0 }, { ...before, modificationDate: 0 });
  assert.equal(await library.metric('contactsheet_thumbnail_renders_total'), renders);
});

test('a big delete, while somebody pages', async (t) => {
  const library = await Library.start(t, {
    before: ({ photos }) => {
      for (let folder = 0; folder < 40; folder++) fill(join(photos, 'gone', `${folder}`), 50);
      fill(join(photos, 'stays'), 150);
    },
  });
  const before = await library.check();
  const staying = new Set([...before].filter(([path]) => path.startsWith('stays/')).map(([, { id }]) => id));
  const paging = async () => {
    const seen = [];
    for (let next = '/assets?limit=50&sort=name'; next;) {
      const { value: page } = await library.server.get(next);
      seen.push(...page.items.map(({ id }) => id));
      ({ next } = page);
    }
    return seen;
  };
  const [seen] = await Promise.all([paging(), library.shell('rm -rf "$ROOT/gone"')]);
  assert.equal(new Set(seen).size, seen.length, 'no asset is on two pages');
  assert.deepEqual(seen.filter((id) => staying.has(id)).length, 150, 'no asset that stays is skipped');
  const after = await library.checkAfresh();
  assert.equal(after.size, 150);
  const folders = [...(await library.server.all()).folders.keys()].filter((path) => path !== '');
  assert.deepEqual(folders, ['stays']);
  const gone = before.get('gone/0/0.jpg');
  assert.equal((await library.get(`/assets/${gone.id}`)).status, 404);
  assert.equal((await library.get(gone.thumbnailURL)).status, 404);
});
