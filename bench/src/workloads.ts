import { pngChunk } from '@imagesearch/image-files/parts';
import { openMojiDrawings, openMojiTexts } from '@imagesearch/testkit/images/openmoji';
import { Caller } from '@imagesearch/testkit/stack/caller';
import sharp from 'sharp';
import type { Request, Side } from './sides.js';

/** One kind of request, from that many clients at once. */
export interface Workload {
  name: string;
  clients: number;
  requestAt: (at: number, side: Side) => Request;
}

/** Kinds of requests; results of `found` are known to every side. */
export type Kinds = Readonly<Record<string, Workload['requestAt']>>;

const RESULTS = 10;
const IMAGES = 8;
const QUERIES = [
  'happy dog',
  'red apple',
  'canine',
  'man with a hat',
  'train station',
  'heart',
  'fire engine',
  'rain',
];

export const search = (body: object): Request => ({ path: '/v1/search', body: { ...body, k: RESULTS } });

export const sameTexts = (at: number): Request => search({ query: of(QUERIES, at) });

/** Two titles each, such as "red apple and cat face"; no pair comes twice, so that no cache knows it. */
export function newTexts(): () => Request {
  const { titles } = openMojiTexts();
  let drawn = 0;
  return () => {
    const second = drawn + Math.floor(drawn / titles.length) + 1;
    return search({ query: `${of(titles, drawn++)} and ${of(titles, second)}` });
  };
}

/** Images that are indexed, in their own bytes and in bytes that no cache knows, and images that are not. */
export async function imageSearches() {
  const drawings = (await openMojiDrawings(IMAGES)).map(({ bytes }) => bytes);
  const negatives = await Promise.all(drawings.map((bytes) => sharp(bytes).negate().png().toBuffer()));
  let sent = 0;
  const by = (png: Buffer): Request => search({ image_base64: png.toString('base64') });
  return {
    indexed: (at: number) => by(neverSent(of(drawings, at), sent++)),
    notIndexed: (at: number) => by(neverSent(of(negatives, at), sent++)),
    again: (at: number) => by(of(drawings, at)),
  };
}

/** What a search of each side finds: images to look for alike ones, and addresses of their files. */
export async function findIn(sides: readonly Side[]) {
  const found = new Map<Side, { asset_id: string; thumb: string }[]>();
  for (const side of sides) {
    const { baseUrl, key } = side.served;
    // Not `search`, which holds an answer to the contract of this commit: another one may have another.
    const { body } = await new Caller(baseUrl, key).post('/v1/search', { query: 'face', k: RESULTS });
    const { results } = body as { results: { asset_id: string; thumb: string }[] };
    if (results.length === 0) throw new Error(`${side.name} finds no face to measure with.`);
    found.set(side, results);
  }
  const everywhere = [...found.values()].reduce((shared, results) =>
    shared.filter(({ asset_id }) => results.some((other) => other.asset_id === asset_id)),
  );
  return {
    similar: (at: number): Request => ({
      path: '/v1/similar',
      body: { asset_id: of(everywhere, at).asset_id, k: RESULTS },
    }),
    file: (at: number, side: Side): Request => ({ path: of(found.get(side) ?? [], at).thumb }),
  };
}

/** Every kind from so many clients at once. */
export function withClients(clients: number, kinds: Kinds): Workload[] {
  return Object.entries(kinds).map(([name, requestAt]) => ({ name, clients, requestAt }));
}

/** Round and round. */
function of<Value>(values: readonly Value[], at: number): Value {
  return values[at % values.length] as Value;
}

/** Of the last chunk of a PNG, which has no data. */
const END_BYTES = 12;

/** The same drawing in other bytes for each number, so that no cache knows it. */
function neverSent(png: Buffer, number: number): Buffer {
  const note = pngChunk('tEXt', Buffer.from(`Comment\0${number}`, 'latin1'));
  return Buffer.concat([png.subarray(0, -END_BYTES), note, png.subarray(-END_BYTES)]);
}
