import { pino, type Logger as PinoLogger } from 'pino';

export type Logger = PinoLogger;

export interface LoggerOptions {
  service: string;
  level: string;
}

/** One JSON object a line on stderr, so that a command's own output on stdout stays readable. */
export function createLogger({ service, level }: LoggerOptions): Logger {
  return pino({ level, base: { service }, timestamp: pino.stdTimeFunctions.isoTime }, pino.destination(2));
}
