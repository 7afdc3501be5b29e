import { request as ask, type RequestListener } from 'node:http';
import { expect, it } from '@jest/globals';
import { httpServerForAll } from '@imagesearch/testkit/network/loopback';
import { until } from '@imagesearch/testkit/processes/until';
import { describeFlows, open, stack } from '../support/console.js';

const PREFIX = '/images';

/** A proxy that serves the gateway below a path, as `location /images/ { proxy_pass http://gateway/; }` of nginx. */
const behindPrefix: RequestListener = (request, response) => {
  const { url = '', method, headers } = request;
  if (!url.startsWith(`${PREFIX}/`)) {
    response.writeHead(404).end();
    return;
  }
  const upstream = ask(stack.baseUrl + url.slice(PREFIX.length), { method, headers }, (answer) => {
    response.writeHead(answer.statusCode ?? 502, answer.headers);
    answer.pipe(response);
  });
  request.pipe(upstream);
};

describeFlows('below a path of a proxy', () => {
  const proxy = httpServerForAll(behindPrefix);

  it('loads, searches and shows images, and so does the page of the API', async () => {
    const ui = await open('/');
    const asked: string[] = [];
    ui.page.on('request', (request) => asked.push(request.url()));
    const key = await stack.newKey('pro');
    await ui.page.goto(`${proxy.url}${PREFIX}/?q=ball#key=${key}`);
    await ui.results.first().waitFor();
    const image = ui.results.first().locator('img');
    await image.waitFor();
    await until(() =>
      image.evaluate((shown) => (shown as unknown as { naturalWidth: number }).naturalWidth > 0),
    );

    await ui.page.goto(`${proxy.url}${PREFIX}/docs`);
    await ui.page.getByText('Search by words, by example, or both').first().waitFor();
    const own = asked.filter((url) => url.startsWith(proxy.url));
    expect(own.filter((url) => !url.startsWith(`${proxy.url}${PREFIX}/`))).toEqual([]);
    expect(own.some((url) => url.includes(`${PREFIX}/v1/search`))).toBe(true);
    expect(own.some((url) => url.includes(`${PREFIX}/v1/asset/`))).toBe(true);
  });
});
