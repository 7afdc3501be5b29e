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
  const seedAt = (at: number) => ({ asset_id: of(SEEDS, at), k: RESULTS });
  const by = (clients: number, name: string, bodyAt: Workload['bodyAt'], path = PATH): Workload => ({
    name: `${name}, ${clients} ${clients === 1 ? 'client' : 'clients'}`,
    clients,
    path,
    bodyAt,
  });
  return [
    ...[1, 8, 32].flatMap((clients) => [
      by(clients, 'text', textAt),
      by(clients, 'similar', seedAt, '/v1/similar'),
    ]),
    by(1, 'text and filter', (at) => ({ ...textAt(at), filters })),
    by(1, 'image that is indexed', (at) => imageBody(neverSent(of(drawings, at), sent++))),
    by(1, 'image that is not indexed', (at) => imageBody(neverSent(of(negatives, at), sent++))),
    by(1, 'the same images again', (at) => imageBody(of(drawings, at))),
  ];
}
