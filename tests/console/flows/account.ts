import { readFile } from 'node:fs/promises';
import { expect, it } from '@jest/globals';
import { ImageSearch } from '@imagesearch/sdk';
import type { Locator } from 'playwright-core';
import { describeFlows, open, stack, type ConsolePage } from '../support/console.js';

const SHORT = { needed: 3, reset_at: '2030-05-01T00:00:00Z' };

/** What the API refuses a search with: what the page then says, and the button for what a person can do. */
const REFUSALS: [status: number, type: string, ctx: object, title: string, remedy: string | RegExp][] = [
  [401, 'auth_invalid', {}, 'The service does not accept this key', 'Enter another key'],
  [402, 'credits_exhausted', { ...SHORT, remaining: 0 }, 'No credits left', 'Account and plans'],
  [
    403,
    'plan_feature_missing',
    { feature: 'image_search', plan: 'free' },
    'Your plan has no search by image',
    'Account and plans',
  ],
  [429, 'rate_limited', { limit: 'rpm' }, 'A short pause, please', /^Try again/],
  [
    402,
    'credits_exhausted',
    { ...SHORT, remaining: 1 },
    'Too few credits for this search',
    'Show fewer images',
  ],
  [503, 'dependency_unavailable', { billed: false }, 'The service is briefly unavailable', 'Try again'],
];

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
  const key = await ui.copied(ui.button('Copy the key'));
  await ui.button('I have kept it').click();
  await ui.until('document.activeElement.textContent === "Make a key"');
  expect(await ui.page.content()).not.toContain(key);
  return key;
}

/** The key, the account, each refusal in words; and keys and usage for a key that manages the account. */
describeFlows('keys and account', () => {
  const clientWith = (apiKey: string) => new ImageSearch({ baseUrl: stack.baseUrl, apiKey });

  it('takes the key from the fragment of a link, and shows nothing that another key has read', async () => {
    const ui = await open('/?q=ball');
    await ui.results.first().waitFor();
    expect(ui.page.url()).not.toContain('key');
    ui.page.on('dialog', (dialog) => void dialog.accept());
    await ui.page.reload();
    await ui.results.first().waitFor();
    for (const place of ['the open page', 'a new one']) {
      if (place === 'a new one') await ui.page.goto('about:blank');
      const asked = ui.page.waitForRequest(/\/v1\/search$/);
      const key = await stack.newKey('pro');
      await ui.goTo('/?q=ball', key);
      expect((await asked).headers()['x-api-key']).toBe(key);
      await ui.results.first().waitFor();
    }
  });

  it('asks before the key of a link takes the place of another one', async () => {
    const ui = await open('/?q=ball');
    await ui.results.first().waitFor();
    const key = await stack.newKey('pro');
    const asked = ui.page.waitForEvent('dialog');
    const opening = ui.goTo('/?q=box', key);
    const dialog = await asked;
    expect(dialog.message()).toContain('another API key');
    const search = ui.page.waitForRequest(/\/v1\/search$/);
    await dialog.dismiss();
    await opening;
    expect((await search).headers()['x-api-key']).not.toBe(key);
    expect(ui.page.url()).not.toContain('key');
  });

  it('asks for a key, and refuses a wrong one in words', async () => {
    const ui = await open('/?q=ball', { scope: null, statuses: [401] });
    await ui.enterKey('wrong');
    await ui.says(/^The service does not accept this key\./);
    await ui.enterKey(await stack.newKey('pro'));
    await ui.results.first().waitFor();
  });

  it('shows plan, credits, latest searches and prices, shares the key with a second tab, and forgets it in both', async () => {
    const ui = await open('/?q=ball');
    await ui.results.first().waitFor();
    const second = await ui.context.newPage();
    await second.goto(ui.page.url());
    await second.getByRole('list', { name: 'Results' }).waitFor();
    await second.getByRole('link', { name: /^Account: / }).click();
    const panel = second.getByRole('dialog', { name: 'Account' });
    await panel.getByText('20,000').first().waitFor();
    await panel.getByRole('cell', { name: 'answered' }).first().waitFor();
    expect(await panel.locator('tr[aria-current]').innerText()).toContain('Pro');
    await second.getByRole('button', { name: 'Forget the key' }).click();
    await ui.page.getByLabel('API key').waitFor();
    await ui.page.reload();
    await ui.page.getByLabel('API key').waitFor();
  });

  it('says why a search is refused and what can be done, and goes on when it is not', async () => {
    const ui = await open('/', { statuses: REFUSALS.map(([status]) => status) });
    for (const [at, [status, type, ctx, title, remedy]] of REFUSALS.entries()) {
      const json = { detail: [{ type, loc: [], msg: 'Too much.', ctx }] };
      await ui.page.route(/\/v1\/search$/, (route) => route.fulfill({ status, json }), { times: 2 });
      await ui.field.fill(`ball ${at}`);
      await ui.field.press('Enter');
      await ui.page.getByRole('heading', { name: title }).waitFor();
      await ui.button(remedy).waitFor();
      await ui.page.unroute(/\/v1\/search$/);
      if (typeof remedy === 'string' && status >= 402) await ui.button(remedy).click();
      if (remedy === 'Account and plans') await ui.button('Close').click();
      else if (typeof remedy === 'string' && status > 401) await ui.results.first().waitFor();
    }
  });

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
  });

  it('renames, rotates and revokes a key, and keeps the place of the keyboard', async () => {
    const ui = await open(PATH, { scope: 'account', statuses: [401, 403] });
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
    expect(await shownKey(ui)).not.toBe(key);
    await clientWith(key).warm();
    const old = keyNamed(ui, 'ends on');
    await old.getByRole('button', { name: 'Rotate weekly' }).click();
    await ui.button('Rotate it').click();
    await ui.page.getByRole('alert').getByText('was rotated already').waitFor();
    // Only what is uppermost closes.
    await ui.page.keyboard.press('Escape');

    // Without an answer to the question, nothing happens.
    await old.getByRole('button', { name: 'Revoke weekly' }).click();
    ui.page.once('dialog', (question) => question.accept());
    await old.getByRole('button', { name: 'Revoke weekly' }).click();
    await old.waitFor({ state: 'detached' });
    await ui.until('document.activeElement.textContent === "Make a key"');
    expect(await keyNamed(ui, 'weekly').count()).toBe(1);

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
    await usage.getByLabel('Key').selectOption({ index: 1 });
    await usage.getByText('4 credits').waitFor();
    expect(await usage.getByRole('row').last().innerText()).toMatch(/^\d+ \w+ \d{4}\s+2\s+0\s+4\s*$/);
    await usage.getByLabel('The last').selectOption('7 days');
    const saved = ui.page.waitForEvent('download');
    await usage.getByRole('button', { name: 'Download as CSV' }).click();
    const file = await saved;
    expect(file.suggestedFilename()).toBe('usage-7-days.csv');
    expect(await readFile(await file.path(), 'utf8')).toMatch(/\r\n\d{4}-\d\d-\d\d,.*,shop,.*,2,0,4\r\n$/);
  });

  it('offers none of it to a key that does not manage the account', async () => {
    const ui = await open(PATH);
    await ui.says('the operator of the service can give you a key');
    expect(await part(ui, 'Keys').or(part(ui, 'Usage')).count()).toBe(0);
  });
});
