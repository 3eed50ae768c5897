import {
  ADMIN,
  connectBoard,
  eventually,
  Farm,
  manySwitches,
  PASSWORD,
  publishTelemetry,
  SENSOR_PIN,
  type RunningAcequia,
} from '@acequia/testing';
import type { Page } from 'playwright-core';
import { freeze } from '../panel.js';

export interface Scene {
  nombre: string;
  email: string;
  /** `PASSWORD` unless said. */
  password?: string;
  /** Of the administration console: where it is, and what is there once it has loaded. */
  consola?: { route: string; ready: string };
  /** Brings the page, which shows this person's panel, into the state of the picture; the answer puts the system right again. */
  prepare?: (page: Page) => Promise<void | (() => void)>;
}

const HORA = 3_600_000;
const LONG_ZONA =
  'Invernadero norte junto al camino real a San Miguel, nave 14 poniente, módulo de propagación de plántula y semillero';

/** A farm whose usuarios each see one of the panel's states. */
export async function prepareScenes(acequia: RunningAcequia): Promise<Scene[]> {
  const root = await acequia.loginAdmin();
  const farm = await Farm.create(acequia, root, { pairs: 4 });
  const many = await manySwitches(root, farm, 200);
  const empresa_id = farm.empresa.id;
  const persona = async (nombre: string, switches: number[]): Promise<string> => {
    const email = `${nombre}@acequia.test`;
    await root.call('usuarios.crear', {
      body: { nombre, email, password: PASSWORD, rol: 'usuario', empresa_id, switches },
    });
    return email;
  };
  /** One pair on its own board. */
  const par = async (zona: string, conSensor: boolean) => {
    const [board] = await root.call('placas.registrar', { body: { empresa_id } });
    const { switches } = await root.call('switches.guardar_lote', {
      body: {
        switches: ['Válvula de entrada', 'Extractor'].map((nombre, index) => ({
          nombre,
          tipo: 'otro' as const,
          zona,
          empresa_id,
          dispositivo_id: board!.id,
          par_numero: 2 as const,
          switch_site_id: 1,
          hardware_pin: 13 + index,
          tiene_sensor: conSensor ? (1 as const) : (0 as const),
          sensor_pin: conSensor ? SENSOR_PIN : null,
          activo: 1 as const,
        })),
      },
    });
    return { board: board!, ids: switches.map(({ id }) => id) };
  };

  const largo = await par(LONG_ZONA, true);
  const sinSensor = await par('Bodega', false);
  const silent = await par('Establo sur', true);
  const fresh = await par('Nave recién instalada', true);

  const day = Array.from({ length: 48 }, (_, i) => 47 - i).map((n) => ({
    ts: Date.now() - n * (HORA / 2) - 1_000,
    pins: { 4: n % 6 < 3 ? 1 : 0, 5: n % 8 < 4 ? 1 : 0, 16: 1, 13: 0, 14: 1, 18: 0 },
    sensors: { [SENSOR_PIN]: { t: 21 + 7 * Math.sin(n / 7.6), h: 58 - 18 * Math.sin(n / 7.6) } },
  }));
  // A board's credentials reach the gateway a moment after its registration.
  const board = await eventually(() => farm.connectBoard());
  await publishTelemetry(board, farm.board.id, day);
  for (const [one, pins] of [
    [largo.board, { 13: 1, 14: 0 }],
    [sinSensor.board, { 13: 0, 14: 1 }],
  ] as const) {
    const client = await eventually(() => connectBoard(acequia.mqtt, one));
    await publishTelemetry(client, one.id, { pins, sensors: { [SENSOR_PIN]: { t: 31.4, h: 38 } } });
  }
  // Sent its last sample yesterday.
  const gone = await eventually(() => connectBoard(acequia.mqtt, silent.board));
  const yesterday = {
    ts: Date.now() - 26 * HORA,
    pins: { 13: 1, 14: 0 },
    sensors: { [SENSOR_PIN]: { t: 24.8, h: 61 } },
  };
  await publishTelemetry(gone, silent.board.id, yesterday);
  await gone.endAsync(true);
  for (const one of many.boards) {
    const client = await eventually(() => connectBoard(acequia.mqtt, one));
    const pins = { 4: 1, 5: 0, 16: 1, 13: 0, 14: 1, 18: 1, 19: 0, 21: 1, 22: 0, 23: 1 };
    await publishTelemetry(client, one.id, { pins, sensors: { [SENSOR_PIN]: { t: 23.4, h: 55 } } });
  }

  const estados = await persona('estados', [...largo.ids, ...sinSensor.ids, ...silent.ids, ...fresh.ids]);
  return [
    { nombre: 'panel', email: farm.usuario.email },
    { nombre: 'estados', email: estados },
    { nombre: 'doscientos', email: many.email },
    { nombre: 'resumen', email: farm.admin.email, consola: { route: '/dashboard-empresa', ready: '[data-switch]' } },
    {
      nombre: 'dialogo',
      email: farm.admin.email,
      consola: { route: '/usuarios', ready: '[aria-label^=Editar]' },
      prepare: async (page) => {
        await page
          .getByRole('button', { name: /^Editar/ })
          .first()
          .click();
        await page.getByRole('dialog').waitFor();
        await page.waitForTimeout(500);
      },
    },
    { nombre: 'sin-switches', email: await persona('nadie', []) },
    { nombre: 'sin-historial', email: await persona('nueva', fresh.ids) },
    {
      nombre: 'sin-conexion',
      email: farm.usuario.email,
      prepare: async (page) => {
        await page.context().setOffline(true);
        await page.getByText('Sin conexión con el servidor.').waitFor();
      },
    },
    {
      nombre: 'error-lista',
      email: farm.usuario.email,
      prepare: async (page) => {
        const thaw = [freeze(acequia, 'inventory'), freeze(acequia, 'telemetry-history')];
        await page.reload();
        await page.getByText('No se pudo cargar la lista de switches').waitFor({ timeout: 60_000 });
        return () => thaw.forEach((resume) => resume());
      },
    },
    {
      nombre: 'red-lenta',
      email: farm.usuario.email,
      prepare: async (page) => {
        const thaw = [freeze(acequia, 'inventory'), freeze(acequia, 'telemetry-history')];
        await page.reload();
        await page.getByRole('heading', { name: 'Panel de Estado de Switches' }).waitFor();
        return () => thaw.forEach((resume) => resume());
      },
    },
    {
      nombre: 'situacion',
      email: ADMIN.email,
      password: ADMIN.password,
      consola: { route: '/dashboard', ready: 'main' },
      // An alarm is told once its condition has lasted.
      prepare: (page) => page.locator('[data-aviso]').first().waitFor({ timeout: 600_000 }),
    },
  ];
}
