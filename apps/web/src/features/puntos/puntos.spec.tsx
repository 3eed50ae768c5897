import type { Punto } from '@acequia/contracts';
import { act, screen, waitFor, within } from '@testing-library/react';
import { adminServer, dialog, openConsole, row } from '../../test/console.js';
import { receive } from '../../test/live-socket.js';
import { EMPRESA, empresa, placa, switchOf } from '../../test/records.js';

const meter: Punto = {
  id: 3,
  empresa_id: EMPRESA.id,
  placa_id: 61,
  dispositivo_id: 1001,
  n: 1,
  fuente: { tipo: 'placa', driver: 'pulsos', pin: 27 },
  magnitud: 'volumen',
  nombre: 'Medidor del pozo',
  sitio: 'Pozo',
  mide: { switch_ids: [41] },
  a: 0.01,
  b: 0,
  cada_s: 60,
  activo: 1,
  valor: 1_520.354,
  ts: Date.now(),
  version: 1,
};

const server = (points: Punto[]) =>
  adminServer()
    .answer('empresas.seleccion', [EMPRESA])
    .answer('empresas.listar', [empresa()])
    .answer('placas.listar', [
      placa({ nombre: 'Caseta' }),
      placa({ id: 1002, placa_id: 62, nombre: 'Shelly del pozo', dialecto: 'shelly' }),
    ])
    .answer('switches.listar', [switchOf()])
    .answer('puntos.sin_usar', [])
    .answer('puntos.listar', points);

/** The button, once there are boards to choose from. */
const ready = async (): Promise<HTMLElement> => {
  const button = await screen.findByRole('button', { name: 'Nuevo punto' });
  await waitFor(() => expect(button).toBeEnabled());
  return button;
};

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
      first.getByText(text);
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
          fuente: { tipo: 'placa', driver: 'pulsos', pin: 27 },
          magnitud: 'volumen',
          nombre: 'Medidor del pozo',
          a: 0.01,
        },
      },
    ]);
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

  it('lists what arrives and is no point, and opens the form filled in with it', async () => {
    const one = server([])
      .answer('puntos.sin_usar', [{ ruta: 'SENSOR.SHT3X.Pressure', valor: 1_018.4, ts: Date.now() }])
      .answer('puntos.crear', meter);
    const { user } = openConsole('/puntos', one);
    await screen.findByText('1,018.4');
    await user.click(screen.getByRole('button', { name: 'Usar SENSOR.SHT3X.Pressure' }));
    const form = await dialog('Nuevo Punto');
    expect(form.getByLabelText(/^Nombre/)).toHaveValue('Pressure');
    await user.selectOptions(form.getByLabelText(/^Magnitud/), 'Presión, bar');
    await user.click(form.getByRole('button', { name: 'Guardar' }));
    await waitFor(() => expect(one.writings).toHaveLength(1));
    expect(one.writings).toMatchObject([
      { body: { placa_id: 62, magnitud: 'presion', fuente: { tipo: 'mensaje', ruta: 'SENSOR.SHT3X.Pressure' } } },
    ]);
  });
});
