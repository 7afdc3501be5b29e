import { z } from 'zod';

/** One fault, placed and named (specification, section 2.6). */
export const faultSchema = z
  .strictObject({
    loc: z
      .array(z.union([z.string(), z.number().int()]))
      .describe('Path to the fault, outermost first; an array index is a number.'),
    msg: z.string().min(1).describe('For a person.'),
    type: z.string().min(1).describe('For a program; it does not change.'),
    input: z.unknown().describe('The value that was sent, if it is short; never an image or a key.'),
    ctx: z.record(z.string(), z.unknown()).describe('Facts that help to correct the request.'),
  })
  .describe('One fault.');

/** The one shape of every error. */
export const errorSchema = z
  .strictObject({
    detail: z.array(faultSchema).min(1),
    request_id: z
      .string()
      .min(1)
      .describe('Identifies the request in the log of the service; also in `X-Request-Id`.'),
  })
  .describe('Every error has this shape.');

export type ErrorBody = z.output<typeof errorSchema>;
