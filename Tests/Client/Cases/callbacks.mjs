/** How a caller's address is told that a selection has ended. */
import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { createServer } from 'node:http';
import { test } from 'node:test';
import { fill, Library, until } from './library.mjs';

/** Where retries begin, in milliseconds; a fifth may be added. */
const FIRST_WAIT = 5_000;

/** A receiver that answers with what `answer(request, response, number)` says, and keeps what it was sent. */
async function receiver(t, answer, host = '127.0.0.1') {
  const messages = [];
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const piece of request) body += piece;
    messages.push({ body, headers: request.headers, path: request.url, at: Date.now() });
    answer(response, messages.length, request);
  });
  await new Promise((resolve) => server.listen(0, host, resolve));
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  return { messages, url: `http://${host}:${server.address().port}/told` };
}

const end = (status, headers) => (response) => response.writeHead(status, headers).end();

async function send(library, method, path, content) {
  const response = await fetch(library.program.url + path, {
    method, headers: { 'content-type': 'application/json' }, body: content && JSON.stringify(content),
  });
  const text = await response.text();
  return { status: response.status, value: text && JSON.parse(text) };
}

async function selection(library, callbackURL, rules = {}) {
  const { status, value } = await send(library, 'POST', '/selections', { callbackURL, ...rules });
  assert.equal(status, 201);
  return value;
}

async function delivery(library, { id }) { return (await send(library, 'GET', `/selections/${id}/callback`)).value; }

async function start(t, options = ['--allow-private-callbacks']) {
  return Library.start(t, { before: (library) => fill(library.photos, 4), isWatched: false, options });
}

/** Checks a message as Standard Webhooks asks of receivers. */
function verify({ body, headers }, secret) {
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64');
  const { 'webhook-id': id, 'webhook-timestamp': seconds, 'webhook-signature': signature } = headers;
  assert.equal(signature, `v1,${createHmac('sha256', key).update(`${id}.${seconds}.${body}`).digest('base64')}`);
  assert.ok(Math.abs(Number(seconds) - Date.now() / 1000) < 60);
  return JSON.parse(body);
}

test('what was picked is told in order, signed, and again where it was not taken', async (t) => {
  const library = await start(t), ids = [...(await library.assets()).values()].map(({ id }) => id);
  const { messages, url } = await receiver(t, (response, number) => end(number === 1 ? 500 : 204)(response));
  const made = await selection(library, url, { metadata: { order: 7 } });
  const picked = [ids[2], ids[0]];
  await send(library, 'POST', `/selections/${made.id}/items`, { actions: [{ action: 'add', assets: picked }] });
  const { value: before } = await send(library, 'POST', `/selections/${made.id}/complete`);
  assert.equal(before.callbackSecret, undefined, 'the secret is told once');
  await until('the first attempt', async () => (await delivery(library, made)).attemptCount === 1);
  const failed = await delivery(library, made);
  assert.deepEqual([failed.state, failed.lastStatus, failed.url], ['pending', 500, url]);
  await until('it is taken', async () => (await delivery(library, made)).state === 'delivered');
  assert.equal(messages.length, 2);
  const [first, second] = messages.map((message) => verify(message, made.callbackSecret));
  assert.deepEqual(second, first);
  assert.equal(messages[0].headers['webhook-id'], messages[1].headers['webhook-id']);
  assert.ok(messages[1].at - messages[0].at >= FIRST_WAIT);
  assert.equal(first.type, 'selection.completed');
  assert.deepEqual(first.data.items.map(({ number, id }) => [number, id]), [[1, picked[0]], [2, picked[1]]]);
  assert.deepEqual(first.data.selection.metadata, { order: 7 });
  assert.equal(first.data.selection.callbackSecret, undefined);
  const { value: after } = await send(library, 'GET', `/selections/${made.id}`);
  assert.deepEqual(after, before, 'the selection is as it ended');
  assert.deepEqual(
    [await library.metric('contactsheet_callback_attempts_total'), await library.metric('contactsheet_callbacks_pending')],
    [2, 0]);
});

test('each end is told: cancelled, expired, deleted while open; but not without an address', async (t) => {
  const library = await start(t);
  const { messages, url } = await receiver(t, end(200));
  const [cancelled, expired, deleted, silent] = [
    await selection(library, url), await selection(library, url, { expiresIn: 1 }), await selection(library, url),
    await selection(library, undefined),
  ];
  await send(library, 'POST', `/selections/${cancelled.id}/cancel`);
  await send(library, 'DELETE', `/selections/${deleted.id}`);
  await send(library, 'POST', `/selections/${silent.id}/cancel`);
  await until('all are told', () => messages.length === 3);
  const told = messages.map((message) => JSON.parse(message.body));
  assert.deepEqual(
    Object.fromEntries(told.map(({ type, data }) => [data.selection.id, type])), {
      [cancelled.id]: 'selection.cancelled', [expired.id]: 'selection.expired', [deleted.id]: 'selection.cancelled',
    });
  assert.equal((await delivery(library, silent)).state, 'none');
  await until('it is kept', async () => await library.metric('contactsheet_callbacks_pending') === 0);
});

test('a redirect is not followed, 410 ends it, and a receiver may ask for time', async (t) => {
  const library = await start(t);
  const hidden = await receiver(t, end(200));
  const cases = [
    ['redirect', end(307, { location: hidden.url }), 'pending', 307], ['gone', end(410), 'failed', 410],
    ['busy', end(503, { 'retry-after': '600' }), 'pending', 503],
  ];
  const results = new Map();
  for (const [name, answer, state, status] of cases) {
    const { url } = await receiver(t, answer);
    const made = await selection(library, url);
    await send(library, 'POST', `/selections/${made.id}/cancel`);
    await until(name, async () => (await delivery(library, made)).attemptCount === 1);
    const now = await delivery(library, made);
    assert.deepEqual([name, now.state, now.lastStatus], [name, state, status]);
    results.set(name, now);
  }
  assert.match(results.get('redirect').lastFailure, /redirect/);
  assert.equal(results.get('gone').nextAttemptDate, null);
  assert.ok(Date.parse(results.get('busy').nextAttemptDate) - Date.now() > 550_000);
  assert.equal(hidden.messages.length, 0);
});

test('receivers that hang hold up no other', async (t) => {
  const library = await start(t);
  const hanging = await receiver(t, () => {});
  const good = await receiver(t, end(200), '127.0.0.2');
  for (let number = 0; number < 20; number++) {
    await send(library, 'POST', `/selections/${(await selection(library, hanging.url)).id}/cancel`);
  }
  const made = await selection(library, good.url);
  await send(library, 'POST', `/selections/${made.id}/cancel`);
  await until('it is told', async () => (await delivery(library, made)).state === 'delivered');
  assert.equal(hanging.messages.length, 2, 'no more than two at once to one host');
});

test('a server that is killed right after it acknowledged tells when it is back', async (t) => {
  const library = await start(t);
  let isUp = false;
  const { messages, url } = await receiver(t, (response) => (isUp ? end(200)(response) : response.destroy()));
  const made = [];
  for (let number = 0; number < 5; number++) {
    made.push(await selection(library, url));
    await send(library, 'POST', `/selections/${made[number].id}/complete`);
    await library.program.kill();
    await library.program.start();
  }
  isUp = true;
  await until('all are told', async () => {
    const states = await Promise.all(made.map((each) => delivery(library, each)));
    return states.every(({ state }) => state === 'delivered');
  });
  const names = new Set(messages.map(({ headers }) => headers['webhook-id']));
  assert.deepEqual(names, new Set(made.map(({ id }) => `selection-${id}`)));
});

test('nobody has the server ask its own network', async (t) => {
  const library = await start(t, []);
  const { messages, url } = await receiver(t, end(200));
  const { port } = new URL(url);
  for (const wrong of [
    url, `http://localhost:${port}/`, `http://[::1]:${port}/`, 'http://169.254.169.254/latest/', 'http://10.0.0.1/',
    'ftp://example.org/', 'http://user:word@example.org/', 'told', 'http://', `http://${'a'.repeat(3000)}.org/`,
  ]) {
    const { status, value } = await send(library, 'POST', '/selections', { callbackURL: wrong });
    assert.deepEqual([wrong, status, value.field ?? value.parameter], [wrong, 400, 'callbackURL']);
  }
  // Names and numbers that turn out to be this machine once they are looked up.
  for (const host of ['photos.localhost', '2130706433', '0x7f.1', '127.1']) {
    const made = await selection(library, `http://${host}:${port}/`);
    await send(library, 'POST', `/selections/${made.id}/cancel`);
    await until(host, async () => (await delivery(library, made)).attemptCount === 1);
    const now = await delivery(library, made);
    assert.deepEqual([host, now.state, now.lastStatus], [host, 'pending', null]);
    assert.match(now.lastFailure, /everybody can reach/, host);
  }
  assert.equal(messages.length, 0);
});
