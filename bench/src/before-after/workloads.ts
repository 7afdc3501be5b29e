import { chunk, IEND } from '@imagesearch/testkit/images/hostile/png';
import { openMojiDrawings } from '@imagesearch/testkit/images/openmoji-drawings';
import { of, QUERIES, RESULTS } from '../queries.js';
import type { Workload } from '../sides/workload.js';

const IMAGES = 8;
/** Among the first images that any commit ingests, so that a limit keeps them. */
const SEEDS = ['1F600', '1F603', '1F604', '1F601', '1F606', '1F605', '1F923', '1F602'].map(
  (code) => `openmoji:${code}`,
);

/** What both sides answer in turns as one process each. */
export async function workloads(): Promise<Workload[]> {
  const { text, filter, image, imagesAgain, similar } = await kinds();
  return [text(1, 60), text(8, 160), filter, image, imagesAgain, similar];
}

/** What both sides answer in turns as five processes each. */
export async function fiveProcessWorkloads(): Promise<Workload[]> {
  const { text, image, similar } = await kinds();
  return [text(1, 60), text(8, 160), text(32, 320), similar, image];
}

async function kinds() {
  const drawings = await openMojiDrawings(IMAGES);
  let sent = 0;
  const image = (at: number): Buffer => of(drawings, at).bytes;
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
      name: 'image, 1 client',
      clients: 1,
      requests: 30,
      path: '/v1/search',
      bodyAt: (at) => ({ image_base64: neverSent(image(at), sent++).toString('base64'), k: RESULTS }),
    },
    imagesAgain: {
      name: 'the same images again',
      clients: 1,
      requests: 30,
      path: '/v1/search',
      bodyAt: (at) => ({ image_base64: image(at).toString('base64'), k: RESULTS }),
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

/** The same drawing in other bytes, so that no cache knows it. */
function neverSent(png: Buffer, number: number): Buffer {
  const note = chunk('tEXt', Buffer.from(`Comment\0${number}`, 'latin1'));
  return Buffer.concat([png.subarray(0, png.length - IEND.length), note, IEND]);
}
