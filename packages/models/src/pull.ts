import { printErr, printOut } from '@imagesearch/service-kit/process/terminal';
import { printableText } from '@imagesearch/service-kit/text/printable-text';
import { SingleBar } from 'cli-progress';
import {
  HUB_PROFILE_IDS,
  HUB_RERANKER_IDS,
  HUB_TEXT_ENCODER_IDS,
  hubFileName,
  readHubManifest,
  type HubEntry,
  type HubFile,
} from './hub/hub-manifest.js';
import { pathOf, pullFile, stateOf, type HubSettings } from './hub/hub-files.js';
import { entryOf, filesOf, pullCommand } from './hub-models.js';
import type { ProfileProgress } from './profile.js';

/** A profile, a text encoder or a reranker that is downloaded; `lite` and `minilm` are part of the program. */
export const HUB_MODELS = [...HUB_PROFILE_IDS, ...HUB_TEXT_ENCODER_IDS, ...HUB_RERANKER_IDS] as const;
export type HubModelName = (typeof HUB_MODELS)[number];

/** Downloads what is missing, with a bar for each file. @throws HubError */
export async function pullModel(id: HubModelName, settings: HubSettings, signal: AbortSignal): Promise<void> {
  for (const file of await downloadsOf(id, settings)) {
    const bar = byteBar(file.path);
    const onProgress = ({ done, total }: ProfileProgress): void => {
      if (bar.isActive) bar.update(done);
      else bar.start(total, done);
    };
    try {
      await pullFile(file, { ...settings, signal, onProgress });
    } finally {
      bar.stop();
    }
    printOut(`${hubFileName(file)}\n  is complete: ${pathOf(settings, file)}`);
  }
}

async function downloadsOf(id: HubModelName, { manifestPath }: HubSettings): Promise<HubFile[]> {
  const { profiles, textEncoders, rerankers } = await readHubManifest(manifestPath);
  return filesOf(entryOf<HubEntry>([...profiles, ...textEncoders, ...rerankers], id));
}

const MEGABYTE = 1_000_000;
/** Without a terminal the bar prints a line at this interval. */
const PLAIN_LINE_INTERVAL_MS = 10_000;

function byteBar(label: string): SingleBar {
  return new SingleBar({
    format: `${printableText(label)} {bar} {percentage} % · {value} of {total} MB · {eta_formatted} left`,
    formatValue: (value, _options, type) =>
      type === 'value' || type === 'total' ? (value / MEGABYTE).toFixed(1) : String(value),
    hideCursor: true,
    noTTYOutput: true,
    notTTYSchedule: PLAIN_LINE_INTERVAL_MS,
    barsize: 24,
  });
}

/** Compares a model's files with their SHA-256 and prints what is wrong. */
export async function areFilesWhole(id: HubModelName, settings: HubSettings): Promise<boolean> {
  let isWhole = true;
  for (const file of await downloadsOf(id, settings)) {
    const state = await stateOf(settings, file);
    isWhole &&= state === 'whole';
    printOut(`${state.padEnd(8)} ${pathOf(settings, file)}`);
  }
  if (!isWhole) printErr(`Repair it with: ${pullCommand(id)}`);
  return isWhole;
}
