import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { describeWith, ENGINES } from '@imagesearch/testkit/engines';
import { coloured } from '@imagesearch/testkit/images/camera-files';
import sharp from 'sharp';
import * as collections from '../support/collections.js';
import { ROOT } from '@imagesearch/testkit/repository';
import { Command, INGEST } from '../support/command.js';

/** Photographs that say where they were taken. */
describe('where photographs were taken', () => {
  let photographs = 0;

  const GPS = { IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '48/1 30/1 0/1', GPSLongitude: '9/1 3/1 0/1' } };

  /** Two with a place and one without, which no other folder has. */
  async function folderOf(name: string): Promise<string> {
    for (const [file, exif] of [
      ['beach.jpg', GPS],
      ['hill.jpg', GPS],
      ['studio.jpg', {}],
    ] as const) {
      photographs += 1;
      const colour = `#${(0x1234 * photographs).toString(16).padStart(6, '0').slice(-6)}`;
      await collections.put(`${name}/${file}`, await coloured(colour).withExif(exif).jpeg().toBuffer());
    }
    return join(collections.home, name);
  }

  /** The tag of the GPS directory, in either byte order. */
  const GPS_TAGS = ['2588', '8825'].map((digits) => Buffer.from(digits, 'hex'));

  async function hasPlace(assetId: string): Promise<boolean> {
    const { bytes } = await collections.storedFile(assetId, 'VARIANT_ORIGINAL');
    const { exif } = await sharp(bytes).metadata();
    return GPS_TAGS.some((tag) => exif?.includes(tag));
  }
  const hasLocation = async (assetId: string): Promise<unknown> =>
    ((await collections.caller.get(`/v1/asset/${assetId}`)).body as { has_location: unknown }).has_location;

  it('keeps the places without a terminal and says what cuts them out: --strip-location, also in later runs, until they are kept again', async () => {
    const folder = ['folder', await folderOf('walk')];
    const kept = await collections.ingest(folder);
    expect(kept.output).toContain('2 stored files say where they were taken. --strip-location cuts it out.');
    expect(kept.output).not.toContain('keep, or strip?');
    expect([await hasPlace('walk:beach.jpg'), await hasLocation('walk:beach.jpg')]).toEqual([true, true]);
    expect(await hasLocation('walk:studio.jpg')).toBe(false);
    const stripped = await collections.ingest([...folder, '--strip-location']);
    expect(stripped.output).toMatch(/Ingested\s*│ 3 /);
    expect(stripped.output).not.toContain('where they were taken');
    expect([await hasPlace('walk:beach.jpg'), await hasLocation('walk:beach.jpg')]).toEqual([false, false]);
    expect((await collections.ingest(['list'])).output).toMatch(/walk\s*│ 3\s*│ 0\s*│ 0 \(stripped\)/);
    expect((await collections.ingest(folder)).output).toMatch(/Unchanged\s*│ 3 /);
    await collections.ingest([...folder, '--no-strip-location']);
    expect(await hasPlace('walk:beach.jpg')).toBe(true);
    expect((await collections.ingest(['list'])).output).toMatch(/walk\s*│ 3\s*│ 0\s*│ 2 \(kept\)/);
  });

  describeWith(ENGINES.terminal, 'a folder of photographs with places on a terminal', () => {
    const QUESTION = /2 images so far say where they were taken; keep, or strip\?/;
    const onTerminal = (args: readonly string[]): Command =>
      Command.onTerminal([process.execPath, INGEST, ...args], { env: collections.env, cwd: ROOT });

    it.each([
      ['strip', false],
      ['keep', true],
    ])('is asked about once, before any is stored: %s', async (answer, isKept) => {
      const folder = await folderOf(answer);
      const command = onTerminal(['folder', folder]);
      await command.printed(QUESTION);
      expect(await collections.countOf(answer)).toBe(0);
      command.press('what\r');
      await command.printed(/Please answer keep or strip/);
      command.press(`${answer}\r`);
      expect((await command.ended()).code).toBe(0);
      expect(await collections.countOf(answer)).toBe(3);
      expect(await hasPlace(`${answer}:hill.jpg`)).toBe(isKept);
      await folderOf(answer);
      const again = onTerminal(['folder', folder]);
      expect(await again.ended()).toMatchObject({ code: 0, output: expect.not.stringMatching(QUESTION) });
      expect(await hasPlace(`${answer}:hill.jpg`)).toBe(isKept);
    });
  });
});
