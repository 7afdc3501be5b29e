/**
 * `address-guesser <base url> <connections>`: asks for file addresses of queries that do not exist, over so many
 * connections at once, until its input ends; then prints how often it was answered with each status, as JSON.
 */
import { randomBytes } from 'node:crypto';
import { Agent, get } from 'node:http';

const [baseUrl, connections] = process.argv.slice(2);
const agent = new Agent({ keepAlive: true, maxSockets: Number(connections) });
const counts = {};
let isRunning = true;

async function guess() {
  while (isRunning) {
    const status = await ask(`${baseUrl}/v1/asset/q_${randomBytes(16).toString('hex')}/drawn:red-disc`);
    counts[status] = (counts[status] ?? 0) + 1;
  }
}

function ask(url) {
  return new Promise((resolve) => {
    get(url, { agent }, (response) => {
      response.resume().once('end', () => resolve(response.statusCode));
    }).once('error', (error) => resolve(error.code));
  });
}

process.stdin.resume().once('end', () => (isRunning = false));
await Promise.all(Array.from({ length: Number(connections) }, guess));
agent.destroy();
process.stdout.write(JSON.stringify(counts));
