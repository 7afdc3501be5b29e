import { expect, it } from '@jest/globals';
import type { ConsolePage } from '../support/console-page.js';
import type { FlowTools } from '../support/describe-console.js';

type Step = (ui: ConsolePage) => Promise<unknown>;

const choose =
  (title: string, words: string): Step =>
  (ui) =>
    ui.filterGroup(title).getByLabel(words, { exact: true }).check();

const type =
  (words: string, text: string): Step =>
  async (ui) => {
    const field = ui.filterGroup('Date, creator, tags').getByLabel(words, { exact: true });
    await field.fill(text);
    await field.press('Enter');
  };

const CONTROLS: [name: string, step: Step, parameters: Record<string, string>][] = [
  ['commercial use', choose('What you may do', 'Commercial use'), { commercial: 'true' }],
  ['share alike', choose('What you may do', 'No share-alike duty'), { share_alike: 'false' }],
  ['a format', choose('Shape', '16:9'), { aspect_min: '1.72', aspect_max: '1.83' }],
  ['clean space', choose('Clean space for text', 'Left'), { neg_space_any: 'left' }],
  ['faces', choose('Faces', 'None'), { faces_max: '0' }],
  ['a licence', choose('Licence', 'CC0'), { license_any: 'cc0' }],
  ['tags', type('All of these tags', 'ball, red'), { tags_all: 'ball' }],
  ['human work', choose('AI-generated images', 'Human work only'), { human_made: 'true' }],
];

/** A control of every kind. */
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
