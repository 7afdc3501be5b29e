import type { Locator } from 'playwright-core';
import type { ConsolePage } from './console-page.js';

export function filterPanel({ page }: ConsolePage): Locator {
  return page.getByRole('complementary', { name: 'Filters' });
}

/** The controls of one kind, such as Shape. */
export function filterGroup(ui: ConsolePage, name: string): Locator {
  return filterPanel(ui).getByRole('group', { name, exact: true });
}
