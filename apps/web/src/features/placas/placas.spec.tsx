import { screen, waitFor, within } from '@testing-library/react';
import { adminServer, chooseEmpresa, columns, dialog, label, labels, openConsole, row } from '../../test/console.js';
import { EMPRESA, empresa, EMPRESA_ADMIN, OTHER_EMPRESA, placa } from '../../test/records.js';

const serverWith = (...stored: ReturnType<typeof placa>[]) =>
  adminServer()
    .answer('empresas.seleccion', [EMPRESA, OTHER_EMPRESA])
    .answer('placas.listar', stored)
    .answer('placas.direccion', { url: null, puerto: 1883, broker_externo: 0 })
    .answer('placas.descartes', []);

async function register() {
  const opened = openConsole('/placas', serverWith());
  await screen.findByText('Aún no hay placas registradas.');
  await opened.user.click(screen.getByRole('button', { name: 'Registrar placa' }));
  const form = await dialog('Registrar Placa');
  return { ...opened, form, save: () => opened.user.click(form.getByRole('button', { name: 'Guardar' })) };
}

describe('Placas', () => {
  it('say what each board is, how it is connected, and what it told of itself', async () => {
    openConsole('/placas', serverWith(placa({ switches: 2 })));
    const cells = within(await row('1001')).getAllByRole('cell');
    expect(columns()).toEqual([
      ...['Placa', 'Nombre', 'Firmware', 'Empresa', 'Conexión', 'Visto', 'Versión', 'Señal', 'Switches', 'Reloj'],
      ...['Revocada', 'Acciones'],
    ]);
    expect(cells.slice(0, -1).map(({ textContent }) => textContent)).toEqual([
      ...['1001', '', 'Acequia', EMPRESA.nombre, 'OFFLINE', '—', '', '—', '2', '—', 'No'],
    ]);
    await waitFor(() => expect(document.title).toBe('Placas | Acequia'));
  });

  it('are registered for a company that the person chose: none is guessed', async () => {
    const { form, server, save } = await register();
    expect(labels()).toEqual([
      ...['Empresa', 'Firmware', 'Número de placa (opcional)', 'Nombre (opcional)', 'Sitio (opcional)'],
    ]);
    expect(form.getByLabelText(label('Empresa'))).toHaveValue('');
    await save();
    await form.findByText('Este dato es obligatorio');
    expect(server.writings).toEqual([]);
  });

  it('are registered for the company that the screen is narrowed to', async () => {
    const foreign = placa({ id: 1002, placa_id: 62, empresa_id: OTHER_EMPRESA.id, nombre: 'Ajena' });
    const server = serverWith(placa({ nombre: 'Compuerta' }), foreign).answer('empresas.listar', [empresa()]);
    const { user } = openConsole('/placas', server);
    await row('Ajena');
    await chooseEmpresa(user, EMPRESA.nombre);
    await waitFor(() => expect(screen.queryByText('Ajena')).toBeNull());
    await row('Compuerta');
    await user.click(screen.getByRole('button', { name: 'Registrar placa' }));
    const form = await dialog('Registrar Placa');
    expect(form.getByLabelText(label('Empresa'))).toHaveValue(String(EMPRESA.id));
  });

  it('keep what was typed when the number is taken', async () => {
    const { user, form, server, save } = await register();
    server.refuse('placas.registrar', 'numero_de_placa_ocupado');
    await user.selectOptions(form.getByLabelText(label('Empresa')), OTHER_EMPRESA.nombre);
    await user.type(form.getByLabelText('Número de placa (opcional)'), '1001');
    await save();
    await within(await form.findByRole('alert')).findByText('Ese número de placa ya está registrado.');
    expect(form.getByLabelText('Número de placa (opcional)')).toHaveValue(1001);
  });

  it('are neither registered nor deleted by an admin_empresa', async () => {
    const { user } = openConsole('/placas', serverWith(placa()), EMPRESA_ADMIN);
    await user.click(await screen.findByRole('button', { name: 'Ver la placa 1001' }));
    const sheet = await dialog('Placa 1001');
    sheet.getByRole('button', { name: 'Revocar' });
    expect(sheet.queryByRole('button', { name: 'Eliminar' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Registrar placa', hidden: true })).toBeNull();
  });

  it('change the name and the sitio of a board', async () => {
    const board = placa({ nombre: 'Compuerta', sitio: '' });
    const server = serverWith(board).answer('placas.actualizar', { ...board, sitio: 'Sector norte' });
    const { user } = openConsole('/placas', server);
    await user.click(await screen.findByRole('button', { name: `Ver la placa ${board.id}` }));
    const sheet = await dialog(`Placa ${board.id}`);
    await user.click(sheet.getByRole('button', { name: 'Nombre y sitio' }));
    const form = await dialog(`Nombre y sitio de la placa ${board.id}`);
    expect(form.getByLabelText('Nombre (opcional)')).toHaveValue('Compuerta');
    await user.type(form.getByLabelText('Sitio (opcional)'), 'Sector norte');
    server.answer('placas.listar', [{ ...board, sitio: 'Sector norte' }]);
    await user.click(form.getByRole('button', { name: 'Guardar' }));
    await (await dialog(`Placa ${board.id}`)).findByText('Sector norte');
    expect(server.writings).toEqual([
      expect.objectContaining({ name: 'placas.actualizar', body: { nombre: 'Compuerta', sitio: 'Sector norte' } }),
    ]);
  });
});
