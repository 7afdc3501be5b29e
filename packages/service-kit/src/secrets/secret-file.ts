import { readFileSync } from 'node:fs';

type Env = Readonly<Record<string, string | undefined>>;

/**
 * Values of secrets that are given as files, which is how orchestrators mount them. A variable that is set itself takes
 * precedence over its file.
 */
export function readSecretFiles(
  env: Env,
  names: readonly string[],
): { values: Record<string, string>; problems: string[] } {
  const values: Record<string, string> = {};
  const problems: string[] = [];
  for (const name of names) {
    const path = env[secretFileVariable(name)];
    if (path === undefined || env[name] !== undefined) continue;
    try {
      values[name] = readFileSync(path, 'utf8').trim();
    } catch (error) {
      const { code = 'unknown' } = error as NodeJS.ErrnoException;
      problems.push(`${secretFileVariable(name)}: the file cannot be read (${code})`);
    }
  }
  return { values, problems };
}

export function secretFileVariable(name: string): string {
  return `${name}_FILE`;
}
