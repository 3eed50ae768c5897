import { screen } from '@testing-library/react';
import { adminServer, openConsole } from '../../test/console.js';
import { EMPRESA, placa, switchOf } from '../../test/records.js';

const SILENCE = {
  ...{ empresa_id: EMPRESA.id, desde: 1, hasta: 2, motivo: 'Obra', usuario_nombre: 'Ana' },
  ...{ placa_id: null, switch_id: null, dispositivo_id: null, sitio: null },
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
  expect(toSwitch).toHaveAttribute('href', `/switches?empresa=${EMPRESA.id}&switch=${sw.id}`);
  const toBoard = screen.getByRole('link', { name: `Placa ${board.id}` });
  expect(toBoard).toHaveAttribute('href', `/placas?empresa=${EMPRESA.id}&placa=${board.placa_id}`);
  expect(screen.queryByRole('link', { name: 'Toda la empresa' })).toBeNull();
  // The others are older than the id: known by name only.
  expect(screen.getByRole('link', { name: 'Ana' })).toHaveAttribute('href', '/usuarios?empresa=&id=31');
});
