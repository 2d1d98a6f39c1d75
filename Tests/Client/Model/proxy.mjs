/** A TCP proxy that loses its connections and holds them up when told to, as networks do by themselves. */
import { connect, createServer } from 'node:net';

export class Proxy {
  #server;
  #pairs = new Set();
  #stall;

  /** Listens on a free port of the loopback and passes on to `host`:`port`. */
  static async listen(host, port) {
    const proxy = new Proxy();
    proxy.#server = createServer((client) => proxy.#pass(client, connect(port, host)));
    await new Promise((resolve) => proxy.#server.listen(0, '127.0.0.1', resolve));
    return proxy;
  }

  get url() { return `http://127.0.0.1:${this.#server.address().port}`; }

  /** Ends all connections at once, without a word. */
  drop() {
    for (const pair of this.#pairs) for (const socket of pair) socket.destroy();
  }

  /** Passes nothing on for so many milliseconds; both sides find their buffers full. */
  stall(milliseconds) {
    clearTimeout(this.#stall);
    for (const pair of this.#pairs) for (const socket of pair) socket.pause();
    this.#stall = setTimeout(() => {
      for (const pair of this.#pairs) for (const socket of pair) socket.resume();
    }, milliseconds);
  }

  close() {
    clearTimeout(this.#stall);
    this.drop();
    this.#server.close();
  }

  #pass(client, server) {
    const pair = [client, server];
    this.#pairs.add(pair);
    for (const [from, to] of [[client, server], [server, client]]) {
      from.setNoDelay(true);
      from.on('data', (bytes) => {
        if (to.write(bytes)) return;
        from.pause();
        to.once('drain', () => from.resume());
      });
      from.on('end', () => to.end());
      from.on('error', () => {});
      from.on('close', () => {
        to.destroy();
        this.#pairs.delete(pair);
      });
    }
  }
}
