import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { setTimeout as delay } from 'node:timers/promises';
import type { SearchAnswer } from '@imagesearch/sdk';
import type {
  Browser,
  BrowserContext,
  BrowserContextOptions,
  Locator,
  Page,
  Response,
} from 'playwright-core';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const ACTION_TIMEOUT_MS = 15_000;
const POLL_MS = 50;

export interface OpenOptions extends BrowserContextOptions {
  /** Statuses that this flow provokes; the browser reports each in its console. */
  statuses?: number[];
}

/** The console in a browser of its own: fresh storage, and a record of everything that goes wrong in it. */
export class ConsolePage {
  readonly page: Page;
  readonly context: BrowserContext;
  /** Console errors, exceptions and violations of the content security policy. */
  readonly problems: string[] = [];
  readonly #baseUrl: string;

  private constructor(page: Page, context: BrowserContext, baseUrl: string, statuses: number[]) {
    this.page = page;
    this.context = context;
    this.#baseUrl = baseUrl;
    page.on('pageerror', (error) => this.problems.push(`exception: ${error.message}`));
    page.on('console', (message) => {
      const text = message.text();
      const isProvoked = statuses.some((status) => text.includes(`status of ${status}`));
      if (message.type() === 'error' && !isProvoked) this.problems.push(`console: ${text}`);
    });
  }

  static async open(browser: Browser, baseUrl: string, { statuses = [], ...options }: OpenOptions = {}) {
    const context = await browser.newContext({
      viewport: { width: 1280, height: 800 },
      reducedMotion: 'reduce',
      ...options,
    });
    context.setDefaultTimeout(ACTION_TIMEOUT_MS);
    await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: baseUrl });
    return new ConsolePage(await context.newPage(), context, baseUrl, statuses);
  }

  /** Opens an address of the console; with a key as a link hands it in. */
  async goTo(path: string, key?: string): Promise<void> {
    const fragment = key === undefined ? '' : `#key=${encodeURIComponent(key)}`;
    await this.page.goto(this.#baseUrl + path + fragment);
  }

  get field(): Locator {
    return this.page.getByRole('searchbox');
  }

  get results(): Locator {
    return this.page.getByRole('list', { name: 'Results' }).locator('.tile');
  }

  get image(): Locator {
    return this.page.locator('dialog.modal-page');
  }

  get filters(): Locator {
    return this.page.getByRole('complementary', { name: 'Filters' });
  }

  /** The controls of one kind, such as Shape. */
  filterGroup(name: string): Locator {
    return this.filters.getByRole('group', { name, exact: true });
  }

  button(name: string | RegExp): Locator {
    return this.page.getByRole('button', { name, exact: true });
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

  /** Hands the page other answers to searches than the API's: what the stack does not bring about. */
  async changeAnswers(change: (answer: SearchAnswer) => object): Promise<void> {
    await this.page.route(/\/v1\/search$/, async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, json: change((await response.json()) as SearchAnswer) });
    });
  }

  /** Titles of the results, in order. */
  titles(): Promise<string[]> {
    return this.results.locator('.tile-title').allTextContents();
  }

  /** The query part of the address. */
  parameters(): URLSearchParams {
    return new URL(this.page.url()).searchParams;
  }

  /** Waits until an expression holds in the page; its content security policy forbids Playwright's own way. */
  async until(expression: string): Promise<void> {
    const deadline = Date.now() + ACTION_TIMEOUT_MS;
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
    return this.page.evaluate(async () => {
      const { axe } = globalThis as unknown as { axe: { run: () => Promise<AxeReport> } };
      const { violations } = await axe.run();
      return violations
        .filter(({ impact }) => impact === 'serious' || impact === 'critical')
        .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 120)).join(' | ')}`);
    });
  }
}

interface AxeReport {
  violations: { id: string; impact: string | null; nodes: { html: string }[] }[];
}
