import { setTimeout as sleep } from 'node:timers/promises';
import { closeClients, openClients, type IngestClients } from '@imagesearch/contracts/clients';
import { AppError, toAppError } from '@imagesearch/service-kit/errors';
import { findStack } from '@imagesearch/service-kit/process/running-stack';
import { printErr } from '@imagesearch/service-kit/process/terminal';
import type { IngestConfig } from '../config.js';

const LOOK_MS = 250;

export interface FollowOptions {
  signal: AbortSignal;
  /** Runs the wait for a stack that has ended, with nothing else on the terminal. */
  whileLost: (wait: () => Promise<void>) => Promise<void>;
}

/**
 * Clients of the stack that runs on `DATA_DIR`. A call that its end cuts off fails when another stack has taken its place, so that
 * a retry reaches that one, wherever it listens. Other addresses stay as they are.
 */
export class FollowedClients {
  readonly clients: IngestClients;
  readonly #config: IngestConfig;
  readonly #options: FollowOptions;
  #pid: number | undefined;
  #current: IngestClients;
  #returning: Promise<void> | undefined;

  constructor(config: IngestConfig, options: FollowOptions) {
    this.#config = config;
    this.#options = options;
    this.#pid = config.stackPid;
    this.#current = openClients({ ...config, SERVICE_TOKEN: config.serviceToken });
    this.clients = {
      embedding: this.#following('embedding'),
      retrieval: this.#following('retrieval'),
      rights: this.#following('rights'),
    };
  }

  close(): void {
    closeClients(this.#current);
  }

  /** The same calls on the clients of the moment; several of them share one wait. */
  #following<Name extends keyof IngestClients>(name: Name): IngestClients[Name] {
    type Call = (...args: unknown[]) => Promise<unknown> | AsyncIterable<unknown>;
    const callOf = (method: string): Call => Reflect.get(this.#current[name], method) as Call;
    const follow = (method: string): Call => {
      return (...args) => {
        const answer = callOf(method)(...args);
        return answer instanceof Promise
          ? answer.catch((error: unknown) => this.#rethrow(error))
          : this.#parts(answer);
      };
    };
    const methods = Object.keys(this.#current[name]).filter((method) => method !== 'close');
    // Every member is a call, and has its own type.
    return Object.fromEntries(
      methods.map((method) => [method, follow(method)]),
    ) as unknown as IngestClients[Name];
  }

  async *#parts(answer: AsyncIterable<unknown>): AsyncGenerator {
    try {
      yield* answer;
    } catch (error) {
      await this.#rethrow(error);
    }
  }

  /** @throws the error, once a stack runs; AppError `cancelled` when none has come back in time. */
  async #rethrow(error: unknown): Promise<never> {
    if (toAppError(error).code === 'dependency_unavailable') {
      this.#returning ??= this.#return().finally(() => (this.#returning = undefined));
      await this.#returning;
    }
    throw error;
  }

  async #return(): Promise<void> {
    if (this.#reopen()) return;
    await this.#options.whileLost(async () => {
      printErr('Connection lost, retrying. Start the stack again if it has ended: npm start');
      const { INGEST_RECONNECT_MS: waitMs } = this.#config;
      const until = performance.now() + waitMs;
      while (!this.#reopen()) {
        if (performance.now() > until) throw notBack(waitMs);
        await sleep(LOOK_MS, undefined, { signal: this.#options.signal });
      }
      printErr('Connected again.');
    });
  }

  /** Reads where the stack is. @returns false while none runs. */
  #reopen(): boolean {
    const { DATA_DIR, assumed, serviceToken } = this.#config;
    const { stack } = findStack(DATA_DIR);
    if (stack === undefined) return false;
    if (stack.pid === this.#pid) return true;
    this.#pid = stack.pid;
    const found = Object.fromEntries(assumed.map((name) => [name, stack[name]]));
    closeClients(this.#current);
    this.#current = openClients({ ...this.#config, ...found, SERVICE_TOKEN: serviceToken });
    return true;
  }
}

function notBack(waitMs: number): AppError {
  const minutes = Math.round(waitMs / 60_000);
  const time =
    minutes < 1 ? `${Math.round(waitMs / 1_000)} s` : `${minutes} ${minutes === 1 ? 'minute' : 'minutes'}`;
  return new AppError(
    'cancelled',
    `The stack has not come back within ${time}. Start it with npm start, and run the command again to continue.`,
  );
}
