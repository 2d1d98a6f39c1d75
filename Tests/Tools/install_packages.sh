#!/bin/bash
# Installs the Debian packages that a command needs, where they are missing, and checks the Swift toolchain.
# usage: install_packages.sh GROUP…    groups: build, sample, test, bench, lint
set -euo pipefail

# The one list of what the project needs from Debian.
declare -A groups=(
    [build]="build-essential pkg-config libsqlite3-dev zlib1g-dev libbrotli-dev libraw-dev libxxhash-dev libssl-dev libwslay-dev libarchive-dev
        libinotifytools0-dev libjpeg62-turbo-dev libvips-dev libexiv2-dev libavformat-dev libavcodec-dev libavutil-dev libswscale-dev
        libcurl4-openssl-dev ffmpeg"
    [sample]="python3 python3-pil python3-numpy python3-piexif ffmpeg libvips-tools"
    [test]="python3-venv curl jq nodejs unzip p7zip-full"
    [bench]="nginx-light wrk minidlna libimage-exiftool-perl libvips-tools inotify-tools curl"
    [lint]="python3"
)
# Packages that start a daemon when installed; only their binaries are wanted here.
declare -A daemons=([nginx-light]=nginx [minidlna]=minidlna)
minimum_swift=6.3

fail() {
    echo "contactsheet: $*" >&2
    exit 1
}

check_swift() {
    command -v swift >/dev/null || fail "swift is not on the PATH. Install Swift $minimum_swift or later for Debian 12" \
        "from https://www.swift.org/install/linux/ and put its usr/bin on the PATH."
    local version
    version=$(swift --version 2>/dev/null | sed -n 's/.*Swift version \([0-9.]*[0-9]\).*/\1/p' | head -n 1)
    [[ -n $version ]] || fail "swift --version gives no version"
    [[ $(printf '%s\n' "$minimum_swift" "$version" | sort -V | head -n 1) == "$minimum_swift" ]] \
        || fail "Swift $minimum_swift or later is needed, $(command -v swift) is $version."
}

is_installed() {
    [[ $(dpkg-query -W -f='${db:Status-Status}' "$1" 2>/dev/null) == installed ]]
}

# Turns off the daemons of packages that were not there before, where systemd would have started them.
stop_new_daemons() {
    command -v systemctl >/dev/null && [[ -d /run/systemd/system ]] || return 0
    local package
    for package in "$@"; do
        [[ -n ${daemons[$package]:-} ]] || continue
        echo "contactsheet: turning off the service ${daemons[$package]}, only its program is wanted"
        $as_root systemctl disable --now "${daemons[$package]}" || true
    done
}

missing=()
for group in "$@"; do
    [[ -n ${groups[$group]:-} ]] || fail "no group of packages is called $group"
    command -v dpkg-query >/dev/null || fail "this is not Debian: install what ${BASH_SOURCE[0]} lists by other means"
    for package in ${groups[$group]}; do
        is_installed "$package" || missing+=("$package")
    done
done

if ((${#missing[@]} > 0)); then
    as_root=
    if ((EUID != 0)); then
        command -v sudo >/dev/null || fail "missing: ${missing[*]}. Install them as root, or install sudo."
        as_root=sudo
    fi
    echo "contactsheet: installing from Debian: ${missing[*]}"
    $as_root apt-get update -q
    $as_root env DEBIAN_FRONTEND=noninteractive apt-get install -q -y --no-install-recommends "${missing[@]}"
    stop_new_daemons "${missing[@]}"
fi
check_swift
