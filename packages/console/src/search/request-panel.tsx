import type { Address } from '../address/address.js';
import type { ShownAnswer } from '../api/types.js';
import { CopyButton } from '../ui/copy-button.js';
import { IconButton } from '../ui/icon-button.js';
import { Modal } from '../ui/modal.js';
import { searchCurl } from './curl.js';

interface RequestPanelProps {
  address: Address;
  answer: ShownAnswer;
  onClose: () => void;
}

/** The same search for a program: the request as curl, and the whole answer. */
export function RequestPanel({ address, answer, onClose }: RequestPanelProps) {
  const request = searchCurl(location.origin, address);
  const json = JSON.stringify(answer, null, 2);
  return (
    <Modal label="The same search for a program" form="sheet" onClose={onClose}>
      <div className="modal-head">
        <h2>For programs</h2>
        <IconButton icon="close" label="Close" onClick={onClose} />
      </div>
      <div className="modal-body">
        <section aria-label="Request">
          <h3 className="section-title">Request as curl</h3>
          <pre className="code" tabIndex={0} aria-label="Request as curl">
            {request}
          </pre>
          <p className="filter-hint">The key is read from the variable IMAGE_SEARCH_KEY.</p>
        </section>
        <section aria-label="Answer">
          <h3 className="section-title">Answer as JSON</h3>
          <pre className="code" tabIndex={0} aria-label="Answer as JSON">
            {json}
          </pre>
        </section>
        <div className="copy-row">
          <CopyButton label="Copy curl" text={() => request} />
          <CopyButton label="Copy JSON" text={() => json} />
        </div>
      </div>
    </Modal>
  );
}
