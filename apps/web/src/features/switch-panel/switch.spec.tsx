import { jest } from '@jest/globals';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { adminServer, answerQuestion, dialog, label, openConsole, savedFiles } from '../../test/console.js';
import { empresa, EMPRESA, EMPRESA_ADMIN, liveSwitch, NO_POINTS, placa, switchOf } from '../../test/records.js';
import type { Sent } from '../../test/server.js';

const YESTERDAY = Date.now() - 86_400_000;
const event = (estado: 0 | 1, ts: number) => ({
  _id: `${ts}-1`,
  fecha: new Date(ts).toISOString(),
  switch_id: 41,
  zona: 'Sector 1',
  nombre: 'Válvula A1',
  estado,
});

// jsdom draws no canvas, and the chart says so.
beforeEach(() => void jest.spyOn(console, 'error').mockImplementation(() => undefined));

const server = () =>
  adminServer()
    .answer('empresas.seleccion', [EMPRESA])
    .answer('empresas.listar', [empresa({ zona_horaria: 'Europe/Madrid' })])
    .answer('switches.panel', [liveSwitch({ estado: 0, estado_ts: Date.now() })])
    .answer('turnos.listar', [])
    .answer('clima.mandos', [])
    .answer('comandos.listar', [])
    .answer('historial.eventos', [event(0, YESTERDAY + 1_200_000), event(1, YESTERDAY)])
    .answer('historial.serie', NO_POINTS);

describe('the page of a switch', () => {
  it('tells an administrator when it was on, in its company’s zone, and leads to its commands', async () => {
    openConsole(`/switches/41?empresa=${EMPRESA.id}`, server());
    await screen.findByRole('heading', { level: 1, name: /Válvula A1/ });
    expect(await screen.findByText('1 encendido · 20 min')).toBeVisible();
    const madrid = new Date(YESTERDAY).toLocaleTimeString('es', {
      timeZone: 'Europe/Madrid',
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
    });
    expect(screen.getByText(new RegExp(`^\\d\\d/\\d\\d/\\d{4},? ${madrid}`))).toBeVisible();
    expect(screen.getByText('Comandos', { selector: '[href*="switch=41"]' })).toBeVisible();
  });

  it('asks an administrator too for how long it is to be on, and says when it ends', async () => {
    const one = server().refuse('switches.encender');
    const { user } = openConsole('/switches/41', one, EMPRESA_ADMIN);
    await user.click(await screen.findByRole('button', { name: /^Encender / }));
    await user.click(await screen.findByRole('button', { name: /^Encender 10 min\s*se (cierra|apaga) a las/ }));
    await waitFor(() =>
      expect(one.writings[0]).toMatchObject({ name: 'switches.encender', body: { duracion_s: 600 } }),
    );
  });

  it('is configured in a drawer beside it, and leads to the list once it is deleted', async () => {
    const one = server().answer('placas.listar', [placa()]).answer('turnos.caudales', []);
    one.answer('switches.guardar_lote', { switches: [], avisos: [] });
    const { user, at } = openConsole(`/switches/41?empresa=${EMPRESA.id}`, one);
    await user.click(await screen.findByRole('button', { name: 'Editar' }));
    const drawer = await dialog('Editar Switch');
    expect(drawer.getByLabelText('Empresa')).toHaveValue(EMPRESA.nombre);
    const name = drawer.getByLabelText(label('Nombre Switch'));
    await user.clear(name);
    await user.type(name, 'Válvula norte');
    one.answer('switches.panel', [liveSwitch({ nombre: 'Válvula norte' })]);
    await user.click(drawer.getByRole('button', { name: 'Guardar' }));
    await screen.findByRole('heading', { level: 1, name: 'Válvula norte' });
    expect(one.writings[0]).toMatchObject({ body: { switches: [{ id: 41, nombre: 'Válvula norte' }] } });

    one.answer('switches.eliminar', undefined).answer('switches.listar', []).answer('switches.bloqueos', []);
    await user.click(screen.getByRole('button', { name: 'Editar' }));
    await user.click((await dialog('Editar Switch')).getByRole('button', { name: 'Eliminar' }));
    one.answer('switches.panel', []);
    await answerQuestion(user, '¿Eliminar este switch PERMANENTEMENTE?', 'Eliminar');
    await waitFor(() => expect(at()).toBe(`/switches?empresa=${EMPRESA.id}`));
  });

  it('tells of any days, and asks only for the commands and turns of days in which it changed', async () => {
    const LONG_AGO = Date.now() - 400 * 86_400_000;
    const past = [event(0, LONG_AGO + 600_000), event(1, LONG_AGO)];
    const one = server().answer('historial.eventos', ({ query }: Sent) =>
      Date.parse(query['desde']!) < LONG_AGO ? [event(0, YESTERDAY + 1_200_000), event(1, YESTERDAY), ...past] : [],
    );
    openConsole('/switches/41', one, EMPRESA_ADMIN);
    await screen.findByText('Ningún encendido en estos días.');
    fireEvent.change(screen.getByLabelText('Desde'), { target: { value: '2020-01-01' } });
    await screen.findByText('2 encendidos · 30 min');
    const asked = one.sent.filter(({ name, query }) => name === 'turnos.listar' && query['switch_id'] === '41');
    expect(asked).toHaveLength(2);
    for (const { query } of asked)
      expect(Date.parse(query['hasta']!) - Date.parse(query['desde']!)).toBeLessThan(50 * 86_400_000);
  });

  it('begins with the days of its address', async () => {
    openConsole('/switches/41?desde=2026-01-01&hasta=2026-01-31', server(), EMPRESA_ADMIN);
    expect(await screen.findByLabelText('Desde')).toHaveValue('2026-01-01');
    expect(screen.getByLabelText('Hasta')).toHaveValue('2026-01-31');
  });

  it('saves the readings of the chosen days of a sensor as a file', async () => {
    const files = savedFiles();
    const one = server().answer('switches.panel', [liveSwitch({ tiene_sensor: 1, sensor_pin: 15 })]);
    one.answer('historial.csv_sensores', 'ts,temperatura,humedad\n');
    const { user } = openConsole('/switches/41', one, EMPRESA_ADMIN);
    await user.click(await screen.findByRole('button', { name: '30 d' }));
    await user.click(screen.getByRole('button', { name: 'DESCARGAR CSV TEMP/HUM' }));
    await waitFor(() => expect(files).toEqual(['temp_hum_switch_41.csv']));
    const { desde, hasta } = one.sent.find(({ name }) => name === 'historial.csv_sensores')!.query;
    expect(Date.parse(hasta!) - Date.parse(desde!)).toBe(30 * 86_400_000);
  });

  it('is found by an operator whose link names no company, whose address then names it', async () => {
    const { at } = openConsole('/switches/41', server().answer('switches.listar', [switchOf({ id: 41 })]));
    await screen.findByRole('heading', { level: 1, name: /Válvula A1/ });
    expect(at()).toBe(`/switches/41?empresa=${EMPRESA.id}`);
  });

  it('says so where the company has no such switch', async () => {
    openConsole('/switches/99', server(), EMPRESA_ADMIN);
    await screen.findByText('No se encontró este switch en la empresa.');
  });
});
