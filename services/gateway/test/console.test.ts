import { mkdir, writeFile } from 'node:fs/promises';
import { createServer, request, type IncomingMessage, type Server } from 'node:http';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import compression from 'compression';
import express from 'express';
import { consoleRoutes } from '../src/console/routes.js';
import { folderOfSuite } from '@imagesearch/testkit/folders';
import { openOnLoopback } from '@imagesearch/testkit/network/loopback';

const PAGE = '<!doctype html><title>Page</title>';
const SCRIPT = `console.log("${'a script '.repeat(200)}")`;
const warn = jest.fn();

function routesOf(dir: string) {
  const imageOrigins = () => ['https://bucket.example.com', 'http://127.0.0.1:8080'];
  return consoleRoutes(imageOrigins, { warn }, dir);
}

describe('the files of the console', () => {
  const dir = folderOfSuite();
  let server: Server;
  let port: number;

  beforeAll(async () => {
    await mkdir(join(dir, 'assets'));
    await writeFile(join(dir, 'index.html'), PAGE);
    await writeFile(join(dir, 'assets/index-abc.js'), SCRIPT);
    const app = express();
    app.set('etag', false);
    app.use(compression());
    for (const [path, handlers] of routesOf(dir)) app.get(path, handlers);
    server = createServer(app);
    ({ port } = await openOnLoopback(server));
  });
  afterAll(() => void server.close());

  async function get(path: string, headers: Record<string, string> = {}) {
    const response = await new Promise<IncomingMessage>((resolve, reject) => {
      request({ port, path, headers }, resolve).on('error', reject).end();
    });
    const chunks: Buffer[] = [];
    for await (const chunk of response) chunks.push(chunk as Buffer);
    return { status: response.statusCode, headers: response.headers, body: Buffer.concat(chunks) };
  }

  it('are sent as they were built, compressed for who takes that', async () => {
    const brotli = await get('/assets/index-abc.js', { 'Accept-Encoding': 'gzip, deflate, br' });
    expect(brotli.headers).toMatchObject({ 'content-encoding': 'br', vary: 'Accept-Encoding' });
    expect(brotliDecompressSync(brotli.body).toString()).toBe(SCRIPT);

    const plain = await get('/', { 'Accept-Encoding': 'identity' });
    expect(plain.headers['content-encoding']).toBeUndefined();
    expect(plain.body.toString()).toBe(PAGE);
  });

  it('are kept for ever when their name holds their hash, and asked for again otherwise', async () => {
    expect((await get('/assets/index-abc.js')).headers['cache-control']).toBe(
      'public, max-age=31536000, immutable',
    );
    expect((await get('/')).headers['cache-control']).toBe('no-cache');
  });

  it('answer 304 to who has them', async () => {
    const first = await get('/', { 'Accept-Encoding': 'br' });
    const again = await get('/', { 'If-None-Match': String(first.headers.etag) });
    expect([again.status, again.body.length]).toEqual([304, 0]);
  });

  it('run no inline code, and load nothing from other hosts but the images that the operator named', async () => {
    const { headers } = await get('/');
    expect(headers['content-type']).toBe('text/html; charset=utf-8');
    expect(String(headers['content-security-policy']).split(';')).toEqual([
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
