import type { Stack } from '@imagesearch/local-stack/stack';
import { z } from 'zod';
import { CUTOFF } from './metrics.js';

const REQUEST_TIMEOUT_MS = 20_000;

const answerSchema = z.object({
  degraded: z.boolean().optional(),
  results: z.array(z.object({ asset_id: z.string() })),
});

/** The product behind a key of a plan without limits, because a measurement asks faster than a person. */
export async function productOf({ gateway }: Stack): Promise<Product> {
  const account = await gateway.accounts().ensure({ name: 'relevance', plan: 'custom', billingDay: 1 });
  const { key } = await gateway.keys().create(account.id, { environment: 'live' });
  return new Product(gateway.baseUrl(), key);
}

export interface Brief {
  query: string;
  image_base64?: string;
  exact?: boolean;
  lang?: string;
  parse_design?: boolean;
}

/** The product as its callers have it, over HTTP. */
export class Product {
  readonly #baseUrl: string;
  readonly #key: string;

  constructor(baseUrl: string, key: string) {
    this.#baseUrl = baseUrl;
    this.#key = key;
  }

  /** Asset ids, best first. */
  async search(brief: Brief): Promise<string[]> {
    const response = await this.#fetch('/v1/search', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ ...brief, k: CUTOFF }),
    });
    const { degraded, results } = answerSchema.parse(await response.json());
    if (degraded === true) throw new Error('The search was degraded: this would measure another system.');
    return results.map(({ asset_id }) => asset_id);
  }

  /** An asset's file, as a search takes it. */
  async imageBase64(assetId: string): Promise<string> {
    const response = await this.#fetch(`/v1/asset/direct/${assetId}`);
    return Buffer.from(await response.arrayBuffer()).toString('base64');
  }

  async #fetch(
    path: string,
    init: { method?: string; headers?: object; body?: string } = {},
  ): Promise<Response> {
    const response = await fetch(this.#baseUrl + path, {
      ...init,
      headers: { 'X-API-Key': this.#key, ...init.headers },
      signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
    });
    if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`);
    return response;
  }
}
