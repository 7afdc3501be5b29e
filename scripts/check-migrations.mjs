import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { execFileSync } from 'node:child_process';

/**
 * Expand, then contract: gateways of the previous release serve on the new schema during an update. A migration must not
 * take away or narrow what they use, unless it names the release since which nothing uses it:
 *   -- contract: nothing reads it since 1.4.0
 * Arguments name files to check; without any, all migrations are checked.
 */
const CONTRACT = /^--\s*contract: nothing \S+ it since \d+\.\d+\.\d+\s*$/m;

const RULES = [
  [
    /^DROP\s+(TABLE|VIEW|MATERIALIZED\s+VIEW|SCHEMA|FUNCTION|PROCEDURE|TYPE|SEQUENCE|TRIGGER)\b/i,
    'drops something',
  ],
  [/^TRUNCATE\b/i, 'empties a table'],
  [/^ALTER\b.*\bRENAME\b/is, 'renames something'],
  [/^ALTER\b.*\bSET\s+SCHEMA\b/is, 'moves something'],
  [/\bDROP\s+COLUMN\b/i, 'drops a column'],
  [
    /^ALTER\s+TABLE\b.*\bDROP\s+(?!CONSTRAINT\b|COLUMN\b|NOT\b|DEFAULT\b|EXPRESSION\b|IDENTITY\b)\w/is,
    'drops a column',
  ],
  [/\bALTER\s+(COLUMN\s+)?\S+\s+(SET\s+DATA\s+)?TYPE\b/i, 'changes the type of a column'],
  [/\bSET\s+NOT\s+NULL\b/i, 'forbids null in a column that the previous release may leave out'],
  [/\bDROP\s+DEFAULT\b/i, 'drops a default that the previous release may rely on'],
];

const root = join(import.meta.dirname, '..');
const files =
  process.argv.length > 2
    ? process.argv.slice(2)
    : execFileSync(
        'git',
        ['ls-files', '--cached', '--others', '--exclude-standard', 'services/*/migrations/*.sql'],
        {
          cwd: root,
        },
      )
        .toString()
        .split('\n')
        .filter((path) => path !== '')
        .map((path) => join(root, path));

const faults = files.flatMap((path) => {
  const text = readFileSync(path, 'utf8');
  const found = faultsOf(text);
  return CONTRACT.test(text) ? [] : found.map((fault) => `${path}: ${fault}`);
});
for (const fault of faults) console.error(fault);
if (faults.length > 0)
  console.error('Gateways of the previous release use it. See "Migrations" in CONTRIBUTING.md.');
console.log(`${files.length} migrations, ${faults.length} against the rule`);
process.exitCode = faults.length === 0 ? 0 : 1;

function faultsOf(text) {
  const [up = ''] = text.split(/^--\s*Down Migration/im);
  return statementsOf(up).flatMap((statement) => [
    ...RULES.filter(([pattern]) => pattern.test(statement)).map(
      ([, what]) => `${what}: ${shorten(statement)}`,
    ),
    ...newColumnsOf(statement)
      .filter((column) => /\bNOT\s+NULL\b/i.test(column) && !/\b(DEFAULT|GENERATED)\b/i.test(column))
      .map((column) => `adds a column that needs a value: ${shorten(column)}`),
  ]);
}

/** Without comments; the text of a string or of a function is no statement of the migration. */
function statementsOf(sql) {
  return sql
    .replace(/\$(\w*)\$[\s\S]*?\$\1\$/g, "''")
    .replace(/'(?:[^']|'')*'/g, "''")
    .replace(/--.*$/gm, '')
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .split(';')
    .map((statement) => statement.trim())
    .filter((statement) => statement !== '');
}

/** What each ADD of an ALTER TABLE says, except constraints. */
function newColumnsOf(statement) {
  if (!/^ALTER\s+TABLE\b/i.test(statement)) return [];
  return statement
    .split(/\bADD\s+/i)
    .slice(1)
    .filter((added) => !/^(CONSTRAINT|CHECK|UNIQUE|PRIMARY|FOREIGN|EXCLUDE)\b/i.test(added));
}

function shorten(sql) {
  return sql.replace(/\s+/g, ' ').slice(0, 120);
}
