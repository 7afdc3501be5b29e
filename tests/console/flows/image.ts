import { expect, it } from '@jest/globals';
import type { FlowTools } from '../support/flow.js';

/** One image, large. */
export function imageFlows({ open }: FlowTools): void {
  it('says in plain words what may be done', async () => {
    const console = await open('/?q=blue%20ball&open=drawn:blue-disc');
    const rights = console.image.getByRole('region', { name: 'Rights' });
    await rights.getByText('No commercial use').waitFor();
    await rights.getByText('You may crop, recolour and combine it.').waitFor();
    await rights.getByText('Show the credit line with the image.').waitFor();
    await rights.getByText('This service hosts the file.').waitFor();
    expect(await rights.getByRole('link', { name: 'Page at the source' }).getAttribute('href')).toBe(
      'https://example.org/blue-disc',
    );
  });

  it('says unknown where the source settles nothing', async () => {
    const console = await open('/?q=blue%20box&open=drawn:blue-box');
    await console.image.getByText('Commercial use: unknown').waitFor();
    await console.image.getByText('Changes: unknown').waitFor();
    await console.image.getByText(/Ask the rights holder first/).waitFor();
  });

  it('copies the credit as text, HTML and Markdown', async () => {
    const console = await open('/?q=red%20ball&open=drawn:red-disc');
    const copies = console.image.getByRole('group', { name: 'Copy the credit' });
    await copies.getByRole('button', { name: 'Text' }).click();
    await expectClipboard(console, /^"red ball" by Ada Martin, licensed under CC BY 4\.0/);
    await copies.getByRole('button', { name: 'HTML' }).click();
    await expectClipboard(console, /<a href="https:\/\/creativecommons\.org\/licenses\/by\/4\.0\/"/);
    await copies.getByRole('button', { name: 'Markdown' }).click();
    await expectClipboard(console, /<https:\/\/example\.org\/red-disc>/);
  });

  it('draws the clean space over the image', async () => {
    const console = await open('/?q=shape&neg_space_any=right');
    await console.page.locator('[data-place]').first().click();
    await console.image.getByRole('button', { name: 'Clean space' }).click();
    const drawn = await console.image.locator('.clean-right').boundingBox();
    const image = await console.image.locator('.stage-image').boundingBox();
    expect(drawn?.width).toBeCloseTo((image?.width ?? 0) / 3, -1);
    expect((drawn?.x ?? 0) + (drawn?.width ?? 0)).toBeCloseTo((image?.x ?? 0) + (image?.width ?? 0), 0);
  });

  it('gives the request as curl and the image as JSON', async () => {
    const console = await open('/?q=red%20ball&open=drawn:red-disc');
    await console.image.getByRole('button', { name: 'Copy curl' }).click();
    await expectClipboard(console, /\/v1\/asset\/drawn:red-disc/);
    await console.image.getByRole('button', { name: 'Copy JSON' }).click();
    await expectClipboard(console, /"asset_id": "drawn:red-disc"/);
  });

  it('goes to the next and the previous image with the arrow keys, and back to the list with Escape', async () => {
    const console = await open('/?q=shape');
    const first = console.page.locator('[data-place]').first();
    await first.click();
    const heading = console.image.getByRole('heading', { level: 2 });
    await heading.waitFor();
    const opened = console.parameters().get('open');
    await console.page.keyboard.press('ArrowRight');
    await console.page.waitForFunction(
      `new URLSearchParams(location.search).get('open') !== ${JSON.stringify(opened)}`,
    );
    await console.page.keyboard.press('ArrowLeft');
    await console.page.waitForFunction(
      `new URLSearchParams(location.search).get('open') === ${JSON.stringify(opened)}`,
    );
    await console.page.keyboard.press('Escape');
    await console.image.waitFor({ state: 'detached' });
    expect(console.parameters().has('open')).toBe(false);
    expect(await first.evaluate((link) => link === document.activeElement)).toBe(true);
  });

  it('leads from a colour of the image to images that come close to it', async () => {
    const console = await open('/?q=ball&open=drawn:red-disc');
    await console.image.getByRole('link', { name: /Images close to #c8/ }).click();
    await console.page
      .getByRole('list', { name: 'Filters that are set' })
      .getByText(/Close to #c8/)
      .waitFor();
    expect(console.parameters().get('q')).toBe('ball');
  });

  it('opens an image that is in no answer, by its link', async () => {
    const console = await open('/?open=drawn:green-disc');
    await console.image.getByRole('heading', { name: 'green ball' }).waitFor();
    await console.image.locator('.stage-image img[src^="blob:"]').waitFor();
    await console.image.getByText('No credit needed').waitFor();
  });

  it('says that an image is not there any more', async () => {
    const console = await open('/?open=drawn:nothing', { statuses: [404] });
    await console.image.getByRole('heading', { name: 'This image is not there' }).waitFor();
  });
}

async function expectClipboard(
  console: { clipboard: () => Promise<string> },
  expected: RegExp,
): Promise<void> {
  // The button answers before the browser has written.
  for (let tries = 0; tries < 20; tries += 1) {
    if (expected.test(await console.clipboard())) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  expect(await console.clipboard()).toMatch(expected);
}
