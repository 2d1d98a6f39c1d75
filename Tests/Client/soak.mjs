#!/usr/bin/env node
/**
 * Runs the model test with one seed after another, each against a server of its own with a folder of its own. A third
 * of the seeds leave the server alone, a third kill it in the middle (SIGKILL) and start it again, a third stop it for a
 * while (SIGSTOP), so that the kernel's queue fills. In the end a second server, which never saw any of it happen, reads
 * the same folder: both must have the same assets.
 *
 * usage: soak.mjs --binary FILE [--seeds N] [--first N] [--rounds N] [--jobs N]
 *
 *   --binary  the contactsheet program
 *   --seeds   how many seeds (default 20), --first the first of them (default 1)
 *   --rounds  rounds of each (default 5)
 *   --jobs    how many run at once (default 2)
 *
 * Prints a line a seed, and all that the model test printed where a seed failed. Exit code 0 where all was right, 1
 * where not, 2 for a wrong call.
 */
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { generator } from '../Vectors/make_vectors.mjs';
import { Program } from './Model/program.mjs';
import { Server } from './Model/server.mjs';

const MODEL = new URL('model.mjs', import.meta.url).pathname;
/** Between two troubles, and how long one takes; milliseconds. */
const LONGEST_PEACE = 700, LONGEST_TROUBLE = 300;
/** What a second look at the same files can't know: names that were given, and when. */
const OWN_TO_A_LIBRARY = ['id', 'folderID', 'addedDate', 'originalURL', 'thumbnailURL', 'resources'];

function options() {
  try {
    const text = { type: 'string' };
    const { values: { binary, ...numbers } } = parseArgs({
      options: { binary: text, seeds: text, first: text, rounds: text, jobs: text },
    });
    if (!binary) throw new Error('--binary is needed');
    const parsed = { seeds: 20, first: 1, rounds: 5, jobs: 2 };
    for (const [name, value] of Object.entries(numbers)) {
      if (!/^[0-9]+$/.test(value)) throw new Error(`--${name}: a number, not ${value}`);
      parsed[name] = Number(value);
    }
    return { binary, ...parsed };
  } catch (error) {
    console.error(`soak.mjs: ${error.message}`);
    console.error('usage: soak.mjs --binary FILE [--seeds N] [--first N] [--rounds N] [--jobs N]');
    process.exit(2);
  }
}

const pause = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** Runs one seed; returns whether it was right. */
async function run(seed, { binary, rounds }) {
  const place = mkdtempSync(join(realpathSync(tmpdir()), 'contactsheet-soak-'));
  const root = join(place, 'photos'), start = Date.now();
  mkdirSync(root);
  const trouble = ['peace', 'kill', 'stop'][seed % 3];
  const program = new Program(binary, root, join(place, 'data'));
  const fresh = new Program(binary, root, join(place, 'fresh'));
  let output = '', faults = [];
  try {
    await program.start();
    const model = spawn(process.execPath, [MODEL, program.url, root, '--rounds', rounds, '--seed', seed, '--keep'], {
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    model.stdout.on('data', (text) => { output += text; });
    model.stderr.on('data', (text) => { output += text; });
    const ended = new Promise((resolve) => model.on('close', resolve));
    const isBusy = () => !output.endsWith('settling\n');
    const code = await makeTrouble(trouble, program, generator(seed + 2), { ended, isBusy });
    if (code !== 0) faults.push(`the model test ended with ${code}`);
    await fresh.start();
    faults.push(...await differences(new Server(program.url), new Server(fresh.url)));
  } catch (error) {
    faults.push(error.stack);
  } finally {
    await Promise.all([program.stop(), fresh.stop()]);
    rmSync(place, { recursive: true, force: true });
  }
  const counts = output.match(/, (\d+) steps/)?.[1] ?? 'no';
  console.log(`seed ${seed} (${trouble}): ${counts} steps, ${faults.length > 0 ? 'FAULTS' : 'right'}, ${
    Date.now() - start} ms`);
  if (faults.length > 0) console.log([output, ...faults, program.log].join('\n'));
  return faults.length === 0;
}

/**
 * Kills or stops the program again and again, while things are done in its folder, until the model test has ended; gives
 * what that ended with.
 */
async function makeTrouble(kind, program, chance, { ended, isBusy }) {
  let isOver = false;
  ended.then(() => { isOver = true; });
  while (kind !== 'peace' && !isOver) {
    await Promise.race([ended, pause(chance.below(LONGEST_PEACE))]);
    if (isOver) break;
    if (!isBusy()) continue;
    if (kind === 'kill') {
      await program.kill();
      await pause(chance.below(LONGEST_TROUBLE));
      await program.start();
    } else {
      program.signal('SIGSTOP');
      await pause(chance.below(LONGEST_TROUBLE));
      program.signal('SIGCONT');
    }
  }
  return ended;
}

/** How a library that saw all happen differs from one that only sees what is there. */
async function differences(lived, fresh) {
  const [left, right] = await Promise.all([lived, fresh].map(async (server) => {
    await server.settle();
    return described(server);
  }));
  const faults = [];
  for (const [path, asset] of left) {
    if (!right.has(path)) faults.push(`${path}: a fresh scan does not have it`);
    else if (right.get(path) !== asset) faults.push(`${path}: ${asset}, by a fresh scan ${right.get(path)}`);
  }
  for (const path of right.keys()) if (!left.has(path)) faults.push(`${path}: only a fresh scan has it`);
  if (right.size === 0) faults.push('nothing to compare');
  return faults;
}

/** All assets by their paths, as text of what the files alone say. */
async function described(server) {
  const { assets } = await server.all();
  return new Map([...assets].map(([path, asset]) => [path, JSON.stringify(Object.fromEntries(
    Object.entries(asset).filter(([name]) => !OWN_TO_A_LIBRARY.includes(name))))]));
}

const { seeds, first, jobs, ...rest } = options();
const waiting = Array.from({ length: seeds }, (_, index) => first + index), wrong = [];
await Promise.all(Array.from({ length: jobs }, async () => {
  for (let seed; (seed = waiting.shift()) !== undefined;) {
    if (!await run(seed, rest)) wrong.push(seed);
  }
}));
console.log(wrong.length > 0 ? `model test: seeds ${wrong.join(', ')} FAILED` : `model test: ${seeds} seeds right`);
process.exitCode = wrong.length > 0 ? 1 : 0;
