import { describe, expect, it } from '@jest/globals';
import { detachedCall } from '@imagesearch/service-kit/call-context';
import { createFetchImage } from '../../src/search/reference-image.js';

const ADDRESS = new URL('https://pictures.example.org/a.png');

describe('many fetches at once', () => {
  it('are refused at once above the cap, and accepted again when one has ended', async () => {
    const asked: ((addresses: string[]) => void)[] = [];
    const fetchImage = createFetchImage({
      fetchesMax: 2,
      resolve: () => new Promise((resolve) => asked.push(resolve)),
    });
    const start = () => fetchImage(ADDRESS, detachedCall(5_000)).catch((error: unknown) => error);

    const [first, second] = [start(), start()];
    expect(await start()).toMatchObject({ code: 'overloaded' });
    expect(asked).toHaveLength(2);

    // A name without an address ends its fetch.
    asked[0]?.([]);
    expect(await first).toMatchObject({ issues: [{ type: 'image_url_unreachable' }] });
    const third = start();
    expect(await start()).toMatchObject({ code: 'overloaded' });

    asked[1]?.([]);
    asked[2]?.([]);
    expect(await Promise.all([second, third])).toMatchObject(
      Array.from({ length: 2 }, () => ({ issues: [{ type: 'image_url_unreachable' }] })),
    );
  });
});
