import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { newAuthority, writeTlsFiles } from '@imagesearch/testkit/network/certificates';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { pino } from 'pino';
import type { RunningGrpcServer } from '../../src/grpc/server.js';
import { ServiceTls } from '../../src/grpc/service-tls.js';
import { tlsFilesOf } from '../../src/secrets/service-tls.js';
import { spawnChild } from '../support/child-process.js';
import { startEchoService } from '../support/echo-service.js';

const logger = pino({ level: 'silent' });

async function probe(
  target: string,
  env: Readonly<Record<string, string>> = {},
): Promise<{ code: number | null; stderr: string }> {
  const program = `process.argv[2] = ${JSON.stringify(target)}; Object.assign(process.env, ${JSON.stringify(env)});
    await import('./process/probe-main.js');`;
  return spawnChild(program).ended();
}

describe('the probe of a gRPC service', () => {
  let server: RunningGrpcServer;
  beforeEach(async () => {
    server = await startEchoService({}, logger, ['t'.repeat(32)]);
  });
  afterEach(() => server.close());

  test('passes without its token', async () => {
    expect(await probe(`grpc://${server.address}`)).toEqual({ code: 0, stderr: '' });
  });
});

describe('the probe of a gRPC service that requires certificates', () => {
  let dir: string;
  let env: Record<string, string>;
  let foreignEnv: Record<string, string>;
  let tls: ServiceTls;
  let server: RunningGrpcServer;
  beforeEach(async () => {
    dir = await mkdtemp(join(tmpdir(), 'imagesearch-probe-'));
    const [authority, foreign] = [await newAuthority(), await newAuthority('Another authority')];
    // For the name under which others know it, which is not the address that the probe asks.
    env = await writeTlsFiles(join(dir, 'own'), await authority.issue(['embedding']), authority);
    foreignEnv = await writeTlsFiles(join(dir, 'foreign'), await foreign.issue(['embedding']), foreign);
    const files = tlsFilesOf(env);
    if (files === undefined) throw new Error('the variables name no files');
    tls = await ServiceTls.open(files, logger);
    server = await startEchoService({}, logger, [], { tls });
  });
  afterEach(async () => {
    await server.close();
    tls.close();
    await rm(dir, { recursive: true, force: true });
  });

  test('shows the certificate of the service itself, and passes', async () => {
    expect(await probe(`grpc://${server.address}`, env)).toEqual({ code: 0, stderr: '' });
  });

  test('fails without a certificate and with one of another authority', async () => {
    expect(await probe(`grpc://${server.address}`)).toMatchObject({ code: 1 });
    expect(await probe(`grpc://${server.address}`, foreignEnv)).toMatchObject({ code: 1 });
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
