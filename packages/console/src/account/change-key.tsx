import { isImageSearchError, type IssuedKey, type Key } from '@imagesearch/sdk';
import { client } from '../api/client.js';
import { forgetKey } from '../session/session-key.js';
import { announce } from '../ui/announce.js';
import { Question, SaveForm, SelectField, textIn, TextField } from '../ui/form.js';

interface ChangeProps {
  record: Key;
  /** Without a change. */
  onEnd: () => void;
}

export function RenameForm({ record, onEnd, onRenamed }: ChangeProps & { onRenamed: () => void }) {
  const rename = async (form: FormData): Promise<void> => {
    await client().renameKey(record.key_id, textIn(form, 'name'));
    onRenamed();
  };
  return (
    <SaveForm label={`Rename ${record.name}`} words="Save" onSave={rename} onEnd={onEnd}>
      <TextField
        words="Name"
        name="name"
        autoFocus
        required
        maxLength={100}
        dir="auto"
        defaultValue={record.name}
      />
    </SaveForm>
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
type RotateProps = ChangeProps & { onIssued: (key: IssuedKey) => void };

export function RotateForm({ record, onEnd, onIssued }: RotateProps) {
  const rotate = async (form: FormData): Promise<void> => {
    const graceS = Number(form.get('grace'));
    onIssued((await client().rotateKey(record.key_id, { graceS })).data);
  };
  return (
    <SaveForm label={`Rotate ${record.name}`} words="Rotate it" onSave={rotate} onEnd={onEnd}>
      <SelectField words="The old key still works" name="grace" options={GRACES} defaultValue={24 * HOUR_S} />
    </SaveForm>
  );
}

interface RevokeProps extends ChangeProps {
  isOwn: boolean;
  onRevoked: () => void;
}

export function RevokeQuestion({ record, isOwn, onEnd, onRevoked }: RevokeProps) {
  const revoke = async (): Promise<void> => {
    await client()
      .revokeKey(record.key_id)
      .catch((error: unknown) => {
        // The answer to the first attempt was lost, or somebody else was faster.
        if (!isImageSearchError(error, 'key_not_found')) throw error;
      });
    announce(`${record.name} is revoked.`);
    if (isOwn) forgetKey();
    else onRevoked();
  };
  return (
    <Question label={`Revoke ${record.name}`} words="Revoke it" onSave={revoke} onEnd={onEnd}>
      End this key for good? Programs that use it are refused within 5 seconds.
      {isOwn && ' This page uses it: you then need another one, which the operator of the service can make.'}
    </Question>
  );
}
