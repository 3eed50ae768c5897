import { jest } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import { adminServer, openConsole } from '../../test/console.js';
import { EMPRESA, empresa } from '../../test/records.js';

it('says why no group can be made while the switches could not be read', async () => {
  jest.spyOn(console, 'error').mockImplementation(() => undefined);
  const server = adminServer()
    .answer('empresas.seleccion', [EMPRESA])
    .answer('empresas.listar', [empresa()])
    .answer('enclavamientos.listar', [])
    .refuse('switches.listar');
  const { user } = openConsole('/enclavamientos', server);
  await screen.findByText(/^No se pudieron leer los switches de la empresa: sin ellos no se puede crear/);
  expect(screen.getByRole('button', { name: 'Nuevo enclavamiento' })).toBeDisabled();
  server.answer('switches.listar', []);
  await user.click(screen.getByRole('button', { name: 'Reintentar' }));
  await waitFor(() => expect(screen.getByRole('button', { name: 'Nuevo enclavamiento' })).toBeEnabled());
});
