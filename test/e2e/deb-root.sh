#!/bin/bash
# deb-root.sh DEST SUITE PROGRAM PACKAGE...
# Extracts packages of a Debian suite with all their libraries, glibc too, into DEST/root and points PROGRAM (a path
# in there, or - for none) at them. The system's own packages stay as they are; no root rights are needed.
set -euo pipefail

dest=$(realpath -m "$1") suite=$2 program=$3
shift 3

command -v apt-get >/dev/null || { echo "deb-root.sh needs apt-get (Debian or Ubuntu)" >&2; exit 1; }
mirror=$(grep -hosE '^URIs: \S+/debian/?$' /etc/apt/sources.list.d/*.sources | head -1 | cut -d' ' -f2 || true)
triplet=$(dpkg-architecture -qDEB_HOST_MULTIARCH 2>/dev/null || echo "$(uname -m)-linux-gnu")

rm -rf "$dest"
mkdir -p "$dest"/{state/lists/partial,cache/archives/partial,root}
: > "$dest/state/status"
echo "deb [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] ${mirror:-http://deb.debian.org/debian} $suite main" > "$dest/sources.list"
cat > "$dest/apt.conf" <<CONF
Dir::State "$dest/state";
Dir::State::status "$dest/state/status";
Dir::Cache "$dest/cache";
Dir::Etc::sourcelist "$dest/sources.list";
Dir::Etc::sourceparts "/dev/null";
Dir::Etc::preferencesparts "/dev/null";
APT::Sandbox::User "root";
Acquire::Languages "none";
CONF
export APT_CONFIG=$dest/apt.conf
apt-get update -qq
apt-get install -qq --download-only --yes --no-install-recommends patchelf "$@" >/dev/null
for package in "$dest"/cache/archives/*.deb; do dpkg-deb --extract "$package" "$dest/root"; done

if [ "$program" = - ]; then
  rm -rf "$dest/cache" "$dest/state"
  exit
fi

# Neovim starts itself again by /proc/self/exe, so running it through the dynamic loader is not enough.
libraries=$dest/root/usr/lib/$triplet
loader=$(find "$libraries" -maxdepth 1 -name 'ld-linux*.so.*' -print -quit)
cp "$dest/root/$program" "$dest/program"
"$loader" --library-path "$libraries" "$dest/root/usr/bin/patchelf" \
  --set-interpreter "$loader" --force-rpath --set-rpath "$libraries" "$dest/program"
mv "$dest/program" "$dest/root/$program"
rm -rf "$dest/cache" "$dest/state"
