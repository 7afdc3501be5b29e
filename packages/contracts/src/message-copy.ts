import type { Options } from '@grpc/proto-loader';
import type { Type } from 'protobufjs';

/** How messages are read: the generated types were made with the same (`scripts/generate.mjs`), and both must change together. */
export const READ_OPTIONS = {
  longs: Number,
  enums: String,
  defaults: true,
  oneofs: true,
  arrays: true,
} satisfies Options;

/**
 * Makes of a message what its receiver reads, without bytes between: an object of its own, with the defaults that the wire adds. A
 * `float` keeps digits that the wire drops.
 * @returns undefined for messages that hold bytes: they are large, and both sides would hold the same memory.
 */
export function copyOf(type: Type | null): ((message: object) => object) | undefined {
  if (type === null || holdsBytes(type)) return undefined;
  return (message) => type.toObject(type.fromObject(message), READ_OPTIONS);
}

function holdsBytes(type: Type, within: readonly Type[] = []): boolean {
  if (within.includes(type)) return false;
  return type.fieldsArray.some((field) => {
    const { resolvedType } = field.resolve();
    if (resolvedType === null) return field.type === 'bytes';
    return 'fieldsArray' in resolvedType && holdsBytes(resolvedType, [...within, type]);
  });
}
