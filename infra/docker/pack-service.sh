#!/bin/sh
# pack-service.sh <service>: in the built workspace, copies to /out the code that the service runs.
set -eu
pnpm --filter-prod "@imagesearch/$1..." list --depth -1 --parseable | while read -r dir; do
  out="/out/${dir#"$PWD"/}"
  mkdir -p "$out"
  tar -C "$dir" -cf - \
    --exclude=./node_modules --exclude=./test --exclude=./bench --exclude=./tools \
    --exclude='*.ts' --exclude='*.tsx' --exclude='*.d.ts.map' --exclude='*.tsbuildinfo' \
    --exclude='./tsconfig*.json' --exclude=./README.md . | tar -C "$out" -xf -
  # Where the sources were, SQL remains that the code reads.
  [ ! -d "$out/src" ] || find "$out/src" -type d -empty -delete
done
