import type { Collection } from '../assets/collection.js';
import type { Pricing } from '../billing/plans.js';
import type { AssetAnswer } from '../assets/asset-answer.js';
import type { Envelope } from '../search/envelope.js';
import type { z } from 'zod';
import type { issuedKeySchema, keySchema } from '../accounts/key-routes.js';
import type { usageByDaySchema } from '../accounts/usage-days-route.js';
import type { Usage } from '../accounts/usage.js';
import type { Readiness } from '../health/readiness.js';

const QUERY_ID = 'q_0f3d5a6b7c8e9f00112233445566778a';

const IMAGE = {
  asset_id: 'openmoji:1F436',
  title: 'dog face',
  tags: ['dog', 'face', 'pet'],
  creator: 'OpenMoji',
  source: 'openmoji',
  ai_generated: false,
  provenance: {
    ai: null,
    kind: null,
    evidence: null,
    statements: [],
    signature: null,
    claim_generator: null,
    created_at: null,
  },
  width: 618,
  height: 618,
  license: 'cc-by-sa-4.0',
  created_at: null,
  training: null,
  releases: { model: null, property: null },
  editorial_only: null,
  sensitive: null,
  licensor_url: null,
  rights: {
    license: 'cc-by-sa-4.0',
    license_verbatim: 'CC BY-SA 4.0',
    commercial: true,
    attribution_required: true,
    derivatives: true,
    share_alike: true,
    attribution:
      '"dog face" by OpenMoji, licensed under CC BY-SA 4.0 (https://creativecommons.org/licenses/by-sa/4.0/). ' +
      'Source: https://openmoji.org/library/emoji-1F436/',
    provenance_url: 'https://openmoji.org/library/emoji-1F436/',
    basis: 'As declared by the source; verify for critical use.',
    delivery: 'host' as const,
  },
  cv: {
    palette: ['#ffffff', '#a57939', '#000000'],
    luminance: 0.81,
    neg_space: ['left' as const, 'right' as const],
    faces: 0,
    aspect: 1,
  },
};

const addresses = (of: string) => {
  const file = `https://images.example.com/v1/asset/${of}/${IMAGE.asset_id}`;
  return { file, thumb: `${file}?v=thumb` };
};

export const ENVELOPE_EXAMPLE: Envelope = {
  query_id: QUERY_ID,
  query: 'happy dog',
  input_modality: 'text',
  count: 1,
  strong_count: 1,
  strong_score: 0.4,
  reachable: 1,
  cursor: null,
  latency_ms: 24,
  timing_ms: { encode: 2, retrieve: 9, hydrate: 6, rerank: 4 },
  mode: 'text',
  ranking: 'lexical',
  pool_size: 100,
  reranked: 100,
  backend: 'lancedb',
  results: [
    { ...IMAGE, ...addresses(QUERY_ID), score: 0.913204, matched: ['words', 'meaning'], duplicates: [] },
  ],
};

export const ASSET_EXAMPLE: AssetAnswer = {
  ...IMAGE,
  ...addresses('direct'),
  score: null,
  description: 'A friendly face with floppy ears.',
  format: 'png',
  has_location: false,
  indexed: true,
};

const READY = { ready: true, detail: 'ready', latency_ms: 2 };

export const READINESS_EXAMPLE: Readiness = {
  ready: true,
  checked_at: '2026-11-21T10:00:00.000Z',
  services: { embedding: READY, retrieval: READY, reranker: READY, rights: READY },
  model: 'lite',
  backend: 'lancedb',
  assets: 4292,
};

export const COLLECTION_EXAMPLE: Collection = {
  images: 292,
  sources: [
    { source: 'openmoji', images: 200 },
    { source: 'pictures', images: 92 },
  ],
  words: ['heart', 'face', 'harbour'],
  colours: ['#333366', '#ffcc33'],
  uploads: 'upload-6f1c2b8e0a9d',
};

export const PRICING_EXAMPLE: Pricing = {
  version: '2026-11-01',
  currency: 'USD',
  credits: {
    results_per_credit: 10,
    minimum_per_search: 1,
    asset_lookup_credits: 0,
    reset: 'Credits reset monthly on the billing date; unused credits do not roll over.',
  },
  plans: [
    {
      id: 'starter',
      name: 'Starter',
      monthly_usd: 29,
      annual_usd: 290,
      monthly_credits: 5000,
      image_search: true,
      similar_search: true,
      max_results: 100,
      limits: { rpm: 60, rpd: 5000, concurrent: 4 },
      support: 'Email',
      credit_packs: false,
    },
  ],
  credit_pack: { credits: 10_000, usd: 40, plans: ['scale', 'custom'] },
};

export const USAGE_EXAMPLE: Usage = {
  key: { key_id: '8d0f7c1e-5b7a-4c52-9d0a-3a51e2f6b714', scopes: ['search', 'asset', 'usage'] },
  plan: 'scale',
  period: { start: '2026-11-01T00:00:00.000Z', end: '2026-12-01T00:00:00.000Z' },
  credits: { granted: 75_000, used: 1, reserved: 2, remaining: 84_997, packs: 10_000 },
  windows: [
    { limit: 'rpm', quota: 1_000, used: 2, remaining: 998, reset_s: 57 },
    { limit: 'rpd', quota: 100_000, used: 2, remaining: 99_998, reset_s: 87_120 },
    { limit: 'concurrent', quota: 25, used: 1, remaining: 24, reset_s: 0 },
  ],
  searches: [
    {
      query_id: 'q_7d1e0c9b8a7f6e5d4c3b2a1908f7e6d5',
      endpoint: 'search',
      idempotency_key: null,
      status: 'in_flight',
      credits_charged: 0,
      created_at: '2026-11-21T10:00:02.512Z',
    },
    {
      query_id: QUERY_ID,
      endpoint: 'search',
      idempotency_key: '5f2c8f4e-6f0e-4a53-9b0d-2f3f1f0a7c11',
      status: 'answered',
      credits_charged: 1,
      created_at: '2026-11-21T10:00:00.000Z',
    },
  ],
};

export const KEY_EXAMPLE: z.output<typeof keySchema> = {
  key_id: '8d0f7c1e-5b7a-4c52-9d0a-3a51e2f6b714',
  name: 'shop',
  prefix: 'isk_live_Ab12c',
  scopes: ['search', 'asset'],
  bounds: { sources: ['studio'] },
  created_at: '2026-11-02T09:00:00.000Z',
  last_used_at: '2026-11-21T10:00:00.000Z',
  expires_at: null,
  revoked_at: null,
  replaces: null,
  state: 'live',
};

export const ISSUED_KEY_EXAMPLE: z.output<typeof issuedKeySchema> = {
  ...KEY_EXAMPLE,
  key: 'isk_live_Ab12cXq0s8nWmYt5v7Zb3LkPe9Rj4HdU1fGc6a0b9',
  last_used_at: null,
};

export const USAGE_BY_DAY_EXAMPLE: z.output<typeof usageByDaySchema> = {
  from: '2026-10-23',
  to: '2026-11-21',
  days: [
    {
      date: '2026-11-21',
      key_id: KEY_EXAMPLE.key_id,
      key_name: KEY_EXAMPLE.name,
      key_prefix: KEY_EXAMPLE.prefix,
      searches: 12,
      failed: 1,
      credits: 14,
    },
  ],
};
