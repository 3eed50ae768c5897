import type { Comando } from '@acequia/contracts';
import { jest } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import { companyZone, timeOf } from '../../lib/format/format.js';
import { datesIn } from '../../lib/time/shown-zone.js';
import { adminServer, dialog, label, openConsole } from '../../test/console.js';
import { dispositivo, empresa, EMPRESA } from '../../test/records.js';
import { Refusal } from '../../test/server.js';
import { relaySentence } from './lib/relay-sentence.js';

// jsdom draws no canvas, and the charts say so.
beforeEach(() => void jest.spyOn(console, 'error').mockImplementation(() => undefined));

const NOW = Date.now();
const order = (over: Partial<Comando> = {}): Comando => ({
  comando_id: 'c1',
  entidad: 'dispositivo',
  switch_id: null,
  dispositivo_id: 51,
  empresa_id: EMPRESA.id,
  accion: 'on',
  max_s: null,
  motivo: null,
  estado: 'confirmado',
  detalle: null,
  usuario_id: 31,
  usuario_nombre: 'Ana Campos',
  ip: '10.0.0.1',
  navegador: null,
  ts: NOW,
  enviado_ts: NOW,
  resuelto_ts: NOW,
  ...over,
});

const server = (tipo: 'shelly_1' | 'shelly_pro3m') =>
  adminServer()
    .answer('empresas.seleccion', [EMPRESA])
    .answer('empresas.listar', [empresa()])
    .answer('dispositivos.listar', [dispositivo({ tipo })])
    .answer('comandos.listar', [order()])
    .answer('monitor.en_vivo', { online: true, ts_ms: NOW, estado: { estado: 1 }, metricas: null })
    .answer('dispositivos.energia', new Refusal('no_encontrado'))
    .answer('dispositivos.energia_dias', []);

describe('the page of a device, for an administrator', () => {
  it('tells of a relay who ordered what, switches it, and is configured beside it', async () => {
    const one = server('shelly_1').refuse('dispositivos.apagar');
    const { user } = openConsole('/dispositivos/51', one);
    await screen.findByText(/^Encendido; última orden a las \d\d:\d\d, por Ana Campos$/);
    expect(screen.getByText('Confirmado')).toBeVisible();
    screen.getByText(/^1 vez, .+ en total\.$/);
    await user.click(screen.getByRole('button', { name: 'APAGAR' }));
    await waitFor(() => expect(one.writings[0]).toMatchObject({ name: 'dispositivos.apagar' }));
    await user.click(screen.getByRole('button', { name: 'Editar' }));
    expect((await dialog('Editar Dispositivo')).getByLabelText(label('Nombre'))).toHaveValue('Bomba del pozo');
  });

  it('says of a meter what it measures now, and shows its phases and the energy of each day', async () => {
    const metricas = { total_act_power: 1_234.5 };
    const one = server('shelly_pro3m');
    one.answer('monitor.en_vivo', { online: true, ts_ms: NOW, estado: { estado: null }, metricas });
    openConsole('/dispositivos/51', one);
    await screen.findByText(/^Consume 1234\.50 W/);
    await screen.findByRole('heading', { name: 'Energía por día' });
    await screen.findByText('Fase A');
    expect(screen.queryByRole('button', { name: 'APAGAR' })).toBeNull();
  });

  it('says so where there is no such device', async () => {
    openConsole('/dispositivos/99', server('shelly_1'));
    await screen.findByText('No se encontró este dispositivo.');
  });
});

describe('the sentence of a relay’s state', () => {
  const said = (estado: 0 | 1 | null, ...comandos: Comando[]) =>
    relaySentence(estado, comandos, NOW, datesIn(companyZone()));

  it('names the newest order that the relay followed', () => {
    expect(said(1, order({ estado: 'vencido', accion: 'off' }), order())).toBe(
      `Encendido; última orden a las ${timeOf(NOW)}, por Ana Campos`,
    );
    expect(said(1, order({ usuario_id: null, usuario_nombre: null }))).toMatch(/por el sistema$/);
  });

  it('names nobody where the relay is not as it was last ordered, nor guesses a state', () => {
    expect(said(0, order())).toBe('Apagado');
    expect(said(null, order())).toBe('No se sabe cómo está: el dispositivo aún no lo ha dicho.');
  });
});
