"""Rows about changes: from the disk to the clients, with many assets, many clients, and many changes at once."""
import os
import pathlib
import shutil
import subprocess
import time

import large_library
import materials
from measuring import Check, Failed, Row, median, memory, percentile, run, running, serving, wait_until
from sockets import WebSocket, seconds_until_all_are_told

PICTURES = 300
COPIED = 10_000
WATCHERS = 1_000
IDLE = 10_000
FEW, MANY = 1_000, 1_000_000
REPEATS = 30
# Changes in quick succession are joined on purpose; where it is about a single one, it comes after a quiet time.
QUIET_SECONDS = 0.2


def pictures(bench):
    """Bytes of small JPEGs that no library of the bench has."""
    folder = materials.library(bench.root, PICTURES)
    return [path.read_bytes() for path in sorted(folder.rglob("*.jpg"))]


def written(path, content):
    """Writes a file; returns when it was closed."""
    with open(path, "wb") as file:
        file.write(content)
    return time.perf_counter()


def change_delay(bench):
    """From close() of a new JPEG among 100,000 to the message at a WebSocket, beside `inotifywait -m`."""
    folder = materials.library(bench.root, large_library.FILES)
    data = large_library.indexed_data(bench)[0]
    place = folder / "bench new"
    shutil.rmtree(place, ignore_errors=True)
    place.mkdir()
    ours, theirs = [], []
    try:
        with serving(bench, data, folder) as server:
            server.wait_until_idle()
            client = WebSocket(server.port)
            client.observe(limit=0, sort="added", order="descending")
            command = ["inotifywait", "-m", "-q", "-e", "close_write", "--format", "%f", place]
            with subprocess.Popen([str(part) for part in command], stdout=subprocess.PIPE) as watcher:
                wait_until(lambda: is_watching(watcher, place), watcher, "it watched")
                for number, content in enumerate(pictures(bench)):
                    time.sleep(QUIET_SECONDS)
                    name = "new %d.jpg" % number
                    closed = written(place / name, content)
                    if watcher.stdout.readline().decode().strip() != name:
                        raise Failed("inotifywait told of another file")
                    theirs.append(time.perf_counter() - closed)
                    ours.append(told_of(client, name, closed))
                watcher.terminate()
    finally:
        shutil.rmtree(place)
    return Row("change-delay", "close() of a new JPEG to a WebSocket client, 100,000 assets", {
        "median ms": 1000 * median(ours), "p99 ms": 1000 * percentile(ours, 99),
        "inotifywait median ms": 1000 * median(theirs), "inotifywait p99 ms": 1000 * percentile(theirs, 99),
    }, [Check("median ms over inotifywait's", 1000 * (median(ours) - median(theirs)), 5, False),
        Check("p99 ms", 1000 * percentile(ours, 99), 40, False)])


def is_watching(process, folder):
    """Whether a process has an inotify watch of the folder: proc(5), fdinfo."""
    inode = "ino:%x " % os.stat(folder).st_ino
    for entry in pathlib.Path("/proc/%d/fdinfo" % process.pid).iterdir():
        if inode in entry.read_text():
            return True
    return False


def told_of(client, name, since):
    """Seconds until the client was told of a picture with its metadata and the link of its thumbnail."""
    while True:
        message = client.next("change")
        told = time.perf_counter() - since
        members = message["inserted"] + message["changed"]
        for asset in [member["asset"] for member in members if "asset" in member]:
            if asset["filename"] == name and asset["state"] == "ready":
                if not asset["thumbnailURL"] or not asset["pixelWidth"] or not asset["creationDate"]:
                    raise Failed("%s came without its facts" % name)
                return told


def observers(bench):
    """One change seen by 1,000 observers of one view, with 1,000,000 assets and with 1,000."""
    figures = {}
    tool = bench.binary.with_name("large-catalogue")
    picture = pictures(bench)[0]
    for count in (FEW, MANY):
        data, live = bench.fresh("data-observers"), bench.fresh("live")
        gone = bench.work / "gone"
        run([tool, data, gone, count])
        with serving(bench, data, live, gone) as server:
            server.wait_until_idle()
            if server.json("/assets?limit=1")["total"] != count:
                raise Failed("not %d assets" % count)
            sockets = [WebSocket(server.port) for _ in range(WATCHERS)]
            for each in sockets:
                each.observe()
            times = []
            before = diffing(server)
            for number in range(REPEATS):
                time.sleep(QUIET_SECONDS)
                times.append(seconds_until_all_are_told(
                    sockets, lambda: written(live / ("new %d.jpg" % number), picture)))
            spent = [after - first for after, first in zip(diffing(server), before)]
            figures[count] = (median(times), spent[0] / max(1, spent[1]), max(times))
            for each in sockets:
                each.close()
    ratio = figures[MANY][1] / figures[FEW][1]
    return Row("observers", "one change, 1,000 observers of one view: 1,000,000 assets against 1,000", {
        "all told ms at 1,000": 1000 * figures[FEW][0], "all told ms at 1,000,000": 1000 * figures[MANY][0],
        "slowest at 1,000,000": 1000 * figures[MANY][2],
        "diff us at 1,000": 1e6 * figures[FEW][1], "diff us at 1,000,000": 1e6 * figures[MANY][1],
    }, [Check("all told ms", 1000 * figures[MANY][0], 100, False), Check("diff cost ratio", ratio, 2, False)])


def diffing(server):
    """Seconds spent on computing changes, and how many were computed, since the server's start."""
    found = {}
    for line in server.get("/metrics").decode().splitlines():
        name, _, value = line.rpartition(" ")
        found[name] = value
    names = ("contactsheet_difference_seconds_total", "contactsheet_differences_total")
    return [float(found[name]) for name in names]


def copy_in(bench):
    """`cp -a` of 10,000 JPEGs into a watched folder until the last client is told, beside copying alone."""
    source = materials.library(bench.root, COPIED)
    materials.warm(source)
    ours, theirs = [], []
    for _ in range(bench.rounds):
        target = bench.fresh("copied")
        os.sync()
        theirs.append(copied(source, target / "alone"))
        live = bench.fresh("live")
        os.sync()
        with serving(bench, bench.fresh("data-live"), live) as server:
            client = WebSocket(server.port)
            count = client.observe()["count"]
            started = time.perf_counter()
            copied(source, live / "copy")
            while count < COPIED:
                count = client.next("change")["countAfter"]
            ours.append(time.perf_counter() - started)
            client.close()
    return Row("copy-in", "cp -a of 10,000 JPEGs until the client knows all", {
        "seconds": median(ours), "cp alone seconds": median(theirs),
    }, [Check("times cp", median(ours) / median(theirs), 4, False)])


def copied(source, target):
    started = time.perf_counter()
    run(["cp", "-a", source, target])
    return time.perf_counter() - started


def folder_rename(bench):
    """The rename of a folder with 10,000 assets until the client is told: one commit, no file opened."""
    live = bench.fresh("live")
    run(["cp", "-al", materials.library(bench.root, COPIED), live / "before"])
    names, times, opened = ["before", "after"], [], bench.work / "opened"
    with serving(bench, bench.fresh("data-live"), live) as server:
        server.wait_until_idle()
        client = WebSocket(server.port)
        client.observe(resource="collections")
        command = ["inotifywait", "-m", "-r", "-q", "-e", "open", "--format", "%e %f", live / "before"]
        with running(command, opened) as watcher:
            innermost = next((live / "before").rglob("*.jpg")).parent
            wait_until(lambda: is_watching(watcher, innermost), watcher, "it watched")
            innermost.joinpath(os.listdir(innermost)[0]).read_bytes()
            for _ in range(REPEATS):
                time.sleep(QUIET_SECONDS)
                version = server.json("/assets?limit=1")["version"]
                started = time.perf_counter()
                os.rename(live / names[0], live / names[1])
                client.next("change")
                times.append(time.perf_counter() - started)
                names.reverse()
                commits = server.json("/assets?limit=1&settle=5s")["version"] - version
                if commits != 1:
                    raise Failed("%d commits, not one" % commits)
        client.close()
    # Ours is the one that shows that opened files are told of.
    files = [line for line in opened.read_text().splitlines() if "ISDIR" not in line]
    if len(files) != 1:
        raise Failed("%d files were opened" % (len(files) - 1))
    return Row("folder-rename", "rename of a folder with 10,000 assets until the client is told", {
        "median ms": 1000 * median(times), "p99 ms": 1000 * percentile(times, 99),
    }, [Check("median ms", 1000 * median(times), 300, False)])


def idle_observers(bench):
    """10,000 idle WebSockets that observe a view: the server's memory for each, and how soon all hear of a change."""
    live, picture = bench.fresh("live"), pictures(bench)
    for number in range(PICTURES // 2):
        written(live / ("old %d.jpg" % number), picture[number])
    options = ["--lazy-thumbnails", "--connections", str(IDLE + 100)]
    with serving(bench, bench.fresh("data-live"), live, options=options) as server:
        server.wait_until_idle()
        before = memory(server.process.pid)[0]
        sockets = [WebSocket(server.port) for _ in range(IDLE)]
        for each in sockets:
            each.observe()
        each_takes = (memory(server.process.pid)[0] - before) / IDLE
        times = [seconds_until_all_are_told(
            sockets, lambda: written(live / ("new %d.jpg" % number), picture[-1 - number])) for number in range(5)]
        for each in sockets:
            each.close()
    return Row("idle-observers", "10,000 idle WebSockets", {
        "kB each": each_takes / 1000, "all told seconds": median(times), "slowest": max(times),
    }, [Check("kB each", each_takes / 1000, 20, False), Check("all told seconds", median(times), 1, False)])
