import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import ts from 'typescript';

const ROOT = join(import.meta.dirname, '../../..');
const GENERATED = join(ROOT, 'packages/sdk/src/generated/contract.ts');
const USES = join(import.meta.dirname, 'support/contract-uses.ts');

interface Schema {
  properties: Record<string, { enum?: string[]; type?: unknown }>;
  required?: string[];
}
/** Parsed once for both programs; the libraries of the compiler take longest. */
const sources = new Map<string, ts.SourceFile>();

let scratch: string;
beforeAll(() => {
  scratch = mkdtempSync(join(tmpdir(), 'imagesearch-sdk-types-'));
});
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

describe('the types of the contract', () => {
  it('are those of the committed document', () => {
    expect(generate(contract())).toBe(readFileSync(GENERATED, 'utf8'));
  });

  it('fit what callers and the client do with them', () => {
    expect(diagnosticsWith(readFileSync(GENERATED, 'utf8'))).toEqual([]);
  }, 60_000);

  it('do not compile when the contract breaks what callers rely on', () => {
    const changed = contract();
    const { Result, Rights, Filters } = changed.components.schemas;
    drop(Result, 'title');
    drop(Result, 'file');
    set(Rights, 'commercial', { type: 'boolean' });
    rename(Filters, 'faces_max', 'face_max');
    const faults = diagnosticsWith(generate(changed)).join('\n');
    for (const fault of [/'title'/, /'file'/, /'true' is not assignable to type 'false'/, /faces_max/])
      expect(faults).toMatch(fault);
  }, 60_000);
});

function contract(): { components: { schemas: Record<string, Schema> } } {
  return JSON.parse(readFileSync(join(ROOT, 'docs/openapi.json'), 'utf8')) as {
    components: { schemas: Record<string, Schema> };
  };
}

function generate(document: object): string {
  const from = join(scratch, 'openapi.json');
  writeFileSync(from, JSON.stringify(document));
  execFileSync(process.execPath, [
    join(ROOT, 'scripts/generate.mjs'),
    'sdk',
    ...['--document', from],
    ...['--out', scratch],
  ]);
  return readFileSync(join(scratch, relative(ROOT, GENERATED)), 'utf8');
}

/** What the compiler says about the client and its uses with these types in place of the generated ones. */
function diagnosticsWith(generated: string): string[] {
  const options: ts.CompilerOptions = {
    strict: true,
    exactOptionalPropertyTypes: true,
    noEmit: true,
    skipLibCheck: true,
    target: ts.ScriptTarget.ES2022,
    lib: ['lib.es2022.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts'],
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
    types: [],
    paths: {
      '#local-file': [join(ROOT, 'packages/sdk/src/images/local-file.web.ts')],
      '@imagesearch/sdk': [join(ROOT, 'packages/sdk/src/index.ts')],
    },
  };
  const host = ts.createCompilerHost(options);
  const readSource = host.getSourceFile.bind(host);
  host.getSourceFile = (path, version, ...rest) => {
    if (path === GENERATED) return ts.createSourceFile(path, generated, version);
    const source = sources.get(path) ?? readSource(path, version, ...rest);
    if (source) sources.set(path, source);
    return source;
  };
  const program = ts.createProgram([USES], options, host);
  return ts
    .getPreEmitDiagnostics(program)
    .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'));
}

function drop(schema: Schema | undefined, field: string): void {
  if (!schema) throw new Error('no such schema');
  schema.properties = Object.fromEntries(
    Object.entries(schema.properties).filter(([name]) => name !== field),
  );
  schema.required = (schema.required ?? []).filter((name) => name !== field);
}

function set(schema: Schema | undefined, field: string, value: Schema['properties'][string]): void {
  if (!schema?.properties[field]) throw new Error(`no field ${field}`);
  schema.properties[field] = value;
}

function rename(schema: Schema | undefined, from: string, to: string): void {
  const value = schema?.properties[from];
  if (!schema || !value) throw new Error(`no field ${from}`);
  drop(schema, from);
  schema.properties[to] = value;
}
