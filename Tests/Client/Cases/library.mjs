/**
 * A running server with a folder of its own, and clients that watch it; what every case needs.
 *
 * What belongs to every case is in `check()`: the clients of all transports hold what the server gives, that is what is
 * on disk and what a server finds that never saw any of it happen, no temporary name was ever seen, and the server
 * answered all along.
 */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Observer } from '../Model/observer.mjs';
import { picture } from '../Model/picture.mjs';
import { Program } from '../Model/program.mjs';
import { pause, Server } from '../Model/server.mjs';

/** The program under test. */
export const BINARY = process.env.CONTACTSHEET_BINARY;
if (!BINARY) throw new Error('CONTACTSHEET_BINARY must name the contactsheet program');
export const IS_ROOT = process.getuid() === 0;

const run = promisify(execFile);
const NEEDED_TRANSPORTS = ['websocket', 'eventstream', 'longpoll'];
/** How often it is looked whether something has happened, in milliseconds. */
const LOOKING = 20, LONGEST_WAIT = 60_000;

let pictureCount = 0;

/** A picture that is like no other. */
export function newPicture() {
  const number = ++pictureCount, two = (value) => String(value).padStart(2, '0');
  return picture(`2021:${two(1 + number % 12)}:${two(1 + number % 28)} 10:${two(number % 60)}:00`, `case ${number}`);
}

/** Writes so many pictures `0.jpg`, `1.jpg` … into a folder, which is made. */
export function fill(folder, count) {
  mkdirSync(folder, { recursive: true });
  for (let number = 0; number < count; number++) writeFileSync(join(folder, `${number}.jpg`), newPicture());
}

/** Calls `condition` until it holds. */
export async function until(what, condition) {
  for (const deadline = Date.now() + LONGEST_WAIT; !await condition(); await pause(LOOKING)) {
    assert.ok(Date.now() < deadline, `waited too long: ${what}`);
  }
}

/** Runs a program as it is. */
export const command = (name, ...words) => run(name, words);

export class Library {
  /** What the first client was told since `forget()`: ids by kind of change, indexes of what was removed. */
  told;
  /** Called at the end, before the folders are removed. */
  atEnd;
  #observers = [];
  #answers = { isOver: false, faults: [] };
  #place = mkdtempSync(join(realpathSync(tmpdir()), 'contactsheet-case-'));

  /** The served folder, and one on the same file system that is not served. */
  photos = join(this.#place, 'photos');
  elsewhere = join(this.#place, 'elsewhere');
  data = join(this.#place, 'data');

  /**
   * Starts a server, clients of all transports, and somebody who asks all the time; all ends with the test `t`.
   *
   * `before(library)` makes what is there from the start; `options` are the server's, or give them for the served
   * folder; `wrapper` is a program with its arguments that starts it.
   */
  static async start(t, { before, options, wrapper, isWatched = true } = {}) {
    const library = new Library();
    t.after(() => library.#end());
    for (const folder of [library.photos, library.elsewhere]) mkdirSync(folder);
    await before?.(library);
    const words = typeof options === 'function' ? options(library.photos) : options;
    library.program = new Program(BINARY, library.photos, library.data, { options: words, wrapper });
    await library.program.start();
    library.server = new Server(library.program.url);
    await library.server.settle();
    if (isWatched) {
      for (const transport of NEEDED_TRANSPORTS) await library.observe(transport, { sort: 'name' });
      library.#observers[0].onChange = (change) => library.#hear(change);
      await Promise.all(library.#observers.map((observer) => observer.compare(library.server)));
      library.#ask();
    }
    library.forget();
    return library;
  }

  /** Adds a client that is compared at each check; gives it. */
  async observe(transport, query) {
    const observer = await Observer.start(this.program.url, { transport, query, window: 100 });
    this.#observers.push(observer);
    return observer;
  }

  /** The absolute path of what is at `path` in the served folder. */
  path(path) { return join(this.photos, path); }

  /** Runs a shell script that ends at its first failure; `$ROOT` and `$ELSEWHERE` are the folders. */
  async shell(script) {
    const environment = { ...process.env, ROOT: this.photos, ELSEWHERE: this.elsewhere };
    await run('/bin/bash', ['-euc', script], { env: environment });
  }

  /** All assets by their paths. */
  async assets() { return (await this.server.all()).assets; }

  async id(path) { return (await this.assets()).get(path)?.id; }

  /** GETs what is at `target`; gives status, fields and bytes. */
  async get(target) {
    const response = await fetch(new URL(target, this.program.url));
    return { status: response.status, fields: response.headers, bytes: Buffer.from(await response.arrayBuffer()) };
  }

  /** The value of one of the server's metrics. */
  async metric(name) {
    const text = (await this.get('/metrics')).bytes.toString();
    const value = text.match(new RegExp(`^${name} (\\S+)$`, 'm'))?.[1];
    assert.ok(value !== undefined, `no metric ${name}`);
    return Number(value);
  }

  async health() { return (await this.server.get('/health')).value; }

  /** Forgets what was told. */
  forget() { this.told = { inserted: [], removed: [], moved: [], changed: [] }; }

  /** Waits until all is seen, and checks what must hold in every case; gives the assets by path. */
  async check() {
    await this.server.settle();
    const faults = (await Promise.all(this.#observers.map((observer) => observer.compare(this.server)))).flat();
    assert.deepEqual(faults, []);
    assert.deepEqual(this.#answers.faults, []);
    const assets = await this.assets();
    assert.deepEqual([...assets.keys()].sort(), this.onDisk());
    return assets;
  }

  /** The same, and that a server which sees the folder for the first time finds the same. */
  async checkAfresh() {
    const assets = await this.check();
    const fresh = new Program(BINARY, this.photos, join(this.#place, 'fresh'));
    try {
      await fresh.start();
      const other = new Server(fresh.url);
      await other.settle();
      const facts = (found) => [...found].map(([path, { state, resources, creationDate, pixelWidth }]) =>
        [path, state, resources.map(({ kind, byteCount }) => [kind, byteCount]), creationDate, pixelWidth]).sort();
      assert.deepEqual(facts(assets), facts((await other.all()).assets));
    } finally {
      await fresh.stop();
    }
    return assets;
  }

  /** The paths of the pictures on disk, sorted, as find(1) would list them. */
  onDisk() {
    const paths = [];
    // By the names' bytes, which need not be UTF-8.
    const walk = (folder, shown) => {
      for (const entry of readdirSync(folder, { withFileTypes: true, encoding: 'buffer' })) {
        const name = entry.name.toString();
        if (name.startsWith('.')) continue;
        if (entry.isDirectory()) walk(Buffer.concat([folder, Buffer.from('/'), entry.name]), `${shown}${name}/`);
        else if (entry.isFile() && /\.(jpg|mp4)$/.test(name)) paths.push(shown + name);
      }
    };
    walk(Buffer.from(this.photos), '');
    return paths.sort();
  }

  /** What the first client is told. */
  #hear(change) {
    this.told.removed.push(...change.removed);
    for (const kind of ['inserted', 'changed']) this.told[kind].push(...change[kind].map(({ asset }) => asset?.id));
    this.told.moved.push(...change.moved.map(({ id }) => id));
  }

  /** Asks all the time, so that an answer other than 200 is noticed; a start of the server is no fault. */
  async #ask() {
    while (!this.#answers.isOver) {
      try {
        const response = await fetch(`${this.program.url}/assets?limit=1`);
        await response.arrayBuffer();
        if (!response.ok && response.status !== 503) this.#answers.faults.push(`answered ${response.status}`);
      } catch (error) {
        if (!this.program.isDown) this.#answers.faults.push(`did not answer: ${error.cause ?? error}`);
      }
      await pause(LOOKING);
    }
  }

  async #end() {
    this.#answers.isOver = true;
    for (const observer of this.#observers) observer.stop();
    this.program?.signal('SIGCONT');
    await this.program?.stop();
    await this.atEnd?.();
    rmSync(this.#place, { recursive: true, force: true });
  }
}
