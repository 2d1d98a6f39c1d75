"""Rows about reading folders: the first time against minidlna and exiftool, and again against find."""
import os
import subprocess
import time

import materials
from measuring import Check, Row, free_port, median, running, serving, timed, wait_until

FILES = 10_000
MIXED_COPIES = 30

MINIDLNA = """
port={port}
media_dir=P,{folder}
db_dir={work}/db
log_dir={work}/log
log_level=general,artwork,database,inotify,scanner,metadata,http,ssdp,tivo=warn
friendly_name=bench
network_interface=lo
inotify=no
"""


def minidlna(bench, folder):
    """Seconds from minidlna's start, without a database, until its log says that it has scanned the folder."""
    work = bench.fresh("minidlna")
    for name in ("db", "log"):
        (work / name).mkdir()
    (work / "minidlna.conf").write_text(MINIDLNA.format(port=free_port(), folder=folder, work=work))
    started = time.monotonic()
    command = ["/usr/sbin/minidlnad", "-S", "-f", work / "minidlna.conf", "-P", work / "minidlna.pid"]
    with running(command, work / "output.log") as process:
        wait_until(lambda: says_finished(work), process, "it had scanned")
        return time.monotonic() - started


def says_finished(work):
    for path in (work / "log" / "minidlna.log", work / "output.log"):
        if path.exists() and ("finished (%d files)" % FILES).encode() in path.read_bytes():
            return True
    return False


def exiftool(bench, folder):
    """Seconds of exiftool over the folder, in its quick mode."""
    with open(bench.work / "exiftool.json", "wb") as output:
        started = time.monotonic()
        status = subprocess.run(["exiftool", "-r", "-fast2", "-j", str(folder)], stdout=output,
                                stderr=subprocess.DEVNULL).returncode
        # 1 says that a file was damaged.
        if status > 1:
            raise SystemExit("exiftool ended with %d" % status)
        return time.monotonic() - started


def first_index(bench):
    """A first index of 10,000 JPEGs from the page cache until all metadata is in."""
    folder = materials.library(bench.root, FILES)
    materials.warm(folder)
    ours, theirs = [], []
    for _ in range(bench.rounds):
        theirs.append(minidlna(bench, folder))
        ours.append(bench.index(bench.fresh("data-first"), folder))
    # Once is enough: it takes long, and differs little.
    exif = exiftool(bench, folder)
    return Row("first-index", "first index of 10,000 against minidlna and exiftool", {
        "seconds": median(ours), "files/s": FILES / median(ours), "minidlna seconds": median(theirs),
        "exiftool seconds": exif,
    }, [Check("rate / minidlna", median(theirs) / median(ours), 3, True),
        Check("rate / exiftool", exif / median(ours), 20, True)])


def mixed_index(bench):
    """A first index of a tree of all kinds of files from the page cache until all metadata is in."""
    folder = materials.mixed(bench.root, MIXED_COPIES)
    materials.warm(folder)
    ours, theirs = [], []
    for _ in range(bench.rounds):
        theirs.append(exiftool(bench, folder))
        ours.append(bench.index(bench.fresh("data-mixed"), folder))
    return Row("mixed-index", "first index of a mixed tree against exiftool", {
        "seconds": median(ours), "exiftool seconds": median(theirs),
    }, [Check("rate / exiftool", median(theirs) / median(ours), 5, True)])


def restart(bench):
    """A start over 10,000 files that did not change, until ready, against find."""
    folder = materials.library(bench.root, FILES)
    materials.warm(folder)
    data = bench.fresh("data-restart")
    bench.index(data, folder)
    find = ["find", os.fspath(folder), "-printf", "%s %T@ %C@ %i\\n"]
    ours, theirs = [], []
    for _ in range(bench.rounds + 2):
        theirs.append(timed(find))
        with serving(bench, data, folder) as server:
            ours.append(server.seconds_to_ready)
    limit = 3 * median(theirs) + 0.3
    return Row("restart", "restart over 10,000 against find", {
        "seconds to ready": median(ours), "find seconds": median(theirs),
    }, [Check("seconds to ready", median(ours), limit, False)])
