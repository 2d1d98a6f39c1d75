#!/bin/bash
# Serves the folder named by PHOTOS (or the sample library, drawn once) on 127.0.0.1:PORT with the release build.
set -euo pipefail
origin=$PWD
cd "$(dirname "${BASH_SOURCE[0]}")/../.."

port=${PORT:-8080}
photos=${PHOTOS:-}
data=()
if [[ -z $photos ]]; then
    photos=$PWD/.build/sample-library
    data=(--data "$PWD/.build/sample-data")
    /usr/bin/python3 Tests/Tools/draw_library.py "$photos"
else
    # Not every shell replaces the ~ of PHOTOS=~/Pictures. A relative path is meant from where make was called.
    photos=${photos/#\~\//$HOME/}
    [[ $photos == /* ]] || photos=$origin/$photos
    if [[ ! -d $photos ]]; then
        echo "contactsheet: PHOTOS is not a folder: $photos" >&2
        exit 2
    fi
fi

binary=.build/release/contactsheet
echo "contactsheet: serving $photos at http://127.0.0.1:$port (stop with Ctrl-C)"
exec "$binary" serve --listen "127.0.0.1:$port" "${data[@]}" "$photos"
