import { jest } from '@jest/globals';
import type { ReglaClima } from '@acequia/contracts';
import { screen, waitFor, within } from '@testing-library/react';
import { adminServer, dialog, openConsole } from '../../test/console.js';
import { EMPRESA, empresa, switchOf } from '../../test/records.js';
import { Refusal } from '../../test/server.js';

const onBoard = { via: 'placa', por_servicio: null, pendiente: 0 } as const;
const regla: ReglaClima = {
  id: 5,
  empresa_id: EMPRESA.id,
  nombre: 'Calor',
  activa: 1,
  sensor_switch_id: 41,
  valor: 'temperatura',
  punto_id: null,
  cuando: 'arriba',
  etapas: [
    { switch_id: 41, enciende: 28, apaga: 26, si_calla: 'apagado', texto: 'Nebulización si > 28 °C', ...onBoard },
    { switch_id: 42, enciende: 30, apaga: 28, texto: 'Válvula si > 30 °C', ...onBoard },
    { switch_id: 43, enciende: 31, apaga: 28, si_calla: 'apagado', texto: 'Extractor si > 31 °C', ...onBoard },
  ],
  min_encendido_s: 60,
  min_apagado_s: 60,
  prioridad: 0,
  persona_s: 3_600,
  edad_max_s: 600,
  pendiente: 0,
  version: 1,
};

describe('Clima', () => {
  it('shows what each stage does in silence, written or left out, before its switches are known and after', async () => {
    let tell = (_switches: unknown): void => undefined;
    const server = adminServer()
      .answer('empresas.seleccion', [EMPRESA])
      .answer('empresas.obtener', empresa())
      .answer('switches.listar', new Promise((resolve) => (tell = resolve)))
      .answer('clima.listar', [regla])
      .answer('clima.mandos', []);
    const { user } = openConsole('/clima', server);
    await user.click(await screen.findByRole('button', { name: 'Editar Calor' }));
    const form = await dialog('Editar Regla');
    const shown = (fields: RegExp) =>
      form
        .getAllByLabelText(fields)
        .map((select) => within(select).getByRole<HTMLOptionElement>('option', { selected: true }).text);
    const silences = () => shown(/^Si el sensor calla/);
    expect(silences()).toEqual(['Apagado', 'Apagado', 'Apagado']);
    expect(shown(/^Sensor o punto/)).toEqual(['#41']);
    tell([
      switchOf({ tipo: 'difusor', tiene_sensor: 1, sensor_pin: 15 }),
      switchOf({ id: 42, nombre: 'Válvula A2' }),
      switchOf({ id: 43, nombre: 'Extractor', tipo: 'turbina' }),
    ]);
    await waitFor(() => expect(shown(/^Sensor o punto/)).toEqual(['Sector 1 - Válvula A1']));
    expect(silences()).toEqual(['Apagado', 'Apagado', 'Apagado']);
  });

  it('does not switch a rule on again unseen that another person switched off meanwhile', async () => {
    const off: ReglaClima = { ...regla, activa: 0, version: 2 };
    const server = adminServer()
      .answer('empresas.seleccion', [EMPRESA])
      .answer('empresas.listar', [empresa()])
      .answer('switches.listar', [
        switchOf({ tiene_sensor: 1, sensor_pin: 15 }),
        switchOf({ id: 42, nombre: 'Válvula A2' }),
        switchOf({ id: 43, nombre: 'Válvula A3' }),
      ])
      .answer('clima.listar', [regla])
      .answer('clima.mandos', []);
    const { user } = openConsole('/clima', server);
    await user.click(await screen.findByRole('button', { name: 'Editar Calor' }));
    const form = await dialog('Editar Regla');
    server
      .answer('clima.listar', [off])
      .answer('clima.actualizar', new Refusal('version_vieja', undefined, { actual: off }));
    await user.click(form.getByRole('button', { name: 'Guardar' }));
    const conflict = within(await form.findByRole('group', { name: 'Cambios de otra persona' }));
    const cells = within((await conflict.findByText('Activa')).closest('tr')!).getAllByRole('cell');
    expect(cells.map(({ textContent }) => textContent)).toEqual(['Activa', 'No', 'Sí']);
  });

  it.each([
    ['the companies', 'empresas.seleccion', /^No se pudo cargar la lista de empresas/],
    ['the switches', 'switches.listar', /^No se pudieron leer los switches de la empresa/],
  ] as const)('says in the derived values that %s could not be read', async (_what, route, text) => {
    jest.spyOn(console, 'error').mockImplementation(() => undefined);
    const server = adminServer()
      .answer('empresas.seleccion', [EMPRESA])
      .answer('empresas.listar', [empresa()])
      .answer('switches.listar', [])
      .answer('clima.listar', [])
      .refuse(route);
    const { user } = openConsole('/clima?vista=valores', server);
    await screen.findByText(text);
    server.answer('empresas.seleccion', [EMPRESA]).answer('switches.listar', []);
    await user.click(screen.getByRole('button', { name: 'Reintentar' }));
    await screen.findByText('Ningún switch de esta empresa tiene sensor.');
  });
});
