import type { Comando } from '@acequia/contracts';
import { jest } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import { adminServer, dialog, openConsole, userServer } from '../../test/console.js';
import { EMPRESA, empresa, END_USER, liveSwitch, OTHER_EMPRESA, placa, switchOf } from '../../test/records.js';
import { Refusal } from '../../test/server.js';

const comando = (comando_id: string, switch_id: number, changes: Partial<Comando> = {}): Comando => ({
  comando_id,
  entidad: 'switch',
  switch_id,
  dispositivo_id: null,
  empresa_id: EMPRESA.id,
  accion: 'off',
  max_s: 600,
  motivo: null,
  estado: 'confirmado',
  detalle: null,
  usuario_id: 3,
  usuario_nombre: 'Pedro',
  ip: null,
  navegador: null,
  ts: Date.now(),
  enviado_ts: null,
  resuelto_ts: null,
  ...changes,
});

const farmers = () =>
  userServer()
    .answer('switches.de_usuario', [
      liveSwitch({ placa_online: 0 }),
      liveSwitch({ id: 42, nombre: 'Válvula A2', placa_online: 0 }),
    ])
    .answer('dispositivos.de_usuario', [])
    .answer('programas.listar', [])
    .answer('turnos.listar', []);
const admins = () =>
  adminServer()
    .answer('empresas.seleccion', [EMPRESA, OTHER_EMPRESA])
    .answer('empresas.listar', [empresa()])
    .answer('situacion.pulso', [])
    .answer('situacion.riego', { agua: [], turnos: [], otros: 0 })
    .answer('switches.listar', [switchOf()])
    .answer('dispositivos.listar', [])
    .answer('placas.listar', [placa({ sitio: 'Huerta' })])
    .answer('comandos.listar', []);

describe('Detener todo', () => {
  it('stops nothing before the person has answered once, and then lists what is not confirmed until it is', async () => {
    let answers = 0;
    const one = farmers()
      .answer('turnos.detener_todo', { ordenes: ['a', 'b'] })
      .answer('comandos.listar', () => {
        answers += 1;
        const estado = answers === 1 ? 'enviado' : 'sin_respuesta';
        return [comando('a', 41), comando('b', 42, { estado }), comando('other', 41, { estado: 'enviado' })];
      });
    const { user } = openConsole('/panel/programas', one, END_USER);
    await user.click(await screen.findByRole('button', { name: 'Detener todo' }));
    const question = await dialog('¿Detener todo?');
    question.getByText(/Los que empiezan después quedan como están/);
    expect(one.writings).toEqual([]);
    await user.click(question.getByRole('button', { name: 'Detener todo' }));
    const given = await dialog('Detener todo');
    await given.findByText('Confirmados 1 de 2.');
    given.getByText('Sector 1 - Válvula A2');
    expect(given.queryByText('Sector 1 - Válvula A1')).toBeNull();
    await given.findByText('Sin respuesta de la placa', {}, { timeout: 10_000 });
    expect(given.getByRole('link', { name: 'Ver Comandos' })).toHaveAttribute('href', '/panel/comandos');
    expect(one.writings).toMatchObject([{ name: 'turnos.detener_todo', body: {} }]);
  });

  it('says when all is confirmed, and when nothing could be on', async () => {
    const one = farmers()
      .answer('turnos.detener_todo', { ordenes: ['a'] })
      .answer('comandos.listar', [comando('a', 41)]);
    const { user } = openConsole('/panel/programas', one, END_USER);
    await user.click(await screen.findByRole('button', { name: 'Detener todo' }));
    await user.click((await dialog('¿Detener todo?')).getByRole('button', { name: 'Detener todo' }));
    const given = await dialog('Detener todo');
    await given.findByText('Todo apagado y confirmado: 1.');
    one.answer('turnos.detener_todo', { ordenes: [] });
    await user.click(given.getByRole('button', { name: 'Detener otra vez' }));
    await given.findByText(/^Nada podía estar encendido/);
  });

  it('says what was not ordered, and can be pressed again', async () => {
    jest.spyOn(console, 'error').mockImplementation(() => undefined);
    const why = 'No se pudo dar la orden de apagar a 1 de 5. Inténtalo otra vez.';
    const one = farmers().answer('turnos.detener_todo', new Refusal('servicio_no_disponible', why));
    const { user } = openConsole('/panel/programas', one, END_USER);
    await user.click(await screen.findByRole('button', { name: 'Detener todo' }));
    const question = await dialog('¿Detener todo?');
    await user.click(question.getByRole('button', { name: 'Detener todo' }));
    await question.findByText(`${why} Puede que parte sí se haya apagado.`);
    expect(question.getByRole('button', { name: 'Detener todo' })).toBeEnabled();
  });

  it('asks an admin_global for the company, and for a sitio of it', async () => {
    const one = admins().answer('turnos.detener_todo', { ordenes: [] });
    const { user } = openConsole('/situacion', one);
    await user.click(await screen.findByRole('button', { name: 'Detener todo' }));
    const question = await dialog('¿Detener todo?');
    expect(question.getByRole('button', { name: 'Detener todo' })).toBeDisabled();
    await question.findByRole('option', { name: EMPRESA.nombre });
    await user.selectOptions(question.getByLabelText('Empresa'), EMPRESA.nombre);
    await user.selectOptions(await question.findByLabelText('Dónde'), 'Huerta');
    await user.click(question.getByRole('button', { name: 'Detener todo' }));
    await waitFor(() =>
      expect(one.writings).toMatchObject([
        { name: 'turnos.detener_todo', body: { empresa_id: EMPRESA.id, sitio: 'Huerta' } },
      ]),
    );
  });
});
