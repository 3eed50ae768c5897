import { screen } from '@testing-library/react';
import { openConsole } from '../../test/console.js';
import { dispositivo, END_USER } from '../../test/records.js';
import { Server } from '../../test/server.js';

it('shows no phases of a device that is no meter', async () => {
  const server = new Server()
    .answer('salud', { status: 'ok' })
    .answer('avisos.listar', [])
    .answer('dispositivos.de_usuario', [dispositivo()]);
  openConsole('/panel/centinelas/51', server, END_USER);
  await screen.findByText(/^«Bomba del pozo» no es una centinela/);
  expect(screen.queryByText('Fase A')).toBeNull();
  expect(server.sent.some(({ name }) => name === 'monitor.en_vivo')).toBe(false);
});
