import { z } from 'zod';
import { AVISO_TYPES, CALLS, ERRORS, EVENTS, ProgramaSave, ROUTES, SERVICES } from './index.js';

describe('the route table', () => {
  const routes = Object.entries(ROUTES);

  it('names each method and path once', () => {
    const doors = routes.map(([, route]) => `${route.method} ${route.path}`);
    expect(new Set(doors).size).toBe(doors.length);
  });

  it.each(routes)('%s has a params schema exactly when its path has parameters', (_name, route) => {
    const wanted = [...route.path.matchAll(/:(\w+)/g)].map((match) => match[1]);
    const given = 'params' in route ? Object.keys((route.params as z.ZodObject).shape) : [];
    expect(given).toEqual(wanted);
  });

  it('puts literal paths before the parameters that would swallow them', () => {
    const taken: string[] = [];
    for (const [, route] of routes) {
      const swallowed = taken.find((earlier) => {
        const [method, path] = earlier.split(' ') as [string, string];
        const pattern = new RegExp(`^${path.replace(/:\w+/g, '[^/]+')}$`);
        return method === route.method && path.includes(':') && pattern.test(route.path);
      });
      expect(swallowed).toBeUndefined();
      taken.push(`${route.method} ${route.path}`);
    }
  });

  it.each(routes)('%s can be written as JSON Schema, for OpenAPI', (_name, route) => {
    for (const part of ['params', 'query', 'body'] as const) {
      if (part in route)
        expect(() =>
          z.toJSONSchema((route as Record<string, unknown>)[part] as z.ZodType, { io: 'input' }),
        ).not.toThrow();
    }
    if (typeof route.response !== 'string')
      expect(() => z.toJSONSchema(route.response as z.ZodType, { io: 'output', unrepresentable: 'any' })).not.toThrow();
  });
});

describe('calls and events', () => {
  it('go to services that exist', () => {
    for (const call of Object.values(CALLS)) expect(SERVICES).toContain(call.servicio);
    for (const event of Object.values(EVENTS))
      for (const target of [event.productor, ...event.destinos]) expect(SERVICES).toContain(target);
  });

  it('no event goes back to its producer', () => {
    for (const event of Object.values(EVENTS))
      expect(event.destinos as readonly string[]).not.toContain(event.productor);
  });
});

describe('errors', () => {
  it.each(Object.entries(ERRORS))('%s has an HTTP error status and a Spanish sentence', (_code, error) => {
    expect(error.status).toBeGreaterThanOrEqual(400);
    expect(error.texto).toMatch(/^[A-ZÁÉÍÓÚ].*\.$/);
  });
});

describe('names on the wire', () => {
  it('of a program stay as other tools send them', () => {
    const programa = {
      empresa_id: 1,
      nombre: 'Sector norte',
      activo: 1,
      dias: ['lun'],
      inicios: ['05:00', { sol: 'salida', minutos: -30 }],
      pasos: [{ switch_id: 7, duracion_s: 600, junto_con_anterior: 0 }],
      porcentajes: Array.from({ length: 12 }, () => 100),
      temporada: { desde: '11-01', hasta: '02-28' },
      ventana: { desde: '22:00', hasta: '06:00' },
      pausa_s: 30,
      remojo: { max_s: 300, pausa_s: 600 },
      limite: { valvulas: 2, caudal_m3h: 10 },
      omitir: [{ tipo: 'helada', switch_id: 7, valor: 2 }],
      sin_conexion: 'regar',
      tarde_max_min: 10,
    };
    expect(ProgramaSave.parse(programa)).toEqual(programa);
  });

  it('of the avisos stay as stored rules have them', () => {
    expect(AVISO_TYPES).toEqual(expect.arrayContaining(['desequilibrio', 'fase_perdida', 'sobrecarga', 'contactor']));
  });
});
