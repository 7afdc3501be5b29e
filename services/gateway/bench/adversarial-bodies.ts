export interface AdversarialBody {
  name: string;
  text: () => string;
  /** `custom` unless named: it takes the longest bodies. */
  plan?: 'free' | 'custom';
  path?: string;
  encoding?: 'br';
  headers?: Record<string, string>;
  chunkBytes?: number;
}

const MB = 1_000_000;
const BYTES = 7 * MB;

const fill = (unit: string, bytes = BYTES): string =>
  unit.repeat(Math.floor(bytes / Buffer.byteLength(unit)));
const image = (value: string): string => `{"image_base64":"${value}"}`;
const keys = (count: number): string =>
  `{${Array.from({ length: count }, (_, at) => `"${at.toString(36).padStart(5, 'k')}":1`).join(',')}}`;
/** Base64 as an honest caller sends it. */
const base64 = (): string => Buffer.alloc(5 * 1024 * 1024, 'an image of five mebibytes: ').toString('base64');

/** Bodies that are made to cost more than they are worth, and the largest honest ones beside them. */
export function adversarialBodies(): AdversarialBody[] {
  return [
    { name: 'words', text: () => '{"query":"ball"}' },
    { name: '5 MiB image', text: () => image(base64()) },
    {
      name: '5 MiB image, with an Idempotency-Key',
      text: () => image(base64()),
      headers: { 'Idempotency-Key': 'a' },
    },
    { name: '5 MiB image, slashes escaped', text: () => image(base64().replaceAll('Z', '\\/')) },
    { name: '5 MiB image, lines of 76', text: () => image(base64().replace(/.{76}/g, '$&\\r\\n')) },
    { name: '700,000 keys', text: () => keys(700_000) },
    { name: '700,000 keys, free plan', text: () => keys(700_000), plan: 'free' },
    { name: '700,000 keys, brotli', text: () => keys(700_000), encoding: 'br' },
    {
      name: '4,000,000 nested arrays, brotli',
      text: () => fill('[', 4 * MB) + fill(']', 4 * MB),
      encoding: 'br',
    },
    { name: '64 KiB of keys', text: () => keys(6_500) },
    { name: 'image of escaped quotes', text: () => image(fill('\\"')) },
    { name: 'image of backslashes', text: () => image(fill('\\\\')) },
    { name: 'image of \\u0041', text: () => image(fill('\\u0041')) },
    { name: 'image of "a "', text: () => image(fill('a ')) },
    {
      name: 'image of blanks, with an Idempotency-Key',
      text: () => image(`${fill(' ')}aaaa`),
      headers: { 'Idempotency-Key': 'b' },
    },
    {
      name: 'image of \\n, with an Idempotency-Key',
      text: () => image(`${fill('\\n')}aaaa`),
      headers: { 'Idempotency-Key': 'c' },
    },
    {
      name: 'image of a\\n, with an Idempotency-Key',
      text: () => image(fill('a\\n')),
      headers: { 'Idempotency-Key': 'd' },
    },
    { name: 'image of "="', text: () => image(fill('=')) },
    { name: 'image of data:a…', text: () => image(`data:${fill('a')}`) },
    { name: 'image of é', text: () => image(fill('é')) },
    { name: 'image of ASCII after one 漢', text: () => image(`漢${fill('a')}`) },
    { name: 'image of emoji', text: () => image(fill('🎾')) },
    { name: 'image of \\ud83c', text: () => image(fill('\\ud83c')) },
    {
      name: 'image_base64 a thousand times',
      text: () =>
        `{${Array.from({ length: 1000 }, () => `"image_base64":"${'a'.repeat(6_900)}"`).join(',')}}`,
    },
    { name: 'query of 7 MB', text: () => JSON.stringify({ query: fill('x') }) },
    { name: 'query of 7 MB of blanks', text: () => JSON.stringify({ query: `x${fill(' ')}x` }) },
    { name: 'key of 7 MB', text: () => JSON.stringify({ [fill('x')]: 1 }) },
    { name: 'arrays, [],[],…', text: () => `{"query":[${fill('[],')}0]}` },
    { name: '7 MB of digits', text: () => `{"query":"x","k":${fill('1')}}` },
    { name: '1e999…', text: () => `{"query":"x","k":1e${fill('9')}}` },
    { name: '1,000,000 licences', text: () => `{"query":"x","filters":{"license_any":[${fill('"",')}""]}}` },
    { name: '7 MB of blanks', text: () => `{"query":"ball"}${fill(' ')}` },
    {
      name: 'similar: asset_id of 7 MB',
      path: '/v1/similar',
      text: () => JSON.stringify({ asset_id: fill('a:b') }),
    },
    {
      name: 'similar: asset_id of 60 kB',
      path: '/v1/similar',
      text: () => JSON.stringify({ asset_id: `a:${fill('b', 60_000)}` }),
    },
    { name: '1 MB in chunks of one byte', text: () => image(fill('a', MB)), chunkBytes: 1 },
  ];
}
