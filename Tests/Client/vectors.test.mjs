import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { applyChange, ChangeError, checksum } from './client.mjs';
import { changeBetween, changes, checksums, checksumOf, generator, text } from '../Vectors/make_vectors.mjs';

const read = (name) => readFileSync(new URL(`../Vectors/${name}`, import.meta.url), 'utf8');
const entries = (ids) => ids.map((id) => ({ id, item: undefined }));
const idsOf = (list) => Array.from(list, (entry) => entry?.id);

test('the committed vectors are those that the generator makes', () => {
  assert.equal(read('changes.json'), text(changes()));
  assert.equal(read('checksums.json'), text(checksums()));
});

test('every vector leads from before to after', () => {
  for (const { name, before, change, after } of JSON.parse(read('changes.json'))) {
    const list = Object.freeze(entries(before));
    assert.deepEqual(idsOf(applyChange(list, change)), after, name);
    assert.equal(new Set(after).size, after.length, name);
    assert.equal(checksum(after), change.checksum, name);
  }
});

test('checksums are as the vectors say', () => {
  for (const { name, ids, checksum: expected } of JSON.parse(read('checksums.json'))) {
    assert.equal(checksum(ids), expected, name);
  }
});

test('a checksum is composed of those of its parts', () => {
  const prime = 2n ** 61n - 1n;
  const { below, id } = generator(3);
  for (let round = 0; round < 20; round++) {
    const left = Array.from({ length: below(30) }, id), right = Array.from({ length: below(30) }, id);
    let power = 1n;
    for (const _ of right) power = (power * 0x0123456789ABCDEFn) % prime;
    const composed = (BigInt(`0x${checksum(left)}`) * power + BigInt(`0x${checksum(right)}`)) % prime;
    assert.equal(checksum([...left, ...right]), composed.toString(16).padStart(16, '0'));
  }
});

test('a list with holes changes as the full one does, its holes aside', () => {
  const { below, id } = generator(11);
  let full = Array.from({ length: 200 }, id);
  let sparse = entries(full).map((entry) => (below(3) === 0 ? entry : undefined));
  for (let round = 0; round < 300; round++) {
    const next = [...full];
    for (let count = below(6); count > 0; count--) next.splice(below(next.length), 1);
    for (let count = below(6); count > 0; count--) next.splice(below(next.length + 1), 0, ...next.splice(below(next.length), 1));
    for (let count = below(6); count > 0; count--) next.splice(below(next.length + 1), 0, id());
    const edited = next.filter(() => below(50) === 0 && full.length > 0).filter((kept) => full.includes(kept));
    const change = changeBetween(full, next, edited);

    const known = new Set(idsOf(sparse).filter((one) => one !== undefined));
    sparse = applyChange(sparse, change);
    full = next;
    for (const { id: told } of [...change.moved, ...change.inserted, ...change.changed]) known.add(told);
    assert.equal(sparse.length, full.length);
    full.forEach((one, index) => assert.equal(sparse[index]?.id, known.has(one) ? one : undefined));
  }
});

test('entries that stay or move stay the same object, changed ones are new', () => {
  const [a, b, c] = entries(['a', 'b', 'c']);
  const change = changeBetween(['a', 'b', 'c'], ['b', 'c', 'a'], ['b']);
  const after = applyChange([a, b, c], { ...change, changed: [{ index: 0, asset: { id: 'b', title: 'new' } }] });
  assert.equal(after[1], c);
  assert.equal(after[2], a);
  assert.notEqual(after[0], b);
  assert.equal(after[0].item.title, 'new');
  assert.equal(b.item, undefined);
});

test('collections are items too; an id alone is an entry without item', () => {
  const change = { ...changeBetween([], ['videos', 'raw']), inserted: [
    { index: 0, collection: { id: 'videos', title: 'Videos' } }, { index: 1, id: 'raw' },
  ] };
  assert.deepEqual(applyChange([], change), [
    { id: 'videos', item: { id: 'videos', title: 'Videos' } }, { id: 'raw', item: undefined },
  ]);
});

test('a change that does not fit is refused whole', () => {
  const none = { countBefore: 3, countAfter: 3, removed: [], moved: [], inserted: [], changed: [] };
  for (const [name, change] of Object.entries({
    'another count before': { ...none, countBefore: 2 },
    'another count after': { ...none, countAfter: 4 },
    'removed beyond the end': { ...none, countAfter: 2, removed: [3] },
    'removed twice': { ...none, countAfter: 1, removed: [1, 1] },
    'removed and moved': { ...none, countAfter: 3, removed: [1], moved: [{ from: 1, to: 0, id: 'b' }] },
    'inserted beyond the end': { ...none, countAfter: 4, inserted: [{ index: 4, id: 'd' }] },
    'two in one place': { ...none, countAfter: 5, inserted: [{ index: 1, id: 'd' }, { index: 1, id: 'e' }] },
    'another one moved': { ...none, moved: [{ from: 0, to: 2, id: 'c' }] },
    'changed beyond the end': { ...none, changed: [{ index: 3, id: 'd' }] },
  })) {
    const list = Object.freeze(entries(['a', 'b', 'c']));
    assert.throws(() => applyChange(list, change), ChangeError, name);
  }
});

test('the generator moves as few as can be', () => {
  // Against all subsets, in lists small enough for that.
  const { below } = generator(5);
  for (let round = 0; round < 200; round++) {
    const before = ['a', 'b', 'c', 'd', 'e', 'f'].slice(0, 1 + below(6));
    const after = [...before];
    for (let count = 0; count < 6; count++) after.splice(below(after.length), 0, ...after.splice(below(after.length), 1));
    let fewest = before.length;
    for (let still = 0; still < 1 << before.length; still++) {
      const kept = (list) => list.filter((id) => still & (1 << before.indexOf(id))).join();
      if (kept(before) === kept(after)) fewest = Math.min(fewest, before.filter((_, bit) => !(still & (1 << bit))).length);
    }
    assert.equal(changeBetween(before, after).moved.length, fewest);
  }
});

test('the order is in the checksum', () => {
  const list = ['01hv3k9q2mf7c', '01hv3k9q2mf7d'];
  assert.notEqual(checksum(list), checksum([...list].reverse()));
  assert.equal(checksum(list), checksumOf(list));
});
