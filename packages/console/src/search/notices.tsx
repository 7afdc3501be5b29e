import type { ShownAnswer } from '../api/types.js';
import type { Address } from '../address/address.js';
import { Icon } from '../ui/icon.js';
import { PageLink } from '../ui/page-link.js';
import './notices.css';

/** Says where the answer is not exactly what was asked for, and why. */
export function Notices({ address, answer }: { address: Address; answer: ShownAnswer }) {
  const { relaxed = [], degraded, k_capped, corrections = [], unmatched = [], did_you_mean } = answer;
  return (
    <div className="notices">
      {relaxed.length > 0 && (
        <Notice>
          Few images fit everything, so these wishes were left out: <b>{wishesOf(relaxed)}</b>. Filters that
          you set are never left out.
        </Notice>
      )}
      {degraded && (
        <Notice>
          The order is coarser than usual: the part that compares your words with each caption does not
          answer. The images are in the order of their likeness alone.
        </Notice>
      )}
      {corrections.length > 0 && (
        <Notice>
          {corrections.map(({ from, to }) => (
            <span key={from}>
              Searched for <b>{to}</b> instead of “{from}”.{' '}
            </span>
          ))}
        </Notice>
      )}
      {did_you_mean && (
        <Notice>
          Did you mean{' '}
          <PageLink to={{ ...address, query: did_you_mean, open: null }}>{did_you_mean}</PageLink>?
        </Notice>
      )}
      {unmatched.length > 0 && (
        <Notice>
          No image is described with {unmatched.map((word) => `“${word}”`).join(' or ')}. The results fit the
          other words.
        </Notice>
      )}
      {k_capped && <Notice>Your plan shows {answer.count} results of a search at most.</Notice>}
    </div>
  );
}

function Notice({ children }: { children: React.ReactNode }) {
  return (
    <p className="notice">
      <Icon name="warning" />
      <span>{children}</span>
    </p>
  );
}

const WISHES: Record<string, string> = {
  luminance: 'brightness',
  monochrome: 'colour',
  faces: 'faces',
  aspect: 'shape',
  orientation: 'shape',
  resolution: 'resolution',
  neg_space: 'clean space',
  commercial: 'commercial use',
  derivatives: 'changes allowed',
  attribution_required: 'no credit needed',
  ai_generated: 'no AI-generated images',
};

/** `["luminance_min", "luminance_max"]` → `brightness`. */
function wishesOf(names: readonly string[]): string {
  const wishes = names.map(
    (name) => WISHES[name] ?? WISHES[name.replace(/_(min|max|any|near)$/, '')] ?? name,
  );
  return [...new Set(wishes)].join(', ');
}
