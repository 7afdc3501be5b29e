import { decodeJson, parseJson } from '#src/http/body/parse-json';
import { searchBodySchema } from '#src/search/schemas/bodies';
import { toFilters } from '#src/search/schemas/filters';
import { validateBody } from '#src/http/schemas/validate';

const ROUNDS = 30;
const REQUESTS_PER_ROUND = 500;
const IMAGE_BYTES = 1024 * 1024;

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
  ['a picture of 1 MiB', { image_base64: Buffer.alloc(IMAGE_BYTES).toString('base64') }],
  ['three faults', { query: '', k: 0, qurey: 'x' }],
];

/** What parsing and validation add to a request: bounds, JSON, schema and filters. */
function microsecondsPerRequest(body: unknown): number {
  const json = Buffer.from(JSON.stringify(body));
  const perRound: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const startedAt = performance.now();
    for (let request = 0; request < REQUESTS_PER_ROUND; request += 1) validate(json);
    perRound.push(((performance.now() - startedAt) * 1_000) / REQUESTS_PER_ROUND);
  }
  return perRound.sort((a, b) => a - b)[Math.floor(ROUNDS / 2)] ?? 0;
}

function validate(json: Buffer): void {
  try {
    toFilters(validateBody(searchBodySchema, parseJson(decodeJson(json))).filters);
  } catch {
    // A refusal is measured like an answer.
  }
}

console.log('What parsing and validation add, µs a request (median of rounds)');
console.table(
  BODIES.map(([body, sent]) => ({ body, microseconds: Number(microsecondsPerRequest(sent).toFixed(1)) })),
);
