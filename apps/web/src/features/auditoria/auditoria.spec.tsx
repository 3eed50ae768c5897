import { jest } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import { adminServer, openConsole } from '../../test/console.js';

it('says when the trail cannot be read, and reads it when asked again', async () => {
  jest.spyOn(console, 'error').mockImplementation(() => undefined);
  const server = adminServer()
    .answer('empresas.seleccion', [])
    .answer('usuarios.listar', [])
    .refuse('auditoria.listar');
  const { user } = openConsole('/auditoria', server);
  await screen.findByText('No se pudo cargar la auditoría.', { exact: false });
  server.answer('auditoria.listar', { entradas: [], siguiente: null });
  await user.click(screen.getByRole('button', { name: 'Reintentar' }));
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
  expect(screen.queryByText('No se pudo cargar la auditoría.', { exact: false })).toBeNull();
});
