import { expect, test } from '@jest/globals';
import { parseAddress } from '../../src/text/web-address.js';

test('an address is read the same after a hundred thousand readings', () => {
  const hrefs = new Set<string | undefined>();
  for (let reading = 0; reading < 100_000; reading += 1)
    hrefs.add(parseAddress('https://bücher.example/ä.png')?.href);
  expect([...hrefs]).toEqual(['https://xn--bcher-kva.example/%C3%A4.png']);
});

test.each([
  ['a word', 'picture.png'],
  ['a host that no name may be', 'https://exa mple.org/'],
  ['a port out of range', 'https://example.org:99999/'],
  ['nothing', ''],
])('%s is no address', (_name, text) => {
  expect(parseAddress(text)).toBeUndefined();
});

test('a relative reference is read against its base', () => {
  expect(parseAddress('../b.png', new URL('https://example.org/a/c/'))?.href).toBe(
    'https://example.org/a/b.png',
  );
});
