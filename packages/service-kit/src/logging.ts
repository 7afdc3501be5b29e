import { pino, type Logger as PinoLogger } from 'pino';

import { traceIdOf } from './telemetry/spans.js';

export type Logger = PinoLogger;

export interface LoggerOptions {
  service: string;
  level: string;
}

/** Logs one JSON object per line to stderr, with the id of the running trace, so that a command's output on stdout stays readable. */
export function createLogger({ service, level }: LoggerOptions): Logger {
  return pino(
    {
      level,
      base: { service },
      timestamp: pino.stdTimeFunctions.isoTime,
      mixin: () => {
        const traceId = traceIdOf();
        return traceId === undefined ? {} : { traceId };
      },
    },
    pino.destination(2),
  );
}
