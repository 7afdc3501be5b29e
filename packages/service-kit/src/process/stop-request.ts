import { printErr } from './terminal.js';

/** What shells expect of a program that a signal ended: 128 plus the number of the signal. */
const EXIT_CODES = { SIGHUP: 129, SIGINT: 130, SIGTERM: 143 } as const;

type StopSignal = keyof typeof EXIT_CODES;

/** Time to close what is open, within the 2 s in which every command ends. */
const GRACE_MS = 1_200;

export interface StopRequest {
  /** Fires once, on the first of SIGINT, SIGTERM, SIGHUP and the end of a parent that shares a channel. */
  signal: AbortSignal;
  /** 128 + n once signal n has arrived. */
  exitCode(): number | undefined;
  /** Gives work that has begun this long to end, in the place of 1.2 s. */
  allow: (graceMs: number) => void;
}

/**
 * Turns the signals that stop a command into one abort signal. Work that has not stopped after 1.2 s is cut off, unless it is allowed
 * longer: the process says `lastWords` and exits. Later signals change nothing, because a terminal and npm both deliver the same Ctrl-C.
 */
export function listenForStop(lastWords?: string): StopRequest {
  const stop = new AbortController();
  let exitCode: number | undefined;
  let graceMs = GRACE_MS;
  const onSignal = (name: StopSignal): void => {
    if (exitCode !== undefined) return;
    const code = EXIT_CODES[name];
    exitCode = code;
    setTimeout(() => {
      if (lastWords !== undefined) printErr(lastWords);
      process.exit(code);
    }, graceMs).unref();
    stop.abort();
  };
  for (const name of ['SIGHUP', 'SIGINT', 'SIGTERM'] as const) process.on(name, onSignal);
  // A parent that was killed cannot pass a signal on; its channel closes.
  if (process.connected) {
    process.once('disconnect', () => onSignal('SIGTERM'));
    // The listener alone would keep the process running.
    process.channel?.unref();
  }
  return { signal: stop.signal, exitCode: () => exitCode, allow: (ms) => void (graceMs = ms) };
}
