import { describe, expect, it } from '@jest/globals';
import { readFileFacts } from '../src/sources/embedded/embedded-facts.js';
import { describedIn } from '@imagesearch/image-files/metadata/described';
import { saidBy } from '@imagesearch/image-files/metadata/said';
import { NO_FACTS, type DeclaredFacts } from '@imagesearch/facets/declared';
import type { Statement } from '@imagesearch/facets/provenance';
import { provenanceOf, statementOfType } from '../src/sources/provenance.js';
import { alternatives, term } from '@imagesearch/testkit/images/xmp';
import { coloured } from '@imagesearch/testkit/images/camera-files';
import { imageWithXmp, plainImage } from '@imagesearch/testkit/images/plain-images';

const saidIn = (file: Buffer) => saidBy(describedIn(file));
const IPTC = 'http://cv.iptc.org/newscodes/digitalsourcetype/';

describe.each(['jpeg', 'png', 'webp'] as const)('a %s file', (format) => {
  it.each([
    ['trainedAlgorithmicMedia', true],
    ['digitalCapture', false],
    ['screenCapture', null],
  ])('whose digital source type is %s says %s', async (kind, ai) => {
    const field = term('Iptc4xmpExt:DigitalSourceType', kind);
    const { statement } = readFileFacts(saidIn(await imageWithXmp(field, format)));
    expect(statement).toEqual({ evidence: 'xmp', ai, kind });
  });

  it('that says nothing leaves everything unknown', async () => {
    expect(readFileFacts(saidIn(await plainImage('#c02020', format)))).toEqual({
      statement: null,
      facts: NO_FACTS,
      created: undefined,
    });
  });
});

/** Each field of PLUS with a term of it, and what that says. */
const TERMS: readonly [string, string, Partial<DeclaredFacts>][] = [
  ['DataMining', 'DMI-UNSPECIFIED', {}],
  ['DataMining', 'DMI-ALLOWED', { training: true }],
  ['DataMining', 'DMI-PROHIBITED', { training: false }],
  ['DataMining', 'DMI-PROHIBITED-EXCEPTSEARCHENGINEINDEXING', { training: false }],
  ['ModelReleaseStatus', 'MR-NON', { modelRelease: false }],
  ['ModelReleaseStatus', 'MR-NAP', {}],
  ['ModelReleaseStatus', 'MR-UMR', { modelRelease: true }],
  ['PropertyReleaseStatus', 'PR-NON', { propertyRelease: false }],
  ['PropertyReleaseStatus', 'PR-UPR', { propertyRelease: true }],
];
const licensor = (address: string): string =>
  `<plus:Licensor><rdf:Seq><rdf:li rdf:parseType="Resource"><plus:LicensorName>Agency</plus:LicensorName>
    <plus:LicensorURL>${address}</plus:LicensorURL></rdf:li></rdf:Seq></plus:Licensor>`;
const statement = (address: string): string => `<xmpRights:WebStatement>${address}</xmpRights:WebStatement>`;

const FIELDS: readonly (readonly [string, string, Partial<DeclaredFacts>])[] = [
  ...TERMS.map(([field, name, facts]) => [name, term(`plus:${field}`, name), facts] as const),
  ['a TDM reservation', '<tdm:reservation>1</tdm:reservation>', { training: false }],
  ['no TDM reservation', '<tdm:reservation>0</tdm:reservation>', {}],
  [
    'editorial terms',
    alternatives('xmpRights:UsageTerms', 'For editorial use only.'),
    { editorialOnly: true },
  ],
  ['other terms', alternatives('xmpRights:UsageTerms', 'No editorial restrictions'), {}],
  ['a licensor', licensor('https://example.org/buy'), { licensorUrl: 'https://example.org/buy' }],
  [
    'a licensor in attributes',
    '<plus:Licensor><rdf:Seq><rdf:li plus:LicensorURL="https://example.org/buy"/></rdf:Seq></plus:Licensor>',
    { licensorUrl: 'https://example.org/buy' },
  ],
  ['a web statement', statement('https://example.org/terms'), { licensorUrl: 'https://example.org/terms' }],
  ['a statement that is no address', statement('ask Ada'), {}],
  ['an address with a password', statement('https://ada:secret@example.org/'), {}],
];

describe('a field on the use of an image', () => {
  it.each(FIELDS)('is read: %s', async (_name, fields, facts) => {
    const read = readFileFacts(saidIn(await imageWithXmp(fields)));
    expect(read.facts).toEqual({ ...NO_FACTS, ...facts });
  });
});

describe('the camera of an image', () => {
  const cameraIn = async (IFD0: Record<string, string>) =>
    readFileFacts(saidIn(await coloured('#806040').withExif({ IFD0 }).jpeg().toBuffer())).facts.camera;

  it.each([
    [{ Make: 'Canon', Model: 'Canon EOS R5' }, 'Canon EOS R5'],
    [{ Make: 'NIKON CORPORATION', Model: 'NIKON D850' }, 'NIKON D850'],
    [{ Make: 'Apple', Model: 'iPhone 15' }, 'Apple iPhone 15'],
    [{ Make: 'Apple' }, 'Apple'],
    [{ Model: 'E-M1' }, 'E-M1'],
    [{ Make: ' ', Model: ' ' }, null],
    [{ Artist: 'Ada' }, null],
  ])('is what its Exif says in %j', async (exif, camera) => {
    expect(await cameraIn(exif)).toBe(camera);
  });

  it('is one plain line of at most 200 characters, whatever the file holds', async () => {
    const hostile = { Make: 'Ada\u001b[2J', Model: `\n${'x'.repeat(500)}` };
    expect(await cameraIn(hostile)).toBe(`Ada [2J ${'x'.repeat(192)}`);
  });
});

describe('what is said about how an image was made', () => {
  const credential = (signature: 'valid' | 'invalid' | 'untrusted' | null, ...kinds: string[]) => ({
    signature,
    claimGenerator: null,
    createdAt: null,
    sourceTypes: kinds.map((kind) => IPTC + kind),
  });
  const declared = (ai: boolean): Statement => ({ evidence: 'declared', ai, kind: null });
  const first = (...given: Parameters<typeof provenanceOf>) => provenanceOf(...given).statements[0];

  it('is "generated" where the file says so and its source denies it, with both on record', () => {
    const file = statementOfType('xmp', `${IPTC}trainedAlgorithmicMedia`);
    expect(provenanceOf([declared(false), file], undefined).statements).toEqual([file, declared(false)]);
  });

  it('is "generated" where a source says so and the file denies it', () => {
    expect(first([declared(true)], credential('valid', 'digitalCapture'))).toEqual(declared(true));
  });

  it('is "generated" where one ingredient of a composition was', () => {
    expect(first([], credential('untrusted', 'digitalCapture', 'trainedAlgorithmicMedia'))).toEqual({
      evidence: 'c2pa',
      ai: true,
      kind: 'trainedAlgorithmicMedia',
    });
  });

  it('is "generated" by a damaged manifest, which denies nothing', () => {
    expect(first([], credential('invalid', 'trainedAlgorithmicMedia'))?.ai).toBe(true);
    expect(first([], credential('invalid', 'digitalCapture'))?.ai).toBeNull();
    expect(first([], credential('valid', 'digitalCapture'))?.ai).toBe(false);
  });

  it('is unknown where a mark is there that cannot be read, though its source says "not generated"', () => {
    const unread = { evidence: 'xmp', ai: null, kind: null } as const;
    expect(first([declared(false), unread], undefined)).toEqual(unread);
    expect(first([declared(true), unread], undefined)).toEqual(declared(true));
    const manifest = { ...credential(null), isUnread: true };
    expect(first([declared(false)], manifest)).toEqual({ ...unread, evidence: 'c2pa' });
  });

  it('is nothing where nobody says anything', () => {
    expect(provenanceOf([null, null], credential('valid'))).toEqual({
      statements: [],
      signature: 'valid',
      claimGenerator: null,
      createdAt: null,
    });
  });
});
