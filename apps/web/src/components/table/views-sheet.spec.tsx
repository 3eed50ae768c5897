import { screen, waitFor } from '@testing-library/react';
import { adminServer, dialog, openConsole } from '../../test/console.js';
import { usuario } from '../../test/records.js';

it('keeps what a list shows under a name, as a link that leads back to it', async () => {
  const server = adminServer().answer('usuarios.listar', [usuario(), usuario({ id: 32, nombre: 'Beto Ruiz' })]);
  let vistas: unknown[] = [];
  server.answer('cuenta.vistas', () => ({ vistas }));
  server.answer('cuenta.guardar_vistas', ({ body }: { body: { vistas: unknown[] } }) => ({
    vistas: (vistas = body.vistas),
  }));
  const { user, at } = openConsole('/usuarios?q=ana&orden=-nombre&pagina=2', server.answer('empresas.seleccion', []));
  await user.click(await screen.findByRole('button', { name: 'Vistas' }));
  let sheet = await dialog('Vistas de usuarios');
  await sheet.findByText('Aún no hay vistas de esta lista.');
  await user.type(sheet.getByLabelText(/^Guardar lo que se ve como/), 'Las Anas');
  await user.click(sheet.getByRole('button', { name: 'Guardar' }));
  const saved = await sheet.findByRole('link', { name: 'Las Anas' });
  expect(saved).toHaveAttribute('href', '/usuarios?q=ana&orden=-nombre');
  await user.click(sheet.getByRole('button', { name: 'Cerrar' }));

  await user.clear(await screen.findByLabelText('Buscar en usuarios'));
  await waitFor(() => expect(at()).not.toContain('q='));
  await user.click(screen.getByRole('button', { name: 'Vistas' }));
  sheet = await dialog('Vistas de usuarios');
  await user.click(await sheet.findByRole('link', { name: 'Las Anas' }));
  await waitFor(() => expect(at()).toContain('q=ana'));

  await user.click(await screen.findByRole('button', { name: 'Vistas' }));
  sheet = await dialog('Vistas de usuarios');
  await user.click(await sheet.findByRole('button', { name: 'Quitar Las Anas' }));
  await sheet.findByText('Aún no hay vistas de esta lista.');
});
