import { openMojiDrawings } from '@imagesearch/testkit/images/openmoji';
import sharp from 'sharp';
import { neverSent, of, QUERIES, RESULTS } from '../queries.js';
import type { Workload } from '../sides/workload.js';

const IMAGES = 8;
const PATH = '/v1/search';
/** Among the first images that any commit ingests, so that a limit keeps them. */
const SEEDS = ['1F600', '1F603', '1F604', '1F601', '1F606', '1F605', '1F923', '1F602'].map(
  (code) => `openmoji:${code}`,
);

/** What both sides answer in turns. */
export async function workloads(): Promise<Workload[]> {
  const drawings = (await openMojiDrawings(IMAGES)).map(({ bytes }) => bytes);
  const negatives = await Promise.all(drawings.map((bytes) => sharp(bytes).negate().png().toBuffer()));
  let sent = 0;
  const textAt = (at: number) => ({ query: of(QUERIES, at), k: RESULTS });
  const imageBody = (png: Buffer) => ({ image_base64: png.toString('base64'), k: RESULTS });
  const filters = { commercial: true, luminance_min: 0.3 };
  const alone = (name: string, bodyAt: Workload['bodyAt'], path = PATH): Workload => ({
    name: `${name}, 1 client`,
    clients: 1,
    path,
    bodyAt,
  });
  return [
    alone('text', textAt),
    { name: 'text, 8 clients', clients: 8, path: PATH, bodyAt: textAt },
    alone('text and filter', (at) => ({ ...textAt(at), filters })),
    alone('image that is indexed', (at) => imageBody(neverSent(of(drawings, at), sent++))),
    alone('image that is not indexed', (at) => imageBody(neverSent(of(negatives, at), sent++))),
    alone('the same images again', (at) => imageBody(of(drawings, at))),
    alone('similar', (at) => ({ asset_id: of(SEEDS, at), k: RESULTS }), '/v1/similar'),
  ];
}
