import { printErr } from '@imagesearch/service-kit/process/terminal';

/** Shorter work is not worth a line. */
const FIRST_MS = 1_000;
/** A person who sees nothing for longer takes the program for dead. */
const INTERVAL_MS = 4_000;

/** Says what is being done while the work lasts, first when it has taken a moment. */
export async function sayWhile<Result>(what: string, work: () => Promise<Result>): Promise<Result> {
  const startedAt = performance.now();
  const say = (): void => {
    const seconds = Math.round((performance.now() - startedAt) / 1_000);
    printErr(seconds > 1 ? `${what}, ${seconds} s …` : `${what} …`);
    timer = setTimeout(say, INTERVAL_MS);
  };
  let timer = setTimeout(say, FIRST_MS);
  try {
    return await work();
  } finally {
    clearTimeout(timer);
  }
}
