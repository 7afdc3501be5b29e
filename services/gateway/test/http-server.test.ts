import { once } from 'node:events';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { createHttpServer, type HttpServer, type ServerLimits } from '../src/http/server.js';
import { errorSchema } from '../src/http/errors.js';

const STALL_MS = 600;
const LIMITS = {
  headersTimeoutMs: 200,
  requestTimeoutMs: 400,
  writeStallTimeoutMs: STALL_MS,
  checkingIntervalMs: 50,
};

describe('the public HTTP server', () => {
  let http: HttpServer;
  let cuts: string[];
  beforeEach(() => {
    cuts = [];
  });
  afterEach(() => http.close(0));

  const listen = async (app: RequestListener, limits: Partial<ServerLimits> = {}): Promise<number> => {
    http = createHttpServer(app, {
      limits: { ...LIMITS, ...limits },
      onCut: (reason) => cuts.push(reason),
    });
    http.server.listen(0, '127.0.0.1');
    await once(http.server, 'listening');
    return (http.server.address() as AddressInfo).port;
  };

  /** What the server says to these bytes until it closes the connection. */
  const say = async (port: number, bytes: string): Promise<string> => {
    const socket = connect(port, '127.0.0.1');
    socket.write(bytes);
    return text(socket);
  };

  it.each([
    ['what is not HTTP', 'hello\r\n\r\n', 400, 'request_malformed'],
    ['a header without a name', 'GET / HTTP/1.1\r\nHost: a\r\n: x\r\n\r\n', 400, 'request_malformed'],
    [
      'two lengths of one body',
      'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\na',
      400,
      'request_malformed',
    ],
    [
      'a length beside chunks',
      'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
      400,
      'request_malformed',
    ],
    ['20 KiB of headers', `GET / HTTP/1.1\r\nX-A: ${'a'.repeat(20_000)}\r\n\r\n`, 431, 'headers_too_large'],
    ['headers that do not end', 'GET / HTTP/1.1\r\nHost: a\r\n', 408, 'request_timeout'],
    [
      'a body that does not end',
      'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 100\r\n\r\nab',
      408,
      'request_timeout',
    ],
  ])('answers %s in the shape of every error', async (_name, bytes, status, type) => {
    const port = await listen((request, response) => {
      request.resume().once('end', () => response.end());
    });
    const [head = '', body = ''] = (await say(port, bytes)).split('\r\n\r\n');
    expect(head).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    expect(head).toMatch(/\r\nConnection: close(\r\n|$)/);
    const { detail, request_id } = errorSchema.parse(JSON.parse(body));
    expect(detail).toMatchObject([{ type }]);
    expect(head).toContain(`X-Request-Id: ${request_id}`);
  });

  it('adds nothing to an answer that has begun', async () => {
    const port = await listen((_request, response) => response.write('begun'));
    const answer = await say(port, 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\nab');
    expect(answer).toContain('begun');
    expect(answer.match(/HTTP\/1\.1/g)).toHaveLength(1);
  });

  it('closes at once while clients keep idle connections, used or never used', async () => {
    const port = await listen((_request, response) => response.end('{}'));
    const base = `http://127.0.0.1:${port}`;
    await Promise.all(Array.from({ length: 20 }, async () => (await fetch(base)).text()));
    for (const said of ['', 'GET / HT']) {
      const socket = connect(port, '127.0.0.1').on('error', () => undefined);
      await once(socket, 'connect');
      socket.write(said);
    }
    const startedAt = performance.now();
    await http.close(4_000);
    expect(performance.now() - startedAt).toBeLessThan(3_000);
  });

  it('lets a request in flight end, and its connection with it', async () => {
    const port = await listen((_request, response) => void setTimeout(() => response.end('done'), 200));
    const answer = fetch(`http://127.0.0.1:${port}`);
    await once(http.server, 'request');
    const closed = http.close(4_000);
    expect(await (await answer).text()).toBe('done');
    await closed;
    await expect(fetch(`http://127.0.0.1:${port}`)).rejects.toThrow();
  });

  it.each([
    ['more requests', 'GET /1 HTTP/1.1\r\nHost: a\r\n\r\n'.repeat(3), ['pipelined']],
    ['what is not HTTP', 'hello\r\n\r\n', []],
    ['headers that do not end', 'GET / HTTP/1.1\r\nHost: a\r\n', []],
  ])('ends the connection of a client that sends %s before its answer', async (_name, bytes, reasons) => {
    const seen: string[] = [];
    const port = await listen((request) => seen.push(request.url ?? ''), { headersTimeoutMs: 100 });
    expect(await say(port, `GET /0 HTTP/1.1\r\nHost: a\r\n\r\n${bytes}`)).toBe('');
    expect(seen).toEqual(['/0']);
    expect(cuts).toEqual(reasons);
  });

  it('begins a request when the answer before it has ended, of which the client has all bytes already', async () => {
    let underWay = 0;
    const port = await listen((_request, response) => {
      expect((underWay += 1)).toBe(1);
      response.once('finish', () => (underWay -= 1));
      response.setHeader('Content-Length', 2);
      response.write('ok');
      setTimeout(() => response.end(), 100);
    });
    const socket = connect(port, '127.0.0.1');
    for (let request = 0; request < 3; request += 1) {
      socket.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n');
      expect(String((await once(socket, 'data'))[0])).toContain('\r\n\r\nok');
    }
    expect(cuts).toEqual([]);
    socket.destroy();
  });

  it('answers requests of one connection after each other, with and without an expectation', async () => {
    const port = await listen((request, response) => {
      request.resume();
      response.end(`<${request.method} ${request.url}>`);
    });
    const socket = connect(port, '127.0.0.1');
    const said: string[] = [];
    socket.on('data', (bytes: Buffer) => said.push(String(bytes)));
    const post = 'POST /1 HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\nExpect: the-best\r\n\r\nabc';
    for (const request of [
      'GET /0 HTTP/1.1\r\nHost: a\r\n\r\n',
      post,
      'GET /2 HTTP/1.1\r\nHost: a\r\n\r\n',
    ]) {
      socket.write(request);
      await once(socket, 'data');
      await sleep(20);
    }
    expect(said.join('').match(/<[^>]*>/g)).toEqual(['<GET /0>', '<POST /1>', '<GET /2>']);
    socket.destroy();
  });

  it.each([
    ['takes nothing of its answer', (socket: Socket) => socket.pause()],
    ['takes nothing and will send no more', (socket: Socket) => socket.pause().end()],
  ])('ends the connection of a client that %s', async (_name, act) => {
    const port = await listen((_request, response) => response.end(Buffer.alloc(20_000_000)));
    const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true }).on('error', () => undefined);
    socket.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n');
    act(socket);
    const [, response] = (await once(http.server, 'request')) as [IncomingMessage, ServerResponse];
    await once(response, 'close');
    expect(cuts).toEqual(['stalled']);
    socket.destroy();
  });

  it('ends an answer of which nothing follows', async () => {
    const port = await listen((_request, response) => response.write('begun'));
    const answer = await fetch(`http://127.0.0.1:${port}`);
    await expect(answer.text()).rejects.toThrow();
    expect(cuts).toEqual(['stalled']);
  });

  it('waits for an answer that has not begun, and for a client that takes some of it', async () => {
    const port = await listen((_request, response) => {
      setTimeout(() => {
        Readable.from(Array.from({ length: 200 }, () => Buffer.alloc(65_536))).pipe(response);
      }, 2 * STALL_MS);
    });
    const socket = connect(port, '127.0.0.1');
    socket.write('GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n');
    let bytes = 0;
    for await (const chunk of socket as AsyncIterable<Buffer>) {
      const step = Math.floor(bytes / 1_000_000);
      bytes += chunk.length;
      if (Math.floor(bytes / 1_000_000) > step) await sleep(STALL_MS / 4);
    }
    expect(bytes).toBeGreaterThan(200 * 65_536);
    expect(cuts).toEqual([]);
  });

  it('ends the connection of a client that was refused and does not close it', async () => {
    const port = await listen((_request, response) => response.end());
    const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
    socket.write('hello\r\n\r\n');
    socket.resume();
    await once(http.server, 'connection');
    await once(socket, 'end');
    while ((await connectionsOf(http)) > 0) await sleep(50);
  });

  it('ends the longest idle connection for a new one where it has as many as it may', async () => {
    // One address holds half of them.
    const port = await listen((_request, response) => response.end('{}'), { connectionsMax: 4 });
    const [idle, used] = await Promise.all([opened(port), opened(port)]);
    used.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n');
    await once(used, 'data');
    const idleEnds = once(idle.resume(), 'close');
    expect((await fetch(`http://127.0.0.1:${port}`)).status).toBe(200);
    await idleEnds;
    expect(used.closed).toBe(false);
    expect(cuts).toEqual(['connections_max']);
    used.destroy();
  });

  it('takes no more requests than it may, and of one address half of them', async () => {
    const port = await listen(() => undefined, { connectionsMax: 5, requestTimeoutMs: 60_000 });
    const busy: Socket[] = [];
    const ask = async (localAddress: string) => {
      const begun = once(http.server, 'request');
      const socket = await opened(port, localAddress);
      socket.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n');
      await begun;
      busy.push(socket);
    };
    const isRefused = async (localAddress: string) => {
      const socket = await opened(port, localAddress);
      await once(socket.resume(), 'close');
    };
    for (const address of ['127.0.0.1', '127.0.0.1', '127.0.0.1']) await ask(address);
    await isRefused('127.0.0.1');
    // Another address still has its half, until all are taken.
    for (const address of ['127.0.0.2', '127.0.0.2']) await ask(address);
    await isRefused('127.0.0.3');
    expect(busy.filter(({ closed }) => closed)).toEqual([]);
    expect(cuts).toEqual(['connections_max', 'connections_max']);
    for (const socket of busy) socket.destroy();
  });

  it('cuts what has not ended after its grace', async () => {
    const port = await listen((_request, response) => response.write('for ever'));
    const answer = await fetch(`http://127.0.0.1:${port}`);
    const startedAt = performance.now();
    await http.close(100);
    expect(performance.now() - startedAt).toBeLessThan(4_000);
    await expect(answer.text()).rejects.toThrow();
  });
});

async function opened(port: number, localAddress = '127.0.0.1'): Promise<Socket> {
  const socket = connect({ port, host: '127.0.0.1', localAddress }).on('error', () => undefined);
  await once(socket, 'connect');
  return socket;
}

function connectionsOf({ server }: HttpServer): Promise<number> {
  return promisify(server.getConnections.bind(server))();
}
