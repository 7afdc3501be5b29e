import { describe, expect, it } from '@jest/globals';
import express from 'express';
import { contractDocument } from '../src/contract/document.js';
import { contractRoute } from '../src/contract/routes.js';
import { loadConfig } from '../src/config.js';
import { httpServerForAll } from '@imagesearch/testkit/network/loopback';

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
