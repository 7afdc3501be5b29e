import { startBenchStack } from '@imagesearch/testkit/bench/bench-stack';
import { of, QUERIES, RESULTS } from './queries.js';
import { openStages } from './stages.js';
import { measure, printMeasurements, type Measurement } from '@imagesearch/testkit/bench/measure';

const ROUNDS = 3;
const SERIAL_REQUESTS = 150;
const PARALLEL_REQUESTS = 300;
const CLIENTS = 8;

/**
 * A warm text search over HTTP, beside the four gRPC calls that it consists of. The difference is what the gateway adds:
 * admission, the order of the results, billing and JSON. The two alternate within one run, so that both meet the same load.
 */
async function main(): Promise<void> {
  const bench = await startBenchStack();
  try {
    const stages = openStages(bench.stack.addresses);
    const ways: [name: string, search: (query: string) => Promise<unknown>][] = [
      ['HTTP', (query) => bench.search({ query, k: RESULTS })],
      ['four gRPC calls', (query) => stages.run(query, RESULTS)],
    ];
    for (const query of QUERIES) await Promise.all(ways.map(([, search]) => search(query)));

    const serial: Measurement[] = [];
    const parallel: Measurement[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const [name, search] of ways) {
        serial.push(
          await measure(name, { requests: SERIAL_REQUESTS, clients: 1 }, (at) => search(of(QUERIES, at))),
        );
        parallel.push(
          await measure(name, { requests: PARALLEL_REQUESTS, clients: CLIENTS }, (at) =>
            search(of(QUERIES, at)),
          ),
        );
      }
    }
    printMeasurements('One client', serial);
    printMeasurements(`${CLIENTS} clients`, parallel);
    console.log(`peak memory of the process: ${Math.round(process.resourceUsage().maxRSS / 1024)} MiB`);
    stages.close();
  } finally {
    await bench.close();
  }
}

await main();
process.exit(0);
