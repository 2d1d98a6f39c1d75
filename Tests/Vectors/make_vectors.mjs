#!/usr/bin/env node
/**
 * Makes the test vectors of the change format; always the same ones.
 *
 * usage: make_vectors.mjs            writes changes.json and checksums.json beside itself
 *
 * It shares no code with the client or the server that are tested with what it makes.
 */
import { writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';

const PRIME = (1n << 61n) - 1n;
const BASE = 81985529216486895n;
const DIGITS = '0123456789abcdefghijklmnopqrstuv';
const RANDOM_CASES = 50;

/** The checksum's value of one id: digits of base 32, or FNV-1a 64 of a word. */
function value(id) {
  if (/^[0-9a-v]{13}$/.test(id)) {
    return [...id].reduce((number, digit) => number * 32n + BigInt(DIGITS.indexOf(digit)), 0n) % PRIME;
  }
  let hash = 14695981039346656037n;
  for (const byte of Buffer.from(id, 'utf8')) hash = ((hash ^ BigInt(byte)) * 1099511628211n) % (1n << 64n);
  return hash % PRIME;
}

/** The checksum of a list of ids, as in the messages. */
export function checksumOf(ids) {
  const hash = ids.reduce((sum, id) => (sum * BASE + value(id)) % PRIME, 0n);
  return hash.toString(16).padStart(16, '0');
}

/** Indexes of a longest increasing subsequence, by patience sorting. */
export function longestIncreasing(numbers) {
  const tails = [];
  const previous = new Array(numbers.length).fill(-1);
  numbers.forEach((number, index) => {
    let low = 0, high = tails.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (numbers[tails[middle]] < number) low = middle + 1;
      else high = middle;
    }
    if (low > 0) previous[index] = tails[low - 1];
    tails[low] = index;
  });
  const indexes = [];
  for (let index = tails.at(-1) ?? -1; index >= 0; index = previous[index]) indexes.unshift(index);
  return indexes;
}

/** The change that leads from one list to the other, with as few moves as can be; `edited` are ids that changed. */
export function changeBetween(before, after, edited = []) {
  const placeBefore = new Map(before.map((id, index) => [id, index]));
  const placeAfter = new Map(after.map((id, index) => [id, index]));
  const kept = after.filter((id) => placeBefore.has(id));
  const still = new Set(longestIncreasing(kept.map((id) => placeBefore.get(id))).map((index) => kept[index]));
  return {
    countBefore: before.length,
    countAfter: after.length,
    removed: before.flatMap((id, index) => (placeAfter.has(id) ? [] : [index])),
    moved: kept.filter((id) => !still.has(id))
      .map((id) => ({ from: placeBefore.get(id), to: placeAfter.get(id), id })),
    inserted: after.flatMap((id, index) => (placeBefore.has(id) ? [] : [{ index, id }])),
    changed: after.flatMap((id, index) => (edited.includes(id) ? [{ index, id }] : [])),
    checksum: checksumOf(after),
  };
}

/** Random numbers that are the same everywhere (mulberry32): `below(n)` is 0..<n. */
export function generator(seed) {
  let state = seed >>> 0;
  const below = (limit) => {
    state = (state + 0x6D2B79F5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)) ^ mixed;
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * limit);
  };
  return { below, id: () => '0' + Array.from({ length: 12 }, () => DIGITS[below(32)]).join('') };
}

function handMade() {
  const ids = Array.from({ length: 12 }, (_, index) => `01hv3k9q2mf${DIGITS[index + 10]}0`);
  const [a, b, c, d, e, f, g, h] = ids;
  const highest = '7vvvvvvvvvvvv', zero = '0000000000000', prime = '1vvvvvvvvvvvv';
  return [
    ['nothing changes in an empty list', [], []],
    ['nothing changes', [a, b, c], [a, b, c]],
    ['the first one comes', [], [a]],
    ['empty becomes full', [], [a, b, c, d]],
    ['full becomes empty', [a, b, c, d], []],
    ['the only one goes', [a], []],
    ['the only one is replaced', [a], [b]],
    ['the only one changes', [a], [a], [a]],
    ['all are replaced', [a, b, c], [d, e, f]],
    ['insert at the start', [a, b, c], [d, a, b, c]],
    ['insert at the end', [a, b, c], [a, b, c, d]],
    ['insert in the middle', [a, b, c], [a, d, b, c]],
    ['insert between all', [a, b, c], [d, a, e, b, f, c, g]],
    ['insert several side by side', [a, b], [a, c, d, e, b]],
    ['remove at the start', [a, b, c], [b, c]],
    ['remove at the end', [a, b, c], [a, b]],
    ['remove every other', [a, b, c, d, e], [a, c, e]],
    ['remove several side by side', [a, b, c, d, e], [a, e]],
    ['swap two', [a, b], [b, a]],
    ['swap two in the middle', [a, b, c, d], [a, c, b, d]],
    ['swap first and last', [a, b, c, d], [d, b, c, a]],
    ['first becomes last', [a, b, c, d], [b, c, d, a]],
    ['last becomes first', [a, b, c, d], [d, a, b, c]],
    ['rotate by two', [a, b, c, d, e, f], [c, d, e, f, a, b]],
    ['reverse', [a, b, c, d, e], [e, d, c, b, a]],
    ['move one place down', [a, b, c, d], [a, c, b, d]],
    ['move two past each other', [a, b, c, d, e, f], [e, b, c, d, a, f]],
    ['move and insert at the same place', [a, b, c, d], [b, c, a, e, d]],
    ['insert where a moved one came from', [a, b, c, d], [e, b, c, a, d]],
    ['move to where one was removed', [a, b, c, d, e], [b, c, a, e]],
    ['remove one, insert one at its place', [a, b, c], [a, d, c]],
    ['remove the first, insert at the end', [a, b, c], [b, c, d]],
    ['move to the end past removed ones', [a, b, c, d], [d, a]],
    ['one changes in place', [a, b, c], [a, b, c], [b]],
    ['all change in place', [a, b, c], [a, b, c], [a, b, c]],
    ['one changes and moves', [a, b, c, d], [b, c, d, a], [a]],
    ['one changes since others moved around it', [a, b, c, d], [d, b, a], [b]],
    ['one changes behind inserted ones', [a, b], [c, d, a, b], [b]],
    ['all at once', [a, b, c, d, e, f], [g, e, b, f, h, a, d], [b, d]],
    ['lowest and highest ids', [zero, prime], [prime, highest, zero]],
  ].map(([name, before, after, edited]) => ({ name, before, change: changeBetween(before, after, edited), after }));
}

function random(number) {
  const { below, id } = generator(1000 + number);
  const before = Array.from({ length: below(60) }, id);
  const after = [...before];
  for (let count = below(1 + before.length / 3); count > 0; count--) after.splice(below(after.length), 1);
  for (let count = below(4 + before.length / 4); count > 0 && after.length > 0; count--) {
    const [moved] = after.splice(below(after.length), 1);
    after.splice(below(after.length + 1), 0, moved);
  }
  for (let count = below(20); count > 0; count--) after.splice(below(after.length + 1), 0, id());
  const edited = after.filter((kept) => before.includes(kept) && below(5) === 0);
  return { name: `random ${number}`, before, change: changeBetween(before, after, edited), after };
}

/** The cases of changes.json. */
export function changes() {
  return [...handMade(), ...Array.from({ length: RANDOM_CASES }, (_, number) => random(number + 1))];
}

/** The cases of checksums.json. */
export function checksums() {
  const { id } = generator(7);
  return [
    ['no id', []],
    ['zero', ['0000000000000']],
    ['two zeros', ['0000000000000', '0000000000000']],
    ['one', ['0000000000001']],
    ['one before zero', ['0000000000001', '0000000000000']],
    ['p, which is zero again', ['1vvvvvvvvvvvv']],
    ['one less than p', ['1vvvvvvvvvvvu']],
    ['the highest, of 63 bits', ['7vvvvvvvvvvvv']],
    ['an ordinary one', ['01hv3k9q2mf7c']],
    ['a thousand', Array.from({ length: 1000 }, id)],
    ['a word', ['all']],
    ['a word of 13 letters that is no number', ['recentlyAdded']],
    ['collections', ['all', 'recentlyAdded', 'videos', 'animated', 'raw', 'panoramas', '01hv3k9q2mf70']],
  ].map(([name, ids]) => ({ name, ids, checksum: checksumOf(ids) }));
}

/** The text of a file: one case a line, so that differences can be read. */
export function text(cases) {
  return `[\n${cases.map((one) => JSON.stringify(one)).join(',\n')}\n]\n`;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  writeFileSync(new URL('changes.json', import.meta.url), text(changes()));
  writeFileSync(new URL('checksums.json', import.meta.url), text(checksums()));
}
