import type { DesignFilters } from '@imagesearch/facets/filters';

/** Any version of a licence of Creative Commons. */
const versions = (name: string): string[] => [
  `cc-${name}`,
  ...['1.0', '2.0', '2.5', '3.0', '4.0'].map((version) => `cc-${name}-${version}`),
];
const PUBLIC_DOMAIN = ['cc0', 'pdm'];

/** Wishes about rights and about how an image was made, as people write them: what is left, the filters, and what no filter can say. */
export const RIGHTS_WISHES: readonly (readonly [
  query: string,
  rest: string,
  filters: DesignFilters,
  unread?: string[],
])[] = [
  // How it was made.
  ['castle, not AI generated', 'castle', { aiGenerated: false }],
  ['castle at dusk, no AI please', 'castle at dusk', { aiGenerated: false }],
  ['a castle that is not AI-generated', 'a castle', { aiGenerated: false }],
  ['non-AI photo of a castle', 'castle', { aiGenerated: false }],
  ['portrait of an old fisherman, without AI', 'portrait of an old fisherman', { aiGenerated: false }],
  ['harbour, nothing made with AI', 'harbour', { aiGenerated: false }],
  ['harbour, no Midjourney images', 'harbour', { aiGenerated: false }],
  ['AI-generated image of a dragon', 'dragon', { aiGenerated: true }],
  ['dragon, human made', 'dragon', { humanMade: true }],
  ['illustration of a fox, made by a human', 'illustration of a fox', { humanMade: true }],
  // Licences by name.
  ['public domain photo of the moon', 'moon', { licenseAny: PUBLIC_DOMAIN }],
  ['old map of London in the public domain', 'old map of London', { licenseAny: PUBLIC_DOMAIN }],
  ['sunflower, cc0 or public domain', 'sunflower', { licenseAny: PUBLIC_DOMAIN }],
  ['sunflower, CC BY only', 'sunflower', { licenseAny: versions('by') }],
  ['sunflower under CC BY-SA 4.0', 'sunflower', { licenseAny: ['cc-by-sa-4.0'] }],
  ['cc-by-sa picture of a bridge', 'bridge', { licenseAny: versions('by-sa') }],
  // What is to be done with it.
  ['bridge, no share-alike', 'bridge', { shareAlike: false }],
  ['bridge without share alike, for commercial use', 'bridge', { shareAlike: false, commercial: true }],
  ['picture of a beach that I can crop', 'picture of a beach', { derivatives: true }],
  ['beach, may be modified', 'beach', { derivatives: true }],
  ['beach, ok to edit and retouch', 'beach', { derivatives: true }],
  ['running shoes for use in ads', 'running shoes', { commercial: true }],
  ['cat photo to sell on t-shirts', 'cat photo', { commercial: true }],
  ['coffee cup, commercial licence', 'coffee cup', { commercial: true }],
  ["coffee cup where I don't have to credit anyone", 'coffee cup', { attributionRequired: false }],
  [
    'coffee cup, no attribution required, free for commercial use',
    'coffee cup',
    { attributionRequired: false, commercial: true },
  ],
  // Said in other ways.
  ['lavender field that was not made by AI', 'lavender field', { aiGenerated: false }],
  ['lavender, no AI-generated content, no people', 'lavender', { aiGenerated: false, facesMax: 0 }],
  ['lavender photo taken by a real person', 'lavender', { humanMade: true }],
  ['lavender licensed under Creative Commons Attribution 4.0', 'lavender', { licenseAny: ['cc-by-4.0'] }],
  ['lavender, CC0 or CC BY 4.0', 'lavender', { licenseAny: ['cc0', 'cc-by-4.0'] }],
  ['lavender, I want to sell prints', 'lavender', { commercial: true }],
  ['lavender for commercial and personal use', 'lavender', { commercial: true }],
  ['lavender for our marketing', 'lavender', { commercial: true }],
  ['lavender picture I may edit', 'lavender picture', { derivatives: true }],
  [
    'lavender, no share alike, no attribution, no AI',
    'lavender',
    { shareAlike: false, attributionRequired: false, aiGenerated: false },
  ],
  // What no filter can say.
  ['royalty-free photo of a lion', 'lion', {}, ['royalty-free photo']],
  ['lion, copyright free', 'lion', {}, ['copyright free']],
  ['smiling nurse, model released', 'smiling nurse', {}, ['model released']],
  ['smiling nurse, not for editorial use only', 'smiling nurse', {}, ['not for editorial use only']],
  ['city skyline, exclusive licence, no AI', 'city skyline', { aiGenerated: false }, ['exclusive licence']],
  ['waterfall but no restrictions on use', 'waterfall', {}, ['no restrictions on use']],
  ['waterfall, without any copyright', 'waterfall', {}, ['without any copyright']],
  ['lavender, not CC BY-NC', 'lavender', {}, ['not CC BY-NC']],
  ['lavender without licence fees', 'lavender', {}, ['without licence fees']],
  ['lavender, free for personal use', 'lavender', {}, ['free for personal use']],
  ['lavender, free to use', 'lavender', {}, ['free to use']],
  ['lavender with model release', 'lavender', {}, ['with model release']],
  ['waterfall, not for commercial use', 'waterfall', {}, ['not for commercial use']],
];

/** Briefs in which such words say what an image shows. */
export const RIGHTS_TRAPS: readonly string[] = [
  'AI robot in a factory',
  'public domain sign',
  'commercial kitchen',
  'person with a credit card',
  'no credit cards accepted sign',
  'man-made lake',
  'editorial office',
  'copyright symbol',
  'advertising column in Berlin',
  'street market selling fruit',
  'AI chip on a circuit board',
  'a bread made by people in a village bakery',
  'royalty at a coronation',
  'exclusive restaurant',
  'human made of stone',
  'woman editing a photo',
  'wheat field ready to crop',
];
