import { ROUTES, type RouteDefinition, type RouteName } from '@acequia/contracts';
import { z } from 'zod';

/** The calls of the administrator's entities, read from the route table, so that new calls are tested automatically. */
const ENTITIES = ['empresas', 'usuarios', 'dispositivos', 'switches', 'placas', 'auditoria'];
/** Commands and live readings report on the device and not on a form. */
const OF_APPARATUSES =
  /\.(encender|apagar|bloquear|desbloquear|metricas|descartes|detalle|en_vivo)$|^switches\.(comando|programa)/;

export const calls = (Object.entries(ROUTES) as [RouteName, RouteDefinition][]).filter(
  ([name]) => ENTITIES.includes(name.split('.')[0] ?? '') && !OF_APPARATUSES.test(name),
);
const camposDe = (schema: z.ZodType): string[] => {
  const { properties = {} } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as {
    properties?: object;
  };
  return Object.keys(properties);
};
export const conId = calls.filter(([, route]) => route.params);
export const withBody = calls.filter(([, route]) => route.body);
export const conEmpresa = calls.filter(([, { query }]) => query && camposDe(query).includes('empresa_id'));

const NUL = `a${String.fromCharCode(0)}b`;
const largo = (max: number): string => 'x'.repeat(max + 1);
/** A value that the call refuses, and its name in the test. */
type Bad = [que: string, valor: unknown];

const NOT_TEXT: Bad[] = [
  ['a number', 7],
  ['a list', ['a']],
  ['an object', { a: 1 }],
  ['NUL in it', NUL],
];
const optionalText = (max: number): Bad[] => [...NOT_TEXT, [`${max + 1} characters`, largo(max)]];
const texto = (max: number): Bad[] => [
  ...optionalText(max),
  ['nothing', ''],
  ['only blanks', '   '],
  ['null', null],
  ['no such field', undefined],
];
const NO_ES_NUMERO: Bad[] = [
  ['text', 'siete'],
  ['a number as text', '7'],
  ['a list', [7]],
];
const integer = (min: number, max: number): Bad[] => [
  ...NO_ES_NUMERO,
  ['a fraction', 1.5],
  ['below the least', min - 1],
  ['above the most', max + 1],
];
const ID = integer(1, 2_147_483_647);
const FLAG: Bad[] = [
  ['2', 2],
  ['-1', -1],
  ['text', 'sí'],
  ['"1"', '1'],
  ['null', null],
];
const FECHA: Bad[] = [
  ['a day that is none', '2027-02-30'],
  ['another order', '31/12/2027'],
  ['a number', 20_271_231],
  ['words', 'mañana'],
  ['a year without its day', '2027'],
];
const UNO_DE: Bad[] = [
  ['an unknown one', 'otra_cosa'],
  ['a number', 1],
  ['null', null],
];
const IDS: Bad[] = [
  ['one id without its list', 7],
  ['text', '1,2'],
  ['a list of text', ['1']],
  ['a negative id', [-1]],
  ['zero', [0]],
  ['objects', [{ id: 1 }]],
  ['too many', Array.from({ length: 5_001 }, (_, n) => n + 1)],
];
const VERSION = integer(1, Number.MAX_SAFE_INTEGER);
const REQUIRED: Bad[] = [
  ['null', null],
  ['no such field', undefined],
];

/** The values that each field of a body refuses; `<route>.<field>` where one route differs. */
const CAMPOS: Readonly<Record<string, Bad[]>> = {
  nombre: texto(120),
  'placas.registrar.nombre': optionalText(120),
  telefono_celular: optionalText(40),
  token_telegram: optionalText(200),
  telegram_chat_id: optionalText(64),
  costo_plan: [...NO_ES_NUMERO, ['a negative one', -0.01], ['one that no column holds', 1e8]],
  limite_usuarios: integer(0, 1_000_000),
  comunicador_numero: optionalText(40),
  comunicador_imei: optionalText(40),
  comunicador_vencimiento: FECHA,
  fecha_vencimiento: FECHA,
  'empresas.crear.fecha_vencimiento': [...FECHA, ...REQUIRED, ['nothing', '']],
  latitud: [...NO_ES_NUMERO, ['beyond the pole', 90.1]],
  longitud: [...NO_ES_NUMERO, ['past the date line', -180.1]],
  altitud: [...NO_ES_NUMERO, ['above any farm', 6_001]],
  tarifa_kwh: [...NO_ES_NUMERO, ['a negative one', -0.01], ['one that no column holds', 1e6]],
  caudal_m3h: [...NO_ES_NUMERO, ['none', 0], ['too much', 1e6]],
  sitio: optionalText(120),
  vigila_switch_id: ID,
  'placas.actualizar.nombre': optionalText(120),
  activa: FLAG,
  activo: FLAG,
  suspendido: FLAG,
  exigido: [...FLAG, ['no such field', undefined]],
  tiene_sensor: FLAG,
  zona_horaria: [
    ['an unknown one', 'Marte/Olympus'],
    ['a number', -6],
    ['nothing', ''],
  ],
  version: VERSION,
  email: [...NOT_TEXT, ...REQUIRED, ['nothing', ''], ['no address', 'ana'], ['too long', `${largo(250)}@a.mx`]],
  password: [
    ['a number', 12_345_678],
    ['too short', 'corta'],
    ['too long', largo(256)],
    ['a common one', 'password'],
  ],
  rol: UNO_DE,
  dialecto: UNO_DE,
  tipo: [...UNO_DE, ['no such field', undefined]],
  'usuarios.crear.empresa_id': [...ID, ...REQUIRED, ['nothing', '']],
  empresa_id: [...ID, ...REQUIRED],
  'usuarios.actualizar.empresa_id': ID,
  dispositivos: IDS,
  'usuarios.crear.switches': IDS,
  'usuarios.actualizar.switches': IDS,
  'switches.guardar_lote.switches': [
    ['none', []],
    ['no such field', undefined],
    ['an object', {}],
    ['a list of numbers', [1]],
    ['201 of them', Array.from({ length: 201 }, () => ({}))],
  ],
  shelly_id: texto(64),
  auth_key: optionalText(512),
  server: [
    ...optionalText(255),
    ['a door without a lock', 'http://shelly-12-eu.shelly.cloud'],
    ['another host', 'https://ejemplo.mx'],
    ['our own machine', 'https://127.0.0.1'],
    ['another port', 'https://shelly-12-eu.shelly.cloud:8443'],
    ['somebody@else', 'https://shelly.cloud@ejemplo.mx'],
  ],
  zona: texto(120),
  dispositivo_id: [...ID, ...REQUIRED],
  par_numero: [
    ['3', 3],
    ['0', 0],
    ['text', '2'],
    ['null', null],
  ],
  switch_site_id: integer(0, 2_147_483_647),
  hardware_pin: [...integer(0, 255), ['a pin that the board has not', 24]],
  sensor_pin: [...integer(0, 255), ['a pin that the board has not', 24]],
  id: ID,
  max_encendido_s: integer(0, 604_800),
  cantidad: integer(1, 1_000),
};

/** The fields of one item of POST /switches/bulk. */
const camposDeItem = (schema: z.ZodType): string[] => {
  const json = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as {
    properties?: { switches?: { items?: { properties?: object } } };
  };
  return Object.keys(json.properties?.switches?.items?.properties ?? {});
};

export interface Scenario {
  name: RouteName;
  /** As the answer names it, e.g. `body.switches.0.nombre`. */
  campo: string;
  que: string;
  /** The body with the bad value, made from a good one. */
  con(bueno: Record<string, unknown>): Record<string, unknown>;
}

const bad = (name: RouteName, campo: string): Bad[] => {
  // PUT refuses the same values as POST unless listed separately.
  const asCreated = name.replace('.actualizar', '.crear');
  const list = CAMPOS[`${name}.${campo}`] ?? CAMPOS[`${asCreated}.${campo}`] ?? CAMPOS[campo];
  if (!list) throw new Error(`${name}: nobody has said what ${campo} refuses; add it to CAMPOS`);
  return list;
};

/** Every bad value of every field of every body. A new field fails here until its bad values are listed. */
export const cases: readonly Scenario[] = withBody.flatMap(([name, { body }]) => {
  if (!body) return [];
  const own = camposDe(body).flatMap((campo) =>
    bad(name, campo).map(([que, valor]): Scenario => ({
      name,
      campo: `body.${campo}`,
      que,
      con: (bueno) => ({ ...bueno, [campo]: valor }),
    })),
  );
  const deItems = camposDeItem(body).flatMap((campo) =>
    bad(name, campo).map(([que, valor]): Scenario => ({
      name,
      campo: `body.switches.0.${campo}`,
      que,
      con: ({ switches }) => ({ switches: [{ ...(switches as object[])[0], [campo]: valor }] }),
    })),
  );
  return [...own, ...(name === 'switches.guardar_lote' ? deItems : [])];
});

/** Ids that no row has, and texts that are not ids. */
export const BAD_IDS = ['abc', '0', '-1', '1.5', '99999999999', '1e3', '0x1', '1,2', '%00'];
