import { printErr, printOut } from '@imagesearch/service-kit/process/terminal';
import { printableText } from '@imagesearch/service-kit/text/printable-text';
import { SingleBar } from 'cli-progress';
import { hubFileName, readHubManifest, type HubFile, type HubManifest } from './hub/hub-manifest.js';
import { pathOf, pullFiles, stateOf, type HubSettings } from './hub/hub-files.js';
import { filesOf, pullCommand } from './hub-models.js';
import { damagedLiteFiles } from './lite.js';

/** A profile, a text encoder or a reranker that is downloaded; `lite` and `minilm` are part of the program. */
export const HUB_MODELS = ['clip-b32', 'siglip2-b16', 'e5-small', 'minilm-l6'] as const;
export type HubModelName = (typeof HUB_MODELS)[number];

/** Downloads what is missing, with a bar for each file. @throws HubError */
export async function pullModel(id: HubModelName, settings: HubSettings, signal: AbortSignal): Promise<void> {
  for (const file of downloadsOf(await readHubManifest(settings.manifestPath), id)) {
    const bar = startByteBar(file.path);
    try {
      await pullFiles([file], {
        ...settings,
        signal,
        onProgress: ({ done, total }) => bar.update(done, total),
      });
    } finally {
      bar.stop();
    }
    printOut(`${hubFileName(file)}\n  is complete: ${pathOf(settings, file)}`);
  }
}

/** @throws Error when the manifest does not name the model. */
function downloadsOf({ profiles, textEncoders, rerankers }: HubManifest, id: HubModelName): HubFile[] {
  const entry = [...profiles, ...textEncoders, ...rerankers].find((known) => known.id === id);
  if (entry === undefined) throw new Error(`The manifest of models does not name ${id}.`);
  return filesOf(entry);
}

/** Compares a model's files with their SHA-256 and prints what is wrong. */
export async function areFilesWhole(id: HubModelName | 'lite', settings: HubSettings): Promise<boolean> {
  if (id === 'lite') {
    const damaged = await damagedLiteFiles();
    for (const path of damaged)
      printErr(`damaged  ${path}\nRepair it with: git restore packages/models/lite`);
    return damaged.length === 0;
  }
  let isWhole = true;
  for (const file of downloadsOf(await readHubManifest(settings.manifestPath), id)) {
    const state = await stateOf(settings, file);
    isWhole &&= state === 'whole';
    printOut(`${state.padEnd(8)} ${pathOf(settings, file)}`);
  }
  if (!isWhole) printErr(`Repair it with: ${pullCommand(id)}`);
  return isWhole;
}

interface ByteBar {
  update(doneBytes: number, totalBytes: number): void;
  /** Final: a later `update` shows nothing. */
  stop(): void;
}

const MEGABYTE = 1_000_000;
/** Without a terminal the bar prints a line at this interval. */
const PLAIN_LINE_INTERVAL_MS = 10_000;

function startByteBar(label: string): ByteBar {
  let startedAt = 0;
  let startedWith = 0;
  const bar = new SingleBar({
    format: `${printableText(label)} {bar} {percentage} % · {done} of {all} MB · {rate} MB/s`,
    hideCursor: true,
    noTTYOutput: true,
    notTTYSchedule: PLAIN_LINE_INTERVAL_MS,
    barsize: 24,
  });
  let state: 'unseen' | 'shown' | 'stopped' = 'unseen';
  return {
    update(doneBytes, totalBytes) {
      if (state === 'stopped') return;
      const total = Math.max(totalBytes, doneBytes, 1);
      if (state === 'unseen') {
        startedAt = performance.now();
        startedWith = doneBytes;
      }
      const seconds = Math.max(0.001, (performance.now() - startedAt) / 1000);
      const payload = {
        done: megabytes(doneBytes),
        all: megabytes(total),
        rate: megabytes((doneBytes - startedWith) / seconds),
      };
      if (state === 'unseen') bar.start(total, doneBytes, payload);
      state = 'shown';
      bar.update(doneBytes, payload);
    },
    stop() {
      if (state === 'shown') bar.stop();
      state = 'stopped';
    },
  };
}

function megabytes(bytes: number): string {
  return (bytes / MEGABYTE).toFixed(1);
}
