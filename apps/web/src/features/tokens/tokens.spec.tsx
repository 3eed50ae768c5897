import { jest } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import { adminServer, dialog, openConsole, row } from '../../test/console.js';
import { EMPRESA, EMPRESA_ADMIN, empresa, OTHER_EMPRESA } from '../../test/records.js';

const TOKEN = {
  id: 4,
  nombre: 'ERP',
  empresas: [EMPRESA.id],
  permisos: ['leer', 'operar'],
  sitios: null,
  max_s: 600,
  vence: Date.UTC(2030, 0, 2, 6),
  creado_ts: Date.UTC(2026, 0, 1),
  usado: null,
  usuario_id: 1,
  usuario_nombre: 'Raíz',
  estado: 'vigente',
};
const SECRET = `acq_${'x'.repeat(43)}`;

const server = () =>
  adminServer()
    .answer('empresas.seleccion', [EMPRESA, OTHER_EMPRESA])
    .answer('empresas.listar', [empresa()])
    .answer('tokens.listar', [TOKEN]);

it('lists what each token may do, and revokes one after asking', async () => {
  const one = server().answer('tokens.revocar', {});
  const { user } = openConsole('/tokens', one);
  expect(await row('ERP')).toHaveTextContent('Leer, Operar hasta 10 min');
  one.answer('tokens.listar', []);
  await user.click(screen.getByRole('button', { name: 'Revocar el token ERP' }));
  const question = await dialog('¿Revocar este token?', 'alertdialog');
  question.getByText(/«ERP» dejará de entrar de inmediato/);
  await user.click(question.getByRole('button', { name: 'Revocar' }));
  await screen.findByText(/No hay ningún token/);
  expect(one.sent.find(({ name }) => name === 'tokens.revocar')?.params).toEqual({ id: '4' });
});

it('shows a new token once, to be copied', async () => {
  const one = server().answer('tokens.crear', { ...TOKEN, token: SECRET });
  const { user } = openConsole('/tokens', one, EMPRESA_ADMIN);
  await user.click(await screen.findByRole('button', { name: 'Nuevo token' }));
  const form = await dialog('Nuevo token');
  expect(form.queryByText('Empresas')).toBeNull();
  await user.type(form.getByLabelText(/^Nombre del programa/), 'ERP');
  await user.click(form.getByLabelText('Operar'));
  await user.type(form.getByLabelText(/^Máximo encendido por orden/), '10');
  await user.click(form.getByRole('button', { name: 'Guardar' }));
  const shown = await dialog('Token nuevo');
  shown.getByText(SECRET);
  shown.getByRole('button', { name: 'Copiar el token' });
  expect(one.sent.find(({ name }) => name === 'tokens.crear')?.body).toMatchObject({
    nombre: 'ERP',
    empresa_id: EMPRESA.id,
    permisos: ['leer', 'operar'],
    max_s: 600,
  });
  await user.click(shown.getByRole('button', { name: 'Ya lo guardé' }));
  await waitFor(() => expect(screen.queryByText(SECRET)).toBeNull());
});

it('asks for a permission before anything is sent, and says when the list could not be read', async () => {
  jest.spyOn(console, 'error').mockImplementation(() => undefined);
  const { user } = openConsole('/tokens', server().refuse('tokens.listar'));
  await screen.findByText(/No se pudieron cargar los tokens/);
  await user.click(screen.getByRole('button', { name: 'Nuevo token' }));
  const form = await dialog('Nuevo token');
  await user.type(form.getByLabelText(/^Nombre del programa/), 'ERP');
  await user.click(form.getByLabelText('Leer'));
  await user.click(form.getByRole('button', { name: 'Guardar' }));
  await form.findByText('Elige al menos un permiso');
});
