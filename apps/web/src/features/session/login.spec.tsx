import { screen, waitFor } from '@testing-library/react';
import { openConsole } from '../../test/console.js';
import { END_USER } from '../../test/records.js';
import { Refusal, Server } from '../../test/server.js';

const FAILURE = 'Credenciales inválidas o servidor no disponible.';

it.each(['credenciales_invalidas', 'servicio_no_disponible'] as const)(
  'says its one sentence when the answer is %s, and keeps what was typed',
  async (codigo) => {
    const server = new Server().answer('auth.entrar', new Refusal(codigo));
    const { user, at } = openConsole('/login', server, null);
    await user.type(await screen.findByLabelText('Email'), END_USER.email);
    await user.type(screen.getByLabelText('Password'), 'una clave de campo');
    await user.click(screen.getByRole('button', { name: 'Login' }));
    await waitFor(() => expect(screen.getByRole('alert')).toHaveTextContent(FAILURE));
    expect(screen.getByLabelText('Email')).toHaveValue(END_USER.email);
    expect(screen.getByLabelText('Password')).toHaveValue('una clave de campo');
    expect([at(), localStorage.getItem('token')]).toEqual(['/login', null]);
  },
);

it('says while it waits that it is about to enter', async () => {
  const server = new Server().answer('auth.entrar', new Promise(() => undefined));
  const { user } = openConsole('/login', server, null);
  await user.type(await screen.findByLabelText('Email'), END_USER.email);
  await user.type(screen.getByLabelText('Password'), 'una clave de campo');
  await user.click(screen.getByRole('button', { name: 'Login' }));
  await screen.findByRole('button', { name: 'Entrando...' });
});
