import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { freePort } from '@imagesearch/testkit/network/free-port';
import { until } from '@imagesearch/testkit/processes/until';

const SCRAPE = '2s';
const FOR = '3s';
const WINDOW = '20s';

const answerSchema = z.object({
  data: z.object({
    alerts: z.array(z.object({ labels: z.object({ alertname: z.string() }), state: z.string() })),
  }),
});

/**
 * The rules as they are but for their clock: each `for` and each window of a range becomes seconds, so that a test need not
 * wait for hours. Thresholds, metrics, labels and functions stay.
 */
export function inSeconds(rules: string): string {
  return rules.replaceAll(/^(\s*for:) \d+[mh]$/gm, `$1 ${FOR}`).replaceAll(/\[\d+[mh]\]/g, `[${WINDOW}]`);
}

/** A Prometheus that scrapes the services of a test and evaluates rules. */
export class Prometheus {
  readonly #dir: string;
  readonly #url: string;
  readonly #process: ChildProcess;

  private constructor(dir: string, url: string, running: ChildProcess) {
    this.#dir = dir;
    this.#url = url;
    this.#process = running;
  }

  /** @param pages Address of a page of metrics by the name of its service. */
  static async start(pages: Readonly<Record<string, string>>, rules: string): Promise<Prometheus> {
    const dir = await mkdtemp(join(tmpdir(), 'imagesearch-prometheus-'));
    const scrapes = Object.entries(pages).map(([name, url]) => ({
      job_name: `image-search-${name}`,
      static_configs: [{ targets: [new URL(url).host] }],
    }));
    await writeFile(join(dir, 'alerts.yml'), rules);
    const config = {
      global: { scrape_interval: SCRAPE, scrape_timeout: SCRAPE, evaluation_interval: '1s' },
      rule_files: ['alerts.yml'],
      scrape_configs: scrapes,
    };
    // YAML reads JSON.
    await writeFile(join(dir, 'prometheus.yml'), JSON.stringify(config));
    const listen = `127.0.0.1:${await freePort()}`;
    const running = spawn(
      'prometheus',
      [
        `--config.file=${join(dir, 'prometheus.yml')}`,
        `--storage.tsdb.path=${join(dir, 'data')}`,
        `--web.listen-address=${listen}`,
        '--log.level=error',
      ],
      { stdio: 'ignore' },
    );
    const prometheus = new Prometheus(dir, `http://${listen}`, running);
    await until(async () => (await fetch(`http://${listen}/-/ready`).catch(() => undefined))?.ok);
    return prometheus;
  }

  /** Names of the alerts that fire now. */
  async firing(): Promise<Set<string>> {
    const answer = await fetch(`${this.#url}/api/v1/alerts`);
    const { alerts } = answerSchema.parse(await answer.json()).data;
    return new Set(alerts.filter(({ state }) => state === 'firing').map(({ labels }) => labels.alertname));
  }

  async stop(): Promise<void> {
    const ended = once(this.#process, 'exit');
    this.#process.kill('SIGTERM');
    await ended;
    await rm(this.#dir, { recursive: true, force: true });
  }
}
