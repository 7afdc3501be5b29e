import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { PHRASES } from '@imagesearch/brief-parser/phrases';
import { ERRORS, FAULT_TYPES } from '../src/http/errors.js';
import { designPage, errorPage } from '../src/contract/pages.js';
import { contractDocument } from '../src/contract/document.js';

const DOCS = join(import.meta.dirname, '../../../docs');

describe('the committed contract', () => {
  it('is what the code generates', async () => {
    expect(JSON.parse(await readFile(join(DOCS, 'openapi.json'), 'utf8'))).toEqual(contractDocument());
  });

  it('lists every phrase of the design', async () => {
    const page = await readFile(join(DOCS, 'reference/phrases.md'), 'utf8');
    expect(page).toBe(designPage());
    expect(page.match(/^\| `/gm)).toHaveLength(PHRASES.length);
  });

  it('lists every error and every fault', async () => {
    const page = await readFile(join(DOCS, 'reference/errors.md'), 'utf8');
    expect(page).toBe(errorPage());
    for (const code of [...Object.keys(ERRORS), ...Object.keys(FAULT_TYPES)])
      expect(page).toContain(`\`${code}\``);
  });
});
