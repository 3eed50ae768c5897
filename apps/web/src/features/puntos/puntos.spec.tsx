import type { Punto } from '@acequia/contracts';
import { act, screen, waitFor, within } from '@testing-library/react';
import { dialog, dialogsClosed, openConsole, row } from '../../test/console.js';
import { receive } from '../../test/live-socket.js';
import { dispositivo, EMPRESA, placa, switchOf } from '../../test/records.js';
import { meter, ready, server } from './puntos.fixture.js';

describe('Puntos', () => {
  it('shows each point with its last value in its unit, where it comes from and what it measures', async () => {
    const silent: Punto = {
      ...meter,
      id: 4,
      n: 2,
      nombre: 'Presión de la línea',
      magnitud: 'presion',
      mide: null,
      valor: null,
    };
    const input: Punto = { ...meter, id: 5, placa_id: 62, dispositivo_id: 1002, nombre: 'Medidor Shelly', valor: 0 };
    const fuente = { tipo: 'mensaje', ruta: 'input:100.counts.total' } as const;
    openConsole('/puntos', server([meter, silent, { ...input, fuente }]));
    const first = within(await row('Medidor del pozo'));
    for (const text of ['Volumen', '1,520.35 m³', 'Caseta', 'Pulsos en el pin 27', 'Sector 1 - Válvula A1'])
      await first.findByText(text);
    within(await row('Presión de la línea')).getByText('Sin dato');
    within(await row('Medidor Shelly')).getByText('Mensaje: input:100.counts.total');
  });

  it('moves each value as it is told, and takes no older one', async () => {
    openConsole('/puntos', server([meter]));
    const shown = within(await row('Medidor del pozo'));
    shown.getByText('1,520.35 m³');
    const ts = meter.ts! + 60_000;
    act(() => receive('punto:valor', { punto_id: meter.id, valor: 1_521.5, ts }));
    await shown.findByText('1,521.5 m³');
    act(() => receive('punto:valor', { punto_id: meter.id, valor: 1_519, ts: ts - 1 }));
    act(() => receive('punto:valor', { punto_id: 99, valor: 7, ts }));
    act(() => receive('punto:valor', { punto_id: meter.id, valor: null, ts: ts + 1 }));
    await shown.findByText('Sin dato');
  });

  it('creates a pulse meter, after it said at the field what cannot be', async () => {
    const one = server([]).answer('puntos.crear', meter);
    const { user } = openConsole('/puntos', one);
    await user.click(await ready());
    const form = await dialog('Nuevo Punto');
    await user.type(form.getByLabelText(/^Nombre/), 'Medidor del pozo');
    await user.selectOptions(form.getByLabelText(/^Placa/), 'Caseta');
    await user.selectOptions(form.getByLabelText(/^Magnitud/), 'Humedad del suelo, %');
    await user.type(form.getByLabelText(/^Pin/), '27');
    await user.click(form.getByRole('button', { name: 'Guardar' }));
    await form.findByText('Los pulsos cuentan: no son Humedad del suelo');
    expect(one.writings).toEqual([]);
    await user.selectOptions(form.getByLabelText(/^Magnitud/), 'Volumen, m³');
    await user.selectOptions(form.getByLabelText(/^Salida del medidor/), 'Electrónica: pulsos rápidos');
    await user.clear(form.getByLabelText(/^Factor/));
    await user.type(form.getByLabelText(/^Factor/), '0.01');
    await user.click(form.getByRole('button', { name: 'Guardar' }));
    await waitFor(() => expect(one.writings).toHaveLength(1));
    expect(one.writings).toMatchObject([
      {
        name: 'puntos.crear',
        body: {
          empresa_id: EMPRESA.id,
          placa_id: 61,
          fuente: { tipo: 'placa', driver: 'pulsos', pin: 27, ms: 0 },
          magnitud: 'volumen',
          nombre: 'Medidor del pozo',
          a: 0.01,
        },
      },
    ]);
  });

  it('registers a sensor by its address, with what it usually measures, and a register of Modbus', async () => {
    const one = server([]).answer('puntos.crear', meter);
    const { user } = openConsole('/puntos', one);
    await user.click(await ready());
    const form = await dialog('Nuevo Punto');
    await user.type(form.getByLabelText(/^Nombre/), 'Suelo');
    await user.selectOptions(form.getByLabelText(/^Placa/), 'Caseta');
    await user.selectOptions(form.getByLabelText(/^Lectura/), 'DS18B20 (temperatura)');
    expect(form.getByLabelText<HTMLSelectElement>(/^Magnitud/).value).toBe('temperatura');
    await user.type(form.getByLabelText(/^Pin/), '32');
    await user.type(form.getByLabelText(/^Dirección del sensor/), '28-01-02-03-04-05-06-9f');
    await user.click(form.getByRole('button', { name: 'Guardar' }));
    await form.findByText(/^No es la dirección de un DS18B20/);
    await user.type(form.getByLabelText(/^Dirección del sensor/), '{backspace}e');
    await user.selectOptions(form.getByLabelText(/^Lectura/), 'Modbus (registro)');
    await user.type(form.getByLabelText(/^Dirección/), '7');
    await user.type(form.getByLabelText(/^Registro/), '100');
    await user.selectOptions(form.getByLabelText(/^Formato/), 'Decimal de 32 bits');
    await user.click(form.getByRole('button', { name: 'Guardar' }));
    await waitFor(() => expect(one.writings).toHaveLength(1));
    const modbus = { addr: 7, reg: 100, fn: 3, format: 'f32', baud: 9_600, parity: 'n' };
    expect(one.writings).toMatchObject([{ body: { fuente: { tipo: 'placa', driver: 'modbus', ...modbus } } }]);
  });

  it('follows the sensor of a switch, of a board with any firmware', async () => {
    const wired = switchOf({ placa_id: 62, tiene_sensor: 1, sensor_pin: 15 });
    const one = server([]).answer('puntos.crear', meter).answer('switches.listar', [wired]);
    const { user } = openConsole('/puntos', one);
    await user.click(await ready());
    const form = await dialog('Nuevo Punto');
    await user.type(form.getByLabelText(/^Nombre/), 'Aire');
    await user.selectOptions(form.getByLabelText(/^Placa/), 'Shelly del pozo');
    await user.selectOptions(form.getByLabelText(/^Magnitud/), 'Temperatura, °C');
    await user.selectOptions(form.getByLabelText(/^Lectura/), 'El sensor de un switch');
    await user.selectOptions(form.getByLabelText(/^Sensor/), 'Pin 15: Sector 1 - Válvula A1');
    await user.click(form.getByRole('button', { name: 'Guardar' }));
    await form.findByText('Este dato es obligatorio');
    await user.selectOptions(form.getByLabelText(/^Qué lee/), 'Temperatura');
    await user.click(form.getByRole('button', { name: 'Guardar' }));
    await waitFor(() => expect(one.writings).toHaveLength(1));
    expect(one.writings).toMatchObject([{ body: { placa_id: 62, fuente: { tipo: 'sensor', pin: 15, ch: 't' } } }]);
  });

  it('shows the board and the meter that a point has, though their lists come after its form', async () => {
    let tell = (_placas: unknown): void => undefined;
    let tellMeters = (_meters: unknown): void => undefined;
    const fuente = { tipo: 'centinela', dispositivo_id: 7, campo: 'voltaje_a' } as const;
    const one = server([meter, { ...meter, id: 9, nombre: 'Carga', placa_id: null, dispositivo_id: null, fuente }])
      .answer('placas.listar', new Promise((resolve) => (tell = resolve)))
      .answer('dispositivos.listar', new Promise((resolve) => (tellMeters = resolve)));
    const { user } = openConsole('/puntos', one);
    await user.click(await screen.findByRole('button', { name: `Editar ${meter.nombre}` }));
    let form = await dialog('Editar Punto');
    tell([placa({ nombre: 'Caseta' })]);
    await form.findByRole('option', { name: 'Caseta' });
    expect(form.getByLabelText(/^Placa/)).toHaveDisplayValue('Caseta');
    await user.click(form.getByRole('button', { name: 'Cancelar' }));
    await dialogsClosed();

    await user.click(screen.getByRole('button', { name: 'Editar Carga' }));
    form = await dialog('Editar Punto');
    tellMeters([dispositivo({ id: 7, nombre: 'Medidor de la bomba', tipo: 'shelly_pro3m' })]);
    await form.findByRole('option', { name: 'Medidor de la bomba' });
    expect(form.getByLabelText(/^Centinela/)).toHaveDisplayValue('Medidor de la bomba');
  });

  it('follows a value of a centinela, whose magnitud it takes', async () => {
    const meters = [
      dispositivo({ id: 7, nombre: 'Medidor de la bomba', tipo: 'shelly_pro3m' }),
      dispositivo({ id: 8 }),
    ];
    const one = server([]).answer('puntos.crear', meter).answer('dispositivos.listar', meters);
    const { user } = openConsole('/puntos', one);
    await user.click(await ready());
    const form = await dialog('Nuevo Punto');
    await user.type(form.getByLabelText(/^Nombre/), 'Carga');
    await user.selectOptions(form.getByLabelText(/^Placa/), 'Sin placa: lo mide un centinela');
    await form.findByText('Medidor de la bomba');
    await user.selectOptions(form.getByLabelText(/^Centinela/), 'Medidor de la bomba');
    await user.selectOptions(form.getByLabelText(/^Valor/), 'Potencia total');
    await user.click(form.getByRole('button', { name: 'Guardar' }));
    await waitFor(() => expect(one.writings).toHaveLength(1));
    const fuente = { tipo: 'centinela', dispositivo_id: 7, campo: 'total_act_power' };
    expect(one.writings).toMatchObject([{ body: { placa_id: null, magnitud: 'potencia', a: 1, fuente } }]);
  });

  it('asks of a board with other firmware for the field of its message', async () => {
    const one = server([]).answer('puntos.crear', meter);
    const { user } = openConsole('/puntos', one);
    await user.click(await ready());
    const form = await dialog('Nuevo Punto');
    await user.type(form.getByLabelText(/^Nombre/), 'Medidor');
    await user.selectOptions(form.getByLabelText(/^Placa/), 'Shelly del pozo');
    expect(form.queryByLabelText(/^Pin/)).toBeNull();
    await user.type(form.getByLabelText(/^Campo del mensaje/), 'input:100.counts.total');
    await user.click(form.getByRole('button', { name: 'Guardar' }));
    await waitFor(() => expect(one.writings).toHaveLength(1));
    expect(one.writings).toMatchObject([
      { body: { placa_id: 62, fuente: { tipo: 'mensaje', ruta: 'input:100.counts.total' } } },
    ]);
  });

  it('takes what a board of ours says of itself, which comes once an hour', async () => {
    const one = server([]).answer('puntos.crear', meter);
    const { user } = openConsole('/puntos', one);
    await user.click(await ready());
    const form = await dialog('Nuevo Punto');
    await user.type(form.getByLabelText(/^Nombre/), 'Encendidos de la bomba');
    await user.selectOptions(form.getByLabelText(/^Placa/), 'Caseta');
    await user.selectOptions(form.getByLabelText(/^Magnitud/), 'Veces');
    await user.selectOptions(form.getByLabelText(/^Lectura/), 'Lo que la placa dice de sí misma');
    expect(form.queryByLabelText(/^Pin/)).toBeNull();
    await user.selectOptions(form.getByLabelText(/^Qué dice/), 'Veces encendido (relevador del pin 4)');
    await user.click(form.getByRole('button', { name: 'Guardar' }));
    await waitFor(() => expect(one.writings).toHaveLength(1));
    const fuente = { tipo: 'mensaje', ruta: 'status.wear.4.ops' };
    expect(one.writings).toMatchObject([{ body: { placa_id: 61, fuente, magnitud: 'veces', cada_s: 3_600 } }]);
  });

  it('says in words what a board tells of itself, and calls a centinela by its name', async () => {
    const heap: Punto = { ...meter, nombre: 'Memoria', fuente: { tipo: 'mensaje', ruta: 'status.chip.heap' } };
    const power: Punto = {
      ...meter,
      id: 9,
      placa_id: null,
      dispositivo_id: null,
      nombre: 'Potencia',
      fuente: { tipo: 'centinela', dispositivo_id: 7, campo: 'potencia_activa_a' },
    };
    const devices = [dispositivo({ id: 7, nombre: 'Tablero del pozo', tipo: 'shelly_pro3m' })];
    openConsole('/puntos', server([heap, power]).answer('dispositivos.listar', devices));
    within(await row('Memoria')).getByText('Memoria libre (bytes)');
    await within(await row('Potencia')).findByText('Tablero del pozo: potencia (fase A)');
  });

  it('asks of a point without a board for nothing that a board would need', async () => {
    const sent: Punto = {
      ...meter,
      id: 6,
      placa_id: null,
      dispositivo_id: null,
      n: null,
      nombre: 'Estación',
      magnitud: 'presion',
      a: 1,
      fuente: { tipo: 'api' },
      valor: 2.5,
    };
    const one = server([sent]).answer('puntos.crear', sent);
    const { user } = openConsole('/puntos', one);
    const shown = within(await row('Estación'));
    for (const text of ['2.5 bar', 'Sin placa', 'API']) shown.getByText(text);
    await user.click(await ready());
    const form = await dialog('Nuevo Punto');
    await user.type(form.getByLabelText(/^Nombre/), 'Estación');
    await user.selectOptions(form.getByLabelText(/^Placa/), 'Sin placa: lo envía un programa (API)');
    for (const label of [/^Pin/, /^Factor/, /^Más/, /^Lectura/]) expect(form.queryByLabelText(label)).toBeNull();
    await user.selectOptions(form.getByLabelText(/^Magnitud/), 'Presión, bar');
    await user.click(form.getByRole('button', { name: 'Guardar' }));
    await waitFor(() => expect(one.writings).toHaveLength(1));
    expect(one.writings).toMatchObject([
      { body: { placa_id: null, fuente: { tipo: 'api' }, magnitud: 'presion', a: 1, b: 0 } },
    ]);
  });
});
