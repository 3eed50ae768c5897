import { z } from 'zod';
import { type CallName, CALLS } from './calls.js';
import { SECRET_FIELDS } from './secret-fields.js';

/** Calls with the Idempotency-Key of a request. */
const KEYED: readonly CallName[] = [
  'switches.comandar',
  'programas.crear',
  'programas.ejecutar',
  'programas.omitir',
  'programas.pausar',
  'programas.reanudar',
  'no_regar.crear',
  'clima.crear',
  'turnos.detener',
  'turnos.alargar',
  'turnos.recuperar',
  'turnos.mover',
];

/** Fields whose name sounds like a secret but that hold none. */
const HARMLESS: Partial<Record<CallName, string[]>> = {
  ...Object.fromEntries(KEYED.map((name) => [name, ['clave']])),
  // A hash.
  'push.quitar': ['clave'],
};

interface Schema {
  properties?: Record<string, Schema>;
  [keyword: string]: unknown;
}

/** Paths of the fields of a JSON schema, e.g. `switches.*.id`. */
const pathsOf = (schema: unknown, path: string[] = []): string[] => {
  if (typeof schema !== 'object' || schema === null) return [];
  const { properties = {}, ...keywords } = schema as Schema;
  const named = Object.entries(properties).flatMap(([name, field]) => [
    [...path, name].join('.'),
    ...pathsOf(field, [...path, name]),
  ]);
  const others = Object.entries(keywords).flatMap(([keyword, value]) => {
    const within = keyword === 'items' || keyword === 'additionalProperties' ? [...path, '*'] : path;
    return (Array.isArray(value) ? value : [value]).flatMap((one) => pathsOf(one, within));
  });
  return [...named, ...others];
};

describe('the secrets in calls', () => {
  const fields = (Object.keys(CALLS) as CallName[]).flatMap((name) =>
    pathsOf(z.toJSONSchema(CALLS[name].request, { io: 'input', unrepresentable: 'any' })).map((path) => ({
      name,
      path,
    })),
  );
  const isSecret = (path: string): boolean => (SECRET_FIELDS as readonly string[]).includes(path);

  it('are found in every call that carries one', () => {
    const calls = new Set(fields.filter(({ path }) => isSecret(path)).map(({ name }) => name));
    expect([...calls]).toEqual(
      expect.arrayContaining([
        ...['sesiones.entrar', 'cuenta.cambiar_clave', 'usuarios.crear', 'usuarios.actualizar'],
        ...['empresas.crear', 'empresas.actualizar', 'dispositivos.crear', 'dispositivos.actualizar'],
      ]),
    );
  });

  it('are all declared: no other field sounds like one, and none lies deeper than the bus looks', () => {
    const undeclared = fields.filter(
      ({ name, path }) =>
        /password|clave|contrase|token|secret|auth|key|credencial/i.test(path) &&
        !isSecret(path) &&
        !HARMLESS[name]?.includes(path),
    );
    expect(undeclared).toEqual([]);
  });
});
