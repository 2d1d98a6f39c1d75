"""What every row needs: running programs, asking over HTTP, medians, and the limits that figures are held to."""
import contextlib
import dataclasses
import http.client
import json
import os
import pathlib
import re
import shutil
import signal
import socket
import statistics
import subprocess
import time

POLL_SECONDS = 0.002
# What is over by itself within this time is waited for; a row that needs longer has failed.
PATIENCE_SECONDS = 900


class Failed(Exception):
    """A row could not be measured; says why."""


@dataclasses.dataclass
class Check:
    """One figure held to its limit."""
    name: str
    value: float
    limit: float
    at_least: bool

    @property
    def is_met(self):
        return self.value >= self.limit if self.at_least else self.value <= self.limit


@dataclasses.dataclass
class Row:
    """A row's outcome: figures by name in the order to print, and its checks."""
    name: str
    title: str
    figures: dict
    checks: list


@dataclasses.dataclass
class Bench:
    """Where things are: the server's binary, the materials drawn once, and a folder for this run alone."""
    binary: pathlib.Path
    root: pathlib.Path
    work: pathlib.Path
    rounds: int

    def fresh(self, name):
        """An empty folder of this run."""
        folder = self.work / name
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        return folder

    def index(self, data, folder):
        """Runs `contactsheet index` and returns its seconds."""
        return timed([self.binary, "index", "--data", data, folder])


median = statistics.median


def percentile(values, percent):
    """The value that so many of a hundred do not exceed."""
    return sorted(values)[min(len(values) - 1, len(values) * percent // 100)]


def run(command, **options):
    """Runs a program to its end, quiet; throws with its last words where it fails."""
    result = subprocess.run([str(part) for part in command], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                            stderr=subprocess.PIPE, **options)
    if result.returncode != 0:
        words = (result.stderr or result.stdout)[-600:].decode(errors="replace")
        raise Failed("%s ended with %d: %s" % (command[0], result.returncode, words))
    return result.stdout


def timed(command, **options):
    """Runs a program to its end and returns its seconds."""
    started = time.monotonic()
    run(command, **options)
    return time.monotonic() - started


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def wait_until(condition, process, what):
    """Calls condition again and again until it holds; the process has to live meanwhile."""
    deadline = time.monotonic() + PATIENCE_SECONDS
    while not condition():
        if process.poll() is not None:
            raise Failed("%s ended with %d before %s" % (process.args[0], process.returncode, what))
        if time.monotonic() > deadline:
            raise Failed("%s: waited too long for %s" % (process.args[0], what))
        time.sleep(POLL_SECONDS)


@contextlib.contextmanager
def running(command, log, **options):
    """A program that runs until the block ends, and whatever it started; its words go to the log file."""
    with open(log, "wb") as output:
        process = subprocess.Popen([str(part) for part in command], stdin=subprocess.DEVNULL, stdout=output,
                                   stderr=subprocess.STDOUT, start_new_session=True, **options)
        try:
            yield process
        finally:
            if process.poll() is None:
                os.killpg(process.pid, signal.SIGTERM)
                try:
                    process.wait(10)
                except subprocess.TimeoutExpired:
                    os.killpg(process.pid, signal.SIGKILL)
                    process.wait()


class Server:
    """A contactsheet server over a folder; ready once made."""

    def __init__(self, process, port, seconds):
        self.process, self.port, self.seconds_to_ready = process, port, seconds

    def get(self, path):
        """Body of a GET; throws for any status but 200."""
        status, body = request(self.port, path)
        if status != 200:
            raise Failed("GET %s: %d %s" % (path, status, body[:300].decode(errors="replace")))
        return body

    def json(self, path):
        return json.loads(self.get(path))

    def wait_until_idle(self):
        """Waits until all metadata is in."""
        def is_idle():
            index = self.json("/health")["index"]
            return index["state"] == "idle" and index["pendingCount"] == 0
        wait_until(is_idle, self.process, "all metadata was in")

    def url(self, path):
        return "http://127.0.0.1:%d%s" % (self.port, path)


@contextlib.contextmanager
def serving(bench, data, *folders, options=("--lazy-thumbnails",)):
    """A server over the folders, from its start until the block ends; it renders nothing that was not asked for."""
    port = free_port()
    command = [bench.binary, "serve", "--listen", "127.0.0.1:%d" % port, "--data", data, *options, *folders]
    started = time.monotonic()
    with running(command, bench.work / "contactsheet.log") as process:
        wait_until(lambda: request(port, "/ready")[0] == 200, process, "it was ready")
        yield Server(process, port, time.monotonic() - started)


def request(port, path):
    """Status and body of a GET; status 0 where nobody listens yet."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
    try:
        connection.request("GET", path)
        response = connection.getresponse()
        return response.status, response.read()
    except ConnectionError:
        return 0, b""
    finally:
        connection.close()


def memory(pid):
    """Resident bytes of a process, and proportional bytes of it with its children."""
    def proportional(number):
        text = pathlib.Path("/proc/%d/smaps_rollup" % number).read_text()
        return 1024 * int(re.search(r"^Pss:\s+(\d+)", text, re.M).group(1))
    status = pathlib.Path("/proc/%d/status" % pid).read_text()
    family = [pid]
    for task in os.listdir("/proc/%d/task" % pid):
        children = pathlib.Path("/proc/%d/task/%s/children" % (pid, task)).read_text().split()
        family += [int(child) for child in children]
    return 1024 * int(re.search(r"^VmRSS:\s+(\d+)", status, re.M).group(1)), sum(map(proportional, family))


UNITS = {"us": 1e-6, "ms": 1e-3, "s": 1.0, "m": 60.0}


def wrk(url, connections, seconds, script=None):
    """Loads a URL with wrk on one thread; returns requests a second and latencies in seconds by percentile."""
    command = ["wrk", "-t1", "-c%d" % connections, "-d%ds" % seconds, "--latency"]
    if script:
        command += ["-s", script]
    text = run([*command, url]).decode()
    if "Non-2xx" in text or "Socket errors" in text:
        raise Failed("wrk %s: %s" % (url, text))
    latencies = {int(percent): float(value) * UNITS[unit]
                 for percent, value, unit in re.findall(r"^\s+(\d+)%\s+([\d.]+)(us|ms|s|m)\b", text, re.M)}
    return float(re.search(r"Requests/sec:\s+([\d.]+)", text).group(1)), latencies
