import type { IssuedKey, Key, KeyRequest as Wanted } from '@imagesearch/sdk';
import { client } from '../api/client.js';
import { collection } from '../api/service-store.js';
import { COMMON_LICENCES, NamesFilter, namesIn } from '../filters/controls.js';
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
  const sources = collection.use().value?.sources.map(({ source }) => source) ?? [];
  const make = async (form: FormData): Promise<void> => {
    const wanted: Wanted = {
      name: textIn(form, 'name'),
      scopes: OFFERED.filter((scope) => form.getAll('scopes').includes(scope)),
      expires_at: endOf(textIn(form, 'last_day')),
      bounds: boundsIn(form),
    };
    onIssued((await client().createKey(wanted)).data);
  };
  return (
    <FormDialog title="Make a key" words="Make it" savingWords="Making it …" onSave={make} onClose={onClose}>
      <NameField words="Name: what the key is for" />
      <fieldset>
        <legend>What it may be used for</legend>
        {OFFERED.map((scope) => (
          <label key={scope} className="line check">
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
      <NamesFilter name="source_any" title="Only these collections" known={sources} />
      <NamesFilter name="license_any" title="Only these licences" known={COMMON_LICENCES} />
    </FormDialog>
  );
}

const DAY_MS = 24 * 60 * 60_000;

/** The end of a day in UTC; null for no day. */
function endOf(day: string): string | null {
  return day === '' ? null : new Date(Date.parse(day) + DAY_MS).toISOString();
}

/** Null where nothing is chosen: the key sees all images. */
function boundsIn(form: FormData): NonNullable<Wanted['bounds']> | null {
  const [sources, licenses] = [namesIn(form, 'source_any'), namesIn(form, 'license_any')];
  if (sources.length + licenses.length === 0) return null;
  return { ...(sources.length > 0 && { sources }), ...(licenses.length > 0 && { licenses }) };
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
