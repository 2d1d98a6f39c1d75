#!/bin/bash
# Puts the Autobahn testsuite's wstest under FOLDER, where it is missing, and touches nothing else.
# usage: install_wstest.sh FOLDER
# It needs Python 2.7, which Debian 12 does not have any more: one that is installed is taken, otherwise Debian 11's
# packages are unpacked under FOLDER. Its extensions in C are compiled, so gcc must be there.
set -euo pipefail
suite=autobahntestsuite==25.10.1
# What suite asks for by name; later versions do not run on Python 2.7.
builder=setuptools==44.0.0
pip_wheel=pip==20.3.4

mkdir -p "$1"
folder=$(cd "$1" && pwd)
[[ -x $folder/wstest ]] && exit 0
echo "contactsheet: installing $suite for Python 2.7 into $folder"

is_whole() { [[ -x $1 ]] && "$1" -c 'import ssl, zlib, ctypes' 2>/dev/null; }

# Debian 11's Python by an apt configuration of our own; the machine's is left as it is.
unpack_debian_python() {
    local apt=$folder/apt root=$folder/python mirror packages
    mkdir -p "$apt"/{etc,lists/partial,cache/archives/partial} "$root"
    touch "$apt/status"
    mirror=$(apt-get indextargets --format '$(REPO_URI) $(RELEASE)' | awk '$2 == "bookworm" { print $1; exit }')
    echo "deb [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] ${mirror:-https://deb.debian.org/debian} bullseye main" \
        >"$apt/etc/sources.list"
    local options=(-qq -o "Dir::Etc=$apt/etc" -o "Dir::State::lists=$apt/lists" -o "Dir::State::status=$apt/status"
        -o "Dir::Cache=$apt/cache" -o "APT::Sandbox::User=")
    apt-get "${options[@]}" update
    packages=(python2.7{,-minimal,-dev} libpython2.7{,-minimal,-stdlib,-dev} libssl1.1 libffi7)
    (cd "$apt/cache" && apt-get "${options[@]}" download "${packages[@]}")
    local package
    for package in "$apt"/cache/*.deb; do dpkg -x "$package" "$root"; done
    cat >"$folder/python2.7" <<END
#!/bin/sh
LD_LIBRARY_PATH=$root/usr/lib/x86_64-linux-gnu exec $root/usr/bin/python2.7 "\$@"
END
    chmod +x "$folder/python2.7"
    export CFLAGS="-I$root/usr/include/python2.7 -I$root/usr/include"
    is_whole "$folder/python2.7"
}

python=
for candidate in "$(command -v python2.7 || true)" "${PYENV_ROOT:-$HOME/.pyenv}"/versions/2.7*/bin/python2.7; do
    if [[ $candidate != */shims/* ]] && is_whole "$candidate"; then python=$candidate && break; fi
done
if [[ -z $python ]]; then
    unpack_debian_python
    python=$folder/python2.7
fi

unset PYTHONPATH PYTHONHOME
export PIP_DISABLE_PIP_VERSION_CHECK=1 PIP_NO_PYTHON_VERSION_WARNING=1
# The last pip for Python 2.7 runs from its own archive.
/usr/bin/python3 -m pip download --quiet --no-deps --python-version 2.7 --only-binary=:all: --dest "$folder" $pip_wheel \
    || python3 -m pip download --quiet --no-deps --python-version 2.7 --only-binary=:all: --dest "$folder" $pip_wheel
pip=$(echo "$folder"/pip-*.whl)/pip
"$python" "$pip" install --quiet --target "$folder/builder" "$builder" 'wheel<0.38'
PYTHONPATH=$folder/builder "$python" "$pip" install --quiet --no-build-isolation --target "$folder/lib" "$builder" "$suite"
cat >"$folder/wstest" <<END
#!/bin/sh
unset PYTHONPATH PYTHONHOME
exec $python -W ignore -c 'import site; site.addsitedir("$folder/lib"); import autobahntestsuite.wstest as w; w.run()' "\$@"
END
chmod +x "$folder/wstest"
"$folder/wstest" --autobahnversion >/dev/null || { rm "$folder/wstest"; exit 1; }
