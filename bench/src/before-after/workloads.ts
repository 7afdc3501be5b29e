import { chunk, IEND } from '@imagesearch/testkit/images/hostile/png';
import { openMojiDrawings } from '@imagesearch/testkit/images/openmoji-drawings';
import { of, QUERIES, RESULTS } from '../queries.js';
import type { Workload } from '../sides/workload.js';

const IMAGES = 8;
/** Among the first images that any commit ingests, so that a limit keeps them. */
const SEEDS = ['1F600', '1F603', '1F604', '1F601', '1F606', '1F605', '1F923', '1F602'].map(
  (code) => `openmoji:${code}`,
);

/** The requests that both sides answer in turns. */
export async function workloads(): Promise<Workload[]> {
  const drawings = await openMojiDrawings(IMAGES);
  let sent = 0;
  const image = (at: number): Buffer => of(drawings, at).bytes;
  const text = { path: '/v1/search', bodyAt: (at: number) => ({ query: of(QUERIES, at), k: RESULTS }) };
  return [
    { name: 'text, 1 client', clients: 1, requests: 60, ...text },
    { name: 'text, 8 clients', clients: 8, requests: 160, ...text },
    {
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
    {
      name: 'image, 1 client',
      clients: 1,
      requests: 30,
      path: '/v1/search',
      bodyAt: (at) => ({ image_base64: neverSent(image(at), sent++).toString('base64'), k: RESULTS }),
    },
    {
      name: 'the same images again',
      clients: 1,
      requests: 30,
      path: '/v1/search',
      bodyAt: (at) => ({ image_base64: image(at).toString('base64'), k: RESULTS }),
    },
    {
      name: 'similar, 1 client',
      clients: 1,
      requests: 40,
      path: '/v1/similar',
      bodyAt: (at) => ({ asset_id: of(SEEDS, at), k: RESULTS }),
    },
  ];
}

/** The same drawing in other bytes, so that no cache knows it. */
function neverSent(png: Buffer, number: number): Buffer {
  const note = chunk('tEXt', Buffer.from(`Comment\0${number}`, 'latin1'));
  return Buffer.concat([png.subarray(0, png.length - IEND.length), note, IEND]);
}
