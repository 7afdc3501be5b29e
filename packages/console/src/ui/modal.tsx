import { useLayoutEffect, useRef, type ReactNode } from 'react';
import { IconButton } from './button.js';
import { Announcer } from './announce.js';
import './modal.css';

interface ModalProps {
  title: string;
  /** `sheet` stands at the end of the line; `page` takes the whole window. */
  form?: 'sheet' | 'page';
  /** Beside the title. */
  tools?: ReactNode;
  isBusy?: boolean;
  onClose: () => void;
  children: ReactNode;
}

/** A dialog over the page: the browser keeps the focus in it, gives it back, and closes it on Escape. */
export function Modal({ title, form = 'sheet', tools, isBusy = false, onClose, children }: ModalProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  // Closed before it leaves the page: only then the browser gives the focus back.
  useLayoutEffect(() => {
    const element = dialog.current;
    if (element && !element.open) {
      element.showModal();
      // The browser would choose the first button, and Enter would press it.
      heading.current?.focus();
    }
    return () => element?.close();
  }, []);
  return (
    <dialog
      ref={dialog}
      className={`modal modal-${form}`}
      aria-label={title}
      onCancel={(event) => {
        // React hands it on from a dialog within this one.
        if (event.target !== dialog.current) return;
        event.preventDefault();
        onClose();
      }}
      onClick={(event) => {
        if (event.target === dialog.current) onClose();
      }}
    >
      <div className="modal-content">
        <div className="line modal-head">
          <h2 ref={heading} tabIndex={-1} dir="auto" className="title">
            {title}
          </h2>
          {tools}
          <IconButton icon="close" label="Close" onClick={onClose} />
        </div>
        <div className="modal-body" aria-busy={isBusy}>
          {children}
        </div>
      </div>
      <Announcer />
    </dialog>
  );
}
