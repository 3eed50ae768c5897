import { fireEvent, screen, waitFor } from '@testing-library/react';
import { instantOf } from '../../lib/time/zone.js';
import { adminServer, openConsole } from '../../test/console.js';
import { EMPRESA, empresa, placa, switchOf } from '../../test/records.js';

const SILENCE = {
  empresa_id: EMPRESA.id,
  desde: 1,
  hasta: 2,
  motivo: 'Obra',
  usuario_nombre: 'Ana',
  placa_id: null,
  switch_id: null,
  dispositivo_id: null,
  sitio: null,
};

it('leads from a silence to the switch or board that it is for', async () => {
  const [board, sw] = [placa(), switchOf()];
  const server = adminServer()
    .answer('empresas.seleccion', [EMPRESA])
    .answer('placas.listar', [board])
    .answer('switches.listar', [sw])
    .answer('dispositivos.listar', [])
    .answer('avisos.silencios', [
      { ...SILENCE, id: 1, switch_id: sw.id, usuario_id: 31 },
      { ...SILENCE, id: 2, placa_id: board.placa_id },
      { ...SILENCE, id: 3 },
    ]);
  openConsole(`/avisos/silencios?empresa=${EMPRESA.id}`, server);
  const toSwitch = await screen.findByRole('link', { name: 'Sector 1 - Válvula A1' });
  expect(toSwitch).toHaveAttribute('href', `/switches/${sw.id}?empresa=${EMPRESA.id}`);
  const toBoard = screen.getByRole('link', { name: `Placa ${board.id}` });
  expect(toBoard).toHaveAttribute('href', `/placas?empresa=${EMPRESA.id}&placa=${board.placa_id}`);
  expect(screen.queryByRole('link', { name: 'Toda la empresa' })).toBeNull();
  // The others are older than the id: known by name only.
  expect(screen.getByRole('link', { name: 'Ana' })).toHaveAttribute('href', '/usuarios?empresa=&id=31');
});

it('plans a silence by the clock of its company, and none that would have begun', async () => {
  const server = adminServer()
    .answer('empresas.listar', [empresa()])
    .answer('empresas.seleccion', [EMPRESA])
    .answer('placas.listar', [placa()])
    .answer('switches.listar', [])
    .answer('dispositivos.listar', [])
    .answer('avisos.silencios', [])
    .answer('avisos.silenciar', { ...SILENCE, id: 1 });
  const { user } = openConsole(`/avisos/silencios?empresa=${EMPRESA.id}`, server);
  await user.click(await screen.findByRole('button', { name: 'Nuevo silencio' }));
  const begin = await screen.findByLabelText(/Empieza/);
  await waitFor(() => expect(begin).toBeEnabled());
  await user.type(screen.getByLabelText(/Motivo/), 'Poda');
  fireEvent.change(begin, { target: { value: '2020-01-01T06:00' } });
  await user.click(screen.getByRole('button', { name: 'Guardar' }));
  expect(await screen.findByText('Elige un momento que no haya pasado')).toBeVisible();
  const morning = `${new Date().getFullYear() + 1}-01-15T06:00`;
  fireEvent.change(begin, { target: { value: morning } });
  await user.click(screen.getByRole('button', { name: 'Guardar' }));
  await waitFor(() => expect(server.writings).toHaveLength(1));
  const desde = instantOf(morning, empresa().zona_horaria);
  expect(server.writings[0]?.body).toMatchObject({ desde, hasta: desde! + 4 * 3_600_000, motivo: 'Poda' });
});

it('takes a start that is half written for a mistake, not for a silence from now on', async () => {
  const server = adminServer()
    .answer('empresas.listar', [empresa()])
    .answer('empresas.seleccion', [EMPRESA])
    .answer('placas.listar', [])
    .answer('switches.listar', [])
    .answer('dispositivos.listar', [])
    .answer('avisos.silencios', [])
    .answer('avisos.silenciar', { ...SILENCE, id: 1 });
  const { user } = openConsole(`/avisos/silencios?empresa=${EMPRESA.id}`, server);
  await user.click(await screen.findByRole('button', { name: 'Nuevo silencio' }));
  const begin = await screen.findByLabelText(/Empieza/);
  await waitFor(() => expect(begin).toBeEnabled());
  await user.type(screen.getByLabelText(/Motivo/), 'Poda');
  // What a browser says of a day without an hour; jsdom knows no such half.
  let badInput = true;
  Object.defineProperty(begin, 'validity', { get: () => ({ badInput }) });
  await user.click(screen.getByRole('button', { name: 'Guardar' }));
  await screen.findByText('«Empieza» quedó a medias: termínalo o bórralo.');
  expect(begin).toHaveFocus();
  expect(server.writings).toEqual([]);
  badInput = false;
  await user.click(screen.getByRole('button', { name: 'Guardar' }));
  await waitFor(() => expect(server.writings).toHaveLength(1));
});
