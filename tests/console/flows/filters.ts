import { expect, it } from '@jest/globals';
import type { FlowTools } from '../support/describe-console.js';

/** The filters of a search: their controls, and their chips. */
export function filterFlows({ open }: FlowTools): void {
  it.each([
    ['Brightness', 'luminance_min'],
    ['Saturation', 'saturation_min'],
  ])('filters by %s with the keyboard', async (title, name) => {
    const ui = await open('/?q=ball');
    const slider = ui.filterGroup(title).getByRole('slider', { name: 'From' });
    await slider.focus();
    const answered = ui.answer();
    await slider.press('ArrowRight');
    await answered;
    expect(ui.parameters().get(name)).toBe('0.05');
  });

  it('prefers a colour of the results, and clears it', async () => {
    const ui = await open('/?q=red%20ball');
    const field = ui.filters.getByLabel('Pick a colour');
    await ui.filters.getByText('None', { exact: true }).first().waitFor();
    expect(await field.getAttribute('class')).toBe('swatch-unset');
    const swatches = ui.filters.getByRole('group', { name: 'Colours of the results' }).getByRole('button');
    const name = await swatches.first().getAttribute('aria-label');
    await swatches.first().click();
    await ui.page
      .getByRole('list', { name: 'Filters that are set' })
      .getByText(name ?? '')
      .waitFor();
    const colour = ui.parameters().get('palette_near') ?? '';
    expect(`Close to ${colour}`).toBe(name);
    expect(await field.inputValue()).toBe(colour);
    await ui.button('Clear').click();
    expect(ui.parameters().has('palette_near')).toBe(false);
  });

  it('leaves out what fits less than is asked for, and takes that back', async () => {
    const ui = await open('/?q=red%20ball');
    await ui.results.first().waitFor();
    const all = await ui.results.count();
    const slider = ui.filterGroup('How well it fits').getByRole('slider', { name: 'At least' });
    await slider.fill('0.9');
    const answered = ui.answer();
    await slider.blur();
    const sent = (await answered).request().postDataJSON() as { min_score: number };
    expect(sent.min_score).toBe(0.9);
    expect(ui.parameters().get('min_score')).toBe('0.9');
    await ui.button('Remove the filter: Fits 90 % or better').waitFor();
    expect(await ui.results.count()).toBeLessThan(all);
    await ui.button('Remove the filter: Fits 90 % or better').click();
    await ui.results.nth(all - 1).waitFor();
    expect(ui.parameters().has('min_score')).toBe(false);
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
    await ui.filters.getByLabel('Licence: another name').fill('CC-BY-2.0');
    await ui.filters.getByLabel('Licence: another name').press('Enter');
    await ui.page.getByText('No image fits').waitFor();
    expect(ui.parameters().get('license_any')).toBe('cc-by-2.0');
  });
}
