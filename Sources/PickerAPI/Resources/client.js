/**
 * Contactsheet in a browser or in Node: collections, pages of assets, and views that stay right while folders change.
 *
 *     import { connect } from '/client.js';
 *     const library = connect();
 *     const view = library.observe({ collection: 'all', sort: 'taken' }, {
 *       onSnapshot: (view) => grid.show(view), onChange: (view, change) => grid.apply(change),
 *       onReload: (view, reason) => grid.show(view), onError: (error) => console.warn(error),
 *     });
 *     await view.fetch(200, 300);            // what the person scrolled to
 *     view.at(200)?.filename; view.stop();
 *
 * What always holds:
 * 1. A view's list is the list of the version that its token names; entries never fetched are holes (`undefined`).
 * 2. A change is applied whole or not at all, and only where it starts at the view's token. Where it does not fit, or
 *    the list then has another checksum than the server says, the view says so (`onError`) and starts afresh
 *    (`onReload`).
 * 3. An entry is one object wherever changes move it. An answered page fills the entries that stood in its window when
 *    it was asked for, never indexes; so it does not matter what has changed in between.
 *
 * The messages are described in `/openapi.yaml`, schemas `Changes…`.
 */

const PROTOCOL = 'contactsheet.changes.v1';
const TRANSPORTS = ['websocket', 'eventstream', 'longpoll']; // tried in this order at each connection
// Times in milliseconds.
const FIRST_PAUSE = 250; // at most so long until the first new attempt; doubled with each failure
const LONGEST_PAUSE = 30_000;
const GOOD_CONNECTION = 5_000; // one that held this long was good: pauses start small again
const FIRST_ANSWER = 15_000; // silent for so long, a transport is given up for the next: proxies hold streams back
const STREAM_SILENCE = 45_000; // three of the comments that the server writes into an event stream
const SOCKET_SILENCE = 60_000; // then a sign of life is asked for, since a browser does not show the server's pings
const POLL_SECONDS = 30; // the server may hold a poll for so long
const PAGE_LIMIT = 1000; // entries of the largest page
const PAGE_ATTEMPTS = 3; // how often a page is asked for whose version is no longer kept
const LARGEST_CHECKED_LIST = 100_000; // longer ones are checked by count alone: a checksum takes 25 ms per 100,000 ids

/** A refusal of the server: `problem` as in RFC 9457, its `status`. */
export class ProblemError extends Error {
  constructor(problem) {
    super(problem.detail ?? problem.title ?? `status ${problem.status}`);
    this.name = 'ProblemError';
    this.status = problem.status;
    this.problem = problem;
  }

  /** Whether asking again is of no use: the request is wrong, and not the moment or the way. */
  get isFinal() {
    return this.status >= 400 && this.status < 500 && ![406, 408, 410, 425, 426, 429].includes(this.status);
  }
}

/** A change that does not fit the list it came for, or leads to another list than the server's. */
export class ChangeError extends Error {}

/**
 * Applies a change to a list; returns the new list and leaves the old one as it is. O(length of the list).
 *
 * The list holds entries `{ id, item }`; `undefined` where nothing is known, no `item` where the id alone is. Entries
 * that stay or move stay the same object; changed ones are new. Throws a ChangeError where the change does not fit.
 */
export function applyChange(list, change) {
  const { removed = [], moved = [], inserted = [], changed = [], countBefore, countAfter } = change;
  if (list.length !== countBefore) throw new ChangeError(`a change of ${countBefore} entries, not ${list.length}`);
  const leaving = [...removed, ...moved.map((move) => move.from)].sort((a, b) => a - b);
  const coming = inserted.map((member) => ({ index: member.index, entry: entryOf(member) }));
  for (const { from, to, id } of moved) {
    const entry = list[from] ?? entryOf({ id });
    if (entry.id !== undefined && entry.id !== id) throw new ChangeError(`${id} is not at ${from}, ${entry.id} is`);
    coming.push({ index: to, entry });
  }
  coming.sort((a, b) => a.index - b.index);

  const after = new Array(countAfter);
  let from = 0, left = 0, come = 0;
  for (let to = 0; to <= countAfter; to++) {
    if (coming[come]?.index === to) {
      after[to] = coming[come++].entry;
      continue;
    }
    for (; leaving[left] === from; left++) from++;
    if (to < countAfter) after[to] = list[from++];
  }
  if (after.length !== countAfter || from !== list.length || left < leaving.length || come < coming.length) {
    throw new ChangeError(`indexes that do not lead from ${countBefore} to ${countAfter} entries`);
  }
  for (const member of changed) {
    if (!(member.index < countAfter)) throw new ChangeError(`a changed entry at ${member.index} of ${countAfter}`);
    after[member.index] = entryOf(member);
  }
  return after;
}

/** The entry that a member of `inserted` or `changed` gives. */
function entryOf(member) {
  const item = member.asset ?? member.collection ?? member.item;
  return { id: member.id ?? item?.id, item };
}

const PRIME = (1n << 61n) - 1n;
const BASE = 0x0123456789ABCDEFn;

/**
 * Checksum of a list of ids, as 16 hexadecimal digits: the polynomial hash H([]) = 0, H(list + [x]) =
 * (H(list) * B + value(x)) mod p with p = 2^61 - 1 and B = 0x0123456789ABCDEF. The value of an id is the number that
 * its 13 digits of base 32 make, that of a word the FNV-1a 64 of its UTF-8.
 */
export function checksum(ids) {
  let hash = 0n;
  for (const id of ids) hash = (hash * BASE + valueOf(id)) % PRIME;
  return hash.toString(16).padStart(16, '0');
}

function valueOf(id) {
  // 65 bits in two numbers that are exact as doubles.
  const part = (start, end) => BigInt(parseInt(id.slice(start, end), 32));
  if (/^[0-9a-v]{13}$/.test(id)) return (part(0, 5) << 40n) + part(5, 13);
  let hash = 0xCBF29CE484222325n;
  for (const byte of new TextEncoder().encode(id)) hash = BigInt.asUintN(64, (hash ^ BigInt(byte)) * 0x100000001B3n);
  return hash;
}

/**
 * Reads a piece of an event stream (WHATWG HTML section 9.2.6), bytes or a string cut anywhere; returns the events that
 * it completes as `{ event, data, id }`. `state` is `{}` at the start and keeps what is left over.
 */
export function parseEventStream(chunk, state) {
  state.decoder ??= new TextDecoder();
  const text = typeof chunk === 'string' ? chunk : state.decoder.decode(chunk, { stream: true });
  // A carriage return at the end may be half of a line's end.
  const lines = ((state.rest ?? '') + text).split(/\r\n|\n|\r(?!$)/);
  state.rest = lines.pop();
  const events = [];
  for (const line of lines) {
    const [, field, value = ''] = /^([^:]*)(?:: ?(.*))?$/s.exec(line);
    if (line === '') {
      if (state.data !== undefined) events.push({ event: state.event ?? 'message', data: state.data, id: state.id });
      state.data = state.event = undefined;
    } else if (field === 'data') {
      state.data = state.data === undefined ? value : `${state.data}\n${value}`;
    } else if (field === 'event' || field === 'id') {
      state[field] = value;
    }
  }
  return events;
}

/**
 * Opens a library; connects only once something is observed.
 *
 * options: `onIndex(message)`, `onRoots(message)`, `onError(error)` for what concerns no single view; `transports`, a
 * choice of 'websocket', 'eventstream', 'longpoll'; and in place of the browser's own `fetch`, `WebSocket` (Node below
 * 22 has none: it is passed over) and `clock` with `now()` in milliseconds, `setTimeout`, `clearTimeout`, `random()`.
 */
export function connect(baseURL = globalThis.location?.origin, options = {}) {
  return new Library(String(baseURL).replace(/\/+$/, ''), options);
}

/** A library on a server. */
class Library {
  #base;
  #fetch;
  #WebSocket;
  #socket;
  #views = new Set();
  #viewCount = 0;

  constructor(base, options) {
    this.#base = base;
    this.#fetch = options.fetch ?? ((...request) => globalThis.fetch(...request));
    this.#WebSocket = 'WebSocket' in options ? options.WebSocket : globalThis.WebSocket;
    this.clock = options.clock ?? {
      now: () => performance.now(), random: Math.random,
      setTimeout: (...of) => globalThis.setTimeout(...of), clearTimeout: (timer) => globalThis.clearTimeout(timer),
    };
    this.transports = (options.transports ?? TRANSPORTS).filter((name) => name !== 'websocket' || this.#WebSocket);
    this.handlers = options;
  }

  /** The sections of collections, as GET /collections gives them; query: `{ empty: true }` for empty ones too. */
  collections(query = {}) {
    return this.get(`/collections${queryText(query)}`);
  }

  /** Iterates over the pages of a list of assets: `for await (const page of library.assets({ sort: 'name' }))`. */
  async *assets(query = {}) {
    for (let path = pagePath(query); path; ) {
      const page = await this.get(path);
      yield page;
      path = page.next;
    }
  }

  /**
   * Observes a list: of assets `{ collection, mediaType, startDate, endDate, folder, text, sort, order }`, all optional
   * and as in the query of GET /assets, of collections `{ resource: 'collections' }`, or of a selection's items
   * `{ resource: 'selection', selection: id }`; its changes have `events`, and `view.selection` says how it is.
   *
   * handlers: `onSnapshot(view)` once, when the list is there; `onChange(view, change)` after each change;
   * `onReload(view, reason, message)` when the list started afresh; `onError(error, view)`. `window`: how many items
   * come with the first answer, 0 to 1000, default 100.
   */
  observe(query = {}, handlers = {}) {
    const view = new View(this, `view-${++this.#viewCount}`, query, handlers, () => this.#views.delete(view));
    this.#views.add(view);
    return view;
  }

  /** Stops all views and closes all connections. */
  stop() {
    for (const view of [...this.#views]) view.stop();
  }

  /** GETs JSON. Throws a ProblemError for what the server refuses, and what `fetch` throws. */
  async get(path, { signal } = {}) {
    // A signal of its own: Node's fetch leaves its listeners behind on a signal that lives longer.
    const abort = new AbortController();
    const end = () => abort.abort();
    if (signal?.aborted) end();
    signal?.addEventListener('abort', end);
    try {
      return await (await this.request(path, 'application/json', abort.signal)).json();
    } finally {
      signal?.removeEventListener('abort', end);
    }
  }

  /** POSTs JSON, such as actions to `/selections/{id}/items`; resolves with the JSON of the answer. */
  async post(path, content) {
    const headers = content === undefined ? {} : { 'content-type': 'application/json' };
    const body = content === undefined ? undefined : JSON.stringify(content);
    return (await this.request(path, 'application/json', undefined, { method: 'POST', headers, body })).json();
  }

  async request(path, accept, signal, { headers, ...rest } = {}) {
    const init = { headers: { accept, ...headers }, cache: 'no-cache', signal, ...rest };
    const response = await this.#fetch(this.#base + path, init);
    if (response.ok) return response;
    const problem = await response.json().catch(() => ({}));
    throw new ProblemError({ title: response.statusText, ...problem, status: response.status });
  }

  /** The WebSocket that all views share, opened where there is none. */
  socket() {
    if (!this.#socket || this.#socket.isOver) {
      const url = this.#base.replace(/^http/, 'ws') + '/changes';
      this.#socket = sharedSocket(this, new this.#WebSocket(url, [PROTOCOL]));
    }
    return this.#socket;
  }

  /** Takes a message that concerns no view. */
  receive(message) {
    if (message.type === 'index') call(this.handlers.onIndex, message);
    if (message.type === 'roots') call(this.handlers.onRoots, message);
    if (message.type === 'error') call(this.handlers.onError, new ProblemError(message.problem));
  }

  /** Calls the action given last to `set` when its time is over. */
  watchdog() {
    let timer;
    const stop = () => this.clock.clearTimeout(timer);
    return { stop, set: (time, action) => { stop(); timer = this.clock.setTimeout(action, time); } };
  }

  /** Waits that many milliseconds, or until the signal. */
  pause(time, signal) {
    return new Promise((resolve) => {
      if (signal.aborted) return resolve();
      const end = () => {
        this.clock.clearTimeout(timer);
        signal.removeEventListener('abort', end);
        resolve();
      };
      const timer = this.clock.setTimeout(end, time);
      signal.addEventListener('abort', end);
    });
  }
}

/** The average colour of an asset, as CSS has it, from its `thumbHash`; undefined without one. */
export function averageColor(thumbHash) {
  if (!thumbHash) return undefined;
  const [low, middle, high] = atob(thumbHash).slice(0, 3).split('').map((letter) => letter.charCodeAt(0));
  const bits = low | middle << 8 | high << 16;
  const lightness = (bits & 63) / 63, yellowBlue = (bits >> 6 & 63) / 31.5 - 1, redGreen = (bits >> 12 & 63) / 31.5 - 1;
  const blue = lightness - 2 / 3 * yellowBlue, red = (3 * lightness - blue + redGreen) / 2, green = red - redGreen;
  return `rgb(${[red, green, blue].map((part) => Math.round(255 * Math.min(Math.max(part, 0), 1))).join(' ')})`;
}

/** An observed list. `list` holds its entries, see `applyChange`; read it, don't write it. */
export class View {
  list = []; // a new array after every change
  token = undefined; // names the version of the list; undefined before the first snapshot
  serverChecksum = undefined; // what the server says the checksum of the list's ids is
  selection = undefined; // how the selection is, where it is one that is observed
  transport = undefined; // the one in use, or tried last
  caching = undefined; // the thumbnails that are made ahead, see `cache`
  isStopped = false;
  #library;
  #handlers;
  #forget;
  #stopping = new AbortController();
  #attempt = new AbortController();
  #wasShown = false;
  #received = 0;
  #waiting = []; // promises of the next version

  constructor(library, name, query, handlers, forget) {
    const members = Object.entries(query).filter(([, value]) => value != null);
    this.name = name;
    this.query = Object.fromEntries(members.map(([key, value]) => [key, String(value)]));
    this.#library = library;
    this.#handlers = handlers;
    this.#forget = forget;
    this.#run();
  }

  /** Number of assets or collections, known or not. */
  get count() { return this.list.length; }
  /** All ids in order, undefined where not known. */
  get ids() { return Array.from(this.list, (entry) => entry?.id); }
  /** Whether all ids are known. */
  get isComplete() {
    for (const entry of this.list) if (entry?.id === undefined) return false;
    return true;
  }

  /** The asset or collection at an index, undefined where it was not fetched. */
  at(index) { return this.list[index]?.item; }

  /** Fetches what is not known between two indexes (the second excluded); resolves with the items there. */
  async fetch(start = 0, end = Infinity) {
    for (let expired = 0; ; ) {
      if (this.isStopped) throw new Error('the view was stopped');
      if (this.token === undefined) {
        await this.#next();
        continue;
      }
      const last = Math.min(end, this.count);
      let first = start;
      while (first < last && this.list[first]?.item !== undefined) first++;
      if (first >= last) return this.list.slice(start, last).map((entry) => entry.item);
      try {
        await (this.list[first]?.loading ?? this.#load(first, Math.min(last, first + PAGE_LIMIT)));
      } catch (error) {
        if (error.status !== 410 || ++expired >= PAGE_ATTEMPTS) throw error;
        await this.#refresh();
      }
    }
  }

  /**
   * Has thumbnails made before they are asked for: of `limit` assets from `offset` on, for the same `w`, `h`, `mode` and
   * so on as in their URLs. Called again, it moves that part; `undefined` ends it. Only a WebSocket carries it.
   */
  cache(part) {
    this.caching = part && { limit: 0, ...part };
    this.cacheAgain?.();
  }

  /** Ends the observation. */
  stop() {
    if (this.isStopped) return;
    this.isStopped = true;
    this.#forget();
    this.#stopping.abort();
    this.#attempt.abort();
    for (const { reject } of this.#waiting.splice(0)) reject(new Error('the view was stopped'));
  }

  /** Members of the view as the server wants them, from where to resume included. */
  get request() { return { ...this.query, limit: this.#handlers.window ?? 100, since: this.token }; }

  /** Takes a message from the server. */
  receive(message) {
    if (this.isStopped) return;
    this.#received++;
    this.selection = message.selection ?? this.selection;
    if (message.type === 'snapshot') this.#restart(message, message.token, message.count);
    else if (message.type === 'reload') this.#restart(message, message.to, message.countAfter);
    else if (message.type === 'change') this.#apply(message);
    else if (message.type === 'caching') call(this.#handlers.onCaching, message, this);
    else if (message.type === 'error') this.fail(new ProblemError(message.problem));
    else this.#library.receive(message);
  }

  /** Tells of an error; stops where trying again is of no use. */
  fail(error) {
    if (this.isStopped) return;
    call(this.#handlers.onError, error, this);
    if (error.isFinal) this.stop();
  }

  #restart(message, token, count) {
    const { offset = 0, items = [], checksum, reason = 'snapshot' } = message;
    const list = new Array(count);
    items.forEach((item, index) => { list[offset + index] = { id: item.id, item }; });
    this.#become(list, token, checksum);
    if (this.#wasShown) call(this.#handlers.onReload, this, reason, message);
    else call(this.#handlers.onSnapshot, this);
    this.#wasShown = true;
    // A wrong one is told of, but asking again would bring the same.
    if (!this.#isRight()) this.fail(new ChangeError('the list of the snapshot has another checksum'));
  }

  #apply(change) {
    if (this.token === undefined) return;
    // Sent before the server knew where we are: ask from there.
    if (change.from !== this.token) return this.#attempt.abort();
    try {
      this.#become(applyChange(this.list, change), change.to, change.checksum);
      if (!this.#isRight()) throw new ChangeError('the changed list has another checksum');
    } catch (error) {
      return this.#distrust(error);
    }
    call(this.#handlers.onChange, this, change);
  }

  #become(list, token, checksum) {
    this.list = list;
    this.token = token;
    this.serverChecksum = checksum;
    for (const { resolve } of this.#waiting.splice(0)) resolve();
  }

  #isRight() {
    return this.count > LARGEST_CHECKED_LIST || !this.isComplete || checksum(this.ids) === this.serverChecksum;
  }

  /** Gives the list up: the next attempt brings a snapshot. */
  #distrust(error) {
    this.token = undefined;
    this.#attempt.abort();
    this.fail(error);
  }

  /** Waits for the next version. */
  #next() {
    return new Promise((resolve, reject) => this.#waiting.push({ resolve, reject }));
  }

  /** Asks for what is new since the token, and waits for the answer. */
  #refresh() {
    if (this.observeAgain) this.observeAgain();
    else this.#attempt.abort();
    return this.#next();
  }

  /** Loads a page: the entries from `start` on that are neither known nor being loaded, up to `end`. */
  #load(start, end) {
    const entries = [];
    for (let index = start; index < end; index++) {
      const entry = (this.list[index] ??= entryOf({}));
      if (entry.item !== undefined || entry.loading) break;
      entries.push(entry);
    }
    const load = this.query.resource === 'collections' ? this.#loadCollections() : this.#loadPage(start, entries);
    const loading = load.finally(() => entries.forEach((entry) => delete entry.loading));
    for (const entry of entries) entry.loading = loading;
    return loading;
  }

  async #loadPage(offset, entries) {
    const path = pagePath({ ...this.query, offset, limit: entries.length, at: this.token });
    const { items } = await this.#library.get(path, { signal: this.#stopping.signal });
    if (items.length < entries.length) throw new Error(`a page of ${items.length}, not ${entries.length} assets`);
    this.#fill(entries, items);
  }

  /** Collections come whole: with what was asked for, all that is not known is filled. */
  async #loadCollections() {
    const entries = Array.from(this.list, (_, index) => (this.list[index] ??= entryOf({})));
    const path = `/collections${queryText({ at: this.token })}`;
    const { sections } = await this.#library.get(path, { signal: this.#stopping.signal });
    const items = sections.flatMap((section) => section.collections);
    if (items.length !== entries.length) throw new Error(`${items.length} collections, not ${entries.length}`);
    this.#fill(entries, items);
  }

  #fill(entries, items) {
    entries.forEach((entry, index) => {
      entry.id ??= items[index].id;
      entry.item ??= items[index]; // what a change has brought since is newer
    });
    if (!this.#isRight()) this.#distrust(new ChangeError('the fetched list has another checksum'));
  }

  /** Keeps the view connected until it is stopped. */
  async #run() {
    const { clock, transports } = this.#library;
    await undefined; // whoever observes has the view before the first message
    for (let failures = 0; !this.isStopped; ) {
      const began = clock.now();
      const received = this.#received;
      for (const name of transports) {
        this.transport = name;
        this.#attempt = new AbortController();
        await connections[name](this.#library, this, this.#attempt).catch((error) => {
          if (error.isFinal) this.fail(error);
        });
        if (this.#received > received || this.isStopped) break;
      }
      failures = this.#received > received && clock.now() - began >= GOOD_CONNECTION ? 0 : failures + 1;
      const longest = Math.min(LONGEST_PAUSE, FIRST_PAUSE * 2 ** Math.min(failures, 16));
      await this.#library.pause(clock.random() * longest, this.#stopping.signal);
    }
  }
}

/** What observes a view in each way; each resolves or throws once the connection is over, or the attempt aborted. */
const connections = {
  async websocket(library, view, attempt) {
    await library.socket().observe(view, attempt.signal);
  },

  async eventstream(library, view, attempt) {
    const watchdog = library.watchdog();
    watchdog.set(FIRST_ANSWER, () => attempt.abort());
    try {
      const response = await library.request(`/changes${queryText(view.request)}`, 'text/event-stream', attempt.signal);
      if (!response.headers.get('content-type')?.startsWith('text/event-stream')) return;
      const state = {};
      for (const reader = response.body.getReader(); ; ) {
        const { done, value } = await reader.read();
        if (done) return;
        watchdog.set(STREAM_SILENCE, () => attempt.abort());
        for (const { data } of parseEventStream(value, state)) {
          if (!attempt.signal.aborted) view.receive(JSON.parse(data));
        }
      }
    } catch (error) {
      if (!receiveSnapshot(error, view)) throw error;
    } finally {
      watchdog.stop();
      attempt.abort();
    }
  },

  async longpoll(library, view, attempt) {
    const watchdog = library.watchdog();
    try {
      // The first answer comes at once: it tells that the way is open, and what was missed.
      for (let wait = 0; !attempt.signal.aborted; wait = POLL_SECONDS) {
        watchdog.set(FIRST_ANSWER + wait * 1000, () => attempt.abort());
        const query = { ...view.request, wait: view.token && `${wait}s` };
        try {
          const answer = await library.get(`/changes${queryText(query)}`, { signal: attempt.signal });
          view.receive(answer);
          // Reloads may follow each other without a wait, such as while a large change is under way.
          if (answer.type === 'reload') await library.pause(library.clock.random() * FIRST_PAUSE, attempt.signal);
        } catch (error) {
          if (!receiveSnapshot(error, view)) throw error;
        }
      }
    } finally {
      watchdog.stop();
    }
  },
};

/** Starts afresh with the snapshot in the refusal of a token; returns whether there is one. */
function receiveSnapshot(error, view) {
  const { type = '', snapshot } = error.status === 410 ? error.problem : {};
  const reason = type.endsWith('/unknown-library') ? 'unknownLibrary' : 'tokenExpired';
  if (snapshot) view.receive({ ...snapshot, reason });
  return snapshot !== undefined;
}

/** One WebSocket for all views of a library. */
function sharedSocket(library, socket) {
  const OPEN = 1;
  const observers = new Map();
  const watchdog = library.watchdog();
  const shared = { isOver: false, observe };
  const send = (message) => socket.readyState === OPEN && socket.send(JSON.stringify(message));
  const cache = (view) => send({ type: 'cache', view: view.name, ...view.caching ?? { limit: 0 } });
  const ask = (view) => {
    send({ type: 'observe', view: view.name, ...view.request });
    if (view.caching) cache(view);
  };
  const close = () => {
    if (shared.isOver) return;
    shared.isOver = true;
    watchdog.stop();
    socket.close();
    for (const { end } of observers.values()) end();
  };
  watchdog.set(FIRST_ANSWER, close);
  socket.onclose = socket.onerror = close;
  socket.onopen = () => { for (const { view } of observers.values()) ask(view); };
  socket.onmessage = ({ data }) => {
    if (shared.isOver) return;
    watchdog.set(SOCKET_SILENCE, () => {
      // Asked for any view, the server has to answer.
      watchdog.set(FIRST_ANSWER, close);
      ask(observers.values().next().value.view);
    });
    const message = JSON.parse(data);
    const observer = observers.get(message.view);
    if (observer) observer.view.receive(message);
    else if (message.view == null) library.receive(message);
  };

  /** Observes a view until the socket is over or the signal comes. */
  function observe(view, signal) {
    return new Promise((resolve) => {
      const end = () => {
        view.observeAgain = view.cacheAgain = undefined;
        resolve();
      };
      observers.set(view.name, { view, end });
      view.observeAgain = () => ask(view);
      view.cacheAgain = () => cache(view);
      view.observeAgain();
      signal.addEventListener('abort', () => {
        if (!observers.delete(view.name)) return;
        end();
        if (observers.size === 0) close();
        else send({ type: 'stop', view: view.name });
      }, { once: true });
    });
  }
  return shared;
}

function pagePath({ collection = 'all', resource, selection, ...query }) {
  const list = resource === 'selection' ? `/selections/${encodeURIComponent(selection)}/items`
    : collection === 'all' ? '/assets' : `/collections/${encodeURIComponent(collection)}/assets`;
  return list + queryText(query);
}

function queryText(query) {
  const text = new URLSearchParams(Object.entries(query).filter(([, value]) => value != null)).toString();
  return text && `?${text}`;
}

/** Calls a handler; its fault is reported as uncaught and harms neither view nor connection. */
function call(handler, ...values) {
  try {
    handler?.(...values);
  } catch (error) {
    queueMicrotask(() => { throw error; });
  }
}
