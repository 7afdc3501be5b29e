import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { ImageSearch } from '@imagesearch/sdk';
import { folderOfSuite } from '@imagesearch/testkit/folders';
import { xmpPacket } from '@imagesearch/testkit/images/xmp';
import sharp from 'sharp';
import { describeFlows, open, stack, type ConsolePage } from '../support/console.js';

/** Like no other image. */
function noise(): Promise<Buffer> {
  const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const;
  return sharp({ create: { width: 320, height: 240, channels: 3, background: 'grey', noise } })
    .png()
    .toBuffer();
}

async function png(name: string) {
  return { name: `${name}.png`, mimeType: 'image/png', buffer: await noise() };
}

type GivenFile = Awaited<ReturnType<typeof png>>;

/** Chooses files in the panel for them. */
async function choose(ui: ConsolePage, files: GivenFile[]): Promise<void> {
  const chooser = ui.page.waitForEvent('filechooser');
  await ui.button('Choose files').click();
  await (await chooser).setFiles(files);
}

/** Accepts that an image of which no file states a licence has none that is known. */
async function acceptUnknown(ui: ConsolePage): Promise<void> {
  const words = 'As the files say; unknown where they say nothing';
  await ui.page.getByLabel('Licence', { exact: true }).selectOption(words);
}

/** Adds images with these titles, and shows them. */
async function add(ui: ConsolePage, ...titles: string[]): Promise<void> {
  await ui.follow('Add images');
  await choose(ui, await Promise.all(titles.map(png)));
  await acceptUnknown(ui);
  await ui.button(/^Add \d+ images?$/).click();
  const answered = ui.answer();
  await ui.follow('See them');
  await answered;
  await ui.answerShown();
}

/** In the open form; then saves it. */
async function saveLicence(ui: ConsolePage, words: string): Promise<void> {
  await ui.page.getByLabel('Licence', { exact: true }).selectOption(words);
  await ui.button('Save').click();
}

/** Images that a person adds, changes and deletes. */
describeFlows("one's own images", () => {
  const folder = folderOfSuite();

  it('adds the files that it can, says why not of the others, and shows them', async () => {
    const ui = await open('/', { scope: 'ingest', statuses: [422] });
    await ui.follow('Add images');
    const lighthouse = await png('lighthouse at dusk');
    await choose(ui, [
      lighthouse,
      { name: 'broken.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('words') },
      { name: 'empty.jpg', mimeType: 'image/jpeg', buffer: Buffer.alloc(0) },
    ]);
    await ui.page.getByLabel('Licence', { exact: true }).selectOption('CC BY 4.0');
    await ui.page.getByLabel('Creator').fill('Ada Martin');
    await ui.page.getByLabel('Tags').fill('harbour, night');
    await ui.button('Add 2 images').click();
    const panel = ui.page.getByRole('dialog', { name: 'Add images' });
    await panel.getByRole('status').getByText('1 added, 2 could not be added.').waitFor();
    const broken = panel.getByRole('listitem').filter({ hasText: 'broken.jpg' });
    expect(await broken.locator('.fault').innerText()).toMatch(/^[A-Z][^_]+\.$/);
    await ui.button('Try broken.jpg again').waitFor();
    await panel.getByText('The file is empty.').waitFor();
    expect(await ui.button('Try empty.jpg again').count()).toBe(0);
    await choose(ui, [lighthouse]);
    await ui.button('Add 1 image').click();
    await panel.getByRole('listitem').last().getByText('Was there already').waitFor();

    await ui.follow('See them');
    await ui.results.first().waitFor();
    expect(await ui.titles()).toEqual(['lighthouse at dusk']);
    await ui.button('Remove the filter: Your images').waitFor();
    await ui.follow('lighthouse at dusk');
    await ui.image.getByText('"lighthouse at dusk" by Ada Martin').first().waitFor();
    await ui.image.getByRole('link', { name: 'harbour' }).waitFor();

    // The answer of before would not have it.
    await ui.button('Close').click();
    await add(ui, 'beacon');
    expect((await ui.titles()).sort()).toEqual(['beacon', 'lighthouse at dusk']);
  });

  it('adds no image without a word of its licence: it says how many files state none, and adds them under the one chosen', async () => {
    const ui = await open('/', { scope: 'ingest', statuses: [422] });
    await ui.follow('Add images');
    const stating = await sharp(await noise())
      .withXmp(xmpPacket('<cc:license>https://creativecommons.org/licenses/by-sa/4.0/</cc:license>'))
      .jpeg()
      .toBuffer();
    await choose(ui, [
      await png('bare one'),
      await png('bare two'),
      { name: 'stating.jpg', mimeType: 'image/jpeg', buffer: stating },
    ]);
    await ui.button('Add 3 images').click();
    const panel = ui.page.getByRole('dialog', { name: 'Add images' });
    await panel.getByRole('alert').getByText('2 of 3 files state no licence: choose one above.').waitFor();
    await panel.getByRole('status').getByText('1 added, 2 state no licence.').waitFor();
    await ui.page.getByLabel('Licence', { exact: true }).selectOption('CC BY 4.0');
    await ui.button('Add 2 images').click();
    await panel.getByRole('status').getByText('3 added.').waitFor();
    expect(await panel.getByText('no licence: choose one above').count()).toBe(0);
    await ui.follow('See them');
    await ui.results.first().waitFor();
    expect(await ui.results.count()).toBe(3);
    expect(await ui.results.getByText('Unknown licence').count()).toBe(0);
  });

  it('adds the images of a folder that is dropped while the panel is open, and searches by what is dropped after', async () => {
    await mkdir(join(folder, 'trip/inner'), { recursive: true });
    await writeFile(join(folder, 'trip/notes.txt'), 'words');
    await writeFile(join(folder, 'trip/one.png'), await noise());
    await writeFile(join(folder, 'trip/inner/two.png'), await noise());
    const ui = await open('/', { scope: 'ingest' });
    await ui.follow('Add images');
    await ui.button('Choose files').waitFor();
    await dropFiles(ui, join(folder, 'trip'), { x: 1100, y: 120 });
    await acceptUnknown(ui);
    await ui.button('Add 2 images').click();
    await ui.says('2 added.');

    await ui.button('Close').click();
    await dropFiles(ui, join(folder, 'trip/one.png'), { x: 200, y: 400 });
    await ui.says('Same image');
  });

  it('sends on while its panel is closed, stops on demand, and asks before the page is left', async () => {
    const ui = await open('/', { scope: 'ingest' });
    const release = await ui.hold(/\/v1\/asset$/);
    await ui.follow('Add images');
    await choose(ui, await Promise.all(['slow', 'slower', 'last'].map(png)));
    await acceptUnknown(ui);
    await ui.button('Add 3 images').click();
    await ui.page.getByRole('progressbar', { name: 'Sending slow.png' }).waitFor();
    await ui.button('Stop').click();
    await ui.button('Add 1 image').waitFor();
    const asked = ui.page.waitForEvent('dialog');
    await ui.page.close({ runBeforeUnload: true });
    expect((await asked).type()).toBe('beforeunload');
    await (await asked).dismiss();
    await ui.button('Close').click();
    await ui.page.getByRole('link', { name: 'Add images: 2 on their way' }).waitFor();
    release();
    const said = ui.page.getByRole('status').getByText('2 added.');
    await said.waitFor();
    await said.waitFor({ state: 'detached' });
    // A dialog that opens later does not say it once more.
    await ui.follow('Tray: 0 images');
    await ui.says('Nothing is here yet');
    expect(await said.count()).toBe(0);
  });

  it('shows what an edit says wherever the image is shown, and deletes it after a question', async () => {
    const ui = await open('/', { scope: 'ingest' });
    await add(ui, 'windmill');
    await ui.putAside('windmill');
    await ui.follow('windmill');
    await ui.button('Edit').click();
    expect(await ui.seriousFindings()).toEqual([]);
    await ui.page.getByLabel('Title').fill('old windmill');
    await ui.page.getByLabel('Description').fill('By the river.');
    await saveLicence(ui, 'CC BY-NC 4.0');
    await ui.image.getByRole('heading', { name: 'old windmill' }).waitFor();
    await ui.until('document.activeElement.textContent === "Edit"');
    await ui.image.getByRole('region', { name: 'Rights' }).getByText('No commercial use').waitFor();
    await ui.image.getByText('By the river.', { exact: true }).waitFor();

    await ui.button('Close').click();
    expect(await ui.titles()).toEqual(['old windmill']);
    const asked: string[] = [];
    ui.page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    await ui.page.reload();
    await ui.tile('old windmill').getByText('CC BY-NC 4.0', { exact: true }).waitFor();
    // From the answer that this tab has, without another charge.
    expect(asked).not.toContain('/v1/search');

    await ui.follow('old windmill');
    // Without an answer to the question, nothing happens.
    await ui.button('Delete').click();
    ui.page.once('dialog', (question) => question.accept());
    await ui.button('Delete').click();
    await ui.page.getByRole('heading', { name: 'No image fits' }).waitFor();
    await ui.page.getByRole('link', { name: 'Tray: 0 images' }).waitFor();
  });

  it('says by the new licence whether an image may be used as wanted', async () => {
    const ui = await open('/', { scope: 'ingest' });
    await add(ui, 'ferry');
    await ui.page.getByLabel('Sell or advertise with it').check();
    await ui.results.getByText('Use unclear').waitFor();
    await ui.follow('ferry');
    await ui.button('Edit').click();
    await saveLicence(ui, 'CC BY-NC 4.0');
    await ui.image.getByRole('list', { name: 'For what you want it' }).getByText('Not usable').waitFor();
    await ui.button('Close').click();
    await ui.results.getByText('Not usable').waitFor();

    await ui.putAside('ferry');
    await ui.follow('Tray: 1 image');
    const set = ui.page.getByRole('region', { name: 'What the set allows' });
    await set.getByText('Not usable').waitFor();
    await ui.button('Edit the one that is yours').click();
    await saveLicence(ui, 'CC0 1.0');
    await set.getByText('Usable', { exact: true }).waitFor();
  });

  it('says the same of all that are in the tray, and names those of which it cannot', async () => {
    const ui = await open('/', { scope: 'ingest', statuses: [404] });
    await add(ui, 'bridge', 'tunnel', 'quay');
    await ui.putAside('bridge', 'tunnel', 'quay');
    // As another device does it.
    const client = new ImageSearch({
      baseUrl: stack.baseUrl,
      apiKey: await ui.page.evaluate<string>("sessionStorage.getItem('image-search-key')"),
    });
    const [quay] = (await client.search({ query: 'quay', k: 1 })).data.results;
    await client.remove(quay?.asset_id ?? '');

    await ui.follow('Tray: 3 images');
    await ui.button('Edit the 3 that are yours').click();
    await ui.page.getByLabel('Add tags').fill('river');
    await saveLicence(ui, 'CC0 1.0');
    await ui.page.getByRole('alert').getByText('quay: This image is not available.').waitFor();
    await ui.page.keyboard.press('Escape');
    await ui.button('Close').click();
    expect(await ui.results.getByText('CC0').count()).toBe(2);
    await ui.follow('bridge');
    await ui.image.getByRole('link', { name: 'river' }).waitFor();
  });

  it('offers none of it to a key that may not', async () => {
    const ui = await open('/?q=ball&panel=add&open=drawn:red-disc');
    await ui.image.getByText('Details').first().waitFor();
    await ui.page.waitForLoadState('networkidle');
    expect(await ui.page.getByRole('dialog', { name: 'Add images' }).count()).toBe(0);
    expect(await ui.button(/^(?:Edit|Delete)$/).count()).toBe(0);
    expect(await ui.page.getByRole('link', { name: /Add images/, includeHidden: true }).count()).toBe(0);
  });

  it('says how the first images get there, and offers to add them', async () => {
    const ui = await open('/', { scope: null });
    await ui.page.route('**/v1/collection', async (route) => {
      const json = (await (await route.fetch()).json()) as object;
      await route.fulfill({ json: { ...json, images: 0, sources: [], words: [], colours: [] } });
    });
    await ui.enterKey(await stack.newKey('pro', ['search', 'usage', 'ingest']));
    await ui.says('npm run ingest -- folder');
    expect(await ui.seriousFindings()).toEqual([]);
    await ui.page.locator('main').getByRole('link', { name: 'Add images' }).click();
    await ui.page.getByRole('dialog', { name: 'Add images' }).waitFor();
  });
});

/** A drop as the system makes it; the browser itself reads what is dropped. */
async function dropFiles({ page, context }: ConsolePage, path: string, at: { x: number; y: number }) {
  const session = await context.newCDPSession(page);
  const data = { items: [], files: [path], dragOperationsMask: 1 };
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const)
    await session.send('Input.dispatchDragEvent', { type, ...at, data });
  await session.detach();
}
