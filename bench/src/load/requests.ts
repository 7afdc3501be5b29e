import { setTimeout as sleep } from 'node:timers/promises';
import { draw } from '@imagesearch/testkit/images/small-collection';
import type { Caller } from '@imagesearch/testkit/stack/caller';
import { quantile } from '@imagesearch/testkit/bench/measure';
import { neverSent, of, RESULTS } from '../queries.js';

const COLOURS = ['red', 'blue', 'green', 'black', 'old', 'small'];
const THINGS = ['apple', 'dog', 'train', 'house', 'heart', 'flower', 'hat', 'fish'];

export const KINDS = ['text', 'image', 'similar', 'file'] as const;
export type Kind = (typeof KINDS)[number];

/** Sends one request; rejects when it is not answered as it should be. */
export type Send = (at: number) => Promise<void>;

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
      return search('/v1/search', { query: `${words(sent)} ${sent}`, k: RESULTS });
    },
    image: () => {
      sent += 1;
      const image = neverSent(of(images, sent), sent);
      return search('/v1/search', { image_base64: image.toString('base64'), k: RESULTS });
    },
    similar: (at) => search('/v1/similar', { asset_id: of(results, at).asset_id, k: RESULTS }),
    file: async (at) => {
      const { status } = await caller.get(of(results, at).thumb);
      if (status !== 302 && status !== 307) throw new Error(`a file address answered ${status}`);
    },
  };
}

function words(at: number): string {
  return `${of(COLOURS, at)} ${of(THINGS, at * 5)}`;
}

export interface Served {
  perSecond: number;
  latenciesMs: number[];
  failed: number;
}

/** How long requests took, and how many were not answered as they should be. */
class Counter {
  readonly #startedAt = performance.now();
  readonly #latenciesMs: number[] = [];
  #failed = 0;

  get elapsedMs(): number {
    return performance.now() - this.#startedAt;
  }

  async send(send: Send, at: number): Promise<void> {
    const sentAt = performance.now();
    try {
      await send(at);
      this.#latenciesMs.push(performance.now() - sentAt);
    } catch {
      this.#failed += 1;
    }
  }

  served(): Served {
    return {
      perSecond: (1_000 * this.#latenciesMs.length) / this.elapsedMs,
      latenciesMs: this.#latenciesMs,
      failed: this.#failed,
    };
  }
}

export function latencyMs({ latenciesMs }: Pick<Served, 'latenciesMs'>, share: number): number {
  return quantile(
    latenciesMs.toSorted((one, other) => one - other),
    share,
  );
}

/** That many clients for that long, each sending its next request when the last one is answered. */
export async function serve(send: Send, clients: number, forMs: number): Promise<Served> {
  const counter = new Counter();
  let next = 0;
  await Promise.all(
    Array.from({ length: clients }, async () => {
      while (counter.elapsedMs < forMs) await counter.send(send, (next += 1));
    }),
  );
  return counter.served();
}

/** So many requests a second for that long, whatever becomes of the earlier ones. @param from Number of the first. */
export async function serveSteadily(
  send: Send,
  { perSecond, forMs, from }: { perSecond: number; forMs: number; from: number },
): Promise<Served> {
  const counter = new Counter();
  const inFlight: Promise<void>[] = [];
  const count = Math.round((perSecond * forMs) / 1_000);
  for (let sent = 0; sent < count; sent += 1) {
    inFlight.push(counter.send(send, from + sent));
    await sleep(Math.max(0, ((sent + 1) * 1_000) / perSecond - counter.elapsedMs));
  }
  await Promise.all(inFlight);
  return counter.served();
}
