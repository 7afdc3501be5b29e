import { expect, it } from '@jest/globals';
import { describeFlows, open, type ConsolePage } from '../support/console.js';

type Step = (ui: ConsolePage) => Promise<unknown>;

const choose =
  (title: string, words: string): Step =>
  (ui) =>
    ui.filterGroup(title).getByLabel(words, { exact: true }).check();

const type =
  (title: string, words: string, text: string): Step =>
  async (ui) => {
    const field = ui.filterGroup(title).getByLabel(words, { exact: true });
    await field.fill(text);
    await field.press('Enter');
  };

const press =
  (title: string, words: string, key: string): Step =>
  (ui) =>
    ui.filterGroup(title).getByRole('slider', { name: words }).press(key);

/** A control of every kind, and what it sets beside what was set before. */
const CONTROLS: [step: Step, parameters: Record<string, string>][] = [
  [choose('What you may do', 'Commercial use'), { commercial: 'true' }],
  [choose('What you may do', 'No share-alike duty'), { share_alike: 'false' }],
  [choose('Shape', '16:9'), { aspect_min: '1.72', aspect_max: '1.83' }],
  [choose('Shape', 'Wide'), { orientation: 'landscape', aspect_min: '', aspect_max: '' }],
  [choose('Clean space for text', 'Left'), { neg_space_any: 'left' }],
  [choose('Clean space for text', 'Top'), { neg_space_any: 'left,top' }],
  [choose('Faces', 'None'), { faces_min: '', faces_max: '0' }],
  [choose('Licence', 'CC0'), { license_any: 'cc0' }],
  [type('Licence', 'Licence: another name', 'CC-BY-2.0'), { license_any: 'cc0,cc-by-2.0' }],
  [type('Date, creator, tags', 'All of these tags', 'ball, red'), { tags_all: 'ball,red' }],
  [type('Date, creator, tags', 'Creator', 'Martin, Ada'), { creator: 'Martin, Ada' }],
  [choose('AI-generated images', 'Human work only'), { human_made: 'true' }],
  [press('Brightness', 'From', 'ArrowRight'), { luminance_min: '0.05' }],
  // A bound stops at the other one.
  [press('Brightness', 'To', 'Home'), { luminance_min: '0.05', luminance_max: '0.05' }],
  [press('Brightness', 'From', 'Home'), { luminance_min: '', luminance_max: '0.05' }],
  [press('How well it fits', 'At least', 'ArrowRight'), { min_score: '0.05' }],
];

/** The filters of a search: their controls, and their chips. */
describeFlows('filters', () => {
  it('searches again as soon as a control is set, and takes one filter out or all', async () => {
    const ui = await open('/?q=ball');
    await ui.results.first().waitFor();
    for (const [step, parameters] of CONTROLS) {
      const answered = ui.answer();
      await step(ui);
      await answered;
      for (const [name, value] of Object.entries(parameters))
        expect([name, ui.parameters().getAll(name).join()]).toEqual([name, value]);
    }
    await ui.button('Remove the filter: No faces').click();
    expect(ui.parameters().has('faces_max')).toBe(false);
    expect(await ui.filterGroup('Faces').getByLabel('Any').isChecked()).toBe(true);
    await ui.button('Remove all').click();
    await ui.results.first().waitFor();
    expect(ui.parameters().toString()).toBe('q=ball');
  });

  it('prefers a colour of the collection, or one that is picked', async () => {
    const ui = await open('/?q=red%20ball');
    const colours = ui.filterGroup('Colour to come close to');
    await colours.getByRole('radio').nth(1).check();
    const colour = ui.parameters().get('palette_near') ?? '';
    await ui.button(`Remove the filter: Close to ${colour}`).waitFor();
    expect(await colours.getByLabel('Pick a colour').inputValue()).toBe(colour);
    await colours.getByLabel('Pick a colour').fill('#336699');
    await ui.button('Remove the filter: Close to #336699').waitFor();
    expect(await colours.getByRole('radio', { checked: true }).count()).toBe(0);
  });
});
