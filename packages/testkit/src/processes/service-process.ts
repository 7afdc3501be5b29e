import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { healthStatus } from '../stack/health-status.js';
import { until } from './until.js';

const ROOT = join(import.meta.dirname, '../../../..');

export type ServiceName = 'embedding' | 'retrieval' | 'reranker' | 'rights' | 'gateway';

/** What the operating system and Node let a process have. */
export interface ProcessLimits {
  descriptorsMax?: number;
  heapMibMax?: number;
}

interface ServiceProcessOptions {
  name: ServiceName;
  env: Readonly<Record<string, string>>;
  /** `host:port` of a gRPC service, or the base address of the gateway's operator port. */
  address: string;
  limits?: ProcessLimits;
}

/** A service in a process of its own, as it is deployed, from what the build made. */
export class ServiceProcess {
  readonly name: ServiceName;
  readonly address: string;
  readonly env: Readonly<Record<string, string>>;
  readonly #limits: ProcessLimits;
  #child: ChildProcess | undefined;
  #output = '';

  constructor({ name, env, address, limits = {} }: ServiceProcessOptions) {
    this.name = name;
    this.address = address;
    this.env = env;
    this.#limits = limits;
  }

  /** Of the process that runs now. */
  get pid(): number {
    const pid = this.#child?.pid;
    if (pid === undefined) throw new Error(`${this.name} does not run`);
    return pid;
  }

  /** What it printed, over all its lives. */
  get output(): string {
    return this.#output;
  }

  /** Starts it; resolves when it serves. */
  async start(): Promise<void> {
    const child = this.spawn();
    await until(async () => {
      if (child.exitCode !== null)
        throw new Error(`${this.name} ended with ${child.exitCode}: ${this.#output}`);
      return this.#serves();
    });
  }

  /** Starts it, and waits for nothing. */
  spawn(): ChildProcess {
    const { descriptorsMax, heapMibMax } = this.#limits;
    const heap = heapMibMax === undefined ? [] : [`--max-old-space-size=${heapMibMax}`];
    const command = [process.execPath, ...heap, `services/${this.name}/dist/main.js`];
    // The shell becomes the service, so that the process id is the service's.
    const limit = descriptorsMax === undefined ? '' : `ulimit -n ${descriptorsMax} && `;
    const child = spawn('/bin/sh', ['-c', `${limit}exec "$@"`, 'sh', ...command], {
      cwd: ROOT,
      env: { ...process.env, REDIS_URL: '', ...this.env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => (this.#output += chunk.toString()));
    this.#child = child;
    return child;
  }

  signal(signal: NodeJS.Signals): void {
    this.#child?.kill(signal);
  }

  /** Its exit code; null when it was killed. */
  async stop(signal: NodeJS.Signals = 'SIGTERM'): Promise<number | null> {
    const child = this.#child;
    this.#child = undefined;
    if (child === undefined) return null;
    if (child.exitCode !== null || child.signalCode !== null) return child.exitCode;
    const ended = once(child, 'exit') as Promise<[number | null]>;
    child.kill(signal);
    return (await ended)[0];
  }

  async #serves(): Promise<boolean> {
    const metrics = this.env['METRICS_LISTEN'];
    const ops = metrics === undefined ? undefined : `http://${metrics}`;
    const probed = this.name === 'gateway' ? this.address : ops;
    if (probed !== undefined) return (await fetch(`${probed}/readyz`).catch(() => undefined))?.ok === true;
    return (await healthStatus(this.address).catch(() => undefined)) === 'SERVING';
  }
}
