import { startBenchStack } from './bench-stack.js';
import { openDirectSearch } from './direct-search.js';
import { measure, printMeasurements, type Measurement } from './measure.js';

const ROUNDS = 3;
const SERIAL_REQUESTS = 150;
const PARALLEL_REQUESTS = 300;
const CLIENTS = 8;
const QUERIES = [
  'happy dog',
  'red apple',
  'canine',
  'man with a hat',
  'train station',
  'heart',
  'fire engine',
  'rain',
];
const RESULTS = 10;

/**
 * A warm text search through HTTP, five services and their stores, beside the same work (word vectors, recall, assets,
 * reranking, the JSON of the answer) called in one process without HTTP, gRPC or database. The two take turns within
 * one run, so that noise of the machine falls on both.
 */
async function main(): Promise<void> {
  const bench = await startBenchStack();
  try {
    const direct = await openDirectSearch(bench.source, bench.dataDir, bench.stack.addresses);
    const overHttp = (query: string) => bench.search({ query, k: RESULTS });
    await warm(overHttp, direct.search);

    const serial: Measurement[] = [];
    const parallel: Measurement[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const [name, search] of [
        ['HTTP', overHttp],
        ['in process', direct.search],
      ] as const) {
        serial.push(
          await measure(name, { requests: SERIAL_REQUESTS, clients: 1 }, (at) => search(queryAt(at))),
        );
        parallel.push(
          await measure(name, { requests: PARALLEL_REQUESTS, clients: CLIENTS }, (at) => search(queryAt(at))),
        );
      }
    }
    printMeasurements('One client', serial);
    printMeasurements(`${CLIENTS} clients`, parallel);
    console.log(`peak memory of the process: ${Math.round(process.resourceUsage().maxRSS / 1024)} MiB`);
    await direct.close();
  } finally {
    await bench.close();
  }
}

const queryAt = (at: number): string => QUERIES[at % QUERIES.length] ?? 'dog';

/** Both ways answer every query once, with the same images in the same order, or the comparison means nothing. */
async function warm(...ways: ((query: string) => Promise<string>)[]): Promise<void> {
  for (const query of QUERIES) {
    const answers = await Promise.all(ways.map((search) => search(query)));
    const [one, other] = answers.map((answer) =>
      (JSON.parse(answer) as { results: { asset_id: string }[] }).results
        .map(({ asset_id }) => asset_id)
        .join(),
    );
    if (one !== other) throw new Error(`"${query}" is answered differently: ${one ?? ''} and ${other ?? ''}`);
  }
}

await main();
process.exit(0);
