import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import { Router } from 'express';
import sirv from 'sirv';
import { openApiDocument } from './openapi.js';

const PAGE = `<!doctype html>
<html lang="es">
  <head>
    <meta charset="utf-8" />
    <title>API | Acequia</title>
    <link rel="stylesheet" href="/api/docs/swagger-ui.css" />
    <link rel="icon" href="/api/docs/favicon-32x32.png" />
  </head>
  <body>
    <div id="swagger-ui"></div>
    <script src="/api/docs/swagger-ui-bundle.js"></script>
    <script src="/api/docs/inicio.js"></script>
  </body>
</html>
`;
const SCRIPT = `SwaggerUIBundle({ url: '/api/docs/openapi.json', dom_id: '#swagger-ui', deepLinking: true });\n`;
/** The only files of the swagger-ui-dist package that the page needs. */
const ASSETS = new Set(['/swagger-ui.css', '/swagger-ui-bundle.js', '/favicon-32x32.png']);

/**
 * Serves Swagger UI under the same strict CSP as the console, so its page has no inline script; also serves the boards' protocol as
 * AsyncAPI.
 */
export const docs = (): Router => {
  const document = JSON.stringify(openApiDocument());
  const installed = createRequire(import.meta.url);
  const folder = dirname(installed.resolve('swagger-ui-dist/package.json'));
  const boards = readFileSync(installed.resolve('@acequia/board-protocol/asyncapi.yaml'), 'utf8');
  const assets = sirv(folder, { etag: true });
  return Router()
    .get('/', (_request, response) => void response.type('html').send(PAGE))
    .get('/inicio.js', (_request, response) => void response.type('text/javascript').send(SCRIPT))
    .get('/openapi.json', (_request, response) => void response.type('json').send(document))
    .get('/asyncapi.yaml', (_request, response) => void response.type('text/yaml').send(boards))
    .get('/:file', (request, response, next) => (ASSETS.has(request.path) ? assets(request, response, next) : next()));
};
