#!/bin/bash
# Makes .venv with the pinned PyPI packages of requirements.txt, where it is missing or older than that list.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."

requirements=Tests/Tools/requirements.txt
stamp=.venv/installed.txt
if cmp -s "$requirements" "$stamp"; then exit 0; fi
echo "contactsheet: installing from PyPI into .venv: $(grep -v '^#' "$requirements" | tr '\n' ' ')"
/usr/bin/python3 -m venv --clear .venv
.venv/bin/python -m pip install --quiet --disable-pip-version-check --requirement "$requirements"
cp "$requirements" "$stamp"
