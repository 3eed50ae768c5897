import type { SwitchEnVivo } from '@acequia/contracts';
import { jest } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import { adminServer, openConsole } from '../../test/console.js';
import { dispositivo, empresa, EMPRESA_ADMIN, switchOf, usuario } from '../../test/records.js';
import { Refusal, type Sent } from '../../test/server.js';

const READING = { online: false, ts_ms: null, estado: { estado: null }, metricas: null };
const server = () =>
  adminServer()
    .answer('empresas.obtener', empresa())
    .answer('usuarios.listar', [usuario()])
    .answer('dispositivos.listar', [dispositivo()])
    .answer('monitor.en_vivo', READING)
    .answer('switches.panel', [])
    .answer('situacion.sensores', [])
    .answer('avisos.listar', [])
    .answer('comandos.listar', [])
    .answer('situacion.riego', { agua: [], turnos: [], otros: 0 });
const figure = (name: string) => screen.getAllByText(name).find(({ tagName }) => tagName === 'DT')!.nextElementSibling;

describe('Resumen', () => {
  it('does not make a company look as if it had no switches and devices when they cannot be read', async () => {
    jest.spyOn(console, 'error').mockImplementation(() => undefined);
    openConsole('/dashboard-empresa', server().refuse('dispositivos.listar').refuse('switches.panel'), EMPRESA_ADMIN);
    await screen.findByText(/^No se pudieron leer los switches\./);
    await screen.findByText(/^No se pudieron leer los dispositivos\./);
    expect(screen.queryByText('La empresa aún no tiene', { exact: false })).toBeNull();
  });

  it('greets no company without a name', async () => {
    jest.spyOn(console, 'error').mockImplementation(() => undefined);
    openConsole('/empresas/7/resumen', server().answer('empresas.seleccion', []).refuse('empresas.obtener'));
    await screen.findByRole('heading', { name: 'Bienvenido —.' });
  });

  it('keeps what it shows while it cannot be read again, without a message', async () => {
    jest.spyOn(console, 'error').mockImplementation(() => undefined);
    const one = server();
    const { user } = openConsole('/dashboard-empresa', one, EMPRESA_ADMIN);
    const update = await screen.findByRole('button', { name: 'ACTUALIZAR DATOS' });
    await waitFor(() => expect(figure('Dispositivos')).toHaveTextContent('1'));
    await waitFor(() => expect(update).toBeEnabled());
    for (const call of ['dispositivos.listar', 'switches.panel', 'usuarios.listar'] as const) one.refuse(call);
    const before = one.sent.length;
    await user.click(update);
    await waitFor(() => expect(one.sent.length).toBeGreaterThan(before));
    await waitFor(() => expect(update).toBeEnabled());
    expect(figure('Dispositivos')).toHaveTextContent('1');
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('says of which device the OFFLINE could not be read, and of which its call answered it', async () => {
    jest.spyOn(console, 'error').mockImplementation(() => undefined);
    const unread = dispositivo({ id: 52, nombre: 'Extractor' });
    const one = server()
      .answer('dispositivos.listar', [dispositivo(), unread])
      .answer('monitor.en_vivo', ({ params }: Sent) =>
        params['id'] === '52' ? new Refusal('servicio_no_disponible') : READING,
      );
    openConsole('/dashboard-empresa', one, EMPRESA_ADMIN);
    const cardOf = (id: number) => document.querySelector(`[data-dispositivo="${id}"]`);
    await waitFor(() => expect(cardOf(52)).toHaveTextContent(/OFFLINE.*Sin conexión a Cloud · No se pudo leer/));
    await waitFor(() => expect(cardOf(51)!.querySelector('[data-offline]')).toHaveTextContent('OFFLINE'));
    expect(cardOf(51)).toHaveTextContent('Sin conexión a Cloud');
    expect(cardOf(51)).not.toHaveTextContent('No se pudo leer');
    expect(cardOf(52)!.querySelector('[data-offline]')).toBeNull();
  });

  it('leads from its counts to the lists, and from no switches to the first steps', async () => {
    openConsole('/dashboard-empresa', server(), EMPRESA_ADMIN);
    const way = await screen.findByRole('link', { name: 'Poner en marcha' });
    expect(way).toHaveAttribute('href', `/alta?empresa=${EMPRESA_ADMIN.empresa_id}`);
    for (const [name, page] of [
      ['Usuarios', '/usuarios'],
      ['Dispositivos', '/dispositivos'],
      ['Switches', '/switches'],
    ] as const)
      await waitFor(() => expect(figure(name)!.querySelector('a')).toHaveAttribute('href', page));
  });

  it('shows the last day of a sensor beside its reading, also where hours are missing', async () => {
    const now = Date.now();
    const live: SwitchEnVivo = {
      ...switchOf({ tiene_sensor: 1, sensor_pin: 15 }),
      estado: 0,
      estado_ts: now,
      temperatura: 21.5,
      humedad: null,
      sensor_ts: now,
      placa_online: 1,
      placa_ts: now,
    };
    const hours = (values: Record<number, number>) => Array.from({ length: 24 }, (_, hour) => values[hour] ?? null);
    const day = { switch_id: live.id, temperatura: hours({ 3: 18, 22: 20, 23: 21.5 }), humedad: hours({}) };
    const one = server().answer('switches.panel', [live]).answer('situacion.sensores', [day]);
    openConsole('/dashboard-empresa', one, EMPRESA_ADMIN);
    const line = await screen.findByRole('img', { name: 'Temperatura de las últimas 24 horas' });
    // A dot for the lone hour, and a line of two.
    expect(
      line
        .querySelector('path')!
        .getAttribute('d')!
        .replace(/[^MLh]/g, ''),
    ).toBe('MhMhL');
    expect(screen.queryByRole('img', { name: 'Humedad de las últimas 24 horas' })).toBeNull();
    expect(one.sent.filter(({ name }) => name === 'situacion.sensores')).toHaveLength(1);
  });
});
