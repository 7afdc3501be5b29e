import { execFileSync } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, expect, it } from '@jest/globals';
import { coloured } from '@imagesearch/testkit/images/camera-files';
import { pngChunk } from '@imagesearch/image-files/parts';
import { ENGINES, itWith } from '@imagesearch/testkit/engines';
import { jxlWithXmp, PLACED } from '@imagesearch/testkit/images/placed-metadata';
import { alternatives, term, xmpPacket } from '@imagesearch/testkit/images/xmp';
import { ROOT } from '@imagesearch/testkit/repository';
import type { Caller } from '@imagesearch/testkit/stack/caller';
import type { TestStack } from '@imagesearch/testkit/stack/test-stack';
import { putFiles } from '../support/manifest.js';

const RESERVED = xmpPacket(
  alternatives('xmpRights:UsageTerms', 'CC BY-NC 4.0') +
    alternatives('photoshop:Instructions', 'For editorial use only.') +
    term('Iptc4xmpExt:DigitalSourceType', 'trainedAlgorithmicMedia') +
    alternatives('dc:title', 'Harbour at dusk'),
);
const RESERVED_ANSWER = {
  license: 'cc-by-nc-4.0',
  editorial_only: true,
  ai_generated: true,
  title: 'Harbour at dusk',
};
const UNREAD_ANSWER = {
  license: 'unknown',
  rights: { commercial: null, basis: expect.stringContaining('cannot be read') },
};

const inLanguages = (tag: string, texts: Record<string, string>): string => {
  const each = Object.entries(texts).map(
    ([language, text]) => `<rdf:li xml:lang="${language}">${text}</rdf:li>`,
  );
  return `<${tag}><rdf:Alt>${each.join('')}</rdf:Alt></${tag}>`;
};
const TRANSLATED = xmpPacket(
  inLanguages('xmpRights:UsageTerms', {
    'de-DE': 'Namensnennung',
    'x-default': 'CC BY-SA 4.0',
    fr: 'Réservé',
  }) +
    inLanguages('dc:title', { en: 'Old bridge', de: 'Alte Brücke', fr: 'Vieux pont' }) +
    inLanguages('photoshop:Instructions', { 'x-default': 'Nur redaktionell', en: 'Editorial use only' }),
);

/** As each program writes it beside an image that says `CC0 1.0` itself. */
const SIDECARS = {
  'lightroom.xmp': `<x:xmpmeta xmlns:x="adobe:ns:meta/" x:xmptk="Adobe XMP Core 5.6"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
 <rdf:Description rdf:about="" xmlns:xmpRights="http://ns.adobe.com/xap/1.0/rights/" xmlns:dc="http://purl.org/dc/elements/1.1/"
   xmlns:crs="http://ns.adobe.com/camera-raw-settings/1.0/" xmpRights:Marked="True" crs:Exposure2012="+0.35"
   xmpRights:WebStatement="https://creativecommons.org/licenses/by-nc-nd/4.0/">
  <dc:creator><rdf:Seq><rdf:li>Ada Martin</rdf:li></rdf:Seq></dc:creator></rdf:Description></rdf:RDF></x:xmpmeta>`,
  'darktable.jpg.xmp': `<?xml version="1.0" encoding="UTF-8"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/" x:xmptk="XMP Core 4.4.0-Exiv2"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
  <rdf:Description rdf:about="" xmlns:xmpRights="http://ns.adobe.com/xap/1.0/rights/" xmlns:darktable="http://darktable.sf.net/"
   xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:lr="http://ns.adobe.com/lightroom/1.0/" darktable:xmp_version="5">
   <xmpRights:UsageTerms><rdf:Alt><rdf:li xml:lang="x-default">CC BY-NC 4.0</rdf:li></rdf:Alt></xmpRights:UsageTerms>
   <dc:title><rdf:Alt><rdf:li xml:lang="x-default">Heron</rdf:li></rdf:Alt></dc:title>
   <darktable:history><rdf:Seq><rdf:li darktable:num="0" darktable:operation="flip"/></rdf:Seq></darktable:history>
  </rdf:Description></rdf:RDF></x:xmpmeta>`,
  'digikam.png.xmp': `<?xpacket begin="\uFEFF" id="W5M0MpCehiHzreSzNTczkc9d"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/" x:xmptk="XMP Core 4.4.0-Exiv2"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
  <rdf:Description rdf:about="" xmlns:digiKam="http://www.digikam.org/ns/1.0/" xmlns:xmpRights="http://ns.adobe.com/xap/1.0/rights/"
    xmlns:Iptc4xmpExt="http://iptc.org/std/Iptc4xmpExt/2008-02-29/" digiKam:PickLabel="0"
    Iptc4xmpExt:DigitalSourceType="http://cv.iptc.org/newscodes/digitalsourcetype/trainedAlgorithmicMedia">
   <digiKam:TagsList><rdf:Seq><rdf:li>Places/Coast</rdf:li></rdf:Seq></digiKam:TagsList>
   <xmpRights:UsageTerms><rdf:Alt><rdf:li xml:lang="x-default">Editorial use only</rdf:li></rdf:Alt></xmpRights:UsageTerms>
  </rdf:Description></rdf:RDF></x:xmpmeta>
<?xpacket end="w"?>`,
};
/** Cut off, as on a full disk. */
const CUT_OFF = SIDECARS['darktable.jpg.xmp'].slice(0, 300);

const ANSWERS: Readonly<Record<string, object>> = {
  ...Object.fromEntries([...Object.keys(PLACED), 'brotli.jxl'].map((name) => [name, RESERVED_ANSWER])),
  'translated.jpg': { license: 'cc-by-sa-4.0', title: 'Old bridge', editorial_only: true },
  'damaged.jpg': UNREAD_ANSWER,
  'damaged.png': UNREAD_ANSWER,
  'lightroom.jpg': { license: 'cc-by-nc-nd-4.0', creator: 'Ada Martin' },
  'darktable.jpg': { license: 'cc-by-nc-4.0', title: 'Heron' },
  'digikam.png': { license: 'unknown', editorial_only: true, ai_generated: true },
  'cut-off.jpg': UNREAD_ANSWER,
  // Nobody says anything of it but the operator.
  'silent.jpg': { license: 'cc0' },
};

/** Files that state terms which are tighter than the operator's, in a folder that is ingested under `--license CC0`. */
export function describeStatedRights(stack: TestStack): void {
  let caller: Caller;
  let folder: string;
  let output: string;

  const ingest = async (): Promise<string> => {
    const run = await stack.runIngest(['folder', folder, '--license', 'CC0 1.0']);
    expect(run.exitCode).toBe(0);
    return run.output;
  };
  const answer = async (name: string): Promise<unknown> =>
    (await caller.get(`/v1/asset/stated-rights:${name}`)).body;

  beforeAll(async () => {
    caller = await stack.newCaller('scale');
    folder = await putFiles(stack, 'stated-rights', await filesOf());
    output = await ingest();
  }, 240_000);

  it.each(Object.entries(ANSWERS))(
    '%s goes out under what it states, wherever that stands',
    async (name, said) => {
      expect(await answer(name)).toMatchObject(said);
    },
  );

  it('the operator reads which files have sidecars, and which metadata cannot be read', () => {
    const said = output.replaceAll(/\s+/g, ' ');
    expect(said).toContain('4 images have an XMP sidecar, which counts more than the metadata in the file.');
    expect(said).toContain(
      '3 files have metadata that cannot be read and may state a licence, so it is unknown: cut-off.jpg.xmp, damaged.jpg, damaged.png.',
    );
    // A sidecar of no image is named as any other file that is none.
    expect(said).toContain('1 skipped: 1 .xmp');
  });

  it('a sidecar that changes is read again', async () => {
    const path = join(folder, 'darktable.jpg.xmp');
    await writeFile(path, (await readFile(path, 'utf8')).replace('CC BY-NC 4.0', 'CC BY-ND 4.0'));
    await ingest();
    expect(await answer('darktable.jpg')).toMatchObject({ license: 'cc-by-nd-4.0' });
  });

  itWith(ENGINES.exiftool, 'ExifTool reads the same terms where they stand', (exiftool) => {
    for (const name of [...Object.keys(PLACED), 'translated.jpg', ...Object.keys(SIDECARS)]) {
      const read = execFileSync(exiftool, ['-j', '-XMP:UsageTerms', '-XMP:WebStatement', join(folder, name)]);
      const [{ UsageTerms: terms, WebStatement: statement }] = JSON.parse(read.toString()) as [
        { UsageTerms?: string; WebStatement?: string },
      ];
      expect([name, terms ?? statement]).toEqual([name, EXPECTED_TERMS[name] ?? 'CC BY-NC 4.0']);
    }
  });
}

const EXPECTED_TERMS: Readonly<Record<string, string>> = {
  'translated.jpg': 'CC BY-SA 4.0',
  'lightroom.xmp': 'https://creativecommons.org/licenses/by-nc-nd/4.0/',
  'darktable.jpg.xmp': 'CC BY-ND 4.0',
  'digikam.png.xmp': 'Editorial use only',
};

async function filesOf(): Promise<Record<string, Buffer | string>> {
  const free = xmpPacket(alternatives('xmpRights:UsageTerms', 'CC0 1.0') + alternatives('dc:title', 'Free'));
  const broken = RESERVED.replace('</rdf:RDF>', '');
  const codestream = await readFile(join(ROOT, 'tests/journeys/files/blueBall.jxl'));
  const placed = Object.entries(PLACED).map(async ([name, make]) => [name, await make(RESERVED)] as const);
  const image = (colour: string, packet: string) => coloured(colour).withXmp(packet);
  return {
    ...Object.fromEntries(await Promise.all(placed)),
    ...SIDECARS,
    'brotli.jxl': jxlWithXmp(codestream, RESERVED),
    'translated.jpg': await image('#112233', TRANSLATED).jpeg().toBuffer(),
    'damaged.jpg': await image('#332211', broken).jpeg().toBuffer(),
    'damaged.png': await pngWithBrokenText(),
    'lightroom.jpg': await image('#223311', free).jpeg().toBuffer(),
    'darktable.jpg': await image('#aa3311', free).jpeg().toBuffer(),
    'digikam.png': await image('#aa33aa', free).png().toBuffer(),
    'cut-off.jpg': await image('#113322', free).jpeg().toBuffer(),
    'cut-off.jpg.xmp': CUT_OFF,
    'silent.jpg': await coloured('#221133').jpeg().toBuffer(),
    'of-no-image.xmp': SIDECARS['lightroom.xmp'],
  };
}

/** Its XMP is compressed text that does not decompress. */
async function pngWithBrokenText(): Promise<Buffer> {
  const png = await coloured('#331122').png().toBuffer();
  const text = pngChunk('iTXt', Buffer.from('XML:com.adobe.xmp\0\x01\0\0\0no such stream'));
  return Buffer.concat([png.subarray(0, PNG_HEADER_BYTES), text, png.subarray(PNG_HEADER_BYTES)]);
}

/** Signature and IHDR. */
const PNG_HEADER_BYTES = 33;
