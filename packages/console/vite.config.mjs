import { defineConfig } from 'vite';

/** For `pnpm --filter @imagesearch/console dev`: the gateway that answers the API. */
const GATEWAY = process.env.GATEWAY_URL ?? 'http://127.0.0.1:8080';

export default defineConfig({
  root: import.meta.dirname,
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
});
