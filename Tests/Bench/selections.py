"""Rows about selections: how soon all who watch are told, many at once, and very large ones."""
import http.client
import json
import random
import selectors
import time

import materials
from measuring import Check, Failed, Row, median, percentile, serving
from sockets import WebSocket, seconds_until_all_are_told

PICTURES = 10_000
WATCHERS = 100
OPEN = 1_000
CHANGES_A_SECOND = 500
SECONDS = 30
CONNECTIONS = 50
FEW, MANY = 10, 10_000
REPEATS = 100


class Picker:
    """A kept connection that picks."""

    def __init__(self, port):
        self.connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)

    def post(self, path, content):
        self.connection.request("POST", path, json.dumps(content), {"Content-Type": "application/json"})
        response = self.connection.getresponse()
        body = response.read()
        if response.status not in (200, 201):
            raise Failed("POST %s: %d %s" % (path, response.status, body[:300].decode(errors="replace")))
        return json.loads(body)

    def make(self, **rules):
        return self.post("/selections", {"maximum": 0, **rules})["id"]

    def act(self, selection, action, assets):
        return self.post("/selections/%s/items" % selection, {"actions": [{"action": action, "assets": assets}]})


def served(bench, data):
    """A server over pictures, and the ids of them all."""
    return serving(bench, bench.fresh(data), materials.library(bench.root, PICTURES))


def asset_ids(server):
    server.wait_until_idle()
    ids, path = [], "/assets?limit=1000"
    while path:
        page = server.json(path)
        ids += [asset["id"] for asset in page["items"]]
        path = page["next"]
    return ids


def timed_act(picker, selection, asset):
    """Seconds until an asset that is added is acknowledged."""
    started = time.perf_counter()
    picker.act(selection, "add", [asset])
    return time.perf_counter() - started


def selection_watchers(bench):
    """An asset added to a selection that 100 clients watch, until the last of them is told."""
    with served(bench, "data-selections") as server:
        ids = asset_ids(server)
        picker = Picker(server.port)
        selection = picker.make()
        sockets = [WebSocket(server.port) for _ in range(WATCHERS)]
        for each in sockets:
            each.observe(resource="selection", selection=selection)
        times = []
        for number in range(REPEATS):
            answered = []
            seconds = seconds_until_all_are_told(
                sockets, lambda: answered.append(timed_act(picker, selection, ids[number])))
            times.append(answered[0] + seconds)
        for each in sockets:
            each.close()
    return Row("selection-watchers", "add to a selection with 100 watching clients, request until all are told", {
        "median ms": 1000 * median(times), "p99 ms": 1000 * percentile(times, 99),
    }, [Check("median ms", 1000 * median(times), 5, False)])


def selection_load(bench):
    """1,000 open selections with 500 changes a second together for 30 seconds, over 50 connections."""
    rng = random.Random(4)
    with served(bench, "data-selections") as server:
        ids = asset_ids(server)
        picker = Picker(server.port)
        selections = [picker.make() for _ in range(OPEN)]
        expected = {selection: [] for selection in selections}
        times, late = load(server.port, selections, ids, expected, rng)
        lost = 0
        for selection in selections:
            items = server.json("/selections/%s/items?limit=1000" % selection)["items"]
            lost += [item["id"] for item in items] != expected[selection]
    return Row("selection-load", "1,000 open selections, 500 changes/s together for 30 s", {
        "changes": len(times), "median ms": 1000 * median(times), "p99 ms": 1000 * percentile(times, 99),
        "behind schedule s": late,
    }, [Check("p99 ms", 1000 * percentile(times, 99), 50, False), Check("wrong selections", lost, 0, False),
        Check("behind schedule s", late, 1, False)])


def load(port, selections, ids, expected, rng):
    """Sends changes by the clock; latencies count from when each was due. At most one is under way for a selection."""
    selector = selectors.DefaultSelector()
    idle = []
    for _ in range(CONNECTIONS):
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
        connection.connect()
        idle.append(connection.sock)
    busy, times, total, sent = set(), [], CHANGES_A_SECOND * SECONDS, 0
    started = time.perf_counter()
    while len(times) < total:
        now = time.perf_counter()
        while sent < total and idle and started + sent / CHANGES_A_SECOND <= now:
            selection = rng.choice(selections)
            while selection in busy:
                selection = rng.choice(selections)
            busy.add(selection)
            picked = expected[selection]
            if picked and rng.random() < 0.3:
                action, asset = "remove", rng.choice(picked)
            else:
                action, asset = "add", rng.choice(ids)
            body = json.dumps({"actions": [{"action": action, "assets": [asset]}]}).encode()
            sock = idle.pop()
            sock.sendall(b"POST /selections/%s/items HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n"
                         b"Content-Length: %d\r\n\r\n%s" % (selection.encode(), len(body), body))
            selector.register(sock, selectors.EVENT_READ,
                              (started + sent / CHANGES_A_SECOND, selection, action, asset))
            sent += 1
        due = started + sent / CHANGES_A_SECOND - time.perf_counter()
        for key, _ in selector.select(max(0, due) if idle and sent < total else 1):
            due_at, selection, action, asset = key.data
            # The answers are smaller than a packet of the loopback device.
            answer = key.fileobj.recv(1 << 16)
            times.append(time.perf_counter() - due_at)
            if not answer.startswith(b"HTTP/1.1 200"):
                raise Failed("a change was refused: %s" % answer[:300])
            selector.unregister(key.fileobj)
            idle.append(key.fileobj)
            busy.remove(selection)
            picked = expected[selection]
            if action == "remove":
                picked.remove(asset)
            elif asset not in picked:
                picked.append(asset)
    return times, max(0, time.perf_counter() - started - SECONDS)


def selection_size(bench):
    """An asset added to a selection of 10,000 items, beside one of 10."""
    with served(bench, "data-selections") as server:
        ids = asset_ids(server)
        picker = Picker(server.port)
        last = ids.pop()
        sizes = {}
        for count in (FEW, min(MANY, len(ids))):
            sizes[count] = picker.make()
            for start in range(0, count, 5000):
                picker.act(sizes[count], "add", ids[start:min(count, start + 5000)])
        times = {count: [] for count in sizes}
        for _ in range(REPEATS):
            for count, selection in sizes.items():
                started = time.perf_counter()
                picker.act(selection, "add", [last])
                times[count].append(time.perf_counter() - started)
                picker.act(selection, "remove", [last])
    few, many = [median(each) for each in times.values()]
    return Row("selection-size", "add to a selection of 10,000 items, beside one of 10", {
        "ms at 10": 1000 * few, "ms at 10,000": 1000 * many,
    }, [Check("times the small one", many / few, 2, False)])
