import { screen, waitFor, within } from '@testing-library/react';
import { answerQuestion, dialog, dialogsClosed, label, labels } from '../../../test/console.js';
import { EMPRESA, switchOf } from '../../../test/records.js';
import { Refusal } from '../../../test/server.js';
import { create, edit, group, SAVED } from './panel-dialog.fixture.js';

describe('the panel of switches', () => {
  it('offers what a switch needs, for the chosen company alone', async () => {
    const { form, count } = await create();
    expect(form.getByLabelText(label('Empresa'))).toHaveValue(EMPRESA.nombre);
    expect(form.getByLabelText(label('Empresa'))).toBeDisabled();
    expect(labels()).toEqual([
      ...['Empresa', 'ID Dispositivo (ESP32)', 'Sitio / Ubicación (opcional)'],
      ...['¿Cuántos pares de switches en el panel?', '¿Cuántos switches individuales?'],
    ]);
    for (const name of ['Guardar', 'Cancelar', 'REGRESAR']) form.getByRole('button', { name });
    await count(1, 1);
    const place = ['Sitio / Ubicación', 'Pin sensor Temp/Hum (opcional)', '¿Incluye Sensor Temp/Hum?'];
    const relayFields = ['Pin ESP32', 'Tiempo máximo encendido', 'Caudal (m³/h)'];
    const side = ['Nombre', 'Tipo', ...relayFields];
    expect(labels(form.getByRole('group', { name: 'Par #1' }))).toEqual([...place, ...side, ...side]);
    const individual = [...place, 'Nombre Switch', 'Tipo Switch', ...relayFields];
    expect(labels(form.getByRole('group', { name: 'Switch Individual #1' }))).toEqual(individual);
    const tipos = group(form, 'Switch Individual #1').getByLabelText<HTMLSelectElement>(label('Tipo Switch'));
    expect([...tipos.options].map(({ text }) => text)).toEqual([
      ...['Elegir…', 'selenoide', 'difusor', 'turbina', 'motor', 'cooler', 'otro'],
    ]);
    for (const side of ['Switch A', 'Switch B']) group(group(form, 'Par #1'), side);
  });

  it('demands board, sites, names, types and pins before anything is sent', async () => {
    const { form, server: one, count, save } = await create();
    await count(1, 1);
    await save();
    // The board, two sites, and three fields of each of three switches.
    await waitFor(() => expect(form.getAllByText('Este dato es obligatorio')).toHaveLength(12));
    expect(one.writings).toEqual([]);
  });

  it('sends pairs and singles in one call, with the sites and sensors of their blocks', async () => {
    const { user, form, server: one, type, relay, count, save } = await create();
    one.answer('switches.guardar_lote', { switches: [], avisos: ['El pin 15 decide el arranque de la placa.'] });
    await type('ID Dispositivo (ESP32)', 1001);
    await type('Sitio / Ubicación (opcional)', 'Huerta');
    await count(1, 1);
    const pair = group(form, 'Par #1');
    await type('Pin sensor Temp/Hum (opcional)', 32, pair);
    await user.click(pair.getByRole('checkbox', { name: '¿Incluye Sensor Temp/Hum?' }));
    await relay(group(pair, 'Switch A'), 'Riego', 'selenoide', 18);
    await relay(group(pair, 'Switch B'), 'Niebla', 'difusor', 19);
    const single = group(form, 'Switch Individual #1');
    await type('Sitio / Ubicación', 'Invernadero', single);
    await relay(single, 'Frío', 'cooler', 15);
    await save();
    await dialogsClosed();
    // A strapping pin is saved with a warning.
    await screen.findByText('El pin 15 decide el arranque de la placa.');
    const common = { empresa_id: EMPRESA.id, dispositivo_id: 1001, zona: 'Huerta' };
    const sensed = { ...common, par_numero: 2, tiene_sensor: 1, sensor_pin: 32 };
    expect(one.writings).toEqual([
      expect.objectContaining({
        body: {
          switches: [
            expect.objectContaining({ ...sensed, nombre: 'Riego', hardware_pin: 18 }),
            expect.objectContaining({ ...sensed, nombre: 'Niebla', hardware_pin: 19 }),
            expect.objectContaining({ par_numero: 1, zona: 'Invernadero', sensor_pin: null, nombre: 'Frío' }),
          ],
        },
      }),
    ]);
  });

  it('keeps what was typed in the blocks that stay, and in those that come back', async () => {
    const { user, form, at, relay, count } = await create();
    const name = (par: string, side: string) => group(group(form, par), side).getByLabelText(label('Nombre'));
    await count(2);
    await relay(group(group(form, 'Par #1'), 'Switch A'), 'Primero', 'motor', 18);
    await relay(group(group(form, 'Par #2'), 'Switch B'), 'Cuarto', 'motor', 19);
    // An empty count is not a number and counts as 0.
    await count('');
    expect(form.queryByRole('group', { name: 'Par #1' })).toBeNull();
    await count(3);
    expect(name('Par #1', 'Switch A')).toHaveValue('Primero');
    expect(name('Par #2', 'Switch B')).toHaveValue('Cuarto');
    group(form, 'Par #3');
    await user.click(form.getByRole('button', { name: 'Cancelar' }));
    await answerQuestion(user, '¿Descartar los cambios sin guardar?', 'Cancelar');
    await user.click(form.getByRole('button', { name: 'REGRESAR' }));
    await answerQuestion(user, '¿Descartar los cambios sin guardar?', 'Descartar');
    await waitFor(() => expect(at()).toMatch(/^\/dashboard\b/));
  });

  it('offers the pins that the board has and that are free', async () => {
    const { user, form, type, count } = await create(switchOf());
    await type('ID Dispositivo (ESP32)', 1001);
    await count(0, 1);
    const block = group(form, 'Switch Individual #1');
    await user.click(block.getAllByRole('button', { name: 'Ver los pines libres' }).at(-1)!);
    const map = group(form, 'Pines de la placa');
    // Pin 4 belongs to «Válvula A1», pin 20 does not exist, pin 34 is input only, and pin 12 decides the voltage of the flash.
    expect(map.getByRole('button', { name: /^GPIO 4:/ })).toBeDisabled();
    expect(map.queryByRole('button', { name: /^GPIO 20/ })).toBeNull();
    expect(map.getByRole('button', { name: /^GPIO 34:.*solo de entrada/ })).toBeEnabled();
    expect(map.getByRole('button', { name: /^GPIO 12:.*no arranca/ })).toBeDisabled();
    await user.click(map.getByRole('button', { name: 'GPIO 23' }));
    expect(block.getByLabelText(label('Pin ESP32'))).toHaveValue(23);
  });

  it('edits one switch, which keeps its id, its par and its site', async () => {
    const stored = switchOf({ switch_site_id: 7, tiene_sensor: 1, sensor_pin: 22 });
    const { user, form, server: one, type, save } = await edit(stored);
    one.answer('switches.guardar_lote', SAVED);
    const block = group(form, 'Switch Individual #1');
    expect(form.getByLabelText(label('ID Dispositivo (ESP32)'))).toHaveValue(1001);
    expect(block.getByLabelText(label('Sitio / Ubicación'))).toHaveValue('Sector 1');
    expect(block.getByLabelText(label('Pin sensor Temp/Hum (opcional)'))).toHaveValue(22);
    expect(block.getByLabelText(label('Pin ESP32'))).toHaveValue(4);
    const sensor = block.getByRole('checkbox', { name: '¿Incluye Sensor Temp/Hum?' });
    expect(sensor).toBeChecked();
    await type('Nombre Switch', 'Compuerta nueva', block);
    await user.click(sensor);
    await save();
    await dialogsClosed();
    const sent = { id: 41, nombre: 'Compuerta nueva', par_numero: 2, switch_site_id: 7, version: 1 };
    expect(one.writings.at(-1)!.body).toEqual({
      switches: [expect.objectContaining({ ...sent, tiene_sensor: 0, sensor_pin: null })],
    });
  });

  it('takes the longest time on in minutes or hours, and none only where the tipo may go without', async () => {
    const { user, form, server: one, type, single, save } = await create();
    one.answer('switches.guardar_lote', SAVED);
    await single(1001, 'Bomba');
    const longest = 'Tiempo máximo encendido';
    expect(form.getByLabelText(label(longest))).toHaveAttribute('placeholder', '4');
    await type(longest, 0);
    await save();
    await form.findByText('Este tipo siempre lleva un límite');
    await type(longest, 90);
    await user.selectOptions(form.getByLabelText('Unidad'), 'min');
    await save();
    await dialogsClosed();
    expect(one.writings.map(({ body }) => body)).toEqual([
      { switches: [expect.objectContaining({ tipo: 'motor', max_encendido_s: 5_400 })] },
    ]);
  });

  it('shows the newer values when somebody else saved first, and lets the person choose', async () => {
    const stored = switchOf({ tipo: 'motor', max_encendido_s: 5_400 });
    const { user, form, server: one, type, save } = await edit(stored);
    expect(form.getByLabelText(label('Tiempo máximo encendido'))).toHaveValue('90');
    expect(form.getByLabelText('Unidad')).toHaveValue('min');
    const newer = { ...stored, nombre: 'Bomba de otra persona', max_encendido_s: 1_800, version: 2 };
    one
      .answer('switches.listar', [newer])
      .answer('switches.guardar_lote', new Refusal('version_vieja', undefined, { actual: newer }));
    await type('Nombre Switch', 'Bomba mía');
    await user.selectOptions(form.getByLabelText(label('Tipo Switch')), 'cooler');
    await type('Tiempo máximo encendido', 0);
    await save();
    within(await form.findByRole('alert')).getByText('Error al guardar switch/panel');
    const conflict = within(await form.findByRole('group', { name: 'Cambios de otra persona' }));
    for (const text of ['Bomba de otra persona', '30 min', 'Sin límite']) conflict.getByText(text);
    one.answer('switches.guardar_lote', SAVED);
    await user.click(conflict.getByRole('button', { name: 'Guardar lo mío' }));
    await dialogsClosed();
    expect(one.writings.at(-1)!.body).toEqual({
      switches: [expect.objectContaining({ nombre: 'Bomba mía', max_encendido_s: 0, version: 2 })],
    });
  });

  it('says which pin is taken, beside it, and loses nothing', async () => {
    const { form, server: one, type, relay, count, save } = await create();
    const sentence = 'El pin 4 de la placa 1001 ya es del switch «Válvula A1».';
    const detalles = [{ campo: 'body.switches.0.hardware_pin', mensaje: sentence }];
    one.answer('switches.guardar_lote', new Refusal('pin_ocupado', sentence, { detalles }));
    await type('ID Dispositivo (ESP32)', 1001);
    await type('Sitio / Ubicación (opcional)', 'Bodega');
    await count(1);
    await relay(group(form, 'Switch A'), 'Intrusa', 'motor', 4);
    await relay(group(form, 'Switch B'), 'Inocente', 'otro', 13);
    await save();
    within(await form.findByRole('alert')).getByText('Error al guardar switch/panel');
    group(form, 'Switch A').getByText(sentence);
    expect(group(form, 'Switch A').getByLabelText(label('Nombre'))).toHaveValue('Intrusa');
    expect(group(form, 'Switch B').getByLabelText(label('Tipo'))).toHaveValue('otro');
  });

  it('stays open with everything typed while it cannot be saved', async () => {
    const { form, server: one, single, save } = await create();
    one.refuse('switches.guardar_lote');
    await single(1001, 'Paciente');
    await save();
    within(await form.findByRole('alert')).getByText('Error al guardar switch/panel');
    expect(form.getByLabelText(label('Nombre Switch'))).toHaveValue('Paciente');
    one.answer('switches.guardar_lote', SAVED);
    await save();
    await dialogsClosed();
  });

  it('asks before a number that no board has registers a new board', async () => {
    const { user, form, server: one, single, save } = await create();
    one.answer('switches.guardar_lote', SAVED);
    await single(900_001, 'Lejana');
    await save();
    await answerQuestion(user, '¿Registrar la placa 900001?', 'Cancelar');
    expect(one.writings).toEqual([]);
    expect(form.getByLabelText(label('Nombre Switch'))).toHaveValue('Lejana');
    await save();
    const question = await dialog('¿Registrar la placa 900001?', 'alertdialog');
    question.getByText(`como nueva para «${EMPRESA.nombre}»`, { exact: false });
    await user.click(question.getByRole('button', { name: 'Registrar y guardar' }));
    await dialogsClosed();
    expect(one.writings).toHaveLength(1);
  });

  it('deletes a switch only after its question', async () => {
    const { user, form, server: one } = await edit(switchOf());
    one.answer('switches.eliminar', undefined);
    const question = '¿Eliminar este switch PERMANENTEMENTE?';
    await user.click(form.getByRole('button', { name: 'Eliminar' }));
    await answerQuestion(user, question, 'Cancelar');
    expect(one.writings).toEqual([]);
    await user.click(form.getByRole('button', { name: 'Eliminar' }));
    await answerQuestion(user, question, 'Eliminar');
    await dialogsClosed();
    expect(one.writings).toEqual([expect.objectContaining({ name: 'switches.eliminar', params: { id: '41' } })]);
  });
});
