import { join } from 'node:path';
import { loadPackageDefinition } from '@grpc/grpc-js';
import { loadSync } from '@grpc/proto-loader';

const PROTOS_DIR = join(import.meta.dirname, '../../../protos');

/**
 * Loads one `.proto` file. The options are those that the generated types were made with
 * (`scripts/generate.mjs`); the two must change together.
 */
// The caller names the types that were generated from the file; nothing at run time can.
// eslint-disable-next-line @typescript-eslint/no-unnecessary-type-parameters
export function loadProto<Types>(file: string): Types {
  const definition = loadSync(file, {
    includeDirs: [PROTOS_DIR],
    longs: Number,
    enums: String,
    defaults: true,
    oneofs: true,
    arrays: true,
  });
  return loadPackageDefinition(definition) as unknown as Types;
}
