import { jest } from '@jest/globals';
import type { Muro } from '@acequia/contracts';
import { screen } from '@testing-library/react';
import { openConsole } from '../../test/console.js';
import { EMPRESA, OTHER_EMPRESA } from '../../test/records.js';
import { Server } from '../../test/server.js';

const TURN_MS = 15_000;
/** The first of three turns: all companies, then one after the other. */
const START = Date.parse('2026-06-10T18:00:00Z');

const wallOf = ({ id, nombre }: { id: number; nombre: string }) => ({ id, nombre, placas: 1, sanas: 1, abiertas: 0 });
const muro: Muro = {
  nombre: 'Oficina',
  zona_horaria: 'UTC',
  empresas: [wallOf(EMPRESA), wallOf(OTHER_EMPRESA)],
  avisos: [],
  puntos: [],
  en_orden_desde: null,
};
const shows = (name: string) => screen.findByRole('heading', { level: 1, name });

it('goes from company to company, stops while it is paused, and goes on', async () => {
  let now = START;
  jest.spyOn(Date, 'now').mockImplementation(() => now);
  const { user } = openConsole('/muro?turno=1#secret', new Server().answer('muro.leer', muro), null);
  await shows('Todas las empresas');
  now += TURN_MS;
  await shows(EMPRESA.nombre);

  await user.click(screen.getByRole('button', { name: 'Pausar' }));
  now = START + 60_000 + 2 * TURN_MS;
  await screen.findByText('18:01');
  await shows(EMPRESA.nombre);

  await user.click(screen.getByRole('button', { name: 'Seguir' }));
  await shows('Todas las empresas');
  await user.click(screen.getByRole('button', { name: 'Quedarse en todas' }));
  expect(screen.queryByRole('button', { name: 'Pausar' })).toBeNull();
});

it('says of a problem that flaps that it is gone now', async () => {
  const now = Date.now();
  const flapping = {
    id: 1,
    empresa_id: EMPRESA.id,
    tipo: 'placa_sin_conexion',
    severidad: 'alta',
    estado: 'disparado',
    desde: now - 3_600_000,
    hasta: null,
    calma_desde: now - 5 * 60_000,
    texto: 'Placa 1: sin conexión.',
    sitio: null,
  } as const;
  openConsole('/muro#secret', new Server().answer('muro.leer', { ...muro, avisos: [flapping] }), null);
  await screen.findByText(/Normal desde hace 5m/);
});

it('says ages by the server’s clock on a screen whose own is three hours fast', async () => {
  const now = Date.now() - 3 * 3_600_000;
  const aviso = {
    id: 1,
    empresa_id: EMPRESA.id,
    tipo: 'placa_sin_conexion',
    severidad: 'alta',
    estado: 'disparado',
    desde: now - 13 * 60_000,
    hasta: null,
    calma_desde: null,
    texto: 'Placa 1: sin conexión.',
    sitio: null,
  } as const;
  const server = new Server().answer('muro.leer', { ...muro, avisos: [aviso] });
  const answer = server.fetch;
  const dated = async (...call: Parameters<typeof answer>) => {
    const response = await answer(...call);
    response.headers.set('date', new Date(now).toUTCString());
    return response;
  };
  openConsole('/muro#secret', Object.assign(server, { fetch: dated }), null);
  await screen.findByText('hace 13m');
});
