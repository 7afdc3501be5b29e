import type { EmbeddedFacts } from './embedded/embedded-facts.js';
import type { NamedImage } from './file-title.js';
import type { SourceFacts } from './to-item.js';

/** What the operator says of every image of a collection, on the command line. */
export type StatedFacts = Partial<Pick<SourceFacts, 'license' | 'creator'>>;

type Facts = Partial<Omit<SourceFacts, 'id' | 'image' | 'bytesVersion'>>;

/**
 * What is known of an image: a row of a table counts most, then the command line, then the file's own metadata, then
 * its name. A licence and its address come from one of them together. A licence that only the file's metadata states
 * is marked as such.
 */
export function mergedFacts(
  named: Partial<NamedImage>,
  embedded: EmbeddedFacts,
  stated: StatedFacts,
  row: Facts,
): Facts {
  const [byRow, byOperator]: Facts[] = [known(row), known<Facts>(stated)];
  const sources: (Facts | undefined)[] = [byRow, byOperator, embedded];
  const licensing = sources.find((facts) => facts?.license !== undefined || facts?.licenseUrl !== undefined);
  const { license, licenseUrl } = licensing ?? {};
  return {
    ...(embedded.title === undefined ? named : {}),
    ...embedded,
    ...byOperator,
    ...byRow,
    license,
    licenseUrl,
    declaredBy: licensing === embedded ? 'file' : undefined,
  };
}

/** Without the fields that say nothing, so that they hide nothing. */
function known<Given extends object>(facts: Given): Partial<Given> {
  const stated: Partial<Given> = {};
  for (const name in facts) {
    const value = facts[name];
    if (value !== undefined && value !== null && value !== '') stated[name] = value;
  }
  return stated;
}
