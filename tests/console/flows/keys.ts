import { readFile } from 'node:fs/promises';
import { expect, it } from '@jest/globals';
import { ImageSearch } from '@imagesearch/sdk';
import type { Locator } from 'playwright-core';
import type { ConsolePage } from '../support/console-page.js';
import type { FlowTools } from '../support/describe-console.js';
import { PHONE } from './looks.js';

const PATH = '/?panel=account';

/** The part of the account panel with this name. */
function part({ page }: ConsolePage, name: 'Keys' | 'Usage'): Locator {
  return page.getByRole('dialog', { name: 'Account' }).getByRole('region', { name, exact: true });
}

function keyNamed(ui: ConsolePage, name: string): Locator {
  return part(ui, 'Keys').getByRole('listitem').filter({ hasText: name });
}

/** Makes a key, as it is shown once. */
async function make(ui: ConsolePage, name: string, fill?: (form: Locator) => Promise<void>): Promise<string> {
  await ui.button('Make a key').click();
  const form = ui.page.getByRole('dialog', { name: 'Make a key' });
  await form.getByLabel('Name: what the key is for').fill(name);
  await fill?.(form);
  await form.getByRole('button', { name: 'Make it' }).click();
  return shownKey(ui);
}

async function shownKey(ui: ConsolePage): Promise<string> {
  const shown = ui.page.getByRole('group', { name: 'The new key' });
  const key = await shown.locator('code').innerText();
  expect(await ui.copied(shown.getByRole('button', { name: 'Copy the key' }))).toBe(key);
  await shown.getByRole('button', { name: 'I have kept it' }).click();
  await shown.waitFor({ state: 'detached' });
  await ui.until('document.activeElement.textContent === "Make a key"');
  return key;
}

/** Keys and usage of an account, for a key that manages it. */
export function keyFlows({ open, stack }: FlowTools): void {
  const clientWith = (apiKey: string) => new ImageSearch({ baseUrl: stack().baseUrl, apiKey });

  it('makes a key with scopes, bounds and an end, and shows it once', async () => {
    const ui = await open(PATH, { scope: 'account' });
    await keyNamed(ui, 'the key of this page').waitFor();
    const key = await make(ui, 'shop window', async (form) => {
      for (const scope of ['more like this', 'details and files', 'credits and latest searches'])
        await form.getByLabel(scope).uncheck();
      await form.getByLabel(/^Its last day/).fill('2099-12-31');
      await form.getByLabel('CC0', { exact: true }).check();
      await form.getByLabel('Only these collections: another name').fill('drawn');
    });
    const made = keyNamed(ui, 'shop window');
    await made.getByText('Sees only the collections drawn; images under CC0.').waitFor();
    expect(await made.innerText()).toMatch(/isk_live_.{5}… search\n.*not used yet, ends on 1 Jan 2100/s);
    const { results } = (await clientWith(key).search({ query: 'ball', k: 50 })).data;
    expect(new Set(results.map(({ license }) => license))).toEqual(new Set(['cc0']));
    await expect(clientWith(key).usage()).rejects.toMatchObject({ type: 'scope_missing' });
    expect(await ui.page.content()).not.toContain(key);
  });

  it('renames, rotates and revokes a key, and keeps the place of the keyboard', async () => {
    const ui = await open(PATH, { scope: 'account' });
    const key = await make(ui, 'nightly');
    await ui.button('Rename nightly').click();
    await ui.until('document.activeElement.name === "name"');
    await ui.page.getByLabel('Name', { exact: true }).fill('weekly');
    await ui.page.keyboard.press('Enter');
    await keyNamed(ui, 'weekly').waitFor();
    await ui.until('document.activeElement.textContent === "Rename"');

    await ui.button('Rotate weekly').click();
    await ui.page.getByLabel('The old key still works').selectOption('For an hour');
    await ui.button('Rotate it').click();
    const next = await shownKey(ui);
    expect(next).not.toBe(key);
    await clientWith(key).warm();
    expect(await keyNamed(ui, 'weekly').count()).toBe(2);

    const old = keyNamed(ui, 'ends on');
    // Without an answer to the question, nothing happens.
    await old.getByRole('button', { name: 'Revoke weekly' }).click();
    ui.page.once('dialog', (question) => question.accept());
    await old.getByRole('button', { name: 'Revoke weekly' }).click();
    await old.waitFor({ state: 'detached' });
    await ui.until('document.activeElement.textContent === "Make a key"');
    expect(await keyNamed(ui, 'weekly').count()).toBe(1);
  });

  it('says why a key cannot be rotated, and forgets the key of the page with its revocation', async () => {
    const ui = await open(PATH, { scope: 'account', statuses: [401, 403] });
    await make(ui, 'once');
    for (let times = 0; times < 2; times += 1) {
      await keyNamed(ui, 'once').first().getByRole('button', { name: 'Rotate once' }).click();
      await ui.button('Rotate it').click();
      if (times === 0) await shownKey(ui);
    }
    await ui.page.getByRole('alert').getByText('was rotated already').waitFor();
    // Only what is uppermost closes.
    await ui.page.keyboard.press('Escape');
    const own = keyNamed(ui, 'the key of this page');
    expect(await own.getByRole('button', { name: /^Rotate/ }).count()).toBe(0);
    ui.page.once('dialog', (question) => question.accept());
    await own.getByRole('button', { name: /^Revoke/ }).click();
    await ui.page.getByLabel('API key').waitFor();
  });

  it('shows what each key cost on each day as a table and as a file', async () => {
    const ui = await open(PATH, { scope: 'account' });
    await part(ui, 'Usage').getByText('No searches on these days.').waitFor();
    const client = clientWith(await make(ui, 'shop'));
    await client.search({ query: 'ball', k: 1 });
    await client.search({ query: 'ball', k: 25 });
    await ui.page.reload();
    const usage = part(ui, 'Usage');
    await usage.getByText('4 credits').waitFor();
    expect(await usage.getByRole('row').allInnerTexts()).toEqual([
      expect.stringMatching(/^Day \(UTC\)/),
      expect.stringMatching(/^\d+ \w+\s+2\s+0\s+4\s*$/),
    ]);
    await usage.getByLabel('Key').selectOption({ index: 1 });
    await usage.getByText('4 credits').waitFor();
    await usage.getByLabel('The last').selectOption('7 days');
    const saved = ui.page.waitForEvent('download');
    await usage.getByRole('button', { name: 'Download as CSV' }).click();
    const file = await saved;
    expect(file.suggestedFilename()).toBe('usage-7-days.csv');
    expect(await readFile(await file.path(), 'utf8')).toMatch(
      /^date,.*\r\n\d{4}-\d\d-\d\d,.*,shop,.*,2,0,4\r\n$/,
    );
  });

  it('offers none of it to a key that does not manage the account', async () => {
    const ui = await open(PATH);
    await ui.page.getByText('the operator of the service can give you a key', { exact: false }).waitFor();
    expect(await part(ui, 'Keys').or(part(ui, 'Usage')).count()).toBe(0);
  });

  it('has room on a phone for a name as long as a name may be', async () => {
    const ui = await open(PATH, { scope: 'account', ...PHONE });
    await make(ui, 'without any space: '.padEnd(100, 'x'));
    await ui.button(/^Rename without/).click();
    expect(await ui.seriousFindings()).toEqual([]);
    expect(
      await ui.page.evaluate<number[]>(
        '[...document.querySelectorAll("dialog")].map(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)',
      ),
    ).toEqual([0, 0]);
  });
}
