import { createServer, type Server } from 'node:http';
import { afterEach, describe, expect, it } from '@jest/globals';
import express from 'express';
import { loadConfig } from '../src/config.js';
import { crossOrigin } from '../src/http/headers.js';
import { openOnLoopback } from '@imagesearch/testkit/network/loopback';

const APP = 'https://app.example.com';

describe('cross-origin calls', () => {
  const servers: Server[] = [];
  afterEach(() => {
    for (const server of servers.splice(0)) server.close();
  });

  const send = async (origins: string, method: string, origin: string) => {
    const app = express();
    app.use(express.json(), ...crossOrigin(loadConfig({ CORS_ORIGINS: origins }).corsOrigins));
    app.options('/', (_request, response) => void response.set('Allow', 'POST, OPTIONS').status(204).end());
    app.post('/', (_request, response) => void response.json({}));
    const server = createServer(app);
    servers.push(server);
    const { url } = await openOnLoopback(server);
    const { headers } = await fetch(url, {
      method,
      headers: { Origin: origin, 'Access-Control-Request-Method': 'POST', Connection: 'close' },
    });
    return (name: string) => headers.get(`Access-Control-${name}`);
  };

  it('are refused unless origins are configured', async () => {
    for (const method of ['OPTIONS', 'POST']) {
      expect((await send('', method, APP))('Allow-Origin')).toBeNull();
    }
  });

  it('are allowed to a configured origin, which may send a key and read what a search cost', async () => {
    const preflight = await send(`${APP}, https://b.example`, 'OPTIONS', APP);
    expect(preflight('Allow-Origin')).toBe(APP);
    expect(preflight('Allow-Headers')).toContain('X-API-Key');
    const answer = await send(`${APP}, https://b.example`, 'POST', APP);
    expect(answer('Allow-Origin')).toBe(APP);
    expect(answer('Expose-Headers')).toContain('X-Credits-Charged');
  });

  it('are refused to any other origin', async () => {
    expect((await send(APP, 'POST', 'https://evil.example'))('Allow-Origin')).toBeNull();
  });

  it.each(['app.example.com', 'https://app.example.com/path', 'ftp//x'])(
    'are not configured by %j',
    (origins) => {
      expect(() => loadConfig({ CORS_ORIGINS: origins })).toThrow(/CORS_ORIGINS/);
    },
  );
});
