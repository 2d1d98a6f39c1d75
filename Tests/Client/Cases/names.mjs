/** Names as file systems have them, and links, while the folder is watched. */
import assert from 'node:assert/strict';
import { mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { test } from 'node:test';
import { Library, newPicture } from './library.mjs';

/** The path of a name given as bytes, which need not be UTF-8. */
const raw = (library, name) => Buffer.concat([Buffer.from(`${library.photos}/`), Buffer.from(name, 'latin1')]);

test('names that look the same are two, and a rename from one to the other is one', async (t) => {
  const library = await Library.start(t);
  const composed = '\u{e9}.jpg', decomposed = 'e\u{301}.jpg', bytes = [newPicture(), newPicture(), newPicture()];
  for (const folder of ['d\u{e9}', 'de\u{301}']) mkdirSync(library.path(folder));
  writeFileSync(library.path(composed), bytes[0]);
  writeFileSync(library.path(decomposed), bytes[1]);
  writeFileSync(library.path(`d\u{e9}/${composed}`), bytes[2]);
  const before = await library.check();
  assert.equal(new Set([...before.values()].map(({ id }) => id)).size, 3);
  assert.deepEqual((await library.get(before.get(composed).originalURL)).bytes, bytes[0]);
  assert.deepEqual((await library.get(before.get(decomposed).originalURL)).bytes, bytes[1]);

  library.forget();
  rmSync(library.path(composed));
  await library.check();
  assert.deepEqual([library.told.inserted.length, library.told.removed.length], [0, 1]);
  library.forget();
  renameSync(library.path(decomposed), library.path(composed));
  renameSync(library.path(`d\u{e9}/${composed}`), library.path(`de\u{301}/${composed}`));
  const after = await library.checkAfresh();
  assert.deepEqual(library.told.inserted.concat(library.told.removed), []);
  assert.equal(after.get(composed).id, before.get(decomposed).id);
  assert.equal(after.get(`de\u{301}/${composed}`).id, before.get(`d\u{e9}/${composed}`).id);
  assert.deepEqual((await library.get(after.get(composed).originalURL)).bytes, bytes[1]);
});

test('names that are not UTF-8 are told of like others', async (t) => {
  const library = await Library.start(t), bytes = newPicture();
  // Of no byte of these can be told what it means, so all are shown as the same character.
  const [first, second, folder] = ['x\xe9 1.jpg', 'x\xe8 1.jpg', 'd\xff'];
  writeFileSync(raw(library, first), bytes);
  writeFileSync(raw(library, 'x\xe9 2.jpg'), newPicture());
  const before = await library.check();
  const { id, originalURL } = before.get('x\u{fffd} 1.jpg');
  assert.deepEqual((await library.get(originalURL)).bytes, bytes);

  library.forget();
  renameSync(raw(library, first), raw(library, second));
  mkdirSync(raw(library, folder));
  const after = await library.check();
  assert.equal(after.get('x\u{fffd} 1.jpg').id, id);
  assert.deepEqual((await library.get(originalURL)).bytes, bytes);
  renameSync(raw(library, second), raw(library, `${folder}/${first}`));
  const moved = (await library.check()).get('d\u{fffd}/x\u{fffd} 1.jpg');
  assert.equal(moved.id, id);
  assert.deepEqual((await library.get(moved.originalURL)).bytes, bytes);
  assert.deepEqual(library.told.inserted.concat(library.told.removed), []);
  rmSync(raw(library, `${folder}/${first}`));
  assert.equal((await library.check()).size, 1);
});

test('links that are made while it is watched add nothing, wherever they lead', async (t) => {
  const library = await Library.start(t, {
    before: ({ photos, elsewhere }) => {
      for (const folder of [`${photos}/a`, `${photos}/b`]) mkdirSync(folder);
      for (const file of [`${photos}/p.jpg`, `${photos}/a/q.jpg`, `${elsewhere}/out.jpg`]) {
        writeFileSync(file, newPicture());
      }
    },
  });
  const before = await library.check();
  for (const [target, name] of [
    ['.', 'loop'], ['../..', 'a/up'], ['../b', 'a/l'], ['../a', 'b/l'], ['self', 'self'], ['missing.jpg', 'dead.jpg'],
    ['p.jpg', 'alias.jpg'], [library.elsewhere, 'out'], [`${library.elsewhere}/out.jpg`, 'out.jpg'],
  ]) symlinkSync(target, library.path(name));
  writeFileSync(`${library.elsewhere}/later.jpg`, newPicture());
  assert.deepEqual(await library.check(), before);
  assert.deepEqual(library.told.inserted.concat(library.told.removed), []);
  // The target of one that led nowhere is a picture, the link to it is none.
  writeFileSync(library.path('missing.jpg'), newPicture());
  assert.equal((await library.check()).size, 3);
  // A link takes the place of a picture, and a picture that of a link.
  rmSync(library.path('p.jpg'));
  symlinkSync('missing.jpg', library.path('p.jpg'));
  rmSync(library.path('dead.jpg'));
  writeFileSync(library.path('dead.jpg'), newPicture());
  const after = await library.checkAfresh();
  assert.deepEqual([...after.keys()].sort(), ['a/q.jpg', 'dead.jpg', 'missing.jpg']);
});
