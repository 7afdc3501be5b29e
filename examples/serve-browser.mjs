import { build } from 'esbuild';
import { createServer } from 'node:http';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Serves browser.html with the client as one file, and forwards /v1 to the service. */
const SERVICE = process.env.IMAGE_SEARCH_URL ?? 'http://127.0.0.1:8080';
const PORT = Number(process.env.PORT ?? 0);
const OF_THE_CONNECTION = new Set(['host', 'connection', 'content-length']);

const page = await readFile(join(import.meta.dirname, 'browser.html'));
const { outputFiles } = await build({
  entryPoints: ['@imagesearch/sdk'],
  absWorkingDir: import.meta.dirname,
  bundle: true,
  minify: true,
  format: 'esm',
  platform: 'browser',
  // That of the repository names a package that only developers have.
  tsconfigRaw: '{}',
  write: false,
});

const server = createServer(async (request, response) => {
  try {
    if (request.url === '/') response.setHeader('Content-Type', 'text/html; charset=utf-8').end(page);
    else if (request.url === '/sdk/index.js')
      response.setHeader('Content-Type', 'text/javascript').end(outputFiles[0].contents);
    else if (request.url.startsWith('/v1/')) await forward(request, response);
    else response.writeHead(404).end();
  } catch {
    response.destroy();
  }
});
server.listen(PORT, '127.0.0.1', () => console.log(`http://127.0.0.1:${server.address().port}/`));

async function forward(request, response) {
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  const headers = Object.fromEntries(
    Object.entries(request.headers).filter(([name]) => !OF_THE_CONNECTION.has(name)),
  );
  const body = chunks.length > 0 ? Buffer.concat(chunks) : undefined;
  const answer = await fetch(SERVICE + request.url, {
    method: request.method,
    headers,
    body,
    redirect: 'manual',
  });
  for (const [name, value] of answer.headers)
    if (!['content-encoding', 'content-length', 'transfer-encoding', 'connection'].includes(name))
      response.setHeader(name, value);
  response.writeHead(answer.status).end(Buffer.from(await answer.arrayBuffer()));
}
