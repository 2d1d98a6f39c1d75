#!/usr/bin/python3
"""Runs the Autobahn testsuite's fuzzing client against the echo server, and holds its report to OK.

usage: run.py --wstest PROGRAM --echo PROGRAM [--folder FOLDER] [--cases PATTERN…]
Exit code 1 where a case failed; the whole report is FOLDER/report/index.html.
"""
import argparse
import collections
import json
import pathlib
import subprocess
import sys

# Groups 12 and 13 are permessage-deflate, which the server does not offer.
CASES = ["1.*", "2.*", "3.*", "4.*", "5.*", "6.*", "7.*", "9.*", "10.*"]
CASE_COUNT = 301
# What else than OK a case may end with, and why.
PERMITTED = {
    "7.1.6": ("INFORMATIONAL", "the suite itself only reports whether the data behind a close frame came"),
    "7.13.1": ("INFORMATIONAL", "close code 5000, which RFC 6455 leaves undefined; the suite only reports the answer"),
    "7.13.2": ("INFORMATIONAL", "close code 65535, as 5000"),
}


def run(wstest, echo, folder, cases):
    """Runs the suite; returns its index of results by case."""
    folder.mkdir(parents=True, exist_ok=True)
    server = subprocess.Popen([echo], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    try:
        port = int(server.stdout.readline())
        (folder / "fuzzingclient.json").write_text(json.dumps({
            "outdir": "report", "cases": cases, "exclude-cases": [], "exclude-agent-cases": {},
            "servers": [{"agent": "contactsheet", "url": f"ws://127.0.0.1:{port}/"}]}))
        subprocess.run([wstest, "--mode", "fuzzingclient", "--spec", "fuzzingclient.json"], cwd=folder, check=True,
                       stdout=subprocess.DEVNULL)
    finally:
        server.stdin.close()
        ended = server.wait(timeout=20)
    if ended != 0:
        sys.exit(f"the echo server ended with {ended}")
    return json.loads((folder / "report" / "index.json").read_text())["contactsheet"]


def faults(results):
    """Yields a line for each case that is not as it should be."""
    for case, result in sorted(results.items(), key=lambda item: [int(part) for part in item[0].split(".")]):
        for aspect in ("behavior", "behaviorClose"):
            outcome = result[aspect]
            if outcome != "OK" and outcome != PERMITTED.get(case, ("OK",))[0]:
                yield f"{case}: {aspect} is {outcome}, see {result['reportfile']}"


def main():
    """Runs and reports."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--wstest", required=True, type=pathlib.Path)
    parser.add_argument("--echo", required=True, type=pathlib.Path)
    parser.add_argument("--folder", default=".build/autobahn/run", type=pathlib.Path)
    parser.add_argument("--cases", nargs="+", default=CASES)
    arguments = parser.parse_args()
    results = run(arguments.wstest.absolute(), arguments.echo.absolute(), arguments.folder, arguments.cases)
    found = list(faults(results))
    if arguments.cases == CASES and len(results) != CASE_COUNT:
        found.append(f"{len(results)} cases were run instead of {CASE_COUNT}")
    counts = collections.Counter(result["behavior"] for result in results.values())
    print(f"autobahn: {len(results)} cases: " + ", ".join(f"{count} {name}" for name, count in sorted(counts.items())))
    for line in found:
        print(line)
    sys.exit(1 if found else 0)


if __name__ == "__main__":
    main()
