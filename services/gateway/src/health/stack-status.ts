import type { CallContext } from '@imagesearch/service-kit/call-context';
import { detachedCall } from '@imagesearch/service-kit/call-context';
import { askServices, type Clients, type ServicesStatus } from './services-status.js';

/** Probes, callers and searches ask at any rate; the services are asked this often. */
const FRESH_MS = 1_000;
const ASK_TIMEOUT_MS = 2_000;

/** What the services behind this gateway last said of themselves. Everyone who asks at once shares one answer. */
export class StackStatus {
  readonly #ask: (call: CallContext) => Promise<ServicesStatus>;
  #asking: Promise<ServicesStatus> | undefined;
  #askedAt = -Infinity;

  constructor(clients: Clients, onAnswer: (status: ServicesStatus) => void) {
    this.#ask = async (call) => {
      const status = await askServices(clients, call);
      onAnswer(status);
      return status;
    };
  }

  /** At most a second old. */
  latest(): Promise<ServicesStatus> {
    if (this.#asking === undefined || performance.now() - this.#askedAt > FRESH_MS) {
      this.#askedAt = performance.now();
      this.#asking = this.#ask(detachedCall(ASK_TIMEOUT_MS));
    }
    return this.#asking;
  }
}
