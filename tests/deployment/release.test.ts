import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, it } from '@jest/globals';
import { folderOfSuite } from '@imagesearch/testkit/folders';
import { ROOT } from '@imagesearch/testkit/repository';

/** A release of a copy of this repository. */
const clone = folderOfSuite();
const git = (...words: string[]): string =>
  execFileSync('git', words, { cwd: clone, encoding: 'utf8' }).trim();
const read = (path: string): string => readFileSync(join(clone, path), 'utf8');
const versions = () =>
  git('ls-files', '*package.json')
    .split('\n')
    .map((path) => (JSON.parse(read(path)) as { version?: string }).version);
const release = () => spawnSync(process.execPath, ['scripts/release.mjs'], { cwd: clone, encoding: 'utf8' });

beforeAll(() => {
  execFileSync('git', ['clone', '--quiet', '--depth', '1', `file://${ROOT}`, clone]);
  cpSync(join(ROOT, 'scripts/release.mjs'), join(clone, 'scripts/release.mjs'));
  git('config', 'user.name', 'Ada Martin');
  git('config', 'user.email', 'ada@example.org');
  writeFileSync(
    join(clone, 'CHANGELOG.md'),
    '# Changelog\n\n## 7.8.9 - unreleased\n\n## 0.1.0 - 2026-01-01\n',
  );
  git('add', '--all');
  git('commit', '--quiet', '--message', 'docs: write of 7.8.9');
});

it('is refused where something is not committed', () => {
  writeFileSync(join(clone, 'left'), '');
  expect(release()).toMatchObject({ status: 1, stderr: 'There are changes that are not committed.\n' });
  rmSync(join(clone, 'left'));
});

it('writes the version into every manifest and its date into the changelog, commits and tags, once', () => {
  const before = versions();
  expect(release()).toMatchObject({ status: 0, stderr: '' });
  expect(versions()).toEqual(before.map((version) => version && '7.8.9'));
  expect(read('infra/helm/image-search/Chart.yaml')).toMatch(/^version: 7\.8\.9\nappVersion: 7\.8\.9$/m);
  expect(read('clients/python/pyproject.toml')).toContain('\nversion = "7.8.9"\n');
  expect(read('clients/python/src/imagesearch/__init__.py')).toContain('__version__ = "7.8.9"');
  expect(read('packages/mcp/src/mcp-server.ts')).toContain("version: '7.8.9'");
  expect(read('CHANGELOG.md')).toMatch(/^## 7\.8\.9 - \d{4}-\d\d-\d\d$/m);
  expect(git('status', '--porcelain')).toBe('');
  expect(git('log', '-1', '--format=%s')).toBe('everywhere: release 7.8.9');
  expect(git('rev-parse', 'v7.8.9^{commit}')).toBe(git('rev-parse', 'HEAD'));
  expect(release()).toMatchObject({
    status: 1,
    stderr: 'CHANGELOG.md has no section "## x.y.z - unreleased".\n',
  });
});
