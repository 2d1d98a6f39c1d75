/** Who sees a part of the library: bearers of limited tokens and of a selection's own. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { connect } from '../client.mjs';
import { WebSocket } from '../Model/websocket.mjs';
import { BINARY, fill, Library, newPicture, until } from './library.mjs';

/** A server over two folders with four pictures each that asks for a token, and what asks it with one. */
async function start(t) {
  const library = await Library.start(t, {
    isWatched: false, before: ({ photos }) => { for (const name of ['a', 'b']) fill(join(photos, name), 4); },
  });
  const ids = new Map([...(await library.assets())].map(([path, { id }]) => [path, id]));
  process.env.CONTACTSHEET_REQUIRE_TOKEN = 'true';
  t.after(() => { delete process.env.CONTACTSHEET_REQUIRE_TOKEN; });
  await library.program.kill();
  await library.program.start();
  const admin = client(library, make(library, 'admin'));
  await until('the folders are listed', async () => (await admin.get('/assets?settle=1s')).value.total === 8);
  return { library, ids, admin };
}

/** Makes a token by the command line; gives its text. */
function make(library, scope, ...words) {
  const all = ['token', 'create', '--scope', scope, '--name', scope, '--data', library.data, ...words];
  return execFileSync(BINARY, all, { stdio: ['ignore', 'pipe', 'ignore'] }).toString().trim();
}

/** What asks with a token; each answer has `status` and `value`. */
function client(library, token) {
  const ask = async (method, path, content, headers = {}) => {
    const response = await fetch(library.program.url + path, {
      method, redirect: 'manual', body: content && JSON.stringify(content),
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', ...headers },
    });
    const text = await response.text(), isJSON = response.headers.get('content-type')?.includes('json');
    return { status: response.status, headers: response.headers, value: isJSON ? JSON.parse(text) : text };
  };
  return {
    token, ask, get: (path) => ask('GET', path), post: (path, content) => ask('POST', path, content),
    patch: (path, content) => ask('PATCH', path, content),
  };
}

/** The reference client over a token, by one transport. */
function observe(library, token, transport, query) {
  const seen = { reloads: 0, errors: [] };
  const connection = connect(library.program.url, {
    transports: [transport],
    WebSocket: class extends WebSocket {
      constructor(url, protocols) { super(url, [...protocols, `bearer.${token}`]); }
    },
    fetch: (url, init) => fetch(url, { ...init, headers: { ...init?.headers, authorization: `Bearer ${token}` } }),
    clock: {
      now: () => performance.now(), random: () => 0.1,
      setTimeout: (action, time) => setTimeout(action, time / 10), clearTimeout: (timer) => clearTimeout(timer),
    },
  });
  const view = connection.observe(query, { onReload: () => seen.reloads++, onError: (error) => seen.errors.push(error) });
  return { view, seen, stop: () => connection.stop() };
}

test('a limited token shows chosen assets as if they were the whole library', async (t) => {
  const { library, ids, admin } = await start(t);
  const chosen = ['a/0.jpg', 'a/2.jpg', 'b/1.jpg'].map((path) => ids.get(path));
  const { status, value: made } = await admin.post('/tokens', { name: 'guest', scope: 'limited', assets: chosen });
  assert.deepEqual([status, made.assetCount], [201, 3]);
  const guest = client(library, made.token), hidden = ids.get('a/1.jpg');

  const page = (await guest.get('/assets?sort=name')).value;
  assert.deepEqual([page.total, page.items.map(({ id }) => id).sort()], [3, [...chosen].sort()]);
  const second = (await guest.get('/assets?sort=name&limit=1&offset=1')).value;
  assert.deepEqual([second.items[0].id, second.total], [page.items[1].id, 3]);
  const { sections } = (await guest.get('/collections?empty=true')).value;
  const collections = sections.flatMap((section) => section.collections);
  assert.equal(collections.find(({ id }) => id === 'all').assetCount, 3);
  const folders = new Map(collections.filter(({ type }) => type === 'folder').map(({ title, ...rest }) => [title, rest]));
  assert.deepEqual(['a', 'b'].map((name) => folders.get(name).assetCount), [2, 1]);
  assert.equal((await guest.get(`/collections/${folders.get('a').id}/assets`)).value.total, 2);
  assert.equal((await guest.get(`/collections/${folders.get('a').id}`)).value.assetCount, 2);
  assert.ok(collections.every(({ keyAssetID }) => !keyAssetID || chosen.includes(keyAssetID)));
  for (const rest of ['', '/original', '/explain', '/resources/photo']) {
    assert.equal((await guest.get(`/assets/${chosen[0]}${rest}`)).status, 200, rest);
    assert.equal((await guest.get(`/assets/${hidden}${rest}`)).status, 404, rest);
  }
  assert.equal((await guest.get(`/thumbnails/${chosen[0]}`)).status, 200);
  assert.equal((await guest.get(`/thumbnails/${hidden}`)).status, 404);
  for (const [method, path] of [['GET', '/selections'], ['POST', '/selections'], ['GET', '/tokens'], ['POST', '/rescan']]) {
    assert.equal((await guest.ask(method, path, method === 'POST' ? {} : undefined)).status, 403, path);
  }
  assert.equal((await guest.get('/authorization')).value.status, 'limited');
  const { value: selection } = await admin.post('/selections', {});
  assert.equal((await guest.get(`/changes?resource=selection&selection=${selection.id}`)).status, 404);
});

test('changes reach the bearer of a limited token as far as they concern what it shows', async (t) => {
  const { library, ids, admin } = await start(t);
  const chosen = ['a/0.jpg', 'b/1.jpg'].map((path) => ids.get(path));
  const { value: made } = await admin.post('/tokens', { name: 'guest', scope: 'limited', assets: chosen });
  const views = ['websocket', 'eventstream', 'longpoll'].flatMap((transport) => [
    observe(library, made.token, transport, { sort: 'name' }),
    observe(library, made.token, transport, { resource: 'collections' }),
  ]);
  t.after(() => views.forEach((each) => each.stop()));
  const count = async (wanted) => {
    await until(`${wanted} are seen`, async () => {
      await admin.get('/assets?settle=1s&limit=1');
      return views.every(({ view }, index) => (index % 2 === 0
        ? view.count === wanted : view.at(0)?.assetCount === wanted));
    });
  };
  await count(2);
  const { value: before } = await client(library, made.token).get('/changes?sort=name');
  writeFileSync(library.path('a/new.jpg'), newPicture());
  rmSync(library.path('b/0.jpg'));
  await admin.get('/assets?settle=5s&limit=1');
  const quiet = (await client(library, made.token).get(`/changes?sort=name&since=${before.token}`)).value;
  assert.deepEqual([quiet.inserted, quiet.removed, quiet.countAfter], [[], [], 2], 'of others nothing is told');
  rmSync(library.path('a/0.jpg'));
  await count(1);
  assert.ok(views.every(({ seen }) => seen.reloads === 0 && seen.errors.length === 0));

  const other = ids.get('b/2.jpg');
  assert.equal((await admin.patch(`/tokens/${made.id}`, { add: [other, ids.get('b/3.jpg')] })).value.assetCount, 4);
  await count(3);
  assert.ok(views.every(({ seen }) => seen.reloads === 1), 'another subset is told of as a new list');
  assert.equal((await client(library, made.token).get(`/changes?sort=name&since=${before.token}`)).status, 410);
  assert.equal((await admin.patch(`/tokens/${made.id}`, { assets: [other] })).value.assetCount, 1);
  await count(1);
  await library.program.kill();
  await library.program.start();
  await count(1);
  assert.equal(views[0].view.ids[0], other);
  for (const [change, status] of [[{ assets: [], add: [] }, 200], [{ add: ['x'] }, 400], [{ colour: 1 }, 400]]) {
    assert.equal((await admin.patch(`/tokens/${made.id}`, change)).status, status);
  }
  assert.equal((await admin.patch(`/tokens/${'0'.repeat(16)}`, { add: [] })).status, 404);
});

test("a selection's own token shows what may be picked, and picks in that selection alone", async (t) => {
  const { library, ids, admin } = await start(t);
  const folder = (await admin.get('/collections')).value.sections.flatMap((section) => section.collections)
    .find(({ title }) => title === 'a').id;
  const { value: made } = await admin.post('/selections', { fetch: { collection: folder } });
  const { value: other } = await admin.post('/selections', {});
  const picker = client(library, made.selectionToken);
  assert.equal((await picker.get('/assets')).value.total, 4);
  assert.equal((await picker.get(`/assets/${ids.get('a/1.jpg')}`)).status, 200);
  assert.equal((await picker.get(`/assets/${ids.get('b/1.jpg')}`)).status, 404);
  const add = (id) => ({ actions: [{ action: 'add', assets: [id] }] });
  assert.equal((await picker.post(`/selections/${made.id}/items`, add(ids.get('a/1.jpg')))).status, 200);
  assert.notEqual((await picker.post(`/selections/${made.id}/items`, add(ids.get('b/1.jpg')))).status, 200);
  for (const [method, path] of [
    ['GET', `/selections/${other.id}`], ['POST', `/selections/${other.id}/complete`], ['GET', '/selections'],
    ['DELETE', `/selections/${made.id}`], ['GET', `/selections/${made.id}/callback`], ['GET', '/tokens'],
  ]) assert.equal((await picker.ask(method, path)).status, 403, `${method} ${path}`);
  assert.equal((await picker.get(`/changes?resource=selection&selection=${made.id}`)).status, 200);
  assert.equal((await picker.get(`/changes?resource=selection&selection=${other.id}`)).status, 404);

  const { value: again } = await admin.get(`/selections/${made.id}`);
  assert.deepEqual([again.selectionToken, again.pickerURL], [undefined, `/pick/${made.id}`]);
  const opened = await fetch(library.program.url + made.pickerURL, { redirect: 'manual' });
  assert.deepEqual([opened.status, opened.headers.get('location')], [303, `/pick/${made.id}`]);
  const cookie = opened.headers.get('set-cookie').split(';')[0];
  assert.match(opened.headers.get('set-cookie'), /HttpOnly; SameSite=Lax/);
  const asPage = (path, init) => fetch(library.program.url + path, { ...init, headers: { cookie, ...init?.headers } });
  assert.equal((await asPage(`/selections/${made.id}/items`)).status, 200);
  assert.equal((await asPage(`/selections/${made.id}/complete`, { method: 'POST' })).status, 403, 'not for other pages');
  const own = { method: 'POST', headers: { 'sec-fetch-site': 'same-origin' } };
  assert.equal((await asPage(`/selections/${made.id}/complete`, own)).status, 200);
  const wrong = made.pickerURL.replace(/.$/, (last) => (last === '0' ? '1' : '0'));
  assert.equal((await fetch(library.program.url + wrong, { redirect: 'manual' })).status, 404);
  assert.equal((await fetch(library.program.url + made.pickerURL.replace(made.id, other.id), { redirect: 'manual' })).status, 404);
});

test('a token that is revoked ends event streams and long polls, too', async (t) => {
  const { library, admin } = await start(t);
  const { value: made } = await admin.post('/tokens', { name: 'phone', scope: 'read' });
  const authorization = `Bearer ${made.token}`;
  const stream = await fetch(`${library.program.url}/changes`, { headers: { authorization, accept: 'text/event-stream' } });
  const ended = (async () => {
    try {
      for await (const piece of stream.body) assert.ok(piece.length > 0);
    } catch (error) {
      assert.ok(error instanceof TypeError);
    }
  })();
  const { token } = await (await fetch(`${library.program.url}/changes`, { headers: { authorization } })).json();
  const poll = fetch(`${library.program.url}/changes?since=${token}&wait=60s`, { headers: { authorization } })
    .then(({ status }) => status, () => 'ended');
  assert.equal((await admin.ask('DELETE', `/tokens/${made.id}`)).status, 204);
  await ended;
  assert.notEqual(await poll, 200);
});

test('names of tokens are lines', async (t) => {
  const { library, admin } = await start(t);
  for (const name of ['', 'a\nb', 'a\u0000', 'a\u001b[31m', '\u007f', 'a\u2028b', 'x'.repeat(101)]) {
    assert.equal((await admin.post('/tokens', { name, scope: 'read' })).status, 400, JSON.stringify(name));
    if (name.includes('\0')) continue;
    const words = ['token', 'create', '--name', name, '--data', library.data];
    assert.throws(() => execFileSync(BINARY, words, { stdio: 'ignore' }), { status: 2 }, JSON.stringify(name));
  }
  assert.equal((await admin.post('/tokens', { name: 'Zoë’s phone 📱', scope: 'read' })).status, 201);
});
