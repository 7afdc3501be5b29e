import { expect, it } from '@jest/globals';
import { draw } from '@imagesearch/testkit/images/small-collection';
import type { ConsolePage } from '../support/console-page.js';
import type { FlowTools } from '../support/flow.js';

const redDisc = () => draw({ shape: 'disc', colour: [200, 30, 30] });

/** A drop or a paste of a file, as the browser hands it to a page. */
async function hand(
  console: ConsolePage,
  event: 'drop' | 'paste',
  file: { type: string; bytes: Buffer },
): Promise<void> {
  await console.page.evaluate(
    `(() => {
      const bytes = Uint8Array.from(atob(${JSON.stringify(file.bytes.toString('base64'))}), (c) => c.charCodeAt(0));
      const files = new DataTransfer();
      files.items.add(new File([bytes], 'example', { type: ${JSON.stringify(file.type)} }));
      const event = ${JSON.stringify(event)} === 'drop'
        ? new DragEvent('drop', { dataTransfer: files, bubbles: true, cancelable: true })
        : new ClipboardEvent('paste', { clipboardData: files, bubbles: true, cancelable: true });
      document.body.dispatchEvent(event);
    })()`,
  );
}

/** Searching with an image, alone and together with words. */
export function exampleFlows({ open, openWithoutKey, running }: FlowTools): void {
  it('searches with an image that is dropped', async () => {
    const console = await open('/');
    await hand(console, 'drop', { type: 'image/png', bytes: await redDisc() });
    await console.results.first().waitFor();
    expect((await console.titles())[0]).toBe('red ball');
    await console.page.getByAltText('The image that you search with').waitFor();
  });

  it('searches with an image that is pasted', async () => {
    const console = await open('/');
    await hand(console, 'paste', { type: 'image/png', bytes: await redDisc() });
    await console.results.first().waitFor();
    expect((await console.titles())[0]).toBe('red ball');
  });

  it('searches with a file that is chosen, and with words added to it', async () => {
    const console = await open('/');
    await console.button('Search with an image').click();
    const chooser = console.page.waitForEvent('filechooser');
    await console.button('Choose a file').click();
    await (await chooser).setFiles({ name: 'disc.png', mimeType: 'image/png', buffer: await redDisc() });
    await console.results.first().waitFor();

    const answered = console.answer();
    await console.search('green');
    expect(await (await answered).json()).toMatchObject({ input_modality: 'image_text' });
    await console.button('Remove the example image').click();
    await console.page.getByAltText('The image that you search with').waitFor({ state: 'detached' });
    expect(console.parameters().has('example')).toBe(false);
  });

  it('says that a file is no image', async () => {
    const console = await open('/');
    await hand(console, 'drop', { type: 'text/plain', bytes: Buffer.from('words') });
    await console.page.getByRole('status').getByText('“example” is not an image.').waitFor();
  });

  it('takes the address of an image, refuses one that is not https, and says why one cannot be used', async () => {
    const console = await open('/', { statuses: [422] });
    await console.button('Search with an image').click();
    const address = console.page.getByLabel('Address of an image');
    await address.fill('ftp://example.org/cat.png');
    await console.button('Use it').click();
    await console.page
      .getByRole('alert')
      .getByText(/starts with https/)
      .waitFor();

    await address.fill('https://127.0.0.1/cat.png');
    await address.press('Enter');
    await console.page.getByRole('heading', { name: 'The service does not accept this search' }).waitFor();
    await console.page.getByText(/image_url/).waitFor();
  });

  it('finds the example again after a reload, and says elsewhere that it is not there', async () => {
    const console = await open('/');
    await hand(console, 'drop', { type: 'image/png', bytes: await redDisc() });
    await console.results.first().waitFor();
    const path = new URL(console.page.url());
    await console.page.reload();
    await console.results.first().waitFor();
    expect((await console.titles())[0]).toBe('red ball');

    const other = await openWithoutKey(path.pathname + path.search);
    await other.page.getByLabel('API key').fill(await running().stack.newKey('pro'));
    await other.button('Start').click();
    await other.page.getByRole('heading', { name: 'The example image is not on this device' }).waitFor();
  });
}
