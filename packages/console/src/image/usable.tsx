import type { Usable, Use } from '@imagesearch/sdk';
import { useEffect, useState } from 'react';
import { clientFor } from '../api/client.js';
import type { ShownImage } from '../api/types.js';
import { usableSet } from '../tray/set-rights.js';
import { Icon, type IconName } from '../ui/icon.js';

type Verdict = 'yes' | 'no' | 'open';

export const USABLE_LOOKS: Record<Usable['answer'], { verdict: Verdict; icon: IconName; words: string }> = {
  yes: { verdict: 'yes', icon: 'check', words: 'Usable' },
  no: { verdict: 'no', icon: 'no', words: 'Not usable' },
  unknown: { verdict: 'open', icon: 'unknown', words: 'Use unclear' },
};

/** Whether an image may be used as the person wants it, and why when it is pointed at. */
export function UsableBadge({ usable }: { usable: Usable }) {
  const { verdict, icon, words } = USABLE_LOOKS[usable.answer];
  return (
    <span className={`badge badge-${verdict}`} title={usable.because.map(({ says }) => says).join(' ')}>
      <Icon name={icon} />
      <span>{words}</span>
    </span>
  );
}

/** Asks anew, because images were put aside for another use, or none. Undefined without a use, and until all have answered. */
export function useUsableSet(images: readonly ShownImage[], use: Use, apiKey: string): Usable | undefined {
  const ids = images.map(({ asset_id: id }) => id);
  const asked = JSON.stringify([images.map(({ asset_id: id, license }) => [id, license]), use]);
  const [known, setKnown] = useState<{ asked: string; usable: Usable } | null>(null);
  useEffect(() => {
    if (ids.length === 0 || Object.keys(use).length === 0) return;
    const abort = new AbortController();
    const client = clientFor(apiKey);
    const lookUp = async ({ asset_id: id, title }: ShownImage) => {
      try {
        const { data } = await client.asset(id, { use, signal: abort.signal });
        return { title, usable: data.usable ?? UNREACHED };
      } catch {
        return { title, usable: UNREACHED };
      }
    };
    void Promise.all(images.map(lookUp)).then((looked) => {
      if (!abort.signal.aborted) setKnown({ asked, usable: usableSet(looked) });
    });
    return () => abort.abort();
    // eslint-disable-next-line react-hooks/exhaustive-deps -- `asked` is what matters of the images and the use
  }, [asked, apiKey]);
  return known?.asked === asked ? known.usable : undefined;
}

/** Of an image that was withdrawn since, or while the service cannot be reached. */
const UNREACHED: Usable = {
  answer: 'unknown',
  because: [{ code: 'unreached', says: 'The service cannot say at the moment.', source: 'declared' }],
};
