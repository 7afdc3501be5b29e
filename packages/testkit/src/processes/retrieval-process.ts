import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createRetrievalClient, type RetrievalClient } from '@imagesearch/contracts/retrieval';
import { detachedCall } from '@imagesearch/service-kit/call-context';
import { freePort } from '../network/free-port.js';

const MAIN = join(import.meta.dirname, '../../../../services/retrieval/dist/main.js');
const START_TIMEOUT_MS = 60_000;
const PROBE_TIMEOUT_MS = 1_000;
const PROBE_PAUSE_MS = 50;

/** The retrieval service in a process of its own, which a test can kill. */
export class RetrievalProcess {
  readonly client: RetrievalClient;
  readonly #child: ChildProcess;

  private constructor(child: ChildProcess, client: RetrievalClient) {
    this.#child = child;
    this.client = client;
  }

  /** Answers when it serves. */
  static async start(env: Readonly<Record<string, string>>): Promise<RetrievalProcess> {
    const listen = `127.0.0.1:${await freePort()}`;
    const child = spawn(process.execPath, [MAIN], {
      env: { ...process.env, ...env, RETRIEVAL_LISTEN: listen },
      stdio: 'ignore',
    });
    const started = new RetrievalProcess(child, createRetrievalClient(listen));
    const givenUpAt = Date.now() + START_TIMEOUT_MS;
    while (!(await started.#serves())) {
      if (child.exitCode !== null) throw new Error(`the service ended with ${child.exitCode}`);
      if (Date.now() > givenUpAt) throw new Error('the service did not start in time');
      await sleep(PROBE_PAUSE_MS);
    }
    return started;
  }

  /** As a power cut would: nothing is flushed, closed or released. */
  async kill(): Promise<void> {
    const ended = once(this.#child, 'exit');
    if (this.#child.exitCode === null && this.#child.signalCode === null) {
      this.#child.kill('SIGKILL');
      await ended;
    }
    this.client.close();
  }

  async #serves(): Promise<boolean> {
    try {
      await this.client.describeIndex({}, detachedCall(PROBE_TIMEOUT_MS));
      return true;
    } catch {
      return false;
    }
  }
}
