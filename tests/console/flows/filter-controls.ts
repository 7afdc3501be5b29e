import { expect, it } from '@jest/globals';
import type { ConsolePage } from '../support/console-page.js';
import { filterGroup as group } from '../support/filter-panel.js';
import type { FlowTools } from '../support/flow.js';

type Step = (ui: ConsolePage) => Promise<unknown>;

const choose =
  (title: string, words: string): Step =>
  (ui) =>
    group(ui, title).getByLabel(words, { exact: true }).check();
const press =
  (title: string, words: string): Step =>
  (ui) =>
    group(ui, title).getByRole('button', { name: words, exact: true }).click();

const type =
  (words: string, text: string): Step =>
  async (ui) => {
    const field = group(ui, 'Date, creator, tags').getByLabel(words, { exact: true });
    await field.fill(text);
    await field.press('Enter');
  };

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
  ['a date', type('Made from', '1990'), { created_from: '1990' }],
  ['tags', type('All of these tags', 'ball, red'), { tags_all: 'ball' }],
  ['human work', choose('AI-generated images', 'Human work only'), { human_made: 'true' }],
  ['generated images', choose('AI-generated images', 'Only'), { ai_generated: 'true' }],
];

/** A control for every filter of the API. */
export function filterControlFlows({ open }: FlowTools): void {
  it.each(CONTROLS)('filters by %s', async (_, step, parameters) => {
    const ui = await open('/?q=ball');
    await ui.results.first().waitFor();
    const answered = ui.answer();
    await step(ui);
    const sent = (await answered).request().postDataJSON() as { filters: Record<string, unknown> };
    expect(Object.keys(sent.filters)).toEqual(Object.keys(parameters));
    for (const [name, value] of Object.entries(parameters)) expect(ui.parameters().get(name)).toBe(value);
  });
}
