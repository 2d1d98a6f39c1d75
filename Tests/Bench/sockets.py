"""WebSocket clients (RFC 6455) that cost the machine next to nothing, so that thousands of them measure the server."""
import base64
import hashlib
import json
import os
import select
import socket
import struct
import time

from measuring import Failed

GUID = b"258EAFA5-E914-47DA-95CA-C5AB0DC85B11"
PROTOCOL = "contactsheet.changes.v1"
TEXT, CLOSE, PING, PONG = 1, 8, 9, 10


class WebSocket:
    """One connection to /changes."""

    def __init__(self, port):
        self.socket = socket.create_connection(("127.0.0.1", port), timeout=30)
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        key = base64.b64encode(os.urandom(16))
        self.socket.sendall(b"\r\n".join([
            b"GET /changes HTTP/1.1", b"Host: 127.0.0.1", b"Upgrade: websocket", b"Connection: Upgrade",
            b"Sec-WebSocket-Version: 13", b"Sec-WebSocket-Key: " + key,
            b"Sec-WebSocket-Protocol: " + PROTOCOL.encode(), b"", b""]))
        self.input = b""
        while b"\r\n\r\n" not in self.input:
            self._read()
        head, self.input = self.input.split(b"\r\n\r\n", 1)
        if base64.b64encode(hashlib.sha1(key + GUID).digest()) not in head:
            raise Failed("the WebSocket was refused: %s" % head[:200])

    def fileno(self):
        return self.socket.fileno()

    def close(self):
        self.socket.close()

    def _read(self):
        piece = self.socket.recv(1 << 16)
        if not piece:
            raise Failed("the server closed the WebSocket")
        self.input += piece

    def _frame(self):
        """The next frame if it is here: opcode and payload."""
        if len(self.input) < 2:
            return None
        opcode, length, start = self.input[0] & 15, self.input[1] & 127, 2
        if length >= 126:
            start = 4 if length == 126 else 10
            if len(self.input) < start:
                return None
            length = struct.unpack(">H" if length == 126 else ">Q", self.input[2:start])[0]
        if len(self.input) < start + length:
            return None
        payload, self.input = self.input[start:start + length], self.input[start + length:]
        return opcode, payload

    def send(self, message, opcode=TEXT):
        payload = message if isinstance(message, bytes) else json.dumps(message).encode()
        length = struct.pack(">B", 128 | len(payload)) if len(payload) < 126 else struct.pack(
            ">BH", 128 | 126, len(payload))
        # A mask of zeros is one, too.
        self.socket.sendall(bytes([128 | opcode]) + length + bytes(4) + payload)

    def receive(self):
        """The next message, as JSON."""
        while True:
            frame = self._frame()
            if frame is None:
                self._read()
            elif frame[0] == TEXT:
                return json.loads(frame[1])
            elif frame[0] == PING:
                self.send(frame[1], PONG)
            elif frame[0] == CLOSE:
                raise Failed("the server closed the WebSocket: %s" % frame[1])

    def pass_over(self):
        """Takes out what was read; of it, only pings are answered."""
        while (frame := self._frame()) is not None:
            if frame[0] == PING:
                self.send(frame[1], PONG)

    def observe(self, limit=0, **view):
        """Observes a view, and returns its snapshot."""
        self.send({"type": "observe", "view": "bench", "limit": limit, **view})
        return self.next("snapshot")

    def next(self, kind):
        """The next message of that type about the view."""
        while True:
            message = self.receive()
            if message["type"] == "error":
                raise Failed("%s" % message)
            if message["type"] == kind and message.get("view") == "bench":
                return message


def seconds_until_all_are_told(sockets, act):
    """Does something that changes the view of all, and returns the seconds from its end to the last one's message."""
    poll = select.epoll()
    waiting = {}
    for each in sockets:
        poll.register(each, select.EPOLLIN)
        waiting[each.fileno()] = each
    # What still comes of an earlier change is not this one's.
    while events := poll.poll(0):
        for number, _ in events:
            waiting[number]._read()
            waiting[number].pass_over()
    act()
    started = time.perf_counter()
    while waiting:
        events = poll.poll(30)
        if not events:
            raise Failed("%d of %d clients were not told" % (len(waiting), len(sockets)))
        for number, _ in events:
            each = waiting[number]
            # No message is longer; what type it has, the bytes alone tell.
            each.input += each.socket.recv(1 << 16)
            if b'"type":"change"' in each.input:
                poll.unregister(number)
                del waiting[number]
    seconds = time.perf_counter() - started
    for each in sockets:
        each.pass_over()
    poll.close()
    return seconds
