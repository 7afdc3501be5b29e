import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Regenerates packages/contracts/src/generated from protos/; CI fails when the result differs from the commit. */
const root = join(import.meta.dirname, '..');
const outDir = join(root, 'packages/contracts/src/generated');
const services = ['embedding', 'retrieval', 'reranker', 'rights'];

rmSync(outDir, { recursive: true, force: true });
const generator = join(root, 'packages/contracts/node_modules/.bin/proto-loader-gen-types');
execFileSync(
  generator,
  [
    '--longs=Number',
    '--enums=String',
    '--bytes=Buffer',
    '--defaults',
    '--oneofs',
    '--arrays',
    '--grpcLib=@grpc/grpc-js',
    '--targetFileExtension=.ts',
    '--importFileExtension=.js',
    '--inputTemplate=%sInput',
    '--outputTemplate=%s',
    `--includeDirs=${join(root, 'protos')}`,
    `--outDir=${outDir}`,
    ...services.map((name) => `imagesearch/${name}/v1/${name}.proto`),
  ],
  { cwd: join(root, 'protos'), stdio: 'inherit' },
);

// The generator writes the absolute path of each source; what is committed must not depend on the machine.
for (const entry of readdirSync(outDir, { recursive: true, withFileTypes: true })) {
  if (!entry.isFile()) continue;
  const path = join(entry.parentPath, entry.name);
  const text = readFileSync(path, 'utf8').replace(
    /^\/\/ Original file: .*\/protos\//gm,
    '// Generated from protos/',
  );
  writeFileSync(path, text);
}
