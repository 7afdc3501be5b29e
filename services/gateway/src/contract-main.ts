import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { printErr } from '@imagesearch/service-kit/process/terminal';
import { apiPage, designPage, errorPage } from './contract/pages.js';
import { contractDocument } from './contract/document.js';

const REPOSITORY = join(import.meta.dirname, '../../..');
const DOCUMENT = 'docs/openapi.json';
/** Each is rendered of what is committed. */
const PAGES: Readonly<Record<string, (committed: string) => string>> = {
  [DOCUMENT]: () => `${JSON.stringify(contractDocument(), null, 2)}\n`,
  'docs/reference/api.md': apiPage,
  'docs/reference/errors.md': errorPage,
  'docs/reference/phrases.md': designPage,
};

/** Writes the pages that are generated from the contract; `--check` only compares them. */
async function main(): Promise<void> {
  const { values } = parseArgs({ options: { check: { type: 'boolean', default: false } } });
  if (!values.check) {
    for (const [path, render] of Object.entries(PAGES))
      await writeFile(join(REPOSITORY, path), render(await committed(path)));
    return;
  }
  const faults = await differences();
  for (const fault of faults) printErr(fault);
  process.exitCode = faults.length > 0 ? 1 : 0;
}

async function differences(): Promise<string[]> {
  const faults: string[] = [];
  for (const [path, render] of Object.entries(PAGES)) {
    const text = await committed(path);
    if (text !== render(text)) faults.push(`${path} is out of date: run npm run openapi`);
  }
  return faults;
}

function committed(path: string): Promise<string> {
  return readFile(join(REPOSITORY, path), 'utf8');
}

await main();
