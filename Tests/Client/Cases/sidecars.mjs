/** What stands beside a picture and speaks of it: XMP, and the JSON of Google Takeout. */
import assert from 'node:assert/strict';
import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { test } from 'node:test';
import { fill, Library, newPicture } from './library.mjs';

const xmp = (rating, title = '', more = '') => `<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
<rdf:Description rdf:about="" xmlns:xmp="http://ns.adobe.com/xap/1.0/" xmlns:dc="http://purl.org/dc/elements/1.1/"
  xmlns:exif="http://ns.adobe.com/exif/1.0/" xmp:Rating="${rating}" ${more}>
<dc:title><rdf:Alt><rdf:li xml:lang="x-default">${title}</rdf:li></rdf:Alt></dc:title>
<dc:subject><rdf:Bag><rdf:li>sea</rdf:li><rdf:li>boat</rdf:li></rdf:Bag></dc:subject>
</rdf:Description></rdf:RDF></x:xmpmeta><?xpacket end="w"?>`;

const takeout = (seconds, place = {}) => JSON.stringify({
  title: 'x.jpg', description: 'at the sea', imageViews: '1', creationTime: { timestamp: '1700000000' },
  photoTakenTime: { timestamp: String(seconds) }, geoData: { latitude: 0, longitude: 0, altitude: 0, ...place },
});

const kinds = (asset) => asset.resources.map(({ kind }) => kind);

async function explain(library, path) {
  const id = await library.id(path);
  return JSON.parse((await library.get(`/assets/${id}/explain`)).bytes);
}

test('C36: a sidecar that comes, changes, and goes is an update of its picture', async (t) => {
  const library = await Library.start(t, { before: ({ photos }) => fill(photos, 1) });
  const read = async () => (await library.check()).get('0.jpg');
  const bare = await read();
  assert.equal(bare.rating, null);

  writeFileSync(library.path('0.jpg.xmp'), xmp(4, 'whole name'));
  const rated = await read();
  assert.deepEqual([rated.id, rated.rating, rated.title, rated.keywords], [bare.id, 4, 'whole name', ['sea', 'boat']]);
  assert.deepEqual(kinds(rated), ['photo', 'sidecar']);
  assert.deepEqual(library.told, { inserted: [], removed: [], moved: [], changed: [bare.id] }, 'one change, no asset of its own');
  assert.equal(rated.thumbnailURL, bare.thumbnailURL, 'its pictures are those that it had');

  writeFileSync(library.path('0.xmp'), xmp(1, 'stem'));
  const both = await read();
  assert.deepEqual([both.rating, both.title], [4, 'whole name'], 'the name with the extension counts more');
  assert.deepEqual(kinds(both), ['photo', 'sidecar', 'sidecar']);
  writeFileSync(library.path('0.jpg.xmp'), xmp(5, 'edited'));
  assert.equal((await read()).rating, 5);
  const { evidence } = await explain(library, '0.jpg');
  assert.deepEqual(
    evidence.filter(({ answer }) => answer === 'rating').map(({ source, value, outcome }) => [source, value, outcome]),
    [['sidecar:xmp:Rating', '5', 'used'], ['sidecar:xmp:Rating', '1', 'outranked']]);

  renameSync(library.path('0.jpg.xmp'), library.path('other.jpg.xmp'));
  assert.deepEqual([(await read()).rating, (await read()).title], [1, 'stem']);
  rmSync(library.path('0.xmp'));
  const last = await library.checkAfresh().then((assets) => assets.get('0.jpg'));
  assert.deepEqual([last.rating, last.title, kinds(last)], [null, null, ['photo']]);
  assert.deepEqual([library.told.inserted, library.told.removed], [[], []]);
});

test('a sidecar may be there before its picture, and stay behind when that is renamed', async (t) => {
  const library = await Library.start(t);
  writeFileSync(library.path('late.jpg.xmp'), xmp(3));
  assert.equal((await library.check()).size, 0);
  writeFileSync(library.path('late.jpg'), newPicture());
  const first = (await library.check()).get('late.jpg');
  assert.equal(first.rating, 3);
  renameSync(library.path('late.jpg'), library.path('gone.jpg'));
  const renamed = (await library.check()).get('gone.jpg');
  assert.deepEqual([renamed.id, renamed.rating, kinds(renamed)], [first.id, null, ['photo']]);
  renameSync(library.path('gone.jpg'), library.path('late.jpg'));
  assert.equal((await library.check()).get('late.jpg').rating, 3);
  mkdirSync(library.path('away'));
  await library.shell('mv "$ROOT"/late.jpg* "$ROOT"/away');
  const moved = (await library.checkAfresh()).get('away/late.jpg');
  assert.deepEqual([moved.id, moved.rating, kinds(moved)], [first.id, 3, ['photo', 'sidecar']]);
  renameSync(library.path('away'), library.path('back'));
  assert.deepEqual(kinds((await library.checkAfresh()).get('back/late.jpg')), ['photo', 'sidecar']);
  rmSync(library.path('back/late.jpg'));
  assert.equal((await library.check()).size, 0, 'a sidecar alone is nothing to be shown');
});

test('two pictures with one stem share its sidecar, also after it changed while nobody looked', async (t) => {
  const library = await Library.start(t, {
    before({ photos }) {
      for (const name of ['one.jpg', 'one.mp4.jpg']) writeFileSync(`${photos}/${name}`, newPicture());
      mkdirSync(`${photos}/more`);
      for (const name of ['a.jpg', 'a.b.jpg']) writeFileSync(`${photos}/more/${name}`, newPicture());
      writeFileSync(`${photos}/one.xmp`, xmp(2));
      writeFileSync(`${photos}/more/a.xmp`, xmp(1));
    },
  });
  const ratings = async () => [...await library.check()].map(([path, { rating }]) => [path, rating]).sort();
  const expected = (one, a) => [['more/a.b.jpg', null], ['more/a.jpg', a], ['one.jpg', one], ['one.mp4.jpg', null]];
  assert.deepEqual(await ratings(), expected(2, 1));
  await library.program.kill();
  writeFileSync(library.path('one.xmp'), xmp(5));
  rmSync(library.path('more/a.xmp'));
  await library.program.start();
  assert.deepEqual(await ratings(), expected(5, null));
  await library.program.kill();
  await library.program.start();
  assert.deepEqual(await ratings(), expected(5, null));
});

test('Google Takeout tells what a picture does not', async (t) => {
  const plain = newPicture(), long = 'a-very-long-name-of-a-picture-that-is-cut-off.jpg';
  const library = await Library.start(t);
  writeFileSync(library.path('dated.jpg'), plain);
  writeFileSync(library.path('dated.jpg.json'), takeout(1_600_000_000, { latitude: 54.5, longitude: 10.25 }));
  writeFileSync(library.path('two(1).jpg'), newPicture());
  writeFileSync(library.path('two.jpg.supplemental-metadata(1).json'), takeout(1_600_000_000));
  writeFileSync(library.path(long), newPicture());
  writeFileSync(library.path(`${long.slice(0, 46)}.json`), takeout(1_600_000_000));
  writeFileSync(library.path('broken.jpg'), newPicture());
  writeFileSync(library.path('broken.jpg.json'), '{"photoTakenTime":');
  writeFileSync(library.path('settings.json'), '{}');
  const assets = await library.checkAfresh();
  const dated = assets.get('dated.jpg');
  assert.equal(dated.creationDateSource, 'exif:DateTimeOriginal', 'which says more than an instant');
  assert.deepEqual([dated.location.latitude, dated.location.longitude], [54.5, 10.25]);
  assert.equal(assets.get('two(1).jpg').description, 'at the sea');
  assert.equal(assets.get(long).description, 'at the sea');
  const broken = assets.get('broken.jpg');
  assert.deepEqual([broken.state, broken.problems.map(({ code }) => code)], ['ready', ['sidecarUnreadable']]);
  assert.deepEqual((await explain(library, 'broken.jpg')).problems.map(({ code }) => code), ['sidecarUnreadable']);
  const { evidence } = await explain(library, 'dated.jpg');
  const date = evidence.find(({ source }) => source === 'sidecar:takeout:photoTakenTime');
  assert.deepEqual([date.answer, date.outcome], ['creationDate', 'outranked']);
});
