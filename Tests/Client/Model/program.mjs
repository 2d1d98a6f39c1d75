/** The server's process: started, killed, stopped and started again on the same port. */
import { spawn } from 'node:child_process';
import { createServer } from 'node:net';
import { pause } from './server.mjs';

/** How long a start may take, in milliseconds; a loaded machine takes its time. */
const LONGEST_START = 60_000;

export class Program {
  /** What it has logged. */
  log = '';
  /** Whether it was killed and not started again, so that nobody answers. */
  isDown = false;
  #arguments;
  #process;

  /** `options` are the server's further ones, `wrapper` a program with its arguments that starts it. */
  constructor(binary, root, data, port, { options = [], wrapper = [] } = {}) {
    this.url = `http://127.0.0.1:${port}`;
    const [first, ...words] = [
      ...wrapper, binary, 'serve', '--listen', `127.0.0.1:${port}`, '--data', data, ...options, root,
    ];
    this.#arguments = [first, words];
  }

  get id() { return this.#process.pid; }

  /** Starts it and waits until it is ready. */
  async start() {
    const process = spawn(...this.#arguments, { stdio: ['ignore', 'pipe', 'pipe'] });
    this.#process = process;
    this.ended = new Promise((resolve) => process.on('close', resolve));
    for (const stream of [process.stdout, process.stderr]) stream.on('data', (text) => { this.log += text; });
    for (const deadline = Date.now() + LONGEST_START; ; await pause(10)) {
      if (process.exitCode !== null) throw new Error(`the server ended with ${process.exitCode}:\n${this.log}`);
      try {
        if ((await fetch(`${this.url}/ready`)).ok) {
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

/** A port that nobody listens at. */
export function freePort() {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.on('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });
}
