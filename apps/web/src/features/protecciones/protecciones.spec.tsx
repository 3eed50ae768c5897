import type { Proteccion } from '@acequia/contracts';
import { screen, waitFor, within } from '@testing-library/react';
import { adminServer, dialog, dialogsClosed, openConsole, row, switchServer } from '../../test/console.js';
import { EMPRESA, empresa, END_USER, liveSwitch, ON_BOARD, puntoOf, switchOf } from '../../test/records.js';

const well = puntoOf({ ...ON_BOARD, id: 7, magnitud: 'nivel', nombre: 'Pozo', valor: 2, ts: Date.now() });
const lowWell = (over: Partial<Proteccion> = {}): Proteccion => ({
  id: 5,
  empresa_id: EMPRESA.id,
  nombre: 'Pozo bajo',
  placa_id: 61,
  punto_id: 7,
  cuando: 'abajo',
  valor: 0.5,
  valvula_ids: [],
  durante_s: 5,
  gracia_s: 0,
  con_switch_id: null,
  apaga: [41],
  sin_dato: 'apagar',
  libera: { valor: 1 },
  activa: 1,
  omitida_hasta: null,
  soltada: 0,
  version: 1,
  estado: 'en_placa',
  disparada: null,
  ...over,
});
const elsewhere = switchOf({ id: 42, nombre: 'Válvula Z', placa_id: 62 });
const server = (list: Proteccion[]) =>
  adminServer()
    .answer('empresas.seleccion', [EMPRESA])
    .answer('empresas.listar', [empresa()])
    .answer('switches.listar', [switchOf(), elsewhere])
    .answer('puntos.listar', [well, { ...well, id: 8, nombre: 'Medidor', magnitud: 'volumen' }])
    .answer('protecciones.listar', list);

describe('Protecciones', () => {
  it('says of each what it does, and whether its board keeps it or the service', async () => {
    const burst = { id: 7, nombre: 'Rotura', cuando: 'rotura', valor: 130 } as const;
    const byService = { estado: 'por_servicio' } as const;
    openConsole(
      '/protecciones',
      server([lowWell(), lowWell({ id: 6, nombre: 'Vieja', ...byService }), lowWell({ ...burst, ...byService })]),
    );
    const first = within(await row('Pozo bajo'));
    for (const text of ['Pozo por debajo de 0.5 m durante 5 s', 'Sector 1 - Válvula A1', 'La lleva su placa'])
      await first.findByText(text);
    within(await row('Vieja')).getByText('La lleva el servicio: solo protege mientras haya conexión con la placa');
    within(await row('Rotura')).getByText('Ninguna placa puede juzgarla: el servicio avisa y no apaga nada');
  });

  it('creates one, and says where its switches make it one of the service', async () => {
    const one = server([]).answer('protecciones.crear', lowWell());
    const { user } = openConsole('/protecciones', one);
    await user.click(await screen.findByRole('button', { name: 'Nueva protección' }));
    const form = await dialog('Nueva Protección');
    await user.type(form.getByLabelText(/^Nombre/), 'Pozo bajo');
    await user.selectOptions(form.getByLabelText(/^Punto/), 'Pozo');
    await user.type(form.getByLabelText(/^Límite/), '0.5');
    await user.type(form.getByLabelText(/^De vuelta en/), '0.4');
    const choose = async (name: RegExp): Promise<void> => {
      await user.type(form.getByRole('combobox', { name: /^Apaga y mantiene/ }), 'Válvula');
      const listed = within(await screen.findByRole('listbox', { hidden: true }));
      await user.click(await listed.findByRole('option', { name, hidden: true }));
    };
    await choose(/Válvula A1/);
    expect(form.queryByText(/la lleva el servicio/)).toBeNull();
    await choose(/Válvula Z/);
    await form.findByText(/la lleva el servicio, solo mientras haya conexión/);
    await user.click(form.getByRole('button', { name: 'Guardar' }));
    await form.findByText('Suelta de vuelta en el límite o más acá, no más allá');
    expect(one.writings).toEqual([]);
    await user.clear(form.getByLabelText(/^De vuelta en/));
    await user.type(form.getByLabelText(/^De vuelta en/), '1');
    await user.click(form.getByRole('button', { name: 'Guardar' }));
    await waitFor(() => expect(one.writings).toHaveLength(1));
    expect(one.writings).toMatchObject([
      { body: { punto_id: 7, cuando: 'abajo', valor: 0.5, apaga: [41, 42], sin_dato: 'apagar', libera: { valor: 1 } } },
    ]);
  });

  it('offers what fits a meter once that is chosen, and says what flow one acted at', async () => {
    const burst = lowWell({
      nombre: 'Rotura',
      punto_id: 8,
      cuando: 'rotura',
      valor: 130,
      valvula_ids: [41],
      disparada: { desde: null, caudal: { causa: 'rotura', m3h: 14.2, esperado_m3h: 9 } },
    });
    const { user } = openConsole('/protecciones', server([burst]));
    const told = within(await row('Rotura'));
    await told.findByText('Medidor: más de 130 % de lo esperado (rotura)');
    told.getByText('Actuó: mantiene apagado (rotura: 14.2 m³/h con 9 esperados)');
    await user.click(await screen.findByRole('button', { name: 'Nueva protección' }));
    const form = await dialog('Nueva Protección');
    await user.selectOptions(form.getByLabelText(/^Punto/), 'Medidor');
    expect(form.getByLabelText(/^Límite \(% de lo esperado\)/)).toHaveValue('130');
    expect(form.getByLabelText(/^Espera al llenado/)).toHaveValue('180');
    expect(form.queryByRole('option', { name: 'Cuando el valor vuelve' })).toBeNull();
    await user.selectOptions(form.getByLabelText(/^Punto/), 'Pozo');
    form.getByRole('option', { name: 'Cuando el valor vuelve' });
  });

  it('changes one over a flow and sends what belongs to it', async () => {
    const burst = lowWell({
      nombre: 'Rotura',
      punto_id: 8,
      cuando: 'rotura',
      valor: 130,
      valvula_ids: [41],
      gracia_s: 180,
      libera: 'persona',
    });
    const one = server([burst]).answer('protecciones.actualizar', burst);
    const { user } = openConsole('/protecciones', one);
    await user.click(within(await row('Rotura')).getByRole('button', { name: 'Editar Rotura' }));
    const form = await dialog('Editar Protección');
    await user.clear(form.getByLabelText(/^Límite/));
    await user.type(form.getByLabelText(/^Límite/), '90');
    await user.click(form.getByRole('button', { name: 'Guardar' }));
    await form.findByText('Debe estar entre 101 y 1000');
    await user.clear(form.getByLabelText(/^Límite/));
    await user.type(form.getByLabelText(/^Límite/), '150');
    await user.click(form.getByRole('button', { name: 'Guardar' }));
    await waitFor(() => expect(one.writings).toHaveLength(1));
    expect(one.writings).toMatchObject([
      {
        body: {
          cuando: 'rotura',
          valor: 150,
          valvula_ids: [41],
          con_switch_id: null,
          gracia_s: 180,
          libera: 'persona',
        },
      },
    ]);
  });

  it('lets one go and leaves one out, after asking', async () => {
    const tripped = lowWell({ disparada: { desde: null } });
    const one = server([tripped]).answer('protecciones.soltar', tripped).answer('protecciones.omitir', tripped);
    const { user } = openConsole('/protecciones', one);
    for (const [button, writes] of [
      ['Soltar', 1],
      ['Omitir', 2],
    ] as const) {
      await user.click(within(await row('Pozo bajo')).getByRole('button', { name: 'Editar Pozo bajo' }));
      const form = await dialog('Editar Protección');
      form.getByText('Actuó: mantiene apagado');
      await user.click(form.getByRole('button', { name: button }));
      const asked = within(await screen.findByRole('alertdialog'));
      await user.click(asked.getByRole('button', { name: button }));
      await waitFor(() => expect(one.writings).toHaveLength(writes));
      await dialogsClosed();
    }
    expect(one.writings).toMatchObject([{ name: 'protecciones.soltar' }, { body: { minutos: 30 } }]);
  });
});

describe('a switch of a usuario', () => {
  const panel = (over: Parameters<typeof liveSwitch>[0]) =>
    switchServer(liveSwitch({ estado: 0, estado_ts: Date.now(), ...over }));

  it('names the protection that keeps it off instead of offering to turn it on', async () => {
    const proteccion = { nombre: 'Pozo bajo', disparada: { desde: null }, omitida_hasta: null };
    openConsole('/panel/switch', panel({ proteccion }), END_USER);
    await screen.findAllByText('La protección «Pozo bajo» la mantiene apagada');
    expect(screen.queryByRole('button', { name: /^Encender/ })).toBeNull();
  });

  it('names one that is left out with its end, and may be turned on', async () => {
    const proteccion = { nombre: 'Pozo bajo', disparada: { desde: null }, omitida_hasta: Date.now() + 3_600_000 };
    openConsole('/panel/switch', panel({ proteccion }), END_USER);
    await screen.findAllByText(/^Protección «Pozo bajo» omitida hasta /);
    expect(screen.getAllByRole('button', { name: /^Encender/ }).length).toBeGreaterThan(0);
  });
});
