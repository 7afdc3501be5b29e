import type { Address } from '../address/address.js';
import { bodyOf, searchBody } from '../api/ask.js';

/** The key stays out of what is copied: the shell puts it in. */
const KEY = '-H "X-API-Key: $IMAGE_SEARCH_KEY"';

/** The request behind an address, for a shell. */
export function searchCurl(origin: string, address: Address): string {
  if (address.like !== null)
    return post(`${origin}/v1/similar`, quoted({ asset_id: address.like, ...bodyOf(address) }));
  const body = searchBody(address);
  if (address.example?.kind === 'web')
    return post(`${origin}/v1/search`, quoted({ ...body, image_url: address.example.url }));
  if (address.example === null) return post(`${origin}/v1/search`, quoted(body));
  const [start] = JSON.stringify(body).split(/\}$/);
  const withImage = `"$(printf '%s' ${shell(`${start},"image_base64":"`)}; base64 < example.png | tr -d '\\n'; printf '"}')"`;
  return post(`${origin}/v1/search`, withImage);
}

/** The look-up of one image, for a shell. */
export function assetCurl(origin: string, assetId: string): string {
  return `curl -s ${KEY} \\\n  ${shell(`${origin}/v1/asset/${encodeURIComponent(assetId).replaceAll('%3A', ':')}`)}`;
}

function post(url: string, data: string): string {
  return `curl -s ${url} ${KEY} \\\n  -H 'Content-Type: application/json' \\\n  -d ${data}`;
}

function quoted(body: object): string {
  return shell(JSON.stringify(body));
}

function shell(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
