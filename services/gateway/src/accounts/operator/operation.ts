import type { z } from 'zod';
import { validateBody } from '../../http/schemas/validate.js';
import type { CommandResult } from './command-result.js';
import type { OperatorStores } from './operator-stores.js';

/** One thing that an operator can do. The command line and the operator's port share it. */
export interface Operation<Input> {
  /** Also its address on the operator's port: `POST /operator/<name>`. */
  readonly name: string;
  readonly input: z.ZodType<Input>;
  readonly run: (stores: OperatorStores, input: Input) => Promise<CommandResult>;
}

/** An operation whose input comes from outside. */
export interface OpenOperation {
  readonly name: string;
  /** @throws AppError `invalid_request` for a bad input, and the errors of the operation. */
  readonly perform: (stores: OperatorStores, input: unknown) => Promise<CommandResult>;
}

export function openOperation<Input>({ name, input, run }: Operation<Input>): OpenOperation {
  return { name, perform: async (stores, given) => run(stores, validateBody(input, given)) };
}
