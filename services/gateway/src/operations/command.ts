import { invalid, type AppError } from '@imagesearch/service-kit/errors';
import { z } from 'zod';
import { validateBody } from '../http/validation.js';

export type Fields = Readonly<Record<string, z.ZodType>>;

/** The result of a command. Programs read its facts, people the same facts as a table. */
export interface CommandResult {
  /** Printed as JSON, a list as one line for each item; names in snake_case, as in the public contract. */
  facts: object;
  /** A key or a secret in the clear. It is printed alone on standard output, for shells; its table goes to standard error. */
  secret?: string;
  /** The operator's next step. */
  note?: string;
}

/** A refusal in words for the operator. */
export const refused = (msg: string): AppError => invalid({ loc: ['body'], msg, type: 'operation_refused' });

/** How the command line asks for an operation. */
export interface CommandLine {
  /** `credits grant <account> <credits>`; undefined for what only programs ask for. Other fields of the input are options. */
  command?: string;
  says?: string;
  /** Of fields that an option of another name fills, or one whose text is not the value. */
  options?: readonly CommandOption[];
}

interface CommandOption {
  flags: string;
  says: string;
  /** `a.b` is the field `b` of the object `a`. */
  field: string;
  /** @throws InvalidArgumentError */
  read?: (text: string) => unknown;
}

/** An operation as operators ask for it. */
export interface OperatorSide<in Parts = never> extends CommandLine {
  fields: Fields;
  /** @throws AppError `invalid_request` for a bad input */
  read: (given: unknown) => { input: object; run: (parts: Parts) => Promise<CommandResult> };
}

/** @param run Of the input that the fields allow. */
export function operatorSide<Shape extends Fields, Parts>(
  { input: fields, ...line }: CommandLine & { input: Shape },
  run: (parts: Parts, input: z.output<z.ZodObject<Shape>>) => Promise<CommandResult> | CommandResult,
): OperatorSide<Parts> {
  const schema = z.strictObject(fields) as z.ZodObject<Shape>;
  const read = (given: unknown) => {
    const input = validateBody(schema, given);
    return { input, run: async (parts: Parts) => run(parts, input) };
  };
  return { ...line, fields, read };
}

/** `create-key` for the operation `createKey`. */
export function commandName(id: string): string {
  return id.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}
