#!/usr/bin/python3
"""Measures the server side by side with the best programs of each kind; prints a table, writes JSON.

usage: bench.py --binary FILE [--only ROW] [--results FILE] [--rounds 3]
Exit code: 0 all figures reached, 1 some not, 2 a row could not be measured.
"""
import argparse
import dataclasses
import json
import os
import pathlib
import platform
import resource
import shutil
import sys
import tempfile
import time

import indexing
import large_library
import live
import scrolling
import selections
import thumbnails
from measuring import Bench, Failed

REPOSITORY = pathlib.Path(__file__).parents[2]
# In this order: the row about memory leaves the large library's data folder for the row about pages.
ROWS = {
    "cached-thumbnail": thumbnails.cached_thumbnail,
    "first-index": indexing.first_index,
    "mixed-index": indexing.mixed_index,
    "restart": indexing.restart,
    "cold-thumbnails": thumbnails.cold_thumbnails,
    "fast": thumbnails.fast,
    "scroll": scrolling.scroll,
    "three-sizes": thumbnails.three_sizes,
    "mixed-thumbnails": thumbnails.mixed_thumbnails,
    "memory": large_library.memory_after_index,
    "pages": large_library.pages,
    "change-delay": live.change_delay,
    "observers": live.observers,
    "copy-in": live.copy_in,
    "folder-rename": live.folder_rename,
    "idle-observers": live.idle_observers,
    "selection-watchers": selections.selection_watchers,
    "selection-load": selections.selection_load,
    "selection-size": selections.selection_size,
}


def number(value):
    """A number with about three digits that mean something."""
    if isinstance(value, int) or value >= 1000:
        return "{:,.0f}".format(value)
    return "%.3g" % value if value < 100 else "%.0f" % value


def table(rows):
    """The outcome as lines of text."""
    lines = []
    for row in rows:
        lines.append(row.title)
        lines.append("    " + " · ".join("%s %s" % (name, number(value)) for name, value in row.figures.items()))
        for check in row.checks:
            lines.append("    %-8s %s: %s, %s %s" % (
                "reached" if check.is_met else "MISSED", check.name, number(check.value),
                "at least" if check.at_least else "at most", number(check.limit)))
    return "\n".join(lines)


def main():
    parser = argparse.ArgumentParser(description="Measures the server side by side with other programs.")
    parser.add_argument("--binary", type=pathlib.Path, required=True, help="the server, a release build")
    parser.add_argument("--only", choices=ROWS, help="one row instead of all")
    parser.add_argument("--results", type=pathlib.Path, help="file for the results as JSON")
    parser.add_argument("--rounds", type=int, default=3, help="how often each side is measured (median)")
    options = parser.parse_args()
    # Ten thousand clients, and as many connections of the server that inherits it.
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    root = REPOSITORY / ".build" / "bench"
    root.mkdir(parents=True, exist_ok=True)
    work = pathlib.Path(tempfile.mkdtemp(prefix="run-", dir=root))
    bench = Bench(options.binary.absolute(), root, work, options.rounds)
    rows, failures = [], []
    try:
        for name, measure in ROWS.items():
            if options.only not in (None, name):
                continue
            started = time.monotonic()
            print("%s: %s" % (name, measure.__doc__), flush=True)
            try:
                rows.append(measure(bench))
            except Failed as failure:
                failures.append("%s: %s" % (name, failure))
                print("    could not be measured: %s" % failure, flush=True)
            print("    %.0f s" % (time.monotonic() - started), flush=True)
    finally:
        shutil.rmtree(work, ignore_errors=True)
    print("\n%s, %d cores, median of %d\n" % (platform.platform(), os.cpu_count(), options.rounds))
    print(table(rows))
    for failure in failures:
        print("FAILED  %s" % failure)
    if options.results:
        options.results.parent.mkdir(parents=True, exist_ok=True)
        options.results.write_text(json.dumps({
            "time": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime()), "machine": platform.platform(),
            "cores": os.cpu_count(), "rounds": options.rounds, "failures": failures,
            "rows": [dataclasses.asdict(row) for row in rows]}, indent=2) + "\n")
        print("\nresults: %s" % options.results)
    if failures:
        return 2
    return 0 if all(check.is_met for row in rows for check in row.checks) else 1


if __name__ == "__main__":
    sys.exit(main())
