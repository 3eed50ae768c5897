import { ChakraProvider } from '@chakra-ui/react';
import { jest } from '@jest/globals';
import { render, screen, waitFor } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { system } from '../../app/theme/system.js';
import { openConsole, type OpenConsole } from '../../test/console.js';
import { END_USER } from '../../test/records.js';
import { Refusal, Server } from '../../test/server.js';
import { Component as Login } from './login.page.js';

const FAILURE = 'Credenciales inválidas o servidor no disponible.';

const fillIn = async (user: OpenConsole['user']): Promise<void> => {
  await user.type(await screen.findByLabelText('Email'), END_USER.email);
  await user.type(screen.getByLabelText('Password'), 'una clave de campo');
  await user.click(screen.getByRole('button', { name: 'Login' }));
};

it.each(['credenciales_invalidas', 'datos_invalidos', 'servicio_no_disponible'] as const)(
  'says its one sentence when the answer is %s, and keeps what was typed',
  async (codigo) => {
    const server = new Server().answer('auth.entrar', new Refusal(codigo));
    const { user, at } = openConsole('/login', server, null);
    await fillIn(user);
    await waitFor(() => expect(screen.getByRole('alert')).toHaveTextContent(FAILURE));
    expect(screen.getByLabelText('Email')).toHaveValue(END_USER.email);
    expect(screen.getByLabelText('Password')).toHaveValue('una clave de campo');
    expect([at(), localStorage.getItem('token')]).toEqual(['/login', null]);
  },
);

it('asks for a code only once the server does, and says when it was wrong', async () => {
  const server = new Server().answer('auth.entrar', new Refusal('falta_codigo'));
  const { user, at } = openConsole('/login', server, null);
  await fillIn(user);
  const code = await screen.findByLabelText(/^Código de verificación/);
  expect(screen.queryByRole('alert')).toBeNull();
  server.answer('auth.entrar', new Refusal('codigo_incorrecto'));
  await user.type(code, '123456');
  await user.click(screen.getByRole('button', { name: 'Login' }));
  await waitFor(() => expect(screen.getByRole('alert')).toHaveTextContent('El código no es correcto, o ya se usó.'));
  expect(server.sent.map(({ body }) => (body as { codigo?: string }).codigo)).toEqual([undefined, '123456']);
  expect(at()).toBe('/login');
});

it('says while it waits that it is about to enter', async () => {
  const server = new Server().answer('auth.entrar', new Promise(() => undefined));
  const { user } = openConsole('/login', server, null);
  await fillIn(user);
  expect(await screen.findByRole('button', { name: 'Entrando...' })).toBeDisabled();
});

it.each([
  [false, 'Detener las láminas', 'Seguir con las láminas'],
  [true, 'Seguir con las láminas', 'Detener las láminas'],
])(
  'shows its slides in turn, or still (less motion wanted: %s), until a person says otherwise',
  async (less, first, then) => {
    jest
      .spyOn(window, 'matchMedia')
      .mockImplementation((query) => ({ matches: less && query.includes('motion') }) as never);
    const { user } = openConsole('/login', new Server(), null);
    await user.click(await screen.findByRole('button', { name: first }));
    screen.getByRole('button', { name: then });
  },
);

it('demands email and password before anything is sent', async () => {
  const server = new Server();
  const { user } = openConsole('/login', server, null);
  await user.click(await screen.findByRole('button', { name: 'Login' }));
  for (const field of ['Email', 'Password']) expect(screen.getByLabelText(field)).toBeInvalid();
  expect(server.sent).toEqual([]);
});

it('says the same sentence when the server cannot be reached', async () => {
  const { user } = openConsole('/login', new Server(), null);
  globalThis.fetch = () => Promise.reject(new TypeError('Failed to fetch'));
  await fillIn(user);
  await waitFor(() => expect(screen.getByRole('alert')).toHaveTextContent(FAILURE));
});

it('sends an account without a known rol nowhere', async () => {
  const { user, at } = openConsole('/login', new Server(), null);
  globalThis.fetch = () =>
    Promise.resolve(Response.json({ token: 'x', user: { id: 1, nombre: 'Nadie', rol: 'otro' } }));
  await fillIn(user);
  await screen.findByText('Sin rol válido');
  expect(at()).toBe('/login');
});

it('forgets a stored session of an unknown rol', async () => {
  localStorage.setItem('token', 'x');
  localStorage.setItem('user', '{"rol":"rey"}');
  openConsole('/login', new Server(), null);
  await screen.findByRole('button', { name: 'Login' });
  expect([localStorage.getItem('token'), localStorage.getItem('user')]).toEqual([null, null]);
});

it('leaves the caret in the field to which a person went on while it was being drawn', () => {
  document.body.insertAdjacentHTML(
    'afterbegin',
    '<div id="casco"><form><input name="email"><input name="password"></form></div>',
  );
  const [email, password] = document.querySelectorAll('input');
  email!.focus();
  const GoesOn = () => {
    password!.focus();
    return null;
  };
  render(
    <ChakraProvider value={system}>
      <MemoryRouter>
        <Login />
        <GoesOn />
      </MemoryRouter>
    </ChakraProvider>,
  );
  expect(screen.getByLabelText('Password')).toHaveFocus();
  document.querySelector('#casco')!.remove();
});
