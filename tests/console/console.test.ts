import { afterAll, afterEach, beforeAll, describe, expect } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { chromiumPath, launchBrowser } from './support/browser.js';
import { ConsolePage } from './support/console-page.js';
import { startConsoleStack, type ConsoleStack } from './support/console-stack.js';
import type { FlowTools } from './support/flow.js';
import { accountFlows } from './flows/account.js';
import { addressFlows } from './flows/address.js';
import { exampleFlows } from './flows/example.js';
import { filterFlows } from './flows/filters.js';
import { imageFlows } from './flows/image.js';
import { lookFlows } from './flows/looks.js';
import { resultFlows } from './flows/results.js';
import { trayFlows } from './flows/tray.js';
import { wordFlows } from './flows/words.js';

const hasBrowser = chromiumPath() !== undefined;
if (!hasBrowser)
  process.stderr.write('There is no Chromium here, so the flows of the console are skipped.\n');

(hasBrowser ? describe : describe.skip)('the console', () => {
  let running: ConsoleStack;
  let browser: Browser;
  const opened: ConsolePage[] = [];

  beforeAll(async () => {
    [running, browser] = await Promise.all([startConsoleStack(), launchBrowser()]);
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

  const openWithoutKey: FlowTools['openWithoutKey'] = async (path, options) => {
    const page = await ConsolePage.open(browser, running.stack.baseUrl, options);
    opened.push(page);
    await page.goTo(path);
    return page;
  };
  const tools: FlowTools = {
    running: () => running,
    openWithoutKey,
    open: async (path, { plan = 'pro', ...options } = {}) => {
      const page = await ConsolePage.open(browser, running.stack.baseUrl, options);
      opened.push(page);
      await page.goTo(path, await running.stack.newKey(plan));
      return page;
    },
  };

  describe('words', () => wordFlows(tools));
  describe('an example image', () => exampleFlows(tools));
  describe('filters', () => filterFlows(tools));
  describe('results', () => resultFlows(tools));
  describe('one image', () => imageFlows(tools));
  describe('the tray', () => trayFlows(tools));
  describe('account and failures', () => accountFlows(tools));
  describe('the address', () => addressFlows(tools));
  describe('looks', () => lookFlows(tools));
});
