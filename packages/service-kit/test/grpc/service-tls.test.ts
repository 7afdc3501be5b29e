import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { connect } from 'node:tls';
import { once } from 'node:events';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { folderOfEachTest } from '@imagesearch/testkit/folders';
import { newAuthority, type Authority, type Identity } from '@imagesearch/testkit/network/certificates';
import { detachedCall } from '../../src/call-context.js';
import { ServiceTls } from '../../src/grpc/service-tls.js';
import { createLogger } from '../../src/logging.js';
import type { RunningGrpcServer } from '../../src/grpc/server.js';
import type { TlsFiles } from '../../src/secrets/service-tls.js';
import { echoForEachTest } from '../support/echo-service.js';

const RELOAD_MS = 20;
const HOST = 'localhost';
const logger = createLogger({ service: 'test', level: 'silent' });

describe('mutual TLS between services', () => {
  const dir = folderOfEachTest();
  let authority: Authority;
  const { serve: serveEcho, clientOf, untilTheEnd } = echoForEachTest();

  beforeEach(async () => {
    authority = await newAuthority();
  });

  async function write(name: string, { cert, key }: Identity, trusted = authority.cert): Promise<TlsFiles> {
    const at = (file: string) => join(dir, `${name}.${file}`);
    await writeFile(at('crt'), cert);
    await writeFile(at('key'), key);
    await writeFile(at('ca'), trusted);
    return { certFile: at('crt'), keyFile: at('key'), caFile: at('ca') };
  }

  const open = async (files: TlsFiles): Promise<ServiceTls> =>
    untilTheEnd(await ServiceTls.open(files, logger, RELOAD_MS));

  const serve = (tls: ServiceTls, connectionAgeMs = 20_000): Promise<RunningGrpcServer> =>
    serveEcho({}, { listen: `${HOST}:0`, tls, connectionAgeMs });

  const ask = async (server: RunningGrpcServer, tls?: ServiceTls): Promise<string> =>
    (await clientOf(server.address, undefined, tls).one({ text: 'hello' }, detachedCall(3_000))).text;

  it('a client of the same authority is answered, and one without or of another authority is not', async () => {
    const server = await serve(await open(await write('server', await authority.issue([HOST]))));
    const client = await open(await write('client', await authority.issue(['gateway'])));
    expect(await ask(server, client)).toBe('hello');

    const foreign = await newAuthority();
    const stranger = await open(await write('stranger', await foreign.issue(['gateway'])));
    await expect(ask(server, stranger)).rejects.toMatchObject({ code: 'dependency_unavailable' });
    await expect(ask(server)).rejects.toMatchObject({ code: 'dependency_unavailable' });
  });

  it('a client refuses a server whose certificate is for another name', async () => {
    const server = await serve(await open(await write('server', await authority.issue(['elsewhere']))));
    const client = await open(await write('client', await authority.issue(['gateway'])));
    await expect(ask(server, client)).rejects.toMatchObject({ code: 'dependency_unavailable' });
  });

  it('replaced certificates hold for new connections without a restart, while calls go on', async () => {
    const serverFiles = await write('server', await authority.issue([HOST]));
    const server = await serve(await open(serverFiles), 200);
    const clientFiles = await write('client', await authority.issue(['gateway']));
    const client = await open(clientFiles);
    const channel = clientOf(server.address, undefined, client);
    const answers: Promise<unknown>[] = [];
    const calling = setInterval(
      () => answers.push(channel.one({ text: 'hello' }, detachedCall(3_000))),
      RELOAD_MS,
    );
    const shown = await serialShownBy(server, clientFiles);

    // Both authorities first, then the certificates: nobody meets one that it does not know.
    const next = await newAuthority('Next authority');
    const both = `${authority.cert}\n${next.cert}`;
    for (const { caFile } of [serverFiles, clientFiles]) await writeFile(caFile, both);
    await sleep(10 * RELOAD_MS);
    const [serverNext, clientNext] = [await next.issue([HOST]), await next.issue(['gateway'])];
    // The key of the new certificate comes later: until then the old pair stays in use.
    await writeFile(serverFiles.certFile, serverNext.cert);
    await sleep(5 * RELOAD_MS);
    expect(await serialShownBy(server, clientFiles)).toBe(shown);
    await writeFile(serverFiles.keyFile, serverNext.key);
    await writeFile(clientFiles.keyFile, clientNext.key);
    await writeFile(clientFiles.certFile, clientNext.cert);
    await sleep(10 * RELOAD_MS);
    expect(await serialShownBy(server, clientFiles)).not.toBe(shown);
    await sleep(500);

    clearInterval(calling);
    expect(answers.length).toBeGreaterThan(10);
    for (const answer of await Promise.all(answers)) expect(answer).toMatchObject({ text: 'hello' });
  });

  it('files that do not fit together, as while they are written, are not taken', async () => {
    const one = await write('one', await authority.issue([HOST]));
    const other = await write('other', await authority.issue([HOST]));
    await expect(ServiceTls.open({ ...one, keyFile: other.keyFile }, logger)).rejects.toThrow(/fit together/);
    await expect(ServiceTls.open({ ...one, caFile: join(dir, 'none') }, logger)).rejects.toThrow(/ENOENT/);
    const cut = authority.cert.slice(0, 200);
    for (const written of ['', 'a comment\n', cut, authority.cert + cut]) {
      await writeFile(one.caFile, written);
      await expect(ServiceTls.open(one, logger)).rejects.toThrow(/fit together/);
    }
  });

  /** Tells one certificate of the server from another. */
  async function serialShownBy(
    { address }: RunningGrpcServer,
    { certFile, keyFile, caFile }: TlsFiles,
  ): Promise<string> {
    const socket = connect({
      host: HOST,
      port: Number(address.split(':').at(-1)),
      ALPNProtocols: ['h2'],
      rejectUnauthorized: false,
      cert: await readFile(certFile),
      key: await readFile(keyFile),
      ca: await readFile(caFile),
    });
    socket.on('error', () => undefined);
    await once(socket, 'secureConnect');
    const { serialNumber, fingerprint256 } = socket.getPeerCertificate();
    socket.destroy();
    return `${serialNumber} ${fingerprint256}`;
  }
});
