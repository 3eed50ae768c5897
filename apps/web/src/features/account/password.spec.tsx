import { screen, waitFor } from '@testing-library/react';
import { adminServer, openConsole } from '../../test/console.js';
import { EMPRESA_ADMIN } from '../../test/records.js';

const server = () =>
  adminServer()
    .answer('cuenta.telegram', { vinculado_desde: null, bot: null })
    .answer('cuenta.push', { clave_publica: 'a-key', suscripciones: [] });
const save = () => screen.getByRole('button', { name: 'Guardar contraseña' });

async function change(one = server()) {
  const opened = openConsole('/cuenta', one, EMPRESA_ADMIN);
  const { user } = opened;
  await user.type(await screen.findByLabelText(/^Contraseña actual/), 'una clave de campo');
  await user.type(screen.getByLabelText(/^Contraseña nueva/), 'otra clave de campo');
  await user.type(screen.getByLabelText(/^Repite la contraseña nueva/), 'otra clave de campo');
  await user.click(save());
  return opened;
}

it('an administrator changes the own password, is told so, and stays inside with the new session', async () => {
  const one = server().answer('cuenta.clave', { token: 'the-new-one', user: EMPRESA_ADMIN });
  const { at } = await change(one);
  await screen.findByText('Tu contraseña quedó cambiada.');
  expect(document.title).toBe('Mi cuenta | Acequia');
  expect(one.writings).toMatchObject([{ body: { actual: 'una clave de campo', nueva: 'otra clave de campo' } }]);
  expect([at(), localStorage.getItem('token')]).toEqual(['/cuenta', 'the-new-one']);
});

it('a line that breaks during a change of password does not leave the screen without a connection', async () => {
  await change(server().answer('cuenta.clave', () => Promise.reject(new TypeError('Failed to fetch'))));
  await screen.findByText('No hay conexión con el servidor.');
  await waitFor(() => expect(screen.queryByText('Sin conexión con el servidor.')).toBeNull());
  await waitFor(() => expect(save()).toBeEnabled());
  expect(screen.getByLabelText(/^Contraseña actual/)).toHaveValue('una clave de campo');
});
