/** The address if a link may lead to it; null for what a source wrote in its place. */
export function webAddress(text: string): string | null {
  return /^https?:\/\/\S+$/i.test(text) ? text : null;
}
