import { printErr } from '@imagesearch/service-kit/process/terminal';
import { execFileSync } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { designPage } from './http/openapi/design-page.js';
import { errorPage } from './http/errors/page.js';
import { breakingChanges } from './http/openapi/breaking-changes.js';
import { contractDocument } from './http/openapi/document.js';
import type { JsonObject } from './http/openapi/json.js';

const REPOSITORY = join(import.meta.dirname, '../../..');
const DOCUMENT = 'docs/openapi.json';
const PAGES: Readonly<Record<string, () => string>> = {
  [DOCUMENT]: () => `${JSON.stringify(contractDocument(), null, 2)}\n`,
  'docs/errors.md': errorPage,
  'docs/design-phrases.md': designPage,
};

/** Writes the pages that are generated from the contract; `--check` only compares them, also with an older commit. */
async function main(): Promise<void> {
  const { values } = parseArgs({
    options: { check: { type: 'boolean', default: false }, against: { type: 'string', default: 'HEAD' } },
  });
  if (!values.check) {
    for (const [path, render] of Object.entries(PAGES)) await writeFile(join(REPOSITORY, path), render());
    return;
  }
  const faults = [...(await differences()), ...breaks(values.against)];
  for (const fault of faults) printErr(fault);
  process.exitCode = faults.length > 0 ? 1 : 0;
}

async function differences(): Promise<string[]> {
  const faults: string[] = [];
  for (const [path, render] of Object.entries(PAGES)) {
    const committed = await readFile(join(REPOSITORY, path), 'utf8').catch(() => '');
    if (committed !== render()) faults.push(`${path} is out of date: run pnpm openapi`);
  }
  return faults;
}

/** A new major version may break clients. */
function breaks(commit: string): string[] {
  const before = documentAt(commit);
  if (!before) return [];
  const after = contractDocument();
  if (majorOf(after) > majorOf(before)) return [];
  return breakingChanges(before, after).map((line) => `breaks clients of ${commit}: ${line}`);
}

function documentAt(commit: string): JsonObject | undefined {
  const git = (...args: string[]): string =>
    execFileSync('git', ['-C', REPOSITORY, ...args], { encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 });
  if (git('ls-tree', commit, '--', DOCUMENT) === '') return undefined;
  return JSON.parse(git('show', `${commit}:${DOCUMENT}`)) as JsonObject;
}

function majorOf(document: JsonObject): number {
  const { version } = document['info'] as { version: string };
  return Number(version.split('.')[0]);
}

await main();
