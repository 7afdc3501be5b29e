import { useEffect, useId, useRef, useState, type ComponentProps, type ReactNode } from 'react';
import { Button } from './button.js';
import { sentenceOf } from '../api/failure.js';
import { Modal } from './modal.js';

/** What a field of a form holds, without the white space around it. */
export function textIn(form: FormData, name: string): string {
  const value = form.get(name);
  return typeof value === 'string' ? value.trim() : '';
}

export function TextField({ words, ...rest }: ComponentProps<'input'> & { words: string }) {
  return <Field words={words}>{(id) => <input id={id} className="text-field" {...rest} />}</Field>;
}

interface FieldProps {
  words: string;
  children: (id: string) => ReactNode;
}

export function Field({ words, children }: FieldProps) {
  const id = useId();
  return (
    <div className="stack field">
      <label htmlFor={id}>{words}</label>
      {children(id)}
    </div>
  );
}

type SelectFieldProps = ComponentProps<'select'> & {
  words: string;
  options: readonly (readonly [value: string | number, words: string])[];
};

export function SelectField({ words, options, ...rest }: SelectFieldProps) {
  return (
    <Field words={words}>
      {(id) => (
        <select id={id} className="text-field" {...rest}>
          {options.map(([each, name]) => (
            <option key={each} value={each}>
              {name}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}

interface FileButtonProps {
  words: string;
  accept: string;
  multiple?: boolean;
  onFiles: (files: File[]) => void;
}

/** A button that lets a person choose files of the device. */
export function FileButton({ words, accept, multiple = false, onFiles }: FileButtonProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button onClick={() => input.current?.click()}>{words}</Button>
      <input
        ref={input}
        type="file"
        hidden
        multiple={multiple}
        accept={accept}
        onChange={({ target }) => {
          onFiles([...(target.files ?? [])]);
          // The same file can be chosen again.
          target.value = '';
        }}
      />
    </>
  );
}

/** Why something failed. */
export function Fault({ fault }: { fault: string | null }) {
  return (
    <p role="alert" className="fault">
      {fault}
    </p>
  );
}

/** One change at a time, and why the last one failed. */
export function useSaving() {
  const [isSaving, setIsSaving] = useState(false);
  const [fault, setFault] = useState<string | null>(null);
  const save = async (change: () => Promise<void>): Promise<void> => {
    setIsSaving(true);
    setFault(null);
    try {
      await change();
    } catch (error) {
      setFault(sentenceOf(error));
    }
    setIsSaving(false);
  };
  return { isSaving, fault, save };
}

interface FormDialogProps {
  title: string;
  /** On the button; while it saves, `savingWords` unless they are absent. */
  words: string;
  savingWords?: string;
  onSave: (form: FormData) => Promise<void>;
  onClose: () => void;
  children: ReactNode;
}

/** Fields, the first of which has the focus, and the change that they describe. It closes when the change is made. */
export function FormDialog(props: FormDialogProps) {
  const { title, words, savingWords = words, onSave, onClose, children } = props;
  const { isSaving, fault, save } = useSaving();
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => form.current?.querySelector<HTMLElement>('input, select, textarea')?.focus(), []);
  return (
    <Modal title={title} onClose={onClose}>
      <form
        ref={form}
        className="stack fields"
        onSubmit={(event) => {
          event.preventDefault();
          const given = new FormData(event.currentTarget);
          void save(async () => {
            await onSave(given);
            onClose();
          });
        }}
      >
        {children}
        <Fault fault={fault} />
        <button type="submit" className="button button-main" disabled={isSaving}>
          {isSaving ? savingWords : words}
        </button>
      </form>
    </Modal>
  );
}
