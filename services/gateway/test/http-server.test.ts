import { once } from 'node:events';
import { connect, type AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, describe, expect, it } from '@jest/globals';
import { createHttpServer, DEFAULT_LIMITS, type HttpServer } from '../src/http/http-server.js';
import { errorSchema } from '../src/http/schemas/error.js';

const LIMITS = { ...DEFAULT_LIMITS, headersTimeoutMs: 200, requestTimeoutMs: 400, checkingIntervalMs: 50 };

describe('the public HTTP server', () => {
  let http: HttpServer;
  afterEach(() => http.close(0));

  const listen = async (app: Parameters<typeof createHttpServer>[0]): Promise<number> => {
    http = createHttpServer(app, LIMITS);
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
    await http.close();
    expect(performance.now() - startedAt).toBeLessThan(500);
  });

  it('lets a request in flight end, and its connection with it', async () => {
    const port = await listen((_request, response) => void setTimeout(() => response.end('done'), 200));
    const answer = fetch(`http://127.0.0.1:${port}`);
    await once(http.server, 'request');
    const closed = http.close();
    expect(await (await answer).text()).toBe('done');
    await closed;
    await expect(fetch(`http://127.0.0.1:${port}`)).rejects.toThrow();
  });

  it('cuts what has not ended after its grace', async () => {
    const port = await listen((_request, response) => response.write('for ever'));
    const answer = await fetch(`http://127.0.0.1:${port}`);
    const startedAt = performance.now();
    await http.close(100);
    expect(performance.now() - startedAt).toBeLessThan(1_000);
    await expect(answer.text()).rejects.toThrow();
  });
});
