import { START, type Address } from '../address/address.js';
import type { ShownImage } from '../api/types.js';
import { wishesOf } from '../filters/wishes.js';
import { PageLink } from '../ui/page-link.js';
import { Fact } from './look.js';

const TAGS_MAX = 12;

/** Where an image comes from, and what its source says of it. */
export function Details({ image, address }: { image: ShownImage; address: Address }) {
  const { creator, source, asset_id: id, tags, format, duplicates = [], design_met: met = [], score } = image;
  return (
    <section aria-label="Details">
      <h3 className="section-title">Details</h3>
      <dl className="facts">
        {creator && <Fact name="Creator">{creator}</Fact>}
        <Fact name="Collection">{source}</Fact>
        <Fact name="Id">{id}</Fact>
        {format && <Fact name="Format">{format.toUpperCase()}</Fact>}
        {image.ai_generated && <Fact name="Made by">AI</Fact>}
        {score !== null && <Fact name="Score">{score.toFixed(3)}</Fact>}
        {met.length > 0 && <Fact name="Fits your words">{wishesOf(met)}</Fact>}
        {tags.length > 0 && (
          <Fact name="Tags">
            {tags.slice(0, TAGS_MAX).map((tag, index) => (
              <span key={tag}>
                {index > 0 && ', '}
                <PageLink to={{ ...START, query: tag, filters: address.filters }}>{tag}</PageLink>
              </span>
            ))}
          </Fact>
        )}
        {duplicates.length > 0 && (
          <Fact name="Also as">
            {duplicates.map(({ asset_id: other }) => (
              <PageLink key={other} to={{ ...address, open: other }}>
                {other}
              </PageLink>
            ))}
          </Fact>
        )}
      </dl>
    </section>
  );
}
