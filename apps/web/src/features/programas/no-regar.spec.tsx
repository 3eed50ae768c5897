import { screen, waitFor, within } from '@testing-library/react';
import { adminServer, answerQuestion, dialog, openConsole } from '../../test/console.js';
import { EMPRESA, empresa } from '../../test/records.js';

const farm = () =>
  adminServer()
    .answer('empresas.seleccion', [EMPRESA])
    .answer('empresas.listar', [empresa()])
    .answer('switches.listar', [])
    .answer('dispositivos.listar', [])
    .answer('placas.listar', [])
    .answer('programas.listar', [])
    .answer('no_regar.listar', []);

const UNREAD = /No se pudo leer si hay un «No regar» en vigor/;

describe('Programas', () => {
  it('says so when it could not be read whether a «No regar» is in force', async () => {
    openConsole('/programas', farm().refuse('no_regar.listar'));
    await screen.findByText(UNREAD);
  });

  it('says nothing of it while none is in force', async () => {
    openConsole('/programas', farm());
    await screen.findByText('Esta empresa aún no tiene programas.');
    expect(screen.queryByText(UNREAD)).toBeNull();
  });

  it('wait for «No regar hasta…», which says where and why until somebody ends it', async () => {
    const held = {
      id: 4,
      empresa_id: EMPRESA.id,
      placa_id: null,
      sitio: null,
      desde: 1,
      hasta: Date.now() + 86_400_000,
      motivo: 'Lluvia prevista',
      usuario_id: 1,
      pendiente: 0,
    };
    const one = farm()
      .answer('no_regar.crear', () => {
        one.answer('no_regar.listar', [held]);
        return held;
      })
      .answer('no_regar.eliminar', () => void one.answer('no_regar.listar', []));
    const { user } = openConsole('/programas', one);
    await user.click(await screen.findByRole('button', { name: 'No regar hasta…' }));
    const form = await dialog('No regar hasta…');
    await user.click(form.getByRole('button', { name: 'Guardar' }));
    await form.findByText('Este dato es obligatorio');
    expect(one.writings).toEqual([]);
    await user.type(form.getByLabelText(/^Motivo/), 'Lluvia prevista');
    await user.click(form.getByRole('button', { name: 'Guardar' }));
    const list = within(await screen.findByRole('list', { name: 'No regar' }));
    list.getByText(/Toda la empresa/);
    list.getByText(/Lluvia prevista/);
    await user.click(list.getByRole('button', { name: 'Volver a regar' }));
    const question = await dialog('¿Volver a regar?', 'alertdialog');
    question.getByText(/Toda la empresa: Lluvia prevista/);
    await answerQuestion(user, '¿Volver a regar?', 'Volver a regar');
    await waitFor(() => expect(screen.queryByRole('list', { name: 'No regar' })).toBeNull());
    expect(one.writings.map(({ name }) => name)).toEqual(['no_regar.crear', 'no_regar.eliminar']);
  });
});
