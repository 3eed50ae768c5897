import { jest } from '@jest/globals';
import type { Dispositivo } from '@acequia/contracts';
import { screen, waitFor, within } from '@testing-library/react';
import {
  adminServer,
  answerQuestion,
  columns,
  dialog,
  dialogsClosed,
  label,
  openConsole,
  row,
  savedFiles,
} from '../../test/console.js';
import { dispositivo, EMPRESA, EMPRESA_ADMIN, OTHER_EMPRESA, switchOf } from '../../test/records.js';
import { Refusal } from '../../test/server.js';

const serverWith = (...stored: Dispositivo[]) =>
  adminServer()
    .answer('dispositivos.listar', stored)
    .answer('switches.listar', [switchOf({ id: 71, nombre: 'Bomba', zona: 'Pozo' })])
    .answer('empresas.seleccion', [EMPRESA, OTHER_EMPRESA]);

async function edit(stored: Dispositivo) {
  const opened = openConsole('/dispositivos', serverWith(stored));
  await opened.user.click(await screen.findByRole('button', { name: `Editar ${stored.nombre}` }));
  const form = await dialog('Editar Dispositivo');
  const retype = async (field: string, text: string) => {
    await opened.user.clear(form.getByLabelText(label(field)));
    await opened.user.type(form.getByLabelText(label(field)), text);
  };
  return { ...opened, form, retype, save: () => opened.user.click(form.getByRole('button', { name: 'Guardar' })) };
}

describe('Dispositivos', () => {
  it('says what each device is, and leads home by Regresar', async () => {
    const { user, at } = openConsole('/dispositivos', serverWith(dispositivo()));
    await row('Bomba del pozo');
    expect(columns()).toEqual([
      ...['ID', 'Nombre', 'Shelly ID', 'Tipo', 'Empresa', 'Vence', 'Activo', 'Suspendido', 'Acciones'],
    ]);
    await user.click(screen.getByRole('button', { name: 'Regresar' }));
    await waitFor(() => expect(at().split('?')[0]).toBe('/dashboard'));
  });

  it('asks of a new device all but whether it is active', async () => {
    const { user } = openConsole('/dispositivos', serverWith());
    await user.click(await screen.findByRole('button', { name: 'Nuevo dispositivo' }));
    const form = await dialog('Nuevo Dispositivo');
    for (const field of ['Nombre', 'Shelly ID', 'Auth Key', 'Tipo', 'Servidor', 'Empresa', 'Fecha vencimiento'])
      form.getByLabelText(label(field));
    for (const field of ['Activo', 'Suspendido']) expect(form.queryByRole('checkbox', { name: field })).toBeNull();
    const kinds = form.getByLabelText<HTMLSelectElement>(label('Tipo'));
    expect([...kinds.options].map(({ text }) => text)).toEqual(['Elige…', 'shelly_1', 'shelly_pro3m', 'otro']);
  });

  it('says which devices have expired', async () => {
    const expired = dispositivo({ fecha_vencimiento: '2020-01-31', vencido: 1 });
    openConsole('/dispositivos', serverWith(expired, dispositivo({ id: 52, nombre: 'Otra' })));
    within(await row('Bomba del pozo')).getByText('Vencido');
    expect(within(await row('Otra')).queryByText('Vencido')).toBeNull();
  });

  it('has every field of a device; the stored key is never shown again', async () => {
    const { form } = await edit(dispositivo());
    for (const field of ['Nombre', 'Shelly ID', 'Tipo', 'Servidor', 'Empresa', 'Fecha vencimiento'])
      form.getByLabelText(label(field));
    for (const field of ['Activo', 'Suspendido']) form.getByRole('checkbox', { name: field });
    for (const button of ['Guardar', 'Cancelar', 'Suspender', 'Eliminar']) form.getByRole('button', { name: button });
    expect(form.queryByRole('button', { name: 'Reactivar' })).toBeNull();
    expect(form.getByLabelText('Auth Key')).toHaveValue('');
    form.getByText('Ya hay una clave guardada. Déjala vacía para conservarla.');
  });

  it('says where a meter stands and which switch it measures', async () => {
    const { user, server, form, retype, save } = await edit(dispositivo({ tipo: 'shelly_pro3m' }));
    server.answer('dispositivos.actualizar', dispositivo());
    await user.selectOptions(form.getByLabelText('Mide el switch'), await form.findByText('Pozo - Bomba'));
    await retype('Sitio', 'Pozo norte');
    await save();
    await dialogsClosed();
    expect(server.writings[0]!.body).toMatchObject({ sitio: 'Pozo norte', vigila_switch_id: 71 });
  });

  it('asks only of a meter which switch it measures', async () => {
    const { form } = await edit(dispositivo());
    form.getByLabelText('Sitio');
    expect(form.queryByLabelText('Mide el switch')).toBeNull();
  });

  it('keeps the stored key when the field is left empty', async () => {
    const { server, retype, save } = await edit(dispositivo());
    server.answer('dispositivos.actualizar', dispositivo());
    await retype('Nombre', 'Centinela del pozo 2');
    await save();
    await dialogsClosed();
    expect(server.writings.map(({ body }) => body)).toEqual([
      expect.objectContaining({ nombre: 'Centinela del pozo 2', auth_key: '' }),
    ]);
  });

  it.each([
    ['Suspender', '¿Suspender este dispositivo?', 'dispositivos.suspender', 1],
    ['Reactivar', '¿Reactivar este dispositivo?', 'dispositivos.reactivar', 0],
    ['Eliminar', '¿Eliminar este dispositivo PERMANENTEMENTE?', 'dispositivos.eliminar', 1],
  ] as const)('does %s after its question', async (button, question, call, activo) => {
    const { user, server, form } = await edit(dispositivo({ activo }));
    server.answer(call, dispositivo());
    await user.click(form.getByRole('button', { name: button }));
    expect(server.writings).toEqual([]);
    await answerQuestion(user, question, button);
    await dialogsClosed();
    expect(server.writings).toEqual([expect.objectContaining({ name: call, params: { id: '51' } })]);
  });

  it('does nothing when the answer to a question is no', async () => {
    const { user, server, form } = await edit(dispositivo());
    await user.click(form.getByRole('button', { name: 'Suspender' }));
    await answerQuestion(user, '¿Suspender este dispositivo?', 'Cancelar');
    form.getByRole('button', { name: 'Suspender' });
    expect(server.writings).toEqual([]);
  });

  it('tells what is missing beside each field and sends nothing', async () => {
    const { user, server } = openConsole('/dispositivos', serverWith());
    await user.click(await screen.findByRole('button', { name: 'Nuevo dispositivo' }));
    const form = await dialog('Nuevo Dispositivo');
    await user.click(form.getByRole('button', { name: 'Guardar' }));
    await waitFor(() => expect(form.getAllByText('Este dato es obligatorio')).toHaveLength(4));
    expect(server.writings).toEqual([]);
  });

  it.each([
    ['Guardar', 'dispositivos.actualizar', null, 'Error al guardar dispositivo'],
    ['Suspender', 'dispositivos.suspender', '¿Suspender este dispositivo?', 'No se pudo suspender el dispositivo'],
    ['Reactivar', 'dispositivos.reactivar', '¿Reactivar este dispositivo?', 'No se pudo reactivar el dispositivo'],
    [
      ...['Eliminar', 'dispositivos.eliminar', '¿Eliminar este dispositivo PERMANENTEMENTE?'],
      'No se pudo eliminar el dispositivo',
    ],
  ] as const)('says so when %s fails, and keeps what was typed', async (button, call, question, alert) => {
    const { user, server, form, retype } = await edit(dispositivo({ activo: button === 'Reactivar' ? 0 : 1 }));
    server.refuse(call);
    await retype('Nombre', 'Nombre nuevo');
    await user.click(form.getByRole('button', { name: button }));
    if (question) await answerQuestion(user, question, button);
    within(await form.findByRole('alert')).getByText(alert);
    expect(form.getByLabelText(label('Nombre'))).toHaveValue('Nombre nuevo');
  });

  it('says in words why a server outside the relay cloud is refused', async () => {
    const { server, form, retype, save } = await edit(dispositivo());
    server.refuse('dispositivos.actualizar', 'servidor_no_permitido');
    await retype('Servidor', 'http://169.254.169.254/latest');
    await save();
    within(await form.findByRole('alert')).getByText('El servidor del dispositivo no está permitido.');
  });

  it('shows what somebody else saved meanwhile, and lets the person choose', async () => {
    const { user, server, form, retype, save } = await edit(dispositivo());
    const saved = dispositivo({ nombre: 'El de la otra persona', version: 2 });
    server
      .answer('dispositivos.listar', [saved])
      .answer('dispositivos.actualizar', new Refusal('version_vieja', undefined, { actual: saved }));
    await retype('Nombre', 'El mío');
    await save();
    await form.findByText('Otra persona guardó cambios mientras editabas.');
    form.getByRole('cell', { name: 'El de la otra persona' });
    server.answer('dispositivos.actualizar', saved);
    await user.click(form.getByRole('button', { name: 'Guardar lo mío' }));
    await dialogsClosed();
    expect(server.writings.at(-1)!.body).toMatchObject({ nombre: 'El mío', version: 2 });
  });

  it('is created by an admin_empresa in their own company alone', async () => {
    const { user, server } = openConsole('/dispositivos', serverWith(), EMPRESA_ADMIN);
    await user.click(await screen.findByRole('button', { name: 'Nuevo dispositivo' }));
    const form = await dialog('Nuevo Dispositivo');
    expect(server.sent.find(({ name }) => name === 'dispositivos.listar')!.query).toEqual({ empresa_id: '7' });
    server.answer('dispositivos.crear', dispositivo());
    expect(form.getByLabelText(label('Empresa'))).toBeDisabled();
    expect(form.getByLabelText(label('Empresa'))).toHaveValue(EMPRESA.nombre);
    await user.type(form.getByLabelText(label('Nombre')), 'Del propio rancho');
    await user.type(form.getByLabelText(label('Shelly ID')), '34987a5beeee');
    await user.selectOptions(form.getByLabelText(label('Tipo')), 'otro');
    await user.click(form.getByRole('button', { name: 'Guardar' }));
    await dialogsClosed();
    expect(server.writings.at(-1)!.body).toMatchObject({ nombre: 'Del propio rancho', empresa_id: EMPRESA.id });
  });

  it('keeps its company in the open dialog when the list of companies comes late', async () => {
    let release = (_list: unknown): void => undefined;
    const late = new Promise((resolve) => (release = resolve));
    const server = serverWith(dispositivo()).answer('empresas.seleccion', late);
    const { user } = openConsole('/dispositivos', server);
    await user.click(await screen.findByRole('button', { name: 'Editar Bomba del pozo' }));
    const chosen = (await dialog('Editar Dispositivo')).getByLabelText<HTMLSelectElement>(label('Empresa'));
    expect(chosen).toHaveValue(String(EMPRESA.id));
    release([OTHER_EMPRESA, EMPRESA]);
    await waitFor(() => expect(chosen.selectedOptions[0]).toHaveTextContent(EMPRESA.nombre));
  });

  it('searches and sorts, and remembers both in the address', async () => {
    const many = [dispositivo({ nombre: 'Zanja' }), dispositivo({ id: 52, nombre: 'Arroyo', shelly_id: 'a0b1' })];
    const { user, at } = openConsole('/dispositivos', serverWith(...many, dispositivo({ id: 53, shelly_id: 'ffff' })));
    await row('Zanja');
    await user.type(screen.getByRole('searchbox'), 'a0b1');
    await waitFor(() => expect(screen.queryByText('ffff')).toBeNull());
    await user.click(screen.getByRole('button', { name: 'Nombre' }));
    await waitFor(() => expect(at()).toBe('/dispositivos?q=a0b1&orden=nombre'));
    expect(screen.getAllByText(/^(Zanja|Arroyo)$/).map(({ textContent }) => textContent)).toEqual([
      ...['Arroyo', 'Zanja'],
    ]);
  });

  it('finds and sorts by what the address remembers, and saves the list as a file', async () => {
    const many = [dispositivo({ nombre: 'Zanja' }), dispositivo({ id: 52, nombre: 'Arroyo', shelly_id: 'a0b1' })];
    const { user } = openConsole(
      '/dispositivos?q=a0b1&orden=nombre',
      serverWith(...many, dispositivo({ id: 53, shelly_id: 'ffff' })),
    );
    await row('Arroyo');
    expect(screen.getAllByText(/^(Zanja|Arroyo)$/).map(({ textContent }) => textContent)).toEqual(['Arroyo', 'Zanja']);
    expect(screen.queryByText('ffff')).toBeNull();
    const saved = savedFiles();
    await user.click(screen.getByRole('button', { name: 'CSV' }));
    await waitFor(() => expect(saved).toEqual(['dispositivos.csv']));
  });

  it('shows an empty list without a message when it cannot be loaded', async () => {
    jest.spyOn(console, 'error').mockImplementation(() => undefined);
    openConsole('/dispositivos', serverWith().refuse('dispositivos.listar'));
    await screen.findByText('Sin dispositivos que mostrar.');
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('says that the companies could not be read, where one must be chosen', async () => {
    jest.spyOn(console, 'error').mockImplementation(() => undefined);
    const { user } = openConsole('/dispositivos', serverWith().refuse('empresas.seleccion'));
    await user.click(await screen.findByRole('button', { name: 'Nuevo dispositivo' }));
    await (await dialog('Nuevo Dispositivo')).findByText(/^No se pudo cargar la lista de empresas/);
  });

  it('says of a link to a device that is no more that it is gone', async () => {
    openConsole('/dispositivos?id=99', serverWith(dispositivo()));
    await screen.findByText('Lo que abre este enlace ya no está en la lista.');
  });
});
