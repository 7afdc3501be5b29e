import { expect, it } from '@jest/globals';
import type { ConsolePage } from '../support/console-page.js';
import type { FlowTools } from '../support/flow.js';

type Step = (ui: ConsolePage) => Promise<unknown>;

const panel = (ui: ConsolePage) => ui.page.getByRole('complementary', { name: 'Filters' });
const group = (ui: ConsolePage, name: string) => panel(ui).getByRole('group', { name, exact: true });
const choose =
  (title: string, words: string): Step =>
  (ui) =>
    group(ui, title).getByLabel(words, { exact: true }).check();
const press =
  (title: string, words: string): Step =>
  (ui) =>
    group(ui, title).getByRole('button', { name: words, exact: true }).click();

const CONTROLS: [name: string, step: Step, parameters: Record<string, string>][] = [
  ['commercial use', choose('What you may do', 'Commercial use'), { commercial: 'true' }],
  ['changes', choose('What you may do', 'May be changed'), { derivatives: 'true' }],
  ['no credit', choose('What you may do', 'No credit needed'), { attribution_required: 'false' }],
  ['share alike', choose('What you may do', 'No share-alike duty'), { share_alike: 'false' }],
  ['an orientation', choose('Shape', 'Tall'), { orientation: 'portrait' }],
  ['a format', choose('Shape', '16:9'), { aspect_min: '1.72', aspect_max: '1.83' }],
  ['clean space', press('Clean space for text', 'Left'), { neg_space_any: 'left' }],
  ['colour', choose('Colour', 'Black and white'), { monochrome: 'true' }],
  ['faces', choose('Faces', 'None'), { faces_max: '0' }],
  ['resolution', choose('Resolution', '1 MP +'), { resolution_min: '1' }],
  ['a licence', choose('Licence', 'CC0'), { license_any: 'cc0' }],
  ['a collection', choose('Collection', 'drawn'), { source_any: 'drawn' }],
  ['generated images', choose('AI-generated images', 'Only'), { ai_generated: 'true' }],
];

/** A control for every filter of the API. */
export function filterFlows({ open }: FlowTools): void {
  it.each(CONTROLS)('filters by %s', async (_, step, parameters) => {
    const ui = await open('/?q=ball');
    await ui.results.first().waitFor();
    const answered = ui.answer();
    await step(ui);
    const sent = (await answered).request().postDataJSON() as { filters: Record<string, unknown> };
    expect(Object.keys(sent.filters)).toEqual(Object.keys(parameters));
    for (const [name, value] of Object.entries(parameters)) expect(ui.parameters().get(name)).toBe(value);
  });

  it('filters by brightness with the keyboard', async () => {
    const ui = await open('/?q=ball');
    const slider = group(ui, 'Brightness').getByRole('slider', { name: 'From' });
    await slider.focus();
    const answered = ui.answer();
    await slider.press('ArrowRight');
    await answered;
    expect(ui.parameters().get('luminance_min')).toBe('0.05');
  });

  it('prefers a colour of the results, and clears it', async () => {
    const ui = await open('/?q=red%20ball');
    const swatches = panel(ui).getByRole('group', { name: 'Colours of the results' }).getByRole('button');
    const name = await swatches.first().getAttribute('aria-label');
    await swatches.first().click();
    await ui.page
      .getByRole('list', { name: 'Filters that are set' })
      .getByText(name ?? '')
      .waitFor();
    expect(`Close to ${ui.parameters().get('palette_near') ?? ''}`).toBe(name);
    await ui.button('Clear').click();
    expect(ui.parameters().has('palette_near')).toBe(false);
  });

  it('has a chip for each filter that is set, and removes one or all', async () => {
    const ui = await open('/?q=ball&commercial=true&faces_max=0&orientation=square');
    const chips = ui.page.getByRole('list', { name: 'Filters that are set' });
    await ui.button('Remove the filter: No faces').click();
    await chips.getByText('No faces').waitFor({ state: 'detached' });
    expect(ui.parameters().has('faces_max')).toBe(false);
    await ui.button('Remove all').click();
    await chips.waitFor({ state: 'detached' });
    expect(ui.parameters().toString()).toBe('q=ball');
  });

  it('takes a name that is not listed', async () => {
    const ui = await open('/?q=ball');
    await panel(ui).getByLabel('Licence: another name').fill('CC-BY-2.0');
    await panel(ui).getByLabel('Licence: another name').press('Enter');
    await ui.page.getByText('No image fits').waitFor();
    expect(ui.parameters().get('license_any')).toBe('cc-by-2.0');
  });
}
