import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';

/**
 * Writes into values.schema.json which variables `env` of each service may set: those that the service reads, less those
 * that the chart sets itself. With --check it only compares.
 */
const ROOT = join(import.meta.dirname, '..');
const CHART = join(ROOT, 'infra/helm/image-search');
const SCHEMA = join(CHART, 'values.schema.json');
const MODEL_VARIABLES = ['MODEL_DIR', 'MODEL_PROFILE', 'MODEL_HUB_URL', 'MODEL_FETCH'];
/** The image sets it, and the chart mounts volumes below it. */
const OF_THE_IMAGE = ['DATA_DIR'];

const schema = JSON.parse(readFileSync(SCHEMA, 'utf8'));
const services = parse(readFileSync(join(CHART, 'files/services.yaml'), 'utf8'));
for (const [service, facts] of Object.entries(services)) {
  const { variables } = await import(join(ROOT, `services/${service}/dist/config.js`));
  const ofChart = variablesOfChart(facts);
  const unknown = ofChart.filter((name) => !variables.includes(name));
  if (unknown.length > 0) throw new Error(`${service} does not read ${unknown.join(', ')}.`);
  const free = variables.filter((name) => ![...ofChart, ...OF_THE_IMAGE].includes(name));
  schema.$defs[`${service}Env`].properties = Object.fromEntries(
    free.toSorted().map((name) => [name, { type: ['string', 'number', 'boolean'] }]),
  );
}

const text = `${JSON.stringify(schema, undefined, 2)}\n`;
if (!process.argv.includes('--check')) writeFileSync(SCHEMA, text);
else if (JSON.stringify(JSON.parse(readFileSync(SCHEMA, 'utf8'))) !== JSON.stringify(schema)) {
  console.error(
    'values.schema.json differs from what the services read: node scripts/generate-chart-schema.mjs',
  );
  process.exitCode = 1;
}

/** A secret is mounted as a file, so both of its variables belong to the chart. */
function variablesOfChart({ env = {}, secrets = {}, calls = [], models = false }) {
  return [
    ...Object.keys(env),
    ...Object.keys(secrets).flatMap((name) => [name, `${name}_FILE`]),
    ...calls.map((name) => `${name.toUpperCase()}_ADDRESS`),
    ...(models ? MODEL_VARIABLES : []),
  ];
}
