import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmod, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { describeWith, ENGINES } from '@imagesearch/testkit/engines';
import { folderOfSuite } from '@imagesearch/testkit/folders';
import { readText } from '@imagesearch/testkit/repository';
import { freePort } from '@imagesearch/testkit/network/free-port';
import { until } from '@imagesearch/testkit/processes/until';
import { TestStack } from '@imagesearch/testkit/stack/test-stack';
import { RawConnection, rawRequest } from '../hostile/support/raw-connection.js';

const MB = 1_000_000;

describeWith(ENGINES.nginx, 'the proxy of docker-compose.yml before a gateway', (program) => {
  let stack: TestStack;
  const dir = folderOfSuite();
  let nginx: ChildProcess;
  let port: number;
  beforeAll(async () => {
    stack = await TestStack.start();
    // Its workers run as another user.
    await chmod(dir, 0o755);
    port = await freePort();
    const conf = join(dir, 'nginx.conf');
    await writeFile(conf, await loopbackConfig(dir, port, Number(new URL(stack.baseUrl).port)));
    nginx = spawn(program, ['-c', conf, '-e', 'stderr', '-g', 'daemon off;'], { stdio: 'ignore' });
    await until(() =>
      fetch(`http://127.0.0.1:${port}/v1/pricing`).then(
        ({ ok }) => ok,
        () => false,
      ),
    );
  }, 240_000);
  afterAll(async () => {
    nginx.kill('SIGQUIT');
    await once(nginx, 'exit');
    await stack.stop();
  });

  const begun = (bytes: number, sent: number, headers: Record<string, string> = {}): Promise<RawConnection> =>
    RawConnection.open(port).then((connection) => {
      const head = {
        'Content-Type': 'application/json',
        'Content-Length': String(bytes),
        ...headers,
      };
      return connection
        .send(rawRequest({ method: 'POST', path: '/v1/search', headers: head }))
        .send(Buffer.alloc(sent, 'a'));
    });

  it.each([7.9 * MB, 50 * MB])(
    'answers a stalled body of %d bytes without a key before it ends',
    async (bytes) => {
      // The last byte never comes.
      const connection = await begun(bytes, bytes - 1);
      await until(() => Promise.resolve(connection.statuses.length > 0));
      expect(connection.statuses).toEqual([401]);
      connection.close();
    },
  );

  it.each([9 * MB, 65 * MB, 2_000 * MB])('lets the gateway refuse a body of %d bytes', async (bytes) => {
    const key = await stack.newKey('pro');
    const { socket } = await begun(bytes, 0, { 'X-API-Key': key });
    const [answer] = (await once(socket, 'data')) as [Buffer];
    expect(answer.toString()).toMatch(/^HTTP\/1\.1 413 [^]*"type":"body_too_large"/);
    socket.destroy();
  });

  it('passes a search with an image of 5 MiB', async () => {
    const answer = await fetch(`http://127.0.0.1:${port}/v1/search`, {
      method: 'POST',
      headers: { 'X-API-Key': await stack.newKey('pro'), 'Content-Type': 'application/json' },
      body: JSON.stringify({ image_base64: Buffer.alloc(5 * 1024 * 1024).toString('base64') }),
    });
    // It is no image, which the gateway knows only from its bytes.
    expect(await answer.json()).toMatchObject({ detail: [{ type: 'image_format' }] });
  });
});

/** The file as it is, but for the addresses and folders of a container. */
async function loopbackConfig(dir: string, port: number, gatewayPort: number): Promise<string> {
  const replaced: [string, string][] = [
    ['listen 8080;', `listen 127.0.0.1:${port};`],
    ['listen 127.0.0.1:8081;', `listen 127.0.0.1:${await freePort()};`],
    ['set $gateway gateway;', 'set $gateway 127.0.0.1;'],
    ['http://$gateway:8080;', `http://$gateway:${gatewayPort};`],
    [' /tmp/', ` ${dir}/`],
  ];
  return replaced.reduce((text, [from, to]) => {
    expect(text).toContain(from);
    return text.replaceAll(from, to);
  }, readText('infra/docker/nginx.conf'));
}
