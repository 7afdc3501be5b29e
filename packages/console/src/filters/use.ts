import type { Use } from '@imagesearch/sdk';

/** What a person can want an image for, as the value of the purpose that says so. */
export const PURPOSES = [
  { name: 'commercial', wanted: true, words: 'Sell or advertise with it' },
  { name: 'modify', wanted: true, words: 'Publish a changed version' },
  { name: 'attribute', wanted: false, words: 'Show it without a credit' },
  { name: 'share_alike', wanted: false, words: 'Changes under my own licence' },
  { name: 'train_ai', wanted: true, words: 'Train models with it' },
  { name: 'people_identifiable', wanted: true, words: 'Advertise with people in it' },
  { name: 'property_identifiable', wanted: true, words: 'Advertise with property in it' },
] as const;

/** Each purpose in words. */
export function describeUse(use: Use): { name: keyof Use; words: string }[] {
  return PURPOSES.filter(({ name, wanted }) => use[name] === wanted);
}

/** The purposes of an address, under the names that `GET /v1/search` has for them. */
export function readUse(parameters: URLSearchParams): Use {
  const given = PURPOSES.filter(({ name, wanted }) => parameters.get(`use_${name}`) === String(wanted));
  return Object.fromEntries(given.map(({ name, wanted }) => [name, wanted]));
}

export function writeUse(use: Use, parameters: URLSearchParams): void {
  for (const { name } of describeUse(use)) parameters.set(`use_${name}`, String(use[name]));
}
