import { createServer } from 'vite';

/** Serves browser.html with the client, and forwards /v1 to the service. */
const server = await createServer({
  root: import.meta.dirname,
  configFile: false,
  logLevel: 'warn',
  server: {
    host: '127.0.0.1',
    port: Number(process.env.PORT ?? 8081),
    proxy: { '/v1': process.env.IMAGE_SEARCH_URL ?? 'http://127.0.0.1:8080' },
  },
});
await server.listen();
console.log(new URL('/browser.html', server.resolvedUrls.local[0]).href);
