import { describe, expect, it } from '@jest/globals';
import { detachedCall } from '@imagesearch/service-kit/call-context';
import { AppError } from '@imagesearch/service-kit/errors';
import { createFetchPicture } from '../../src/reference-picture/fetch-picture.js';
import { PUBLIC_INTERNET } from '../../src/reference-picture/picture-network.js';
import { parsePictureUrl } from '../../src/reference-picture/picture-url.js';
import { isPublicAddress } from '../../src/reference-picture/public-address.js';

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
    parsePictureUrl(text);
  } catch (error) {
    return typeOfFault(error);
  }
  return undefined;
}

describe('an address of a forbidden form', () => {
  it.each([
    ['http', 'http://example.org/a.png'],
    ['ftp', 'ftp://example.org/a.png'],
    ['a file', 'file:///etc/passwd'],
    ['data', 'data:image/png;base64,aaaa'],
    ['gopher', 'gopher://example.org:443/_x'],
    ['a script', 'javascript:alert(1)'],
    ['a blob', 'blob:https://example.org/1'],
    ['no scheme', 'example.org/a.png'],
    ['a relative address', '/a.png'],
    ['a scheme left to the reader', '//example.org/a.png'],
    ['one slash', 'https:/example.org/a.png'],
    ['no slash', 'https:example.org/a.png'],
    ['three slashes', 'https:///example.org/a.png'],
    ['backslashes', 'https:\\\\example.org\\a.png'],
    ['a backslash before an @', 'https://example.org\\@127.0.0.1/a.png'],
    ['no host', 'https://'],
    ['an empty text', ''],
    ['blanks around it', ' https://example.org/a.png'],
    ['a line break inside', 'https://exam\nple.org/a.png'],
    ['a tab inside', 'https://exam\tple.org/a.png'],
    ['a NUL inside', 'https://example.org/a\0.png'],
    ['another port', 'https://example.org:8443/a.png'],
    ['the port of http', 'https://example.org:80/a.png'],
    ['port 0', 'https://example.org:0/a.png'],
    ['a port beyond all', 'https://example.org:65979/a.png'],
    ['a user', 'https://user@example.org/a.png'],
    ['a user and a password', 'https://user:secret@example.org/a.png'],
    ['an empty user', 'https://@example.org/a.png'],
    ['an empty password', 'https://:@example.org/a.png'],
    ['a host dressed as a user', 'https://example.org@127.0.0.1/a.png'],
    ['an IPv4 address', 'https://127.0.0.1/a.png'],
    ['a public IPv4 address', 'https://93.184.215.14/a.png'],
    ['IPv4 as one number', 'https://2130706433/a.png'],
    ['IPv4 in octal', 'https://0177.0.0.1/a.png'],
    ['IPv4 in long octal', 'https://017700000001/a.png'],
    ['IPv4 in hex', 'https://0x7f.0x0.0x0.0x1/a.png'],
    ['IPv4 as one hex number', 'https://0x7f000001/a.png'],
    ['IPv4 of mixed spellings', 'https://0x7f.0.0.01/a.png'],
    ['IPv4 of two parts', 'https://127.1/a.png'],
    ['IPv4 of three parts', 'https://127.0.1/a.png'],
    ['IPv4 of one part', 'https://0/a.png'],
    ['IPv4 with a final dot', 'https://127.0.0.1./a.png'],
    ['IPv4 in full-width digits', 'https://１２７.０.０.１/a.png'],
    ['IPv4 in circled digits', 'https://①②⑦.⓪.⓪.①/a.png'],
    ['IPv4 with ideographic dots', 'https://127。0。0。1/a.png'],
    ['IPv4 in percent escapes', 'https://%31%32%37.0.0.1/a.png'],
    ['an IPv4 number out of range', 'https://256.1.1.1/a.png'],
    ['IPv6 loopback', 'https://[::1]/a.png'],
    ['IPv6 unspecified', 'https://[::]/a.png'],
    ['IPv6 that maps IPv4', 'https://[::ffff:127.0.0.1]/a.png'],
    ['IPv6 that maps IPv4 in hex', 'https://[::ffff:7f00:1]/a.png'],
    ['public IPv6', 'https://[2606:4700:4700::1111]/a.png'],
    ['IPv6 with a zone', 'https://[fe80::1%25eth0]/a.png'],
    ['a name of this machine', 'https://localhost/a.png'],
    ['a name of this network', 'https://intranet/a.png'],
    ['a service of this cluster', 'https://embedding:443/a.png'],
    ['a bare name with a final dot', 'https://localhost./a.png'],
    ['an empty label', 'https://example..org/a.png'],
    ['two final dots', 'https://example.org../a.png'],
    ['a label of 64 characters', `https://${'a'.repeat(64)}.org/a.png`],
    ['a name of 254 characters', `https://${'a.'.repeat(126)}de/a.png`],
    ['a wildcard', 'https://*.example.org/a.png'],
    ['a character no name has', 'https://exam$ple.org/a.png'],
    ['2,049 characters', `https://example.org/${'a'.repeat(2029)}`],
  ])('%s is refused before anything is looked up', (_name, text) => {
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
    expect(parsePictureUrl(text).href).toBe(href ?? text);
  });
});

/** Where no picture may ever be fetched from, by what it is. */
const INSIDE: [string, string[]][] = [
  ['this network', ['0.0.0.0', '0.1.2.3', '::']],
  ['loopback', ['127.0.0.1', '127.0.0.2', '127.255.255.254', '::1']],
  [
    'private',
    ['10.0.0.1', '10.255.255.255', '172.16.0.1', '172.31.255.255', '192.168.0.1', '192.168.255.255'],
  ],
  ['shared by a carrier', ['100.64.0.1', '100.100.100.200', '100.127.255.255']],
  [
    'link-local, cloud metadata',
    ['169.254.0.1', '169.254.169.254', '169.254.170.2', 'fe80::1', 'fe80::a9fe:a9fe'],
  ],
  ['a zone of link-local', ['fe80::1%eth0', 'fe80::1%1']],
  ['protocol assignments', ['192.0.0.1', '192.0.0.192', '192.0.0.255']],
  ['documentation', ['192.0.2.1', '198.51.100.7', '203.0.113.9', '2001:db8::1', '3fff::1', '3fff:fff::1']],
  ['a 6to4 relay', ['192.88.99.1']],
  ['benchmarks', ['198.18.0.1', '198.19.255.255', '2001:2::1']],
  ['multicast', ['224.0.0.1', '239.255.255.255', 'ff02::1', 'ff0e::1']],
  ['reserved', ['240.0.0.1', '255.255.255.254']],
  ['broadcast', ['255.255.255.255']],
  ['a cloud host', ['168.63.129.16']],
  ['unique local', ['fc00::1', 'fd00:ec2::254', 'fdff:ffff::1']],
  ['site-local', ['fec0::1']],
  ['IPv4 in IPv6, mapped', ['::ffff:127.0.0.1', '::ffff:10.0.0.1', '::ffff:a9fe:a9fe', '::ffff:8.8.8.8']],
  ['IPv4 in IPv6, compatible', ['::127.0.0.1', '::10.0.0.1', '::8.8.8.8']],
  ['IPv4 in IPv6, translated', ['::ffff:0:127.0.0.1', '::ffff:0:a00:1']],
  [
    'NAT64',
    ['64:ff9b::127.0.0.1', '64:ff9b::a9fe:a9fe', '64:ff9b::8.8.8.8', '64:ff9b:1::1', '64:ff9b:1:ffff::a00:1'],
  ],
  ['6to4', ['2002:7f00:1::', '2002:a00:1::1', '2002:a9fe:a9fe::', '2002:808:808::1']],
  ['Teredo', ['2001::1', '2001:0:4136:e378:8000:63bf:3fff:fdd2']],
  ['ISATAP', ['2a00:1450:4001:82a:0:5efe:10.0.0.1', '2a00:1450:4001:82a:200:5efe:a00:1']],
  ['ORCHID and its kin', ['2001:10::1', '2001:20::1', '2001:30::1']],
  ['discard', ['100::1']],
  ['segment routing', ['5f00::1']],
  ['handed out to nobody', ['4000::1', '8000::1', 'e000::1', '1::1']],
  [
    'no address at all',
    ['', 'localhost', 'example.org', '127.1', '0x7f.1', '2130706433', '017700000001', '1.2.3', '[::1]'],
  ],
];

const OUTSIDE = [
  '1.1.1.1',
  '8.8.8.8',
  '93.184.215.14',
  '100.63.255.255',
  '100.128.0.0',
  '172.15.255.255',
  '172.32.0.0',
  '169.253.255.255',
  '192.167.255.255',
  '198.17.255.255',
  '198.20.0.0',
  '223.255.255.255',
  '2606:4700:4700::1111',
  '2a00:1450:4001:82a::200e',
  '2001:4860:4860::8888',
];

describe('what a host resolves to', () => {
  const inside = INSIDE.flatMap(([kind, addresses]) =>
    addresses.map((address): [string, string] => [kind, address]),
  );

  it.each(inside)('%s is never connected to: %s', async (_kind, address) => {
    expect(isPublicAddress(address)).toBe(false);
    const fetchPicture = createFetchPicture({ resolve: () => Promise.resolve([address]) });
    const error: unknown = await fetchPicture(
      new URL('https://example.org/a.png'),
      detachedCall(2_000),
    ).catch((thrown: unknown) => thrown);
    expect(typeOfFault(error)).toBe('image_url_unreachable');
    // Refused, not tried in vain: nothing below is an error of a socket.
    expect((error as AppError).cause).toMatchObject({ message: expect.stringContaining('may not be used') });
  });

  it.each(OUTSIDE)('a public neighbour of such ranges is not refused: %s', (address) => {
    expect(isPublicAddress(address)).toBe(true);
  });

  it('is held to these rules unless a test says otherwise', () => {
    expect(PUBLIC_INTERNET).toMatchObject({ port: 443, ca: undefined, timeoutMs: 5_000 });
    expect(PUBLIC_INTERNET.mayConnectTo).toBe(isPublicAddress);
  });

  it('is nothing for a name that DNS does not know, and no error', async () => {
    const signal = AbortSignal.timeout(2_000);
    expect(await PUBLIC_INTERNET.resolve('no-such-host.invalid', signal)).toEqual([]);
  });
});
