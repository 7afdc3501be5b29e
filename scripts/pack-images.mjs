import { execFile, execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { basename, delimiter, dirname, join, matchesGlob, resolve } from 'node:path';
import { promisify } from 'node:util';

/**
 * `pack-images.mjs <folder> <target>…`: does what infra/docker/Dockerfile says for these targets, in folders instead of layers
 * and with the programs of this machine. Each becomes `<folder>/<target>`: its files in `root`, and what it starts in
 * `image.json`. The stages on the way lie beside them. The system of an image is not made. Needs pnpm on the path.
 */
const root = join(import.meta.dirname, '..');
const [out, ...targets] = process.argv.slice(2);
const execute = promisify(execFile);

/** Stages that change the system of an image, and nothing of the product. */
const SYSTEMS = new Set(['node-alone', 'cuda-service']);
/** A line that names another folder from the root of the system would change this machine's. */
const OF_THE_SYSTEM = /(?:^|[\s=])\/(?!pnpm\b)/;

const stages = readStages(readFileSync(join(root, 'infra/docker/Dockerfile'), 'utf8'));
const store = execFileSync('pnpm', ['store', 'path'], { cwd: root, encoding: 'utf8' }).trim();
const context = fillContext(join(out, 'context'));
const made = new Map();

/** The stages by name: what each begins with, and its lines as `[instruction, text]`. */
function readStages(text) {
  const lines = text
    .replace(/^\s*#.*\n/gm, '')
    .replaceAll('\\\n', ' ')
    .split('\n')
    .flatMap((line) => [/^([A-Z]+) +(.+)$/.exec(line)?.slice(1)].filter(Boolean));
  const found = new Map();
  let current;
  for (const [word, rest] of lines)
    if (word === 'FROM') {
      const [from, , name] = rest.split(/\s+/);
      current = { from, lines: [] };
      found.set(name, current);
    } else current?.lines.push([word, rest.trim()]);
  return found;
}

/** What an engine would get of this checkout, and what was built of it here: the compiler finds that up to date. */
function fillContext(dir) {
  const rules = readFileSync(join(root, '.dockerignore'), 'utf8').split('\n').filter(Boolean);
  const matches = (path, rule) => matchesGlob(path, rule) || matchesGlob(path, `${rule}/**`);
  const kept = rules.filter((rule) => rule.startsWith('!')).map((rule) => rule.slice(1));
  const dropped = rules.filter((rule) => rule !== '**' && !rule.startsWith('!'));
  const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 16 * 1024 * 1024,
  })
    .split('\n')
    .filter(
      (path) => kept.some((rule) => matches(path, rule)) && !dropped.some((rule) => matches(path, rule)),
    );
  const built = files
    .filter((path) => /^(?:packages|services)\/[^/]+\/package\.json$/.test(path))
    .map((path) => join(dirname(path), 'dist'));
  for (const path of [...files, ...built])
    if (existsSync(join(root, path)))
      cpSync(join(root, path), join(dir, path), { recursive: true, preserveTimestamps: true });
  return dir;
}

/** The stage of this name, made once, after those that it takes files of. */
function make(name) {
  if (!made.has(name)) made.set(name, makeStage(name));
  return made.get(name);
}

async function makeStage(name) {
  const stage = stages.get(name);
  if (stage === undefined) throw new Error(`The Dockerfile has no stage ${name}.`);
  const base = stages.has(stage.from) ? await make(stage.from) : undefined;
  const files = join(out, name, 'root');
  mkdirSync(files, { recursive: true });
  if (base) await link(`${base.files}/.`, files);
  const image = { workdir: '/', env: {}, entrypoint: [], command: [], ...base, files };
  if (!SYSTEMS.has(name))
    for (const [word, text] of stage.lines)
      Object.assign(image, await INSTRUCTIONS[word]?.(text, image, name));
  writeFileSync(join(out, name, 'image.json'), JSON.stringify({ ...image, files: 'root' }));
  return image;
}

/** What each changes of an image. Others are for an engine alone. */
const INSTRUCTIONS = {
  WORKDIR: (text, { files, workdir }) => {
    mkdirSync(join(files, resolve(workdir, text)), { recursive: true });
    return { workdir: resolve(workdir, text) };
  },
  ENV: (text, { env }) => ({
    env: {
      ...env,
      ...Object.fromEntries([...text.matchAll(/(\w+)=(\S*)/g)].map(([, key, value]) => [key, value])),
    },
  }),
  ENTRYPOINT: (text) => ({ entrypoint: JSON.parse(text), command: [] }),
  CMD: (text) => ({ command: JSON.parse(text) }),
  COPY: async (text, { files, workdir }) => {
    const words = text.split(/\s+/);
    const from = words.find((word) => word.startsWith('--from='))?.slice('--from='.length);
    const source = from === undefined ? context : (await make(from)).files;
    const paths = words.filter((word) => !word.startsWith('--'));
    const target = paths.pop();
    const into = join(files, resolve(workdir, target));
    for (const path of paths) {
      const at = join(source, path);
      const isFolder = statSync(at).isDirectory();
      // A file is renamed where the target is no folder.
      const to =
        isFolder || (paths.length === 1 && !target.endsWith('/')) ? into : join(into, basename(path));
      mkdirSync(isFolder ? to : dirname(to), { recursive: true });
      await link(isFolder ? `${at}/.` : at, to);
    }
  },
  RUN: async (text, { files, workdir, env }, name) => {
    const line = text.replace(/^(?:--\S+\s+)+/, '');
    if (OF_THE_SYSTEM.test(line)) throw new Error(`${name} changes the system of its image: ${line}`);
    const own = join(files, 'usr/local');
    const PATH = [join(own, 'bin'), dirname(process.execPath), process.env.PATH].join(delimiter);
    await execute('sh', ['-c', line.replaceAll('/pnpm', store)], {
      cwd: join(files, workdir),
      env: {
        ...process.env,
        ...env,
        PATH,
        npm_config_prefix: own,
        STORE_DIR: store,
        OUT_DIR: join(files, 'out'),
      },
      maxBuffer: 64 * 1024 * 1024,
    }).catch(({ stdout, stderr }) => {
      throw new Error(`${name}: ${line}\n${stdout}${stderr}`);
    });
  },
};

/** Files of one folder in another, as links: nothing here changes a file in its place. */
async function link(from, to) {
  await execute('cp', ['-alf', from, to]);
}

await Promise.all(targets.map(make));
