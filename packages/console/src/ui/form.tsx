import {
  useEffect,
  useId,
  useRef,
  useState,
  type ComponentProps,
  type KeyboardEvent,
  type ReactNode,
} from 'react';
import { sentenceOf } from '../api/failure.js';

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
    <div className="field">
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
      <button type="button" className="button" onClick={() => input.current?.click()}>
        {words}
      </button>
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

interface SaveFormProps {
  label: string;
  /** On the button; while it saves, `savingWords` unless they are absent. */
  words: string;
  savingWords?: string;
  className?: string;
  onSave: (form: FormData) => Promise<void>;
  /** Without a change. */
  onEnd: () => void;
  children: ReactNode;
}

/** Fields, and the change that they describe. */
export function SaveForm(props: SaveFormProps) {
  const { label, words, savingWords = words, className = '', onSave, onEnd, children } = props;
  const { isSaving, fault, save } = useSaving();
  return (
    <form
      className={`fields ${className}`}
      aria-label={label}
      onSubmit={(event) => {
        event.preventDefault();
        const form = new FormData(event.currentTarget);
        void save(() => onSave(form));
      }}
      onKeyDown={onEscape(onEnd)}
    >
      {children}
      <Fault fault={fault} />
      <div className="row">
        <button type="submit" className="button button-main" disabled={isSaving}>
          {isSaving ? savingWords : words}
        </button>
        <button type="button" className="button" onClick={onEnd}>
          Cancel
        </button>
      </div>
    </form>
  );
}

type QuestionProps = Omit<SaveFormProps, 'onSave'> & { onSave: () => Promise<void> };

/** Asks before something ends for good. The button that keeps it has the focus. */
export function Question({ label, words, savingWords = words, onSave, onEnd, children }: QuestionProps) {
  const keep = useRef<HTMLButtonElement>(null);
  const { isSaving, fault, save } = useSaving();
  useEffect(() => keep.current?.focus(), []);
  return (
    <div role="group" className="fields" aria-label={label} onKeyDown={onEscape(onEnd)}>
      <p>{children}</p>
      <Fault fault={fault} />
      <div className="row">
        <button
          type="button"
          className="button button-no"
          disabled={isSaving}
          onClick={() => void save(onSave)}
        >
          {isSaving ? savingWords : words}
        </button>
        <button ref={keep} type="button" className="button" onClick={onEnd}>
          Keep it
        </button>
      </div>
    </div>
  );
}

/** Leaves what is edited, and not the dialog around it. */
function onEscape(leave: () => void) {
  return (event: KeyboardEvent): void => {
    if (event.key !== 'Escape') return;
    event.preventDefault();
    leave();
  };
}
