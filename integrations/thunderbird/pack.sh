#!/bin/sh
# Packs the add-on: pack.sh [FILE.xpi], spamwatch.xpi in the present directory if none is named.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
out=${1:-spamwatch.xpi}
case $out in /*) ;; *) out=$PWD/$out ;; esac
rm -f "$out"
cd "$here"
find manifest.json background.js _locales icons lib pages fingerprint statistics -type f \
  ! -path '*/test/*' ! -name package.json | LC_ALL=C sort | zip -q -X -@ "$out"
echo "$out"
