import { loadavg } from 'node:os';
import { parseDesign } from '@imagesearch/brief-parser/parse-design';
import { detachedCall } from '@imagesearch/service-kit/call-context';
import { printOut } from '@imagesearch/service-kit/process/terminal';
import { startBenchStack, type BenchStack } from '@imagesearch/testkit/bench/bench-stack';
import { cutOut, negativeOf } from '@imagesearch/testkit/images/changed-images';
import type { HydratedCandidate } from '#src/search/candidate';
import type { SearchStages } from '#src/search/ports';
import { findImages, type Brief } from '#src/search/search';
import { openStages, type BenchStages } from './steps/open-stages.js';
import { compareInTurns } from './steps/turns.js';

/** Of each way in each round. */
const TEXT_SEARCHES = 20;
const IMAGE_SEARCHES = 6;
const RESULTS = 10;
const CALL_TIMEOUT_MS = 10_000;
const IMAGE_ID = 'openmoji:1F415';

const RIGHT = ['happy dog', 'red apple', 'man with a hat', 'train station', 'heart', 'fire engine', 'rain'];

const WORDS: readonly (readonly [title: string, queries: readonly string[]])[] = [
  ['Words spelled right', RIGHT],
  ['Words spelled wrong', ['hapy dog', 'red aple', 'smileing cat']],
  ['Kinds', ['footwear', 'clothing', 'vehicle', 'musical instrument']],
  ['Another language', ['perro feliz', 'manzana roja']],
  ['Emoji', ['🐶', '🍎']],
];

const BRIEFS = ['happy dog, space on the left', 'red apple, black and white', 'tree, blue background'];

/**
 * What each step of finding adds to a search without it, in turns within one run: the gateway's own search over the four
 * services in this process, without HTTP and billing, and with no vector cached.
 */
async function main(): Promise<void> {
  const bench = await startBenchStack();
  const stages = openStages(bench.stack.addresses);
  try {
    printLoad();
    for (const [title, queries] of WORDS) await compareWords(title, queries, stages);
    await compareBriefs(stages);
    await compareSentences(stages);
    await compareImages(await imageOf(bench), stages);
    printLoad();
  } finally {
    stages.close();
    await bench.close();
  }
}

/** Beside a search for the words that each query ends up with, so that both rank about the same images. */
async function compareWords(
  title: string,
  queries: readonly string[],
  { every, unchecked }: BenchStages,
): Promise<void> {
  const wording = { exact: false, languages: NO_LANGUAGES };
  const meant = await Promise.all(
    queries.map((query) => every.spelling.check(query, wording, detachedCall(CALL_TIMEOUT_MS))),
  );
  const shown = meant.map(({ words, kinds }, at) => {
    const found = kinds.flatMap((ofWord) => ofWord.kinds);
    return `${of(queries, at)} → ${words}${found.length > 0 ? ` (kinds: ${found.join(', ')})` : ''}`;
  });
  await compareInTurns(
    `${title}: ${shown.join(', ')}`,
    [
      { name: 'as written', search: (at) => find({ query: of(queries, at) }, every) },
      { name: 'the words found, unchecked', search: (at) => find({ query: of(meant, at).words }, unchecked) },
    ],
    TEXT_SEARCHES,
  );
}

/** A brief recalls what its filters let through and what they do not, so that it is compared with both. */
async function compareBriefs({ every, unchecked }: BenchStages): Promise<void> {
  const read = BRIEFS.map((brief) => parseDesign(brief));
  await compareInTurns(
    `A brief: ${BRIEFS.join(' · ')}`,
    [
      { name: 'as written', search: (at) => find({ query: of(BRIEFS, at), parseDesign: true }, every) },
      {
        name: 'its words and filters, stated',
        search: (at) => {
          const { rest, filters } = of(read, at);
          return find({ query: rest, filters }, unchecked);
        },
      },
      { name: 'its words alone', search: (at) => find({ query: of(read, at).rest }, unchecked) },
    ],
    TEXT_SEARCHES,
  );
}

async function compareSentences({ every, unchecked, withoutSentences }: BenchStages): Promise<void> {
  const { sentence } = await every.encoder.encodeText(of(RIGHT, 0), detachedCall(CALL_TIMEOUT_MS));
  if (sentence === undefined) return;
  const plain = { ...unchecked, encoder: withoutSentences.encoder };
  await compareInTurns(
    'A sentence encoder',
    [
      { name: 'with it', search: (at) => find({ query: of(RIGHT, at) }, unchecked) },
      { name: 'without', search: (at) => find({ query: of(RIGHT, at) }, plain) },
    ],
    TEXT_SEARCHES,
  );
}

/** Each search sends bytes that no cache knows. */
async function compareImages(image: Uint8Array, { every, withoutLikeness }: BenchStages): Promise<void> {
  const images = [
    ['An image that is indexed', image, 'the same'],
    ['A part of one', await cutOut(image), 'whole of a part'],
    ['An image that is not indexed', await negativeOf(image), 'unknown'],
  ] as const;
  let sent = 0;
  for (const [title, bytes, known] of images) {
    const search = (stages: SearchStages) => {
      sent += 1;
      return find({ image: Buffer.concat([bytes, Buffer.from(`${sent}`)]) }, stages);
    };
    const { results } = await search(every);
    if (knownAs(results[0]) !== known) throw new Error(`${title} is ${knownAs(results[0])}`);
    await compareInTurns(
      title,
      [
        { name: 'known again', search: () => search(every) },
        { name: 'compared by its vector alone', search: () => search(withoutLikeness) },
      ],
      IMAGE_SEARCHES,
    );
  }
}

function knownAs(result: HydratedCandidate | undefined): 'the same' | 'whole of a part' | 'unknown' {
  if (result?.isSameImage === true) return 'the same';
  return result?.containsImage === true ? 'whole of a part' : 'unknown';
}

const NO_LANGUAGES: Brief['languages'] = { stated: null, read: [] };

function find(
  asked: Partial<Pick<Brief, 'query' | 'image' | 'parseDesign' | 'filters'>>,
  stages: SearchStages,
) {
  const brief: Brief = {
    query: null,
    image: null,
    parseDesign: false,
    k: RESULTS,
    filters: {},
    exact: false,
    languages: NO_LANGUAGES,
    minScore: 0,
    page: { place: undefined, requestHash: Buffer.alloc(0), now: new Date() },
    ...asked,
  };
  return findImages(brief, stages, detachedCall(CALL_TIMEOUT_MS));
}

async function imageOf({ stack, key }: BenchStack): Promise<Uint8Array> {
  const response = await fetch(`${stack.gateway.baseUrl()}/v1/asset/direct/${IMAGE_ID}`, {
    headers: { 'X-API-Key': key },
  });
  if (!response.ok) throw new Error(`${IMAGE_ID} answered ${response.status}`);
  return new Uint8Array(await response.arrayBuffer());
}

function printLoad(): void {
  printOut(`\nProcesses that wait for a core, mean of a minute: ${(loadavg()[0] ?? 0).toFixed(1)}`);
}

function of<Value>(values: readonly Value[], at: number): Value {
  return values[at % values.length] as Value;
}

await main();
process.exit(0);
