import type { Use } from '@imagesearch/sdk';

/** What a person can want an image for, as the value of the purpose that says so. */
export const PURPOSES = [
  { name: 'commercial', asked: true, words: 'Sell or advertise with it' },
  { name: 'modify', asked: true, words: 'Publish a changed version' },
  { name: 'attribute', asked: false, words: 'Show it without a credit' },
  { name: 'share_alike', asked: false, words: 'Changes under my own licence' },
  { name: 'train_ai', asked: true, words: 'Train models with it' },
  { name: 'people_identifiable', asked: true, words: 'Advertise with people in it' },
  { name: 'property_identifiable', asked: true, words: 'Advertise with property in it' },
] as const;

/** Each purpose in words. */
export function describeUse(use: Use): { name: keyof Use; words: string }[] {
  return PURPOSES.filter(({ name, asked }) => use[name] === asked);
}

export function withoutPurpose(use: Use, name: keyof Use): Use {
  return Object.fromEntries(Object.entries(use).filter(([other]) => other !== name));
}

/** The purposes of an address, under the names that `GET /v1/search` has for them. */
export function readUse(parameters: URLSearchParams): Use {
  const asked = PURPOSES.filter(({ name, asked }) => parameters.get(`use_${name}`) === String(asked));
  return Object.fromEntries(asked.map(({ name, asked: value }) => [name, value]));
}

export function writeUse(use: Use, parameters: URLSearchParams): void {
  for (const { name } of describeUse(use)) parameters.set(`use_${name}`, String(use[name]));
}
