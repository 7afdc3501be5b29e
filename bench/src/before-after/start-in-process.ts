import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Measurement } from '@imagesearch/testkit/bench/measure';
import type { Checkout } from './checkout.js';
import { copyOfData } from './data-copy.js';
import type { Asked } from './in-process.js';

/** The search's stages as functions, in a process of their own. */
export interface InProcess {
  measure: (asked: Asked) => Promise<Measurement>;
  close: () => Promise<void>;
}

export async function startInProcess({ tree, dataDir }: Checkout): Promise<InProcess> {
  const copy = await copyOfData(dataDir);
  const child = fork(join(import.meta.dirname, 'in-process.js'), [tree, copy.dir], { cwd: tree });
  const ended = once(child, 'exit').then(() => {
    throw new Error('The search in one process ended early.');
  });
  ended.catch(() => undefined);
  await Promise.race([once(child, 'message'), ended]);
  return {
    measure: async ({ requests, clients }) => {
      child.send({ requests, clients });
      const [measured] = (await Promise.race([once(child, 'message'), ended])) as [Measurement];
      return measured;
    },
    close: async () => {
      child.disconnect();
      await ended.catch(() => undefined);
      await copy.remove();
    },
  };
}
