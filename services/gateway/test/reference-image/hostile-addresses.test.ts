import { describe, expect, it } from '@jest/globals';
import { detachedCall } from '@imagesearch/service-kit/call-context';
import { AppError } from '@imagesearch/service-kit/errors';
import {
  ADDRESSES_INSIDE,
  ADDRESSES_OUTSIDE,
  FORBIDDEN_URLS,
} from '@imagesearch/testkit/network/hostile-addresses';
import { createFetchImage, parseImageUrl, PUBLIC_INTERNET } from '../../src/search/reference-image.js';

function typeOfFault(error: unknown): string | undefined {
  expect(error).toBeInstanceOf(AppError);
  const { code, issues } = error as AppError;
  expect(code).toBe('invalid_request');
  expect(issues).toHaveLength(1);
  expect(issues[0]?.loc).toEqual(['body', 'image_url']);
  return issues[0]?.type;
}

function formFault(text: string): string | undefined {
  try {
    parseImageUrl(text);
  } catch (error) {
    return typeOfFault(error);
  }
  return undefined;
}

describe('an address of a forbidden form', () => {
  it.each(FORBIDDEN_URLS)('%s is refused before anything is looked up', (_name, text) => {
    expect(formFault(text)).toBe('image_url_forbidden');
  });

  it.each([
    ['a plain address', 'https://example.org/a.png', 'https://example.org/a.png'],
    ['the port spelled out', 'https://example.org:443/a.png', 'https://example.org/a.png'],
    ['upper case', 'HTTPS://EXAMPLE.ORG/A.png', 'https://example.org/A.png'],
    ['a final dot', 'https://example.org./a.png', 'https://example.org/a.png'],
    ['a query with an @', 'https://example.org?u=a@b.org', 'https://example.org/?u=a@b.org'],
    ['letters beyond ASCII', 'https://bücher.example/ä.png', 'https://xn--bcher-kva.example/%C3%A4.png'],
    ['an underscore', 'https://my_bucket.example.org/a', 'https://my_bucket.example.org/a'],
    ['2,048 characters', `https://example.org/${'a'.repeat(2028)}`, undefined],
  ])('%s is taken', (_name, text, href) => {
    expect(parseImageUrl(text).href).toBe(href ?? text);
  });
});

describe('what a host resolves to', () => {
  it.each(ADDRESSES_INSIDE)('%s is never connected to: %s', async (_kind, address) => {
    expect(PUBLIC_INTERNET.mayConnectTo(address)).toBe(false);
    const fetchImage = createFetchImage({ resolve: () => Promise.resolve([address]) });
    const error: unknown = await fetchImage(new URL('https://example.org/a.png'), detachedCall(2_000)).catch(
      (thrown: unknown) => thrown,
    );
    expect(typeOfFault(error)).toBe('image_url_unreachable');
    // Refused, not tried in vain: nothing below is an error of a socket.
    expect((error as AppError).cause).toMatchObject({ message: expect.stringContaining('may not be used') });
  });

  it.each(ADDRESSES_OUTSIDE)('a public neighbour of such ranges is not refused: %s', (address) => {
    expect(PUBLIC_INTERNET.mayConnectTo(address)).toBe(true);
  });

  it('is asked for on port 443, within five seconds, with the default certificate authorities', () => {
    expect(PUBLIC_INTERNET).toMatchObject({ port: 443, ca: undefined, timeoutMs: 5_000 });
  });

  it('is empty for a name that DNS does not know', async () => {
    const signal = AbortSignal.timeout(2_000);
    expect(await PUBLIC_INTERNET.resolve('no-such-host.invalid', signal)).toEqual([]);
  });
});
