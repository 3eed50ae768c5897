import type { RouteName } from '@acequia/contracts';
import { type ApiClient, eventually, startAcequia } from '@acequia/testing';
import pg from 'pg';
import { cpuByName, cpuOf } from './cpu.js';
import { quantiles } from './quantiles.js';

const ROWS = 10_000;
const TIMES = 5;
/** Warm-up: code that runs for the first time is not measured. */
const WARM_UP = 2;
/** An admin_global lists everything, as if the installation were one company. */
const EMPRESA = 1;

const n = `generate_series(1, ${ROWS}) AS n`;
/** Inserts rows directly: ten thousand Argon2 hashes would take an hour. */
const FILL = [
  `INSERT INTO inventory.placas (placa_id, numero, empresa_id, nombre)
     SELECT n, 10000 + n, ${EMPRESA}, 'Placa ' || n FROM ${n}`,
  `INSERT INTO device_gateway.placas (placa_id, numero, empresa_id, revocada) SELECT n, 10000 + n, ${EMPRESA}, 0 FROM ${n}`,
  `INSERT INTO inventory.switches
       (id, empresa_id, placa_id, nombre, tipo, zona, switch_site_id, hardware_pin, tiene_sensor, sensor_pin)
     SELECT n, ${EMPRESA}, n, 'Riego ' || n, 'selenoide', 'Sector ' || n % 50, 1, 25, 1, 32 FROM ${n}`,
  `INSERT INTO inventory.dispositivos (id, empresa_id, nombre, shelly_id, tipo, fecha_vencimiento)
     SELECT n, ${EMPRESA}, 'Bomba ' || n, 'c45bbe' || n, 'shelly_1', '2099-12-31' FROM ${n}`,
  `INSERT INTO auth_tenancy.usuarios
       (id, nombre, email, clave_hash, rol, empresa_id, activo, ver, version, grants_version)
     SELECT 100 + n, 'Persona ' || n, 'persona' || n || '@bench.test', '', 'usuario', ${EMPRESA}, true, 1, 1, 1 FROM ${n}`,
  `INSERT INTO auth_tenancy.asignaciones (usuario_id, tipo, recurso_id, empresa_id)
     SELECT 100 + n, tipo, 1 + (n + k) % ${ROWS}, ${EMPRESA}
       FROM ${n}, generate_series(1, 5) AS k, unnest(ARRAY['switch', 'dispositivo']) AS tipo`,
  `INSERT INTO inventory.auditoria (ts, usuario_id, empresa_id, accion, entidad, nombre, antes, despues)
     SELECT now() - n * interval '1 minute', 1, ${EMPRESA}, 'switch.actualizar', 'switch:' || n, 'Riego ' || n,
       '{"nombre": "antes"}', '{"nombre": "después"}' FROM ${n}`,
  `INSERT INTO auth_tenancy.empresas (id, nombre, telefono_celular, telegram_chat_id, costo_plan, comunicador_numero,
       comunicador_imei, fecha_vencimiento, activa, zona_horaria, version)
     SELECT 100 + n, 'Empresa ' || n, '', '', 10, '', '', '2099-12-31', true, 'America/Mexico_City', 1 FROM ${n}`,
  'ANALYZE',
];
/** The yardstick: the same rows as plain JSON from the same Postgres. */
const BARE: Partial<Record<RouteName, string>> = {
  'empresas.listar': 'SELECT json_agg(e) FROM auth_tenancy.empresas e',
  'usuarios.listar': 'SELECT json_agg(u) FROM auth_tenancy.usuarios u',
  'dispositivos.listar': 'SELECT json_agg(d) FROM inventory.dispositivos d',
  'switches.listar': 'SELECT json_agg(s) FROM inventory.switches s',
  'switches.panel': 'SELECT json_agg(s) FROM inventory.switches s',
  'placas.listar': 'SELECT json_agg(p) FROM inventory.placas p',
};

const timed = async (work: () => Promise<unknown>): Promise<number[]> => {
  const times: number[] = [];
  for (let i = 0; i < TIMES; i++) {
    const start = performance.now();
    await work();
    times.push(performance.now() - start);
  }
  return times;
};
/** What each part used per request, ms, without those that had nothing to do. */
const perRequest = (before: Record<string, number>, after: Record<string, number>): Record<string, number> =>
  Object.fromEntries(
    Object.entries(after)
      .map(([name, ms]) => [name, Math.round((ms - (before[name] ?? 0)) / TIMES)] as const)
      .filter(([, ms]) => ms > 0),
  );
const bytesOf = async (api: ApiClient, name: RouteName): Promise<number> =>
  (await (await api.raw(name)).arrayBuffer()).byteLength;

/** Lists of ten thousand rows over HTTP, as an admin_global asks for them, ms. */
export async function benchLists(): Promise<object[]> {
  const acequia = await startAcequia({ env: { RATE_LIMIT_SESSION: '100000' } });
  const db = new pg.Client(acequia.databaseUrl);
  try {
    await db.connect();
    const api = await acequia.loginAdmin();
    await api.call('empresas.crear', { body: { nombre: 'Grande', fecha_vencimiento: '2099-12-31' } });
    await eventually(() => api.call('switches.listar', { query: { empresa_id: EMPRESA } }));
    for (const statement of FILL) await db.query(statement);
    const lines: object[] = [];
    for (const [name, sql] of Object.entries(BARE) as [RouteName, string][]) {
      let bytes = 0;
      for (let i = 0; i < WARM_UP; i++) bytes = await bytesOf(api, name);
      const before = cpuByName(acequia);
      const services = cpuOf(acequia);
      const http = quantiles(await timed(() => bytesOf(api, name)));
      const together = cpuOf(acequia);
      const bare = quantiles(await timed(() => db.query(sql)));
      lines.push({
        bench: `GET ${name}`,
        rows: ROWS,
        kb: Math.round(bytes / 1_024),
        http_ms: http,
        services_cpu_ms: services === null || together === null ? null : Math.round((together - services) / TIMES),
        cpu_ms: perRequest(before, cpuByName(acequia)),
        bare_json_ms: bare,
      });
    }
    const page = quantiles(await timed(() => api.call('auditoria.listar', { query: { limite: '200' } })));
    lines.push({ bench: 'GET auditoria.listar', rows: ROWS, page: 200, http_ms: page });
    return lines;
  } finally {
    await db.end();
    await acequia.stop();
  }
}
