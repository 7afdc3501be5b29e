import { expect, it } from '@jest/globals';
import { describeFlows, open } from '../support/console.js';

/** One image, large. */
describeFlows('one image', () => {
  it('says in plain words what may be done, copies the credit, and leads to images of its colours', async () => {
    const ui = await open('/?q=blue%20ball&open=drawn:blue-disc');
    const rights = ui.image.getByRole('region', { name: 'Rights' });
    for (const words of [
      'No commercial use',
      'You may publish it cropped, recoloured or combined.',
      'Show the credit line with the image.',
      'This service hosts the file.',
    ])
      await rights.getByText(words).waitFor();
    expect(await rights.getByRole('link', { name: 'Page at the source' }).getAttribute('href')).toBe(
      'https://example.org/blue-disc',
    );
    expect(await ui.copied(rights.getByRole('button', { name: 'HTML' }))).toContain(
      '<a href="https://creativecommons.org/licenses/by-nc/4.0/"',
    );
    expect(await ui.copied(ui.button('Copy curl'))).toContain('/v1/asset/drawn:blue-disc');
    await ui.image.getByRole('list', { name: 'Colours' }).getByRole('link').last().click();
    await ui.image.waitFor({ state: 'detached' });
    expect(ui.parameters().get('palette_near')).toMatch(/^#[0-9a-f]{6}$/);
  });

  it('shows the thumbnail at once and then a view for the screen, never the original', async () => {
    const ui = await open('/?q=red%20ball');
    await ui.results.first().waitFor();
    const release = await ui.hold(/v=view/);
    const read: string[] = [];
    ui.page.on('request', (request) => {
      const { pathname, search } = new URL(request.url());
      if (pathname.startsWith('/v1/asset/q_') && search !== '?v=thumb') read.push(search);
    });
    await ui.page.locator('[data-place]').first().click();
    const preview = ui.image.locator('.stage-preview');
    await preview.waitFor();
    release();
    await preview.waitFor({ state: 'detached' });
    expect(read).toEqual(['?v=view']);
  });

  it.each([
    ['a result', '/?q=red%20ball&open=drawn:red-disc'],
    ['an image that is in no answer', '/?open=drawn:red-disc'],
  ])('downloads the files of %s under names of their own', async (_, path) => {
    const ui = await open(path);
    const names: string[] = [];
    for (const title of ['Original', 'Web size', 'With its credit']) {
      const download = ui.page.waitForEvent('download');
      await ui.image.getByRole('list', { name: 'Download' }).getByText(title).click();
      names.push((await download).suggestedFilename());
    }
    expect(names).toEqual(['drawn-red-disc.png', 'drawn-red-disc.webp', 'drawn-red-disc.png']);
  });

  it('draws the clean space over the image', async () => {
    const ui = await open('/?q=shape&neg_space_any=right');
    await ui.page.locator('[data-place]').first().click();
    await ui.image.getByRole('button', { name: 'Clean space' }).click();
    const drawn = await ui.image.locator('.clean-space span').getByText('right').boundingBox();
    const image = await ui.image.locator('.stage-image').boundingBox();
    expect(drawn?.width).toBeCloseTo((image?.width ?? 0) / 3, -1);
    expect((drawn?.x ?? 0) + (drawn?.width ?? 0)).toBeCloseTo((image?.x ?? 0) + (image?.width ?? 0), 0);
  });

  it('goes to the next and the previous image with the arrow keys, and back to the list with Escape', async () => {
    const ui = await open('/?q=shape');
    const [first, second] = (await ui.places()).map((place) => JSON.stringify(place));
    await ui.page.locator('[data-place]').first().click();
    await ui.image.getByRole('heading', { level: 2 }).waitFor();
    const opened = "new URLSearchParams(location.search).get('open')";
    await ui.page.keyboard.press('ArrowRight');
    await ui.until(`${opened} === ${second}`);
    await ui.page.keyboard.press('ArrowLeft');
    await ui.until(`${opened} === ${first}`);
    await ui.page.keyboard.press('Escape');
    await ui.image.waitFor({ state: 'detached' });
    expect(ui.parameters().has('open')).toBe(false);
    await ui.until("document.activeElement === document.querySelector('[data-place]')");
  });

  it('says that an image is not there any more', async () => {
    const ui = await open('/?open=drawn:nothing', { statuses: [404] });
    await ui.image.getByRole('heading', { name: 'This image is not available' }).waitFor();
  });
});
