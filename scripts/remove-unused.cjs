'use strict';
const { existsSync, readdirSync, rmSync } = require('node:fs');
const { join } = require('node:path');

/** Parts of installed packages that nothing here loads, by package: hundreds of megabytes. */
const UNUSED = {
  'onnxruntime-node': (path) => isOfAnotherPlatform(path),
  '@mediapipe/objectron': (path) => /\.wasm$|^object_detection_3d_/.test(path),
  '@mediapipe/face_detection': (path) => /\.wasm$/.test(path),
  openmoji: (path) => /^(?:black|font|guidelines|src|test|index.*\.html)(?:\/|$)|^color\/(?!svg)/.test(path),
};

/** Folders of a package in which single entries go. */
const OPENED = /^(?:bin|bin\/napi-v\d+|bin\/napi-v\d+\/[^/]+|color)$/;

/** Removes them from a folder of pnpm's packages. Its store keeps them, so that another checkout still gets them. */
exports.removeUnused = function removeUnused(packagesDir) {
  if (!existsSync(packagesDir)) return;
  for (const folder of readdirSync(packagesDir)) {
    for (const [name, isUnused] of Object.entries(UNUSED)) {
      if (!folder.startsWith(`${name.replace('/', '+')}@`)) continue;
      removeFrom(join(packagesDir, folder, 'node_modules', name), '', isUnused);
    }
  }
};

function removeFrom(dir, path, isUnused) {
  for (const { name } of readdirSync(join(dir, path), { withFileTypes: true })) {
    const inner = path === '' ? name : `${path}/${name}`;
    if (isUnused(inner)) rmSync(join(dir, inner), { recursive: true, force: true });
    else if (OPENED.test(inner)) removeFrom(dir, inner, isUnused);
  }
}

/** `bin/napi-v6/<platform>/<architecture>` */
function isOfAnotherPlatform(path) {
  const [, , platform, architecture] = path.split('/');
  if (!path.startsWith('bin/napi-v') || platform === undefined) return false;
  return platform !== process.platform || (architecture !== undefined && architecture !== process.arch);
}
