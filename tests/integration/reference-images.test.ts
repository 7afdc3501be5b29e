import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, describe, expect, it } from '@jest/globals';
import sharp from 'sharp';
import { ENGINES, itWith } from '@imagesearch/testkit/engines';
import { scanBomb } from '@imagesearch/testkit/images/hostile/hostile-jpegs';
import { newAuthority } from '@imagesearch/testkit/network/certificates';
import { faultOf } from '@imagesearch/testkit/stack/caller';
import { ScriptedHttpsServer, whole } from '@imagesearch/testkit/network/scripted-https-server';
import { draw } from '@imagesearch/testkit/images/small-collection';
import { TestStack } from '@imagesearch/testkit/stack/test-stack';

const HOST = 'pictures.example.org';
const URL_OF_IMAGE = `https://${HOST}/ball.png`;
const LOC = ['body', 'image_url'];

const authority = await newAuthority();
const server = await ScriptedHttpsServer.start(await authority.issue([HOST]));
const png = await draw({ shape: 'disc', colour: [200, 30, 30] });
const stack = await TestStack.start(undefined, {
  gatewayOverrides: {
    imageNetwork: {
      resolve: (host) => Promise.resolve(host === HOST ? ['127.0.0.1'] : ['10.0.0.1']),
      mayConnectTo: (address) => address === '127.0.0.1',
      port: server.port,
      ca: authority.cert,
    },
  },
});
afterAll(async () => {
  await stack.stop();
  await server.stop();
});
const caller = await stack.newCaller('starter');

describe('a reference image by address', () => {
  const used = async () => (await caller.usage()).credits.used;
  const byAddress = (image_url: string) => caller.post('/v1/search', { image_url });

  it('finds what the same image finds in the body', async () => {
    server.follow(whole(png));
    const fetched = await caller.search({ image_url: URL_OF_IMAGE, k: 5 });
    const sent = await caller.search({ image_base64: png.toString('base64'), k: 5 });
    expect(fetched.input_modality).toBe('image');
    expect(fetched.results.map(({ asset_id, score }) => [asset_id, score])).toEqual(
      sent.results.map(({ asset_id, score }) => [asset_id, score]),
    );
  });

  it('that takes work to refuse is charged as a search without results, and leaves its Idempotency-Key free', async () => {
    const background = { r: 90, g: 20, b: 60 };
    const plain = { create: { width: 64, height: 64, channels: 3, background } } as const;
    server.follow(whole(scanBomb(await sharp(plain).jpeg({ progressive: true }).toBuffer(), 64 * 64, 200)));
    const key = { 'Idempotency-Key': 'the same' };
    for (let tried = 0; tried < 2; tried += 1) {
      const before = await used();
      const answer = await caller.post('/v1/search', { image_url: URL_OF_IMAGE }, key);
      expect(faultOf(answer)).toMatchObject({
        status: 422,
        type: 'image_too_complex',
        loc: LOC,
        ctx: { scans_max: 100, credits_charged: 1 },
      });
      expect(await used()).toBe(before + 1);
    }
  });

  it('that cannot be fetched costs nothing', async () => {
    const remaining = async () => {
      const { headers } = await caller.post('/v1/search', { query: 'ball', k: 1 });
      return Number(headers.get('X-Credits-Remaining'));
    };
    const before = await remaining();
    server.follow(whole(png.subarray(0, png.length / 2)));
    const damaged = { status: 422, type: 'image_unreadable', loc: LOC };
    expect(faultOf(await byAddress(URL_OF_IMAGE))).toMatchObject(damaged);
    server.follow(whole(Buffer.from('<html>no picture here</html>')));
    expect(faultOf(await byAddress(URL_OF_IMAGE))).toMatchObject({ status: 422, type: 'image_format' });
    expect(faultOf(await byAddress('https://inside.example.org/'))).toMatchObject({
      status: 422,
      type: 'image_url_unreachable',
      loc: LOC,
      input: null,
    });
    expect(await remaining()).toBe(before - 1);
  });

  itWith(
    ENGINES.boundedMemory,
    'whose decoders are killed is our fault, costs nothing, and works later',
    async () => {
      const before = await used();
      // What was searched with lately is not decoded again.
      const unseen = await draw({ shape: 'disc', colour: [20, 90, 200] });
      const search = () => caller.post('/v1/search', { image_base64: unseen.toString('base64'), k: 1 });
      const killing = killDecoders();
      await killing.begun;
      const answer = await search();
      await killing.end();
      expect(faultOf(answer)).toMatchObject({ status: 503, type: 'dependency_unavailable' });
      expect(JSON.stringify(answer.body)).not.toContain('/');
      expect(await used()).toBe(before);
      expect((await search()).status).toBe(200);
    },
  );

  it('is not fetched for a plan without image search', async () => {
    server.follow(whole(png));
    const free = await stack.newCaller('free');
    expect(faultOf(await free.post('/v1/search', { image_url: URL_OF_IMAGE }))).toMatchObject({
      status: 403,
      ctx: { feature: 'image_search' },
    });
    expect(server.connections).toBe(0);
  });
});

/** Kills each process that decodes for this one, until it ends; those that wait for an image first. */
function killDecoders(): { begun: Promise<void>; end: () => Promise<void> } {
  let isEnding = false;
  let begin: () => void = () => undefined;
  const begun = new Promise<void>((resolve) => (begin = resolve));
  const work = async (): Promise<void> => {
    while (!isEnding) {
      const children = await readFile(`/proc/self/task/${process.pid}/children`, 'utf8');
      for (const child of children.split(' ').filter((pid) => pid !== '')) {
        const command = await readFile(`/proc/${child}/cmdline`, 'utf8').catch(() => '');
        if (command.includes('image-files/dist/decoder/main.js')) process.kill(Number(child), 'SIGKILL');
      }
      begin();
      await sleep(1);
    }
  };
  const done = work();
  return { begun, end: () => ((isEnding = true), done) };
}
