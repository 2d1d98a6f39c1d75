#!/usr/bin/env node
/**
 * The model test: all that people and programs do happens in a folder of a running server, while clients on all
 * transports connect, stall, drop and resume. After each round every client's list is what GET gives, which is what is
 * on disk, and every asset has kept its id. It starts nothing and restarts nothing; the server may be restarted under it.
 *
 * usage: model.mjs URL ROOT [--rounds N | --seconds N] [--seed N] [--observers N] [--keep]
 *
 *   URL          the server's, such as http://127.0.0.1:8080
 *   ROOT         a folder that it serves; all happens in a new folder in it, which is removed at the end.
 *                A folder for what is moved out of the tree is made beside ROOT.
 *   --rounds     how many rounds (default 20), or --seconds for how long
 *   --seed       the same seed does the same things (default: the time); the timing is never the same
 *   --observers  how many clients there are at a time (default 12)
 *   --keep       leaves the folder as it is at the end
 *
 * Prints a line a round and a summary; exit code 0 where all was right, 1 where not, 2 for a wrong call.
 */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { generator } from '../Vectors/make_vectors.mjs';
import { Observer } from './Model/observer.mjs';
import { pause, Server } from './Model/server.mjs';
import { Tree } from './Model/tree.mjs';

/** A round does up to so many things; every so often it is a storm. */
const USUAL_STEPS = 40, STORM_STEPS = 600, STORM_EVERY = 7;
const MOST_FAULTS_PRINTED = 10;

function options() {
  try {
    const number = { type: 'string' };
    const { values: { keep, ...values }, positionals: [url, root, ...more] } = parseArgs({
      allowPositionals: true,
      options: { rounds: number, seconds: number, seed: number, observers: number, keep: { type: 'boolean' } },
    });
    if (!root || more.length > 0) throw new Error('URL and ROOT are needed');
    const rounds = values.seconds ? Infinity : 20;
    const parsed = { seed: Date.now() % 1_000_000, observers: 12, rounds, seconds: Infinity };
    for (const [name, value] of Object.entries(values)) {
      if (!/^[0-9]+$/.test(value)) throw new Error(`--${name}: a number, not ${value}`);
      parsed[name] = Number(value);
    }
    return { url, root: resolve(root), keep, ...parsed };
  } catch (error) {
    console.error(`model.mjs: ${error.message}`);
    console.error('usage: model.mjs URL ROOT [--rounds N | --seconds N] [--seed N] [--observers N] [--keep]');
    process.exit(2);
  }
}

/** What an observer of this run looks at, and how. */
function observed({ below }, folders) {
  const any = (list) => list[below(list.length)];
  const sorts = ['taken', 'added', 'modified', 'name', 'size'];
  const sorted = { sort: any(sorts), order: any(['ascending', 'descending']) };
  const queries = [
    { collection: 'all' }, sorted, sorted, { collection: 'recentlyAdded' }, { resource: 'collections' },
    { mediaType: any(['image', 'image,video', 'video']), ...sorted },
    { text: any(['beach', 'market', 'harbour jpg']), ...sorted },
    { startDate: `${2000 + below(12)}-01-01`, endDate: `${2012 + below(12)}-06-30`, ...sorted },
  ];
  if (folders.length > 0) queries.push({ collection: any(folders), ...sorted }, { folder: any(folders), ...sorted });
  return {
    transport: any(['websocket', 'eventstream', 'longpoll']), query: any(queries), window: any([0, 1, 10, 100, 1000]),
  };
}

async function main() {
  const { url, root, keep, seed, rounds, seconds, observers: observerCount } = options();
  const server = new Server(url), deeds = generator(seed), chance = generator(seed + 1);
  const name = `model-${seed}-${process.pid}`;
  mkdirSync(join(root, name));
  const outside = mkdtempSync(join(dirname(root), `.${basename(root)}-outside-`));
  const tree = new Tree(join(root, name), outside, deeds);
  tree.fill();
  const counts = { change: 0, reload: 0, move: 0, drop: 0, stall: 0, followed: 0 };
  const observers = [], faults = [];
  const stop = (observer) => {
    for (const [what, count] of Object.entries(observer.counts)) counts[what] += count;
    observer.stop();
  };
  let folders = [], steps = 0, round = 0;
  console.log(`seed ${seed}: ${join(root, name)}, ${observerCount} observers`);

  const disturb = async () => {
    const observer = observers[chance.below(observers.length)];
    switch (chance.below(16)) {
      case 0: observer.drop(); counts.drop++; break;
      case 1: observer.stall(chance.below(700)); counts.stall++; break;
      case 2: case 3: {
        const start = chance.below(1 + observer.view.count);
        observer.fetch(start, start + chance.below(300)); // not waited for: changes come in between
        break;
      }
      case 4: await pause(chance.below(30)); break;
    }
  };

  const start = Date.now();
  try {
    for (; round < rounds && Date.now() - start < seconds * 1000; round++) {
      // Each round some observers go and others come.
      while (observers.length > 0 && chance.below(3) === 0) stop(...observers.splice(chance.below(observers.length), 1));
      for (let index = observers.length - 1; index >= 0; index--) {
        if (observers[index].view.isStopped) stop(...observers.splice(index, 1));
      }
      while (observers.length < observerCount) {
        observers.push(await Observer.start(url, observed(chance, folders)));
      }

      const stepCount = 1 + deeds.below(round % STORM_EVERY === STORM_EVERY - 1 ? STORM_STEPS : USUAL_STEPS);
      for (let step = 0; step < stepCount; step++) {
        await tree.step(pause);
        await disturb();
      }
      steps += stepCount;

      console.log('settling');
      const done = Date.now();
      await server.settle();
      const settled = Date.now();
      const wrong = (await Promise.all(observers.map((observer) => observer.compare(server)))).flat();
      const { assets, folders: known } = await server.within(name);
      wrong.push(...compareWithDisk(tree, assets));
      for (const [path, { id, done: did, places }] of tree.followed) {
        counts.followed++;
        const now = assets.get(path)?.id;
        if (now !== id) wrong.push(`${path}: was ${id}, is ${now} (${[...did].join() || 'left alone'}) ${places.join('; ')}`);
      }
      tree.settle((path) => assets.get(path)?.id);
      folders = known;
      const times = `settled in ${settled - done} ms, compared in ${Date.now() - settled} ms`;
      console.log(`round ${round + 1}: ${stepCount} steps, ${assets.size} pictures, ${folders.length} folders; ${times}${
        wrong.length > 0 ? `; ${wrong.length} FAULTS` : ''}`);
      for (const fault of wrong.slice(0, MOST_FAULTS_PRINTED)) console.log(`  ${fault}`);
      faults.push(...wrong);
    }
  } catch (error) {
    console.log(error.stack);
    faults.push(error.message);
  } finally {
    observers.forEach(stop);
    if (!keep) rmSync(join(root, name), { recursive: true, force: true });
    rmSync(outside, { recursive: true, force: true });
  }
  const deedCounts = Object.entries(tree.counts).sort().map(([deed, count]) => `${deed} ${count}`);
  console.log(`done: ${deedCounts.join(', ')}`);
  console.log(`seen: ${counts.change} changes with ${counts.move} moves, ${counts.reload} reloads; ${
    counts.drop} connections dropped, ${counts.stall} stalled; ${counts.followed} ids followed`);
  const took = Math.round((Date.now() - start) / 1000);
  console.log(`seed ${seed}: ${round} rounds, ${steps} steps, ${faults.length} faults in ${took} s`);
  process.exitCode = faults.length > 0 ? 1 : 0;
}

/** What is on disk, what the model did and what the server has must be the same. */
function compareWithDisk(tree, assets) {
  const disk = tree.listed(), wrong = [];
  const differ = (name, left, right) => {
    const has = new Set(right);
    for (const path of left) if (!has.has(path)) wrong.push(`${path}: ${name}`);
  };
  differ('on disk, not in the model', disk, tree.files.keys());
  differ('in the model, not on disk', tree.files.keys(), disk);
  differ('on disk, not in the library', disk, assets.keys());
  differ('in the library, not on disk', assets.keys(), disk);
  for (const [path, asset] of assets) {
    if (asset.state !== 'ready') wrong.push(`${path}: ${asset.state} ${JSON.stringify(asset.problems)}`);
  }
  return wrong;
}

await main();
