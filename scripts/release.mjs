import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Makes the release that CHANGELOG.md calls unreleased, of a clean working tree: its version in every manifest, its date, a
 * commit and a tag. It pushes and publishes nothing.
 */
const ROOT = join(import.meta.dirname, '..');
const UNRELEASED = /^## (\d+\.\d+\.\d+) - unreleased$/m;
/** Where a version stands that is the product's own. */
const PLACES = {
  '*package.json': /^ {2}"version": "(.*)",$/m,
  'clients/python/pyproject.toml': /^version = "(.*)"$/m,
  'clients/python/src/imagesearch/__init__.py': /^__version__ = "(.*)"$/m,
  'infra/helm/image-search/Chart.yaml': /^(?:version|appVersion): (.*)$/gm,
  'infra/helm/image-search/examples/production.yaml': /\btag: ([\d.]+)/,
  'packages/mcp/src/mcp-server.ts': /\bversion: '(.*)' \}/,
};

try {
  release();
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}

function release() {
  const [, version] = UNRELEASED.exec(read('CHANGELOG.md')) ?? [];
  if (version === undefined) throw new Error('CHANGELOG.md has no section "## x.y.z - unreleased".');
  if (git('status', '--porcelain') !== '') throw new Error('There are changes that are not committed.');
  if (git('tag', '--list', `v${version}`) !== '') throw new Error(`v${version} is released already.`);
  for (const [pattern, place] of Object.entries(PLACES))
    for (const path of git('ls-files', pattern).split('\n'))
      replace(path, place, (found, before) => found.replace(before, version));
  const today = new Date().toISOString().slice(0, 10);
  replace('CHANGELOG.md', UNRELEASED, () => `## ${version} - ${today}`);
  git('commit', '--all', '--message', `everywhere: release ${version}`);
  git('tag', '--annotate', `v${version}`, '--message', `Release ${version}`);
  console.log(`Made the commit and the tag v${version}. Run .ci/run on it, then push both and publish.`);
}

function replace(path, pattern, change) {
  const text = read(path);
  // A manifest that no one publishes may have no version.
  const changed = text.replace(pattern, change);
  if (changed === text && !path.endsWith('package.json')) throw new Error(`${path} names no version.`);
  writeFileSync(join(ROOT, path), changed);
}

function read(path) {
  return readFileSync(join(ROOT, path), 'utf8');
}

function git(...words) {
  return execFileSync('git', words, { cwd: ROOT, encoding: 'utf8' }).trim();
}
