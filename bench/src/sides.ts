import { execFile, fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { printOut } from '@imagesearch/service-kit/process/terminal';

/** What answers over HTTP in a process of its own, to be compared with another one. */
export interface Side {
  name: string;
  served: Served;
  /** Resolves once the answer is read. @throws Error for a status of 400 and above. */
  ask: (request: Request) => Promise<void>;
  close: () => Promise<void>;
}

/** What a process says once it serves. */
export interface Served {
  baseUrl: string;
  key: string;
  /** Where ingestion finds the services, by variables of its environment. */
  addresses?: Readonly<Record<string, string>>;
}

/** With a body a POST, else a GET. */
export interface Request {
  path: string;
  body?: object;
}

const CLIENTS_MAX = 64;

/** What serves already. */
export function sideAt(name: string, served: Served, end: () => Promise<unknown>): Side {
  const agent = new Agent({ keepAlive: true, maxSockets: CLIENTS_MAX });
  return {
    name,
    served,
    ask: ({ path, body }) => send(new URL(path, served.baseUrl), body, served.key, agent),
    close: async () => {
      agent.destroy();
      await end();
    },
  };
}

/** @param command Main module and arguments of a process that says what it serves and ends when this process leaves. */
export async function forkSide(
  name: string,
  [script, ...args]: readonly [script: string, ...args: string[]],
  options: { cwd?: string; env?: NodeJS.ProcessEnv } = {},
): Promise<Side> {
  const env = { ...process.env, ...options.env };
  const server = fork(script, args, { ...options, env, execArgv: [] });
  return sideAt(name, await servedBy(server, name), async () => {
    server.disconnect();
    if (server.exitCode === null) await once(server, 'exit');
  });
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

/** Over `node:http` and not `fetch`, because the clients share the machine's cores with what they measure. */
function send(address: URL, body: object | undefined, key: string, agent: Agent): Promise<void> {
  return new Promise((resolve, reject) => {
    const headers = { 'X-API-Key': key, 'Content-Type': 'application/json' };
    const method = body === undefined ? 'GET' : 'POST';
    const asked = request(address, { method, agent, headers }, (response) => {
      response.resume().on('error', reject);
      response.on('end', () => {
        if ((response.statusCode ?? 500) < 400) resolve();
        else reject(new Error(`${address.pathname} answered ${String(response.statusCode)}`));
      });
    });
    asked.on('error', reject);
    asked.end(body && JSON.stringify(body));
  });
}

/** All services of a build in one process of its own. @param tree The folder of the build. @param dataDir Filled already. */
export function startStackSide(name: string, tree: string, dataDir: string): Promise<Side> {
  return forkSide(name, [join(import.meta.dirname, 'serve-stack.js'), tree, dataDir], { cwd: tree });
}

const OUTPUT_BYTES_MAX = 256 * 1024 * 1024;

/** Fills a data folder with a build's own ingestion of the demonstration's collection, or of `limit` images of it. */
export async function fillWithDemo(tree: string, dataDir: string, limit: string | undefined): Promise<void> {
  printOut(`Filling ${dataDir}`);
  const args = [
    'packages/local-stack/dist/demo.js',
    '--once',
    ...(limit === undefined ? [] : ['--limit', limit]),
  ];
  const env = { ...process.env, DATA_DIR: dataDir, PORT: '0', LOG_LEVEL: 'warn' };
  await promisify(execFile)(process.execPath, args, { cwd: tree, env, maxBuffer: OUTPUT_BYTES_MAX });
}
