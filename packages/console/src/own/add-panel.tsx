import { useRef, type SyntheticEvent } from 'react';
import { START } from '../address/address.js';
import { leaveFor, PageLink } from '../address/use-address.js';
import { useOwnSource } from '../api/service-store.js';
import { Button, IconButton } from '../ui/button.js';
import { Modal } from '../ui/modal.js';
import { FileChoice } from './file-choice.js';
import { FactFields, factsIn, leavesLicenceToFiles } from './fields.js';
import {
  chooseFiles,
  clearSettledUploads,
  dropUpload,
  isAdded,
  isOnItsWay,
  isRetryable,
  isToBeSent,
  sendUploads,
  stopUploads,
  summaryOf,
  useUploads,
  type Upload,
} from './uploads.js';

/** Files to add to one's own images, what to say of all of them, and what became of each. */
export function AddPanel() {
  const source = useOwnSource();
  const uploads = useUploads();
  const form = useRef<HTMLFormElement>(null);
  const list = useRef<HTMLElement>(null);
  if (source === null) return null;
  const close = (): void => {
    clearSettledUploads();
    void leaveFor({ panel: null });
  };
  const send = (some: readonly Upload[]): void => {
    const ids = some.map(({ id }) => id);
    const said = new FormData(form.current ?? undefined);
    sendUploads(ids, { ...factsIn(said), ...(leavesLicenceToFiles(said) && { license_required: true }) });
  };
  const chosen = uploads.filter(isToBeSent);
  const submit = (event: SyntheticEvent): void => {
    event.preventDefault();
    send(chosen);
    // The button cannot be pressed now, and on a phone the list is out of sight.
    list.current?.focus({ preventScroll: true });
    list.current?.scrollIntoView();
  };
  return (
    <Modal title="Add images" onClose={close}>
      <FileChoice onFiles={chooseFiles} />
      <form ref={form} className="stack fields" onSubmit={submit}>
        <FactFields
          asItIs="As the files say"
          orUnknown="As the files say; unknown where they say nothing"
          tagsWords="Tags"
        />
        <BeforeAdding uploads={uploads} />
        <button type="submit" className="button button-main" disabled={chosen.length === 0}>
          {chosen.length === 0 ? 'Add images' : `Add ${chosen.length} image${chosen.length === 1 ? '' : 's'}`}
        </button>
      </form>
      {uploads.length > 0 && (
        <section ref={list} className="stack upload-list" aria-label="Files" tabIndex={-1}>
          <Outcome uploads={uploads} source={source} onRetry={send} />
          <ul className="items">
            {uploads.map((upload) => (
              <UploadRow key={upload.id} upload={upload} onRetry={() => send([upload])} />
            ))}
          </ul>
        </section>
      )}
    </Modal>
  );
}

/** What a person has to know, and to choose for files that state no licence, before the button is pressed. */
function BeforeAdding({ uploads }: { uploads: readonly Upload[] }) {
  const count = uploads.filter(({ state }) => state === 'unlicensed').length;
  const states = count === 1 ? 'states' : 'state';
  return (
    <>
      <p className="quiet">
        Everyone who searches here can find them, and sees what you say of them. Where a photograph was taken
        is cut out of its file. A file that states no licence is not added before you choose one.
      </p>
      <p role="alert" className="fault">
        {count > 0 && `${count} of ${uploads.length} files ${states} no licence: choose one above.`}
      </p>
    </>
  );
}

interface OutcomeProps {
  uploads: readonly Upload[];
  source: string;
  onRetry: (some: readonly Upload[]) => void;
}

/** How far it is, and at the end what to do next. */
function Outcome({ uploads, source, onRetry }: OutcomeProps) {
  const failed = uploads.filter(isRetryable);
  const sent = uploads.filter(({ state }) => state !== 'chosen');
  const left = sent.filter(isOnItsWay).length;
  if (sent.length === 0) return null;
  if (left > 0)
    return (
      <p className="quiet">
        {sent.length - left} of {sent.length} done. You can close this panel, but not the page.{' '}
        {sent.some(({ state }) => state === 'waiting') && (
          <Button look="plain" onClick={stopUploads}>
            Stop
          </Button>
        )}
      </p>
    );
  return (
    <div className="stack">
      <p>{summaryOf(uploads)}</p>
      <div className="row">
        {sent.some(isAdded) && (
          <PageLink
            className="button button-main"
            to={{ ...START, browses: true, filters: { source_any: [source] } }}
            onClick={clearSettledUploads}
          >
            See them
          </PageLink>
        )}
        {failed.length > 1 && <Button onClick={() => onRetry(failed)}>Try {failed.length} again</Button>}
      </div>
    </div>
  );
}

interface UploadRowProps {
  upload: Upload;
  onRetry: () => void;
}

function UploadRow({ upload, onRetry }: UploadRowProps) {
  const { id, file, state, asset, fault } = upload;
  return (
    <li className="row upload">
      <div>
        <p className="name" dir="auto">
          {asset ? <PageLink to={{ panel: null, open: asset.asset_id }}>{file.name}</PageLink> : file.name}
        </p>
        {state === 'sending' ? (
          <progress aria-label={`Sending ${file.name}`} />
        ) : (
          <p className={state === 'failed' ? 'fault' : 'quiet'}>{fault ?? WORDS[state]}</p>
        )}
      </div>
      {isRetryable(upload) && (
        <Button aria-label={`Try ${file.name} again`} onClick={onRetry}>
          Try again
        </Button>
      )}
      {(state === 'failed' || isToBeSent(upload)) && (
        <IconButton icon="close" label={`Take ${file.name} out`} onClick={() => dropUpload(id)} />
      )}
    </li>
  );
}

const WORDS: Record<Exclude<Upload['state'], 'sending'>, string> = {
  chosen: 'To be added',
  waiting: 'Waiting',
  added: 'Added',
  known: 'Was there already',
  unlicensed: 'States no licence',
  failed: 'Not added',
};
