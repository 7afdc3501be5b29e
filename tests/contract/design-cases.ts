import type { Answer } from '@imagesearch/testkit/stack/caller';
import { post, type Case, type Expected } from './case.js';

interface DesignAnswer {
  query: string;
  count: number;
  relaxed?: string[];
  applied_design?: {
    filters: Record<string, unknown>;
    phrases: { text: string; start: number; end: number; filters: Record<string, unknown> }[];
    query: string;
  };
}

const SIDES = ['left', 'right', 'top', 'bottom'];

/** A brief, the words that are left of it, and the filters read from it. */
const READ: [query: string, rest: string, filters: object][] = [
  ['black and white photo of a ball', 'ball', { monochrome: true }],
  ['ball, not black and white', 'ball', { monochrome: false }],
  ['ball, dark', 'ball', { luminance_max: 0.35 }],
  ['very bright picture of a ball', 'ball', { luminance_min: 0.8 }],
  ['ball, portrait orientation', 'ball', { aspect_max: 0.95 }],
  ['panorama with a ball', 'ball', { aspect_min: 2 }],
  ['ball, 16:9', 'ball', { aspect_min: 1.72, aspect_max: 1.83 }],
  ['ball, no people', 'ball', { faces_max: 0 }],
  ['two people with a ball', 'ball', { faces_min: 2, faces_max: 2 }],
  ['ball with copy space', 'ball', { neg_space_any: SIDES }],
  ['ball, room for text at the top', 'ball', { neg_space_any: ['top'] }],
  ['ball in blue tones', 'ball', { palette_near: '#0000ff' }],
  ['ball, free for commercial use', 'ball', { commercial: true }],
  ['ball that can be edited', 'ball', { derivatives: true }],
  ['ball, no attribution needed', 'ball', { attribution_required: false }],
  ['ball, not dark', 'ball', {}],
  ['a bright idea', 'a bright idea', {}],
  ['black and white ball', 'black and white ball', {}],
  ['🎾 no people', '🎾', { faces_max: 0 }],
];

const design = (name: string, sent: object, expected: Partial<Expected>): Case => ({
  name: `/v1/search ${name}`,
  request: post('/v1/search', sent),
  expected: { status: 200, ...expected },
});

export const DESIGN_CASES: Case[] = [
  design('takes parse_design: false', { query: 'ball', parse_design: false }, { check: saysNothing }),
  design('says nothing of the design unasked', { query: 'ball, no people' }, { check: saysNothing }),
  ...READ.map(([query, rest, filters]) =>
    design(
      `reads "${query}"`,
      { query, parse_design: true, k: 1 },
      {
        body: { query, applied_design: { query: rest } },
        check: (answer) => {
          quotesTheQuery(answer);
          same(bodyOf(answer).applied_design?.filters, filters, 'filters');
        },
      },
    ),
  ),
  design(
    'holds a filter above one read from the words',
    { query: 'dark image of a ball', parse_design: true, k: 1, filters: { luminance_min: 0.5 } },
    { body: { applied_design: { filters: {}, query: 'ball' } }, check: quotesTheQuery },
  ),
  design(
    'relaxes what was read from the words when nothing satisfies it, and says so',
    { query: 'ball, at least 900 people', parse_design: true, k: 1, filters: { ai_generated: false } },
    { body: { count: 1, relaxed: ['faces_min'], applied_design: { filters: { faces_min: 900 } } } },
  ),
  design(
    'never relaxes a filter of the caller',
    { query: 'ball', k: 1, filters: { faces_min: 900 } },
    { body: { count: 0, results: [] }, check: isNotRelaxed },
  ),
  design(
    'relaxes nothing when there is enough',
    { query: 'ball, no people', parse_design: true, k: 1 },
    { body: { count: 1 }, check: isNotRelaxed },
  ),
  design(
    'answers a brief that is all about the design',
    { query: 'no people', parse_design: true, k: 1 },
    { body: { count: 1, ranking: 'none', applied_design: { query: '' } } },
  ),
  {
    name: '/v1/similar relaxes no filter of the caller',
    request: ({ assetId }) => post('/v1/similar', { asset_id: assetId, k: 1, filters: { faces_min: 900 } }),
    expected: { status: 200, body: { count: 0 }, check: isNotRelaxed },
  },
];

function bodyOf({ body }: Answer): DesignAnswer {
  return body as DesignAnswer;
}

function saysNothing(answer: Answer): void {
  if (bodyOf(answer).applied_design !== undefined) throw new Error('the answer speaks of the design');
}

function isNotRelaxed(answer: Answer): void {
  same(bodyOf(answer).relaxed, undefined, 'relaxed');
}

function quotesTheQuery(answer: Answer): void {
  const { query, applied_design: design } = bodyOf(answer);
  for (const { text, start, end } of design?.phrases ?? []) same(query.slice(start, end), text, 'phrase');
}

function same(seen: unknown, wanted: unknown, what: string): void {
  const [one, other] = [seen, wanted].map((value) => JSON.stringify(value));
  if (one !== other) throw new Error(`${what}: ${one ?? 'nothing'} and not ${other ?? 'nothing'}`);
}
