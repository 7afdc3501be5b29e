import type { Side } from '../sides/side.js';
import { startStackSide } from '../sides/stack-side.js';
import type { Checkout } from './checkout.js';
import { copyOfData } from './data-copy.js';

/** A commit that serves over a copy of its data. */
export async function startCommitSide({ commit, tree, dataDir }: Checkout): Promise<Side> {
  const copy = await copyOfData(dataDir);
  return startStackSide({ name: commit.slice(0, 7), tree, dataDir: copy.dir, cleanUp: copy.remove });
}
