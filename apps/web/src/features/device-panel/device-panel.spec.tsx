import { jest } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import { openConsole } from '../../test/console.js';
import { END_USER } from '../../test/records.js';
import { Server } from '../../test/server.js';

const server = () => new Server().answer('salud', { status: 'ok' }).answer('avisos.listar', []);

describe('Mis Dispositivos', () => {
  it('says so when nothing is assigned', async () => {
    openConsole('/panel/dispositivos', server().answer('dispositivos.de_usuario', []), END_USER);
    await screen.findByText('No tienes actuadores asignados.');
    screen.getByText('No tienes centinelas asignados.');
  });

  it('does not say that nothing is assigned when the list cannot be read, and fills by itself', async () => {
    jest.spyOn(console, 'error').mockImplementation(() => undefined);
    const one = server().refuse('dispositivos.de_usuario');
    openConsole('/panel/dispositivos', one, END_USER);
    await waitFor(() => expect(screen.getAllByText(/^No se pudieron leer tus dispositivos\./)).toHaveLength(2));
    expect(screen.queryByText(/^No tienes/)).toBeNull();
    expect(document.querySelector('.chakra-skeleton')).toBeNull();
    one.answer('dispositivos.de_usuario', []);
    await screen.findByText('No tienes actuadores asignados.');
  });
});
