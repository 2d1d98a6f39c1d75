/** A WebSocket client (RFC 6455) as small as it can be, since Node below 22 has none. */
import { createHash, randomBytes } from 'node:crypto';
import { connect } from 'node:net';

const OPCODES = { continuation: 0, text: 1, close: 8, ping: 9, pong: 10 };

/** The part of the browser's WebSocket that the client uses, for ws: URLs. */
export class WebSocket {
  readyState = 0;
  #socket;
  #input = Buffer.alloc(0);
  #fragments = [];

  constructor(url, protocols = []) {
    const { hostname, port, host, pathname, search } = new URL(url);
    const key = randomBytes(16).toString('base64');
    this.#socket = connect(Number(port || 80), hostname, () => {
      this.#socket.write([
        `GET ${pathname}${search} HTTP/1.1`, `Host: ${host}`, 'Upgrade: websocket', 'Connection: Upgrade',
        `Sec-WebSocket-Key: ${key}`, 'Sec-WebSocket-Version: 13',
        ...(protocols.length > 0 ? [`Sec-WebSocket-Protocol: ${protocols.join(', ')}`] : []), '', '',
      ].join('\r\n'));
    });
    this.#socket.setNoDelay(true);
    const accept = createHash('sha1').update(`${key}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`).digest('base64');
    this.#socket.on('data', (bytes) => {
      this.#input = this.#input.length > 0 ? Buffer.concat([this.#input, bytes]) : bytes;
      if (this.readyState === 0) this.#readHead(accept, protocols);
      while (this.readyState === 1 && this.#readFrame());
    });
    this.#socket.on('error', () => {});
    this.#socket.on('close', () => {
      this.readyState = 3;
      this.onclose?.({});
    });
  }

  send(text) {
    if (this.readyState === 1) this.#write(OPCODES.text, Buffer.from(text));
  }

  close() {
    if (this.readyState === 1) this.#write(OPCODES.close, Buffer.from([0x03, 0xE8]));
    if (this.readyState < 2) this.readyState = 2;
    this.#socket.end();
  }

  #readHead(accept, protocols) {
    const end = this.#input.indexOf('\r\n\r\n');
    if (end < 0) return;
    const [status, ...lines] = this.#input.subarray(0, end).toString('latin1').split('\r\n');
    const fields = new Map(lines.map((line) => {
      const colon = line.indexOf(':');
      return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
    }));
    const isRight = status.startsWith('HTTP/1.1 101') && fields.get('sec-websocket-accept') === accept
      && (protocols.length === 0 || protocols.includes(fields.get('sec-websocket-protocol')));
    if (!isRight) return this.#socket.destroy();
    this.#input = this.#input.subarray(end + 4);
    this.readyState = 1;
    this.onopen?.({});
  }

  /** Reads one frame; false where it is not whole yet. */
  #readFrame() {
    const input = this.#input;
    if (input.length < 2) return false;
    const isFinal = (input[0] & 0x80) !== 0, opcode = input[0] & 0x0F;
    let length = input[1] & 0x7F, start = 2;
    if (length === 126) {
      if (input.length < 4) return false;
      length = input.readUInt16BE(2);
      start = 4;
    } else if (length === 127) {
      if (input.length < 10) return false;
      length = Number(input.readBigUInt64BE(2));
      start = 10;
    }
    if (input.length < start + length) return false;
    const payload = input.subarray(start, start + length);
    this.#input = input.subarray(start + length);
    if (opcode === OPCODES.ping) this.#write(OPCODES.pong, payload);
    else if (opcode === OPCODES.close) this.close();
    else if (opcode <= OPCODES.text) {
      this.#fragments.push(payload);
      if (isFinal) this.onmessage?.({ data: Buffer.concat(this.#fragments.splice(0)).toString() });
    } else if (opcode !== OPCODES.pong) this.#socket.destroy();
    return true;
  }

  #write(opcode, payload) {
    const mask = randomBytes(4);
    const head = payload.length < 126 ? Buffer.from([0x80 | opcode, 0x80 | payload.length])
      : Buffer.from([0x80 | opcode, 0x80 | 126, payload.length >> 8, payload.length & 0xFF]);
    if (payload.length > 0xFFFF) throw new RangeError('longer than the server takes');
    this.#socket.write(Buffer.concat([head, mask, payload.map((byte, index) => byte ^ mask[index & 3])]));
  }
}
