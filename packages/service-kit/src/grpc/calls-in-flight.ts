import type { sendUnaryData, UntypedServiceImplementation } from '@grpc/grpc-js';
import type { EventEmitter } from 'node:events';

/** Emitted on a call whose server stops before the call has ended. */
export const STOPPING = 'stopping';
/** Emitted on a call that has still not ended when its server is gone. */
export const CUT_OFF = 'cut off';

type Handler = (call: EventEmitter, callback?: sendUnaryData<unknown>) => void;

/** The calls that a server works on, so that a stop can end those that outlive its drain. */
export class CallsInFlight {
  readonly #calls = new Set<EventEmitter>();
  #onNone: (() => void) | undefined;

  /** The same handlers, with their calls known here until they end. */
  track(handlers: UntypedServiceImplementation): UntypedServiceImplementation {
    return Object.fromEntries(
      Object.entries(handlers).map(([name, handler]) => [name, this.#tracked(handler as Handler)]),
    );
  }

  /** Tells every call that it has to end now. */
  stop(): void {
    for (const call of this.#calls) call.emit(STOPPING);
  }

  /** Resolves when none is left. */
  none(): Promise<void> {
    return new Promise((resolve) => {
      if (this.#calls.size === 0) resolve();
      else this.#onNone = resolve;
    });
  }

  /** Gives up those that are left. */
  cutOff(): void {
    for (const call of this.#calls) {
      this.#forget(call);
      call.emit(CUT_OFF);
    }
  }

  #forget(call: EventEmitter): void {
    this.#calls.delete(call);
    if (this.#calls.size === 0) this.#onNone?.();
  }

  #tracked(handle: Handler): Handler {
    return (call, callback) => {
      this.#calls.add(call);
      const end = (): void => this.#forget(call);
      for (const event of ['cancelled', 'finish', 'error']) call.once(event, end);
      handle(
        call,
        callback &&
          ((...answer) => {
            end();
            callback(...answer);
          }),
      );
    };
  }
}
