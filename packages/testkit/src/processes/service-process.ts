import { freePort } from '../network/free-port.js';
import { healthStatus } from '../stack/health-status.js';
import { productProgram } from './product-program.js';
import { Program } from './program.js';
import { until } from './until.js';

export type ServiceName = 'embedding' | 'retrieval' | 'reranker' | 'rights' | 'gateway';

/** What the operating system and Node let a process have. */
export interface ProcessLimits {
  descriptorsMax?: number;
  heapMibMax?: number;
  /** The user as whom it runs; by default that of this process. */
  uid?: number | undefined;
}

type Env = Readonly<Record<string, string>>;

/** A service in a process of its own, as it is deployed, from what the build made, or from its image. Its addresses stay the same over its lives. */
export class ServiceProcess {
  readonly name: ServiceName;
  /** `host:port` of a gRPC service, or the base address of the gateway's operator port. */
  readonly address: string;
  readonly env: Env;
  readonly #limits: ProcessLimits;
  readonly #lives: Program[] = [];

  private constructor(name: ServiceName, address: string, env: Env, limits: ProcessLimits) {
    this.name = name;
    this.address = address;
    this.env = env;
    this.#limits = limits;
  }

  /** One that is not started. @param listen Of a gRPC service; by default a free port of this machine. */
  static async create(
    name: ServiceName,
    env: Env,
    { listen, limits = {} }: { listen?: string | undefined; limits?: ProcessLimits } = {},
  ): Promise<ServiceProcess> {
    const [port, opsPort] = [await freePort(), await freePort()];
    if (name === 'gateway') {
      const ports = { PORT: String(port), OPS_PORT: String(opsPort) };
      return new ServiceProcess(name, `http://127.0.0.1:${opsPort}`, { ...env, ...ports }, limits);
    }
    const address = listen ?? `127.0.0.1:${port}`;
    return new ServiceProcess(name, address, { ...env, [`${name.toUpperCase()}_LISTEN`]: address }, limits);
  }

  /** Of the gateway, as is the base address. */
  get port(): number {
    return Number(this.env['PORT']);
  }

  get baseUrl(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  /** Of the process that runs now. */
  get pid(): number {
    const pid = this.#lives.at(-1)?.child.pid;
    if (pid === undefined) throw new Error(`${this.name} does not run`);
    return pid;
  }

  /** Of retrieval there are two; one has no index of its own. */
  get #image(): string {
    const hasOwnIndex = this.name === 'retrieval' && (this.env['QDRANT_URL'] ?? '') === '';
    return hasOwnIndex ? 'retrieval-lancedb' : this.name;
  }

  /** What it printed, over all its lives. */
  get output(): string {
    return this.#lives.map(({ output }) => output).join('');
  }

  /** Starts it; resolves when it serves. */
  async start(): Promise<void> {
    const { child } = this.spawn();
    await until(async () => {
      if (child.exitCode !== null)
        throw new Error(`${this.name} ended with ${child.exitCode}: ${this.output}`);
      return this.#serves();
    });
  }

  /** Starts it, and waits for nothing. */
  spawn(): Program {
    const { descriptorsMax, heapMibMax, uid } = this.#limits;
    const heap = heapMibMax === undefined ? [] : [`--max-old-space-size=${heapMibMax}`];
    const { args, cwd, env: ofImage } = productProgram(this.#image, `services/${this.name}/dist/main.js`);
    const command = [process.execPath, ...heap, ...args];
    // The shell becomes the service, so that the process id is the service's.
    const limit = descriptorsMax === undefined ? '' : `ulimit -n ${descriptorsMax} && `;
    // Images have a port of metrics, which suites at once would share.
    const env = { ...ofImage, METRICS_LISTEN: '', REDIS_URL: '', ...this.env };
    const life = new Program('/bin/sh', ['-c', `${limit}exec "$@"`, 'sh', ...command], { cwd, env, uid });
    this.#lives.push(life);
    return life;
  }

  signal(signal: NodeJS.Signals): void {
    this.#lives.at(-1)?.child.kill(signal);
  }

  /** Its exit code; null when it was killed. */
  async stop(signal: NodeJS.Signals = 'SIGTERM'): Promise<number | null> {
    this.signal(signal);
    return (await this.#lives.at(-1)?.end()) ?? null;
  }

  async #serves(): Promise<boolean> {
    const metrics = this.env['METRICS_LISTEN'];
    const ops = metrics === undefined ? undefined : `http://${metrics}`;
    const probed = this.name === 'gateway' ? this.address : ops;
    if (probed !== undefined) return (await fetch(`${probed}/readyz`).catch(() => undefined))?.ok === true;
    return (await healthStatus(this.address).catch(() => undefined)) === 'SERVING';
  }
}
