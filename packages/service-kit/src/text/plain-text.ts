/** Marks that change the reading direction, so that a text can look like a different one. */
const DIRECTION_CONTROLS = /[\u061C\u200E\u200F\u202A-\u202E\u2066-\u206F]/gu;
/** Includes line ends and tabs, which become spaces. */
const CONTROLS_AND_SPACES = /[\p{Cc}\p{Zl}\p{Zp}\s\uFEFF\uFFF9-\uFFFB]+/gu;

/**
 * One line without control characters and direction marks. Joiners stay: emoji, Indic scripts and Persian need them.
 */
export function plainText(text: string): string {
  return text.replace(DIRECTION_CONTROLS, '').replace(CONTROLS_AND_SPACES, ' ').trim();
}
