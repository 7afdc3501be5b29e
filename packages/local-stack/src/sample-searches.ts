import { printableText } from '@imagesearch/service-kit/text/printable-text';
import { printOut } from '@imagesearch/service-kit/process/terminal';
import Table from 'cli-table3';
import { z } from 'zod';
import { consoleUrl } from './demo-keys.js';

const REQUEST_TIMEOUT_MS = 15_000;
const RESULTS = 5;
/** Few images of the collection fit the image and the words. */
const RESULTS_OF_BOTH = 3;

const answerSchema = z.object({
  latency_ms: z.number(),
  mode: z.string(),
  ranking: z.string(),
  results: z
    .array(
      z.object({
        asset_id: z.string(),
        score: z.number(),
        title: z.string(),
        thumb: z.string(),
        rights: z.object({
          license: z.string(),
          commercial: z.boolean().nullable(),
          attribution_required: z.boolean().nullable(),
          attribution: z.string().nullable(),
        }),
      }),
    )
    .min(1, 'the search found nothing'),
});

type Answer = z.output<typeof answerSchema>;

/**
 * Runs one search of each kind through the public API and prints the results as tables. The searches by image use the
 * best result of the search by words. @throws Error when an answer is missing, empty or of another shape.
 */
export async function runSampleSearches(baseUrl: string, key: string): Promise<void> {
  const post = (path: string, body: object) => ask(`${baseUrl}${path}`, key, body);
  const byWords = await post('/v1/search', { query: 'smiling cat', k: RESULTS });
  print('Words: "smiling cat"', byWords);
  const [seed] = byWords.results;
  if (!seed) return;
  const { asset_id, title } = seed;
  const named = printableText(`${title} (${asset_id})`);
  const image = await download(`${baseUrl}/v1/asset/direct/${asset_id}`, key);
  const image_base64 = image.toString('base64');

  print(`Image: ${named}`, await post('/v1/search', { image_base64, k: RESULTS }));
  print(
    `Image and words: ${named}, "smiling"`,
    await post('/v1/search', { image_base64, query: 'smiling', k: RESULTS_OF_BOTH }),
  );
  // The photographs have no words: they are found by what they show.
  print(
    'Words, in photographs without any: "boats on a river"',
    await post('/v1/search', {
      query: 'boats on a river',
      filters: { source_any: ['photographs'] },
      k: RESULTS_OF_BOTH,
    }),
  );
  print(`Similar to ${named}`, await post('/v1/similar', { asset_id, k: RESULTS }));
  await download(seed.thumb, undefined);
}

async function ask(url: string, key: string, body: object): Promise<Answer> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'X-API-Key': key, 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
  });
  if (!response.ok) throw new Error(`${url} answered ${response.status}: ${await response.text()}`);
  return answerSchema.parse(await response.json());
}

/** Follows the redirect to the signed address. */
async function download(url: string, key: string | undefined): Promise<Buffer> {
  const response = await fetch(url, {
    headers: key === undefined ? {} : { 'X-API-Key': key },
    signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
  });
  if (!response.ok) throw new Error(`${url} answered ${response.status}: ${await response.text()}`);
  return Buffer.from(await response.arrayBuffer());
}

function print(title: string, answer: Answer): void {
  const table = new Table({
    head: ['score', 'asset', 'title', 'licence', 'commercial', 'credit line'],
    style: { head: [], border: [] },
  });
  for (const { score, asset_id, title: name, rights } of answer.results) {
    table.push([
      score.toFixed(3),
      printableText(asset_id),
      printableText(name),
      printableText(rights.license),
      rights.commercial === null ? 'unknown' : rights.commercial ? 'yes' : 'no',
      printableText(shorten(creditShown(rights))),
    ]);
  }
  printOut(
    `\n${title} (mode ${answer.mode}, ranking ${answer.ranking}, ${answer.latency_ms} ms)\n${table.toString()}`,
  );
}

const CREDIT_CHARS_MAX = 60;

function shorten(text: string): string {
  return text.length <= CREDIT_CHARS_MAX ? text : `${text.slice(0, CREDIT_CHARS_MAX - 1)}…`;
}

/** The part of an answer's rights that a credit line depends on. */
interface CreditFacts {
  attribution: string | null;
  /** Null is unknown. */
  attribution_required: boolean | null;
}

/** What a table shows as the credit line. No line is required only where the licence says so. */
export function creditShown({ attribution, attribution_required: isRequired }: CreditFacts): string {
  return attribution ?? (isRequired === false ? 'none required' : 'unknown');
}

/** Prints the address, a key and three requests that work as they are. */
export function printHowToSearch(baseUrl: string, key: string): void {
  const json = `-H 'X-API-Key: ${key}' -H 'Content-Type: application/json'`;
  printOut(`
Image search is running. Look at images in a browser:

  ${consoleUrl(baseUrl, key)}

  Address   ${baseUrl}
  API key   ${key}   (plan: starter; all keys: demo.json in the data folder)

Search by words:

  curl -s ${baseUrl}/v1/search ${json} -d '{"query": "smiling cat", "k": 3}'

Find images that look like the rose:

  curl -s ${baseUrl}/v1/similar ${json} -d '{"asset_id": "openmoji:1F339", "k": 3}'

Download an image, then search with it and with words:

  curl -sL -H 'X-API-Key: ${key}' ${baseUrl}/v1/asset/direct/openmoji:1F63A -o cat.png
  (printf '{"query": "smiling", "k": 3, "image_base64": "'; base64 < cat.png | tr -d '\\n'; printf '"}') |
    curl -s ${baseUrl}/v1/search ${json} -d @-

Stop with Ctrl-C.
`);
}
