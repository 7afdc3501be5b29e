/** Turns the reading direction of what follows it: a text that holds one may read as another than it is. */
const DIRECTION_CONTROLS = /[\u061C\u200E\u200F\u202A-\u202E\u2066-\u206F]/gu;
/** Line ends and tabs are among them, and become the space that they stand for. */
const CONTROLS_AND_SPACES = /[\p{Cc}\p{Zl}\p{Zp}\s\uFEFF\uFFF9-\uFFFB]+/gu;

/**
 * A stranger's text as one line without control characters and without marks that turn text around. Joiners stay:
 * emoji and the scripts of India and Iran are written with them.
 */
export function plainText(text: string): string {
  return text.replace(DIRECTION_CONTROLS, '').replace(CONTROLS_AND_SPACES, ' ').trim();
}
