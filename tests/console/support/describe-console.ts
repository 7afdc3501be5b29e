import { afterAll, afterEach, beforeAll, expect } from '@jest/globals';
import { describeWith, ENGINES } from '@imagesearch/testkit/engines';
import type { Browser } from 'playwright-core';
import { launchBrowser } from './browser.js';
import { ConsolePage, type OpenOptions } from './console-page.js';
import { keyThatMay, startConsoleStack, type ConsoleStack } from './console-stack.js';
import type { FlowTools } from './flow.js';

/** Runs flows of the console on the whole stack; skipped where no browser is installed. */
export function describeConsole(name: string, describeFlows: (tools: FlowTools) => void): void {
  describeWith(ENGINES.chromium, name, (chromiumPath) => {
    let running: ConsoleStack;
    let browser: Browser;
    const opened: ConsolePage[] = [];

    beforeAll(async () => {
      [running, browser] = await Promise.all([startConsoleStack(), launchBrowser(chromiumPath)]);
    }, 240_000);
    afterAll(async () => {
      await browser.close();
      await running.stop();
    });
    afterEach(async () => {
      const pages = opened.splice(0);
      const problems = pages.flatMap((page) => page.problems);
      await Promise.all(pages.map((page) => page.close()));
      // Errors in the browser's console, exceptions, and violations of the content security policy.
      expect(problems).toEqual([]);
    });

    const openPage = async (path: string, options: OpenOptions = {}, key?: string): Promise<ConsolePage> => {
      const page = await ConsolePage.open(browser, running.stack.baseUrl, options);
      opened.push(page);
      await page.goTo(path, key);
      return page;
    };
    const tools: FlowTools = {
      running: () => running,
      openWithoutKey: openPage,
      open: async (path, { plan = 'pro', ...options } = {}) =>
        openPage(path, options, await running.stack.newKey(plan)),
      openToAdd: async (path, options) => openPage(path, options, await keyThatMay('ingest', running.stack)),
      openToManage: async (path, options) =>
        openPage(path, options, await keyThatMay('account', running.stack)),
    };

    describeFlows(tools);
  });
}
