import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import sharp from 'sharp';
import { newCredentialSigner, signedImage } from '@imagesearch/testkit/images/signed-image';
import { Caller } from '@imagesearch/testkit/stack/caller';
import type { TestStack } from '@imagesearch/testkit/stack/test-stack';

const UNSAID = {
  ai: null,
  kind: null,
  evidence: null,
  statements: [],
  signature: null,
  claim_generator: null,
  created_at: null,
};
const NO_FACTS = {
  created_at: null,
  training: null,
  releases: { model: null, property: null },
  editorial_only: null,
  sensitive: null,
  licensor_url: null,
};
const GENERATED = { evidence: 'xmp', ai: true, kind: 'trainedAlgorithmicMedia' };

/** Images whose files or manifest say how they were made. */
export function describeProvenance(stack: () => TestStack): void {
  let caller: Caller;
  let folder: string;
  let trustList: string;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'imagesearch-provenance-'));
    caller = new Caller(stack().baseUrl, await stack().newKey('scale'));
    const [trusted, foreign] = await Promise.all([newCredentialSigner(), newCredentialSigner()]);
    trustList = join(folder, 'trust.pem');
    await writeFile(trustList, trusted.authority);
    const put = async (name: string, bytes: Buffer) => writeFile(join(folder, name), bytes);
    const captured = { sourceType: 'digitalCapture' };
    await put('plain.jpg', await square('#202020'));
    await put('generated.jpg', await square('#a02020', sourceType('trainedAlgorithmicMedia')));
    await put('denied.png', await square('#20a020', sourceType('trainedAlgorithmicMedia'), 'png'));
    await put('reserved.jpg', await square('#2020a0', RESERVED));
    await put('allowed.jpg', await square('#a0a020', RESERVED));
    await put('signed.jpg', await signedImage(await square('#20a0a0'), trusted, captured));
    await put('foreign.png', await signedImage(await square('#a020a0', '', 'png'), foreign, captured));
    await put('rows.jsonl', Buffer.from(ROWS.map((row) => JSON.stringify(row)).join('\n')));
    await ingest();
  }, 240_000);

  afterAll(async () => {
    await rm(folder, { recursive: true, force: true });
  });

  const ROWS: Record<string, unknown>[] = [
    ...['plain.jpg', 'generated.jpg', 'reserved.jpg', 'signed.jpg', 'foreign.png'].map((file) => ({
      id: file.slice(0, file.indexOf('.')),
      file,
      title: 'square',
    })),
    { id: 'denied', file: 'denied.png', title: 'square', ai_generated: false },
    {
      id: 'allowed',
      file: 'allowed.jpg',
      title: 'square',
      training: true,
      model_release: 'yes',
      editorial: false,
      sensitive: true,
      licensor_url: 'https://example.org/other',
      created: '2021-05',
    },
  ];

  async function ingest(): Promise<void> {
    const run = await stack().runIngest(['manifest', join(folder, 'rows.jsonl'), '--source', 'proven'], {
      C2PA_TRUST_LIST_FILE: trustList,
    });
    expect(run).toMatchObject({ exitCode: 0 });
  }

  async function lookUp(id: string): Promise<Record<string, unknown>> {
    const { status, body } = await caller.get(`/v1/asset/proven:${id}`);
    expect(status).toBe(200);
    return body as Record<string, unknown>;
  }

  describe('an image of a collection', () => {
    it('of which nobody says anything is not called generated, and answers that this is unknown', async () => {
      expect(await lookUp('plain')).toMatchObject({ ai_generated: false, provenance: UNSAID, ...NO_FACTS });
    });

    it('is generated where its file says so', async () => {
      expect(await lookUp('generated')).toMatchObject({
        ai_generated: true,
        provenance: { ...UNSAID, ...GENERATED, statements: [GENERATED] },
      });
    });

    it('is generated where its file says so and its manifest denies it, and both are answered', async () => {
      const denial = { evidence: 'declared', ai: false, kind: null };
      expect(await lookUp('denied')).toMatchObject({
        ai_generated: true,
        provenance: { ...UNSAID, ...GENERATED, statements: [GENERATED, denial] },
      });
    });

    it('is answered with the Content Credentials of its file, and whom they are from', async () => {
      const captured = { evidence: 'c2pa', ai: false, kind: 'digitalCapture' };
      const signed = {
        ...captured,
        statements: [captured],
        claim_generator: 'Test generator 1.0',
        created_at: '2025-06-01T10:00:00Z',
      };
      const provenances = [await lookUp('signed'), await lookUp('foreign')].map(
        (asset) => asset['provenance'],
      );
      expect(provenances).toEqual([
        { ...signed, signature: 'valid' },
        { ...signed, signature: 'untrusted' },
      ]);
    });

    it('is answered with what its file says of its use', async () => {
      expect(await lookUp('reserved')).toMatchObject({
        ...NO_FACTS,
        training: false,
        releases: { model: false, property: true },
        editorial_only: true,
        licensor_url: 'https://example.org/terms',
      });
    });

    it('is answered with what its manifest says, where its file says otherwise', async () => {
      expect(await lookUp('allowed')).toMatchObject({
        created_at: '2021-05',
        training: true,
        releases: { model: true, property: true },
        editorial_only: false,
        sensitive: true,
        licensor_url: 'https://example.org/other',
      });
    });

    it('is found with the same words about it as in its look-up, by a filter that knows what is generated', async () => {
      const ask = async (ai_generated: boolean) =>
        (await caller.search({ query: 'square', k: 50, filters: { ai_generated, source_any: ['proven'] } }))
          .results;
      const generated = await ask(true);
      expect(generated.map(({ asset_id }) => asset_id).sort()).toEqual(['proven:denied', 'proven:generated']);
      for (const { asset_id, provenance, created_at, training, releases, licensor_url } of await ask(false)) {
        const asset = await lookUp(asset_id.slice('proven:'.length));
        expect(asset).toMatchObject({ provenance, created_at, training, releases, licensor_url });
      }
    });

    it('is answered as JSON-LD to a page that asks for it', async () => {
      const { headers, body } = await caller.get('/v1/asset/proven:reserved', {
        Accept: 'application/ld+json',
      });
      expect(headers.get('Content-Type')).toMatch(/^application\/ld\+json/);
      expect(headers.get('Vary')).toMatch(/Accept(?:,|$)/);
      expect(body).toMatchObject({ '@context': 'https://schema.org/', '@type': 'ImageObject' });
    });

    it('says of a credited copy that the Content Credentials of its file do not match it any more', async () => {
      const credentialsOf = async (id: string, query: string) => {
        const redirect = await caller.get(`/v1/asset/direct/proven:${id}${query}`);
        const { headers, status } = await caller.get(redirect.headers.get('Location') ?? '');
        expect(status).toBe(200);
        return headers.get('Content-Credentials');
      };
      expect(await credentialsOf('signed', '?v=credited')).toBe('invalidated');
      expect(await credentialsOf('signed', '')).toBeNull();
      expect(await credentialsOf('plain', '?v=credited')).toBeNull();
    });

    it('has a changed fact after the next ingestion, though its file is the same', async () => {
      ROWS[0] = { ...ROWS[0], training: false };
      await writeFile(join(folder, 'rows.jsonl'), ROWS.map((row) => JSON.stringify(row)).join('\n'));
      await ingest();
      expect(await lookUp('plain')).toMatchObject({ training: false });
    });
  });
}

const sourceType = (term: string): string =>
  `<Iptc4xmpExt:DigitalSourceType>http://cv.iptc.org/newscodes/digitalsourcetype/${term}</Iptc4xmpExt:DigitalSourceType>`;

const RESERVED = `
  <plus:DataMining>http://ns.useplus.org/ldf/vocab/DMI-PROHIBITED-AIMLTRAINING</plus:DataMining>
  <plus:ModelReleaseStatus>http://ns.useplus.org/ldf/vocab/MR-NON</plus:ModelReleaseStatus>
  <plus:PropertyReleaseStatus>http://ns.useplus.org/ldf/vocab/PR-UPR</plus:PropertyReleaseStatus>
  <xmpRights:WebStatement>https://example.org/terms</xmpRights:WebStatement>
  <xmpRights:UsageTerms><rdf:Alt><rdf:li xml:lang="x-default">Editorial use only</rdf:li></rdf:Alt></xmpRights:UsageTerms>`;

function square(background: string, fields = '', format: 'jpeg' | 'png' = 'jpeg'): Promise<Buffer> {
  return sharp({ create: { width: 64, height: 64, channels: 3, background } })
    .toFormat(format)
    .withXmp(
      `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
      <rdf:Description rdf:about="" xmlns:xmpRights="http://ns.adobe.com/xap/1.0/rights/"
        xmlns:Iptc4xmpExt="http://iptc.org/std/Iptc4xmpExt/2008-02-29/"
        xmlns:plus="http://ns.useplus.org/ldf/xmp/1.0/">${fields}</rdf:Description></rdf:RDF></x:xmpmeta>`,
    )
    .toBuffer();
}
