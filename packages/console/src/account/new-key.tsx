import type { IssuedKey, Key, NewKey } from '@imagesearch/sdk';
import { useState } from 'react';
import { client } from '../api/client.js';
import { collection } from '../api/service-store.js';
import type { Filters } from '../api/types.js';
import { changed, type FilterChange } from '../filters/controls.js';
import { COMMON_LICENCES, NamesFilter } from '../filters/names-filter.js';
import { SaveForm, textIn, TextField } from '../ui/form.js';

type Scope = Key['scopes'][number];

/** What a key may be used for. */
export const SCOPES: Record<Scope, string> = {
  search: 'search',
  similar: 'more like this',
  asset: 'details and files',
  usage: 'credits and latest searches',
  ingest: 'add images',
  account: 'keys and usage by day',
};

const OFFERED = ['search', 'similar', 'asset', 'usage'] as const;

interface NewKeyFormProps {
  onMade: (key: IssuedKey) => void;
  onEnd: () => void;
}

export function NewKeyForm({ onMade, onEnd }: NewKeyFormProps) {
  const [bounds, setBounds] = useState<Filters>({});
  const make = async (form: FormData): Promise<void> => {
    const wanted: NewKey = {
      name: textIn(form, 'name'),
      scopes: OFFERED.filter((scope) => form.getAll('scopes').includes(scope)),
      expires_at: endOf(textIn(form, 'last_day')),
      bounds: boundsIn(bounds),
    };
    onMade((await client().createKey(wanted)).data);
  };
  return (
    <SaveForm
      label="Make a key"
      words="Make it"
      savingWords="Making it …"
      className="new-key-form"
      onSave={make}
      onEnd={onEnd}
    >
      <TextField
        words="Name: what the key is for"
        autoFocus
        required
        maxLength={100}
        dir="auto"
        name="name"
      />
      <fieldset>
        <legend>What it may be used for</legend>
        {OFFERED.map((scope) => (
          <label key={scope} className="check">
            <input type="checkbox" name="scopes" value={scope} defaultChecked />
            {SCOPES[scope]}
          </label>
        ))}
      </fieldset>
      <TextField
        words="Its last day (without one, it does not end)"
        type="date"
        name="last_day"
        min={new Date().toISOString().slice(0, 10)}
      />
      <BoundsFields bounds={bounds} onChange={setBounds} />
    </SaveForm>
  );
}

interface BoundsFieldsProps {
  bounds: Filters;
  onChange: (bounds: Filters) => void;
}

/** The filters of a search that bound a key, if any of their names is chosen. */
function BoundsFields({ bounds, onChange }: BoundsFieldsProps) {
  const sources = collection.use().value?.sources.map(({ source }) => source) ?? [];
  const given = {
    filters: bounds,
    change: (change: FilterChange) => onChange(changed(bounds, change)),
  };
  return (
    <>
      <NamesFilter name="source_any" title="Only these collections" known={sources} {...given} />
      <NamesFilter name="license_any" title="Only these licences" known={COMMON_LICENCES} {...given} />
    </>
  );
}

const DAY_MS = 24 * 60 * 60_000;

/** The end of a day in UTC; null for no day. */
function endOf(day: string): string | null {
  return day === '' ? null : new Date(Date.parse(day) + DAY_MS).toISOString();
}

/** Null where nothing is chosen: the key sees all images. */
function boundsIn({ source_any = [], license_any = [] }: Filters): NonNullable<NewKey['bounds']> | null {
  if (source_any.length === 0 && license_any.length === 0) return null;
  return {
    ...(source_any.length > 0 && { sources: source_any }),
    ...(license_any.length > 0 && { licenses: license_any }),
  };
}
