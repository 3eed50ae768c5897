import { jest } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import { adminServer, openConsole } from '../../test/console.js';
import { attempts, loseSocket } from '../../test/live-socket.js';

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

describe('a page that is seen again', () => {
  afterEach(() => jest.restoreAllMocks());

  it.each([
    [10, 1],
    [15, 2],
  ])('after %i s has opened %i connections: what a phone kept while it slept may be dead', async (seconds, opened) => {
    openConsole('/empresas', adminServer().answer('empresas.listar', []));
    await screen.findByText(/Aún no hay empresas/);
    const visibility = jest.spyOn(document, 'visibilityState', 'get');
    const changeTo = (state: DocumentVisibilityState) => {
      visibility.mockReturnValue(state);
      document.dispatchEvent(new Event('visibilitychange'));
    };
    changeTo('hidden');
    const then = Date.now() + seconds * 1_000;
    jest.spyOn(Date, 'now').mockReturnValue(then);
    changeTo('visible');
    expect(attempts()).toBe(opened);
  });
});
