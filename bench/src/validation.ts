import { isDeeperThan } from '@imagesearch/gateway/http/middleware/json-body';
import { searchBodySchema } from '@imagesearch/gateway/http/schemas/bodies';
import { toFilters } from '@imagesearch/gateway/http/schemas/filters';
import { validateBody } from '@imagesearch/gateway/http/schemas/validate';

const ROUNDS = 30;
const REQUESTS_PER_ROUND = 5_000;
const PICTURE_BYTES = 1024 * 1024;

const BODIES: [name: string, body: unknown][] = [
  ['words', { query: 'happy dog', k: 10 }],
  [
    'words and twelve filters',
    {
      query: 'empty beach',
      k: 20,
      filters: {
        luminance_min: 0.2,
        luminance_max: 0.9,
        faces_min: 0,
        faces_max: 3,
        aspect_min: 1,
        aspect_max: 2,
        orientation: 'landscape',
        neg_space_any: ['left', 'top'],
        palette_near: '#0af',
        commercial: true,
        license_any: ['cc0', 'cc-by-4.0'],
        ai_generated: false,
      },
    },
  ],
  ['a picture of 1 MiB', { image_base64: Buffer.alloc(PICTURE_BYTES).toString('base64') }],
  ['three faults', { query: '', k: 0, qurey: 'x' }],
];

/** What validation adds to a request: depth, schema and filters, of a body that is parsed already. */
function microsecondsPerRequest(body: unknown): number {
  const perRound: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const startedAt = performance.now();
    for (let request = 0; request < REQUESTS_PER_ROUND; request += 1) validate(body);
    perRound.push(((performance.now() - startedAt) * 1_000) / REQUESTS_PER_ROUND);
  }
  return perRound.sort((a, b) => a - b)[Math.floor(ROUNDS / 2)] ?? 0;
}

function validate(body: unknown): void {
  isDeeperThan(16, body);
  try {
    toFilters(validateBody(searchBodySchema, body).filters);
  } catch {
    // A refusal is measured like an answer.
  }
}

console.log('What validation adds, µs a request (median of rounds)');
console.table(
  BODIES.map(([body, sent]) => ({ body, microseconds: Number(microsecondsPerRequest(sent).toFixed(1)) })),
);
