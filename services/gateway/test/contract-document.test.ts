import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import express from 'express';
import { PHRASES } from '@imagesearch/brief-parser/phrases';
import { ERRORS, FAULT_TYPES } from '../src/http/errors.js';
import { designPage, errorPage } from '../src/contract/pages.js';
import { contractDocument } from '../src/contract/document.js';
import { contractRoute } from '../src/contract/routes.js';
import { loadConfig } from '../src/config.js';

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

describe('the served contract', () => {
  it.each([
    ['links the documentation that the operator publishes', { DOCS_URL: 'https://docs.example.com/search/' }],
    ['links nothing without one', {}],
  ])('%s', async (_case, env: { DOCS_URL?: string }) => {
    const app = express().get('/openapi.json', contractRoute(loadConfig(env).docsUrl));
    const server = app.listen(0, '127.0.0.1');
    try {
      await once(server, 'listening');
      const { port } = server.address() as AddressInfo;
      const served = (await (await fetch(`http://127.0.0.1:${port}/openapi.json`)).json()) as object;
      const externalDocs = env.DOCS_URL && { url: env.DOCS_URL, description: expect.any(String) };
      expect(served).toEqual({ ...contractDocument(), ...(externalDocs && { externalDocs }) });
    } finally {
      server.close();
    }
  });
});
