#!/usr/bin/env python3
"""Holds a running server to openapi.yaml: a few plain checks, then schemathesis over every operation.

usage: .venv/bin/python check_contract.py --binary FILE [--examples 40]
Draws a small library, serves it on a free port with a fresh data folder, and stops the server at the end.
"""
import argparse
import contextlib
import http.client
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

import yaml

from served_library import ServedLibrary, ask

TOOLS = pathlib.Path(__file__).absolute().parent
REPOSITORY = TOOLS.parents[1]
# Where callbacks go: nobody listens there.
CALLBACK = "http://127.0.0.1:9/told"
# Asks for the same things in every run, so that a failure comes again.
SEED = "20240706"


def snapshot(folder):
    """Every path under a folder with its size and times."""
    found = {}
    for place, _, names in os.walk(os.fsencode(folder)):
        for path in [place, *(os.path.join(place, name) for name in names)]:
            status = os.lstat(path)
            found[path] = (status.st_size, status.st_mtime_ns, status.st_ino)
    return found


def post(port, path, content=None):
    """The answer to some JSON."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
    fields = {} if content is None else {"Content-Type": "application/json"}
    with contextlib.closing(connection):
        connection.request("POST", path, None if content is None else json.dumps(content), fields)
        return json.loads(connection.getresponse().read())


def make_selection(port, **rules):
    """Starts a selection; returns its id."""
    return post(port, "/selections", rules)["id"]


def plain_checks(port, contract, collections, assets):
    """Yields what is wrong with answers that schemathesis can't know enough to judge."""
    facts = {"/collections/{id}": [entry["id"] for entry in collections],
             "/collections/{id}/assets": [entry["id"] for entry in collections],
             "/assets/{id}": [asset["id"] for asset in assets],
             "/assets/{id}/explain": [asset["id"] for asset in assets][:9],
             "/assets/{id}/original": [asset["id"] for asset in assets],
             "/assets/{id}/resources/{kind}": [asset["id"] for asset in assets],
             "/assets/{id}/playable": [asset["id"] for asset in assets if (asset["video"] or {}).get("isPlayable")],
             "/thumbnails/{id}": [asset["id"] for asset in assets if asset["state"] == "ready"][:3]}
    selection = make_selection(port)
    facts |= {path: [selection] for path in ("/selections/{id}", "/selections/{id}/items", "/pick/{id}")}
    ended = make_selection(port, callbackURL=CALLBACK)
    picture = next(asset["id"] for asset in assets if asset["mediaType"] == "image" and asset["state"] == "ready")
    post(port, "/selections/%s/items" % ended, {"actions": [
        {"action": "add", "assets": [picture]}, {"action": "edit", "asset": picture, "rotation": 90}]})
    post(port, "/selections/%s/complete" % ended)
    facts |= {path: [ended] for path in ("/selections/{id}/archive.zip", "/selections/{id}/callback",
                                        "/selections/{id}/items/{asset}/edited")}
    post(port, "/thumbnails/cache", {"window": "grid", "limit": 5})
    kinds = {asset["id"]: asset["resources"][-1]["kind"] for asset in assets}
    # What differs between two answers by itself.
    loose = {"date", "age"}
    for template, operations in contract["paths"].items():
        if "get" not in operations:
            continue
        for identifier in facts.get(template, [""]):
            path = template.replace("{id}", identifier).replace("{kind}", kinds.get(identifier, ""))
            path = path.replace("{asset}", picture).replace("{window}", "grid")
            status, headers, _ = ask(port, "GET", path)
            if status >= 500 or status >= 400 and template != "/thumbnails/{id}":
                yield "GET %s: %d" % (path, status)
            head_status, head_headers, body = ask(port, "HEAD", path)
            if template in ("/health", "/metrics", "/selections/{id}/callback"):
                loose_here = loose | {"content-length"}
            else:
                loose_here = loose
            different = {name for name in headers.keys() | head_headers.keys()
                         if headers.get(name) != head_headers.get(name)} - loose_here
            if head_status != status or different or body:
                yield "HEAD %s: %d, not like GET in %s" % (path, head_status, sorted(different))
    if ask(port, "GET", "/openapi.yaml")[2] != (REPOSITORY / "openapi.yaml").read_bytes():
        yield "GET /openapi.yaml is not the repository's openapi.yaml"
    following, seen = "/assets?limit=7", []
    while following:
        page = json.loads(ask(port, "GET", following)[2])
        seen += [asset["id"] for asset in page["items"]]
        following = page["next"]
    if sorted(seen) != sorted(asset["id"] for asset in assets) or len(set(seen)) != len(seen):
        yield "following `next` gave %d assets, %d of them different, not %d" % (len(seen), len(set(seen)), len(assets))
    for query in ("after=nothing", "after=", "offset=1&after=nothing", "limit=5&limit=5", "colour=red", "offset=+5"):
        status, headers, body = ask(port, "GET", "/assets?" + query)
        is_problem = headers.get("content-type") == "application/problem+json"
        if status != 400 or not is_problem or "parameter" not in json.loads(body):
            yield "GET /assets?%s: %d, not a 400 that names the parameter" % (query, status)


def with_real_values(contract, collections, assets, selections):
    """The contract with ids that exist beside ids that may, so that most requests have something to answer with."""
    schemas = contract["components"]["schemas"]
    folders = [entry["id"] for entry in collections if entry["type"] == "folder"]
    real = {"assetID": [asset["id"] for asset in assets[:12]], "folder": folders[:6],
            "collectionID": [entry["id"] for entry in collections][:12], "selectionID": selections}
    for name, values in real.items():
        schema = schemas["CollectionID" if name == "collectionID" else "ID"]
        parameter = contract["components"]["parameters"][name]
        parameter["schema"] = {"type": "string", "anyOf": [{"enum": values}, schema]}
        parameter.pop("example", None)
        parameter["examples"] = {value: {"value": value} for value in values[:3]}
    schemas["SelectionCallback"] = {"type": "string", "enum": [CALLBACK]}
    # Only the server can make a cursor; `plain_checks` follows real ones and tries others.
    for path in ("/assets", "/collections/{id}/assets"):
        operation = contract["paths"][path]["get"]
        operation["parameters"] = [entry for entry in operation["parameters"] if not entry["$ref"].endswith("/after")]
    return contract


def schemathesis(port, contract, work, examples):
    """Runs schemathesis; returns its exit code."""
    # Its requests show no token, since none is needed here; it would make up wrong ones. AccessTests hold who may do what.
    del contract["components"]["securitySchemes"]
    for operations in contract["paths"].values():
        for name, operation in operations.items():
            if name in ("get", "post", "patch", "delete", "put"):
                operation.pop("security", None)
    path = work / "contract.json"
    path.write_text(json.dumps(contract))
    command = [
        pathlib.Path(sys.executable).with_name("schemathesis"), "--config-file", TOOLS / "schemathesis.toml",
        "run", path, "--url", "http://127.0.0.1:%d" % port, "--max-examples", str(examples), "--seed", SEED,
        "--generation-deterministic"]
    return subprocess.run([str(part) for part in command], cwd=work).returncode


def check(binary, examples, work):
    """Returns the number of faults."""
    photos = work / "photos"
    subprocess.run(["/usr/bin/python3", TOOLS / "draw_library.py", "--small", photos], check=True)
    before = snapshot(photos)
    uploads = work / "uploads"
    uploads.mkdir()
    library = ServedLibrary(
        binary, work, [photos, uploads], "--allow-private-callbacks", "--uploads", uploads)
    port = library.port
    faults = []
    try:
        library.wait_until_idle()
        contract = yaml.safe_load((REPOSITORY / "openapi.yaml").read_text())
        sections = json.loads(ask(port, "GET", "/collections?empty=true")[2])["sections"]
        collections = [entry for section in sections for entry in section["collections"]]
        assets = json.loads(ask(port, "GET", "/assets?limit=1000")[2])["items"]
        faults += plain_checks(port, contract, collections, assets)
        selections = [make_selection(port) for _ in range(6)]
        if schemathesis(port, with_real_values(contract, collections, assets, selections), work, examples) != 0:
            faults.append("schemathesis found what is told above")
    finally:
        faults += library.stop()
    if snapshot(photos) != before:
        faults.append("something in the photo folder was changed")
    for fault in faults:
        print("contract: " + fault)
    if faults:
        print(library.log.read_text(errors="replace")[-4000:])
    print("contract: %d faults" % len(faults) if faults else "contract: kept")
    return len(faults)


def main():
    parser = argparse.ArgumentParser(description="Holds a running server to openapi.yaml.")
    parser.add_argument("--binary", type=lambda text: pathlib.Path(text).absolute(), required=True)
    parser.add_argument("--examples", type=int, default=40, help="test cases an operation and phase")
    options = parser.parse_args()
    work = pathlib.Path(tempfile.mkdtemp(prefix="contactsheet-contract-"))
    try:
        return 1 if check(options.binary, options.examples, work) else 0
    finally:
        shutil.rmtree(work, ignore_errors=True)


if __name__ == "__main__":
    sys.exit(main())
