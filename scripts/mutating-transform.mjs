import swc from '@swc/jest';

/** What jest runs instead of the sources, with the change of one of them that MUTANT names, as scripts/mutants.mjs finds it. */
export default {
  createTransformer(options) {
    const inner = swc.createTransformer(options);
    return {
      ...inner,
      canInstrument: false,
      process: (text, path, given) => inner.process(changed(text, path), path, given),
      processAsync: (text, path, given) => inner.process(changed(text, path), path, given),
      // The configuration names the change; sources that it leaves as they are stay known.
      getCacheKey: (text, path, given) =>
        inner.getCacheKey(changed(text, path), path, { ...given, configString: '' }),
    };
  },
};

function changed(text, path) {
  const { path: changedPath, start, end, text: inserted } = JSON.parse(process.env.MUTANT ?? '{}');
  return path === changedPath ? text.slice(0, start) + inserted + text.slice(end) : text;
}
