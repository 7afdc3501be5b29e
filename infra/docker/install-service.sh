#!/bin/sh
# install-service.sh <package>...: in the workspace's manifests, installs what these packages load in production. `gateway...`
# is the gateway with the packages that it imports, `gateway` is that package alone.
set -eu
for package in "$@"; do
  shift
  set -- "$@" --filter-prod "@imagesearch/$package"
done

# The manifests of other packages would be installed too, so they go first.
kept=$(pnpm "$@" list --depth -1 --parseable)
for dir in packages/* services/*; do
  echo "$kept" | grep -qx "$PWD/$dir" || rm -rf "$dir"
done
pnpm install --prod --frozen-lockfile --store-dir "${STORE_DIR:-/pnpm}" "$@"

# Binaries of other platforms, which packages carry along.
platform=$(node -p process.platform)
arch=$(node -p process.arch)
for binaries in node_modules/.pnpm/onnxruntime-node@*/node_modules/onnxruntime-node/bin/napi-v*; do
  [ -d "$binaries" ] || continue
  find "$binaries" -mindepth 2 -maxdepth 2 ! -path "$binaries/$platform/$arch" -exec rm -rf {} +
done

# What no program loads. The compiler is here as a peer of a client.
rm -rf node_modules/.pnpm/typescript@* node_modules/.pnpm/@types+*
find node_modules/.pnpm -type f \( -name '*.d.ts' -o -name '*.d.mts' -o -name '*.d.cts' -o -name '*.map' \) -delete
find -L node_modules packages services -xtype l -delete 2>/dev/null || true
rm -f package.json pnpm-lock.yaml pnpm-workspace.yaml .npmrc node_modules/.modules.yaml
