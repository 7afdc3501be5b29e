#!/bin/sh
# pack-service.sh <package>...: in the built workspace, copies to /out the code that these packages run; arguments as for
# install-service.sh.
set -eu
for package in "$@"; do
  shift
  set -- "$@" --filter-prod "@imagesearch/$package"
done
pnpm "$@" list --depth -1 --parseable | while read -r dir; do
  out="${OUT_DIR:-/out}/${dir#"$PWD"/}"
  mkdir -p "$out"
  tar -C "$dir" -cf - \
    --exclude=./node_modules --exclude=./test --exclude=./bench --exclude=./tools \
    --exclude='*.ts' --exclude='*.tsx' --exclude='*.d.ts.map' --exclude='*.tsbuildinfo' \
    --exclude='*.py' --exclude='./tsconfig*.json' --exclude=./README.md . | tar -C "$out" -xf -
  # Where the sources were, SQL remains that the code reads.
  [ ! -d "$out/src" ] || find "$out/src" -type d -empty -delete
done
