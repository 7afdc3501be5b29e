import { expect, test } from '@jest/globals';
import { parseAddress } from '../../src/text/web-address.js';

test('an address is read the same after a hundred thousand readings', () => {
  const hrefs = new Set<string | undefined>();
  for (let reading = 0; reading < 100_000; reading += 1)
    hrefs.add(parseAddress('https://bücher.example/ä.png')?.href);
  expect([...hrefs]).toEqual(['https://xn--bcher-kva.example/%C3%A4.png']);
});

test.each(['picture.png', 'https://exa mple.org/', 'https://example.org:99999/', ''])(
  '%j is no address',
  (text) => {
    expect(parseAddress(text)).toBeUndefined();
  },
);
