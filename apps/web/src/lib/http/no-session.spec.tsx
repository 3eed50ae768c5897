import { api } from './api-client.js';

it('sends nothing that needs a session once there is none, and still what does not', async () => {
  localStorage.clear();
  const sent: string[] = [];
  globalThis.fetch = (url) => {
    sent.push(String(url));
    return Promise.resolve(Response.json({}));
  };
  await expect(api('cuenta.leer', {})).rejects.toMatchObject({ status: 401, codigo: 'sesion_invalida' });
  expect(sent).toEqual([]);
  await api('auth.entrar', { body: { email: 'a@b.mx', password: 'secreta' } });
  expect(sent).toEqual(['/api/auth/login']);
});
