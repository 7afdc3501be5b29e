import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, expect } from '@jest/globals';
import { DEFAULT_SCOPES } from '@imagesearch/gateway/keys/api-key';
import { describeWith, ENGINES, found } from '@imagesearch/testkit/engines';
import { designCollection } from '@imagesearch/testkit/images/design-collection';
import { until } from '@imagesearch/testkit/processes/until';
import { TestStack, type PlanName } from '@imagesearch/testkit/stack/test-stack';
import {
  chromium,
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  type Locator,
  type Page,
  type Response,
} from 'playwright-core';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const TIMEOUT_MS = 15_000;
const POLL_MS = 50;

const executablePath = found(ENGINES.chromium);
/** With images of every licence and shape; where there is a browser. */
export let stack: TestStack;
let browser: Browser;
const opened: ConsolePage[] = [];

if (executablePath !== undefined) {
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
}

/** What people do with one part of the console; skipped where there is no browser. */
export function describeFlows(of: string, flows: () => void): void {
  describeWith(ENGINES.chromium, `the console: ${of}`, flows);
}

interface OpenOptions extends BrowserContextOptions {
  /** Of the new account whose key the browser gets. */
  plan?: PlanName;
  /** That the key has besides those of every key; null for no key at all. */
  scope?: 'ingest' | 'account' | null;
  /** That this flow provokes. */
  statuses?: number[];
}

/** A fresh browser with the console at an address. */
export async function open(
  path: string,
  { plan = 'pro', scope, statuses = [], ...options }: OpenOptions = {},
): Promise<ConsolePage> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, ...options });
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: stack.baseUrl });
  const page = new ConsolePage(await context.newPage(), stack.baseUrl, statuses);
  opened.push(page);
  const scopes = scope ? [...DEFAULT_SCOPES, scope] : undefined;
  await page.goTo(path, scope === null ? undefined : await stack.newKey(plan, scopes));
  return page;
}

/** The console in a browser of its own, and a record of everything that goes wrong in it. */
export class ConsolePage {
  readonly page: Page;
  readonly context: BrowserContext;
  /** Console errors, exceptions and violations of the content security policy. */
  readonly problems: string[] = [];
  readonly #baseUrl: string;

  /** @param statuses - that a flow provokes; the browser reports each in its console. */
  constructor(page: Page, baseUrl: string, statuses: readonly number[]) {
    this.page = page;
    this.context = page.context();
    this.#baseUrl = baseUrl;
    page.setDefaultTimeout(TIMEOUT_MS);
    page.on('pageerror', (error) => this.problems.push(`exception: ${error.message}`));
    page.on('console', (message) => {
      const text = message.text();
      const isProvoked = statuses.some((status) => text.includes(`status of ${status}`));
      if (message.type() === 'error' && !isProvoked) this.problems.push(`console: ${text}`);
    });
  }

  /** Opens an address of the console; with a key as a link hands it in. */
  async goTo(path: string, key?: string): Promise<void> {
    const fragment = key === undefined ? '' : `#key=${encodeURIComponent(key)}`;
    await this.page.goto(this.#baseUrl + path + fragment);
    // It asks other tabs for their key first.
    await this.page.locator('#root > *').first().waitFor({ state: 'attached' });
  }

  async enterKey(key: string): Promise<void> {
    await this.page.getByLabel('API key').fill(key);
    await this.page.keyboard.press('Enter');
  }

  get field(): Locator {
    return this.page.getByRole('searchbox');
  }

  get results(): Locator {
    return this.page.getByRole('list', { name: 'Results' }).locator('.tile');
  }

  /** The first result with this title. */
  tile(title: string): Locator {
    return this.results.filter({ has: this.page.getByText(title, { exact: true }) }).first();
  }

  get image(): Locator {
    return this.page.locator('dialog.modal-page');
  }

  /** The controls of one kind, such as Shape. */
  filterGroup(name: string): Locator {
    const filters = this.page.getByRole('complementary', { name: 'Filters' });
    return filters.getByRole('group', { name, exact: true });
  }

  button(name: string | RegExp): Locator {
    return this.page.getByRole('button', { name, exact: true });
  }

  async follow(link: string | RegExp): Promise<void> {
    await this.page.getByRole('link', { name: link, exact: true }).first().click();
  }

  /** Waits for words on the page. */
  async says(words: string | RegExp): Promise<void> {
    await this.page.getByText(words).first().waitFor();
  }

  /** Searches with words and waits until the page shows the answer. */
  async search(words: string): Promise<void> {
    await this.field.fill(words);
    const answered = this.answer();
    await this.field.press('Enter');
    await answered;
    await this.answerShown();
  }

  /** The next answer of the API to a search. */
  answer(): Promise<Response> {
    return this.page.waitForResponse((response) => /\/v1\/(search|similar)$/.test(response.url()));
  }

  /** An answer arrives before the page has read and drawn it. */
  async answerShown(): Promise<void> {
    await this.page.locator('main.search-main[aria-busy="false"]').waitFor();
  }

  /** Holds requests back until the function that it returns is called; then answers them with a status, if there is one. */
  async hold(url: RegExp, status?: number): Promise<() => void> {
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    await this.page.route(url, async (route) => {
      await held;
      await (status === undefined ? route.continue() : route.fulfill({ status }));
    });
    return release;
  }

  /** Titles of the results, in order. */
  titles(): Promise<string[]> {
    return this.results.locator('.tile-title').allTextContents();
  }

  /** Ids of the results, in order. */
  async places(): Promise<(string | undefined)[]> {
    await this.results.first().waitFor();
    return this.page.evaluate(
      "[...document.querySelectorAll('[data-place]')].map((link) => link.dataset.place)",
    );
  }

  /** Puts results into the tray. */
  async putAside(...titles: string[]): Promise<void> {
    for (const title of titles) {
      await this.tile(title).hover();
      await this.tile(title)
        .getByRole('button', { name: `In the tray: ${title}` })
        .click();
    }
  }

  /** The query part of the address. */
  parameters(): URLSearchParams {
    return new URL(this.page.url()).searchParams;
  }

  /** Waits until an expression holds in the page; its content security policy forbids Playwright's own way. */
  async until(expression: string): Promise<void> {
    const deadline = Date.now() + TIMEOUT_MS;
    while (!(await this.page.evaluate<boolean>(expression))) {
      if (Date.now() > deadline) throw new Error(`It never held: ${expression}`);
      await delay(POLL_MS);
    }
  }

  /** What a button puts on the clipboard. */
  async copied(button: Locator): Promise<string> {
    const words = (await button.innerText()).trim();
    await button.click();
    await this.page.getByRole('status').getByText(`Copied: ${words}`).waitFor();
    return this.page.evaluate<string>('navigator.clipboard.readText()');
  }

  /** Serious and critical findings of axe on what is shown. */
  async seriousFindings(): Promise<string[]> {
    // Not as a script element, which the content security policy forbids.
    await this.page.evaluate(AXE);
    return this.page.evaluate(`axe.run().then(({ violations }) =>
      violations
        .filter(({ impact }) => impact === 'serious' || impact === 'critical')
        .map(({ id, nodes }) => id + ': ' + nodes.map(({ html }) => html.slice(0, 120)).join(' | ')))`);
  }
}
