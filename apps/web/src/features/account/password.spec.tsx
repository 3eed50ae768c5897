import { screen, waitFor } from '@testing-library/react';
import { adminServer, answerQuestion, openConsole } from '../../test/console.js';
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
  screen.getByText(/^Puede que sí haya cambiado/);
  await waitFor(() => expect(screen.queryByText('Sin conexión con el servidor.')).toBeNull());
  await waitFor(() => expect(save()).toBeEnabled());
  expect(screen.getByLabelText(/^Contraseña actual/)).toHaveValue('una clave de campo');
});

it('says nothing of an earlier change beside passwords that differ, nor of those once they are written again', async () => {
  const one = server().answer('cuenta.clave', { token: 'the-new-one', user: EMPRESA_ADMIN });
  const { user } = await change(one);
  await screen.findByText('Tu contraseña quedó cambiada.');
  await user.type(screen.getByLabelText(/^Contraseña actual/), 'otra clave de campo');
  expect(screen.queryByText('Tu contraseña quedó cambiada.')).toBeNull();
  await user.type(screen.getByLabelText(/^Contraseña nueva/), 'una tercera clave');
  await user.type(screen.getByLabelText(/^Repite la contraseña nueva/), 'una cuarta clave');
  await user.click(save());
  await screen.findByText('Las dos contraseñas nuevas no coinciden.');
  await user.type(screen.getByLabelText(/^Repite la contraseña nueva/), 'x');
  expect(screen.queryByText('Las dos contraseñas nuevas no coinciden.')).toBeNull();
});

it('asks before a Telegram is unlinked', async () => {
  const one = server()
    .answer('cuenta.telegram', { vinculado_desde: 1, bot: '@riego_bot' })
    .answer('usuarios.desvincular_telegram', null);
  const { user } = openConsole('/cuenta', one, EMPRESA_ADMIN);
  await user.click(await screen.findByRole('button', { name: 'Desvincular' }));
  await answerQuestion(user, '¿Desvincular tu Telegram?', 'Cancelar');
  expect(one.writings).toEqual([]);
  await user.click(screen.getByRole('button', { name: 'Desvincular' }));
  await answerQuestion(user, '¿Desvincular tu Telegram?', 'Desvincular');
  await waitFor(() => expect(one.writings.map(({ name }) => name)).toEqual(['usuarios.desvincular_telegram']));
});

it('tells who belongs to no company that the code is good with the bot of any', async () => {
  openConsole('/cuenta', server());
  await screen.findByText('El código vale con el bot de Telegram de cualquier empresa.');
  expect(screen.queryByText(/^Tu empresa aún no tiene un bot/)).toBeNull();
});
