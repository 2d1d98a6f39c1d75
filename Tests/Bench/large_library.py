"""Rows about a library of 100,000: pages at its middle against pages at its start, and the server's memory."""
import materials
from measuring import Check, Failed, Row, median, memory, serving, wrk

FILES = 100_000
MIDDLE = FILES // 2
LOAD_SECONDS = 3
MANY_CONNECTIONS = 8

# Other offsets in each request, so that no answer is the last one once more.
SCRIPT = """
local number = 0
request = function()
    number = (number + 37) % 1000
    return wrk.format("GET", "/assets?limit=100&sort=taken&offset=" .. ({first} + number))
end
"""


def indexed_data(bench):
    """The data folder of a finished index of the large library, made at most once a run."""
    folder = materials.library(bench.root, FILES)
    data = bench.work / "data-large"
    if not data.exists():
        materials.warm(folder)
        bench.index(bench.fresh("data-large"), folder)
    return data, folder


def pages(bench):
    """Pages of 100 assets: their time at the middle and at the start, and how many a second."""
    data, folder = indexed_data(bench)
    scripts = {}
    for name, first in (("start", 0), ("middle", MIDDLE)):
        scripts[name] = bench.work / ("pages-%s.lua" % name)
        scripts[name].write_text(SCRIPT.replace("{first}", str(first)))
    with serving(bench, data, folder) as server:
        server.wait_until_idle()
        page = server.json("/assets?limit=100&offset=%d" % MIDDLE)
        if page["total"] != FILES or len(page["items"]) != 100:
            raise Failed("%d assets, %d on the page" % (page["total"], len(page["items"])))
        times, rates = {"start": [], "middle": []}, []
        for _ in range(bench.rounds):
            for name, script in scripts.items():
                times[name].append(1 / wrk(server.url("/"), 1, LOAD_SECONDS, script)[0])
            rates.append(wrk(server.url("/"), MANY_CONNECTIONS, LOAD_SECONDS, scripts["middle"])[0])
    start, middle = median(times["start"]), median(times["middle"])
    return Row("pages", "page of 100 at the middle of 100,000 against the start", {
        "start ms": 1000 * start, "middle ms": 1000 * middle, "pages/s at the middle": median(rates),
    }, [Check("middle / start", middle / start, 1.2, False), Check("pages/s", median(rates), 1500, True)])


def memory_after_index(bench):
    """What the server holds in memory after it has indexed 100,000 assets by itself."""
    folder = materials.library(bench.root, FILES)
    materials.warm(folder)
    data = bench.fresh("data-large")
    with serving(bench, data, folder) as server:
        server.wait_until_idle()
        total = server.json("/assets?limit=1")["total"]
        if total != FILES:
            raise Failed("%d assets, not %d" % (total, FILES))
        resident, family = memory(server.process.pid)
    return Row("memory", "memory after indexing 100,000", {
        "server MB": resident / 1e6, "with decoders MB": family / 1e6,
    }, [Check("server MB", resident / 1e6, 200, False)])
