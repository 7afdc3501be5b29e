import { chmod, mkdir, readFile, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { ENGINES, itWith } from '@imagesearch/testkit/engines';
import { bitmap, coloured } from '@imagesearch/testkit/images/camera-files';
import { IngestCommand } from '@imagesearch/testkit/processes/ingest-command';
import sharp from 'sharp';
import * as collections from './support/collections.js';
import './collections/removal.js';
import './collections/locations.js';
import './collections/changed-metadata.js';
import './collections/tables.js';
import './collections/guard-rails.js';

describe('two folders of one name', () => {
  beforeAll(async () => {
    await collections.put('A/holiday/beach.png', await coloured('#c02020').png().toBuffer());
    await collections.put('B/holiday/beach.png', await coloured('#2020c0').png().toBuffer());
  });

  it('never share a source: the second is refused with what to do, and nothing of the first is replaced', async () => {
    expect((await collections.ingestFolder('A/holiday')).exitCode).toBe(0);
    const stored = await collections.storedFile('holiday:beach.png', 'VARIANT_ORIGINAL');

    const second = await collections.ingestFolder('B/holiday');
    expect(second.exitCode).toBe(2);
    expect(second.output).toContain('The source "holiday" holds the folder');
    expect(second.output).toContain('--source holiday-2');
    expect(await collections.storedFile('holiday:beach.png', 'VARIANT_ORIGINAL')).toEqual(stored);
  });

  it('each keep the source that they were ingested under, with no word from the operator', async () => {
    const named = await collections.ingestFolder('B/holiday', '--source', 'winter');
    expect(named.exitCode).toBe(0);
    const again = await collections.ingestFolder('B/holiday');
    expect(again.exitCode).toBe(0);
    expect(again.output).toMatch(/Source\s*│ winter/);
    expect(again.output).toMatch(/Unchanged\s*│ 1 /);
  });

  it('are told apart on another machine, where the operator says whether it is the same folder', async () => {
    const elsewhere = { INGEST_MACHINE: 'other-machine', DATA_DIR: join(collections.home, 'data-elsewhere') };
    const refused = await collections.ingest(['folder', join(collections.home, 'A/holiday')], elsewhere);
    expect(refused.exitCode).toBe(2);
    expect(refused.output).toContain('this machine is other-machine');
    const same = await collections.ingest(
      ['folder', join(collections.home, 'A/holiday'), '--source', 'holiday'],
      elsewhere,
    );
    expect(same.exitCode).toBe(0);
  });

  it.each(['openmoji', 'photographs'])('are not called %s, which test keys search for free', async (name) => {
    await collections.put(`${name}/own.png`, await coloured('#c0c020').png().toBuffer());
    expect(await collections.ingestFolder(name)).toMatchObject({
      exitCode: 2,
      output: expect.stringContaining(`--source ${name}-2`),
    });
  });

  it('have a readable source where the name has no Latin letter', async () => {
    await collections.put('写真/neko.png', await coloured('#118811').png().toBuffer());
    expect((await collections.ingestFolder('写真')).output).toMatch(/Source\s*│ xiezhen/);
  });
});

describe('a folder of camera files', () => {
  const fixture = (name: string) => readFile(join(import.meta.dirname, 'files', name));
  beforeAll(async () => {
    const large = { width: 6_000, height: 3_600 };
    const files: Record<string, Buffer | string> = {
      'redBarn.heic': await fixture('redBarn.heic'),
      'blueBall.jxl': await fixture('blueBall.jxl'),
      'greenField.avif': await coloured('#20a040').avif({ effort: 0 }).toBuffer(),
      'scannedMap.tif': await coloured('#806020').tiff({ compression: 'lzw' }).toBuffer(),
      'spinner.gif': await coloured('#9030a0').gif().toBuffer(),
      'oldIcon.bmp': await bitmap('#e08020'),
      'panorama.jpg': await coloured('#405060', large).jpeg().toBuffer(),
      'logo.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
      'RAW/shot.cr3': 'raw',
      'RAW/shot2.cr3': 'raw',
      'cut.heic': (await fixture('redBarn.heic')).subarray(0, 700),
      'page.jpg': '<html>',
    };
    for (const [name, content] of Object.entries(files)) await collections.put(`camera/${name}`, content);
    await symlink(join(collections.home, 'camera/redBarn.heic'), join(collections.home, 'camera/again.heic'));
  });

  it('is ingested as a dry run says, file by file, and what is left out is counted and named', async () => {
    const report = join(collections.home, 'report.jsonl');
    for (const [options, count] of [
      [['--dry-run'], /Would be ingested\s*│ 7 /],
      [[], /Ingested\s*│ 7 /],
    ] as const) {
      const { output } = await collections.ingestFolder('camera', ...options, '--report', report);
      expect(output).toMatch(count);
      expect(output).toMatch(/4 skipped: 2 \.cr3, 1 \.svg, 1 symbolic link/);
      expect(output).toMatch(/Failed\s*│ 2 /);
      const lines = (await readFile(report, 'utf8')).trim().split('\n');
      const entries = lines.map((line) => (JSON.parse(line) as { entry: string }).entry).sort();
      const skipped = ['RAW/shot.cr3', 'RAW/shot2.cr3', 'again.heic', 'logo.svg'];
      expect(entries).toEqual([...skipped, 'camera:cut.heic', 'camera:page.jpg'].sort());
    }
  });

  it.each([
    ['redBarn.heic', 'red barn', 'image/jpeg'],
    ['blueBall.jxl', 'blue ball', 'image/jpeg'],
    ['greenField.avif', 'green field', 'image/jpeg'],
    ['scannedMap.tif', 'scanned map', 'image/jpeg'],
    ['spinner.gif', 'spinner', 'image/png'],
    ['oldIcon.bmp', 'old icon', 'image/png'],
  ])('%s is found, shown in a form for every browser, and kept as it was', async (file, query, type) => {
    const [found] = (await collections.caller.search({ query, k: 1, filters: { source_any: ['camera'] } }))
      .results;
    expect(found).toMatchObject({ asset_id: `camera:${file}`, width: 160, height: 120 });
    expect((await collections.storedFile(`camera:${file}`, 'VARIANT_ORIGINAL')).type).toBe(type);
    const kept = await collections.storedFile(`camera:${file}`, 'VARIANT_INGESTED');
    expect(kept.bytes).toEqual(await readFile(join(collections.home, 'camera', file)));
  });

  it('keeps the colours and the facts of a phone: profile and EXIF of a HEIC', async () => {
    const { bytes } = await collections.storedFile('camera:redBarn.heic', 'VARIANT_ORIGINAL');
    const { icc } = await sharp(bytes).metadata();
    expect(icc?.toString('latin1')).toContain('P\u00003\u0000C');
    const { assets } = await collections.rights.getAssets(
      { assetIds: ['camera:redBarn.heic'] },
      collections.call(),
    );
    expect(assets[0]?.metadata).toMatchObject({ description: 'A red barn', creator: 'Ada Martin' });
  });

  it('takes an image above the limit of a reference image, as it is', async () => {
    const { assets } = await collections.rights.getAssets(
      { assetIds: ['camera:panorama.jpg'] },
      collections.call(),
    );
    expect(assets[0]?.metadata).toMatchObject({ width: 6_000, height: 3_600, format: 'jpeg' });
    const { bytes } = await collections.storedFile('camera:panorama.jpg', 'VARIANT_ORIGINAL');
    expect(bytes).toEqual(await readFile(join(collections.home, 'camera/panorama.jpg')));
  });
});

describe('odd names', () => {
  itWith(ENGINES.plainUser, 'an unreadable subfolder is named, and the rest is ingested', async (user) => {
    await collections.put('mixed/closed/a.png', await coloured('#111111').png().toBuffer());
    await collections.put('mixed/open/b.png', await coloured('#222222').png().toBuffer());
    await chmod(join(collections.home, 'mixed/closed'), 0o000);
    await chmod(collections.home, 0o755);
    await mkdir(join(collections.home, 'nobody'), { mode: 0o777 });
    await chmod(join(collections.home, 'nobody'), 0o777);
    const command = new IngestCommand(
      ['folder', join(collections.home, 'mixed'), '--prune'],
      { ...collections.env, DATA_DIR: join(collections.home, 'nobody') },
      [],
      user,
    );
    expect(await command.end()).toBe(1);
    expect(command.output).toContain('closed: the folder cannot be read');
    expect(command.output).toContain('Nothing is removed');
    expect(command.output).toMatch(/Ingested\s*│ 1 /);
    await chmod(join(collections.home, 'mixed/closed'), 0o755);
  });
});

describe('a licence that --license states', () => {
  const ingest = (license: string) => collections.ingestFolder('stated', '--license', license);
  beforeAll(async () => {
    await collections.put('stated/barn.png', await coloured('#c02020').png().toBuffer());
  });

  it.each([
    ['weird thing', 'cannot be read'],
    ['CC BI 4.0', 'Did you mean cc-by-4.0?'],
  ])('%j is refused in words, and nothing is ingested', async (license, says) => {
    const { exitCode, output } = await ingest(license);
    expect({ exitCode, output }).toEqual({ exitCode: 2, output: expect.stringContaining(says) });
    const { assets } = await collections.rights.listAssets(
      { source: 'stated', limit: 1 },
      collections.call(),
    );
    expect(assets).toEqual([]);
  });

  it.each(['https://creativecommons.org/licenses/by/4.0/', 'unknown'])('%s is read', async (license) => {
    expect(await ingest(license)).toMatchObject({ exitCode: 0 });
  });
});

it.each(['empty/', 'empty.csv'])('%s is said to be empty', async (name) => {
  if (name.endsWith('/')) await mkdir(join(collections.home, name));
  else await collections.put(name, 'id,file\n');
  const { exitCode, output } = await collections.ingest([
    name.endsWith('/') ? 'folder' : 'manifest',
    join(collections.home, name),
  ]);
  expect(output).toContain('is empty: there is nothing to ingest');
  expect(exitCode).toBe(2);
});
