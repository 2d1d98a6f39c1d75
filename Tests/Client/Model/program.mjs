/** The server's process: started, killed, stopped and started again on the same port. */
import { spawn } from 'node:child_process';
import { pause } from './server.mjs';

/** How long a start may take, in milliseconds; a loaded machine takes its time. */
const LONGEST_START = 60_000;

export class Program {
  /** What it has logged. */
  log = '';
  /** Whether it was killed and not started again, so that nobody answers. */
  isDown = false;
  /** Its address, once it was started: the port is any that is free, and stays. */
  url;
  #command;
  #process;

  /** `options` are the server's further ones, `wrapper` a program with its arguments that starts it. */
  constructor(binary, root, data, { options = [], wrapper = [] } = {}) {
    this.#command = (address) => [...wrapper, binary, 'serve', '--listen', address, '--data', data, '--lazy-thumbnails', ...options, root];
  }

  get id() { return this.#process.pid; }

  /** Starts it and waits until it is ready. */
  async start() {
    const [first, ...words] = this.#command(this.url ? new URL(this.url).host : '127.0.0.1:0');
    const process = spawn(first, words, { stdio: ['ignore', 'pipe', 'pipe'] });
    this.#process = process;
    this.ended = new Promise((resolve) => process.on('close', resolve));
    for (const stream of [process.stdout, process.stderr]) stream.on('data', (text) => { this.log += text; });
    for (const deadline = Date.now() + LONGEST_START; ; await pause(10)) {
      if (process.exitCode !== null) throw new Error(`the server ended with ${process.exitCode}:\n${this.log}`);
      try {
        this.url ??= this.log.match(/ serving address="(\S+)"/)?.[1];
        if (this.url && (await fetch(`${this.url}/ready`)).ok) {
          this.isDown = false;
          return;
        }
      } catch (error) {
        if (!(error instanceof TypeError)) throw error;
      }
      if (Date.now() > deadline) throw new Error(`the server is not ready:\n${this.log}`);
    }
  }

  signal(name) { this.#process?.kill(name); }

  /** Ends it at once, wherever it is. */
  async kill() {
    this.isDown = true;
    this.signal('SIGKILL');
    await this.ended;
  }

  /** Ends it as a person would; nothing where it was never started. */
  async stop() {
    this.signal('SIGTERM');
    await this.ended;
  }
}
