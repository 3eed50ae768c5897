import { jest } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import { openConsole } from '../../test/console.js';
import { END_USER, liveSwitch } from '../../test/records.js';
import { Server } from '../../test/server.js';

const TURNOS_UNREAD = /^No se pudieron leer los turnos de los programas/;

const server = () =>
  new Server()
    .answer('salud', { status: 'ok' })
    .answer('avisos.listar', [])
    .answer('switches.de_usuario', [liveSwitch({ estado: 1, estado_ts: 1 })])
    .answer('historial.eventos', [])
    .answer('comandos.listar', [])
    .answer('clima.mandos', [])
    .answer('turnos.listar', []);

beforeEach(() => void jest.spyOn(console, 'error').mockImplementation(() => undefined));

it.each(['/panel/switch', '/panel/switch/41'])(
  'says on %s that turns, and so ends, could not be read',
  async (path) => {
    const one = server().refuse('turnos.listar');
    const { user } = openConsole(path, one, END_USER);
    await screen.findByText(TURNOS_UNREAD);
    one.answer('turnos.listar', []);
    await user.click(screen.getByRole('button', { name: 'Reintentar' }));
    await waitFor(() => expect(screen.queryByText(TURNOS_UNREAD)).toBeNull());
  },
);

it('offers the readings of a chosen pair, also of a site without a sensor, but none before a pair is chosen', async () => {
  const one = server().answer('historial.puntos', []).answer('historial.encendido', []);
  let told: (switches: unknown) => void = () => undefined;
  one.answer('switches.de_usuario', () => new Promise((resolve) => (told = resolve)));
  openConsole('/panel/switch', one, END_USER);
  const name = 'DESCARGAR CSV TEMP/HUM';
  expect(await screen.findByRole('button', { name })).toBeDisabled();
  told([liveSwitch()]);
  await screen.findByText('Este sitio no tiene sensor de temperatura y humedad.');
  expect(screen.getByRole('button', { name })).toBeEnabled();
});
