/** A clock, a WebSocket and a server that do only what a test tells them. */
import { changeBetween, checksumOf } from '../Vectors/make_vectors.mjs';

/** Lets everything run that waits for nothing but its turn: promises, and streams that have bytes. */
export async function turn() {
  for (let count = 0; count < 20; count++) await new Promise((resolve) => setImmediate(resolve));
}

/** A clock that stands until it is moved on. `random` is what random() gives. */
export class FakeClock {
  time = 0;
  random = () => 1;
  #timers = new Map();
  #nextTimer = 1;

  now = () => this.time;
  setTimeout = (action, delay) => {
    this.#timers.set(this.#nextTimer, { action, at: this.time + delay });
    return this.#nextTimer++;
  };
  clearTimeout = (timer) => { this.#timers.delete(timer); };

  /** How long until each timer, in order. */
  get pending() { return [...this.#timers.values()].map(({ at }) => at - this.time).sort((a, b) => a - b); }

  /** Moves on and lets run what was due, in order, and all that follows from it. */
  async advance(milliseconds) {
    const end = this.time + milliseconds;
    await turn();
    for (;;) {
      const due = [...this.#timers].filter(([, { at }]) => at <= end).sort(([, a], [, b]) => a.at - b.at)[0];
      if (!due) break;
      this.#timers.delete(due[0]);
      this.time = due[1].at;
      due[1].action();
      await turn();
    }
    this.time = end;
  }
}

/** A class of WebSockets; those made stand in its `made`. */
export function fakeWebSockets() {
  return class FakeWebSocket {
    static made = [];
    readyState = 0;
    sent = [];

    constructor(url, protocols) {
      this.url = url;
      this.protocols = protocols;
      FakeWebSocket.made.push(this);
    }

    static get last() { return FakeWebSocket.made.at(-1); }

    send(text) { this.sent.push(JSON.parse(text)); }
    close() { this.drop(); }

    open() {
      this.readyState = 1;
      this.onopen?.({});
    }
    drop() {
      if (this.readyState === 3) return;
      this.readyState = 3;
      this.onclose?.({});
    }
    receive(message) { this.onmessage?.({ data: JSON.stringify(message) }); }
  };
}

/** A `fetch` whose requests stand in `requests` until the test answers them. */
export function fakeFetch() {
  const requests = [];
  const fetch = (url, { headers = {}, signal } = {}) => new Promise((resolve, reject) => {
    const { pathname, searchParams } = new URL(url);
    const request = {
      path: pathname, query: Object.fromEntries(searchParams), accept: headers.accept, signal, isOver: false,
      fail: () => end(() => reject(new TypeError('fetch failed'))),
      answer: (value, status = 200) => end(() => resolve(new Response(JSON.stringify(value), {
        status, headers: { 'content-type': status < 400 ? 'application/json' : 'application/problem+json' },
      }))),
      /** Answers with an event stream; returns what writes into it, and what ends it. */
      stream() {
        let controller;
        const body = new ReadableStream({ start(made) { controller = made; } });
        signal?.addEventListener('abort', () => {
          try { controller.error(signal.reason); } catch { /* ended before */ }
        });
        end(() => resolve(new Response(body, { headers: { 'content-type': 'text/event-stream; charset=utf-8' } })));
        const write = (text) => controller.enqueue(new TextEncoder().encode(text));
        return {
          write,
          receive: (message) => write(`event: ${message.type}\nid: ${message.to ?? message.token}\ndata: ${
            JSON.stringify(message)}\n\n`),
          end: () => controller.close(),
        };
      },
    };
    const end = (action) => {
      if (request.isOver) return;
      request.isOver = true;
      action();
    };
    signal?.addEventListener('abort', () => end(() => reject(signal.reason)));
    if (signal?.aborted) end(() => reject(signal.reason));
    requests.push(request);
  });
  return {
    fetch, requests,
    get last() { return requests.at(-1); },
    get open() { return requests.filter((request) => !request.isOver); },
  };
}

/** An asset as short as it can be. */
export const asset = (id, more = {}) => ({ id, filename: `${id}.jpg`, ...more });

/** Id number `number`. */
export const idAt = (number) => number.toString(32).padStart(13, '0');

/** Ids from `start` on, below `end`. */
export const ids = (start, end) => Array.from({ length: end - start }, (_, index) => idAt(start + index));

/** A list at its versions, and the messages that a server would send of it. */
export class FakeList {
  constructor(list, { library = 'lib', version = 1, name = 'view-1' } = {}) {
    Object.assign(this, { library, version, name, versions: new Map([[version, list]]) });
  }

  get list() { return this.versions.get(this.version); }
  token(version = this.version) { return `${this.library}-${version}`; }

  snapshot(window = 100) {
    return {
      type: 'snapshot', view: this.name, token: this.token(), count: this.list.length, checksum: checksumOf(this.list),
      offset: 0, items: this.list.slice(0, window).map((id) => asset(id)),
    };
  }

  /** Makes a new version. */
  become(list) { this.versions.set(++this.version, list); }

  /** The change from a version to the present one. */
  change(from = this.version - 1, edited = []) {
    const { inserted, changed, ...rest } = changeBetween(this.versions.get(from), this.list, edited);
    const withAsset = ({ index, id }) => ({ index, asset: asset(id, { version: this.version }) });
    return {
      type: 'change', view: this.name, from: this.token(from), to: this.token(), hasIncrementalChanges: true, ...rest,
      inserted: inserted.map(withAsset), changed: changed.map((one) => ({ ...withAsset(one), fields: ['title'] })),
    };
  }

  reload(reason, window = 100) {
    const { token, count, ...rest } = this.snapshot(window);
    return {
      ...rest, type: 'reload', from: null, to: token, countBefore: null, countAfter: count, hasIncrementalChanges: false,
      reason,
    };
  }

  /** The page that answers a request. */
  page({ offset = 0, limit = 100, at }) {
    const version = at ? Number(at.split('-')[1]) : this.version;
    const list = this.versions.get(version);
    const start = Number(offset);
    return {
      version, total: list.length, offset: start, next: null,
      items: list.slice(start, start + Number(limit)).map((id) => asset(id)),
    };
  }
}
