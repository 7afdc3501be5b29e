import { parseDesign } from '@imagesearch/brief-parser/parse-design';
import { startBenchStack } from '@imagesearch/testkit/bench/bench-stack';
import { measure, printMeasurements, quantile, type Measurement } from '@imagesearch/testkit/bench/measure';

const ROUNDS = 5;
const SEARCHES = 100;
const PARSES = 2_000;
const BRIEF = 'dark image of a red apple, no people, copy space on the left, free for commercial use';
/** The longest queries: briefs as people write them, phrases and nothing else, words that begin many phrases. */
const LONG: [name: string, part: string][] = [
  ['a brief over and over', `${BRIEF}, `],
  ['subjects alone', 'two dogs playing in the snow near a dark blue house, '],
  ['phrases alone', 'no people, '],
  ['sides', 'copy space on the left or '],
  ['half-phrases', 'not very black and '],
  ['brackets', '(dark '],
];
const CHARS_MAX = 1_000;

/** What reading a brief costs, by length and kind, and beside the search that it is a part of, in turns within one run. */
async function main(): Promise<void> {
  console.log('Reading a query, µs (p50, p99)');
  for (const [name, part] of LONG) {
    const [short, long] = [100, CHARS_MAX].map((chars) => microseconds(ofLength(part, chars)));
    if (!short || !long) continue;
    console.log(
      `  ${name.padEnd(22)} 100 characters ${short.p50.toFixed(0)}, ${short.p99.toFixed(0)} · ` +
        `${CHARS_MAX} characters ${long.p50.toFixed(0)}, ${long.p99.toFixed(0)} (p50 × ${(long.p50 / short.p50).toFixed(1)})`,
    );
  }
  await besideASearch();
}

function ofLength(part: string, chars: number): string {
  return part.repeat(Math.ceil(chars / part.length)).slice(0, chars);
}

function microseconds(query: string): { p50: number; p99: number } {
  const times: number[] = [];
  for (let run = 0; run < 2 * PARSES; run += 1) {
    const startedAt = performance.now();
    parseDesign(query);
    // The first half lets the compiler settle.
    if (run >= PARSES) times.push((performance.now() - startedAt) * 1_000);
  }
  times.sort((a, b) => a - b);
  return { p50: quantile(times, 0.5), p99: quantile(times, 0.99) };
}

async function besideASearch(): Promise<void> {
  const bench = await startBenchStack();
  try {
    const longest = ofLength(LONG[0]?.[1] ?? BRIEF, CHARS_MAX);
    const ask = (body: object) => () => bench.search({ k: 10, ...body });
    const ways: [name: string, work: () => Promise<unknown>][] = [
      ['read 1,000', () => Promise.resolve(parseDesign(longest))],
      ['brief', ask({ query: BRIEF, parse_design: true })],
      [
        'same by hand',
        ask({
          query: 'red apple',
          filters: { luminance_max: 0.35, faces_max: 0, neg_space_any: ['left'], commercial: true },
        }),
      ],
      ['text search', ask({ query: 'red apple' })],
    ];
    const measured: Measurement[] = [];
    for (const [, work] of ways) await measure('warm', { requests: SEARCHES, clients: 1 }, work);
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const [name, work] of ways) {
        measured.push(await measure(name, { requests: SEARCHES, clients: 1 }, work));
      }
    }
    printMeasurements('Beside a text search, one client', measured);
  } finally {
    await bench.close();
  }
}

await main();
process.exit(0);
