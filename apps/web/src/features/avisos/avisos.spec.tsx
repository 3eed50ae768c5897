import type { Aviso, UsuarioDeSesion } from '@acequia/contracts';
import { screen, within } from '@testing-library/react';
import { adminServer, openConsole } from '../../test/console.js';
import { EMPRESA, EMPRESA_ADMIN, END_USER } from '../../test/records.js';

const attended: Aviso = {
  ...{ id: 1, empresa_id: EMPRESA.id, tipo: 'placa_sin_conexion', severidad: 'alta', estado: 'reconocido', desde: 1 },
  ...{
    hasta: null,
    texto: 'Placa 1001 sin conexión',
    placa_id: 61,
    switch_id: null,
    dispositivo_id: null,
    sitio: null,
  },
  ...{ reconocido_por: 'Ana Campos', reconocido_por_id: 31, reconocido_ts: 2, nota: null, veces: 1 },
  ...{ silenciado: 0, entrega: null },
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
