import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { healthStatus } from '../stack/health-status.js';
import { until } from './until.js';

const ROOT = join(import.meta.dirname, '../../../..');

export type ServiceName = 'embedding' | 'retrieval' | 'reranker' | 'rights' | 'gateway';

export interface ServiceProcessOptions {
  name: ServiceName;
  env: Readonly<Record<string, string>>;
  /** `host:port` of a gRPC service, or the base address of the gateway's operator port. */
  address: string;
  /** The folder of another build. */
  tree?: string;
}

/** A service in a process of its own, as it is deployed, from what the build made. */
export class ServiceProcess {
  readonly name: ServiceName;
  readonly address: string;
  readonly #env: Readonly<Record<string, string>>;
  readonly #tree: string;
  #child: ChildProcess | undefined;
  #output = '';

  constructor({ name, env, address, tree = ROOT }: ServiceProcessOptions) {
    this.name = name;
    this.address = address;
    this.#env = env;
    this.#tree = tree;
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
    const child = spawn(process.execPath, [`services/${this.name}/dist/main.js`], {
      cwd: this.#tree,
      env: { ...process.env, REDIS_URL: '', ...this.#env },
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
    const metrics = this.#env['METRICS_LISTEN'];
    const ops = metrics === undefined ? undefined : `http://${metrics}`;
    const probed = this.name === 'gateway' ? this.address : ops;
    if (probed !== undefined) return (await fetch(`${probed}/readyz`).catch(() => undefined))?.ok === true;
    return (await healthStatus(this.address).catch(() => undefined)) === 'SERVING';
  }
}
