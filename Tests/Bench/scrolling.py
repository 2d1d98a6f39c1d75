"""A row about scrolling: a client that flings through 100,000 photos, as a page in a browser does."""
import asyncio
import gc
import json
import math
import re
import shutil
import time

import materials
from measuring import Check, Failed, Row, median, percentile, serving, wait_until
from sockets import WebSocket

FILES = 100_000
COLUMNS, ROWS = 7, 5
FLINGS = 20
# How long a fling runs out, and how long it is looked at what it led to.
FLING_SECONDS, REST_SECONDS = 2.0, 1.0
# What a fling has left of its speed after each third of a second is 1/e.
DECAY_SECONDS = 1 / 3
FRAME_SECONDS = 1 / 60
# Browsers have six connections to a server.
CONNECTIONS = 6
PAGE = 100
PICTURE = "w=256&h=256&mode=aspectFill"
# Who sees a cell for a shorter time does not see whether a picture is in it.
NOTICED_SECONDS = 0.1
LOOKED_AT_SECONDS = 0.5


class Cell:
    """A place of the grid while it is in sight."""

    def __init__(self):
        self.shown = time.monotonic()
        self.first = self.sharp = self.left = self.fetching = None

    def has(self, moment):
        return math.inf if moment is None else moment - self.shown

    @property
    def seconds(self):
        return self.left - self.shown


class Connection:
    """A kept connection, closed by whoever gives up what it asked for."""

    def __init__(self, port):
        self.port, self.reader, self.writer = port, None, None

    async def get(self, path):
        """Fields and body of the answer."""
        try:
            if self.writer is None:
                self.reader, self.writer = await asyncio.open_connection("127.0.0.1", self.port)
            self.writer.write(b"GET %s HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n" % path.encode())
            head = (await self.reader.readuntil(b"\r\n\r\n")).decode().lower()
            length = int(re.search(r"content-length: (\d+)", head).group(1))
            body = await self.reader.readexactly(length)
        except BaseException:
            if self.writer:
                self.writer.close()
            self.writer = None
            raise
        if not head.startswith("http/1.1 200"):
            raise Failed("GET %s: %s" % (path, head.split("\r\n")[0]))
        return head, body


class Scroller:
    """The grid, what it knows, and what it waits for."""

    def __init__(self, server, looks_ahead):
        self.looks_ahead = looks_ahead
        self.items, self.cells, self.past = {}, {}, []
        self.delivered, self.errors = set(), []
        self.free = [Connection(server.port) for _ in range(CONNECTIONS)]
        self.lists = Connection(server.port)
        self.loading = None
        self.socket = WebSocket(server.port)
        self.socket.observe()

    async def fling(self, start, length):
        """Scrolls on from a place, slower and slower, and rests."""
        began = time.monotonic()
        share = 1 - math.exp(-FLING_SECONDS / DECAY_SECONDS)
        while (passed := time.monotonic() - began) < FLING_SECONDS:
            self.show(start + length * (1 - math.exp(-passed / DECAY_SECONDS)) / share)
            await asyncio.sleep(FRAME_SECONDS)
        first = self.show(start + length)
        if self.looks_ahead:
            # As the web picker does: a screen before and one behind.
            self.socket.send({"type": "cache", "view": "bench", "offset": max(0, first - COLUMNS * ROWS),
                              "limit": 3 * COLUMNS * ROWS, "w": 256, "h": 256, "mode": "aspectFill"})
        rest = time.monotonic()
        while time.monotonic() - rest < REST_SECONDS:
            self.show(start + length)
            await asyncio.sleep(FRAME_SECONDS)

    def show(self, position):
        """Draws the grid with the row of a position at the top; returns the first place."""
        first = min(int(position) // COLUMNS * COLUMNS, FILES - COLUMNS * ROWS)
        sight = range(first, first + COLUMNS * ROWS)
        for place in [place for place in self.cells if place not in sight]:
            self.leave(place)
        for place in sight:
            if place not in self.cells:
                cell = self.cells[place] = Cell()
                if place in self.items:
                    self.draw(cell, place)
        if self.loading is None and any(place not in self.items for place in sight):
            self.loading = asyncio.ensure_future(self.load(first))
            self.loading.add_done_callback(self.loaded)
        self.fetch()
        return first

    def leave(self, place):
        cell = self.cells.pop(place)
        cell.left = time.monotonic()
        if cell.fetching:
            cell.fetching.cancel()
        self.past.append(cell)

    def leave_all(self):
        for place in list(self.cells):
            self.leave(place)

    async def load(self, first):
        """Fetches the page of what is in sight."""
        start = max(0, first - (PAGE - COLUMNS * ROWS) // 2)
        _, body = await self.lists.get("/assets?offset=%d&limit=%d" % (start, PAGE))
        for index, item in enumerate(json.loads(body)["items"]):
            self.items[start + index] = (item["thumbnailURL"].split("{")[0], "thumbHash" in item)
            if start + index in self.cells:
                self.draw(self.cells[start + index], start + index)

    def loaded(self, task):
        self.loading = None
        if error := task.exception():
            self.errors.append(error)
        else:
            self.fetch()

    def draw(self, cell, place):
        """Shows the placeholder where there is one."""
        _, has_placeholder = self.items[place]
        if cell.first is None and has_placeholder:
            cell.first = time.monotonic()

    def fetch(self):
        """Asks for pictures of what is in sight, as far as connections go; first for cells that have none at all."""
        waiting = [(cell.first is not None, place) for place, cell in self.cells.items()
                   if cell.sharp is None and cell.fetching is None and place in self.items]
        for _, place in sorted(waiting)[:len(self.free)]:
            cell, connection = self.cells[place], self.free.pop()
            cell.fetching = asyncio.ensure_future(self.picture(cell, place, connection))
            # Also of one that is given up before it began.
            cell.fetching.add_done_callback(lambda task, own=(cell, connection): self.end(task, *own))

    async def picture(self, cell, place, connection):
        """Fetches a picture; the best that is there for a cell that has none."""
        url, _ = self.items[place]
        url += ("&" if "?" in url else "?") + PICTURE
        head, _ = await connection.get(url + ("&delivery=opportunistic" if cell.first is None else ""))
        cell.first = cell.first or time.monotonic()
        if "thumbnail-degraded: true" not in head:
            cell.sharp = time.monotonic()
            self.delivered.add(place)

    def end(self, task, cell, connection):
        cell.fetching = None
        self.free.append(connection)
        if not task.cancelled():
            if error := task.exception():
                self.errors.append(error)
            else:
                self.fetch()


async def fling_through(server, looks_ahead):
    """Flings through the library from its start to its end; gives the scroller with all that it saw."""
    # A pause of the client's own would count as the server's.
    gc.disable()
    scroller = Scroller(server, looks_ahead)
    length = (FILES - COLUMNS * ROWS) / FLINGS
    for number in range(FLINGS):
        await scroller.fling(number * length, length)
    scroller.leave_all()
    scroller.socket.close()
    # What was given up ends.
    await asyncio.sleep(REST_SECONDS)
    gc.enable()
    if scroller.errors:
        raise Failed("%d requests: %s" % (len(scroller.errors), scroller.errors[0]))
    return scroller


def rendered(server):
    """How many thumbnails the server has rendered of originals."""
    return int(re.search(r"^contactsheet_thumbnail_renders_total (\d+)", server.get("/metrics").decode(), re.M).group(1))


def scroll(bench):
    """Flings through 100,000 photos: how soon each cell has a picture and the sharp one, and what was made in vain."""
    folder = materials.library(bench.root, FILES, has_small_pictures=True)
    materials.warm(folder)
    indexed = bench.fresh("data-scroll-indexed")
    bench.index(indexed, folder)

    def fresh():
        data = bench.fresh("data-scroll")
        shutil.copytree(indexed, data, dirs_exist_ok=True)
        return data
    # Nothing else is rendered, so that what nobody looked at can be counted.
    with serving(bench, fresh(), folder) as server:
        server.wait_until_idle()
        scroller = asyncio.run(fling_through(server, looks_ahead=False))
        renders = rendered(server)
        wasted = renders - len(scroller.delivered)
    with serving(bench, fresh(), folder, options=()) as server:
        server.wait_until_idle()
        wait_until(lambda: server.json("/health")["rendering"]["state"] == "running", server.process, "it rendered")
        cells = asyncio.run(fling_through(server, looks_ahead=True)).past
        if server.json("/health")["rendering"]["state"] != "running":
            raise Failed("all was rendered before the end")
    first = [1000 * cell.has(cell.first) for cell in cells if cell.seconds > NOTICED_SECONDS]
    sharp = [1000 * cell.has(cell.sharp) for cell in cells if cell.seconds > LOOKED_AT_SECONDS]
    blank = sum(cell.first is None for cell in cells) / len(cells)
    return Row("scroll", "a fling through 100,000 photos while all are rendered", {
        "cells": len(cells), "blank share": blank, "first ms": median(first), "first p99 ms": percentile(first, 99),
        "sharp ms": median(sharp), "sharp p99 ms": percentile(sharp, 99), "renders": renders, "wasted": wasted,
    }, [Check("first ms", median(first), 15, False), Check("first p99 ms", percentile(first, 99), 80, False),
        Check("sharp p99 ms", percentile(sharp, 99), 500, False),
        Check("wasted / renders", wasted / renders, 0.1, False)])
