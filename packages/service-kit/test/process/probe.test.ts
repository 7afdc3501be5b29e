import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { pino } from 'pino';
import type { RunningGrpcServer } from '../../src/grpc/server.js';
import { createChildPrograms, type ChildPrograms } from '../support/child-process.js';
import { startEchoService } from '../support/echo-service.js';

let programs: ChildPrograms;
beforeAll(async () => {
  programs = await createChildPrograms();
});
afterAll(() => programs.remove());

async function probe(target: string): Promise<{ code: number | null; stderr: string }> {
  const program = `process.argv[2] = ${JSON.stringify(target)}; await import('./process/probe-main.js');`;
  return programs.spawn(program).ended();
}

describe('the probe of a gRPC service', () => {
  let server: RunningGrpcServer;
  beforeEach(async () => {
    server = await startEchoService({}, pino({ level: 'silent' }), ['t'.repeat(32)]);
  });
  afterEach(() => server.close());

  test('passes once the service serves, without its token', async () => {
    server.setServing(true);
    expect(await probe(`grpc://${server.address}`)).toEqual({ code: 0, stderr: '' });
  });

  test('fails while it does not serve, and says so', async () => {
    const { code, stderr } = await probe(`grpc://${server.address}`);
    expect(code).toBe(1);
    expect(stderr).toContain('NOT_SERVING');
  });
});

describe('the probe of an HTTP service', () => {
  let server: Server;
  let status: number;
  beforeEach(async () => {
    server = createServer((_, response) => void response.writeHead(status).end()).listen(0, '127.0.0.1');
    await once(server, 'listening');
  });
  afterEach(() => void server.close());
  const address = (): string => `http://127.0.0.1:${(server.address() as AddressInfo).port}/livez`;

  test('passes on a good answer and fails on any other', async () => {
    status = 200;
    expect(await probe(address())).toMatchObject({ code: 0 });
    status = 503;
    expect(await probe(address())).toMatchObject({ code: 1 });
  });

  test('fails where nobody listens', async () => {
    expect(await probe('grpc://127.0.0.1:1')).toMatchObject({ code: 1 });
    expect(await probe('http://127.0.0.1:1/livez')).toMatchObject({ code: 1 });
  });
});
