import type { IssuedKey, Key, NewKey as Wanted } from '@imagesearch/sdk';
import { useState } from 'react';
import { client } from '../api/client.js';
import { collection } from '../api/service-store.js';
import type { Filters } from '../api/types.js';
import { changed, type FilterChange } from '../filters/controls.js';
import { COMMON_LICENCES, NamesFilter } from '../filters/names-filter.js';
import { FormDialog, SelectField, textIn, TextField } from '../ui/form.js';

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

interface NewKeyProps {
  onIssued: (key: IssuedKey) => void;
  onClose: () => void;
}

export function NewKey({ onIssued, onClose }: NewKeyProps) {
  const [bounds, setBounds] = useState<Filters>({});
  const make = async (form: FormData): Promise<void> => {
    const wanted: Wanted = {
      name: textIn(form, 'name'),
      scopes: OFFERED.filter((scope) => form.getAll('scopes').includes(scope)),
      expires_at: endOf(textIn(form, 'last_day')),
      bounds: boundsIn(bounds),
    };
    onIssued((await client().createKey(wanted)).data);
  };
  return (
    <FormDialog title="Make a key" words="Make it" savingWords="Making it …" onSave={make} onClose={onClose}>
      <NameField words="Name: what the key is for" />
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
    </FormDialog>
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
function boundsIn({ source_any = [], license_any = [] }: Filters): NonNullable<Wanted['bounds']> | null {
  if (source_any.length === 0 && license_any.length === 0) return null;
  return {
    ...(source_any.length > 0 && { sources: source_any }),
    ...(license_any.length > 0 && { licenses: license_any }),
  };
}

interface ChangeProps {
  record: Key;
  onClose: () => void;
}

export function RenameKey({ record, onClose, onRenamed }: ChangeProps & { onRenamed: () => void }) {
  const rename = async (form: FormData): Promise<void> => {
    await client().renameKey(record.key_id, textIn(form, 'name'));
    onRenamed();
  };
  return (
    <FormDialog title={`Rename ${record.name}`} words="Save" onSave={rename} onClose={onClose}>
      <NameField words="Name" defaultValue={record.name} />
    </FormDialog>
  );
}

function NameField(props: { words: string; defaultValue?: string }) {
  return <TextField name="name" required maxLength={100} dir="auto" {...props} />;
}

const HOUR_S = 60 * 60;
const GRACES: [seconds: number, words: string][] = [
  [0, 'Not at all'],
  [HOUR_S, 'For an hour'],
  [24 * HOUR_S, 'For a day'],
  [7 * 24 * HOUR_S, 'For a week'],
  [30 * 24 * HOUR_S, 'For 30 days'],
];

/** Replaces a key by another one with the same properties. */
export function RotateKey({ record, onClose, onIssued }: ChangeProps & NewKeyProps) {
  const rotate = async (form: FormData): Promise<void> => {
    const graceS = Number(form.get('grace'));
    onIssued((await client().rotateKey(record.key_id, { graceS })).data);
  };
  return (
    <FormDialog title={`Rotate ${record.name}`} words="Rotate it" onSave={rotate} onClose={onClose}>
      <SelectField words="The old key still works" name="grace" options={GRACES} defaultValue={24 * HOUR_S} />
    </FormDialog>
  );
}
