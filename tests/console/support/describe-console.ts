import { afterAll, afterEach, beforeAll, expect } from '@jest/globals';
import { describeWith, ENGINES } from '@imagesearch/testkit/engines';
import type { PlanName, TestStack } from '@imagesearch/testkit/stack/test-stack';
import { chromium, type Browser } from 'playwright-core';
import { ConsolePage, type OpenOptions } from './console-page.js';
import { keyThatMay, startConsoleStack } from './console-stack.js';

interface KeyOptions {
  /** Of the new account whose key the browser gets. */
  plan?: PlanName;
  /** That the key has besides those of every key; null for no key at all. */
  scope?: 'ingest' | 'account' | null;
}

/** What every flow gets. */
export interface FlowTools {
  stack: () => TestStack;
  /** A fresh browser with the console at an address. */
  open: (path: string, options?: OpenOptions & KeyOptions) => Promise<ConsolePage>;
}

/** Runs flows of the console on the whole stack; skipped where no browser is installed. */
export function describeConsole(name: string, describeFlows: (tools: FlowTools) => void): void {
  describeWith(ENGINES.chromium, name, (executablePath) => {
    let stack: TestStack;
    let browser: Browser;
    const opened: ConsolePage[] = [];

    beforeAll(async () => {
      // Chromium refuses its sandbox to root, and containers have a small /dev/shm.
      const args = ['--no-sandbox', '--disable-dev-shm-usage'];
      [stack, browser] = await Promise.all([startConsoleStack(), chromium.launch({ executablePath, args })]);
    }, 240_000);
    afterAll(async () => {
      await browser.close();
      await stack.stop();
    });
    afterEach(async () => {
      const pages = opened.splice(0);
      const problems = pages.flatMap((page) => page.problems);
      await Promise.all(pages.map((page) => page.context.close()));
      // Errors in the browser's console, exceptions, and violations of the content security policy.
      expect(problems).toEqual([]);
    });

    describeFlows({
      stack: () => stack,
      open: async (path, { plan = 'pro', scope, ...options } = {}) => {
        const page = await ConsolePage.open(browser, stack.baseUrl, options);
        opened.push(page);
        if (scope === null) await page.goTo(path);
        else await page.goTo(path, await (scope ? keyThatMay(scope, stack) : stack.newKey(plan)));
        return page;
      },
    });
  });
}
