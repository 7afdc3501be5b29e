import type { ConsolePage, OpenOptions } from './console-page.js';
import type { ConsoleStack } from './console-stack.js';
import type { PlanName } from '@imagesearch/testkit/stack/test-stack';

/** What every flow gets. */
export interface FlowTools {
  running: () => ConsoleStack;
  /** A fresh browser with the console at an address, with the key of a new account. */
  open: (path: string, options?: OpenOptions & { plan?: PlanName }) => Promise<ConsolePage>;
  /** The same with a key that may add images. */
  openToAdd: (path: string, options?: OpenOptions) => Promise<ConsolePage>;
  /** The same with a key that manages its account. */
  openToManage: (path: string, options?: OpenOptions) => Promise<ConsolePage>;
  /** The same as `open` without a key. */
  openWithoutKey: (path: string, options?: OpenOptions) => Promise<ConsolePage>;
}
