import { screen, waitFor, within } from '@testing-library/react';
import { adminServer, dialog, openConsole } from '../../test/console.js';
import { EMPRESA, placa } from '../../test/records.js';

describe('Placas', () => {
  it('change the name and the sitio of a board', async () => {
    const board = placa({ nombre: 'Compuerta', sitio: '' });
    const server = adminServer()
      .answer('empresas.seleccion', [EMPRESA])
      .answer('placas.listar', [board])
      .answer('placas.direccion', { url: null, puerto: 1883, broker_externo: 0 })
      .answer('placas.descartes', [])
      .answer('placas.actualizar', { ...board, sitio: 'Sector norte' });
    const { user } = openConsole('/placas', server);
    await user.click(await screen.findByRole('button', { name: `Ver la placa ${board.id}` }));
    const sheet = await dialog(`Placa ${board.id}`);
    await user.click(sheet.getByRole('button', { name: 'Nombre y sitio' }));
    const form = await dialog(`Nombre y sitio de la placa ${board.id}`);
    expect(form.getByLabelText('Nombre (opcional)')).toHaveValue('Compuerta');
    await user.type(form.getByLabelText('Sitio (opcional)'), 'Sector norte');
    server.answer('placas.listar', [{ ...board, sitio: 'Sector norte' }]);
    await user.click(form.getByRole('button', { name: 'Guardar' }));
    await waitFor(() => expect(screen.getAllByRole('dialog')).toHaveLength(1));
    await within(screen.getByRole('dialog')).findByText('Sector norte');
    expect(server.writings).toEqual([
      expect.objectContaining({ name: 'placas.actualizar', body: { nombre: 'Compuerta', sitio: 'Sector norte' } }),
    ]);
  });
});
