import type { OptionsProps } from './controls.js';
import { aspectAround, RATIOS } from './describe-filters.js';
import { PURPOSES } from './use.js';

type Group = Omit<OptionsProps, 'given'>;

const CHECKS = { type: 'checkbox', look: 'checks' } as const;

/** What a person wants an image for. */
export const USES: Group = {
  ...CHECKS,
  title: 'What you want it for',
  options: PURPOSES.map(({ name, wanted, words }) => ({ name: `use_${name}`, value: String(wanted), words })),
};

const USABLE_ONLY = { name: 'usable_only', value: 'true', words: 'Only images that may be used for this' };
/** Where something is wanted. */
export const USES_WITH_ONLY: Group = { ...USES, options: [...USES.options, USABLE_ONLY] };

export const FORM_GROUPS: readonly Group[] = [
  {
    ...CHECKS,
    title: 'What you may do',
    options: [
      { name: 'commercial', value: 'true', words: 'Commercial use' },
      { name: 'derivatives', value: 'true', words: 'May be changed' },
      { name: 'attribution_required', value: 'false', words: 'No credit needed' },
      { name: 'share_alike', value: 'false', words: 'No share-alike duty' },
    ],
  },
  {
    title: 'Shape',
    name: 'orientation,aspect_min,aspect_max',
    look: 'frames',
    options: [
      { words: 'Any', value: ',,', drawing: <Frame aspect={1.25} isOpen /> },
      { words: 'Wide', value: 'landscape,,', drawing: <Frame aspect={1.5} /> },
      { words: 'Tall', value: 'portrait,,', drawing: <Frame aspect={2 / 3} /> },
      { words: 'Square', value: 'square,,', drawing: <Frame aspect={1} /> },
      ...RATIOS.map(([width, height]) => {
        const { aspect_min: min, aspect_max: max } = aspectAround(width / height);
        const drawing = <Frame aspect={width / height} />;
        return { words: `${width}:${height}`, value: `,${min},${max}`, drawing };
      }),
    ],
  },
  {
    title: 'Clean space for text',
    name: 'neg_space_any',
    type: 'checkbox',
    options: ['Left', 'Right', 'Top', 'Bottom'].map((words) => ({ words, value: words.toLowerCase() })),
  },
  {
    title: 'Colour',
    name: 'monochrome',
    options: [
      { words: 'Any', value: '' },
      { words: 'In colour', value: 'false' },
      { words: 'Black and white', value: 'true' },
    ],
  },
];

export const CONTENT_GROUPS: readonly Group[] = [
  {
    title: 'Faces',
    name: 'faces_min,faces_max',
    options: [
      { words: 'Any', value: ',' },
      { words: 'None', value: ',0' },
      { words: 'One', value: '1,1' },
      { words: 'Two', value: '2,2' },
      { words: '3 +', value: '3,' },
    ],
  },
  {
    title: 'Resolution',
    name: 'resolution_min',
    options: [
      { words: 'Any', value: '' },
      ...[1, 4, 12].map((least) => ({ words: `${least} MP +`, value: String(least) })),
    ],
  },
  {
    title: 'AI-generated images',
    name: 'ai_generated,human_made',
    options: [
      { words: 'If short', value: ',' },
      { words: 'Never', value: 'false,' },
      { words: 'Only', value: 'true,' },
      { words: 'Human work only', value: ',true' },
    ],
    children: (
      <p className="quiet">
        “If short” shows them only when few other images fit. “Human work only” needs a mark of the file or of
        its source.
      </p>
    ),
  },
];

export const MORE: Group = {
  ...CHECKS,
  title: 'More',
  options: [
    { name: 'sensitive', value: 'true', words: 'Show sensitive images too' },
    { name: 'read', value: '0', words: 'Read no filters from my words' },
  ],
};

const EDGE_PX = 30;

function Frame({ aspect, isOpen = false }: { aspect: number; isOpen?: boolean }) {
  const style = { inlineSize: EDGE_PX * Math.min(1, aspect), aspectRatio: aspect };
  return <span className={isOpen ? 'frame frame-open' : 'frame'} style={style} />;
}
