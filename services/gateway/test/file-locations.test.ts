import { describe, expect, it } from '@jest/globals';
import type { CreateDownloadRequestInput } from '@imagesearch/contracts/messages';
import { detachedCall } from '@imagesearch/service-kit/call-context';
import { AppError } from '@imagesearch/service-kit/errors';
import { FileLocations, type WantedFile } from '../src/assets/file-locations.js';

const ANSWER = Array.from({ length: 50 }, (_none, at) => `drawn:${at}`);
const call = () => detachedCall(5_000);

/** The rights service as the gateway calls it: counts the calls, and delays them on demand. */
function newLocations({ missing = [] as string[] } = {}) {
  const asked: CreateDownloadRequestInput[] = [];
  let isFailing = false;
  const locations = new FileLocations({
    createDownload: async (request) => {
      asked.push(request);
      await new Promise((resolve) => setTimeout(resolve, 10));
      if (isFailing) throw new AppError('dependency_unavailable', 'The rights service is unavailable.');
      const found = (request.assetIds ?? []).filter((assetId) => !missing.includes(assetId));
      if (found.length === 0) throw new AppError('asset_not_found', 'There is none.');
      const token = (assetId: string) => `${request.variant ?? ''} ${assetId}`;
      return {
        downloads: found.map((assetId) => ({ assetId, target: 'token' as const, token: token(assetId) })),
      };
    },
  });
  const find = (assetId: string, more: Partial<WantedFile> = {}) =>
    locations.find(
      {
        ...{ assetId, variant: 'VARIANT_THUMBNAIL' },
        ...{ answer: { queryId: 'q_1', assetIds: ANSWER }, ...more },
      },
      call(),
    );
  return { find, asked, fail: (fails: boolean) => (isFailing = fails) };
}

describe('locations of files', () => {
  it('of one answer are asked for once, whether its thumbnails are opened at once or later', async () => {
    const { find, asked } = newLocations();
    const found = await Promise.all(ANSWER.map((id) => find(id)));
    expect(found).toEqual(ANSWER.map((id) => ({ token: `VARIANT_THUMBNAIL ${id}` })));
    await Promise.all(ANSWER.map((id) => find(id)));
    expect(asked).toHaveLength(1);
  });

  it('are kept apart by variant, and an original is looked up alone', async () => {
    const { find, asked } = newLocations();
    await find('drawn:1');
    expect(await find('drawn:1', { variant: 'VARIANT_ORIGINAL' })).toEqual({
      token: 'VARIANT_ORIGINAL drawn:1',
    });
    expect(asked.map(({ assetIds }) => assetIds?.length)).toEqual([50, 1]);
  });

  it('of an answer with missing images are found but for those', async () => {
    const { find, asked } = newLocations({ missing: ['drawn:0', 'drawn:7'] });
    for (let round = 0; round < 2; round += 1) {
      const found = await Promise.allSettled(ANSWER.map((id) => find(id)));
      expect(found.filter(({ status }) => status === 'rejected')).toHaveLength(2);
    }
    expect(await find('drawn:1')).toEqual({ token: 'VARIANT_THUMBNAIL drawn:1' });
    // Once for all, and each time for one that is missing.
    expect(asked.map(({ assetIds }) => assetIds?.length)).toEqual([50, 1, 1, 1, 1]);
  });

  it('are asked for again after a failure, once for all that waited', async () => {
    const { find, asked, fail } = newLocations();
    fail(true);
    await expect(find('drawn:1')).rejects.toMatchObject({ code: 'dependency_unavailable' });
    fail(false);
    const before = asked.length;
    await Promise.all(ANSWER.map((id) => find(id)));
    expect(asked).toHaveLength(before + 1);
  });
});
