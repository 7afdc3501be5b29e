import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import type { RequestHandler } from 'express';
import type { JsonObject } from '../operations/schemas.js';

const CACHE_CONTROL = 'public, max-age=300';

/** `GET /openapi.json`: the contract, for programs. */
export function contractRoute(contract: JsonObject): RequestHandler {
  return sending('application/json', JSON.stringify(contract));
}

const ASSETS = ['swagger-ui.css', 'swagger-ui-bundle.js', 'favicon-32x32.png'];

/** Its addresses are relative, so that it also works below the path of a proxy. */
const PAGE = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>Image Search: interface</title>
    <link rel="icon" href="docs/assets/favicon-32x32.png">
    <link rel="stylesheet" href="docs/assets/swagger-ui.css">
  </head>
  <body>
    <div id="contract"></div>
    <noscript>The contract is at <a href="openapi.json">/openapi.json</a>.</noscript>
    <script src="docs/assets/swagger-ui-bundle.js"></script>
    <script src="docs/assets/start.js"></script>
  </body>
</html>
`;

const START = `SwaggerUIBundle({
  url: 'openapi.json',
  dom_id: '#contract',
  deepLinking: true,
  defaultModelsExpandDepth: 0,
  displayRequestDuration: true,
});
`;

/** `GET /docs`: the contract, for people. */
export const docsRoute: RequestHandler = sending('html', PAGE);

/** What the page of `/docs` loads, by path: every script and style is served from here. */
export function docsAssetRoutes(): [path: string, handler: RequestHandler][] {
  const root = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'));
  const sendFile =
    (name: string): RequestHandler =>
    (_request, response) => {
      response.set('Cache-Control', CACHE_CONTROL).sendFile(name, { root, cacheControl: false });
    };
  return [
    ['/docs/assets/start.js', sending('js', START)],
    ...ASSETS.map((name): [string, RequestHandler] => [`/docs/assets/${name}`, sendFile(name)]),
  ];
}

function sending(type: string, body: string): RequestHandler {
  return (_request, response) => {
    response.set('Cache-Control', CACHE_CONTROL).type(type).send(body);
  };
}
