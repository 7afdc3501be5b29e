import { spawnSync } from 'node:child_process';
import * as fs from 'node:fs';
import { createServer } from 'node:net';
import { arch, cpus, freemem, platform, totalmem } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * `npm run doctor`: what this machine has for the product. Needs no installation, and no newer Node than the one that fetches
 * the right one. Ends with status 1 when `npm start` cannot work, and with 2 for words that it does not know.
 */
const USAGE = `Usage: npm run doctor

What this machine has for the product. It takes no options; DATA_DIR, PORT, HOST, MODEL_DIR and MODEL_PROFILE count as for npm start.`;
const [word] = process.argv.slice(2);
if (word !== undefined) {
  const isHelp = word === '--help' || word === '-h';
  console[isHelp ? 'log' : 'error'](isHelp ? USAGE : `error: unknown option or argument '${word}'\n${USAGE}`);
  process.exit(isHelp ? 0 : 2);
}

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const MIB_MIN = 1024;
const PORT_MAX = 65_535;
const DESCRIPTORS_MIN = 1024;
const GIB = 2 ** 30;
/** All services with the built-in model take about half of it, and an image while it is decoded most of the other half. */
const MEMORY_MIN = 2 * GIB;
const CLOCK_ERROR_MAX_MS = 10 * 60_000;

const dataDir = resolve(ROOT, process.env.DATA_DIR || '.data');
const port = Number(process.env.PORT || 8080);
const host = process.env.HOST || '127.0.0.1';
const running = runningAddress();

const gib = (bytes) => `${(bytes / GIB).toFixed(1)} GiB`;
const rows = [
  node(),
  ['ok', 'machine', `${platform()} ${arch()}, ${cpus().length} cores`],
  memory(),
  clock(),
  disk(),
  descriptors(),
  await portRow(),
  model(),
  installed(),
  ...[
    ['docker', ['compose', 'version'], 'the installation with Docker Compose'],
    ['python3', ['--version'], 'the Python client'],
    ['helm', ['version', '--short'], 'the chart'],
  ].map(optional),
];
for (const [state, what, words] of rows) console.log(`${state.padEnd(8)}${what.padEnd(12)}${words}`);
if (rows.some(([state]) => state === 'problem')) process.exitCode = 1;

function node() {
  const { needed, packages } = JSON.parse(fs.readFileSync(join(ROOT, 'scripts/node-versions.json'), 'utf8'));
  if (Number(process.versions.node.split('.')[0]) >= needed) return ['ok', 'node', process.version];
  const own = packages[`${platform()}-${arch()}`];
  if (own === undefined) return ['problem', 'node', `${process.version}; ${needed} or later is needed`];
  const isThere = fs.existsSync(join(ROOT, `node_modules/.node-${own.version}`));
  return [
    'ok',
    'node',
    `${process.version}; the commands use ${own.version}, which ${isThere ? 'is here' : 'they fetch once'}`,
  ];
}

/** The lowest limit counts: of the machine, of the control group that a container is, of the shell. */
function memory() {
  const ofGroup = process.constrainedMemory === undefined ? 0 : process.constrainedMemory();
  const limits = [
    [totalmem(), 'this machine has'],
    [1024 * limitOfShell('v'), 'the limit of this shell (ulimit -v) is'],
    [1024 * limitOfShell('d'), 'the limit of this shell (ulimit -d) is'],
    // Newer versions of Node count those of the shell here too.
    [ofGroup || Infinity, 'the limit of this container or group is'],
  ];
  const [bytes, words] = limits.reduce((lowest, limit) => (limit[0] < lowest[0] ? limit : lowest));
  const isEnough = bytes >= MEMORY_MIN;
  return [
    isEnough ? 'ok' : 'problem',
    'memory',
    `${words} ${gib(bytes)}${words === 'this machine has' ? `, ${gib(freemem())} of it free` : ''}; ` +
      `${gib(MEMORY_MIN)} are needed${isEnough ? '' : ': with less, large images are refused and services may be killed'}`,
  ];
}

/** Files are at most as new as the clock says, unless that was set back or their own time was ahead. */
function clock() {
  const newest = Math.max(fs.statSync(join(ROOT, 'package.json')).mtimeMs, ...timesInDataDir());
  const now = new Date();
  const words = `it is ${now.toISOString()}`;
  if (newest - now.getTime() <= CLOCK_ERROR_MAX_MS) return ['ok', 'clock', words];
  return [
    'problem',
    'clock',
    `${words}, but files here are of ${new Date(newest).toISOString()}: set the clock, which months of accounts, keys and links that end, and TLS follow`,
  ];
}

/** None of a folder that is not there yet or that this user may not read, which another row says. */
function timesInDataDir() {
  try {
    return fs.readdirSync(dataDir).map((name) => fs.lstatSync(join(dataDir, name)).mtimeMs);
  } catch {
    return [];
  }
}

/** A number; infinite where the shell sets no such limit. */
function limitOfShell(letter) {
  if (platform() === 'win32') return Infinity;
  const { stdout } = spawnSync('/bin/sh', ['-c', `ulimit -${letter}`], { encoding: 'utf8' });
  return Number(stdout.trim()) || Infinity;
}

function disk() {
  let folder = dataDir;
  while (!fs.existsSync(folder)) folder = dirname(folder);
  try {
    fs.accessSync(folder, fs.constants.W_OK);
  } catch {
    return ['problem', 'disk', `this user may not write to ${dataDir} (DATA_DIR)`];
  }
  // The first releases of Node 18 cannot tell.
  if (fs.statfsSync === undefined) return ['ok', 'disk', `1 GiB is needed for ${dataDir} (DATA_DIR)`];
  const { bavail, bsize } = fs.statfsSync(folder);
  const isEnough = (bavail * bsize) / 2 ** 20 >= MIB_MIN;
  return [
    isEnough ? 'ok' : 'problem',
    'disk',
    `${gib(bavail * bsize)} free for ${dataDir} (DATA_DIR); 1 GiB is needed: on a full disk nothing is ingested or charged`,
  ];
}

function descriptors() {
  if (platform() === 'win32') return ['ok', 'files', 'this system sets no limit of open files'];
  const limit = limitOfShell('n');
  const isEnough = limit >= DESCRIPTORS_MIN;
  return [
    isEnough ? 'ok' : 'problem',
    'files',
    `${limit} files and connections may be open at once; ${DESCRIPTORS_MIN} are needed (ulimit -n)` +
      (isEnough ? '' : ': with fewer, connections are refused and ingestion ends'),
  ];
}

function runningAddress() {
  try {
    return JSON.parse(fs.readFileSync(join(dataDir, 'demo.json'), 'utf8')).base_url;
  } catch {
    return undefined;
  }
}

async function portRow() {
  if (!Number.isInteger(port) || port < 0 || port > PORT_MAX)
    return ['problem', 'port', `PORT is ${process.env.PORT}, and not a whole number up to ${PORT_MAX}`];
  const failure = await new Promise((answer) => {
    const server = createServer().once('error', ({ code }) => answer(code));
    server.listen(port, host, () => server.close(() => answer(undefined)));
  });
  if (failure === undefined) return ['ok', 'port', `${host}:${port} is free`];
  if (failure !== 'EADDRINUSE')
    return ['problem', 'port', `nothing can listen on ${host}:${port} (${failure}); set HOST and PORT`];
  if (running === `http://${host}:${port}`)
    return ['ok', 'port', `${host}:${port} is in use by image search itself`];
  const by = (await isImageSearch()) ? ' by image search with another DATA_DIR' : '';
  return ['problem', 'port', `${host}:${port} is in use${by}; set PORT`];
}

async function isImageSearch() {
  try {
    const response = await fetch(`http://${host}:${port}/openapi.json`, {
      signal: AbortSignal.timeout(2_000),
    });
    return (await response.json()).info.title === 'Image Search';
  } catch {
    return false;
  }
}

function model() {
  const folder = process.env.MODEL_DIR || join(dataDir, 'models');
  const downloaded = fs.existsSync(folder)
    ? fs.readdirSync(folder).filter((name) => !name.startsWith('.'))
    : [];
  const named = process.env.MODEL_PROFILE || 'auto';
  return [
    'ok',
    'model',
    `MODEL_PROFILE is ${named}; lite is built in; downloaded: ${downloaded.join(', ') || 'none'}`,
  ];
}

function installed() {
  const isThere =
    fs.existsSync(join(ROOT, 'node_modules')) && fs.existsSync(join(ROOT, 'services/gateway/dist'));
  return isThere
    ? ['ok', 'packages', 'installed and built']
    : ['later', 'packages', 'npm start installs and builds them'];
}

function optional([program, args, use]) {
  const { status, stdout } = spawnSync(program, args, { encoding: 'utf8' });
  const isThere = status === 0;
  return [
    isThere ? 'ok' : 'without',
    program,
    isThere ? stdout.trim().split('\n')[0] : `not found; only ${use} needs it`,
  ];
}
