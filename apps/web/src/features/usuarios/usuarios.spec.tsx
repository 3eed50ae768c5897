import { jest } from '@jest/globals';
import type { Usuario } from '@acequia/contracts';
import { screen, waitFor, within } from '@testing-library/react';
import {
  adminServer,
  answerQuestion,
  buttons,
  columns,
  dialog,
  dialogsClosed,
  label,
  labels,
  openConsole,
  row,
} from '../../test/console.js';
import { EMPRESA, EMPRESA_ADMIN, OTHER_EMPRESA, switchOf, usuario } from '../../test/records.js';
import { Refusal } from '../../test/server.js';

const SWITCHES = [switchOf(), switchOf({ id: 42, nombre: 'Válvula A2' }), switchOf({ id: 43, nombre: 'Bomba' })];

const serverWith = (...stored: Usuario[]) =>
  adminServer()
    .answer('usuarios.listar', stored)
    .answer('empresas.seleccion', [EMPRESA, OTHER_EMPRESA])
    .answer('dispositivos.listar', [])
    .answer('switches.listar', ({ query }: { query: Record<string, string> }) =>
      query['empresa_id'] === String(EMPRESA.id) ? SWITCHES : [switchOf({ id: 44, empresa_id: 8, nombre: 'Ajena' })],
    );

async function create() {
  const opened = openConsole('/usuarios', serverWith());
  await opened.user.click(await screen.findByRole('button', { name: 'Nuevo usuario' }));
  const form = await dialog('Nuevo Usuario');
  await form.findByRole('option', { name: EMPRESA.nombre });
  return { ...opened, form, save: () => opened.user.click(form.getByRole('button', { name: 'Guardar' })) };
}

async function edit(stored: Usuario) {
  const opened = openConsole('/usuarios', serverWith(stored));
  await opened.user.click(await screen.findByRole('button', { name: `Editar ${stored.nombre}` }));
  const form = await dialog('Editar Usuario');
  const retype = async (field: string, text: string) => {
    await opened.user.clear(form.getByLabelText(label(field)));
    await opened.user.type(form.getByLabelText(label(field)), text);
  };
  return { ...opened, form, retype, save: () => opened.user.click(form.getByRole('button', { name: 'Guardar' })) };
}

describe('Usuarios', () => {
  it('says who each person is', async () => {
    openConsole('/usuarios', serverWith(usuario()));
    const cells = within(await row('Ana Campos')).getAllByRole('cell');
    expect(columns()).toEqual(['ID', 'Nombre', 'Correo', 'Activo', 'Rol', 'Empresa', 'Acciones']);
    expect(cells.map(({ textContent }) => textContent)).toEqual(
      expect.arrayContaining(['Ana Campos', 'ana@acequia.test', 'Sí', 'usuario', EMPRESA.nombre]),
    );
    // A route without a title shows only the product's name.
    await waitFor(() => expect(document.title).toBe('Acequia'));
  });

  it('asks for all that a person needs', async () => {
    const { form } = await create();
    expect(labels().toSorted()).toEqual([
      ...['Activo', 'Contraseña', 'Correo', 'Dispositivos asignados', 'Empresa', 'Nombre', 'Rol', 'Switches asignados'],
    ]);
    expect(buttons()).toEqual(['Cancelar', 'Guardar']);
    const optionsOf = (field: string) => form.getByLabelText<HTMLSelectElement>(label(field));
    expect(optionsOf('Rol')).toHaveValue('usuario');
    const roles = [...optionsOf('Rol').options].filter(({ disabled }) => !disabled);
    expect(roles.map(({ text }) => text)).toEqual(['usuario', 'admin_empresa', 'admin_global']);
    const empresas = [...optionsOf('Empresa').options].map(({ text }) => text);
    expect(empresas).toEqual(expect.arrayContaining([EMPRESA.nombre, OTHER_EMPRESA.nombre]));
  });

  it.each([
    [1, 'Suspender'],
    [0, 'Reactivar'],
  ] as const)('for a person with activo %s offers "%s"', async (activo, button) => {
    await edit(usuario({ activo }));
    expect(buttons()).toEqual([button, 'Eliminar', 'Cancelar', 'Guardar']);
  });

  it('has no number, as opposed to 0, when it could not be read', async () => {
    openConsole('/usuarios', serverWith().refuse('usuarios.listar'));
    await screen.findByText('No se pudo cargar la lista de usuarios.');
    screen.getByText('—');
    expect(screen.queryByText('0')).toBeNull();
  });

  it('shows an admin_global without a company', async () => {
    openConsole('/usuarios', serverWith(usuario({ rol: 'admin_global', empresa_id: null, empresa_nombre: null })));
    expect(within(await row('Ana Campos')).getByText('—')).toBeInTheDocument();
  });

  it('shows and hides the password, and tells the browser that it is a new one', async () => {
    const { user, form } = await create();
    const password = form.getByLabelText(/^Contraseña/);
    expect(password).toHaveAttribute('autocomplete', 'new-password');
    expect(password).toHaveAttribute('type', 'password');
    await user.click(form.getByRole('button', { name: 'Mostrar contraseña' }));
    expect(password).toHaveAttribute('type', 'text');
    await user.click(form.getByRole('button', { name: 'Ocultar contraseña' }));
    expect(password).toHaveAttribute('type', 'password');
  });

  it.each(['nombre', 'correo', 'empresa'])('is not sent without %s, and says the one sentence', async (missing) => {
    const { user, server, form, save } = await create();
    await user.type(form.getByLabelText(label('Nombre')), missing === 'nombre' ? '  ' : 'Alguien');
    if (missing !== 'correo') await user.type(form.getByLabelText(label('Correo')), 'a@b.mx');
    await user.type(form.getByLabelText(/^Contraseña/), 'clave de campo');
    if (missing !== 'empresa') await user.selectOptions(form.getByLabelText(label('Empresa')), EMPRESA.nombre);
    await save();
    expect((await form.findByRole('alert')).textContent).toBe('Nombre, correo y empresa requeridos');
    expect(server.writings).toEqual([]);
  });

  it("saves the platform's own administrators, who belong to no company", async () => {
    const { user, server, form, save } = await create();
    server.answer('usuarios.crear', usuario());
    await user.selectOptions(form.getByLabelText(label('Rol')), 'admin_global');
    await user.type(form.getByLabelText(label('Nombre')), 'Guardia de la Plataforma');
    await user.type(form.getByLabelText(label('Correo')), 'guardia@acequia.test');
    await user.type(form.getByLabelText(/^Contraseña/), 'clave de campo');
    expect(form.getAllByPlaceholderText('Elige primero una empresa')).toHaveLength(2);
    await save();
    await dialogsClosed();
    expect(server.writings.at(-1)!.body).toMatchObject({ rol: 'admin_global', empresa_id: null });
  });

  it('needs a password to be created', async () => {
    const { user, server, form, save } = await create();
    server.answer('usuarios.crear', usuario());
    await user.type(form.getByLabelText(label('Nombre')), 'Sin Clave');
    await user.type(form.getByLabelText(label('Correo')), 'sin-clave@acequia.test');
    await user.selectOptions(form.getByLabelText(label('Empresa')), EMPRESA.nombre);
    await save();
    await form.findByText('La contraseña es obligatoria');
    expect(server.writings).toEqual([]);
    await user.type(form.getByLabelText(/^Contraseña/), 'clave de campo');
    await save();
    await dialogsClosed();
    expect(server.writings.map(({ body }) => body)).toEqual([expect.objectContaining({ password: 'clave de campo' })]);
  });

  it('needs no password to be edited', async () => {
    const { server, form, retype, save } = await edit(usuario());
    server.answer('usuarios.actualizar', usuario());
    expect(form.getByLabelText(/^Contraseña/)).toHaveValue('');
    await retype('Nombre', 'Con la de Antes');
    await save();
    await dialogsClosed();
    expect(server.writings.map(({ body }) => body)).toEqual([
      expect.objectContaining({ nombre: 'Con la de Antes', password: null, version: 1 }),
    ]);
  });

  it('is assigned what its company has; another company empties both selections', async () => {
    const { user, server, form, save } = await edit(usuario({ switches_asignados: [{ id: 41 }, { id: 42 }] }));
    server.answer('usuarios.actualizar', usuario());
    const chosen = () => form.queryAllByRole('button', { name: /^Quitar / }).map((each) => each.ariaLabel);
    const press = (name: string) => user.click(form.getByRole('button', { name }));
    await waitFor(() => expect(chosen()).toEqual(['Quitar Sector 1 - Válvula A1', 'Quitar Sector 1 - Válvula A2']));
    await press('Quitar Sector 1 - Válvula A2');
    await press('Abrir Switches asignados');
    await user.click(await form.findByRole('option', { name: 'Sector 1 - Bomba' }));
    expect(chosen()).toEqual(['Quitar Sector 1 - Válvula A1', 'Quitar Sector 1 - Bomba']);
    // A press outside closes the list too, but only from the next frame on.
    await press('Abrir Switches asignados');

    await user.selectOptions(form.getByLabelText(label('Empresa')), OTHER_EMPRESA.nombre);
    await waitFor(() => expect(chosen()).toEqual([]));
    await press('Abrir Switches asignados');
    await user.click(await form.findByRole('option', { name: 'Sector 1 - Ajena' }));
    expect(form.queryByRole('option', { name: 'Sector 1 - Bomba' })).toBeNull();
    await user.type(form.getByRole('combobox', { name: 'Switches asignados' }), 'zzz');
    const nothing = await form.findByRole('option', { name: 'Nada coincide.' });
    expect(nothing).toHaveAttribute('aria-disabled', 'true');
    // Chakra's style sheet hides an empty list without this part.
    expect(nothing.closest('[data-part=empty]')).toBeInTheDocument();
    await press('Vaciar Switches asignados');
    await waitFor(() => expect(chosen()).toEqual([]));
    await save();
    await dialogsClosed();
    expect(server.writings.at(-1)!.body).toMatchObject({ empresa_id: OTHER_EMPRESA.id, switches: [] });
  });

  it('that cannot be saved says why, and loses nothing of what was typed', async () => {
    const { server, form, retype, save } = await edit(usuario());
    server.refuse('usuarios.actualizar', 'email_duplicado');
    await retype('Correo', 'otra@acequia.test');
    await save();
    const alert = within(await form.findByRole('alert'));
    alert.getByText('Error al guardar usuario');
    alert.getByText('Ya existe un usuario con ese correo.');
    expect(form.getByLabelText(label('Correo'))).toHaveValue('otra@acequia.test');
  });

  it.each([
    ['Guardar', 'usuarios.actualizar', null, 'Error al guardar usuario'],
    ['Suspender', 'usuarios.suspender', '¿Suspender este usuario?', 'No se pudo suspender el usuario'],
    ['Reactivar', 'usuarios.reactivar', '¿Reactivar este usuario?', 'No se pudo reactivar el usuario'],
    ['Eliminar', 'usuarios.eliminar', '¿Eliminar este usuario PERMANENTEMENTE?', 'No se pudo eliminar el usuario'],
  ] as const)('says so when %s fails, and keeps what was typed', async (button, call, question, alert) => {
    const { user, server, form, retype } = await edit(usuario({ activo: button === 'Reactivar' ? 0 : 1 }));
    server.refuse(call);
    await retype('Nombre', 'Lo que escribí');
    await user.click(form.getByRole('button', { name: button }));
    if (question) await answerQuestion(user, question, button);
    within(await form.findByRole('alert')).getByText(alert);
    expect(form.getByLabelText(label('Nombre'))).toHaveValue('Lo que escribí');
  });

  it('says that the list could not be loaded', async () => {
    jest.spyOn(console, 'error').mockImplementation(() => undefined);
    openConsole('/usuarios', serverWith().refuse('usuarios.listar'));
    await screen.findByText('No se pudo cargar la lista de usuarios.');
  });

  it('refuses a stale edit, and goes on from what is stored now', async () => {
    const { user, server, form, retype, save } = await edit(usuario());
    const saved = usuario({ rol: 'admin_empresa', version: 2 });
    server
      .answer('usuarios.listar', [saved])
      .answer('usuarios.actualizar', new Refusal('version_vieja', undefined, { actual: saved }));
    await retype('Nombre', 'Otro Nombre');
    await save();
    const conflict = within(await form.findByRole('group', { name: 'Cambios de otra persona' }));
    conflict.getByText('admin_empresa');
    await user.click(conflict.getByRole('button', { name: 'Usar lo guardado' }));
    expect(form.getByLabelText(label('Nombre'))).toHaveValue('Ana Campos');
    expect(form.getByLabelText(label('Rol'))).toHaveValue('admin_empresa');
    server.answer('usuarios.actualizar', saved);
    await retype('Nombre', 'Otro Nombre');
    await save();
    await dialogsClosed();
    expect(server.writings.at(-1)!.body).toMatchObject({ nombre: 'Otro Nombre', rol: 'admin_empresa', version: 2 });
  });
});

it('a company demands a second step of its people, after a question', async () => {
  const server = serverWith(usuario()).answer('usuarios.exigir_segundo_paso', null);
  const { user } = openConsole('/usuarios', server, EMPRESA_ADMIN);
  await user.click(await screen.findByRole('button', { name: 'Exigirla' }));
  await answerQuestion(user, '¿Exigir la verificación en dos pasos?', 'Exigirla');
  await screen.findByText('La empresa exige la verificación en dos pasos');
  expect(server.writings).toMatchObject([{ body: { empresa_id: EMPRESA_ADMIN.empresa_id, exigido: 1 } }]);
});

it('who lost a second step is freed of it, where they are edited', async () => {
  const lost = usuario();
  const server = serverWith(lost)
    .answer('usuarios.segundo_paso', { exigido: 1, usuarios: [lost.id] })
    .answer('usuarios.quitar_segundo_paso', null);
  const { user } = openConsole(`/usuarios?id=${lost.id}`, server);
  const form = await dialog('Editar Usuario');
  await user.click(await form.findByRole('button', { name: 'Quitársela' }));
  await answerQuestion(user, '¿Quitar la verificación en dos pasos?', 'Quitársela');
  await screen.findByText('Verificación en dos pasos quitada');
  expect(server.writings).toMatchObject([{ params: { id: String(lost.id) } }]);
});
