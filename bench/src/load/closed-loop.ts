import type { Send } from './requests.js';
import { Counter, type Served } from './served.js';

/** That many clients for that long, each sending its next request when the last one is answered. */
export async function serve(send: Send, clients: number, forMs: number): Promise<Served> {
  const counter = new Counter();
  let next = 0;
  await Promise.all(
    Array.from({ length: clients }, async () => {
      while (counter.elapsedMs < forMs) await counter.send(send, (next += 1));
    }),
  );
  return counter.served();
}
