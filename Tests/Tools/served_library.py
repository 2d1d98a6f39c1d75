"""A server over folders, and what is asked of it."""
import contextlib
import http.client
import json
import signal
import socket
import subprocess
import time

READY_SECONDS = 60
STOP_SECONDS = 15


def ask(port, method, path):
    """Status, headers by lower-case name and body of one request."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
    with contextlib.closing(connection):
        connection.request(method, path)
        response = connection.getresponse()
        return response.status, {name.lower(): value for name, value in response.getheaders()}, response.read()


class ServedLibrary:
    """Serves folders on a free port from the data folder `work`/data, with its log in `work`/server.log."""

    def __init__(self, binary, work, folders, *options):
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = probe.getsockname()[1]
        self.log = work / "server.log"
        with open(self.log, "wb") as log:
            self.server = subprocess.Popen(
                [binary, "serve", "--listen", "127.0.0.1:%d" % self.port, "--data", work / "data", *options, *folders],
                stdin=subprocess.DEVNULL, stdout=log, stderr=subprocess.STDOUT)

    def wait_until_idle(self):
        """Waits until the server has read every file."""
        deadline = time.monotonic() + READY_SECONDS
        while time.monotonic() < deadline:
            if self.server.poll() is not None:
                raise SystemExit("the server ended with %d" % self.server.returncode)
            with contextlib.suppress(OSError, ValueError):
                health = json.loads(ask(self.port, "GET", "/health")[2])["index"]
                if ask(self.port, "GET", "/ready")[0] == 200 and health["state"] == "idle" and not health["pendingCount"]:
                    return
            time.sleep(0.05)
        raise SystemExit("the server was not ready after %d s" % READY_SECONDS)

    def stop(self):
        """Ends the server; gives what went wrong."""
        if self.server.poll() is not None:
            return ["the server ended with %d" % self.server.returncode]
        self.server.send_signal(signal.SIGTERM)
        try:
            status = self.server.wait(STOP_SECONDS)
            return ["after SIGTERM the server ended with %d" % status] if status else []
        except subprocess.TimeoutExpired:
            self.server.kill()
            self.server.wait()
            return ["the server did not stop within %d s of SIGTERM" % STOP_SECONDS]
