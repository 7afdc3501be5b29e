import type { IssuedKey, Key } from '@imagesearch/sdk';
import { useEffect, useRef, useState } from 'react';
import { client } from '../api/client.js';
import { explainFailure } from '../api/failure.js';
import { useLoaded } from '../api/store.js';
import { licenceName } from '../image/rights-words.js';
import { forgetKey } from '../session/session-key.js';
import { Button } from '../ui/button.js';
import { announce } from '../ui/announce.js';
import { CopyButton } from '../ui/copy-button.js';
import { FailureCard } from '../ui/failure-card.js';
import { Fault, useSaving } from '../ui/form.js';
import { dayOf, momentOf } from './usage-by-day.js';
import { NewKey, RenameKey, RotateKey, SCOPES } from './key-forms.js';

/**
 * The live keys of the account, and ways to make, name, replace and end them.
 * @param ownId - the id of the key of this page
 */
export function Keys({ ownId }: { ownId: string }) {
  const [reads, setReads] = useState(0);
  const read = (): void => setReads((before) => before + 1);
  const { latest: keys, error } = useLoaded(
    String(reads),
    async (signal) => (await client().keys({ signal })).data.keys,
  );
  const [isMaking, setIsMaking] = useState(false);
  const [issued, setIssued] = useState<IssuedKey | null>(null);
  const make = useRef<HTMLButtonElement>(null);
  const show = (key: IssuedKey): void => {
    setIssued(key);
    read();
  };
  const goOn = (): void => {
    read();
    make.current?.focus();
  };
  const done = (): void => {
    setIssued(null);
    goOn();
  };
  return (
    <section aria-label="Keys">
      <div className="line section-head">
        <h3 className="section-title">Keys</h3>
        <Button ref={make} onClick={() => setIsMaking(true)}>
          Make a key
        </Button>
      </div>
      {isMaking && <NewKey onIssued={show} onClose={() => setIsMaking(false)} />}
      {issued && <ShownOnce key={issued.key_id} issued={issued} onDone={done} />}
      {error !== null && <FailureCard failure={explainFailure(error)} onRetry={read} />}
      <ul className="items">
        {keys?.map((key) => (
          <KeyItem
            key={key.key_id}
            record={key}
            isOwn={key.key_id === ownId}
            onIssued={show}
            onRenamed={read}
            onRevoked={goOn}
          />
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
    <div ref={group} role="group" aria-label="The new key" tabIndex={-1} className="card stack new-key">
      <p>
        This is the key <b>{name}</b>. Keep it now: it is shown only this once.
      </p>
      <code className="block code">{key}</code>
      <div className="row">
        <CopyButton label="Copy the key" look="main" text={() => key} />
        <Button onClick={onDone}>I have kept it</Button>
      </div>
    </div>
  );
}

interface KeyItemProps {
  record: Key;
  /** Whether it is the key of this page. */
  isOwn: boolean;
  onIssued: (key: IssuedKey) => void;
  onRenamed: () => void;
  onRevoked: () => void;
}

const TOOLS = { rename: 'Rename', rotate: 'Rotate', revoke: 'Revoke' };
type Tool = keyof typeof TOOLS;

function KeyItem({ record, isOwn, onIssued, onRenamed, onRevoked }: KeyItemProps) {
  const [open, setOpen] = useState<Tool | null>(null);
  const { isSaving, fault, save } = useSaving();
  const revoke = async (): Promise<void> => {
    if (!confirm(endingOf(record, isOwn))) return;
    await client().revokeKey(record.key_id);
    announce(`${record.name} is revoked.`);
    if (isOwn) forgetKey();
    else onRevoked();
  };
  const given = { record, onClose: () => setOpen(null) };
  return (
    <li className="stack key">
      <KeyFacts record={record} isOwn={isOwn} />
      <div className="row">
        {toolsFor(record, isOwn).map((tool) => (
          <Button
            key={tool}
            disabled={isSaving}
            aria-label={`${TOOLS[tool]} ${record.name}`}
            onClick={() => (tool === 'revoke' ? void save(revoke) : setOpen(tool))}
          >
            {TOOLS[tool]}
          </Button>
        ))}
      </div>
      <Fault fault={fault} />
      {open === 'rename' && <RenameKey {...given} onRenamed={onRenamed} />}
      {open === 'rotate' && <RotateKey {...given} onIssued={onIssued} />}
    </li>
  );
}

function endingOf({ name }: Key, isOwn: boolean): string {
  const own = ' This page uses it: you then need another one, which the operator of the service can make.';
  return `End the key ${name} for good? Programs that use it are refused within 5 seconds.${isOwn ? own : ''}`;
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
