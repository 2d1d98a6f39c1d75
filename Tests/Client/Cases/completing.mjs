/** What a backend gets of a completed selection: facts as they were, links that expire, pictures as they were cut. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { BINARY, fill, Library, newPicture, until } from './library.mjs';

/** A picture of 400 × 300 stored pixels, to be turned a quarter clockwise; its four quarters have a colour each. */
const DRAW = `
import sys, piexif
from PIL import Image, ImageCms
image = Image.new("RGB", (400, 300))
for place, colour in {(0, 0): (255, 0, 0), (200, 0): (0, 255, 0), (0, 150): (0, 0, 255), (200, 150): (255, 255, 0)}.items():
    image.paste(colour, (*place, place[0] + 200, place[1] + 150))
thumbnail = open(sys.argv[2], "rb").read()
exif = piexif.dump({
    "0th": {271: b"Maker", 272: b"Model", 274: 6}, "thumbnail": thumbnail, "1st": {259: 6},
    "Exif": {36867: b"2021:05:06 07:08:09", 36881: b"+02:00", 40962: 400, 40963: 300},
    "GPS": {1: b"N", 2: ((48, 1), (8, 1), (0, 1)), 3: b"E", 4: ((11, 1), (34, 1), (0, 1))},
})
xmp = b"""<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
<rdf:Description rdf:about="" xmlns:tiff="http://ns.adobe.com/tiff/1.0/" xmlns:xmp="http://ns.adobe.com/xap/1.0/"
xmlns:GCamera="http://ns.google.com/photos/1.0/camera/" tiff:Orientation="6" xmp:Rating="4" GCamera:MotionPhoto="1"/>
</rdf:RDF></x:xmpmeta>"""
profile = ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB")).tobytes()
image.save(sys.argv[1], quality=95, exif=exif, icc_profile=profile)
data = open(sys.argv[1], "rb").read()
segment = b"http://ns.adobe.com/xap/1.0/\\0" + xmp
open(sys.argv[1], "wb").write(data[:2] + b"\\xff\\xe1" + (len(segment) + 2).to_bytes(2, "big") + segment + data[2:])
`;

/** What other programs read of a picture. */
const READ = `
import json, sys, piexif
from PIL import Image
image = Image.open(sys.argv[1])
exif = piexif.load(sys.argv[1])
w, h = image.size
corners = [image.convert("RGB").getpixel(p) for p in ((9, 9), (w - 9, 9), (9, h - 9), (w - 9, h - 9))]
names = {(255, 0, 0): "red", (0, 255, 0): "green", (0, 0, 255): "blue", (255, 255, 0): "yellow"}
name = lambda c: min(names, key=lambda n: sum(abs(a - b) for a, b in zip(n, c)))
print(json.dumps({
    "size": [w, h], "format": image.format, "corners": [names[name(c)] for c in corners],
    "make": exif["0th"].get(271, b"").decode(), "orientation": exif["0th"].get(274),
    "date": exif["Exif"].get(36867, b"").decode(), "pixels": [exif["Exif"].get(40962), exif["Exif"].get(40963)],
    "latitude": exif["GPS"].get(2), "hasThumbnail": exif["thumbnail"] is not None,
    "hasProfile": bool(image.info.get("icc_profile")),
}))
`;

const python = (script, ...words) => execFileSync('/usr/bin/python3', ['-c', script, ...words]).toString();

async function send(library, method, path, content) {
  const response = await fetch(library.program.url + path, {
    method, headers: { 'content-type': 'application/json' }, body: content && JSON.stringify(content),
  });
  const text = await response.text();
  return { status: response.status, value: text && JSON.parse(text) };
}

/** A server over a drawn picture `turned.jpg` and two plain ones, in two folders. */
async function start(t) {
  return Library.start(t, {
    isWatched: false, before: (library) => {
      fill(library.photos, 2);
      const thumbnail = join(library.elsewhere, 'thumbnail.jpg');
      writeFileSync(thumbnail, newPicture());
      python(DRAW, library.path('turned.jpg'), thumbnail);
      mkdirSync(library.path('b'));
      copyFileSync(library.path('0.jpg'), library.path('b/0.JPG'));
    },
  });
}


async function pick(library, edits) {
  const { value: made } = await send(library, 'POST', '/selections', { crop: 'free', maximum: 0 });
  for (const [id, edit] of edits) {
    const actions = [{ action: 'add', assets: [id] }, ...(edit ? [{ action: 'edit', asset: id, ...edit }] : [])];
    const { status, value } = await send(library, 'POST', `/selections/${made.id}/items`, { actions });
    assert.equal(status, 200, JSON.stringify(value));
  }
  return made;
}

async function complete(library, { id }) {
  const { status, value } = await send(library, 'POST', `/selections/${id}/complete`);
  assert.equal(status, 200, JSON.stringify(value));
  return (await send(library, 'GET', `/selections/${id}/items`)).value.items;
}

/** What is read of the picture behind a URL. */
async function read(library, url) {
  const { status, bytes, fields } = await library.get(url);
  assert.equal(status, 200, bytes.toString());
  const file = join(library.elsewhere, 'read');
  writeFileSync(file, bytes);
  return { ...JSON.parse(python(READ, file)), disposition: fields.get('content-disposition') };
}

test('a picture is cut and turned in full size, and says what it is', async (t) => {
  const library = await start(t), id = await library.id('turned.jpg');
  // Upright it is 300 × 400: blue and red above, yellow and green below.
  const cases = [
    [{ crop: { x: 0, y: 0, width: 0.5, height: 0.5 } }, [150, 200], ['blue', 'blue', 'blue', 'blue']],
    [{ rotation: 90 }, [400, 300], ['yellow', 'blue', 'green', 'red']],
    [{ rotation: 180 }, [300, 400], ['green', 'yellow', 'red', 'blue']],
    [{ crop: { x: 0, y: 0, width: 1, height: 0.5 }, rotation: 270 }, [200, 300], ['red', 'red', 'blue', 'blue']],
  ];
  for (const [edit, size, corners] of cases) {
    const [item] = await complete(library, await pick(library, [[id, edit]]));
    const found = await read(library, item.links.edited);
    assert.deepEqual([found.size, found.corners], [size, corners], JSON.stringify(edit));
    assert.deepEqual(found.pixels, size);
    assert.deepEqual([found.format, found.orientation, found.make, found.date], ['JPEG', 1, 'Maker', '2021:05:06 07:08:09']);
    assert.deepEqual(found.latitude, [[48, 1], [8, 1], [0, 1]]);
    assert.deepEqual([found.hasThumbnail, found.hasProfile], [false, true]);
    assert.match(found.disposition, /"turned-edited\.jpg"/);
    // Other words about the whole file are gone, those about the picture stay.
    const bytes = (await library.get(item.links.edited)).bytes.toString('latin1');
    assert.doesNotMatch(bytes, /MotionPhoto|Orientation="6"/);
    assert.match(bytes, /Rating/);
  }
});

test('the result is as it was when it was completed, whatever becomes of the files', async (t) => {
  const library = await start(t), token = makeToken(library);
  process.env.CONTACTSHEET_REQUIRE_TOKEN = 'true';
  t.after(() => { delete process.env.CONTACTSHEET_REQUIRE_TOKEN; });
  await library.program.kill();
  await library.program.start();
  const as = (bearer) => Object.assign(Object.create(library), {
    get: async (target) => {
      const response = await fetch(library.program.url + target, bearer && { headers: { authorization: `Bearer ${bearer}` } });
      return { status: response.status, fields: response.headers, bytes: Buffer.from(await response.arrayBuffer()) };
    },
  });
  const [nobody, backend] = [as(), as(token)];
  const post = async (target, content) => {
    const response = await fetch(library.program.url + target, {
      method: 'POST', body: content && JSON.stringify(content),
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    });
    return response.json();
  };
  const list = async () => JSON.parse((await backend.get('/assets?sort=name&settle=5s')).bytes).items;
  const ids = new Map((await list()).map((asset) => [asset.filename, asset.id]));
  const made = await post('/selections', { crop: 'square', maximum: 0 });
  await post(`/selections/${made.id}/items`, { actions: [
    { action: 'add', assets: [ids.get('turned.jpg'), ids.get('1.jpg')] },
    { action: 'edit', asset: ids.get('turned.jpg'), crop: { x: 0, y: 0.25, width: 1, height: 0.75 } },
  ] });
  renameSync(library.path('turned.jpg'), library.path('b/renamed.jpg'));
  await library.program.kill();
  await library.program.start();
  await until('the rename is seen', async () => (await list()).some(({ filename }) => filename === 'renamed.jpg'));
  await post(`/selections/${made.id}/complete`);
  const items = async () => JSON.parse((await backend.get(`/selections/${made.id}/items`)).bytes).items;
  const before = await items();
  assert.deepEqual(before.map(({ number, asset }) => [number, asset.filename]), [[1, 'renamed.jpg'], [2, '1.jpg']]);
  assert.deepEqual([before[1].links.edited, before[1].links.resources.length], [null, 1]);
  const { original, edited } = before[0].links;
  for (const url of [original, edited]) {
    assert.equal((await nobody.get(url)).status, 200, 'a link needs no token');
    for (const wrong of [url.replace(/.$/, (last) => (last === '0' ? '1' : '0')), url.replace(/expires=\d/, 'expires=9'),
      url.replace(/&signature=.*/, ''), url.replace(ids.get('turned.jpg'), ids.get('1.jpg'))]) {
      assert.equal((await nobody.get(wrong)).status, 401, wrong);
    }
  }
  assert.deepEqual((await nobody.get(original)).bytes, readFileSync(library.path('b/renamed.jpg')));

  writeFileSync(library.path('b/renamed.jpg'), newPicture());
  rmSync(library.path('1.jpg'));
  await until('the changes are seen', async () => (await list()).length === 3
    && (await backend.get(`/assets/${ids.get('turned.jpg')}`)).bytes.toString().includes('"pixelWidth":400') === false);
  const unsigned = (all) => all.map(({ asset, number, isGone, crop }) => ({ asset, number, isGone, crop }));
  assert.deepEqual(unsigned(await items()), unsigned(before), 'the facts are kept');
  assert.equal((await nobody.get(original)).status, 410, 'never another picture than the one that was picked');
  assert.equal((await nobody.get(edited)).status, 410);
  assert.equal((await nobody.get(before[1].links.original)).status, 404);
});

/** Makes a token by the command line, as a person does. */
function makeToken(library) {
  const words = ['token', 'create', '--scope', 'write', '--name', 'backend', '--data', library.data];
  const text = execFileSync(BINARY, words).toString();
  return text.match(/cs_[0-9a-f]+/)[0];
}

test('an archive holds pictures as they were cut, under names that go together', async (t) => {
  const library = await start(t), assets = await library.assets();
  const id = (name) => assets.get(name).id;
  const made = await pick(library, [
    [id('turned.jpg'), { crop: { x: 0, y: 0, width: 0.5, height: 0.5 } }], [id('0.jpg')], [id('b/0.JPG')],
    [id('1.jpg'), { rotation: 90, wantsOriginal: true }],
  ]);
  await complete(library, made);
  const { status, bytes } = await library.get(`/selections/${made.id}/archive.zip`);
  assert.equal(status, 200);
  const file = join(library.elsewhere, 'all.zip');
  writeFileSync(file, bytes);
  execFileSync('unzip', ['-tq', file]);
  execFileSync('7z', ['t', file]);
  const names = python('import sys, zipfile; print("\\n".join(zipfile.ZipFile(sys.argv[1]).namelist()))', file).trim();
  assert.deepEqual(names.split('\n'), ['turned-edited.jpg', '0.jpg', '0 (2).JPG', '1.jpg']);
  const piece = join(library.elsewhere, 'read');
  writeFileSync(piece, execFileSync('unzip', ['-p', file, 'turned-edited.jpg']));
  assert.deepEqual(JSON.parse(python(READ, piece)).size, [150, 200]);
  assert.deepEqual(execFileSync('unzip', ['-p', file, '1.jpg']), readFileSync(library.path('1.jpg')));
});
