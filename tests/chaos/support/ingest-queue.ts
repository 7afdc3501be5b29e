import { randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { drawManifest } from '@imagesearch/testkit/images/drawn-images';
import { freePort } from '@imagesearch/testkit/network/free-port';
import { IngestCommand } from '@imagesearch/testkit/processes/ingest-command';
import { until } from '@imagesearch/testkit/processes/until';

const IMAGES = 60;
const BROKEN_FILES = 600;

/** A worker with its page of metrics, and commands that give it work. */
export class IngestQueue {
  readonly metricsUrl: string;
  readonly #dir: string;
  readonly #env: Record<string, string>;
  readonly #started: IngestCommand[] = [];

  private constructor(dir: string, env: Record<string, string>, metricsUrl: string) {
    this.#dir = dir;
    this.#env = env;
    this.metricsUrl = metricsUrl;
  }

  /** @param env Addresses of the services and of Redis. */
  static async start(env: Readonly<Record<string, string>>): Promise<IngestQueue> {
    const dir = await mkdtemp(join(tmpdir(), 'imagesearch-queue-'));
    const listen = `127.0.0.1:${await freePort()}`;
    const own = { DATA_DIR: join(dir, 'data'), INGEST_QUEUE: `test-${randomUUID()}` };
    const queue = new IngestQueue(dir, { ...env, ...own }, `http://${listen}/metrics`);
    const worker = queue.#run(['worker', '--concurrency', '1'], { METRICS_LISTEN: listen });
    await until(() => Promise.resolve(worker.output.includes('Waiting for work')));
    return queue;
  }

  /** Puts images into the queue, and waits until the worker has finished some. */
  async addImages(): Promise<void> {
    const { path } = await drawManifest(join(this.#dir, 'images'), IMAGES);
    this.#run(['manifest', path, '--source', 'sound']);
    await until(async () => /^ingest_assets_total\{outcome="added"/m.test(await this.#metrics()));
  }

  async addBrokenFiles(): Promise<void> {
    const folder = join(this.#dir, 'broken');
    await mkdir(folder);
    for (let at = 0; at < BROKEN_FILES; at += 1)
      await writeFile(join(folder, `${at}.png`), 'no picture at all');
    this.#run(['folder', folder, '--license', 'CC0 1.0', '--source', 'broken']);
  }

  async stop(): Promise<void> {
    for (const command of this.#started) {
      command.kill();
      await command.end();
    }
    await rm(this.#dir, { recursive: true, force: true });
  }

  #run(args: readonly string[], env: Record<string, string> = {}): IngestCommand {
    const command = new IngestCommand(args, { ...this.#env, ...env });
    this.#started.push(command);
    return command;
  }

  async #metrics(): Promise<string> {
    return (await fetch(this.metricsUrl)).text();
  }
}
