import type { ShownImage } from '../api/types.js';
import { Right } from '../image/right.js';
import { answersOf } from '../image/rights-words.js';
import { decidersOf, strictest } from './strictest.js';

/** What a set of images permits: the strictest of its licences decides. */
export function SetRightsCard({ images }: { images: readonly ShownImage[] }) {
  const because = decidersOf(images);
  return (
    <section className="rights-card" aria-label="What the set allows">
      <h3>{images.length === 1 ? 'One image' : `${images.length} images together`}</h3>
      <ul className="rights">
        {answersOf(strictest(images)).map(({ fact, verdict, title }) => (
          <Right key={fact} verdict={verdict} title={title}>
            {reason(because[fact], fact === 'commercial' || fact === 'derivatives')}
          </Right>
        ))}
      </ul>
    </section>
  );
}

const NAMED_MAX = 3;

/** The images that decide, by name. */
function reason(titles: readonly string[], isPermission: boolean): string {
  if (titles.length === 0) return isPermission ? 'Every image allows it.' : 'No image asks for it.';
  const named = titles.slice(0, NAMED_MAX).join(', ');
  const more = titles.length - NAMED_MAX;
  return `Because of ${named}${more > 0 ? ` and ${more} more` : ''}.`;
}
