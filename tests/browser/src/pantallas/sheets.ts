import { TARIFA_EJEMPLOS, TarifasSave } from '@acequia/contracts';
import { eventually } from '@acequia/testing';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { launchBrowser } from '../browser.js';
import type { Who } from '../specification/screen.js';
import { FurnishedFarm } from '../specification/furnished-farm.js';

const OF_BOTH = [
  '/usuarios',
  '/dispositivos',
  '/dispositivos/{bomba_id}',
  '/dispositivos/{centinela_id}',
  '/switches',
  '/switches/{switch_id}',
  '/placas',
  '/placas/{placa}',
  '/importar',
  '/alta',
  '/enclavamientos',
  '/protecciones',
  '/puntos',
  '/puntos/{punto_id}',
  '/programas',
  '/clima',
  '/comandos',
  '/situacion',
  '/avisos',
  '/avisos/silencios',
  '/avisos/reglas',
  '/avisos/canales',
  '/avisos/resumen',
  '/dossieres',
  '/tarifas',
  '/tokens',
  '/auditoria',
  '/cuenta',
];

/** Every route of every role. */
export const ROUTES: Readonly<Record<Who, readonly string[]>> = {
  nobody: ['/login', '/muro#{muro}'],
  admin_global: [
    '/dashboard',
    '/empresas',
    '/empresas/{empresa_id}/resumen',
    ...OF_BOTH,
    '/actualizaciones',
    '/estado',
    '/muro',
  ],
  admin_empresa: ['/dashboard-empresa', ...OF_BOTH],
  usuario: [
    '/panel/switch',
    '/panel/switch/{switch_id}',
    '/panel/dispositivos',
    '/panel/centinelas/{centinela_id}',
    '/panel/comandos',
    '/panel/avisos',
    '/panel/programas',
    '/panel/cuenta',
  ],
  'usuario without anything': ['/panel/switch', '/panel/dispositivos', '/panel/programas'],
};

export interface Sheet {
  title: string;
  pictures: string[];
  flaws: string[];
}

const HOUR_MS = 3_600_000;
export const SETTLED_MS = 15_000;

/** Waits until a screen has its data. */
export const settled = async (page: Page): Promise<void> => {
  await page.waitForLoadState('networkidle', { timeout: SETTLED_MS }).catch(() => undefined);
  const busy = page.locator('[aria-busy=true]').first();
  await busy.waitFor({ state: 'detached', timeout: SETTLED_MS }).catch(() => undefined);
};

export const fileOf = (title: string): string => title.replaceAll(/[^\p{L}\d]+/gu, '-');

/** One record for each list that the tables of the specification leave empty. @returns the farm's names, with the point's and the wall's */
async function withRecords(farm: FurnishedFarm): Promise<Readonly<Record<string, string>>> {
  const { admin, names } = farm;
  const [empresa_id, placa_id, switch_id] = [names['empresa_id'], names['placa_id'], names['switch_id']].map(
    Number,
  ) as [number, number, number];
  const punto = await admin.call('puntos.crear', {
    body: {
      empresa_id,
      placa_id,
      fuente: { tipo: 'placa', driver: 'adc', pin: 34 },
      magnitud: 'humedad_suelo',
      nombre: 'Humedad del sector 2',
    },
  });
  const steps = (minutes: number) => [{ switch_id, duracion_s: minutes * 60 }];
  await admin.call('programas.crear', {
    body: {
      empresa_id,
      nombre: 'Riego de la noche',
      dias: { cada: 1, desde: '2026-01-01' },
      inicios: ['21:30'],
      pasos: steps(270),
    },
  });
  await admin.call('programas.crear', {
    body: {
      empresa_id,
      nombre: 'Riego de los lunes',
      dias: ['lun', 'jue'],
      inicios: ['05:00'],
      pasos: steps(20),
      activo: 0,
    },
  });
  await admin.call('clima.crear', {
    body: {
      empresa_id,
      nombre: 'Ventilación',
      sensor_switch_id: switch_id,
      valor: 'temperatura',
      cuando: 'arriba',
      etapas: [{ switch_id, enciende: 38, apaga: 36, si_calla: 'apagado' }],
    },
  });
  await admin.call('protecciones.crear', {
    body: {
      empresa_id,
      nombre: 'Suelo inundado',
      punto_id: punto.id,
      cuando: 'arriba',
      valor: 95,
      durante_s: 5,
      apaga: [switch_id],
      sin_dato: 'seguir',
      libera: 'persona',
    },
  });
  const switches = await admin.call('switches.listar', { query: { empresa_id: String(empresa_id) } });
  await admin.call('enclavamientos.crear', {
    body: {
      empresa_id,
      nombre: 'Una a la vez',
      tipo: 'exclusion',
      switches: switches.map(({ id }) => id).slice(0, 2),
      bomba_id: null,
    },
  });
  const level = await admin.call('puntos.crear', {
    body: { empresa_id, fuente: { tipo: 'api' }, magnitud: 'nivel', nombre: 'Nivel de la pila' },
  });
  await admin.call('medidas.guardar', { body: { medidas: [{ punto_id: level.id, ts: Date.now(), valor: 1.2 }] } });
  const tipo = 'temperatura_alta';
  await admin.call('avisos.guardar_regla', { body: { empresa_id, tipo, activa: 1, umbral: 20, espera_s: 0 } });
  await eventually(async () => {
    const avisos = await admin.call('avisos.listar', { query: { empresa_id: String(empresa_id) } });
    if (!avisos.some((aviso) => aviso.tipo === tipo)) throw new Error('no alarm yet');
  });
  await admin.call('avisos.silenciar', {
    body: { empresa_id, hasta: Date.now() + HOUR_MS, motivo: 'Mantenimiento' },
  });
  await admin.call('avisos.agregar_canal', { body: { empresa_id, canal: 'correo', destino: 'avisos@acequia.test' } });
  await admin.call('tokens.crear', {
    body: { empresa_id, nombre: 'ERP', permisos: ['leer'], vence: Date.now() + 24 * HOUR_MS },
  });
  const { version } = TARIFA_EJEMPLOS[0]!;
  const tarifas = TarifasSave.parse({ empresa_id, versiones: [{ ...version, desde: '2026-01-01' }] });
  await admin.call('tarifas.guardar', { body: tarifas });
  const { token: muro } = await admin.call('muros.crear', { body: { nombre: 'Bodega', empresa_id } });
  return { ...names, punto_id: String(punto.id), muro };
}

/** Walks a furnished farm as each person of `ROUTES`, or as one, and ends the process: with 1 if anything was found. */
export async function walkAs(
  folder: string,
  only: string | undefined,
  walk: (browser: Browser, farm: FurnishedFarm, who: Who, names: Readonly<Record<string, string>>) => Promise<Sheet[]>,
): Promise<never> {
  mkdirSync(folder, { recursive: true });
  const [farm, browser] = await Promise.all([FurnishedFarm.start(), launchBrowser()]);
  const sheets: Sheet[] = [];
  let code: number;
  try {
    const names = await withRecords(farm);
    for (const who of Object.keys(ROUTES) as Who[])
      if (only === undefined || who === only) sheets.push(...(await walk(browser, farm, who, names)));
  } finally {
    code = conclude(folder, sheets);
    await browser.close();
    await farm.stop();
  }
  process.exit(code);
}

/** Tells what was found of each sheet as it comes. */
export function tell({ title, flaws }: Sheet): void {
  process.stdout.write(`${title}: ${flaws.length === 0 ? 'ok' : ''}\n`);
  for (const flaw of flaws) process.stdout.write(`  ${flaw}\n`);
}

/** Writes the page that shows all sheets. @returns the process's exit code */
function conclude(folder: string, sheets: readonly Sheet[]): 0 | 1 {
  writeFileSync(join(folder, 'index.html'), html(sheets));
  const flaws = sheets.flatMap((sheet) => sheet.flaws).length;
  process.stdout.write(`${sheets.length} sheets, ${flaws} findings: ${join(folder, 'index.html')}\n`);
  return flaws === 0 ? 0 : 1;
}

const html = (sheets: readonly Sheet[]): string => {
  const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  const parts = sheets.map(({ title, pictures, flaws }) => {
    const images = pictures.map((name) => `<a href="${name}"><img src="${name}" alt="${name}" loading="lazy"></a>`);
    const list = flaws.map((flaw) => `<li>${escaped(flaw)}</li>`);
    return `<h2>${escaped(title)}</h2><ul>${list.join('')}</ul>${images.join('')}`;
  });
  const style = 'body{font:14px sans-serif;background:#888}img{height:420px;margin:4px;vertical-align:top}';
  return `<!doctype html><meta charset="utf-8"><title>Acequia</title><style>${style}</style>${parts.join('\n')}`;
};
