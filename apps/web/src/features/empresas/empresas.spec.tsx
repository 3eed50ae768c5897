import { jest } from '@jest/globals';
import type { Empresa } from '@acequia/contracts';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
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
import { empresa } from '../../test/records.js';
import { Refusal } from '../../test/server.js';

const open = (...stored: Empresa[]) => openConsole('/empresas', adminServer().answer('empresas.listar', stored));

async function edit(stored: Empresa) {
  const opened = open(stored);
  await opened.user.click(await screen.findByRole('button', { name: `Editar ${stored.nombre}` }));
  return { ...opened, form: await dialog('Editar Empresa') };
}

const FIELDS = [
  ...['Nombre', 'Teléfono Celular', 'Token Telegram', 'Telegram Chat ID', 'Costo de plan $', 'Límite de usuarios'],
  ...['Número comunicador', 'IMEI comunicador', 'Vencimiento plan comunicador', 'Fecha vencimiento', 'Zona horaria'],
  ...['Tarifa por kWh $', 'Latitud', 'Longitud', 'Altitud', 'Activa'],
];

describe('Empresas', () => {
  it('says what each company is, and until when', async () => {
    open(empresa());
    const cells = within(await row('Rancho El Ciclo')).getAllByRole('cell');
    expect(columns()).toEqual([
      ...['ID', 'Nombre', 'Teléfono', 'Comun. Num.', 'IMEI', 'Plan Vence', 'Vence', 'Activa', 'Acciones'],
    ]);
    expect(cells.map(({ textContent }) => textContent)).toEqual(
      expect.arrayContaining(['Rancho El Ciclo', '2099-05-06', '2099-12-31', 'Sí']),
    );
    const actions = screen.getByRole('columnheader', { name: 'Acciones' });
    expect(within(actions).queryByRole('button')).toBeNull();
    await waitFor(() => expect(document.title).toBe('Empresas | Acequia'));
  });

  it('asks for all that a company is', async () => {
    const { user } = open();
    await user.click(await screen.findByRole('button', { name: 'Nueva empresa' }));
    await dialog('Nueva Empresa');
    expect(labels()).toEqual(FIELDS);
    expect(buttons()).toEqual(['Probar Telegram', 'Cancelar', 'Guardar']);
  });

  it.each([
    [1, 'Suspender'],
    [0, 'Reactivar'],
  ] as const)('of one with activa %s offers to %s', async (activa, button) => {
    await edit(empresa({ activa }));
    expect(labels()).toEqual(FIELDS);
    expect(buttons()).toEqual(['Probar Telegram', button, 'Eliminar', 'Cancelar', 'Guardar']);
  });

  it('says which companies have expired', async () => {
    open(empresa({ fecha_vencimiento: '2020-01-31' }), empresa({ id: 8, nombre: 'Otra' }));
    await within(await row('Rancho El Ciclo')).findByText('2020-01-31 · Vencida');
    expect(within(await row('Otra')).getByText('2099-12-31')).toBeInTheDocument();
  });

  it('takes the coordinates, the altitude and the price of a kWh', async () => {
    const { user, server, form } = await edit(empresa({ latitud: 20.5 }));
    server.answer('empresas.actualizar', empresa());
    expect(form.getByLabelText('Latitud')).toHaveValue('20.5');
    await user.type(form.getByLabelText('Longitud'), '-103.25');
    await user.type(form.getByLabelText('Altitud'), '1566');
    await user.type(form.getByLabelText('Tarifa por kWh $'), '2,9');
    await user.click(form.getByRole('button', { name: 'Guardar' }));
    await dialogsClosed();
    expect(server.writings[0]!.body).toMatchObject({
      latitud: 20.5,
      longitud: -103.25,
      altitud: 1566,
      tarifa_kwh: 2.9,
    });
  });

  it('asks again for a number that may be read in two ways', async () => {
    const { user, server, form } = await edit(empresa());
    await user.type(form.getByLabelText('Costo de plan $'), '1,234');
    await user.click(form.getByRole('button', { name: 'Guardar' }));
    await form.findByText('Debe ser un número');
    expect(server.writings).toEqual([]);
  });

  it('demands Nombre and Fecha vencimiento before anything is sent', async () => {
    const { user, server } = open();
    await user.click(await screen.findByRole('button', { name: 'Nueva empresa' }));
    const form = await dialog('Nueva Empresa');
    await user.click(form.getByRole('button', { name: 'Guardar' }));
    await waitFor(() => expect(form.getAllByText('Este dato es obligatorio')).toHaveLength(2));
    expect(server.writings).toEqual([]);
  });

  it.each([
    ['Guardar', 'empresas.actualizar', null, 'Error al guardar empresa'],
    ['Suspender', 'empresas.desactivar', '¿Suspender esta empresa?', 'No se pudo suspender la empresa'],
    ['Reactivar', 'empresas.activar', '¿Reactivar esta empresa?', 'No se pudo reactivar la empresa'],
    ['Eliminar', 'empresas.eliminar', '¿Eliminar esta empresa PERMANENTEMENTE?', 'No se pudo eliminar la empresa'],
  ] as const)('says so when %s fails, keeps the dialog and what was typed', async (button, call, question, alert) => {
    const { user, server, form } = await edit(empresa({ activa: button === 'Reactivar' ? 0 : 1 }));
    server.refuse(call);
    const phone = form.getByLabelText('Teléfono Celular');
    await user.clear(phone);
    await user.type(phone, '667 111 1111');
    await user.click(form.getByRole('button', { name: button }));
    if (question) await answerQuestion(user, question, button);
    await form.findByText(alert);
    expect(phone).toHaveValue('667 111 1111');
    // «Cancelar» gives nothing up before it has asked.
    await user.click(form.getByRole('button', { name: 'Cancelar' }));
    await answerQuestion(user, '¿Descartar los cambios sin guardar?', 'Cancelar');
    expect(phone).toHaveValue('667 111 1111');
  });

  it('leads from a new company to its first board', async () => {
    const { user, server } = open();
    await user.click(await screen.findByRole('button', { name: 'Nueva empresa' }));
    const form = await dialog('Nueva Empresa');
    await user.type(form.getByLabelText(label('Nombre')), 'Huerta Nueva');
    fireEvent.change(form.getByLabelText(label('Fecha vencimiento')), { target: { value: '2031-02-03' } });
    server.answer('empresas.crear', empresa({ id: 77, nombre: 'Huerta Nueva' }));
    await user.click(form.getByRole('button', { name: 'Guardar' }));
    await screen.findByText('Empresa guardada');
    const next = await screen.findByRole('link', { name: 'Siguiente: registrar su primera placa' });
    expect(next).toHaveAttribute('href', '/alta?empresa=77');
  });

  it('tells a failure as soon as it is known, not once the list behind was read again', async () => {
    const { user, server } = open();
    await user.click(await screen.findByRole('button', { name: 'Nueva empresa' }));
    const form = await dialog('Nueva Empresa');
    await user.type(form.getByLabelText(label('Nombre')), 'Huerta Impaciente');
    fireEvent.change(form.getByLabelText(label('Fecha vencimiento')), { target: { value: '2031-02-03' } });
    server.answer('empresas.crear', () => {
      server.answer('empresas.listar', new Promise(() => undefined));
      return Promise.reject(new TypeError('Failed to fetch'));
    });
    await user.click(form.getByRole('button', { name: 'Guardar' }));
    const alert = within(await form.findByRole('alert'));
    alert.getByText('Error al guardar empresa');
    // The client cannot tell a lost request from a lost answer.
    alert.getByText(/Puede que sí se haya hecho: revísalo antes de repetir\.$/);
  });

  it('shows an empty list without a message when it cannot be loaded', async () => {
    const logged = jest.spyOn(console, 'error').mockImplementation(() => undefined);
    openConsole('/empresas', adminServer().refuse('empresas.listar'));
    await screen.findByText('Sin empresas que mostrar.');
    expect(screen.queryByRole('alert')).toBeNull();
    expect(logged.mock.calls.flat()).toContain('No se pudo cargar');
  });

  it('refuses a stale edit, shows what is stored now, and saves over it when the person says so', async () => {
    const { user, server, form } = await edit(empresa({ telefono_celular: '' }));
    const saved = empresa({ telefono_celular: '111', version: 2 });
    server
      .answer('empresas.listar', [saved])
      .answer('empresas.actualizar', new Refusal('version_vieja', undefined, { actual: saved }));
    await user.type(form.getByLabelText('Teléfono Celular'), '222');
    await user.click(form.getByRole('button', { name: 'Guardar' }));
    await form.findByText('Error al guardar empresa');
    const conflict = within(form.getByRole('group', { name: 'Cambios de otra persona' }));
    const cells = within(conflict.getAllByRole('row').at(-1)!).getAllByRole('cell');
    expect(cells.map((cell) => cell.textContent)).toEqual(['Teléfono Celular', '111', '222']);
    server.answer('empresas.actualizar', empresa({ telefono_celular: '222', version: 3 }));
    await user.click(conflict.getByRole('button', { name: 'Guardar lo mío' }));
    await dialogsClosed();
    expect(server.writings.at(-1)!.body).toMatchObject({ telefono_celular: '222', version: 2 });
  });

  it('tries the bot of a company that is not saved yet', async () => {
    const { user, server } = open();
    await user.click(await screen.findByRole('button', { name: 'Nueva empresa' }));
    const form = await dialog('Nueva Empresa');
    await user.type(form.getByLabelText('Token Telegram'), '123:nuevo');
    await user.type(form.getByLabelText('Telegram Chat ID'), '-100');
    server.answer('empresas.probar_telegram_nueva', { ok: true });
    await user.click(form.getByRole('button', { name: 'Probar Telegram' }));
    await form.findByText('Mensaje enviado: revisa que haya llegado al chat.');
    expect(server.writings.at(-1)?.body).toEqual({ token_telegram: '123:nuevo', telegram_chat_id: '-100' });
  });

  it('does not leave the answer to one token standing beside another', async () => {
    const { user, server, form } = await edit(empresa({ token_telegram_definido: 1 }));
    server.answer('empresas.probar_telegram', { ok: true });
    await user.click(form.getByRole('button', { name: 'Probar Telegram' }));
    await form.findByText('Mensaje enviado: revisa que haya llegado al chat.');
    await user.type(form.getByLabelText('Token Telegram'), '123:otro');
    expect(form.queryByText('Mensaje enviado: revisa que haya llegado al chat.')).toBeNull();
    server.refuse('empresas.probar_telegram', 'telegram_rechaza');
    await user.click(form.getByRole('button', { name: 'Probar Telegram' }));
    await form.findByText(/^La prueba no llegó\. /);
    expect(server.writings.at(-1)?.body).toMatchObject({ token_telegram: '123:otro' });
  });
});
