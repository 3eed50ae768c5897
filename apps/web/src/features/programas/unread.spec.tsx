import { jest } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { adminServer, openConsole, userServer } from '../../test/console.js';
import { EMPRESA, END_USER, empresa, NO_TURNS, turnoOf } from '../../test/records.js';

const NO_EMPRESAS = /^No se pudo cargar la lista de empresas/;
const NO_TURNOS = /^No se pudieron cargar los turnos/;
const never = () => new Promise<never>(() => undefined);
const isSkeleton = () => document.querySelector('.chakra-skeleton') !== null;
const retryOf = (text: RegExp) =>
  within(screen.getByText(text).closest<HTMLElement>('[role=alert]')!).getByRole('button', { name: 'Reintentar' });

/** Noon of a day in Mexico City. */
const NOON = Date.parse('2026-06-10T18:00:00Z');
const ITS_DAY = '/programas?vista=dia&dia=2026-06-10';
const turno = turnoOf({ inicio: NOON, segundos: 90 });

const farm = () =>
  adminServer()
    .answer('empresas.seleccion', [EMPRESA])
    .answer('empresas.listar', [empresa()])
    .answer('switches.listar', [])
    .answer('dispositivos.listar', [])
    .answer('placas.listar', [])
    .answer('programas.listar', [])
    .answer('no_regar.listar', [])
    .answer('turnos.listar', [])
    .answer('turnos.cuenta', { mes: '2026-06', filas: [], sectores: [], total: NO_TURNS });
const mine = () =>
  userServer()
    .answer('switches.de_usuario', [])
    .answer('dispositivos.de_usuario', [])
    .answer('programas.listar', [])
    .answer('turnos.listar', []);

beforeEach(() => void jest.spyOn(console, 'error').mockImplementation(() => undefined));

it.each([
  ['dia', 'Este día no hay turnos.'],
  ['cuenta', 'En este mes no hubo turnos.'],
])('says in the view «%s» that the companies could not be read, and reads them when asked', async (view, empty) => {
  const server = farm().refuse('empresas.seleccion');
  const { user } = openConsole(`/programas?vista=${view}`, server);
  await screen.findByText(NO_EMPRESAS);
  server.answer('empresas.seleccion', [EMPRESA]);
  await user.click(retryOf(NO_EMPRESAS));
  await screen.findByText(empty);
});

it('keeps saying that the turns of a day could not be read while it reads them again', async () => {
  const server = farm().refuse('turnos.listar');
  const { user } = openConsole('/programas?vista=dia', server);
  await screen.findByText(NO_TURNOS);
  server.answer('turnos.listar', never);
  const before = server.sent.length;
  await user.click(retryOf(NO_TURNOS));
  await waitFor(() => expect(server.sent.slice(before).map(({ name }) => name)).toContain('turnos.listar'));
  screen.getByText(NO_TURNOS);
  expect(isSkeleton()).toBe(false);
});

it('keeps telling an end user that their programs could not be read', async () => {
  const text = /^No se pudieron cargar los programas/;
  const server = mine().refuse('programas.listar');
  const { user } = openConsole('/panel/programas', server, END_USER);
  await screen.findByText(text);
  await screen.findByText('Este día no hay turnos.');
  server.answer('programas.listar', never);
  const before = server.sent.length;
  await user.click(retryOf(text));
  await waitFor(() => expect(server.sent.slice(before).map(({ name }) => name)).toContain('programas.listar'));
  screen.getByText(text);
  expect(isSkeleton()).toBe(false);
});

it('names a valve by its number while the switches could not be read', async () => {
  openConsole(ITS_DAY, farm().answer('turnos.listar', [turno]).refuse('switches.listar'));
  expect(await screen.findAllByRole('link', { name: '#41' })).not.toHaveLength(0);
  // Its minutes are not rounded.
  screen.getByText(/ · 1 min 30 s$/);
});

it('shows of a turn by volume what it is to deliver, and that it could not be measured', async () => {
  const planned = { ...turno, segundos: 7_200, volumen_m3: 20 };
  const done = {
    ...turno,
    turno_id: '1-2-s41',
    inicio: NOON - 9_000_000,
    real_inicio: NOON - 9_000_000,
    segundos: 7_200,
    real_segundos: 7_200,
    estado: 'cumplido' as const,
    volumen_m3: 12.5,
    litros: 9_000,
    sin_medir: 1 as const,
  };
  openConsole(ITS_DAY, farm().answer('turnos.listar', [done, planned]));
  await screen.findByText(/ · 20 m³ \(máx\. 2 h\)$/);
  screen.getByText(/ · 12\.5 m³ · .*2 h, sin medir$/);
});

it('shows the water that the meter counted, instead of what the flow of the valve makes of its time', async () => {
  const ran = {
    ...turno,
    real_inicio: NOON,
    real_segundos: 600,
    estado: 'cumplido',
    litros: 950,
  };
  const turnos = [
    { ...ran, m3_medidos: 1.0349 },
    { ...ran, turno_id: '1-2-s41' },
  ];
  openConsole(ITS_DAY, farm().answer('turnos.listar', turnos));
  await screen.findByText(/, 1\.03 m³ medidos$/);
  screen.getByText(/, ≈ 950 L$/);
});

it('shows what began the evening before and runs on, and not what ended then', async () => {
  const evening = { ...turno, inicio: NOON - 14 * 3_600_000, segundos: 14_400 };
  const ended = { ...evening, turno_id: '1-2-s41', inicio: NOON - 18 * 3_600_000, segundos: 3_660 };
  const server = farm().answer('turnos.listar', [ended, { ...evening, estado: 'en_curso' }]);
  openConsole(ITS_DAY, server);
  await screen.findByText(/· 09\/06\/2026 22:00 · 4 h$/);
  screen.getByRole('button', { name: /^Detener .*41/ });
  expect(screen.queryByText(/1 h 1 min$/)).toBeNull();
  const asked = server.sent.filter(({ name }) => name === 'turnos.listar');
  expect(asked.at(-1)?.query).toMatchObject({ desde: '2026-06-09', hasta: '2026-06-10' });
});
