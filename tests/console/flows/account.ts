import { expect, it } from '@jest/globals';
import { FEW_CREDITS, FEW_REQUESTS } from '../support/console-stack.js';
import type { FlowTools } from '../support/describe-console.js';

/** The key, the account, and each refusal in words. */
export function accountFlows({ open, stack }: FlowTools): void {
  it('takes the key from the fragment of a link, and shows nothing that another key has read', async () => {
    const ui = await open('/?q=ball');
    await ui.results.first().waitFor();
    expect(ui.page.url()).not.toContain('key');
    await ui.page.reload();
    await ui.results.first().waitFor();
    for (const place of ['the open page', 'a new one']) {
      if (place === 'a new one') await ui.page.goto('about:blank');
      const asked = ui.page.waitForRequest(/\/v1\/search$/);
      const key = await stack().newKey('pro');
      await ui.goTo('/?q=ball', key);
      expect((await asked).headers()['x-api-key']).toBe(key);
      await ui.results.first().waitFor();
    }
  });

  it('asks for a key, and refuses a wrong one in words', async () => {
    const ui = await open('/?q=ball', { scope: null, statuses: [401] });
    await ui.page.getByLabel('API key').fill('wrong');
    await ui.button('Start').click();
    await ui.page
      .getByRole('alert')
      .getByText(/^The service does not accept this key\./)
      .waitFor();
    await ui.page.getByLabel('API key').fill(await stack().newKey('pro'));
    await ui.page.keyboard.press('Enter');
    await ui.results.first().waitFor();
  });

  it('shares the key with a second tab, and forgets it in both', async () => {
    const ui = await open('/?q=ball');
    await ui.results.first().waitFor();
    const second = await ui.context.newPage();
    await second.goto(ui.page.url());
    await second.getByRole('list', { name: 'Results' }).waitFor();
    await second.getByRole('link', { name: /^Account: / }).click();
    await second.getByRole('button', { name: 'Forget the key' }).click();
    await ui.page.getByLabel('API key').waitFor();
    await ui.page.reload();
    await ui.page.getByLabel('API key').waitFor();
  });

  it('shows plan, credits, the latest searches and the prices', async () => {
    const ui = await open('/?q=ball');
    await ui.results.first().waitFor();
    await ui.page.getByRole('link', { name: /^Account: / }).click();
    const panel = ui.page.getByRole('dialog', { name: 'Account' });
    await panel.getByText('20,000').first().waitFor();
    await panel.getByRole('cell', { name: 'answered' }).first().waitFor();
    expect(await panel.locator('tr[aria-current]').innerText()).toContain('Pro');
    await panel.getByRole('button', { name: 'Forget the key' }).click();
    await ui.page.getByLabel('API key').waitFor();
  });

  it('says when credits are short, and shows fewer images for what is left', async () => {
    const ui = await open('/?q=ball', { plan: 'starter', statuses: [402] });
    await ui.results.first().waitFor();
    await ui.search('shape');
    await ui.page.getByRole('heading', { name: 'Too few credits for this search' }).waitFor();
    await ui.page
      .getByText(`This search needs 3 credits; ${FEW_CREDITS - 3} credit is left.`, { exact: false })
      .waitFor();
    await ui.button('Show fewer images').click();
    await ui.results.first().waitFor();
    await ui.search('box');
    await ui.page.getByRole('heading', { name: 'No credits left' }).waitFor();
    await ui.button('Account and plans').click();
    await ui.page.getByRole('dialog', { name: 'Account' }).waitFor();
  });

  it('says that the plan has no search by image', async () => {
    const ui = await open('/?like=drawn:red-disc', { plan: 'free', statuses: [403] });
    await ui.page.getByRole('heading', { name: 'Your plan has no “more like this”' }).waitFor();
    await ui.button('Account and plans').waitFor();
  });

  it('counts down where the plan asks for a pause', async () => {
    const ui = await open('/', { plan: 'scale', statuses: [429] });
    for (let request = 0; request <= FEW_REQUESTS; request += 1) {
      const answered = ui.answer();
      await ui.field.fill(`ball ${request}`);
      await ui.field.press('Enter');
      if ((await answered).status() === 429) break;
    }
    await ui.page.getByRole('heading', { name: 'A short pause, please' }).waitFor();
    await ui.button(/Try again in \d+ s/).waitFor();
  });

  it('says that a part of the service is down, and answers when it is back', async () => {
    const ui = await open('/', { statuses: [503] });
    const search = /\/v1\/search$/;
    const down = { type: 'dependency_unavailable', loc: [], msg: 'Try again.', ctx: { billed: false } };
    await ui.page.route(search, (route) => route.fulfill({ status: 503, json: { detail: [down] } }));
    await ui.search('ball');
    await ui.page.getByRole('heading', { name: 'The service is briefly unavailable' }).waitFor();
    await ui.page.unroute(search);
    await ui.button('Try again').click();
    await ui.results.first().waitFor();
  });
}
