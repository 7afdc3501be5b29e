import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import openapiTS, { astToString } from 'openapi-typescript';

/**
 * Writes the contract types of the SDK from docs/openapi.json. With `--check` it writes nothing and fails when the
 * committed file differs. `--document` and `--out` name other files.
 */
const root = join(import.meta.dirname, '..');
const { values } = parseArgs({
  options: {
    check: { type: 'boolean', default: false },
    document: { type: 'string', default: join(root, 'docs/openapi.json') },
    out: { type: 'string', default: join(root, 'packages/sdk/src/generated/contract.ts') },
  },
});

const contract = JSON.parse(readFileSync(values.document, 'utf8'));
// A field with a default may be left out of a request.
const types = await openapiTS(contract, { defaultNonNullable: false, alphabetize: false });
const text = `// Generated from docs/openapi.json by scripts/generate-sdk-types.mjs; do not edit.\n${astToString(types)}`;

if (!values.check) writeFileSync(values.out, text);
else if (readFileSync(values.out, 'utf8') !== text) {
  console.error('packages/sdk/src/generated/contract.ts is out of date: run pnpm sdk:types');
  process.exitCode = 1;
}
