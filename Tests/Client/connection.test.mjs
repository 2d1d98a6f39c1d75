import assert from 'node:assert/strict';
import { test } from 'node:test';
import { averageColor, checksum, connect } from './client.mjs';
import { asset, fakeFetch, FakeClock, FakeList, fakeWebSockets, idAt, ids, turn } from './fakes.mjs';

/** A library, an observed view and all that stands behind it; `log` tells what the handlers were called with. */
function observed({ query = { collection: 'all' }, transports, window, handlers = {} } = {}) {
  const clock = new FakeClock(), net = fakeFetch(), WebSocket = fakeWebSockets();
  const log = [];
  const library = connect('http://photos.test:8080/', {
    clock, fetch: net.fetch, WebSocket, transports,
    onIndex: ({ state }) => log.push(`index ${state}`), onRoots: () => log.push('roots'),
    onError: (error) => log.push(`library error ${error.message}`),
  });
  const observe = (name) => library.observe(query, {
    window,
    onSnapshot: () => log.push(`${name}snapshot`), onChange: (_, { to }) => log.push(`${name}change ${to}`),
    onReload: (_, reason) => log.push(`${name}reload ${reason}`), onError: () => log.push(`${name}error`),
    ...handlers,
  });
  return { clock, net, WebSocket, log, library, observe, view: observe('') };
}

/** The same, with an open socket that has brought a snapshot. */
async function connected(list, options) {
  const all = observed(options);
  await turn();
  all.WebSocket.last.open();
  all.WebSocket.last.receive(list.snapshot(options?.window ?? 100));
  return all;
}

test('observes over a WebSocket, with its subprotocol', async () => {
  const { WebSocket, view, log, library } = observed({
    query: { collection: 'videos', mediaType: ['image', 'video'], sort: null },
  });
  assert.equal(view.count, 0);
  await turn();
  assert.equal(WebSocket.last.url, 'ws://photos.test:8080/changes');
  assert.deepEqual(WebSocket.last.protocols, ['contactsheet.changes.v1']);
  assert.deepEqual(WebSocket.last.sent, []);
  WebSocket.last.open();
  assert.deepEqual(WebSocket.last.sent, [
    { type: 'observe', view: 'view-1', collection: 'videos', mediaType: 'image,video', limit: 100 },
  ]);
  const list = new FakeList(ids(0, 3));
  WebSocket.last.receive(list.snapshot());
  assert.deepEqual(view.ids, ids(0, 3));
  assert.equal(view.at(1).filename, `${idAt(1)}.jpg`);
  list.become([...ids(1, 3), idAt(7)]);
  WebSocket.last.receive(list.change());
  assert.deepEqual(view.ids, list.list);
  assert.equal(view.token, 'lib-2');
  assert.deepEqual(log, ['snapshot', 'change lib-2']);
  library.stop();
  assert.equal(WebSocket.last.readyState, 3);
});

test('thumbnails are made ahead where a view says, also after the socket was lost', async () => {
  const { WebSocket, view, clock } = await connected(new FakeList(ids(0, 3)));
  view.cache({ offset: 20, limit: 40, w: 256 });
  const message = { type: 'cache', view: 'view-1', offset: 20, limit: 40, w: 256 };
  assert.deepEqual(WebSocket.last.sent.at(-1), message);
  WebSocket.last.receive({ type: 'caching', view: 'view-1', total: 40, cached: 7, failed: 0 });
  await clock.advance(59_000);
  WebSocket.last.drop();
  await turn();
  await clock.advance(250);
  WebSocket.last.open();
  assert.deepEqual(WebSocket.last.sent.map(({ type }) => type), ['observe', 'cache']);
  assert.deepEqual(WebSocket.last.sent.at(-1), message);
  view.cache(undefined);
  assert.deepEqual(WebSocket.last.sent.at(-1), { type: 'cache', view: 'view-1', limit: 0 });
});

test('the average colour of a ThumbHash', () => {
  assert.equal(averageColor(null), undefined);
  assert.equal(averageColor('WRkKfZxyiXbAaId3h6h2iHDb+Id9'), 'rgb(122 110 72)');
  assert.equal(averageColor('1QcSHQRnh493V4dIh4eXh1h4kJUI'), 'rgb(86 82 88)');
});

test('all views share one socket; each has its own messages; stopping the last closes it', async () => {
  const first = new FakeList(ids(0, 3)), second = new FakeList(ids(5, 9), { name: 'view-2' });
  const { WebSocket, observe, view, log } = await connected(first);
  const other = observe('other ');
  await turn();
  assert.equal(WebSocket.made.length, 1);
  assert.equal(WebSocket.last.sent.at(-1).view, 'view-2');
  WebSocket.last.receive(second.snapshot());
  second.become(ids(5, 8));
  WebSocket.last.receive(second.change());
  assert.deepEqual([view.count, other.count], [3, 3]);
  WebSocket.last.receive({ type: 'index', state: 'reading' });
  WebSocket.last.receive({ type: 'roots', roots: [] });
  WebSocket.last.receive({ type: 'error', view: null, problem: { status: 400, title: 'what?' } });
  assert.deepEqual(log, [
    'snapshot', 'other snapshot', 'other change lib-2', 'index reading', 'roots', 'library error what?']);
  view.stop();
  assert.deepEqual(WebSocket.last.sent.at(-1), { type: 'stop', view: 'view-1' });
  WebSocket.last.receive(first.snapshot());
  other.stop();
  assert.equal(WebSocket.last.readyState, 3);
  assert.equal(log.length, 6);
});

test('resumes from its token when the socket drops', async () => {
  const list = new FakeList(ids(0, 3));
  const { WebSocket, clock, view, log } = await connected(list);
  await clock.advance(60_000 - 1);
  WebSocket.last.drop();
  await turn();
  assert.equal(WebSocket.made.length, 1);
  await clock.advance(250);
  assert.equal(WebSocket.made.length, 2);
  WebSocket.last.open();
  assert.equal(WebSocket.last.sent[0].since, 'lib-1');
  list.become(ids(1, 5));
  WebSocket.last.receive(list.change());
  assert.deepEqual(view.ids, ids(1, 5));
  assert.deepEqual(log, ['snapshot', 'change lib-2']);
  view.stop();
});

test('starts afresh where the server cannot resume', async () => {
  const list = new FakeList(ids(0, 3));
  const { WebSocket, view, log } = await connected(list);
  list.become(ids(50, 400));
  WebSocket.last.receive(list.reload('tooLarge', 10));
  assert.equal(view.count, 350);
  assert.deepEqual(view.ids.slice(8, 12), [idAt(58), idAt(59), undefined, undefined]);
  assert.deepEqual(log, ['snapshot', 'reload tooLarge']);
  list.become(ids(49, 400));
  WebSocket.last.receive(list.change());
  assert.equal(view.token, 'lib-3');
  view.stop();
});

test('falls back to an event stream, then to long poll, at once', async () => {
  const list = new FakeList(ids(0, 3));
  const { WebSocket, net, view, clock } = observed();
  await turn();
  WebSocket.last.drop();
  await turn();
  assert.equal(net.last.accept, 'text/event-stream');
  assert.deepEqual(net.last.query, { collection: 'all', limit: '100' });
  net.last.answer({ status: 406, title: 'Not acceptable' }, 406);
  await turn();
  assert.equal(net.last.accept, 'application/json');
  assert.deepEqual(net.last.query, { collection: 'all', limit: '100' });
  net.last.answer(list.snapshot());
  await turn();
  assert.equal(clock.time, 0);
  assert.equal(view.transport, 'longpoll');
  assert.deepEqual(view.ids, ids(0, 3));
  assert.deepEqual(net.last.query, { collection: 'all', limit: '100', since: 'lib-1', wait: '30s' });
  list.become(ids(0, 4));
  net.last.answer(list.change());
  await turn();
  assert.deepEqual(view.ids, ids(0, 4));
  assert.equal(net.last.query.since, 'lib-2');
  view.stop();
  await turn();
  assert.equal(net.open.length, 0);
});

test('an event stream brings snapshot, changes and comments, and resumes', async () => {
  const list = new FakeList(ids(0, 3));
  const { net, view, clock, log } = observed({ transports: ['eventstream'] });
  await turn();
  const stream = net.last.stream();
  stream.receive(list.snapshot());
  stream.receive({ type: 'index', state: 'idle' });
  await turn();
  for (let count = 0; count < 10; count++) {
    await clock.advance(15_000);
    stream.write(':\n\n');
    await turn();
  }
  list.become(ids(0, 5));
  stream.receive(list.change());
  await turn();
  assert.deepEqual(view.ids, ids(0, 5));
  stream.end();
  await clock.advance(250);
  assert.equal(net.requests.length, 2);
  assert.equal(net.last.query.since, 'lib-2');
  assert.deepEqual(log, ['snapshot', 'index idle', 'change lib-2']);
  view.stop();
});

test('a silent event stream is opened again', async () => {
  const { net, view, clock } = observed({ transports: ['eventstream'] });
  await turn();
  net.last.stream().receive(new FakeList(ids(0, 3)).snapshot());
  await clock.advance(44_999);
  assert.equal(net.requests.length, 1);
  await clock.advance(251);
  assert.equal(net.requests.length, 2);
  view.stop();
});

test('a stream that a proxy holds back is given up for long poll', async () => {
  const { net, view, clock } = observed({ transports: ['eventstream', 'longpoll'] });
  await turn();
  net.last.stream();
  await clock.advance(15_000);
  assert.equal(net.last.accept, 'application/json');
  view.stop();
});

test('a socket that opens and says nothing is given up for an event stream', async () => {
  const { net, view, clock, WebSocket } = observed();
  await turn();
  WebSocket.last.open();
  await clock.advance(15_000);
  assert.equal(WebSocket.last.readyState, 3);
  assert.equal(net.last.accept, 'text/event-stream');
  view.stop();
});

test('a silent socket is asked for a sign of life', async () => {
  const list = new FakeList(ids(0, 3));
  const { WebSocket, view, clock } = await connected(list);
  await clock.advance(60_000);
  assert.deepEqual(WebSocket.last.sent.at(-1), {
    type: 'observe', view: 'view-1', collection: 'all', limit: 100, since: 'lib-1' });
  WebSocket.last.receive({ ...list.change(1), to: 'lib-1' });
  await clock.advance(60_000);
  assert.equal(WebSocket.last.readyState, 1);
  await clock.advance(15_000);
  assert.equal(WebSocket.made[0].readyState, 3);
  view.stop();
});

test('without a WebSocket, as in older Node, the event stream comes first', async () => {
  const net = fakeFetch();
  const library = connect('http://photos.test', { clock: new FakeClock(), fetch: net.fetch, WebSocket: undefined });
  library.observe();
  await turn();
  assert.equal(net.last.accept, 'text/event-stream');
  library.stop();
});

test('pauses grow up to half a minute, spread at random, and start small after a good connection', async () => {
  const { clock, net, view } = observed({ transports: ['longpoll'] });
  const pauses = [];
  await turn();
  for (let count = 0; count < 9; count++) {
    net.last.fail();
    await turn();
    pauses.push(clock.pending[0]);
    await clock.advance(clock.pending[0]);
  }
  assert.deepEqual(pauses, [500, 1000, 2000, 4000, 8000, 16_000, 30_000, 30_000, 30_000]);
  clock.random = () => 0.5;
  net.last.answer({ status: 503, title: 'Not now' }, 503);
  await turn();
  assert.deepEqual(clock.pending, [15_000]);
  await clock.advance(15_000);

  net.last.answer(new FakeList(ids(0, 3)).snapshot());
  await clock.advance(5_000);
  net.last.fail();
  await turn();
  assert.deepEqual(clock.pending, [125]);
  view.stop();
  assert.deepEqual(clock.pending, []);
});

test('a server that answers and drops at once is not hammered', async () => {
  const { clock, WebSocket, view } = observed({ transports: ['websocket'] });
  await turn();
  for (const pause of [500, 1000, 2000]) {
    WebSocket.last.open();
    WebSocket.last.receive(new FakeList(ids(0, 3)).snapshot());
    WebSocket.last.drop();
    await turn();
    assert.deepEqual(clock.pending, [pause]);
    await clock.advance(pause);
  }
  view.stop();
});

test('a refusal that stays one ends the view', async () => {
  for (const transport of ['eventstream', 'longpoll']) {
    const { clock, net, view, log } = observed({ transports: [transport] });
    await turn();
    net.last.answer({ type: '/problems/invalid-parameter', title: 'No', status: 400 }, 400);
    await clock.advance(60_000);
    assert.equal(net.requests.length, 1);
    assert.equal(view.isStopped, true);
    assert.deepEqual(log, ['error']);
  }
  const { WebSocket, view, log } = await connected(new FakeList([]));
  WebSocket.last.receive({ type: 'error', view: 'view-1', problem: { status: 503, title: 'Not now' } });
  assert.equal(view.isStopped, false);
  WebSocket.last.receive({ type: 'error', view: 'view-1', problem: { status: 404, title: 'No such collection' } });
  assert.equal(view.isStopped, true);
  assert.deepEqual(log, ['snapshot', 'error', 'error']);
});

test('reloads by long poll do not follow each other without a pause', async () => {
  const list = new FakeList(ids(0, 3));
  const { clock, net, view } = observed({ transports: ['longpoll'] });
  await turn();
  net.last.answer(list.snapshot());
  await turn();
  net.last.answer(list.reload('viewGone'));
  await turn();
  assert.equal(net.requests.length, 2);
  await clock.advance(250);
  assert.equal(net.requests.length, 3);
  view.stop();
});

test('410 starts afresh with the snapshot in it', async () => {
  for (const transport of ['eventstream', 'longpoll']) {
    const list = new FakeList(ids(0, 3));
    const { clock, net, view, log } = observed({ transports: [transport] });
    await turn();
    if (transport === 'longpoll') {
      net.last.answer(list.snapshot());
    } else {
      const stream = net.last.stream();
      stream.receive(list.snapshot());
      await turn();
      stream.end();
    }
    await clock.advance(1000);
    assert.equal(net.last.query.since, 'lib-1');
    const fresh = new FakeList(ids(10, 12), { library: 'other' });
    net.last.answer({ type: '/problems/unknown-library', title: 'Gone', status: 410, snapshot: fresh.snapshot() }, 410);
    await clock.advance(1000);
    assert.deepEqual(view.ids, ids(10, 12));
    assert.equal(net.last.query.since, 'other-1');
    assert.deepEqual(log, ['snapshot', 'reload unknownLibrary'], transport);
    view.stop();
  }
});

test('a wrong checksum is told of, and a snapshot asked for', async () => {
  const list = new FakeList(ids(0, 3));
  const { WebSocket, clock, view, log } = await connected(list);
  list.become(ids(0, 4));
  WebSocket.last.receive({ ...list.change(), checksum: '0000000000000001' });
  await clock.advance(500);
  WebSocket.last.open();
  assert.equal(WebSocket.last.sent.at(-1).since, undefined);
  WebSocket.last.receive(list.snapshot());
  assert.deepEqual(view.ids, ids(0, 4));
  assert.deepEqual(log, ['snapshot', 'error', 'reload snapshot']);
  view.stop();
});

test('a change from another version is not applied; the view resumes from its own', async () => {
  const list = new FakeList(ids(0, 3));
  const { WebSocket, clock, view, log } = await connected(list);
  list.become(ids(0, 4));
  list.become(ids(0, 5));
  WebSocket.last.receive(list.change());
  await clock.advance(500);
  WebSocket.last.open();
  assert.equal(WebSocket.last.sent.at(-1).since, 'lib-1');
  WebSocket.last.receive(list.change(1));
  assert.deepEqual(view.ids, ids(0, 5));
  assert.deepEqual(log, ['snapshot', 'change lib-3']);
  view.stop();
});

test('pages fill holes, pinned to the version; changes in between move what they fill', async () => {
  const list = new FakeList(ids(0, 30));
  const { WebSocket, net, view, log } = await connected(list, { window: 5, query: { collection: 'videos', sort: 'name' } });
  assert.equal(view.isComplete, false);
  const fetched = view.fetch(3, 10);
  await turn();
  assert.equal(net.last.path, '/collections/videos/assets');
  assert.deepEqual(net.last.query, { sort: 'name', offset: '5', limit: '5', at: 'lib-1' });
  // 0 goes, 7 becomes the first, 9 changes, 100 and 101 come, while the page is on its way.
  const page = list.page(net.last.query);
  list.become([idAt(7), ...ids(1, 7), idAt(100), ...ids(8, 30), idAt(101)]);
  WebSocket.last.receive(list.change(1, [idAt(9)]));
  net.last.answer(page);
  assert.deepEqual((await fetched).map(({ id }) => id), list.list.slice(3, 10));
  assert.equal(view.at(0).id, idAt(7));
  assert.equal(view.at(list.list.indexOf(idAt(9))).version, 2);
  assert.deepEqual(log, ['snapshot', 'change lib-2']);

  const rest = view.fetch();
  await turn();
  net.last.answer(list.page(net.last.query));
  assert.deepEqual((await rest).map(({ id }) => id), list.list);
  assert.equal(view.isComplete, true);
  assert.equal(checksum(view.ids), view.serverChecksum);
  view.stop();
});

test('equal fetches share a request; long ones go by pages of a thousand', async () => {
  const list = new FakeList(ids(0, 2500));
  const { net, view } = await connected(list, { window: 0 });
  const fetched = Promise.all([view.fetch(), view.fetch(100, 200), view.fetch()]);
  for (let page = 0; page < 3; page++) {
    await turn();
    assert.equal(net.open.length, 1);
    net.last.answer(list.page(net.last.query));
  }
  assert.deepEqual((await fetched).map((items) => items.length), [2500, 100, 2500]);
  assert.deepEqual(net.requests.map(({ query }) => query.limit), ['1000', '1000', '500']);
  view.stop();
});

test('a page whose version is gone is asked for again at a newer one', async () => {
  const list = new FakeList(ids(0, 20));
  const { net, view, WebSocket } = await connected(list, { window: 5 });
  const fetched = view.fetch();
  await turn();
  net.last.answer({ type: '/problems/token-expired', title: 'Gone', status: 410 }, 410);
  await turn();
  assert.equal(WebSocket.last.sent.at(-1).since, 'lib-1');
  list.become(ids(0, 20));
  WebSocket.last.receive(list.change());
  await turn();
  assert.equal(net.last.query.at, 'lib-2');
  net.last.answer(list.page(net.last.query));
  assert.equal((await fetched).length, 20);
  const more = view.fetch(0, 20);
  assert.equal((await more).length, 20);
  view.stop();
});

test('a fetch that fails says so and can be tried again', async () => {
  const list = new FakeList(ids(0, 20));
  const { net, view } = await connected(list, { window: 5 });
  const failing = view.fetch();
  await turn();
  net.last.fail();
  await assert.rejects(failing, TypeError);
  const fetched = view.fetch();
  await turn();
  net.last.answer(list.page(net.last.query));
  assert.equal((await fetched).length, 20);
  view.stop();
  await assert.rejects(view.fetch(), /stopped/);
});

test('a fetch before the snapshot waits for it', async () => {
  const { view, WebSocket } = observed();
  const fetched = view.fetch();
  await turn();
  WebSocket.last.open();
  WebSocket.last.receive(new FakeList(ids(0, 3)).snapshot());
  assert.equal((await fetched).length, 3);
  view.stop();
});

test('inserted assets beyond the first hundreds come by page', async () => {
  const list = new FakeList(ids(0, 2));
  const { net, view, WebSocket } = await connected(list);
  list.become(ids(0, 4));
  const change = list.change();
  WebSocket.last.receive({ ...change, inserted: change.inserted.map(({ index, asset: { id } }) => ({ index, id })) });
  assert.deepEqual(view.ids, ids(0, 4));
  assert.equal(view.at(3), undefined);
  const fetched = view.fetch();
  await turn();
  assert.deepEqual(net.last.query, { offset: '2', limit: '2', at: 'lib-2' });
  net.last.answer(list.page(net.last.query));
  assert.deepEqual((await fetched)[3], asset(idAt(3)));
  view.stop();
});

test('the list of collections is observed and fetched alike', async () => {
  const collection = (id) => ({ id, title: id });
  const words = ['all', 'videos', 'raw', idAt(9)];
  const { view, WebSocket, net } = observed({ query: { resource: 'collections' }, window: 2 });
  await turn();
  WebSocket.last.open();
  assert.equal(WebSocket.last.sent[0].resource, 'collections');
  WebSocket.last.receive({
    type: 'snapshot', view: 'view-1', token: 'lib-1', count: 4, checksum: checksum(words), offset: 0,
    items: words.slice(0, 2).map(collection),
  });
  const fetched = view.fetch();
  await turn();
  // At the version of the view: a later one may have what no change up to the next tells of, since it was taken back.
  assert.deepEqual([net.last.path, net.last.query], ['/collections', { at: 'lib-1' }]);
  net.last.answer({ version: 1, sections: [
    { type: 'all', collections: [collection('all')] }, { type: 'smart', collections: words.slice(1).map(collection) },
  ] });
  assert.deepEqual((await fetched).map(({ id }) => id), words);
  WebSocket.last.receive({
    type: 'change', view: 'view-1', from: 'lib-1', to: 'lib-2', hasIncrementalChanges: true, countBefore: 4, countAfter: 4,
    removed: [], moved: [], inserted: [], checksum: checksum(words),
    changed: [{ index: 1, collection: { id: 'videos', title: 'Videos' }, fields: ['title'] }],
  });
  assert.equal(view.at(1).title, 'Videos');
  view.stop();
});

test('lists, pages and refusals by plain requests', async () => {
  const net = fakeFetch();
  const library = connect('http://photos.test/', { fetch: net.fetch });
  const collections = library.collections({ empty: true });
  assert.deepEqual([net.last.path, net.last.query], ['/collections', { empty: 'true' }]);
  net.last.answer({ version: 1, sections: [] });
  assert.deepEqual((await collections).sections, []);

  const pages = library.assets({ collection: 'raw', limit: 2 });
  let page = pages.next();
  assert.equal(net.last.path, '/collections/raw/assets');
  net.last.answer({ items: [1, 2], next: '/collections/raw/assets?limit=2&after=x' });
  assert.deepEqual((await page).value.items, [1, 2]);
  page = pages.next();
  await turn();
  assert.deepEqual(net.last.query, { limit: '2', after: 'x' });
  net.last.answer({ items: [3], next: null });
  assert.deepEqual((await page).value.items, [3]);
  assert.equal((await pages.next()).done, true);

  page = library.assets({ sort: 'colour' }).next();
  net.last.answer({ type: '/problems/invalid-parameter', title: 'No', status: 400, parameter: 'sort' }, 400);
  await assert.rejects(page, (error) => error.name === 'ProblemError' && error.problem.parameter === 'sort');
});

test('a fault in a handler harms neither view nor connection', async () => {
  const faults = [];
  const { queueMicrotask } = globalThis;
  globalThis.queueMicrotask = (action) => faults.push(action);
  const list = new FakeList(ids(0, 3));
  const { view, WebSocket } = await connected(list, { handlers: { onChange: () => { throw new Error('in it'); } } });
  list.become(ids(0, 4));
  WebSocket.last.receive(list.change());
  globalThis.queueMicrotask = queueMicrotask;
  assert.equal(faults.length, 1);
  assert.throws(faults[0], /in it/);
  assert.equal(view.count, 4);
  assert.equal(WebSocket.last.readyState, 1);
  view.stop();
});
