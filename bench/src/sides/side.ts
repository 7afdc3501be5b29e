import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { join } from 'node:path';

/** Something that answers over HTTP, to be compared with another one. */
export interface Side {
  name: string;
  /** POST; the answer's JSON. @throws Error for an answer without status 200. */
  ask: (path: string, body: object) => Promise<Answer>;
  close: () => Promise<void>;
}

interface Answer {
  results: { asset_id: string }[];
}

/** What a process says once it serves. */
export interface Served {
  baseUrl: string;
  key: string;
}

interface ForkedOptions {
  /** Its main module, and the module's arguments. */
  command: readonly [script: string, ...args: string[]];
  cwd?: string;
  env?: NodeJS.ProcessEnv;
  /** After it ended. */
  cleanUp?: () => Promise<void>;
}

export interface ForkedSide extends Side {
  served: Served;
}

/** A side in a process of its own, which says what it serves and ends when this process leaves. */
export async function forkSide(name: string, options: ForkedOptions): Promise<ForkedSide> {
  const { command, cwd, env, cleanUp } = options;
  const [script, ...args] = command;
  const server = fork(script, args, { cwd, env: { ...process.env, ...env }, execArgv: profilerOf(name) });
  const served = await servedBy(server, name);
  const side = sideAt(name, served);
  return {
    ...side,
    served,
    close: async () => {
      await side.close();
      server.disconnect();
      if (server.exitCode === null) await once(server, 'exit');
      await cleanUp?.();
    },
  };
}

async function servedBy(server: ChildProcess, name: string): Promise<Served> {
  const [served] = (await Promise.race([
    once(server, 'message'),
    once(server, 'exit').then(([code]) => {
      throw new Error(`${name} did not start (exit ${String(code)}).`);
    }),
  ])) as [Served];
  return served;
}

/** With CPU_PROFILES set, each side writes a processor profile there when it ends. */
function profilerOf(name: string): string[] {
  const dir = process.env['CPU_PROFILES'];
  return dir === undefined
    ? []
    : ['--cpu-prof', `--cpu-prof-dir=${dir}`, `--cpu-prof-name=${name}.cpuprofile`];
}

const CLIENTS_MAX = 64;

/** A server that others start and stop. */
export function sideAt(name: string, { baseUrl, key }: Served): Side {
  const agent = new Agent({ keepAlive: true, maxSockets: CLIENTS_MAX });
  return {
    name,
    ask: (path, body) => post(new URL(path, baseUrl), JSON.stringify(body), key, agent),
    close: () => {
      agent.destroy();
      return Promise.resolve();
    },
  };
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

interface StackOptions {
  name: string;
  /** The folder of a build. */
  tree: string;
  /** Filled already. */
  dataDir: string;
  env?: NodeJS.ProcessEnv;
  /** After it ended. */
  cleanUp?: () => Promise<void>;
}

/** All services of a build in one process of its own. */
export function startStackSide({ name, tree, dataDir, ...options }: StackOptions): Promise<ForkedSide> {
  return forkSide(name, {
    command: [join(import.meta.dirname, 'serve-stack.js'), tree, dataDir],
    cwd: tree,
    ...options,
  });
}
