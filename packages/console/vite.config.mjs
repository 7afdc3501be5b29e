/** For `npm --prefix packages/console run dev`: the gateway that answers the API. */
const GATEWAY = process.env.GATEWAY_URL ?? 'http://127.0.0.1:8080';

/** @type {import('vite').UserConfig} */
export default {
  root: import.meta.dirname,
  // A proxy may serve the page below a path.
  base: './',
  // The other one extends a package of the developers, and the page is also built without those.
  tsconfig: 'tsconfig.bundle.json',
  server: { proxy: { '/v1': GATEWAY, '/openapi.json': GATEWAY, '/docs': GATEWAY } },
  build: {
    outDir: 'dist/site',
    emptyOutDir: true,
    target: 'baseline-widely-available',
    // The content security policy allows no data: script or style, and a polyfill would be inline.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // The licences of what the bundle holds.
    license: { fileName: 'licenses.md' },
  },
};
