import { useEffect, useLayoutEffect, useRef, type ReactNode } from 'react';
import { Announcer, countDialog } from './announce.js';
import './modal.css';

interface ModalProps {
  label: string;
  /** `sheet` stands at the end of the line; `page` takes the whole window. */
  form: 'sheet' | 'page';
  onClose: () => void;
  children: ReactNode;
}

/** A dialog over the page: the browser keeps the focus in it, gives it back, and closes it on Escape. */
export function Modal({ label, form, onClose, children }: ModalProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(countDialog, []);
  // Closed before it leaves the page: only then the browser gives the focus back.
  useLayoutEffect(() => {
    const element = dialog.current;
    if (element && !element.open) element.showModal();
    return () => element?.close();
  }, []);
  return (
    <dialog
      ref={dialog}
      className={`modal modal-${form}`}
      aria-label={label}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onClick={(event) => {
        if (event.target === dialog.current) onClose();
      }}
    >
      <div className="modal-content">{children}</div>
      <Announcer isInDialog />
    </dialog>
  );
}
