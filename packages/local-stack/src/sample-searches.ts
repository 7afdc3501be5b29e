import { type Answer, ImageSearch, type Rights, type SearchAnswer } from '@imagesearch/sdk';
import { printableText } from '@imagesearch/service-kit/text/printable-text';
import { printOut } from '@imagesearch/service-kit/process/terminal';
import Table from 'cli-table3';
import { consoleUrl } from './demo-keys.js';

const RESULTS = 5;
/** Few images of the collection fit the image and the words. */
const RESULTS_OF_BOTH = 3;

/**
 * Runs one search of each kind through the public API and prints the results as tables. The searches by image use the
 * best result of the search by words. @throws Error when an answer is missing or empty.
 */
export async function runSampleSearches(baseUrl: string, apiKey: string): Promise<void> {
  const client = new ImageSearch({ baseUrl, apiKey });
  const seed = await show('Words: "smiling cat"', client.search({ query: 'smiling cat', k: RESULTS }));
  const named = printableText(`${seed.title} (${seed.asset_id})`);
  const { data: image } = await client.file(seed);

  await show(`Image: ${named}`, client.search({ image, k: RESULTS }));
  await show(
    `Image and words: ${named}, "smiling"`,
    client.search({ image, query: 'smiling', k: RESULTS_OF_BOTH }),
  );
  // The photographs have no words: they are found by what they show.
  await show(
    'Words, in photographs without any: "boats on a river"',
    client.search({
      query: 'boats on a river',
      filters: { source_any: ['photographs'] },
      k: RESULTS_OF_BOTH,
    }),
  );
  await show(`Similar to ${named}`, client.similar({ asset_id: seed.asset_id, k: RESULTS }));
  await client.file(seed, { variant: 'thumb' });
}

/** Prints the results. @returns the best one. */
async function show(title: string, search: Promise<Answer<SearchAnswer>>) {
  const { results, mode, ranking, latency_ms } = (await search).data;
  const [best] = results;
  if (best === undefined) throw new Error(`${title}: the search found nothing`);
  const table = new Table({
    head: ['score', 'asset', 'title', 'licence', 'commercial', 'credit line'],
    style: { head: [], border: [] },
  });
  for (const { score, asset_id, title: name, rights } of results) {
    table.push([
      score.toFixed(3),
      printableText(asset_id),
      printableText(name),
      printableText(rights.license),
      rights.commercial === null ? 'unknown' : rights.commercial ? 'yes' : 'no',
      printableText(shorten(creditShown(rights))),
    ]);
  }
  printOut(`\n${title} (mode ${mode}, ranking ${ranking}, ${latency_ms} ms)\n${table.toString()}`);
  return best;
}

const CREDIT_CHARS_MAX = 60;

function shorten(text: string): string {
  return text.length <= CREDIT_CHARS_MAX ? text : `${text.slice(0, CREDIT_CHARS_MAX - 1)}…`;
}

/** What a table shows as the credit line. No line is required only where the licence says so. */
export function creditShown(rights: Pick<Rights, 'attribution' | 'attribution_required'>): string {
  return rights.attribution ?? (rights.attribution_required === false ? 'none required' : 'unknown');
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
