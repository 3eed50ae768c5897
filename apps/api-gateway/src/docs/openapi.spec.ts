import { ERRORS, errorsOf } from '@acequia/contracts';
import { openApiDocument, openApiPath, routeTable } from './openapi.js';

interface Parameter {
  name: string;
  in: string;
  required: boolean;
  schema: object;
}
interface Operation {
  operationId: string;
  summary: string;
  security: object[];
  parameters: Parameter[];
  requestBody?: { content: Record<string, { schema: object }> };
  responses: Record<string, { description?: string; content?: Record<string, { schema: object }>; $ref?: string }>;
}
interface Document {
  openapi: string;
  paths: Record<string, Record<string, Operation>>;
}

const document = openApiDocument() as unknown as Document;
const operationOf = (method: string, path: string): Operation | undefined =>
  document.paths[openApiPath(path)]?.[method.toLowerCase()];

describe('the OpenAPI document', () => {
  it.each(routeTable)('describes %s as the table has it', (name, route) => {
    const operation = operationOf(route.method, route.path);
    expect(operation).toMatchObject({ operationId: name, summary: route.resumen });
    expect(operation?.security).toEqual(route.access === 'publico' ? [] : [{ sesion: [] }]);
    expect(operation?.requestBody !== undefined).toBe(route.body !== undefined || route.bytes !== undefined);
    const answer = operation?.responses[String(route.status)];
    expect(answer?.description).toEqual(expect.any(String));
    expect(Object.keys(answer?.content ?? {})).toEqual(
      route.status === 204 ? [] : [typeof route.response === 'string' ? route.response : 'application/json'],
    );
    expect(operation?.responses['default']).toEqual({ $ref: '#/components/responses/Error' });
  });

  it.each(routeTable)('names what %s may refuse, by status, with a sentence for each code', (_name, route) => {
    const responses = operationOf(route.method, route.path)?.responses ?? {};
    const codes = errorsOf(route);
    for (const code of codes) {
      const answer = responses[String(ERRORS[code].status)];
      expect(answer?.description).toContain(`\`${code}\`: ${ERRORS[code].texto}`);
      expect(answer?.content?.['application/json']).toEqual({ schema: { $ref: '#/components/schemas/Error' } });
    }
    const named = Object.keys(responses).filter((status) => status !== String(route.status) && status !== 'default');
    expect(named.map(Number)).toEqual([...new Set(codes.map((code) => ERRORS[code].status))].sort((a, b) => a - b));
    expect(named.some((status) => status.startsWith('4'))).toBe(true);
  });

  it('holds codes that follow from the kind of a route: a session, a role, a body, a change', () => {
    const named = (name: keyof typeof byName) => byName[name];
    const byName = Object.fromEntries(routeTable.map(([name, route]) => [name, errorsOf(route)]));
    expect(named('salud')).toEqual(['demasiadas_solicitudes', 'servicio_no_disponible', 'error_interno']);
    expect(named('empresas.crear')).toEqual(
      expect.arrayContaining(['datos_invalidos', 'sesion_invalida', 'sin_permiso', 'cuerpo_demasiado_grande']),
    );
    // A token without the permission is refused by every route that is not public.
    expect(named('switches.de_usuario')).toEqual(expect.arrayContaining(['sin_permiso', 'token_invalido']));
    expect(named('switches.encender')).toContain('switch_bloqueado');
  });

  it.each(routeTable)('declares each parameter in the path of %s, and requires it', (_name, route) => {
    const declared = operationOf(route.method, route.path)?.parameters.filter(({ in: place }) => place === 'path');
    expect(declared?.map(({ name }) => name)).toEqual([...route.path.matchAll(/:(\w+)/g)].map((match) => match[1]));
    expect(declared?.every(({ required }) => required)).toBe(true);
  });

  it.each([
    ['/switches/:id/on', ['Idempotency-Key', 'Valido-Hasta']],
    ['/switches/:id/off', ['Idempotency-Key']],
  ])('declares the headers of %s, which nobody has to send', (path, names) => {
    const headers = operationOf('POST', path)?.parameters.filter(({ in: place }) => place === 'header');
    expect(headers).toMatchObject(names.map((name) => ({ name, required: false, schema: { type: 'string' } })));
  });

  it('holds no route that is not served', () => {
    const operations = Object.values(document.paths).flatMap((path) => Object.values(path));
    expect(operations).toHaveLength(routeTable.length);
  });

  it('is OpenAPI 3.1, resolves its references, and says nothing twice about the dialect', () => {
    expect(document.openapi).toBe('3.1.0');
    const text = JSON.stringify(document);
    expect(text).not.toContain('$schema');
    for (const [, pointer] of text.matchAll(/"\$ref":"#\/([^"]+)"/g)) {
      const found = (pointer ?? '')
        .split('/')
        .reduce<unknown>((part, key) => (part as Record<string, unknown> | undefined)?.[key], document);
      expect(found).toBeDefined();
    }
  });

  it('shows query parameters as the client writes them: optional ones are not required', () => {
    const query = operationOf('GET', '/switches/historial')?.parameters;
    expect(query?.map(({ name, required }) => [name, required])).toEqual([
      ['switch_id', true],
      ['limit', false],
    ]);
  });
});
