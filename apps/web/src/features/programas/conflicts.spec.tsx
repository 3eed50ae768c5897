import type { Preview, Programa } from '@acequia/contracts';
import { jest } from '@jest/globals';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { adminServer, answerQuestion, dialog, dialogsClosed, openConsole } from '../../test/console.js';
import { empresa, EMPRESA, puntoOf, switchOf } from '../../test/records.js';
import { Refusal } from '../../test/server.js';

const CONFLICT = 'No cabe en la ventana: lo que queda fuera se recorta o se omite.';
const PROGRAM: Programa = {
  id: 3,
  empresa_id: EMPRESA.id,
  nombre: 'Pulsos',
  activo: 1,
  pausado: 0,
  proximo: null,
  vias: [],
  pendiente: 0,
  version: 1,
  dias: ['lun'],
  inicios: ['05:00'],
  pasos: [{ switch_id: 41, duracion_s: 600 }],
  sin_conexion: 'regar',
};
/** A program with a window has a conflict. */
const previewed = ({ body }: { body: unknown }): Preview => ({
  turnos: [],
  completa: 1,
  conflictos:
    (body as Programa).ventana === undefined ? [] : [{ tipo: 'fuera_de_ventana', texto: CONFLICT, turno_ids: [] }],
});

const farm = () =>
  adminServer()
    .answer('empresas.seleccion', [EMPRESA])
    .answer('empresas.listar', [empresa()])
    .answer('switches.listar', [switchOf()])
    .answer('dispositivos.listar', [])
    .answer('programas.listar', [PROGRAM])
    .answer('no_regar.listar', [])
    .answer('placas.listar', [])
    .answer('enclavamientos.listar', [])
    .answer('puntos.listar', [])
    .answer('programas.vista_previa', previewed)
    .answer('programas.actualizar', PROGRAM);

it('a program is saved with a conflict only by who has read it', async () => {
  const server = farm();
  const { user } = openConsole('/programas', server);
  await user.click(await screen.findByRole('button', { name: 'Editar Pulsos' }));
  const form = await dialog('Editar Programa');
  const save = () => user.click(form.getByRole('button', { name: 'Guardar' }));
  const saved = () => server.writings.filter(({ name }) => name === 'programas.actualizar');
  await user.click(form.getByText('Ventana y límites'));
  fireEvent.change(form.getByLabelText('Ventana: desde'), { target: { value: '04:00' } });
  await save();
  await form.findByText('Este dato es obligatorio');
  fireEvent.change(form.getByLabelText('Ventana: hasta'), { target: { value: '05:05' } });
  await form.findByText(CONFLICT);
  await save();
  const question = await dialog('¿Guardar con conflictos?', 'alertdialog');
  question.getByText(CONFLICT);
  await answerQuestion(user, '¿Guardar con conflictos?', 'Cancelar');
  expect(saved()).toEqual([]);
  await save();
  await answerQuestion(user, '¿Guardar con conflictos?', 'Guardar así');
  await dialogsClosed();
  expect(saved()).toMatchObject([{ body: { ventana: { desde: '04:00', hasta: '05:05' } } }]);
});

it('tells what the turns of a program would cost by period before it is saved', async () => {
  const turn = {
    turno_id: '3-1-s41',
    switch_id: 41,
    dispositivo_id: null,
    segundos: 5_400,
    volumen_m3: null,
    hasta_humedad: null,
  };
  const periodo = (nombre: string, kwh: number, costo: number) => ({
    periodo: nombre,
    precio: costo / kwh,
    kwh,
    costo,
  });
  const demanda = [{ periodo: 'Punta', inicio: Date.now() + 86_400_000, kw: 52.5, limite_kw: 45 }];
  const server = farm().answer('programas.vista_previa', ({ body }: { body: unknown }) => ({
    ...previewed({ body }),
    turnos: [{ ...turn, inicio: Date.now() + 86_400_000, via: 'placa' }],
    energia: {
      switch_ids: [41],
      kwh: 9,
      costo: 15,
      periodos: [periodo('Base', 3, 3), periodo('Punta', 6, 12)],
      demanda,
    },
  }));
  const { user } = openConsole('/programas', server);
  await user.click(await screen.findByRole('button', { name: 'Editar Pulsos' }));
  const form = await dialog('Editar Programa');
  const told = await form.findByText(/^Energía de .*Válvula A1, según sus riegos ya medidos: 9 kWh, \$15\.00/);
  expect(told).toHaveTextContent('Base 3 kWh, $3.00 · Punta 6 kWh, $12.00');
  form.getByText(/^Demanda: .* llegaría a 52\.5 kW en 15 min, 7\.5 más que los 45 kW contratados en Punta\./);
});

it('a program whose conflicts could not be looked for is saved only by who knows that, and once', async () => {
  jest.spyOn(console, 'error').mockImplementation(() => undefined);
  const server = farm().refuse('programas.vista_previa');
  const { user } = openConsole('/programas', server);
  await user.click(await screen.findByRole('button', { name: 'Editar Pulsos' }));
  const form = await dialog('Editar Programa');
  const save = form.getByRole('button', { name: 'Guardar' });
  // The second press comes while the first still waits for the server.
  fireEvent.click(save);
  fireEvent.click(save);
  await answerQuestion(user, '¿Guardar sin revisar los conflictos?', 'Guardar así');
  await dialogsClosed();
  expect(server.writings.filter(({ name }) => name === 'programas.actualizar')).toHaveLength(1);
});

it('a program that another person switched off meanwhile is not switched on again unseen', async () => {
  const server = farm();
  const { user } = openConsole('/programas', server);
  await user.click(await screen.findByRole('button', { name: 'Editar Pulsos' }));
  const form = await dialog('Editar Programa');
  const off: Programa = { ...PROGRAM, activo: 0, version: 2 };
  server
    .answer('programas.listar', [off])
    .answer('programas.actualizar', new Refusal('version_vieja', undefined, { actual: off }));
  await user.click(form.getByRole('button', { name: 'Guardar' }));
  const conflict = within(await form.findByRole('group', { name: 'Cambios de otra persona' }));
  const cells = within((await conflict.findByText('Activo')).closest('tr')!).getAllByRole('cell');
  expect(cells.map(({ textContent }) => textContent)).toEqual(['Activo', 'No', 'Sí']);
});

it('a program takes a condition on a point, in its unit, and of a total over which hours', async () => {
  const gauge = puntoOf({ id: 5, magnitud: 'lluvia', nombre: 'Pluviómetro', valor: 12, ts: Date.now() });
  const server = farm().answer('puntos.listar', [
    gauge,
    { ...gauge, id: 6, nombre: 'Veleta', magnitud: 'viento_direccion' },
  ]);
  const { user } = openConsole('/programas', server);
  await user.click(await screen.findByRole('button', { name: 'Editar Pulsos' }));
  const form = await dialog('Editar Programa');
  await user.click(form.getByText('Omitir o acortar según un sensor o un punto'));
  await user.click(form.getByRole('button', { name: /Otra condición/ }));
  await user.selectOptions(form.getByLabelText('Si hay'), 'Un punto: desde');
  expect(within(form.getByLabelText(/^Punto/)).queryByText('Veleta')).toBeNull();
  await user.selectOptions(form.getByLabelText(/^Punto/), 'Pluviómetro');
  await user.type(form.getByLabelText(/^Suma de las últimas/), '24');
  await user.type(form.getByLabelText(/^Límite \(mm\)/), '4');
  form.getByText('«Pluviómetro» en 24 h desde 4 mm: omitir');
  await user.selectOptions(form.getByLabelText('Qué hace'), 'Retrasar');
  form.getByText('«Pluviómetro» en 24 h desde 4 mm: retrasar');
  await user.click(form.getByRole('button', { name: 'Guardar' }));
  await dialogsClosed();
  const saved = server.writings.filter(({ name }) => name === 'programas.actualizar');
  expect(saved).toMatchObject([
    { body: { omitir: [{ tipo: 'punto_mayor', punto_id: 5, horas: 24, valor: 4, retrasar: 1 }] } },
  ]);
});

it('a step ends by time or by volume, whose precision is told without a question', async () => {
  const NOTE =
    '«Válvula A1» la apaga el servicio, no su placa, con el último valor de «Medidor», que puede tener 60 s.';
  const server = farm().answer('programas.vista_previa', ({ body }: { body: unknown }): Preview => {
    const [paso] = (body as Programa).pasos;
    const note = { tipo: 'volumen_por_servicio' as const, texto: NOTE, turno_ids: [] };
    return { turnos: [], completa: 1, conflictos: paso?.volumen_m3 === undefined ? [] : [note] };
  });
  const { user } = openConsole('/programas', server);
  await user.click(await screen.findByRole('button', { name: 'Editar Pulsos' }));
  const form = await dialog('Editar Programa');
  await user.selectOptions(form.getByLabelText('Termina'), 'Por volumen');
  const save = () => user.click(form.getByRole('button', { name: 'Guardar' }));
  await save();
  await form.findByText('Este dato es obligatorio');
  fireEvent.change(form.getByLabelText(/^m³/), { target: { value: '20' } });
  fireEvent.change(form.getByLabelText(/^Minutos, máx\./), { target: { value: '120' } });
  await form.findByText(NOTE);
  form.getByText('Sin conflictos.');
  await save();
  await waitFor(() =>
    expect(server.writings).toContainEqual(
      expect.objectContaining({
        name: 'programas.actualizar',
        body: expect.objectContaining({
          pasos: [{ switch_id: 41, duracion_s: 7_200, volumen_m3: 20, junto_con_anterior: 0 }],
        }) as unknown,
      }),
    ),
  );
});
