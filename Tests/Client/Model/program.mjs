/** The server's process: started, killed, stopped and started again on the same port. */
import { spawn } from 'node:child_process';
import { pause } from './server.mjs';

/** How long a start may take, in milliseconds; a loaded machine takes its time. */
const LONGEST_START = 60_000;

export class Program {
  /** What it has logged. */
  log = '';
  #arguments;
  #process;

  constructor(binary, root, data, port) {
    this.url = `http://127.0.0.1:${port}`;
    this.#arguments = [binary, ['serve', '--listen', `127.0.0.1:${port}`, '--data', data, root]];
  }

  /** Starts it and waits until it is ready. */
  async start() {
    const process = spawn(...this.#arguments, { stdio: ['ignore', 'pipe', 'pipe'] });
    this.#process = process;
    this.ended = new Promise((resolve) => process.on('close', resolve));
    for (const stream of [process.stdout, process.stderr]) stream.on('data', (text) => { this.log += text; });
    for (const deadline = Date.now() + LONGEST_START; ; await pause(10)) {
      if (process.exitCode !== null) throw new Error(`the server ended with ${process.exitCode}:\n${this.log}`);
      try {
        if ((await fetch(`${this.url}/ready`)).ok) return;
      } catch (error) {
        if (!(error instanceof TypeError)) throw error;
      }
      if (Date.now() > deadline) throw new Error(`the server is not ready:\n${this.log}`);
    }
  }

  signal(name) { this.#process?.kill(name); }

  /** Ends it at once, wherever it is. */
  async kill() {
    this.signal('SIGKILL');
    await this.ended;
  }

  /** Ends it as a person would; nothing where it was never started. */
  async stop() {
    this.signal('SIGTERM');
    await this.ended;
  }
}
