import { openMojiDrawings } from '@imagesearch/testkit/images/openmoji';
import sharp from 'sharp';
import { neverSent, of, QUERIES, RESULTS } from '../queries.js';
import type { Workload } from '../sides/workload.js';

const IMAGES = 8;
/** Among the first images that any commit ingests, so that a limit keeps them. */
const SEEDS = ['1F600', '1F603', '1F604', '1F601', '1F606', '1F605', '1F923', '1F602'].map(
  (code) => `openmoji:${code}`,
);

/** What both sides answer in turns as one process each. */
export async function workloads(): Promise<Workload[]> {
  const { text, filter, image, unknownImage, imagesAgain, similar } = await kinds();
  return [text(1, 60), text(8, 160), filter, image, unknownImage, imagesAgain, similar];
}

/** What both sides answer in turns as five processes each. */
export async function fiveProcessWorkloads(): Promise<Workload[]> {
  const { text, image, unknownImage, similar } = await kinds();
  return [text(1, 60), text(8, 160), text(32, 320), similar, image, unknownImage];
}

async function kinds() {
  const drawings = await openMojiDrawings(IMAGES);
  const negatives = await Promise.all(drawings.map(({ bytes }) => sharp(bytes).negate().png().toBuffer()));
  let sent = 0;
  const image = (at: number): Buffer => of(drawings, at).bytes;
  const imageBody = (png: Buffer) => ({ image_base64: png.toString('base64'), k: RESULTS });
  const text = (clients: number, requests: number): Workload => ({
    name: `text, ${clients} ${clients === 1 ? 'client' : 'clients'}`,
    clients,
    requests,
    path: '/v1/search',
    bodyAt: (at) => ({ query: of(QUERIES, at), k: RESULTS }),
  });
  return {
    text,
    filter: {
      name: 'text and filter, 1 client',
      clients: 1,
      requests: 40,
      path: '/v1/search',
      bodyAt: (at) => ({
        query: of(QUERIES, at),
        k: RESULTS,
        filters: { commercial: true, luminance_min: 0.3 },
      }),
    },
    image: {
      name: 'image that is indexed, 1 client',
      clients: 1,
      requests: 30,
      path: '/v1/search',
      bodyAt: (at) => imageBody(neverSent(image(at), sent++)),
    },
    unknownImage: {
      name: 'image that is not indexed, 1 client',
      clients: 1,
      requests: 30,
      path: '/v1/search',
      bodyAt: (at) => imageBody(neverSent(of(negatives, at), sent++)),
    },
    imagesAgain: {
      name: 'the same images again',
      clients: 1,
      requests: 30,
      path: '/v1/search',
      bodyAt: (at) => imageBody(image(at)),
    },
    similar: {
      name: 'similar, 1 client',
      clients: 1,
      requests: 40,
      path: '/v1/similar',
      bodyAt: (at) => ({ asset_id: of(SEEDS, at), k: RESULTS }),
    },
  } satisfies Record<string, Workload | typeof text>;
}
