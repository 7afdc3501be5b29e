import type { UploadFacts } from '@imagesearch/sdk';
import { useState } from 'react';
import { SelectField, textIn, TextField } from '../ui/form.js';
import './own.css';

/** As the service reads them, with what each of them means. */
const LICENCES: [written: string, words: string][] = [
  ['All rights reserved', 'All rights reserved'],
  ['CC0 1.0', 'CC0: no rights reserved'],
  ['CC BY 4.0', 'CC BY 4.0: with credit'],
  ['CC BY-SA 4.0', 'CC BY-SA 4.0: credit, share alike'],
  ['CC BY-ND 4.0', 'CC BY-ND 4.0: credit, no changes'],
  ['CC BY-NC 4.0', 'CC BY-NC 4.0: credit, not commercial'],
  ['CC BY-NC-SA 4.0', 'CC BY-NC-SA 4.0: credit, not commercial, share alike'],
  ['CC BY-NC-ND 4.0', 'CC BY-NC-ND 4.0: credit, not commercial, no changes'],
  ['Public Domain Mark 1.0', 'Public domain: no longer protected'],
];
const AS_IT_IS = '';
const UNKNOWN = 'unknown';
const OTHER = 'other';

interface LicenceFieldProps {
  /** Words for the choice of saying nothing. */
  asItIs: string;
  /** Words for saying nothing although the licence is then unknown; without them there is no such choice. */
  orUnknown?: string | undefined;
}

/** One of the usual licences, or another one as text. */
export function LicenceField({ asItIs, orUnknown }: LicenceFieldProps) {
  const [choice, setChoice] = useState(AS_IT_IS);
  return (
    <>
      <SelectField
        words="Licence"
        name="license"
        options={[
          [AS_IT_IS, asItIs],
          ...(orUnknown === undefined ? [] : [[UNKNOWN, orUnknown] as const]),
          ...LICENCES,
          [OTHER, 'Another one …'],
        ]}
        onChange={({ target }) => setChoice(target.value)}
      />
      {choice === OTHER && (
        <TextField
          words="Name or address of the licence"
          name="other_license"
          maxLength={2_000}
          required
          autoFocus
        />
      )}
    </>
  );
}

/** What a form with a `LicenceField` says; undefined where it says nothing. */
export function licenceIn(form: FormData): string | undefined {
  const choice = textIn(form, 'license');
  if (choice === UNKNOWN) return undefined;
  return (choice === OTHER ? textIn(form, 'other_license') : choice) || undefined;
}

/** Whether a file that states no licence is to be asked about. */
export const leavesLicenceToFiles = (form: FormData): boolean => textIn(form, 'license') === AS_IT_IS;

interface FactFieldsProps extends LicenceFieldProps {
  tagsWords: string;
}

/** What can be said of several images at once. */
export function FactFields({ asItIs, orUnknown, tagsWords }: FactFieldsProps) {
  return (
    <>
      <LicenceField asItIs={asItIs} orUnknown={orUnknown} />
      <TextField words="Creator" name="creator" placeholder={asItIs} maxLength={500} />
      <TagsField words={tagsWords} />
    </>
  );
}

export function TagsField(props: { words: string; defaultValue?: string }) {
  return <TextField name="tags" dir="auto" placeholder="harbour, night" {...props} />;
}

/** What a form with `FactFields` says. */
export function factsIn(form: FormData): Pick<UploadFacts, 'license' | 'creator' | 'tags'> {
  const [license, creator, tags] = [licenceIn(form), textIn(form, 'creator'), tagsIn(textIn(form, 'tags'))];
  return {
    ...(license !== undefined && { license }),
    ...(creator !== '' && { creator }),
    ...(tags.length > 0 && { tags }),
  };
}

/** `harbour, night` → `["harbour", "night"]`, each of them once. */
export function tagsIn(text: string): string[] {
  const tags = text.split(',').map((tag) => tag.trim());
  return [...new Set(tags)].filter((tag) => tag !== '');
}
