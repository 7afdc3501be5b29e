import { z } from 'zod';

/** One fault, placed and named (specification, section 2.6). */
export const faultSchema = z
  .strictObject({
    loc: z
      .array(z.union([z.string(), z.number().int()]))
      .describe('Path to the fault, outermost first; the place in an array is a number.'),
    msg: z.string().min(1).describe('For a person.'),
    type: z.string().min(1).describe('For a program; stable.'),
    input: z.unknown().describe('What was sent, when it is short; never a picture, never a key.'),
    ctx: z.record(z.string(), z.unknown()).describe('Facts to act on.'),
  })
  .describe('One fault.');

/** The one shape of every error. */
export const errorSchema = z
  .strictObject({
    detail: z.array(faultSchema).min(1),
    request_id: z.string().min(1).describe('Ties the answer to our log; also in `X-Request-Id`.'),
  })
  .describe('Every error has this shape.');

export type ErrorBody = z.output<typeof errorSchema>;
