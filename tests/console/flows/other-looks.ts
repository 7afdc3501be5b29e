import { expect, it } from '@jest/globals';
import type { FlowTools } from '../support/describe-console.js';
import { overflow, PHONE, settle, STATES } from '../support/states.js';

/** Dark on a phone, without motion, and mirrored. */
export function otherLookFlows({ open }: FlowTools): void {
  it.each(STATES)(
    'has nothing serious for axe to find in %s, dark and on a phone',
    async (_, path, scope = 'ingest') => {
      const ui = await open(path, { scope, ...PHONE, colorScheme: 'dark' });
      await settle(ui);
      expect(await ui.seriousFindings()).toEqual([]);
      expect(await overflow(ui)).toBe(0);
    },
  );

  it('moves nothing where the system asks for that', async () => {
    const ui = await open('/?q=ball&panel=tray', { reducedMotion: 'reduce' });
    await settle(ui);
    expect(await ui.page.evaluate<number>('document.getAnimations().length')).toBe(0);
  });

  it('is mirrored for languages that are written from right to left', async () => {
    const ui = await open('/?q=shape');
    await ui.results.first().waitFor();
    await ui.page.evaluate("document.documentElement.dir = 'rtl'");
    const [first = 0, second = 0] = await ui.page.evaluate<number[]>(
      "[...document.querySelectorAll('.tile')].map((tile) => tile.getBoundingClientRect().x)",
    );
    expect(first).toBeGreaterThan(second);
    expect(await overflow(ui)).toBe(0);
    await ui.page.locator('[data-place]').first().focus();
    await ui.page.keyboard.press('ArrowLeft');
    expect(
      await ui.page.evaluate<boolean>(
        "document.activeElement === document.querySelectorAll('[data-place]')[1]",
      ),
    ).toBe(true);
  });
}
