import { flips, otherKinds, soundFiles, truncations, type HostileImage } from './catalogue.js';
import { hostileCameraFiles } from './hostile-camera-files.js';
import { brokenJpegs, jpegBombs, soundJpegs } from './hostile-jpegs.js';
import { brokenPngs, pngBombs, soundPngs } from './hostile-pngs.js';
import { brokenWebps, soundWebps, webpBombs } from './hostile-webps.js';

const FLIPPED_VARIANTS = 1;

/** Files that were made to break a decoder, and sound ones of every kind beside them. The heaviest come first. */
export async function hostileCorpus(): Promise<HostileImage[]> {
  const sound = await soundFiles();
  return [
    ...(await hostileCameraFiles()),
    ...(await pngBombs()),
    ...(await jpegBombs()),
    ...(await webpBombs()),
    ...truncations(sound),
    ...flips(sound, FLIPPED_VARIANTS),
    ...otherKinds(sound),
    ...brokenPngs(sound),
    ...brokenJpegs(sound),
    ...(await brokenWebps(sound)),
    ...(await soundPngs()),
    ...(await soundJpegs()),
    ...(await soundWebps()),
  ];
}
