import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { expect, it } from '@jest/globals';
import { readText, ROOT } from '@imagesearch/testkit/repository';

const SCOPE = '@imagesearch/';

/** What `pack-service.sh` copies into the image of this target, as its arguments: `gateway...`, or `gateway` alone. */
const PACKED = new Map(
  [...dockerfile().matchAll(/^FROM build AS ([a-z]+)-code\nRUN pack-service\.sh (.+)$/gm)].map(
    ([, name = '', packages = '']) => [name, packages.split(' ')],
  ),
);

/** The targets that start a program, with the name of their code. */
const PROGRAMS = dockerfile()
  .split(/^FROM .* AS /m)
  .flatMap((stage) => {
    const program = /^(?:CMD|ENTRYPOINT) .*"([^"]+\/dist\/[^"]+\.js)"/m.exec(stage)?.[1];
    const code = /--from=([a-z]+)-code /.exec(stage)?.[1];
    if (program === undefined || code === undefined) return [];
    return [{ target: stage.slice(0, stage.indexOf('\n')), code, source: sourceOf(program) }];
  });

it.each(PROGRAMS)('the image $target holds every package that its program imports', ({ code, source }) => {
  const held = new Set((PACKED.get(code) ?? []).flatMap((argument) => packagesOf(argument)));
  const imported = importsFrom(source);
  expect(imported.size).toBeGreaterThan(0);
  expect([...imported].filter(([name]) => !held.has(name))).toEqual([]);
});

it('each target that is built is one of these, or has no program', () => {
  expect(PROGRAMS.length).toBeGreaterThanOrEqual(PACKED.size);
  expect(new Set(PROGRAMS.map(({ code }) => code))).toEqual(new Set(PACKED.keys()));
});

function dockerfile(): string {
  return readText('infra/docker/Dockerfile');
}

/** A package, with all that it depends on where dots follow its name. */
function packagesOf(argument: string, known = new Set<string>()): string[] {
  const name = argument.replace('...', '');
  if (known.has(name)) return [];
  known.add(name);
  const { dependencies = {} } = manifestOf(name);
  const names = Object.keys(dependencies).filter((each) => each.startsWith(SCOPE));
  if (argument === name) return [name];
  return [name, ...names.flatMap((each) => packagesOf(`${each.slice(SCOPE.length)}...`, known))];
}

/** The workspace's packages that a file imports, itself or by others; each with the file that does. */
function importsFrom(source: string): Map<string, string> {
  const packages = new Map<string, string>();
  const files = new Set([source]);
  for (const file of files)
    for (const [, specifier = ''] of readFileSync(file, 'utf8').matchAll(
      /(?:^(?:import|export)(?! type)[^;]*?from |^import |import\()'([^']+)'/gm,
    )) {
      if (specifier.startsWith('.')) files.add(existing(join(dirname(file), specifier)));
      if (!specifier.startsWith(SCOPE)) continue;
      const [name = '', ...path] = specifier.slice(SCOPE.length).split('/');
      packages.set(name, relative(ROOT, file));
      const built = manifestOf(name).exports?.[path.length > 0 ? `./${path.join('/')}` : '.'];
      if (typeof built === 'string' && built.endsWith('.js'))
        files.add(sourceOf(join(folderOf(name), built)));
    }
  return packages;
}

function sourceOf(program: string): string {
  return existing(join(ROOT, program.replace('/dist/', '/src/')));
}

/** A source by the path that its built file has. */
function existing(path: string): string {
  const sources = [path, path.replace(/\.js$/, '.ts'), path.replace(/\.js$/, '.tsx')];
  const source = sources.find((each) => existsSync(each));
  if (source === undefined) throw new Error(`${path} has no source.`);
  return source;
}

function folderOf(name: string): string {
  return existsSync(join(ROOT, 'services', name)) ? `services/${name}` : `packages/${name}`;
}

function manifestOf(name: string): {
  dependencies?: Record<string, string>;
  exports?: Record<string, unknown>;
} {
  return JSON.parse(readText(`${folderOf(name)}/package.json`)) as ReturnType<typeof manifestOf>;
}
