import { expect, it } from '@jest/globals';
import { FEW_CREDITS, FEW_REQUESTS } from '../support/console-stack.js';
import type { FlowTools } from '../support/flow.js';

/** The key, the account, and each refusal in words. */
export function accountFlows({ open, openWithoutKey, running }: FlowTools): void {
  it('takes the key from the fragment of a link and leaves no trace of it in the address', async () => {
    const console = await open('/?q=ball');
    await console.results.first().waitFor();
    expect(console.page.url()).not.toContain('key');
    await console.page.reload();
    await console.results.first().waitFor();
  });

  it('asks for a key, and refuses a wrong one in words', async () => {
    const console = await openWithoutKey('/?q=ball', { statuses: [401] });
    await console.page.getByLabel('API key').fill('wrong');
    await console.button('Start').click();
    await console.page.getByRole('heading', { name: 'The service does not accept this key' }).waitFor();
    await console.button('Enter another key').click();
    await console.page.getByLabel('API key').fill(await running().stack.newKey('pro'));
    await console.page.keyboard.press('Enter');
    await console.results.first().waitFor();
  });

  it('shows plan, credits, the latest searches and the prices', async () => {
    const console = await open('/?q=ball');
    await console.results.first().waitFor();
    await console.page.getByRole('link', { name: /^Account: / }).click();
    const panel = console.page.getByRole('dialog', { name: 'Account' });
    await panel.getByText('20,000').first().waitFor();
    await panel.getByRole('cell', { name: 'answered' }).first().waitFor();
    expect(await panel.locator('tr[aria-current]').innerText()).toContain('Pro');
    await panel.getByRole('button', { name: 'Forget the key' }).click();
    await console.page.getByLabel('API key').waitFor();
  });

  it('says when credits are short, and shows fewer images for what is left', async () => {
    const console = await open('/?q=ball', { plan: 'starter', statuses: [402] });
    await console.results.first().waitFor();
    await console.search('shape');
    await console.page.getByRole('heading', { name: 'Too few credits for this search' }).waitFor();
    await console.page
      .getByText(`This search needs 3 credits; ${FEW_CREDITS - 3} credit is left.`, { exact: false })
      .waitFor();
    await console.button('Show fewer images').click();
    await console.results.first().waitFor();
    await console.search('box');
    await console.page.getByRole('heading', { name: 'No credits left' }).waitFor();
    await console.button('Account and plans').click();
    await console.page.getByRole('dialog', { name: 'Account' }).waitFor();
  });

  it('says that the plan has no search by image', async () => {
    const console = await open('/?like=drawn:red-disc', { plan: 'free', statuses: [403] });
    await console.page.getByRole('heading', { name: 'Your plan has no “more like this”' }).waitFor();
    await console.button('Account and plans').waitFor();
  });

  it('counts down where the plan asks for a pause', async () => {
    const console = await open('/', { plan: 'scale', statuses: [429] });
    for (let request = 0; request <= FEW_REQUESTS; request += 1) {
      const answered = console.answer();
      await console.field.fill(`ball ${request}`);
      await console.field.press('Enter');
      if ((await answered).status() === 429) break;
    }
    await console.page.getByRole('heading', { name: 'A short pause, please' }).waitFor();
    await console.button(/Try again in \d+ s/).waitFor();
  });

  it('says that a part of the service is down, and answers when it is back', async () => {
    const console = await open('/', { statuses: [503, 504] });
    running().retrieval.setFault({ kind: 'refuse' });
    try {
      await console.search('ball');
      await console.page.getByRole('heading', { name: 'The search is not available for a moment' }).waitFor();
    } finally {
      running().retrieval.setFault({ kind: 'none' });
    }
    await console.button('Try again').click();
    await console.results.first().waitFor();
  });
}
