import { hostname } from 'node:os';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { detachedCall } from '@imagesearch/service-kit/call-context';
import { AppError } from '@imagesearch/service-kit/errors';
import { dnsResolver } from '@imagesearch/service-kit/guarded-fetch/public-internet';
import { DnsServer } from '@imagesearch/testkit/network/dns-server';
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
});

describe('the name of a host', () => {
  const dns = new DnsServer();
  const addresses = ['2606:4700:4700::1111', '93.184.215.14'];
  let server: string;
  beforeAll(async () => {
    dns.set('both.example.org', addresses);
    dns.set('old.example.org', addresses.slice(1));
    dns.set('silent.example.org', null);
    dns.set(hostname().toLowerCase(), addresses.slice(1));
    server = await dns.open();
  });
  afterAll(() => dns.close());

  it.each([
    ['all its IPv4 and IPv6 addresses', 'both.example.org', addresses],
    ['addresses of one kind only', 'old.example.org', addresses.slice(1)],
    ['no address if it is unknown', 'nobody.example.org', []],
    ['what DNS says, and never the hosts file of this machine', hostname().toLowerCase(), addresses.slice(1)],
    ['nothing when the time is up and DNS is silent', 'silent.example.org', []],
  ])('resolves as it is, under no search domain, to %s', async (_what, host, expected) => {
    dns.questions.length = 0;
    const signal = AbortSignal.timeout(expected.length === 0 ? 500 : 5_000);
    const found = await dnsResolver([server])(host, signal);
    expect(found.toSorted()).toEqual(expected);
    expect(new Set(dns.questions)).toEqual(new Set([host]));
  });
});

describe('many fetches at once', () => {
  it('are refused at once above the cap, and accepted again when one has ended', async () => {
    const asked: ((addresses: string[]) => void)[] = [];
    const fetchImage = createFetchImage({
      fetchesMax: 1,
      resolve: () => new Promise((resolve) => asked.push(resolve)),
    });
    const url = new URL('https://pictures.example.org/a.png');
    for (let fetched = 0; fetched < 2; fetched += 1) {
      const running = fetchImage(url, detachedCall(5_000));
      await expect(fetchImage(url, detachedCall(5_000))).rejects.toMatchObject({ code: 'overloaded' });
      // A name without an address ends its fetch.
      asked[fetched]?.([]);
      await expect(running).rejects.toMatchObject({ issues: [{ type: 'image_url_unreachable' }] });
    }
    expect(asked).toHaveLength(2);
  });
});
