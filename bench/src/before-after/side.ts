import { fork } from 'node:child_process';
import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { join } from 'node:path';
import type { Checkout } from './checkout.js';
import { copyOfData } from './data-copy.js';
import type { Served } from './serve.js';

/** A build that serves in a process of its own, over a copy of its data. */
export interface Side {
  name: string;
  /** POST; the answer's JSON. @throws Error for an answer without status 200. */
  ask: (path: string, body: object) => Promise<Answer>;
  close: () => Promise<void>;
}

export interface Answer {
  results: { asset_id: string }[];
}

export async function startSide({ commit, tree, dataDir }: Checkout): Promise<Side> {
  const name = commit.slice(0, 7);
  const copy = await copyOfData(dataDir);
  const server = fork(join(import.meta.dirname, 'serve.js'), [tree, copy.dir], {
    cwd: tree,
    execArgv: profilerOf(name),
  });
  const [served] = (await Promise.race([
    once(server, 'message'),
    once(server, 'exit').then(([code]) => {
      throw new Error(`${name} did not start (exit ${String(code)}).`);
    }),
  ])) as [Served];
  const agent = new Agent({ keepAlive: true, maxSockets: CLIENTS_MAX });
  return {
    name,
    ask: (path, body) => post(new URL(path, served.baseUrl), JSON.stringify(body), served.key, agent),
    close: async () => {
      agent.destroy();
      server.disconnect();
      if (server.exitCode === null) await once(server, 'exit');
      await copy.remove();
    },
  };
}

const CLIENTS_MAX = 64;

/** With CPU_PROFILES set, each side writes a processor profile there when it ends. */
function profilerOf(name: string): string[] {
  const dir = process.env['CPU_PROFILES'];
  return dir === undefined
    ? []
    : ['--cpu-prof', `--cpu-prof-dir=${dir}`, `--cpu-prof-name=${name}.cpuprofile`];
}

/** Over `node:http` and not `fetch`, because the clients share the machine's cores with what they measure. */
function post(address: URL, body: string, key: string, agent: Agent): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const headers = {
      'X-API-Key': key,
      'Content-Type': 'application/json',
      'Content-Length': Buffer.byteLength(body),
    };
    const asked = request(address, { method: 'POST', agent, headers }, (response) => {
      const parts: Buffer[] = [];
      response.on('data', (part: Buffer) => parts.push(part));
      response.on('error', reject);
      response.on('end', () => {
        const text = Buffer.concat(parts).toString('utf8');
        if (response.statusCode === 200) resolve(JSON.parse(text) as Answer);
        else reject(new Error(`${address.pathname} answered ${String(response.statusCode)}: ${text}`));
      });
    });
    asked.on('error', reject);
    asked.end(body);
  });
}
