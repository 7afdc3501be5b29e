import { isImageSearchError, type IssuedKey, type Key } from '@imagesearch/sdk';
import { useEffect, useRef, useState, type SyntheticEvent } from 'react';
import { clientFor } from '../api/client.js';
import { forgetKey } from '../session/session-key.js';
import { announce } from '../ui/announce.js';
import { Fault, onEscape, SelectField, TextField, useSaving } from '../ui/form.js';

interface ChangeProps {
  apiKey: string;
  record: Key;
  /** Without a change. */
  onEnd: () => void;
}

export function RenameForm({ apiKey, record, onEnd, onRenamed }: ChangeProps & { onRenamed: () => void }) {
  const [name, setName] = useState(record.name);
  const { isSaving, fault, save } = useSaving();
  const submit = (event: SyntheticEvent): void => {
    event.preventDefault();
    void save(async () => {
      await clientFor(apiKey).renameKey(record.key_id, name);
      onRenamed();
    });
  };
  return (
    <form
      className="fields"
      aria-label={`Rename ${record.name}`}
      onSubmit={submit}
      onKeyDown={onEscape(onEnd)}
    >
      <TextField words="Name" autoFocus required maxLength={100} dir="auto" value={name} onText={setName} />
      <Fault fault={fault} />
      <div className="copy-row">
        <button type="submit" className="button button-main" disabled={isSaving}>
          Save
        </button>
        <Cancel onClick={onEnd} />
      </div>
    </form>
  );
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
export function RotateForm({
  apiKey,
  record,
  onEnd,
  onIssued,
}: ChangeProps & { onIssued: (key: IssuedKey) => void }) {
  const [graceS, setGraceS] = useState(24 * HOUR_S);
  const { isSaving, fault, save } = useSaving();
  const submit = (event: SyntheticEvent): void => {
    event.preventDefault();
    void save(async () => {
      onIssued((await clientFor(apiKey).rotateKey(record.key_id, { graceS })).data);
    });
  };
  return (
    <form
      className="fields"
      aria-label={`Rotate ${record.name}`}
      onSubmit={submit}
      onKeyDown={onEscape(onEnd)}
    >
      <SelectField words="The old key still works" options={GRACES} value={graceS} onValue={setGraceS} />
      <Fault fault={fault} />
      <div className="copy-row">
        <button type="submit" className="button button-main" disabled={isSaving}>
          Rotate it
        </button>
        <Cancel onClick={onEnd} />
      </div>
    </form>
  );
}

interface RevokeProps extends ChangeProps {
  isOwn: boolean;
  onRevoked: () => void;
}

export function RevokeQuestion({ apiKey, record, isOwn, onEnd, onRevoked }: RevokeProps) {
  const keep = useRef<HTMLButtonElement>(null);
  const { isSaving, fault, save } = useSaving();
  useEffect(() => keep.current?.focus(), []);
  const revoke = (): Promise<void> =>
    save(async () => {
      await clientFor(apiKey)
        .revokeKey(record.key_id)
        .catch((error: unknown) => {
          // The answer to the first attempt was lost, or somebody else was faster.
          if (!isImageSearchError(error, 'key_not_found')) throw error;
        });
      announce(`${record.name} is revoked.`);
      if (isOwn) forgetKey();
      else onRevoked();
    });
  return (
    <div role="group" className="fields" aria-label={`Revoke ${record.name}`} onKeyDown={onEscape(onEnd)}>
      <p>
        End this key for good? Programs that use it are refused within 5 seconds.
        {isOwn &&
          ' This page uses it: you then need another one, which the operator of the service can make.'}
      </p>
      <Fault fault={fault} />
      <div className="copy-row">
        <button type="button" className="button button-no" disabled={isSaving} onClick={() => void revoke()}>
          Revoke it
        </button>
        <button ref={keep} type="button" className="button" onClick={onEnd}>
          Keep it
        </button>
      </div>
    </div>
  );
}

function Cancel({ onClick }: { onClick: () => void }) {
  return (
    <button type="button" className="button" onClick={onClick}>
      Cancel
    </button>
  );
}
