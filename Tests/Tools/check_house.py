#!/usr/bin/python3
"""Checks what the house rules ask of the sources and neither compiler nor formatter can see.

usage: check_house.py [FOLDER]     prints each fault as file:line: text; exit code 1 where there is one
"""
import pathlib
import re
import statistics
import sys

LARGEST_FILE = 500
MEDIAN_FILE = 150

# Who may import whom; arrows point down only, siblings never import each other.
ARROWS = {
    "CLinux": set(),
    "Platform": {"CLinux", "CCrypto"},
    "HTTPServing": {"Platform", "CZlib", "CWslay"},
    "PhotoLibrary": {"Platform", "CSQLite"},
    "FolderWatching": {"Platform", "CInotifyTools"},
    "MediaDecoding": {"Platform", "CVips", "CJPEG", "CExiv", "CFFmpeg", "CLibRaw", "CXXHash", "CBrotli"},
    "Ingesting": {"Platform", "FolderWatching", "MediaDecoding", "PhotoLibrary"},
    "PickerAPI": {"Platform", "HTTPServing", "PhotoLibrary", "MediaDecoding", "CArchive", "CCurl"},
    "contactsheet": {"Platform", "HTTPServing", "PhotoLibrary", "FolderWatching", "MediaDecoding", "Ingesting",
                     "PickerAPI"},
}
# Modules that come with the toolchain. Foundation costs start-up time and memory; its Essentials are enough.
TOOLCHAIN = {"Dispatch", "FoundationEssentials", "Glibc", "Synchronization"}

IMPORT = re.compile(r"^\s*(?:@\w+(?:\([^)]*\))?\s+)*(?:(?:public|package|internal|private|fileprivate)\s+)?import\s+"
                    r"(?:(?:struct|class|enum|protocol|func|var|let|typealias)\s+)?(\w+)")
# Pattern, the only target that may hold it (None: none), what is wrong with it.
FORBIDDEN = [
    (re.compile(r"@unchecked\s+Sendable"), "Platform", "@unchecked Sendable belongs into Platform, its guard named"),
    (re.compile(r"nonisolated\(unsafe\)"), None, "nonisolated(unsafe) hides a data race"),
    (re.compile(r"\btry!"), None, "try! traps on what the world does"),
    (re.compile(r"\b(?:TODO|FIXME|XXX)\b"), None, "unfinished work is not left in the code"),
]
# Names of the place where the code was written mean nothing to its readers.
WORKPLACE = re.compile(r"/work" r"/|/\.library" r"\b|\bwork" r"tree\b")
TEXT_FILES = {".swift", ".h", ".c", ".cpp", ".py", ".sh", ".md", ".yaml", ".modulemap", ""}


def faults_of_source(target, text):
    """Yields (line number, text) for each fault of a Swift source of a target."""
    for number, line in enumerate(text.splitlines(), 1):
        code = line.split("//", 1)[0]
        if match := IMPORT.match(code):
            module = match.group(1)
            if module in ARROWS or module.startswith("C") and module not in TOOLCHAIN:
                if module not in ARROWS.get(target, set()):
                    yield number, f"{target} must not import {module}"
            elif module not in TOOLCHAIN:
                yield number, f"{module} is not one of the modules that the house uses"
        for pattern, home, reason in FORBIDDEN:
            searched = line if "TODO" in pattern.pattern else code
            if pattern.search(searched) and target != home:
                yield number, reason


def check(root):
    """Returns all faults of the repository at root."""
    faults = []
    lengths = []
    for path in sorted([*root.glob("Sources/**/*.swift"), *root.glob("Tests/**/*.swift")]):
        name = path.relative_to(root)
        text = path.read_text()
        lines = text.count("\n")
        lengths.append(lines)
        if lines > LARGEST_FILE:
            faults.append(f"{name}:1: {lines} lines, {LARGEST_FILE} at most")
        if name.parts[0] == "Sources":
            faults += [f"{name}:{number}: {fault}" for number, fault in faults_of_source(name.parts[1], text)]
    if lengths and statistics.median(lengths) >= MEDIAN_FILE:
        faults.append(f"Sources:1: the median file has {statistics.median(lengths):.0f} lines, not under {MEDIAN_FILE}")

    for path in sorted(root.glob("*")) + sorted(root.glob("Sources/**/*")) + sorted(root.glob("Tests/**/*")):
        if path.is_file() and path.suffix in TEXT_FILES and "Fixtures" not in path.parts and path.name != ".git":
            for number, line in enumerate(path.read_text(errors="replace").splitlines(), 1):
                if WORKPLACE.search(line):
                    faults.append(f"{path.relative_to(root)}:{number}: names the place where it was written")
    return faults


def main():
    root = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else pathlib.Path(__file__).parents[2])
    faults = check(root)
    for fault in faults:
        print(fault)
    print(f"house rules: {len(faults)} faults" if faults else "house rules: kept")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
