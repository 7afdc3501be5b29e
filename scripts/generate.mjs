import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { parseArgs } from 'node:util';
import { plainCases, plainMethods, pythonMethods, typescriptMethods } from './client-methods.mjs';
import { clientTypes, PYTHON, TYPESCRIPT } from './client-types.mjs';

/**
 * `generate.mjs <what> [--check]`: `proto` writes the message types from protos/, `sdk` what both clients say of the contract,
 * from docs/openapi.json, `chart` which variables the values of the chart may set. With --check the last two only compare.
 */
const root = join(import.meta.dirname, '..');
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    check: { type: 'boolean', default: false },
  },
});
/** The TypeScript client writes these bodies, and reads errors, by itself. */
const UNNAMED = ['KeyEdit', 'Rotation', 'Error'];
/** Of the chart. */
const MODEL_VARIABLES = ['MODEL_DIR', 'MODEL_PROFILE', 'MODEL_HUB_URL', 'MODEL_FETCH'];
const TLS_VARIABLES = ['SERVICE_TLS_CERT_FILE', 'SERVICE_TLS_KEY_FILE', 'SERVICE_TLS_CA_FILE'];
/** The image sets it, and the chart mounts volumes below it. */
const OF_THE_IMAGE = ['DATA_DIR'];

const generators = { proto: protoTypes, sdk: sdkTypes, chart: chartSchema };
for (const what of positionals) await generators[what]();

function outOfDate(path, what) {
  console.error(`${path} is out of date: node scripts/generate.mjs ${what}`);
  process.exitCode = 1;
}

function protoTypes() {
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
  writeFileSync(join(outDir, 'messages.ts'), messageTypes(outDir));
}

/** One module with every message type, `X` as it arrives and `XInput` as it may be sent, and the handlers of every service. */
function messageTypes(outDir) {
  const files = readdirSync(outDir, { recursive: true }).filter(
    (path) => path.startsWith('imagesearch/') && path.endsWith('.ts'),
  );
  const lines = files.toSorted().map((path) => {
    const name = basename(path, '.ts');
    const types = name.endsWith('Service') ? [`${name}Handlers`] : [name, `${name}Input`];
    return `export type { ${types.join(', ')} } from './${path.replace(/ts$/, 'js')}';`;
  });
  return `// Generated from protos/ by scripts/generate.mjs\n\n${lines.join('\n')}\n`;
}

async function sdkTypes() {
  const { ROUTES } = await import(join(root, 'services/gateway/dist/contract/operations.js'));
  const contract = JSON.parse(readFileSync(join(root, 'docs/openapi.json'), 'utf8'));
  const { schemas } = contract.components;
  const more = [
    "export type UploadFacts = Omit<Upload, 'image_base64'>;",
    `export type ContractErrorType = ${TYPESCRIPT.options(errorTypes(contract))};`,
  ];
  const named = Object.fromEntries(Object.entries(schemas).filter(([name]) => !UNNAMED.includes(name)));
  const facts = { ...schemas.Upload.properties };
  delete facts.image_base64;
  const UploadFacts = { ...schemas.Upload, properties: facts, required: [] };
  const methods = plainMethods(ROUTES, contract);
  const files = {
    'packages/sdk/src/generated/contract.ts': [
      '//',
      `${clientTypes(named, requestsIn(contract), TYPESCRIPT)}\n${more.join('\n')}\n`,
    ],
    'packages/sdk/src/generated/schemas.ts': ['//', schemaConstants(schemas)],
    'clients/python/src/imagesearch/_types.py': [
      '#',
      clientTypes({ ...schemas, UploadFacts }, requestsIn(contract), PYTHON),
    ],
    'packages/sdk/src/generated/methods.ts': ['//', typescriptMethods(methods)],
    'clients/python/src/imagesearch/_methods.py': ['#', pythonMethods(methods)],
  };
  for (const [path, [comment, body]] of Object.entries(files))
    write(path, `${comment} Generated from docs/openapi.json by scripts/generate.mjs; do not edit.\n${body}`);
  write('clients/cases/plain.json', plainCases(methods));
}

function write(path, text) {
  const out = join(root, path);
  if (!values.check) writeFileSync(out, text);
  else if (!existsSync(out) || readFileSync(out, 'utf8') !== text) outOfDate(path, 'sdk');
}

/** Names of the schemas of what callers send. */
function requestsIn({ paths, components }) {
  const refsIn = (part) =>
    [...JSON.stringify(part).matchAll(/"\$ref":"#\/components\/schemas\/(\w+)"/g)].map(([, name]) => name);
  const bodies = Object.values(paths)
    .flatMap(Object.values)
    .flatMap(({ requestBody }) => requestBody ?? []);
  const sent = refsIn(bodies);
  return [...sent, ...sent.flatMap((name) => refsIn(components.schemas[name])), 'UploadFacts'];
}

/** Every `type` of an error or a fault that an operation lists. */
function errorTypes({ paths, components }) {
  const responses = Object.values(paths)
    .flatMap(Object.values)
    .flatMap((operation) => Object.values(operation.responses ?? {}))
    .map((response) => components.responses[response.$ref?.split('/').at(-1)] ?? response);
  const details = responses
    .flatMap(({ content }) => content?.['application/json']?.schema.allOf ?? [])
    .flatMap(({ properties }) => properties?.detail?.items.properties?.type.enum ?? []);
  return [...new Set(details)].toSorted();
}

/** What tools of models and forms describe to their users, a field in each line. */
function schemaConstants({ Filters, Use }) {
  return Object.entries({ filtersSchema: Filters, useSchema: Use })
    .map(([name, { properties, ...schema }]) => {
      const fields = Object.entries(properties).map(
        ([field, of]) => `    ${field}: ${JSON.stringify(of)},\n`,
      );
      const facts = Object.entries(schema).map(([key, value]) => `  ${key}: ${JSON.stringify(value)},\n`);
      return `export const ${name} = {\n${facts.join('')}  properties: {\n${fields.join('')}  },\n} as const;\n`;
    })
    .join('');
}

async function chartSchema() {
  const { parse } = await import('yaml');
  const chart = join(root, 'infra/helm/image-search');
  const schemaFile = join(chart, 'values.schema.json');
  const schema = JSON.parse(readFileSync(schemaFile, 'utf8'));
  const services = parse(readFileSync(join(chart, 'files/services.yaml'), 'utf8'));
  for (const [service, facts] of Object.entries(services)) {
    const config = await import(join(root, `services/${service}/dist/config.js`));
    const variables = Object.keys(config.variables);
    const ofChart = variablesOfChart(facts);
    const unknown = ofChart.filter((name) => !variables.includes(name));
    if (unknown.length > 0) throw new Error(`${service} does not read ${unknown.join(', ')}.`);
    const free = variables.filter((name) => ![...ofChart, ...OF_THE_IMAGE].includes(name));
    schema.$defs[`${service}Env`].propertyNames.enum = free.toSorted();
  }
  if (!values.check) writeFileSync(schemaFile, `${JSON.stringify(schema, undefined, 2)}\n`);
  else if (JSON.stringify(JSON.parse(readFileSync(schemaFile, 'utf8'))) !== JSON.stringify(schema))
    outOfDate('values.schema.json', 'chart');
}

/** A secret is mounted as a file, so both of its variables belong to the chart. */
function variablesOfChart({ env = {}, secrets = {}, calls = [], models = false }) {
  return [
    ...Object.keys(env),
    ...Object.keys(secrets).flatMap((name) => [name, `${name}_FILE`]),
    ...calls.map((name) => `${name.toUpperCase()}_ADDRESS`),
    ...(models ? MODEL_VARIABLES : []),
    ...TLS_VARIABLES,
  ];
}
