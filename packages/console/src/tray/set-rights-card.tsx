import type { ShownImage } from '../api/types.js';
import { duty, permission, Right } from '../image/right.js';
import { decidersOf, strictest } from './strictest.js';

/** What a set of images allows: the strictest of its licences decides. */
export function SetRightsCard({ images }: { images: readonly ShownImage[] }) {
  const set = strictest(images);
  const because = decidersOf(images);
  const { commercial, derivatives, attribution_required: credited, share_alike: alike } = set;
  return (
    <section className="rights-card" aria-label="What the set allows">
      <h3>{images.length === 1 ? 'One image' : `${images.length} images together`}</h3>
      <ul className="rights">
        <Right
          verdict={permission(commercial)}
          title={said(commercial, 'Commercial use', 'No commercial use', 'Commercial use: unknown')}
        >
          {reason(because.commercial, 'Every image allows it.')}
        </Right>
        <Right
          verdict={permission(derivatives)}
          title={said(derivatives, 'May be changed', 'May not all be changed', 'Changes: unknown')}
        >
          {reason(because.derivatives, 'Every image allows it.')}
        </Right>
        <Right
          verdict={duty(credited)}
          title={said(credited, 'Credit needed', 'No credit needed', 'Credit: unknown')}
        >
          {reason(because.attribution_required, 'No image asks for it.')}
        </Right>
        <Right
          verdict={duty(alike)}
          title={said(alike, 'Share alike', 'No share-alike duty', 'Share alike: unknown')}
        >
          {reason(because.share_alike, 'No image asks for it.')}
        </Right>
      </ul>
    </section>
  );
}

const NAMED_MAX = 3;

/** The images that decide, by name. */
function reason(titles: readonly string[], otherwise: string): string {
  if (titles.length === 0) return otherwise;
  const named = titles.slice(0, NAMED_MAX).join(', ');
  const more = titles.length - NAMED_MAX;
  return `Because of ${named}${more > 0 ? ` and ${more} more` : ''}.`;
}

function said(value: boolean | null, yes: string, no: string, open: string): string {
  return value === null ? open : value ? yes : no;
}
