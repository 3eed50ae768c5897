import { jest } from '@jest/globals';
import type { Auditoria, Usuario } from '@acequia/contracts';
import { screen, waitFor } from '@testing-library/react';
import { adminServer, openConsole } from '../../test/console.js';
import { EMPRESA } from '../../test/records.js';
import { ofUsuario } from '../finder/lib/findable.js';

it('says when the trail cannot be read, and reads it when asked again', async () => {
  jest.spyOn(console, 'error').mockImplementation(() => undefined);
  const server = adminServer()
    .answer('empresas.seleccion', [])
    .answer('usuarios.listar', [])
    .refuse('auditoria.listar');
  const { user } = openConsole('/auditoria', server);
  await screen.findByText('No se pudo cargar la auditoría.', { exact: false });
  server.answer('auditoria.listar', { entradas: [], siguiente: null });
  await user.click(screen.getByRole('button', { name: 'Reintentar' }));
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
  expect(screen.queryByText('No se pudo cargar la auditoría.', { exact: false })).toBeNull();
});

const ENTRY: Auditoria = {
  id: '9',
  ts: 1,
  usuario_id: 31,
  usuario_nombre: 'Ana Campos',
  usuario_email: 'ana@acequia.test',
  servicio: null,
  empresa_id: EMPRESA.id,
  empresa_nombre: EMPRESA.nombre,
  entidad: 'switch',
  entidad_id: 41,
  entidad_nombre: 'Válvula A1',
  accion: 'switch.actualizar',
  descripcion: 'Cambió al switch «Válvula A1»',
  cambios: [],
};

it('leads to the person and to what was changed, and filters by either', async () => {
  const gone: Auditoria = { ...ENTRY, id: '8', accion: 'switch.eliminar', descripcion: 'Eliminó el switch' };
  const server = adminServer()
    .answer('empresas.seleccion', [EMPRESA])
    .answer('auditoria.listar', { entradas: [ENTRY, gone], siguiente: null });
  const { user, at } = openConsole('/auditoria', server);
  const [person] = await screen.findAllByRole('link', { name: 'Ana Campos' });
  expect(person).toHaveAttribute('href', '/usuarios?empresa=&id=31');
  // What was deleted has no page.
  const [page, ...more] = screen.getAllByRole('link', { name: 'Abrir Válvula A1' });
  expect(page).toHaveAttribute('href', `/switches/41?empresa=${EMPRESA.id}`);
  expect(more).toEqual([]);
  await user.click(screen.getAllByRole('button', { name: 'Ver solo lo que hizo Ana Campos' })[0]!);
  await waitFor(() => expect(at()).toContain('usuario_id=31'));
});

it("shows only what a person did, by the finder's link", async () => {
  const ana = {
    id: 31,
    nombre: 'Ana Campos & Cía',
    email: 'ana@acequia.test',
    empresa_id: EMPRESA.id,
    empresa_nombre: '',
  };
  const { to } = ofUsuario(ana as Usuario).actions.find(({ text }) => text === 'Ver qué ha hecho')!;
  const server = adminServer()
    .answer('empresas.seleccion', [EMPRESA])
    .answer('auditoria.listar', { entradas: [], siguiente: null });
  openConsole(to, server);
  await screen.findByText(/Ana Campos & Cía/);
  const [asked] = server.sent.filter(({ name }) => name === 'auditoria.listar');
  expect(asked!.query).toMatchObject({ usuario_id: '31' });
});
