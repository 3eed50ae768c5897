import { screen, waitFor } from '@testing-library/react';
import { adminServer, openConsole } from '../../test/console.js';
import { loseSocket } from '../../test/live-socket.js';

const reads = (server: ReturnType<typeof adminServer>) =>
  server.sent.filter(({ name }) => name === 'empresas.listar').length;

describe('a live connection that the server ends', () => {
  it('makes the screen read again at once, because its person may have lost a right', async () => {
    const { server } = openConsole('/empresas', adminServer().answer('empresas.listar', []));
    await screen.findByText(/Aún no hay empresas/);
    const before = reads(server);
    loseSocket('io server disconnect', true);
    await waitFor(() => expect(reads(server)).toBe(before + 1));
  });

  it('makes it read again when the line comes back, because messages were lost meanwhile', async () => {
    const { server } = openConsole('/empresas', adminServer().answer('empresas.listar', []));
    await screen.findByText(/Aún no hay empresas/);
    const before = reads(server);
    loseSocket('transport close');
    await waitFor(() => expect(reads(server)).toBe(before + 1));
  });
});
