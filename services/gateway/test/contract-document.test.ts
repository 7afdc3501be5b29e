import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import express from 'express';
import { PHRASES } from '@imagesearch/brief-parser/phrases';
import { ERRORS, FAULT_TYPES } from '../src/http/errors.js';
import { designPage, errorPage } from '../src/contract/pages.js';
import { contractDocument } from '../src/contract/document.js';
import { contractRoute } from '../src/contract/routes.js';
import { loadConfig } from '../src/config.js';
import { httpServerForAll } from '@imagesearch/testkit/network/loopback';

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
  describe.each([
    ['the documentation that the operator publishes', { DOCS_URL: 'https://docs.example.com/search/' }],
    ['nothing without one', {}],
  ])('links', (linked, env: { DOCS_URL?: string }) => {
    const server = httpServerForAll(express().get('/', contractRoute(loadConfig(env).docsUrl)));

    it(linked, async () => {
      const externalDocs = env.DOCS_URL && { url: env.DOCS_URL, description: expect.any(String) };
      expect(await (await fetch(server.url)).json()).toEqual({
        ...contractDocument(),
        ...(externalDocs && { externalDocs }),
      });
    });
  });
});
