import { jest } from '@jest/globals';
import type { Aviso, UsuarioDeSesion } from '@acequia/contracts';
import { act, screen, waitFor, within } from '@testing-library/react';
import { adminServer, dialog, openConsole } from '../../test/console.js';
import { receive } from '../../test/live-socket.js';
import { EMPRESA, EMPRESA_ADMIN, END_USER } from '../../test/records.js';
import { Refusal } from '../../test/server.js';

const attended: Aviso = {
  id: 1,
  empresa_id: EMPRESA.id,
  tipo: 'placa_sin_conexion',
  severidad: 'alta',
  estado: 'reconocido',
  desde: 1,
  hasta: null,
  texto: 'Placa 1001 sin conexión',
  placa_id: 61,
  switch_id: null,
  dispositivo_id: null,
  sitio: null,
  reconocido_por: 'Ana Campos',
  reconocido_por_id: 31,
  reconocido_ts: 2,
  nota: null,
  veces: 1,
  silenciado: 0,
  entrega: null,
};

const openFor = async (path: string, person: UsuarioDeSesion) => {
  const server = adminServer().answer('avisos.listar', [attended]).answer('avisos.silencios', []);
  openConsole(path, server, person);
  return within((await screen.findByText(attended.texto)).closest('li')!);
};

it('leads an administrator from an alarm to who acknowledged it', async () => {
  const line = await openFor('/avisos', EMPRESA_ADMIN);
  expect(line.getByRole('link', { name: 'Ana Campos' })).toHaveAttribute('href', '/usuarios?empresa=&id=31');
});

it('says of an open alarm that its condition is gone, and since when', async () => {
  const calm: Aviso = { ...attended, calma_desde: Date.now() - 5 * 60_000 };
  const server = adminServer().answer('avisos.listar', [calm]).answer('avisos.silencios', []);
  openConsole('/avisos', server, EMPRESA_ADMIN);
  const line = within((await screen.findByText(calm.texto)).closest('li')!);
  line.getByText('Normal desde hace 5m; se cierra si sigue así');
});

it('names who acknowledged it to a usuario, who has no way to the page of a person', async () => {
  const line = await openFor('/panel/avisos', END_USER);
  line.getByText(/^Reconocido por Ana Campos,/);
  expect(line.queryByRole('link', { name: 'Ana Campos' })).toBeNull();
});

it('lets a usuario take an alarm and leave it with one press, and says who has it as soon as that is told', async () => {
  const free: Aviso = { ...attended, estado: 'disparado', reconocido_por: null };
  const mine: Aviso = { ...free, encargado: END_USER.nombre, encargado_id: END_USER.id, encargado_ts: 3 };
  let stored = free;
  const server = adminServer()
    .answer('avisos.listar', () => [stored])
    .answer('avisos.tomar', () => (stored = mine))
    .answer('avisos.dejar', () => (stored = free));
  const { user } = openConsole('/panel/avisos', server, END_USER);
  const line = within((await screen.findByText(free.texto)).closest('li')!);
  await user.click(line.getByRole('button', { name: 'Me encargo' }));
  await line.findByText('Lo llevas tú');
  await user.click(line.getByRole('button', { name: 'Ya no lo llevo' }));
  await line.findByRole('button', { name: 'Me encargo' });
  stored = { ...free, encargado: 'Ana Campos', encargado_id: 31, encargado_ts: 4 };
  // The message to usuarios may lack names that this one knows.
  act(() => receive('aviso:cambio', { aviso: { ...stored, texto: 'Un equipo: sin datos.' } }));
  await line.findByText('Lo lleva Ana Campos');
  line.getByText(free.texto);
  expect(line.queryByRole('button', { name: 'Me encargo' })).toBeNull();
  expect(server.writings.map(({ name, params }) => [name, params])).toEqual([
    ['avisos.tomar', { id: '1' }],
    ['avisos.dejar', { id: '1' }],
  ]);
});

it('lets the details take over an alarm that another person has', async () => {
  const theirs: Aviso = { ...attended, encargado: 'Luis Peña', encargado_id: 32, encargado_ts: 3 };
  const server = adminServer()
    .answer('avisos.listar', [theirs])
    .answer('avisos.silencios', [])
    .answer('avisos.entregas', [])
    .answer('avisos.tomar', theirs);
  const { user } = openConsole('/avisos?aviso=1', server, EMPRESA_ADMIN);
  const sheet = await dialog('Aviso');
  sheet.getByText('Quién lo lleva');
  sheet.getByRole('link', { name: 'Luis Peña' });
  await user.click(sheet.getByRole('button', { name: 'Me encargo' }));
  await waitFor(() => expect(server.writings).toMatchObject([{ name: 'avisos.tomar' }]));
});

it('leads a usuario from an alarm to the switch that it is about', async () => {
  const own: Aviso = { ...attended, switch_id: 41 };
  const server = adminServer().answer('avisos.listar', [own]);
  openConsole('/panel/avisos?aviso=1', server, END_USER);
  const sheet = await dialog('Aviso');
  expect(sheet.getByRole('link', { name: 'Ver switch' })).toHaveAttribute('href', '/panel/switch/41');
});

it('says that the alarm of a message could not be read, instead of showing the list without a word', async () => {
  jest.spyOn(console, 'error').mockImplementation(() => undefined);
  const unread = new Refusal('servicio_no_disponible');
  const server = adminServer()
    .answer('avisos.silencios', [])
    .answer('avisos.listar', ({ query }: { query: Record<string, string> }) => (query['estado'] ? [attended] : unread));
  const { user } = openConsole('/avisos?aviso=77', server, EMPRESA_ADMIN);
  await screen.findByText(/^No se pudo leer este aviso/);
  server.answer('avisos.listar', [attended]);
  await user.click(screen.getByRole('button', { name: 'Reintentar' }));
  await screen.findByText(/^Este aviso no está en la lista/);
});

it('asks in whole sentences before an alarm is silenced', async () => {
  const board: Aviso = { ...attended, estado: 'disparado', reconocido_por: null, texto: 'Placa 1001: sin conexión.' };
  const server = adminServer().answer('avisos.listar', [board]).answer('avisos.silencios', []);
  const { user } = openConsole('/avisos', server, EMPRESA_ADMIN);
  await user.click(await screen.findByRole('button', { name: 'Silenciar 2 h' }));
  const question = await dialog('¿Silenciar durante 2 horas?', 'alertdialog');
  question.getByText(/^Placa 1001: sin conexión\. Los avisos de lo mismo/);
});
