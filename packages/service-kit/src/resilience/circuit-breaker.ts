import {
  circuitBreaker,
  CircuitState,
  ConsecutiveBreaker,
  handleWhen,
  isBrokenCircuitError,
} from 'cockatiel';
import { AppError } from '../errors.js';

export interface CircuitBreakerOptions {
  /** Failures in a row that open the circuit. */
  failuresMax: number;
  /** How long it stays open; then one call tries, and the others are refused until that one has ended. */
  openMs: number;
  /** Whether an error says something about the health of the other side. */
  isFailure: (error: Error) => boolean;
  onOpen: () => void;
  onClose: () => void;
  /** What a refused call reads. */
  openMessage: string;
}

export interface CircuitBreaker {
  /** @throws CircuitOpenError while the circuit is open, or half-open and another call tries it. */
  run<Result>(work: () => Promise<Result>): Promise<Result>;
}

/** The circuit is open: the call was refused without being made. */
export class CircuitOpenError extends AppError {
  constructor(message: string) {
    super('dependency_unavailable', message);
    this.name = 'CircuitOpenError';
  }
}

/** Stops calling what keeps failing. */
export function createCircuitBreaker(options: CircuitBreakerOptions): CircuitBreaker {
  const { failuresMax, openMs, isFailure, onOpen, onClose, openMessage } = options;
  const breaker = circuitBreaker(handleWhen(isFailure), {
    halfOpenAfter: openMs,
    breaker: new ConsecutiveBreaker(failuresMax),
  });
  breaker.onBreak(onOpen);
  breaker.onReset(onClose);
  return {
    run: async (work) => {
      // The library lets further calls wait for the one that tries; ours have better things to do.
      if (breaker.state === CircuitState.HalfOpen) throw new CircuitOpenError(openMessage);
      try {
        return await breaker.execute(work);
      } catch (error) {
        throw isBrokenCircuitError(error) ? new CircuitOpenError(openMessage) : error;
      }
    },
  };
}
