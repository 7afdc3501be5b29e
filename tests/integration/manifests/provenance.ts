import { join } from 'node:path';
import { beforeAll, expect, it } from '@jest/globals';
import { coloured } from '@imagesearch/testkit/images/camera-files';
import { newCredentialSigner, signedImage } from '@imagesearch/testkit/images/signed-image';
import { alternatives, term, xmpPacket } from '@imagesearch/testkit/images/xmp';
import type { Caller } from '@imagesearch/testkit/stack/caller';
import type { TestStack } from '@imagesearch/testkit/stack/test-stack';
import { ingestManifest, putFiles } from '../support/manifest.js';

const GENERATED = { evidence: 'xmp', ai: true, kind: 'trainedAlgorithmicMedia' };
const DENIAL = { evidence: 'declared', ai: false, kind: null };
const CAPTURED = { evidence: 'c2pa', ai: false, kind: 'digitalCapture' };
const SIGNED = {
  ...CAPTURED,
  statements: [CAPTURED],
  signature: 'valid',
  claim_generator: 'Test generator 1.0',
  created_at: '2025-06-01T10:00:00Z',
};

const SAID_GENERATED = term('Iptc4xmpExt:DigitalSourceType', 'trainedAlgorithmicMedia');
const RESERVED =
  term('plus:DataMining', 'DMI-PROHIBITED-AIMLTRAINING') +
  term('plus:ModelReleaseStatus', 'MR-NON') +
  term('plus:PropertyReleaseStatus', 'PR-UPR') +
  '<xmpRights:WebStatement>https://example.org/terms</xmpRights:WebStatement>' +
  alternatives('xmpRights:UsageTerms', 'Editorial use only');

/** What a file has in it, what the manifest says of it, and what is answered of both. */
interface Proven {
  xmp?: string;
  isSigned?: true;
  format?: 'png';
  row?: object;
  answered: object;
}

const PROVEN: Record<string, Proven> = {
  plain: {
    answered: {
      ai_generated: false,
      provenance: { ai: null, statements: [], signature: null },
      training: null,
      releases: { model: null, property: null },
      editorial_only: null,
      sensitive: null,
    },
  },
  // Both are answered.
  denied: {
    xmp: SAID_GENERATED,
    format: 'png',
    row: { ai_generated: false },
    answered: {
      ai_generated: true,
      provenance: { ...GENERATED, statements: [GENERATED, DENIAL] },
    },
  },
  signed: { isSigned: true, answered: { provenance: SIGNED } },
  reserved: {
    xmp: RESERVED,
    answered: {
      training: false,
      releases: { model: false, property: true },
      editorial_only: true,
      licensor_url: 'https://example.org/terms',
    },
  },
  // The manifest comes before the file.
  allowed: {
    xmp: RESERVED,
    row: {
      training: true,
      model_release: 'yes',
      editorial: false,
      sensitive: true,
      licensor_url: 'https://example.org/other',
      created: '2021-05',
    },
    answered: {
      created_at: '2021-05',
      training: true,
      releases: { model: true, property: true },
      editorial_only: false,
      sensitive: true,
      licensor_url: 'https://example.org/other',
    },
  },
};

/** Images whose files or manifest say how they were made. */
export function describeProvenance(stack: TestStack): void {
  let caller: Caller;

  beforeAll(async () => {
    caller = await stack.newCaller('scale');
    const signer = await newCredentialSigner();
    const folder = await putFiles(stack, 'trust', { 'trust.pem': signer.authority });
    const rows = Object.entries(PROVEN).map(([id, { row }]) => ({ id, title: 'square', ...row }));
    const images: Record<string, Buffer> = {};
    for (const [at, [id, { xmp = '', isSigned, format = 'jpeg' }]] of Object.entries(PROVEN).entries()) {
      const image = await coloured(`#${at}0a0${9 - at}0`)
        .toFormat(format)
        .withXmp(xmpPacket(xmp))
        .toBuffer();
      images[id] = isSigned ? await signedImage(image, signer, { sourceType: 'digitalCapture' }) : image;
    }
    const env = { C2PA_TRUST_LIST_FILE: join(folder, 'trust.pem') };
    await ingestManifest(stack, 'proven', rows, { images, env });
  }, 240_000);

  const lookUp = async (id: string) => (await caller.get(`/v1/asset/proven:${id}`)).body;

  it.each(Object.entries(PROVEN))('the look-up of the image %s answers it', async (id, { answered }) => {
    expect(await lookUp(id)).toMatchObject(answered);
  });

  it('an image is found with the same words about it as in its look-up, by a filter that knows what is generated', async () => {
    const ask = async (ai_generated: boolean) =>
      (await caller.search({ query: 'square', k: 50, filters: { ai_generated, source_any: ['proven'] } }))
        .results;
    const generated = await ask(true);
    expect(generated.map(({ asset_id }) => asset_id)).toEqual(['proven:denied']);
    for (const { asset_id, provenance, created_at, training, releases, licensor_url } of await ask(false)) {
      const asset = await lookUp(asset_id.slice('proven:'.length));
      expect(asset).toMatchObject({ provenance, created_at, training, releases, licensor_url });
    }
  });

  it('an image is answered as JSON-LD to a page that asks for it', async () => {
    const accept = { Accept: 'application/ld+json' };
    const { headers, body } = await caller.get('/v1/asset/proven:reserved', accept);
    expect(headers.get('Content-Type')).toMatch(/^application\/ld\+json/);
    expect(headers.get('Vary')).toMatch(/Accept(?:,|$)/);
    expect(body).toMatchObject({ '@context': 'https://schema.org/', '@type': 'ImageObject' });
  });

  it.each([
    ['signed', '?v=credited', 'invalidated'],
    ['signed', '', null],
    ['plain', '?v=credited', null],
  ])(
    'the file of the image %s%s says that its Content Credentials are %s',
    async (id, query, credentials) => {
      const redirect = await caller.get(`/v1/asset/direct/proven:${id}${query}`);
      const { headers, status } = await caller.get(redirect.headers.get('Location') ?? '');
      expect([status, headers.get('Content-Credentials')]).toEqual([200, credentials]);
    },
  );
}
