import type { Server, ServerWritableStream, UntypedHandleCall } from '@grpc/grpc-js';
import { HealthImplementation } from 'grpc-health-check';

type Watch = (call: ServerWritableStream<unknown, unknown>) => void;

/** The standard health service. Clients watch it to learn when to send calls, and when to stop. */
export class HealthService {
  readonly #health = new HealthImplementation({ '': 'NOT_SERVING' });
  readonly #watching = new Set<ServerWritableStream<unknown, unknown>>();

  addTo(server: Server): void {
    this.#health.addToServer({
      addService: (definition, { watch, ...others }) =>
        server.addService(definition, {
          ...(others as Record<string, UntypedHandleCall>),
          watch: this.#remembering(watch as Watch),
        }),
    });
  }

  set(serving: boolean): void {
    this.#health.setStatus('', serving ? 'SERVING' : 'NOT_SERVING');
  }

  /** Ends the streams of the watchers, which would never end and keep the server from stopping. */
  endWatches(): void {
    for (const call of this.#watching) call.end();
  }

  #remembering(watch: Watch): Watch {
    return (call) => {
      this.#watching.add(call);
      for (const event of ['cancelled', 'finish', 'error'])
        call.once(event, () => this.#watching.delete(call));
      watch(call);
    };
  }
}
