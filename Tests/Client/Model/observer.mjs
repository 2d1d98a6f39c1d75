/** A client that observes one list over a bad connection, and all that is wrong with what it holds. */
import { checksum, connect } from '../client.mjs';
import { Proxy } from './proxy.mjs';
import { pause } from './server.mjs';
import { WebSocket } from './websocket.mjs';

/** How long a client may take to hold what the server holds, once that is still; milliseconds. */
const LONGEST_DELAY = 20_000;

/** Ends at an instant, and does not keep the program from ending before. */
const limit = (deadline) => new Promise((resolve) => setTimeout(resolve, deadline - Date.now()).unref());

export class Observer {
  /** What must never happen, in words. */
  faults = [];
  counts = { change: 0, reload: 0, move: 0 };
  /** Called with each change. */
  onChange;
  #proxy;
  #library;

  static async start(url, { transport, query, window }) {
    const { hostname, port } = new URL(url);
    const observer = new Observer();
    observer.#proxy = await Proxy.listen(hostname, Number(port || 80));
    observer.#library = connect(observer.#proxy.url, {
      WebSocket, transports: [transport],
      // Pauses of a fiftieth and a tenth of the patience: the connections here are lost on purpose, and Node's fetch
      // never ends where one is lost before its first request was sent.
      clock: {
        now: () => performance.now(), random: () => Math.random() / 5,
        setTimeout: (action, time) => setTimeout(action, time / 10), clearTimeout: (timer) => clearTimeout(timer),
      },
    });
    observer.name = `${transport} ${JSON.stringify(query)}`;
    observer.query = query;
    observer.view = observer.#library.observe(query, {
      window,
      onChange: (_, change) => observer.#changed(change),
      onReload: () => observer.counts.reload++,
      onError: (error) => {
        // The folder that it observes may be gone, or the server between two starts.
        if (error.status !== 404 && error.status !== 503) observer.faults.push(`${error}`);
      },
    });
    return observer;
  }

  /** Loses the connection. */
  drop() { this.#proxy.drop(); }
  /** Reads nothing for so long. */
  stall(milliseconds) { this.#proxy.stall(milliseconds); }

  stop() {
    this.#library.stop();
    this.#proxy.close();
  }

  /** Fetches a window, which may fail as connections do. */
  async fetch(start, end) {
    try {
      await this.view.fetch(start, end);
    } catch (error) {
      const isExpected = error instanceof TypeError || [404, 410, 503].includes(error.status) || this.view.isStopped;
      if (!isExpected) this.faults.push(`fetch: ${error}`);
    }
  }

  /** Compares the list with the server's, once it had the time to arrive; returns what is wrong. */
  async compare(server) {
    let difference;
    for (const deadline = Date.now() + LONGEST_DELAY; ; await pause(20)) {
      const items = await server.list(this.query);
      await Promise.race([this.fetch(0, Infinity), limit(deadline)]);
      difference = this.#difference(items);
      if (!difference || Date.now() > deadline) break;
    }
    const faults = this.faults.splice(0);
    if (difference) faults.push(`${difference} (token ${this.view.token}, by ${this.view.transport})`);
    return faults.map((fault) => `${this.name}: ${fault}`);
  }

  #changed(change) {
    this.counts.change++;
    this.onChange?.(change);
    this.counts.move += change.moved.length;
    for (const { asset } of change.inserted) {
      if (asset && (asset.filename.startsWith('.') || !/\.(jpg|mp4)$/.test(asset.filename))) {
        this.faults.push(`a temporary name: ${asset.filename}`);
      }
    }
    const unmoved = change.moved.filter(({ from, to }) => from === to && change.moved.length === 1
      && change.removed.length === 0 && change.inserted.length === 0);
    if (unmoved.length > 0) this.faults.push('a move that moves nothing');
  }

  #difference(items) {
    // A collection that is gone is seen as an empty list, or ended with 404.
    if (items === undefined) {
      return this.view.isStopped || this.view.count === 0 ? undefined : 'holds a collection that is gone';
    }
    if (this.view.isStopped) return 'was stopped';
    const { ids } = this.view, expected = items.map((item) => item.id);
    const first = expected.findIndex((id, index) => ids[index] !== id);
    if (ids.length !== expected.length || first >= 0) {
      const missing = expected.filter((id) => !ids.includes(id)).length;
      const extra = ids.filter((id) => !expected.includes(id)).length;
      return `holds ${ids.length} of ${expected.length}, differs from ${first} on, ${missing} missing, ${extra} too much`;
    }
    const { serverChecksum } = this.view;
    if (serverChecksum !== checksum(expected)) return `was told ${serverChecksum}, not ${checksum(expected)}`;
    const text = JSON.stringify;
    const stale = items.findIndex((item, index) => text(item) !== text(this.view.at(index)));
    if (stale >= 0) {
      const old = this.view.at(stale) ?? {}, fields = Object.keys(items[stale])
        .filter((key) => text(items[stale][key]) !== text(old[key]))
        .map((key) => `${key} ${text(old[key])}, not ${text(items[stale][key])}`);
      return `holds an old item at ${stale} (${items[stale].id}): ${fields.join('; ')}`;
    }
    return undefined;
  }
}
