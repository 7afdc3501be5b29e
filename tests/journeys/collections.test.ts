import { mkdir, mkdtemp, readFile, rm, symlink, writeFile, chmod } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createRightsClient, type RightsClient } from '@imagesearch/contracts/rights';
import { ensureLiteProfile } from '@imagesearch/lite-models/lite-profile';
import { detachedCall } from '@imagesearch/service-kit/call-context';
import { bitmap, coloured } from '@imagesearch/testkit/images/camera-files';
import { smallCollection } from '@imagesearch/testkit/images/small-collection';
import { testModelDir } from '@imagesearch/testkit/neural/lite-profile';
import { IngestCommand } from '@imagesearch/testkit/processes/ingest-command';
import { until } from '@imagesearch/testkit/processes/until';
import { Caller } from '@imagesearch/testkit/stack/caller';
import { TestStack } from '@imagesearch/testkit/stack/test-stack';
import sharp from 'sharp';

/** Collections as people have them, driven through the operator's command. */
let stack: TestStack;
let caller: Caller;
let rights: RightsClient;
let home: string;
let env: Record<string, string>;

beforeAll(async () => {
  await ensureLiteProfile({ modelDir: testModelDir() });
  stack = await TestStack.start(smallCollection([]));
  caller = new Caller(stack.baseUrl, await stack.newKey('scale'));
  const { addresses } = stack.stack;
  rights = createRightsClient(addresses.RIGHTS_ADDRESS, addresses.SERVICE_TOKEN);
  home = await mkdtemp(join(tmpdir(), 'imagesearch-collections-'));
  env = { ...addresses, DATA_DIR: join(home, 'data'), INGEST_MACHINE: 'this-machine' };
}, 300_000);
afterAll(async () => {
  rights.close();
  await stack.stop();
  await rm(home, { recursive: true, force: true });
});

const call = () => detachedCall(20_000);

async function put(path: string | Buffer, content: Buffer | string): Promise<void> {
  if (typeof path === 'string') {
    await mkdir(dirname(join(home, path)), { recursive: true });
    await writeFile(join(home, path), content);
  } else await writeFile(path, content);
}

async function ingest(args: readonly string[], more: Record<string, string> = {}) {
  const command = new IngestCommand(args, { ...env, ...more });
  return { exitCode: await command.end(), output: command.output };
}

async function titleOf(assetId: string): Promise<string | undefined> {
  const { assets } = await rights.getAssets({ assetIds: [assetId] }, call());
  return assets[0]?.metadata?.title;
}

const countOf = async (source: string): Promise<number> => {
  const { sources } = await rights.countAssets({}, call());
  return sources.find((one) => one.source === source)?.active ?? 0;
};

describe('two folders of one name', () => {
  beforeAll(async () => {
    await put('A/holiday/beach.png', await coloured('#c02020').png().toBuffer());
    await put('B/holiday/beach.png', await coloured('#2020c0').png().toBuffer());
  });

  it('never share a source: the second is refused with what to do, and nothing of the first is replaced', async () => {
    expect((await ingest(['folder', join(home, 'A/holiday')])).exitCode).toBe(0);
    const before = await rights.createDownload(
      { assetId: 'holiday:beach.png', variant: 'VARIANT_ORIGINAL' },
      call(),
    );
    expect(before.token).toBeDefined();
    const stored = await storedFile('holiday:beach.png', 'VARIANT_ORIGINAL');

    const second = await ingest(['folder', join(home, 'B/holiday')]);
    expect(second.exitCode).toBe(2);
    expect(second.output).toContain('The source "holiday" holds the folder');
    expect(second.output).toContain('--source holiday-2');
    expect((await ingest(['folder', join(home, 'B/holiday'), '--dry-run'])).exitCode).toBe(2);
    expect((await ingest(['folder', join(home, 'B/holiday'), '--source', 'holiday'])).exitCode).toBe(2);
    expect(await storedFile('holiday:beach.png', 'VARIANT_ORIGINAL')).toEqual(stored);
  });

  it('each keep the source that they were ingested under, with no word from the operator', async () => {
    expect((await ingest(['folder', join(home, 'B/holiday'), '--source', 'winter'])).exitCode).toBe(0);
    const again = await ingest(['folder', join(home, 'B/holiday')]);
    expect(again.exitCode).toBe(0);
    expect(again.output).toMatch(/Source\s*│ winter/);
    expect(again.output).toMatch(/Unchanged\s*│ 1 /);
  });

  it('are told apart on another machine, where the operator says whether it is the same folder', async () => {
    const elsewhere = { INGEST_MACHINE: 'other-machine', DATA_DIR: join(home, 'data-elsewhere') };
    const refused = await ingest(['folder', join(home, 'A/holiday')], elsewhere);
    expect(refused.exitCode).toBe(2);
    expect(refused.output).toContain('this machine is other-machine');
    const same = await ingest(['folder', join(home, 'A/holiday'), '--source', 'holiday'], elsewhere);
    expect(same.exitCode).toBe(0);
  });

  it('have a readable source where the name has no Latin letter', async () => {
    await put('写真/neko.png', await coloured('#118811').png().toBuffer());
    expect((await ingest(['folder', join(home, '写真')])).output).toMatch(/Source\s*│ xiezhen/);
  });
});

async function storedFile(
  assetId: string,
  variant: 'VARIANT_ORIGINAL' | 'VARIANT_INGESTED',
): Promise<{ type: string | undefined; bytes: Buffer }> {
  const { token } = await rights.createDownload({ assetId, variant }, call());
  const chunks: Buffer[] = [];
  let type: string | undefined;
  for await (const { header, chunk } of rights.readDownload({ token: token ?? '' }, call())) {
    type = header?.contentType ?? type;
    if (chunk !== undefined) chunks.push(chunk);
  }
  return { type, bytes: Buffer.concat(chunks) };
}

describe('a folder of camera files', () => {
  const heic = () => readFile(join(import.meta.dirname, 'files/redBarn.heic'));
  beforeAll(async () => {
    await put('camera/redBarn.heic', await heic());
    await put('camera/blueBall.jxl', await readFile(join(import.meta.dirname, 'files/blueBall.jxl')));
    await put('camera/greenField.avif', await coloured('#20a040').avif({ effort: 0 }).toBuffer());
    await put('camera/scannedMap.tif', await coloured('#806020').tiff({ compression: 'lzw' }).toBuffer());
    await put('camera/spinner.gif', await coloured('#9030a0').gif().toBuffer());
    await put('camera/oldIcon.bmp', await bitmap('#e08020'));
    await put('camera/logo.svg', '<svg xmlns="http://www.w3.org/2000/svg"/>');
    await put('camera/RAW/shot.cr3', 'raw');
    await put('camera/RAW/shot2.cr3', 'raw');
    await put('camera/cut.heic', (await heic()).subarray(0, 700));
    await put('camera/page.jpg', '<html>');
    await symlink(join(home, 'camera/redBarn.heic'), join(home, 'camera/again.heic'));
    await put(
      'camera/panorama.jpg',
      await coloured('#405060', { width: 6_000, height: 3_600 }).jpeg().toBuffer(),
    );
  });

  it('is ingested as a dry run says, file by file, and what is left out is counted and named', async () => {
    const report = join(home, 'report.jsonl');
    const dry = await ingest(['folder', join(home, 'camera'), '--dry-run', '--report', report]);
    const predicted = await readFile(report, 'utf8');
    const run = await ingest(['folder', join(home, 'camera'), '--report', report]);
    const actual = await readFile(report, 'utf8');
    expect(dry.output).toMatch(/Would be ingested\s*│ 7 /);
    expect(run.output).toMatch(/Ingested\s*│ 7 /);
    for (const { output } of [dry, run]) {
      expect(output).toMatch(/4 skipped: 2 \.cr3, 1 \.svg, 1 symbolic link/);
      expect(output).toMatch(/Failed\s*│ 2 /);
    }
    const entries = (text: string): string[] =>
      text
        .trim()
        .split('\n')
        .map((line) => (JSON.parse(line) as { entry: string }).entry)
        .sort();
    expect(entries(predicted)).toEqual(entries(actual));
    expect(entries(actual)).toEqual(
      [
        'RAW/shot.cr3',
        'RAW/shot2.cr3',
        'again.heic',
        'camera:cut.heic',
        'camera:page.jpg',
        'logo.svg',
      ].sort(),
    );
  });

  it.each([
    ['redBarn.heic', 'red barn', 'image/jpeg'],
    ['blueBall.jxl', 'blue ball', 'image/jpeg'],
    ['greenField.avif', 'green field', 'image/jpeg'],
    ['scannedMap.tif', 'scanned map', 'image/jpeg'],
    ['spinner.gif', 'spinner', 'image/png'],
    ['oldIcon.bmp', 'old icon', 'image/png'],
  ])('%s is found, shown in a form for every browser, and kept as it was', async (file, query, type) => {
    const [found] = (await caller.search({ query, k: 1, filters: { source_any: ['camera'] } })).results;
    expect(found).toMatchObject({ asset_id: `camera:${file}`, width: 160, height: 120 });
    expect((await storedFile(`camera:${file}`, 'VARIANT_ORIGINAL')).type).toBe(type);
    const kept = await storedFile(`camera:${file}`, 'VARIANT_INGESTED');
    expect(kept.bytes).toEqual(await readFile(join(home, 'camera', file)));
  });

  it('keeps the colours and the facts of a phone: profile and EXIF of a HEIC', async () => {
    const { bytes } = await storedFile('camera:redBarn.heic', 'VARIANT_ORIGINAL');
    const { icc } = await sharp(bytes).metadata();
    expect(icc?.toString('latin1')).toContain('P\u00003\u0000C');
    const { assets } = await rights.getAssets({ assetIds: ['camera:redBarn.heic'] }, call());
    expect(assets[0]?.metadata).toMatchObject({ description: 'A red barn', creator: 'Ada Martin' });
  });

  it('takes an image above the limit of a reference image, as it is', async () => {
    const { assets } = await rights.getAssets({ assetIds: ['camera:panorama.jpg'] }, call());
    expect(assets[0]?.metadata).toMatchObject({ width: 6_000, height: 3_600, format: 'jpeg' });
    const { bytes } = await storedFile('camera:panorama.jpg', 'VARIANT_ORIGINAL');
    expect(bytes).toEqual(await readFile(join(home, 'camera/panorama.jpg')));
  });
});

describe('odd names', () => {
  const unreadable = process.getuid?.() === 0 ? { uid: 65_534 } : {};

  it('a Latin-1 folder with Latin-1 files is ingested, and its names are readable', async () => {
    const folder = Buffer.concat([Buffer.from(`${home}/`), Buffer.from('F\xeate', 'latin1')]);
    await mkdir(folder);
    await put(
      Buffer.concat([folder, Buffer.from('/caf\xe9Noir.png', 'latin1')]),
      await coloured('#331100').png().toBuffer(),
    );
    // Node hands over bytes that are no UTF-8 as U+FFFD.
    const { exitCode, output } = await ingest(['folder', join(home, 'F\uFFFDte')]);
    expect(output).toMatch(/Source\s*│ fete/);
    expect(exitCode).toBe(0);
    const { assets } = await rights.listAssets({ source: 'fete', limit: 10 }, call());
    expect(await titleOf(assets[0]?.assetId ?? '')).toBe('café Noir');
  });

  it('an unreadable subfolder is named, and the rest is ingested', async () => {
    await put('mixed/closed/a.png', await coloured('#111111').png().toBuffer());
    await put('mixed/open/b.png', await coloured('#222222').png().toBuffer());
    await chmod(join(home, 'mixed/closed'), 0o000);
    await chmod(home, 0o755);
    await mkdir(join(home, 'nobody'), { mode: 0o777 });
    await chmod(join(home, 'nobody'), 0o777);
    const command = new IngestCommand(
      ['folder', join(home, 'mixed'), '--prune'],
      { ...env, DATA_DIR: join(home, 'nobody') },
      [],
      unreadable,
    );
    expect(await command.end()).toBe(1);
    expect(command.output).toContain('closed: the folder cannot be read');
    expect(command.output).toContain('Nothing is removed');
    expect(command.output).toMatch(/Ingested\s*│ 1 /);
    await chmod(join(home, 'mixed/closed'), 0o755);
  });

  it('words that a file name runs together are found one by one', async () => {
    await put('names/eiffelTower.webp', await coloured('#abcdef').webp().toBuffer());
    await put('names/hammer1.webp', await coloured('#fedcba').webp().toBuffer());
    await put('names/gitHub_logo.webp', await coloured('#0f0f0f').webp().toBuffer());
    await ingest(['folder', join(home, 'names')]);
    for (const [query, file] of [
      ['eiffel tower', 'eiffelTower.webp'],
      ['hammer', 'hammer1.webp'],
      ['github', 'gitHub_logo.webp'],
    ])
      expect(
        (await caller.search({ query, k: 1, filters: { source_any: ['names'] } })).results[0]?.asset_id,
      ).toBe(`names:${file}`);
  });
});

describe('what is said of images', () => {
  const licensed = `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="" xmlns:xmpRights="http://ns.adobe.com/xap/1.0/rights/" xmlns:photoshop="http://ns.adobe.com/photoshop/1.0/" photoshop:Credit="Example Agency"><xmpRights:UsageTerms><rdf:Alt><rdf:li xml:lang="x-default">CC BY-SA 4.0</rdf:li></rdf:Alt></xmpRights:UsageTerms></rdf:Description></rdf:RDF></x:xmpmeta>`;
  const photo = () =>
    coloured('#445566')
      .jpeg()
      .withXmp(licensed)
      .withExifMerge({
        IFD0: { ImageDescription: 'A heron in the reeds', Artist: 'Ada Martin' },
        IFD2: { DateTimeOriginal: '2024:05:01 12:30:00' },
      })
      .toBuffer();
  const rightsOf = async (assetId: string) => {
    const { assets } = await rights.getAssets({ assetIds: [assetId] }, call());
    return { ...assets[0]?.rights, ...assets[0]?.metadata };
  };

  it('is read from the file itself, and the basis says that only the file asserts it', async () => {
    await put('said/IMG_1.jpg', await photo());
    expect((await ingest(['folder', join(home, 'said')])).exitCode).toBe(0);
    const asset = await rightsOf('said:IMG_1.jpg');
    expect(asset).toMatchObject({
      description: 'A heron in the reeds',
      creator: 'Ada Martin / Example Agency',
      created: '2024-05-01T12:30:00',
      license: 'cc-by-sa-4.0',
    });
    expect(asset.basis).toContain('metadata in the file');
  });

  it('is what the operator says instead, where the operator says something', async () => {
    await ingest(['folder', join(home, 'said'), '--license', 'cc-by-4.0', '--creator', 'Bo Berg']);
    const asset = await rightsOf('said:IMG_1.jpg');
    expect(asset).toMatchObject({
      creator: 'Bo Berg',
      license: 'cc-by-4.0',
      description: 'A heron in the reeds',
    });
    expect(asset.basis).toContain('as declared by the source');
  });

  it('may stand in a table that Excel wrote, whose unknown columns are named', async () => {
    await put('excel/a.jpg', await coloured('#123456').jpeg().toBuffer());
    const table = 'Filename;Caption;Keywords;Licence;Camera\r\na.jpg;Grüne Wiese;"wiese, grün";CC0;Leica\r\n';
    await put('excel/metadata.csv', Buffer.from(table, 'latin1'));
    const { exitCode, output } = await ingest(['folder', join(home, 'excel')]);
    expect(output).toContain('"Camera"');
    expect(exitCode).toBe(0);
    expect(await rightsOf('excel:a.jpg')).toMatchObject({
      title: 'Grüne Wiese',
      tags: ['wiese', 'grün'],
      license: 'cc0',
    });
  });

  it.each(['empty/', 'empty.csv'])('%s is said to be empty', async (name) => {
    if (name.endsWith('/')) await mkdir(join(home, name));
    else await put(name, 'id,file\n');
    const { exitCode, output } = await ingest([name.endsWith('/') ? 'folder' : 'manifest', join(home, name)]);
    expect(output).toContain('is empty: there is nothing to ingest');
    expect(exitCode).toBe(2);
  });
});

describe('what is no longer wanted', () => {
  const blobsOf = async (assetId: string): Promise<Buffer | undefined> =>
    storedFile(assetId, 'VARIANT_ORIGINAL').then(
      ({ bytes }) => bytes,
      () => undefined,
    );

  it('a file that is gone is offered for removal, and --prune deletes it and leaves its record', async () => {
    for (const name of ['keep', 'lose']) await put(`shelf/${name}.heic`, await named(name));
    await ingest(['folder', join(home, 'shelf')]);
    await rm(join(home, 'shelf/lose.heic'));
    const offered = await ingest(['folder', join(home, 'shelf')]);
    expect(offered.output).toContain('shelf:lose.heic');
    expect(offered.output).toContain('--prune');
    expect(await countOf('shelf')).toBe(2);

    await ingest(['folder', join(home, 'shelf'), '--prune']);
    expect(await countOf('shelf')).toBe(1);
    expect(await blobsOf('shelf:lose.heic')).toBeUndefined();
    expect(await blobsOf('shelf:keep.heic')).toBeDefined();
    const { events } = await rights.listAssetEvents({ assetId: 'shelf:lose.heic' }, call());
    expect(events).toMatchObject([{ state: 'ASSET_STATE_DELETED', reason: 'no longer in the collection' }]);
  });

  it('a source is listed with its folder and removed as a whole', async () => {
    const listed = await ingest(['list']);
    expect(listed.output).toMatch(new RegExp(`shelf\\s*│ 1\\s*│ 0\\s*│ ${join(home, 'shelf')}`));
    const removal = ['remove-source', 'shelf', '--by', 'Ada', '--why', 'end of the project'];
    expect((await ingest(removal)).output).toContain('shelf: 1 images deleted');
    expect((await ingest(['list'])).output).not.toContain('shelf');
    expect((await ingest(removal)).exitCode).toBe(2);
    expect((await caller.get('/v1/asset/shelf:keep.heic')).status).toBe(404);
  });

  it('one asset is deleted with its files, and its record says by whom', async () => {
    const deletion = ['delete', 'names:hammer1.webp', '--by', 'Ada', '--why', 'asked by its owner'];
    expect((await ingest(deletion)).output).toContain('deleted');
    expect(await blobsOf('names:hammer1.webp')).toBeUndefined();
    const found = await caller.search({ query: 'hammer', k: 20, filters: { source_any: ['names'] } });
    expect(found.results.map(({ asset_id }) => asset_id)).not.toContain('names:hammer1.webp');
    const { events } = await rights.listAssetEvents({ assetId: 'names:hammer1.webp' }, call());
    expect(events.at(-1)).toMatchObject({ state: 'ASSET_STATE_DELETED', actor: 'Ada' });
    expect((await ingest(deletion)).output).toContain('there is no such asset');
  });

  /** The fixture with another end, which decoders ignore, so that no two have the same content. */
  const named = async (name: string): Promise<Buffer> =>
    Buffer.concat([
      await readFile(join(import.meta.dirname, 'files/redBarn.heic')),
      Buffer.from(`\0\0\0\x10free${name.padEnd(8, ' ')}`, 'latin1'),
    ]);
});

it('a watched folder ingests what is added to it, until it is stopped', async () => {
  await put('watched/first.png', await coloured('#771177').png().toBuffer());
  const watching = new IngestCommand(['folder', join(home, 'watched'), '--watch', '--prune'], env);
  await until(() => Promise.resolve(watching.output.includes('Watching.')));
  await put('watched/later/second.png', await coloured('#117711').png().toBuffer());
  await until(async () => (await titleOf('watched:later~second.png')) === 'second');
  await rm(join(home, 'watched/first.png'));
  await until(async () => (await titleOf('watched:first.png')) === undefined);
  watching.child.kill('SIGINT');
  expect(await watching.end()).toBe(130);
});
