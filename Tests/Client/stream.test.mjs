import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseEventStream } from './client.mjs';

const cases = [
  ['one event', 'event: change\nid: lib-2\ndata: {"a":1}\n\n', [{ event: 'change', id: 'lib-2', data: '{"a":1}' }]],
  ['without a name', 'data: x\n\n', [{ event: 'message', id: undefined, data: 'x' }]],
  ['several lines', 'data: x\ndata:y\ndata\n\n', [{ event: 'message', id: undefined, data: 'x\ny\n' }]],
  ['only the first space goes', 'data:  x\n\n', [{ event: 'message', id: undefined, data: ' x' }]],
  ['a colon in the value', 'data: a:b: c\n\n', [{ event: 'message', id: undefined, data: 'a:b: c' }]],
  ['comments', ': hello\n\n:\ndata: x\n: more\n\n', [{ event: 'message', id: undefined, data: 'x' }]],
  ['no data, no event', 'event: index\nid: 1\n\ndata: x\n\n', [{ event: 'message', id: '1', data: 'x' }]],
  ['the id stays', 'id: 1\ndata: x\n\ndata: y\n\n', [
    { event: 'message', id: '1', data: 'x' }, { event: 'message', id: '1', data: 'y' }]],
  ['unknown fields', 'retry: 10\nfoo: bar\ndata: x\n\n', [{ event: 'message', id: undefined, data: 'x' }]],
  ['an unfinished event', 'data: x\n\ndata: y\n', [{ event: 'message', id: undefined, data: 'x' }]],
  ['a byte order mark', '\uFEFFdata: x\n\n', [{ event: 'message', id: undefined, data: 'x' }]],
  ['letters of several bytes', 'data: é漢🌊\n\n', [{ event: 'message', id: undefined, data: 'é漢🌊' }]],
];

for (const [name, text, expected] of cases) {
  test(`event stream: ${name}`, () => {
    for (const end of ['\n', '\r\n']) {
      const bytes = new TextEncoder().encode(text.replaceAll('\n', end));
      for (const size of [1, 2, 3, 7, bytes.length]) {
        const state = {}, events = [];
        for (let at = 0; at < bytes.length; at += size) {
          events.push(...parseEventStream(bytes.subarray(at, at + size), state));
        }
        assert.deepEqual(events, expected, `${JSON.stringify(end)} in pieces of ${size}`);
      }
    }
    assert.deepEqual(parseEventStream(text.replace(/^\uFEFF/, ''), {}), expected);
  });
}

test('event stream: carriage returns alone', () => {
  assert.deepEqual(parseEventStream('data: x\r\rdata: y\r\r:', {}).map(({ data }) => data), ['x', 'y']);
});
