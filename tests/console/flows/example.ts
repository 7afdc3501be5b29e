import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { folderOfSuite } from '@imagesearch/testkit/folders';
import { draw } from '@imagesearch/testkit/images/small-collection';
import { runProgram } from '@imagesearch/testkit/processes/program';
import { describeFlows, open, stack, type ConsolePage } from '../support/console.js';

const redDisc = () => draw({ shape: 'disc', colour: [200, 30, 30] });

/** A paste of a file, as the browser hands it to a page. */
function paste({ page }: ConsolePage, name: string, type: string, bytes: Buffer): Promise<void> {
  const given = JSON.stringify({ name, type, base64: bytes.toString('base64') });
  return page.evaluate(`(({ name, type, base64 }) => {
    const clipboardData = new DataTransfer();
    clipboardData.items.add(new File([Uint8Array.from(atob(base64), (c) => c.charCodeAt(0))], name, { type }));
    const how = { bubbles: true, cancelable: true };
    document.body.dispatchEvent(new ClipboardEvent('paste', { ...how, clipboardData }));
  })(${given})`);
}

const WORDS = Buffer.from('words');

/** Searching with an image, alone and together with words. */
describeFlows('an example image', () => {
  const folder = folderOfSuite();

  it('searches with an image that is pasted, and says in a sentence why something is none', async () => {
    const ui = await open('/');
    for (const [name, type, sentence] of [
      ['notes.txt', 'text/plain', '“notes.txt” is not an image.'],
      ['IMG_1.HEIC', '', '“IMG_1.HEIC” is a HEIC image,'],
      ['sea.jpg', 'image/jpeg', '“sea.jpg” cannot be read. It is damaged'],
    ] as const) {
      await paste(ui, name, type, WORDS);
      await ui.page.getByRole('status').getByText(sentence).waitFor();
    }
    await paste(ui, 'disc.png', 'image/png', await redDisc());
    await ui.results.first().getByText('Same image').waitFor();
    expect((await ui.titles())[0]).toBe('red ball');
    expect(await ui.page.getByText('Same image').count()).toBe(1);
  });

  it('searches with a file that is chosen, in this browser only, and with words added to it', async () => {
    const ui = await open('/');
    await ui.button('Search with an image').click();
    const chooser = ui.page.waitForEvent('filechooser');
    await ui.button('Choose a file').click();
    // More than an argument of a command may have.
    const buffer = Buffer.concat([await redDisc()], 200_000);
    await (await chooser).setFiles({ name: 'disc.png', mimeType: 'image/png', buffer });
    await ui.results.first().waitFor();

    await ui.button('Request').click();
    const request = await ui.copied(ui.button('Copy curl'));
    await ui.button('Close').click();
    await writeFile(join(folder, 'example.png'), buffer);
    const { output } = await runProgram('sh', ['-c', `curl() { cat; }; ${request}`], { cwd: folder });
    expect(JSON.parse(output)).toMatchObject({ k: 30, image_base64: buffer.toString('base64') });

    await ui.page.reload();
    await ui.page.getByAltText('The image that you search with').waitFor();
    const { pathname, search } = new URL(ui.page.url());
    const other = await open(pathname + search, { scope: null });
    await other.enterKey(await stack.newKey('pro'));
    await other.page.getByRole('heading', { name: 'The example image is not on this device' }).waitFor();

    const answered = ui.answer();
    await ui.search('green');
    expect(await (await answered).json()).toMatchObject({ input_modality: 'image_text' });
    await ui.button('Remove the example image').click();
    await ui.page.getByAltText('The image that you search with').waitFor({ state: 'detached' });
    expect(ui.parameters().has('example')).toBe(false);
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
});
