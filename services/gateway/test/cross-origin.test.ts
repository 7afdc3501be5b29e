import { describe, expect, it } from '@jest/globals';
import express from 'express';
import { loadConfig } from '../src/config.js';
import { crossOrigin } from '../src/http/headers.js';
import { httpServerForAll } from '@imagesearch/testkit/network/loopback';

const APP = 'https://app.example.com';
const originsOf = (origins: string) => loadConfig({ CORS_ORIGINS: origins }).corsOrigins;

describe('cross-origin calls', () => {
  const app = express();
  app.use('/open', ...crossOrigin(originsOf(`${APP}, https://b.example`)));
  app.use((request, response) => void response.json({ path: request.path }));
  const server = httpServerForAll(app);

  const send = async (path: string, method: string, origin: string) => {
    const asked = {
      Origin: origin,
      'Access-Control-Request-Method': 'POST',
      'Access-Control-Request-Headers': 'x-api-key',
      Connection: 'close',
    };
    const { headers } = await fetch(server.url + path, { method, headers: asked });
    return (name: string) => headers.get(`Access-Control-${name}`);
  };

  it('are allowed to a configured origin, which may send a key and read what a search cost', async () => {
    const preflight = await send('/open', 'OPTIONS', APP);
    expect(preflight('Allow-Origin')).toBe(APP);
    expect(preflight('Allow-Headers')).toBe('x-api-key');
    const answer = await send('/open', 'POST', APP);
    expect(answer('Allow-Origin')).toBe(APP);
    expect(answer('Expose-Headers')).toBe('*');
  });

  it('are refused to any other origin, and to all where none is configured', async () => {
    expect((await send('/open', 'POST', 'https://evil.example'))('Allow-Origin')).toBeNull();
    expect(crossOrigin(originsOf(''))).toEqual([]);
  });

  it.each(['app.example.com', 'https://app.example.com/path', 'ftp//x'])(
    'are not configured by %j',
    (origins) => {
      expect(() => originsOf(origins)).toThrow(/CORS_ORIGINS/);
    },
  );
});
