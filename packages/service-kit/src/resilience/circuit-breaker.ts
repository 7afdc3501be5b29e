import {
  circuitBreaker,
  CircuitState,
  ConsecutiveBreaker,
  handleWhen,
  isBrokenCircuitError,
} from 'cockatiel';
import { AppError } from '../errors.js';

export interface CircuitBreakerOptions {
  /** Consecutive failures that open the circuit. */
  failuresMax: number;
  /** How long it stays open. Then one call is let through, and others are refused until it has ended. */
  openMs: number;
  /** Whether an error counts against the health of the dependency. */
  isFailure: (error: unknown) => boolean;
  onOpen?: () => void;
  onClose?: () => void;
  openMessage: string;
}

export interface CircuitBreaker {
  /** @throws CircuitOpenError while the circuit is open, or half-open and another call tries it. */
  run<Result>(work: () => Promise<Result>): Promise<Result>;
}

export class CircuitOpenError extends AppError {
  constructor(message: string) {
    super('dependency_unavailable', message);
    this.name = 'CircuitOpenError';
  }
}

export function createCircuitBreaker(options: CircuitBreakerOptions): CircuitBreaker {
  const { failuresMax, openMs, isFailure, onOpen, onClose, openMessage } = options;
  const breaker = circuitBreaker(handleWhen(isFailure), {
    halfOpenAfter: openMs,
    breaker: new ConsecutiveBreaker(failuresMax),
  });
  if (onOpen) breaker.onBreak(onOpen);
  if (onClose) breaker.onReset(onClose);
  return {
    run: async (work) => {
      // The library would let further calls wait for the trial call; they are refused instead.
      if (breaker.state === CircuitState.HalfOpen) throw new CircuitOpenError(openMessage);
      try {
        return await breaker.execute(work);
      } catch (error) {
        throw isBrokenCircuitError(error) ? new CircuitOpenError(openMessage) : error;
      }
    },
  };
}
