import { draw } from '@imagesearch/testkit/images/small-collection';
import type { Send } from '@imagesearch/testkit/measure';
import type { Caller } from '@imagesearch/testkit/stack/caller';
import { neverSent, of, RESULTS } from '../queries.js';

const COLOURS = ['red', 'blue', 'green', 'black', 'old', 'small'];
const THINGS = ['apple', 'dog', 'train', 'house', 'heart', 'flower', 'hat', 'fish'];

export const KINDS = ['text', 'image', 'similar', 'file'] as const;
export type Kind = (typeof KINDS)[number];

/** One request of each kind. No text and no image is sent twice, so that caches help as little as with strangers. */
export async function requestsOf(caller: Caller): Promise<Record<Kind, Send>> {
  const { results } = await caller.search({ query: 'red apple', k: RESULTS });
  if (results.length === 0) throw new Error('A search for a red apple finds nothing to load with.');
  const images = await Promise.all(
    COLOURS.map((_, at) => draw({ shape: 'box', colour: [40 * at, 200 - 30 * at, 90] })),
  );
  let sent = 0;
  const search = async (path: string, body: object): Promise<void> => {
    const { status } = await caller.post(path, body);
    if (status !== 200) throw new Error(`${path} answered ${status}`);
  };
  return {
    text: () => {
      sent += 1;
      const query = `${of(COLOURS, sent)} ${of(THINGS, sent * 5)} ${sent}`;
      return search('/v1/search', { query, k: RESULTS });
    },
    image: () => {
      sent += 1;
      const image = neverSent(of(images, sent), sent);
      return search('/v1/search', { image_base64: image.toString('base64'), k: RESULTS });
    },
    similar: (at) => search('/v1/similar', { asset_id: of(results, at).asset_id, k: RESULTS }),
    file: async (at) => {
      const { status } = await caller.get(of(results, at).thumb);
      if (status !== 302) throw new Error(`a file address answered ${status}`);
    },
  };
}
