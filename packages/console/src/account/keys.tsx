import type { IssuedKey, Key } from '@imagesearch/sdk';
import { useEffect, useRef, useState } from 'react';
import { client } from '../api/client.js';
import { explainFailure } from '../api/failure.js';
import { useLoaded } from '../api/store.js';
import { licenceName } from '../image/rights-words.js';
import { CopyButton } from '../ui/copy-button.js';
import { FailureCard } from '../ui/failure-card.js';
import { RenameForm, RevokeQuestion, RotateForm } from './change-key.js';
import { NewKeyForm, SCOPES } from './new-key.js';
import './keys.css';

interface KeysProps {
  /** The id of the key of this page. */
  ownId: string;
}

/** The live keys of the account, and ways to make, name, replace and end them. */
export function Keys({ ownId }: KeysProps) {
  const [reads, setReads] = useState(0);
  const read = (): void => setReads((before) => before + 1);
  const { latest: keys, error } = useLoaded(
    String(reads),
    async (signal) => (await client().keys({ signal })).data.keys,
  );
  const [isMaking, setIsMaking] = useState(false);
  const [issued, setIssued] = useState<IssuedKey | null>(null);
  const make = useRef<HTMLButtonElement>(null);
  const show = (key: IssuedKey | null): void => {
    setIsMaking(false);
    setIssued(key);
    if (key === null) make.current?.focus();
    read();
  };
  const given = { ownId, onIssued: show, onChanged: read, onGone: () => show(issued) };
  return (
    <section aria-label="Keys">
      <div className="section-head">
        <h3 className="section-title">Keys</h3>
        <button
          ref={make}
          type="button"
          className="button"
          aria-expanded={isMaking}
          onClick={() => setIsMaking(!isMaking)}
        >
          Make a key
        </button>
      </div>
      {isMaking && <NewKeyForm onMade={show} onEnd={() => show(issued)} />}
      {issued && <ShownOnce key={issued.key_id} issued={issued} onDone={() => show(null)} />}
      {error !== null && <FailureCard failure={explainFailure(error)} onRetry={read} />}
      <ul>
        {keys?.map((key) => (
          <KeyItem key={key.key_id} record={key} {...given} />
        ))}
      </ul>
    </section>
  );
}

/** A key in the clear, which nothing shows again. */
function ShownOnce({ issued: { name, key }, onDone }: { issued: IssuedKey; onDone: () => void }) {
  const group = useRef<HTMLDivElement>(null);
  useEffect(() => group.current?.focus(), []);
  return (
    <div ref={group} role="group" aria-label="The new key" tabIndex={-1} className="new-key fields">
      <p>
        This is the key <b>{name}</b>. Keep it now: it is shown only this once.
      </p>
      <code className="code">{key}</code>
      <div className="row">
        <CopyButton label="Copy the key" className="button button-main" text={() => key} />
        <button type="button" className="button" onClick={onDone}>
          I have kept it
        </button>
      </div>
    </div>
  );
}

interface KeyItemProps extends KeysProps {
  record: Key;
  onIssued: (key: IssuedKey) => void;
  onChanged: () => void;
  onGone: () => void;
}

const TOOLS = { rename: 'Rename', rotate: 'Rotate', revoke: 'Revoke' };
type Tool = keyof typeof TOOLS;

function KeyItem({ record, ownId, onIssued, onChanged, onGone }: KeyItemProps) {
  const [open, setOpen] = useState<Tool | null>(null);
  const opener = useRef<HTMLButtonElement>(null);
  const isOwn = record.key_id === ownId;
  const end = (): void => {
    setOpen(null);
    opener.current?.focus();
  };
  const renamed = (): void => {
    end();
    onChanged();
  };
  const rotated = (key: IssuedKey): void => {
    setOpen(null);
    onIssued(key);
  };
  const given = { record, onEnd: end };
  return (
    <li className="key">
      <KeyFacts record={record} isOwn={isOwn} />
      <div className="row">
        {toolsFor(record, isOwn).map((tool) => (
          <button
            key={tool}
            type="button"
            className="button"
            aria-expanded={open === tool}
            aria-label={`${TOOLS[tool]} ${record.name}`}
            onClick={({ currentTarget }) => {
              opener.current = currentTarget;
              setOpen(open === tool ? null : tool);
            }}
          >
            {TOOLS[tool]}
          </button>
        ))}
      </div>
      {open === 'rename' && <RenameForm {...given} onRenamed={renamed} />}
      {open === 'rotate' && <RotateForm {...given} onIssued={rotated} />}
      {open === 'revoke' && <RevokeQuestion {...given} isOwn={isOwn} onRevoked={onGone} />}
    </li>
  );
}

/** What the service lets this key do with that one. */
function toolsFor({ scopes }: Key, isOwn: boolean): Tool[] {
  if (scopes.includes('account')) return isOwn ? ['rename', 'revoke'] : [];
  return scopes.includes('ingest') ? ['rename', 'revoke'] : ['rename', 'rotate', 'revoke'];
}

function KeyFacts({ record, isOwn }: { record: Key; isOwn: boolean }) {
  const { name, prefix, scopes, bounds, created_at, last_used_at, expires_at } = record;
  const isForOperator = scopes.includes('account') && !isOwn;
  return (
    <>
      <p>
        <b>{name}</b> {isOwn && <span className="quiet">the key of this page</span>}
      </p>
      <p className="quiet">
        <code>{prefix}…</code> {scopes.map((scope) => SCOPES[scope]).join(', ')}
      </p>
      {bounds && <p className="quiet">Sees only {boundsInWords(bounds)}.</p>}
      <p className="quiet">
        Made on {dayOf(created_at)},{' '}
        {last_used_at === null ? 'not used yet' : `last used on ${dayOf(last_used_at)}`}
        {expires_at !== null && `, ends on ${momentOf(expires_at)}`}.
        {isForOperator && ' Only the operator of the service changes it.'}
      </p>
    </>
  );
}

function boundsInWords({ sources, licenses, usable_for }: NonNullable<Key['bounds']>): string {
  const named = licenses?.map((license) => licenceName({ license }));
  const purposes = Object.entries(usable_for ?? {}).map(([purpose, value]) =>
    value ? purpose : `not ${purpose}`,
  );
  return [
    ...(sources ? [`the collections ${sources.join(', ')}`] : []),
    ...(named ? [`images under ${named.join(', ')}`] : []),
    ...(purposes.length > 0 ? [`images usable for: ${purposes.join(', ')}`] : []),
  ].join('; ');
}

function dayOf(text: string): string {
  return new Date(text).toLocaleDateString('en-GB', { dateStyle: 'medium' });
}

function momentOf(text: string): string {
  return new Date(text).toLocaleString('en-GB', { dateStyle: 'medium', timeStyle: 'short' });
}
