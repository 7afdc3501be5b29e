import { expect, it } from '@jest/globals';
import { draw } from '@imagesearch/testkit/images/small-collection';
import type { ConsolePage } from '../support/console-page.js';
import type { FlowTools } from '../support/describe-console.js';

const redDisc = () => draw({ shape: 'disc', colour: [200, 30, 30] });

/** A drop or a paste of a file, as the browser hands it to a page. */
async function hand(
  ui: ConsolePage,
  event: 'drop' | 'paste',
  file: { type: string; bytes: Buffer; name?: string },
): Promise<void> {
  await ui.page.evaluate(
    `(() => {
      const bytes = Uint8Array.from(atob(${JSON.stringify(file.bytes.toString('base64'))}), (c) => c.charCodeAt(0));
      const files = new DataTransfer();
      files.items.add(new File([bytes], ${JSON.stringify(file.name ?? 'example')}, { type: ${JSON.stringify(file.type)} }));
      const event = ${JSON.stringify(event)} === 'drop'
        ? new DragEvent('drop', { dataTransfer: files, bubbles: true, cancelable: true })
        : new ClipboardEvent('paste', { clipboardData: files, bubbles: true, cancelable: true });
      document.body.dispatchEvent(event);
    })()`,
  );
}

/** Searching with an image, alone and together with words. */
export function exampleFlows({ open, stack }: FlowTools): void {
  it.each(['drop', 'paste'] as const)('searches with an image that comes by %s', async (event) => {
    const ui = await open('/');
    await hand(ui, event, { type: 'image/png', bytes: await redDisc() });
    await ui.results.first().waitFor();
    expect((await ui.titles())[0]).toBe('red ball');
    expect(await ui.results.first().locator('.tile-facts').innerText()).toContain('Same image');
    expect(await ui.page.getByText('Same image').count()).toBe(1);
    await ui.page.getByAltText('The image that you search with').waitFor();
  });

  it('searches with a file that is chosen, and with words added to it', async () => {
    const ui = await open('/');
    await ui.button('Search with an image').click();
    const chooser = ui.page.waitForEvent('filechooser');
    await ui.button('Choose a file').click();
    await (await chooser).setFiles({ name: 'disc.png', mimeType: 'image/png', buffer: await redDisc() });
    await ui.results.first().waitFor();

    const answered = ui.answer();
    await ui.search('green');
    expect(await (await answered).json()).toMatchObject({ input_modality: 'image_text' });
    await ui.button('Remove the example image').click();
    await ui.page.getByAltText('The image that you search with').waitFor({ state: 'detached' });
    expect(ui.parameters().has('example')).toBe(false);
  });

  it.each([
    ['a text', { type: 'text/plain', name: 'notes.txt' }, '“notes.txt” is not an image.'],
    ['a HEIC', { type: '', name: 'IMG_1.HEIC' }, '“IMG_1.HEIC” is a HEIC image,'],
    ['a broken file', { type: 'image/jpeg', name: 'sea.jpg' }, '“sea.jpg” cannot be read. It is damaged'],
  ])('says in a sentence why %s is nothing to search with', async (_, file, sentence) => {
    const ui = await open('/');
    await hand(ui, 'drop', { ...file, bytes: Buffer.from('words') });
    await ui.page.getByRole('status').getByText(sentence, { exact: false }).waitFor();
  });

  it('says what to do with words that are dropped beside the field', async () => {
    const ui = await open('/');
    await ui.page.evaluate(
      `(() => {
        const words = new DataTransfer();
        words.setData('text/plain', 'red apple');
        document.body.dispatchEvent(
          new DragEvent('drop', { dataTransfer: words, bubbles: true, cancelable: true }),
        );
      })()`,
    );
    await ui.page.getByRole('status').getByText('Type words into the search field.').waitFor();
  });

  it('takes the address of an image, refuses one that is not https, and says why one cannot be used', async () => {
    const ui = await open('/', { statuses: [422] });
    await ui.button('Search with an image').click();
    const address = ui.page.getByLabel('Address of an image');
    await address.fill('ftp://example.org/cat.png');
    await ui.button('Use it').click();
    await ui.until("document.activeElement.matches(':invalid')");

    await address.fill('https://127.0.0.1/cat.png');
    await address.press('Enter');
    await ui.page.getByRole('heading', { name: 'You cannot search with this image' }).waitFor();
    expect(await ui.page.getByRole('alert').innerText()).not.toContain('image_url');
  });

  it('finds the example again after a reload, and says elsewhere that it is not there', async () => {
    const ui = await open('/');
    await hand(ui, 'drop', { type: 'image/png', bytes: await redDisc() });
    await ui.results.first().waitFor();
    const path = new URL(ui.page.url());
    await ui.page.reload();
    await ui.results.first().waitFor();
    expect((await ui.titles())[0]).toBe('red ball');

    const other = await open(path.pathname + path.search, { scope: null });
    await other.page.getByLabel('API key').fill(await stack().newKey('pro'));
    await other.button('Start').click();
    await other.page.getByRole('heading', { name: 'The example image is not on this device' }).waitFor();
  });
}
