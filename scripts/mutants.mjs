import { fork } from 'node:child_process';
import { once } from 'node:events';
import { globSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import ts from 'typescript';

/**
 * `mutants.mjs [<area>…] [--sample <n>]`: changes the files of rules in one place at a time, and runs the suites that cover
 * them: a change that none of these notices is a hole in the tests, or no change of what the code does. Nothing is written to
 * the checkout. Without an area, all; `--sample` takes so many changes of each area, the same ones every time.
 */
const root = join(import.meta.dirname, '..');

/** Files of rules, and the suites that must notice when one of them is broken. */
const AREAS = {
  money: [
    'services/gateway/src/billing/*.ts',
    ['services/gateway/test/billing', 'services/gateway/test/billing.test.ts'],
  ],
  limits: ['services/gateway/src/limits/*.ts', ['services/gateway/test/rate-limiter.test.ts']],
  keys: [
    'services/gateway/src/keys/*.ts',
    ['services/gateway/test/api-key', 'services/gateway/test/key-secrets'],
  ],
  tokens: ['services/rights/src/download-token.ts', ['services/rights/test/downloads.test.ts']],
  usable: ['packages/facets/src/use*.ts', ['packages/facets/test/use.test.ts']],
  facets: [
    'packages/facets/src/{facets,filters,conditions}.ts',
    ['packages/facets/test', 'services/gateway/test/schemas'],
  ],
  order: ['services/gateway/src/search/order.ts', ['services/gateway/test/order.test.ts']],
  scores: ['services/gateway/src/search/scores.ts', ['services/gateway/test/scores.test.ts']],
  marks: ['packages/image-files/src/edit/marks.ts', ['packages/image-files/test/marks.test.ts']],
  location: [
    'packages/image-files/src/edit/{location,exif-gps}.ts',
    ['packages/image-files/test/location.test.ts'],
  ],
  compare: ['packages/facets/src/comparable.ts', ['packages/facets/test/comparable.test.ts']],
  fetch: [
    'packages/service-kit/src/guarded-fetch/*.ts',
    ['services/gateway/test/reference-image', 'packages/image-files/test/fetch-image'],
  ],
};

const TOKENS = new Map([
  ...[
    ['<', '<='],
    ['<=', '<'],
    ['>', '>='],
    ['>=', '>'],
    ['===', '!=='],
    ['!==', '==='],
  ],
  ...[
    ['&&', '||'],
    ['||', '&&'],
    ['??', '&&'],
    ['+', '-'],
    ['-', '+'],
    ['*', '/'],
    ['/', '*'],
    ['%', '*'],
  ],
]);
const NAMES = new Map([
  ...[
    ['min', 'max'],
    ['max', 'min'],
    ['some', 'every'],
    ['every', 'some'],
    ['floor', 'ceil'],
    ['ceil', 'floor'],
  ],
]);
/** A run that takes so many times longer than one without a change, and a minute, hangs: the change is noticed. */
const PATIENCE = 4;
const PATIENCE_MS = 60_000;

/** Every change of a file, as `[start, end, text]`. */
function mutationsOf(path) {
  const source = ts.createSourceFile(path, readFileSync(path, 'utf8'), ts.ScriptTarget.Latest, true);
  const found = [];
  const change = (node, text) => found.push({ start: node.getStart(), end: node.getEnd(), text });
  const visit = (node) => {
    if (ts.isTypeNode(node) || ts.isInterfaceDeclaration(node) || ts.isImportDeclaration(node)) return;
    if (ts.isBinaryExpression(node)) {
      const other = TOKENS.get(node.operatorToken.getText());
      if (other) change(node.operatorToken, other);
    } else if (ts.isIfStatement(node) || ts.isConditionalExpression(node)) {
      const condition = node.expression ?? node.condition;
      for (const value of ['true', 'false']) change(condition, value);
    } else if (ts.isPropertyAccessExpression(node)) {
      const other = NAMES.get(node.name.text);
      if (other) change(node.name, other);
    } else if (node.kind === ts.SyntaxKind.TrueKeyword) change(node, 'false');
    else if (node.kind === ts.SyntaxKind.FalseKeyword) change(node, 'true');
    else if (ts.isNumericLiteral(node)) change(node, `(${node.getText()} + 1)`);
    else if (ts.isPrefixUnaryExpression(node) && node.operator === ts.SyntaxKind.ExclamationToken)
      change(node, node.operand.getText());
    else if (ts.isExpressionStatement(node) && ts.isCallExpression(node.expression)) change(node, ';');
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found.map((mutation) => ({ ...mutation, path, line: lineOf(source, mutation.start) }));
}

function lineOf(source, at) {
  return source.getLineAndCharacterOfPosition(at).line + 1;
}

/** A process that runs suites again and again; one that hangs is killed. */
class Runner {
  #child;
  #suites;

  constructor(suites) {
    this.#suites = suites;
  }

  /** What the suites do with this change: `passes`, `fails` or `hangs`. A process that ends without an answer is given a second try. */
  async outcomeOf(mutation, timeoutMs) {
    const outcome = await this.#try(mutation, timeoutMs);
    return outcome === 'ends' ? this.#try(mutation, timeoutMs) : outcome;
  }

  async #try(mutation, timeoutMs) {
    this.#child ??= fork(join(root, 'scripts/run-mutants.mjs'), this.#suites, {
      cwd: root,
      execArgv: ['--experimental-vm-modules', '--disable-warning=ExperimentalWarning'],
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    const child = this.#child;
    const given = new AbortController();
    const ended = Promise.race([
      once(child, 'message', given).then(([message]) => (message.success ? 'passes' : 'fails')),
      once(child, 'exit', given).then(() => 'ends'),
      sleep(timeoutMs, 'hangs', given),
    ]);
    child.send(mutation ?? {}, () => undefined);
    const outcome = await ended;
    given.abort();
    if (outcome === 'hangs' || outcome === 'ends') this.close();
    return outcome;
  }

  close() {
    this.#child?.kill('SIGKILL');
    this.#child = undefined;
  }
}

async function survivorsOf(area, sample) {
  const [files, suites] = AREAS[area];
  const all = globSync(files, { cwd: root })
    .sort()
    .flatMap((path) => mutationsOf(join(root, path)));
  const taken =
    sample >= all.length
      ? all
      : all.filter(
          (_, at) => Math.floor((at * sample) / all.length) !== Math.floor(((at - 1) * sample) / all.length),
        );
  const runner = new Runner(suites);
  const startedAt = Date.now();
  const clean = await runner.outcomeOf(undefined, 20 * PATIENCE_MS);
  if (clean !== 'passes') throw new Error(`The suites of ${area} fail without a change.`);
  const timeoutMs = PATIENCE_MS + PATIENCE * (Date.now() - startedAt);
  const survivors = [];
  for (const mutation of taken)
    if ((await runner.outcomeOf(mutation, timeoutMs)) === 'passes') {
      survivors.push(mutation);
      console.log(`  ${described(mutation)}`);
    }
  runner.close();
  const noticed = taken.length - survivors.length;
  console.log(
    `${area}: ${noticed} of ${taken.length} noticed (${(noticed / taken.length).toFixed(2)}), of ${all.length} changes, in ${Math.round((Date.now() - startedAt) / 1_000)} s`,
  );
}

function described({ path, line, start, end, text }) {
  return `${relative(root, path)}:${line}: ${readFileSync(path, 'utf8').slice(start, end)} → ${text}`;
}

const words = process.argv.slice(2);
const at = words.indexOf('--sample');
const sample = at === -1 ? Infinity : Number(words.splice(at, 2)[1]);
for (const name of words.length > 0 ? words : Object.keys(AREAS)) {
  if (!(name in AREAS))
    throw new Error(`There is no area ${name}. There are ${Object.keys(AREAS).join(', ')}.`);
  await survivorsOf(name, sample);
}
