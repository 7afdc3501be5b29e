import { pino, type Logger as PinoLogger } from 'pino';

export type Logger = PinoLogger;

export interface LoggerOptions {
  service: string;
  level: string;
}

/** Logs one JSON object per line to stderr, so that a command's output on stdout stays readable. */
export function createLogger({ service, level }: LoggerOptions): Logger {
  return pino({ level, base: { service }, timestamp: pino.stdTimeFunctions.isoTime }, pino.destination(2));
}
