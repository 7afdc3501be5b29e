import { execFileSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { APPLICATION, datasetOf, IPTC_FIELD } from '@imagesearch/image-files/metadata/iptc';
import { coloured, tiffWithIptc } from '@imagesearch/testkit/images/camera-files';
import { ENGINES, itWith } from '@imagesearch/testkit/engines';
import { newCredentialSigner, signedImage } from '@imagesearch/testkit/images/signed-image';
import { alternatives, term, xmpPacket } from '@imagesearch/testkit/images/xmp';
import type { Caller } from '@imagesearch/testkit/stack/caller';
import type { TestStack } from '@imagesearch/testkit/stack/test-stack';
import ExifReader from 'exifreader';
import { putFiles } from '../support/manifest.js';

const IPTC = 'http://cv.iptc.org/newscodes/digitalsourcetype/';
const PLUS = 'http://ns.useplus.org/ldf/vocab/';

/** What a file came with, and whether a thumbnail has it too. */
const MARKS: readonly [name: string, value: string, isOnThumbnail: boolean][] = [
  ['DigitalSourceType', `${IPTC}compositeSynthetic`, true],
  ['DataMining', `${PLUS}DMI-PROHIBITED-AIMLTRAINING`, true],
  ['rights', '© 2026 Ada Martin', true],
  ['WebStatement', 'https://creativecommons.org/licenses/by-nc/4.0/', true],
  ['UsageTerms', 'CC BY-NC 4.0', false],
  ['ModelReleaseStatus', `${PLUS}MR-UMR`, false],
];
/** Only Content Credentials call it generated. */
const SIGNED: typeof MARKS = [['DigitalSourceType', `${IPTC}trainedAlgorithmicMedia`, true]];
const CONVERTED = { 'tiff.tif': MARKS, 'avif.avif': MARKS, 'clear.tif': MARKS, 'signed.avif': SIGNED };
const DELIVERIES = ['', '?v=credited', '?v=thumb'];

/** Images of formats that are converted: what they came with is in every file that is delivered. */
export function describeConverted(stack: TestStack): void {
  let caller: Caller;
  let folder: string;

  beforeAll(async () => {
    caller = await stack.newCaller('scale');
    const byline = datasetOf(APPLICATION, IPTC_FIELD.byline, Buffer.from('Grace Berg'));
    const unsigned = await coloured('#20a0a0').avif({ effort: 0 }).toBuffer();
    const generated = { sourceType: 'trainedAlgorithmicMedia' };
    folder = await putFiles(stack, 'converted', {
      'tiff.tif': await coloured('#a02020').withXmp(PACKET).tiff().toBuffer(),
      'avif.avif': await coloured('#20a020').withXmp(PACKET).avif({ effort: 0 }).toBuffer(),
      'clear.tif': await coloured('#2020a0').ensureAlpha(0.5).withXmp(PACKET).tiff().toBuffer(),
      'record.tif': tiffWithIptc(await coloured('#a0a020').tiff().toBuffer(), byline),
      'signed.avif': await signedImage(unsigned, await newCredentialSigner(), generated),
    });
    expect(await stack.runIngest(['folder', folder])).toMatchObject({ exitCode: 0 });
  }, 240_000);

  async function fileOf(name: string, query: string): Promise<Buffer> {
    const redirect = await caller.get(`/v1/asset/direct/converted:${name}${query}`);
    const response = await fetch(redirect.headers.get('Location') ?? '');
    expect(response.status).toBe(200);
    return Buffer.from(await response.arrayBuffer());
  }

  describe('a converted image', () => {
    it.each(DELIVERIES)('has what it came with in the file that "%s" delivers', async (query) => {
      for (const [name, marks] of Object.entries(CONVERTED)) {
        const { xmp } = ExifReader.load(await fileOf(name, query), { expanded: true });
        for (const [mark, value, isOnThumbnail] of marks)
          if (isOnThumbnail || query !== '?v=thumb')
            expect([name, mark, xmp?.[mark]?.description]).toEqual([name, mark, value]);
      }
      const { iptc, xmp } = ExifReader.load(await fileOf('record.tif', query), { expanded: true });
      expect(JSON.stringify([iptc?.['By-line'], xmp?.['creator']])).toContain('Grace Berg');
    });

    it('answers the same', async () => {
      expect((await caller.get('/v1/asset/converted:tiff.tif')).body).toMatchObject({
        ai_generated: true,
        license: 'cc-by-nc-4.0',
        training: false,
        releases: { model: true },
      });
      expect((await caller.get('/v1/asset/converted:record.tif')).body).toMatchObject({
        creator: 'Grace Berg',
      });
    });

    itWith(ENGINES.exiftool, 'is read by ExifTool without a warning', async (exiftool) => {
      const path = join(folder, '.read');
      for (const name of Object.keys(CONVERTED))
        for (const query of DELIVERIES) {
          await writeFile(path, await fileOf(name, query));
          const faults = execFileSync(exiftool, ['-validate', '-warning', '-a', '-s3', path]);
          expect(faults.toString()).not.toContain('Warning');
        }
    });
  });
}

const PACKET = xmpPacket(
  term('Iptc4xmpExt:DigitalSourceType', 'compositeSynthetic') +
    term('plus:DataMining', 'DMI-PROHIBITED-AIMLTRAINING') +
    term('plus:ModelReleaseStatus', 'MR-UMR') +
    '<xmpRights:WebStatement>https://creativecommons.org/licenses/by-nc/4.0/</xmpRights:WebStatement>' +
    alternatives('xmpRights:UsageTerms', 'CC BY-NC 4.0') +
    alternatives('dc:rights', '© 2026 Ada Martin'),
);
