import { hostname } from 'node:os';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { dnsResolver } from '@imagesearch/service-kit/guarded-fetch/public-internet';
import { DnsServer } from '@imagesearch/testkit/network/dns-server';

describe('names', () => {
  const dns = new DnsServer();
  let server: string;
  beforeAll(async () => {
    dns.set('both.example.org', ['93.184.215.14', '2606:4700:4700::1111']);
    dns.set('old.example.org', ['93.184.215.14']);
    dns.set('silent.example.org', null);
    dns.set(hostname().toLowerCase(), ['93.184.215.14']);
    server = await dns.open();
  });
  afterAll(() => dns.close());

  const resolve = (host: string, signal = AbortSignal.timeout(5_000)) => dnsResolver([server])(host, signal);

  it('resolve to all IPv4 and IPv6 addresses', async () => {
    expect((await resolve('both.example.org')).sort()).toEqual(['2606:4700:4700::1111', '93.184.215.14']);
  });

  it('may have addresses of one kind only', async () => {
    expect(await resolve('old.example.org')).toEqual(['93.184.215.14']);
  });

  it('that are unknown resolve to no address', async () => {
    expect(await resolve('nobody.example.org')).toEqual([]);
  });

  it('are never read from the hosts file of this machine', async () => {
    expect(await resolve(hostname())).toEqual(['93.184.215.14']);
  });

  it('are asked for as they are, under no search domain', async () => {
    dns.questions.length = 0;
    await resolve('nobody.example.org');
    expect(new Set(dns.questions)).toEqual(new Set(['nobody.example.org']));
  });

  it('that DNS is silent about are given up with the signal', async () => {
    const startedAt = performance.now();
    expect(await resolve('silent.example.org', AbortSignal.timeout(200))).toEqual([]);
    expect(performance.now() - startedAt).toBeLessThan(4_000);
  });
});
