import { useSyncExternalStore, type ReactNode } from 'react';
import { IconButton } from '../ui/icon-button.js';
import { Modal } from '../ui/modal.js';
import './filters.css';

const BESIDE = '(min-width: 60rem)';

/** The filters beside the results, or over them where there is no room. */
export function Filters({ onClose, children }: { onClose: () => void; children: ReactNode }) {
  const isBeside = useSyncExternalStore(watchWidth, () => matchMedia(BESIDE).matches);
  if (isBeside) {
    return (
      <aside id="filters" className="filters" aria-label="Filters">
        {children}
      </aside>
    );
  }
  return (
    <Modal label="Filters" form="sheet" onClose={onClose}>
      <div className="modal-head">
        <h2>Filters</h2>
        <IconButton icon="close" label="Close" onClick={onClose} />
      </div>
      <div className="modal-body" id="filters">
        {children}
        <button type="button" className="button button-main" onClick={onClose}>
          Show the images
        </button>
      </div>
    </Modal>
  );
}

function watchWidth(onChange: () => void): () => void {
  const query = matchMedia(BESIDE);
  query.addEventListener('change', onChange);
  return () => query.removeEventListener('change', onChange);
}
