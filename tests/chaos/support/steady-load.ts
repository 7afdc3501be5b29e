import { setTimeout as sleep } from 'node:timers/promises';
import { Caller } from '@imagesearch/testkit/stack/caller';

export interface Answered {
  /** Of the request, milliseconds since the load began. */
  atMs: number;
  tookMs: number;
  /** 0 without an answer. */
  status: number;
  degraded: boolean;
  /** What went wrong: the error as it was answered, or the reason that there is none. */
  note: string;
}

export interface SteadyLoad {
  key: string;
  /** Requests begun each second, whatever becomes of the earlier ones. */
  perSecond: number;
  /** Where the next request goes. */
  baseUrl: () => string;
  /** Body of the request with this number. */
  body: (number: number) => object;
}

const WARM_SEARCHES = 8;

/** The first searches of a process take longer than the rate of a load allows. */
export async function warmUp(baseUrl: string, key: string): Promise<void> {
  for (let number = 0; number < WARM_SEARCHES; number += 1)
    await new Caller(baseUrl, key)
      .post('/v1/search', { query: `warm ${number}`, k: 1 })
      .catch(() => undefined);
}

/** Requests at a steady rate until it is stopped. */
export function startLoad({ key, perSecond, baseUrl, body }: SteadyLoad) {
  const startedAt = performance.now();
  const answers: Answered[] = [];
  const inFlight = new Set<Promise<void>>();
  const stop = new AbortController();
  const ask = async (number: number): Promise<void> => {
    const atMs = performance.now() - startedAt;
    const to = baseUrl();
    const { status, text } = await new Caller(to, key)
      .post('/v1/search', body(number))
      .catch((error: unknown) => ({
        status: 0,
        text: `${to}: ${String((error as Error).cause ?? error)}`,
      }));
    const tookMs = performance.now() - startedAt - atMs;
    const degraded = status === 200 && text.includes('"degraded":true');
    answers.push({ atMs, tookMs, status, degraded, note: status === 200 ? '' : text });
  };
  const running = (async () => {
    for (let number = 0; !stop.signal.aborted; number += 1) {
      const one = ask(number).finally(() => inFlight.delete(one));
      inFlight.add(one);
      const due = startedAt + ((number + 1) * 1_000) / perSecond;
      await sleep(Math.max(0, due - performance.now()), undefined, { signal: stop.signal }).catch(
        () => undefined,
      );
    }
    await Promise.all(inFlight);
  })();
  return {
    answers,
    elapsedMs: () => performance.now() - startedAt,
    /** Ends it, and waits for the last answers. */
    end: async (): Promise<Answered[]> => {
      stop.abort();
      await running;
      return answers;
    },
  };
}
