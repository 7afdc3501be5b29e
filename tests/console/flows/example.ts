import { expect, it } from '@jest/globals';
import { draw } from '@imagesearch/testkit/images/small-collection';
import type { ConsolePage } from '../support/console-page.js';
import type { FlowTools } from '../support/describe-console.js';

const redDisc = () => draw({ shape: 'disc', colour: [200, 30, 30] });

/** A drop or a paste, as the browser hands it to a page. */
function hand(
  { page }: ConsolePage,
  event: 'drop' | 'paste',
  { name, type, bytes }: { name: string; type: string; bytes: Buffer | null },
): Promise<void> {
  const given = JSON.stringify({ name, type, base64: bytes?.toString('base64') });
  return page.evaluate(`(({ name, type, base64 }) => {
    const data = new DataTransfer();
    if (base64 === undefined) data.setData(type, name);
    else data.items.add(new File([Uint8Array.from(atob(base64), (c) => c.charCodeAt(0))], name, { type }));
    const how = { bubbles: true, cancelable: true };
    document.body.dispatchEvent(
      '${event}' === 'drop'
        ? new DragEvent('drop', { ...how, dataTransfer: data })
        : new ClipboardEvent('paste', { ...how, clipboardData: data }),
    );
  })(${given})`);
}

/** Searching with an image, alone and together with words. */
export function exampleFlows({ open, stack }: FlowTools): void {
  it.each(['drop', 'paste'] as const)('searches with an image that comes by %s', async (event) => {
    const ui = await open('/');
    await hand(ui, event, { name: 'disc.png', type: 'image/png', bytes: await redDisc() });
    await ui.results.first().getByText('Same image').waitFor();
    expect((await ui.titles())[0]).toBe('red ball');
    expect(await ui.page.getByText('Same image').count()).toBe(1);
  });

  it('searches with a file that is chosen, in this browser only, and with words added to it', async () => {
    const ui = await open('/');
    await ui.button('Search with an image').click();
    const chooser = ui.page.waitForEvent('filechooser');
    await ui.button('Choose a file').click();
    await (await chooser).setFiles({ name: 'disc.png', mimeType: 'image/png', buffer: await redDisc() });
    await ui.results.first().waitFor();
    await ui.page.reload();
    await ui.page.getByAltText('The image that you search with').waitFor();
    const { pathname, search } = new URL(ui.page.url());
    const other = await open(pathname + search, { scope: null });
    await other.enterKey(await stack().newKey('pro'));
    await other.page.getByRole('heading', { name: 'The example image is not on this device' }).waitFor();

    const answered = ui.answer();
    await ui.search('green');
    expect(await (await answered).json()).toMatchObject({ input_modality: 'image_text' });
    await ui.button('Remove the example image').click();
    await ui.page.getByAltText('The image that you search with').waitFor({ state: 'detached' });
    expect(ui.parameters().has('example')).toBe(false);
  });

  it('says in a sentence why something is nothing to search with', async () => {
    const ui = await open('/');
    const bytes = Buffer.from('words');
    for (const [given, sentence] of [
      [{ type: 'text/plain', name: 'notes.txt', bytes }, '“notes.txt” is not an image.'],
      [{ type: '', name: 'IMG_1.HEIC', bytes }, '“IMG_1.HEIC” is a HEIC image,'],
      [{ type: 'image/jpeg', name: 'sea.jpg', bytes }, '“sea.jpg” cannot be read. It is damaged'],
      [{ type: 'text/plain', name: 'red apple', bytes: null }, 'Type words into the search field.'],
    ] as const) {
      await hand(ui, 'drop', given);
      await ui.page.getByRole('status').getByText(sentence).waitFor();
    }
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
}
