import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, jest } from '@jest/globals';
import compression from 'compression';
import express from 'express';
import { consoleRoutes } from '../src/console/routes.js';
import { folderOfSuite } from '@imagesearch/testkit/folders';
import { httpServerForAll } from '@imagesearch/testkit/network/loopback';

const PAGE = '<!doctype html><title>Page</title>';
const SCRIPT = `console.log("${'a script '.repeat(200)}")`;

describe('the files of the console', () => {
  const warn = jest.fn();
  const routesOf = (dir: string) =>
    consoleRoutes(() => ['https://bucket.example.com', 'http://127.0.0.1:8080'], { warn }, dir);
  const dir = folderOfSuite();
  mkdirSync(join(dir, 'assets'));
  writeFileSync(join(dir, 'index.html'), PAGE);
  writeFileSync(join(dir, 'assets/index-abc.js'), SCRIPT);
  const app = express().set('etag', false).use(compression());
  for (const [path, handlers] of routesOf(dir)) app.get(path, handlers);
  const server = httpServerForAll(app);
  const get = (path: string, headers: Record<string, string>) => fetch(server.url + path, { headers });

  it('are sent as they were built, compressed for who takes that, and kept for ever by their hash', async () => {
    const script = await get('/assets/index-abc.js', { 'Accept-Encoding': 'gzip, deflate, br' });
    expect(Object.fromEntries(script.headers)).toMatchObject({
      ...{ 'content-encoding': 'br', vary: 'Accept-Encoding' },
      'cache-control': 'public, max-age=31536000, immutable',
    });
    expect(await script.text()).toBe(SCRIPT);
  });

  it('are asked for again where their name has no hash, and answered with 304 to who has them', async () => {
    const page = await get('/', { 'Accept-Encoding': 'identity' });
    expect([page.headers.get('Content-Encoding'), page.headers.get('Cache-Control')]).toEqual([
      null,
      'no-cache',
    ]);
    expect(await page.text()).toBe(PAGE);
    // Without a `Cache-Control` of its own, `fetch` asks for the whole file.
    const known = { 'If-None-Match': page.headers.get('ETag') ?? '', 'Cache-Control': 'max-age=0' };
    const again = await get('/', known);
    expect([again.status, await again.text()]).toEqual([304, '']);
  });

  it('run no inline code, and load nothing from other hosts but the images that the operator named', async () => {
    const { headers } = await get('/', {});
    expect(headers.get('Content-Type')).toBe('text/html; charset=utf-8');
    expect(headers.get('Content-Security-Policy')?.split(';')).toEqual([
      "default-src 'none'",
      "script-src 'self'",
      "style-src 'self'",
      "img-src 'self' blob: https://bucket.example.com http://127.0.0.1:8080",
      "connect-src 'self'",
      "base-uri 'none'",
      "form-action 'none'",
      "frame-ancestors 'none'",
    ]);
  });

  it('are missing without harm while the console is not built, and the log says so', () => {
    expect(routesOf(join(dir, 'nowhere'))).toEqual([]);
    expect(warn).toHaveBeenCalledWith(expect.stringContaining('is not built'));
  });
});
