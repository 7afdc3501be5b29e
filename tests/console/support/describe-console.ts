import { afterAll, afterEach, beforeAll, expect } from '@jest/globals';
import { DEFAULT_SCOPES } from '@imagesearch/gateway/keys/api-key';
import { describeWith, ENGINES } from '@imagesearch/testkit/engines';
import { designCollection } from '@imagesearch/testkit/images/design-collection';
import { until } from '@imagesearch/testkit/processes/until';
import { TestStack, type PlanName } from '@imagesearch/testkit/stack/test-stack';
import { chromium, type Browser, type BrowserContextOptions } from 'playwright-core';
import { ConsolePage } from './console-page.js';

interface OpenOptions extends BrowserContextOptions {
  /** Of the new account whose key the browser gets. */
  plan?: PlanName;
  /** That the key has besides those of every key; null for no key at all. */
  scope?: 'ingest' | 'account' | null;
  /** That this flow provokes. */
  statuses?: number[];
}

/** What every flow gets. */
export interface FlowTools {
  stack: () => TestStack;
  /** A fresh browser with the console at an address. */
  open: (path: string, options?: OpenOptions) => Promise<ConsolePage>;
}

/** Runs flows of the console on the whole stack, over images of every licence and shape; skipped where no browser is installed. */
export function describeConsole(name: string, describeFlows: (tools: FlowTools) => void): void {
  describeWith(ENGINES.chromium, name, (executablePath) => {
    let stack: TestStack;
    let browser: Browser;
    const opened: ConsolePage[] = [];

    beforeAll(async () => {
      // Chromium refuses its sandbox to root, and containers have a small /dev/shm.
      const args = ['--no-sandbox', '--disable-dev-shm-usage'];
      [stack, browser] = await Promise.all([TestStack.start(), chromium.launch({ executablePath, args })]);
      await stack.ingestAsset(designCollection());
      // A search that comes before the new words of the index are read is not spelled.
      const caller = await stack.newCaller();
      await until(async () => (await caller.search({ query: 'baall', k: 1 })).corrections?.length === 1);
    }, 240_000);
    afterAll(async () => {
      await browser.close();
      await stack.stop();
    });
    afterEach(async () => {
      const pages = opened.splice(0);
      await Promise.all(pages.map((page) => page.context.close()));
      expect(pages.flatMap(({ problems }) => problems)).toEqual([]);
    });

    describeFlows({
      stack: () => stack,
      open: async (path, { plan = 'pro', scope, statuses = [], ...options } = {}) => {
        const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, ...options });
        await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: stack.baseUrl });
        const page = new ConsolePage(await context.newPage(), stack.baseUrl, statuses);
        opened.push(page);
        const scopes = scope ? [...DEFAULT_SCOPES, scope] : undefined;
        await page.goTo(path, scope === null ? undefined : await stack.newKey(plan, scopes));
        return page;
      },
    });
  });
}
