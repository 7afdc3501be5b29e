import { beforeAll, expect, it } from '@jest/globals';
import { detachedCall } from '@imagesearch/service-kit/call-context';
import { drawnId, smallCollection, DRAWN } from '@imagesearch/testkit/images/small-collection';
import type { Caller } from '@imagesearch/testkit/stack/caller';
import type { TestStack } from '@imagesearch/testkit/stack/test-stack';

/** The same red disc as `red-disc` (CC BY 4.0), of unknown licence, under other words, and free of any duty. */
const COPIES = ['unknown', 'silent', 'free'] as const;

/** Adds copies of an image to the stack. */
export function describeNearDuplicates(stack: TestStack): void {
  let caller: Caller;

  beforeAll(async () => {
    const [disc] = DRAWN;
    if (disc === undefined) throw new Error('nothing is drawn');
    const copies = [
      { ...disc, id: 'unknown', title: 'scarlet sphere', license: 'ask me', creator: null },
      { ...disc, id: 'silent', title: '', tags: [], license: 'CC BY 4.0' },
      // Of other bytes: the same ones would be withdrawn with it.
      { ...disc, id: 'free', title: 'red ball', license: 'CC0 1.0', radius: 0.302 },
    ];
    await stack.ingestAsset(smallCollection(copies));
    caller = await stack.newCaller();
  });

  const first = async (body: object) => {
    const { results } = await caller.search({ k: 3, ...body });
    const copies = [...COPIES, 'red-disc'].map(drawnId);
    expect(results.filter(({ asset_id }) => copies.includes(asset_id))).toHaveLength(1);
    return results[0];
  };

  it('are one result: the one with the fewest duties, though the words are those of the one without a licence', async () => {
    const found = await first({ query: 'scarlet sphere' });
    expect(found).toMatchObject({ asset_id: drawnId('free'), license: 'cc0' });
    expect(found?.duplicates.at(-1)).toEqual({
      asset_id: drawnId('unknown'),
      source: 'drawn',
      rights: {
        license: 'unknown',
        commercial: null,
        attribution_required: null,
        derivatives: null,
        share_alike: null,
      },
    });
  });

  it('are listed with their rights in the order in which they would stand', async () => {
    const found = await first({ query: 'red ball' });
    expect(found?.duplicates.map(({ asset_id }) => asset_id)).toEqual(
      ['red-disc', 'silent', 'unknown'].map(drawnId),
    );
    expect(found?.duplicates[0]?.rights).toMatchObject({ license: 'cc-by-4.0', attribution_required: true });
  });

  it('stand in for one that was withdrawn', async () => {
    const { rights } = stack.clients;
    const change = { assetId: drawnId('free'), actor: 'Ada', reason: 'test' };
    await rights.changeAssetState({ ...change, state: 'ASSET_STATE_WITHDRAWN' }, detachedCall(5_000));
    expect((await first({ query: 'red ball' }))?.asset_id).toBe(drawnId('red-disc'));
    await rights.changeAssetState({ ...change, state: 'ASSET_STATE_ACTIVE' }, detachedCall(5_000));
  });
}
