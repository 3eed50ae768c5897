import { z } from 'zod';
import { Flag, FlagOutput, Id } from './common.js';
import { EmpresaSave, type Empresa } from './empresa.js';
import { AppError } from './app-error.js';
import { PlacaCredencial, PlacasRegistrar, type Placa } from './placa.js';
import { SwitchSave, type Switch } from './switch.js';
import { UsuarioSave, type Usuario } from './usuario.js';

/** Most lines of one file. */
export const IMPORT_MAX = 500;

/** What a line describes, in the order of writing: each kind refers to those before it. */
export const IMPORT_TIPOS = ['empresa', 'usuario', 'placa', 'switch'] as const;
export const ImportTipo = z.enum(IMPORT_TIPOS);
export type ImportTipo = z.infer<typeof ImportTipo>;

/** The field of the saved thing that a column holds; `empresa` holds a name, and `placa` of a switch a board's number. */
const COLUMNS_OF = {
  empresa: {
    nombre: 'nombre',
    fecha_vencimiento: 'vence',
    telefono_celular: 'telefono',
    costo_plan: 'costo_plan',
    limite_usuarios: 'limite_usuarios',
    comunicador_numero: 'comunicador_numero',
    comunicador_imei: 'comunicador_imei',
    comunicador_vencimiento: 'comunicador_vence',
    zona_horaria: 'zona_horaria',
    latitud: 'latitud',
    longitud: 'longitud',
    altitud: 'altitud',
    tarifa_kwh: 'tarifa_kwh',
    activa: 'activo',
  },
  usuario: { nombre: 'nombre', email: 'correo', rol: 'rol', activo: 'activo' },
  placa: { id: 'placa', nombre: 'nombre', sitio: 'sitio', dialecto: 'dialecto' },
  switch: {
    nombre: 'nombre',
    dispositivo_id: 'placa',
    zona: 'sitio',
    tipo: 'tipo_switch',
    hardware_pin: 'pin',
    tiene_sensor: 'sensor',
    sensor_pin: 'sensor_pin',
    par_numero: 'par',
    switch_site_id: 'panel',
    max_encendido_s: 'maximo_s',
    caudal_m3h: 'caudal_m3h',
    activo: 'activo',
  },
} as const satisfies Record<ImportTipo, Record<string, string>>;

/** The columns of the file; each kind of line uses some of them. */
export const IMPORT_COLUMNS: readonly string[] = [
  ...new Set(['tipo', 'empresa', ...IMPORT_TIPOS.flatMap((tipo) => Object.values<string>(COLUMNS_OF[tipo]))]),
];

const NUMBERS: ReadonlySet<string> = new Set([
  ...['placa', 'pin', 'sensor', 'sensor_pin', 'par', 'panel', 'maximo_s', 'caudal_m3h', 'activo'],
  ...['costo_plan', 'limite_usuarios', 'latitud', 'longitud', 'altitud', 'tarifa_kwh'],
]);

/** Numbers that are names. A spreadsheet writes a long one as 3.5E+14, and its digits are lost. */
const DIGITS = ['telefono', 'comunicador_numero', 'comunicador_imei'] as const;
const EXPONENT = /^\d+([.,]\d+)?e\+?\d+$/i;

export type ImportCells = Record<string, string>;

/** A line of the file: its number there, and its cells by column. */
export const ImportFila = z.object({
  linea: z.number().int().min(1).max(1_000_000),
  campos: z.record(z.string().max(40), z.string().max(300)),
});
export type ImportFila = z.infer<typeof ImportFila>;

/** Body of POST /importacion. `aplicar` 0 = only try: the same answer, and nothing is kept. */
export const Importacion = z.object({ filas: z.array(ImportFila).min(1).max(IMPORT_MAX), aplicar: Flag.default(0) });
export type Importacion = z.infer<typeof Importacion>;

export const ImportError = z.object({ linea: z.number().int(), campo: z.string(), mensaje: z.string() });
export type ImportError = z.infer<typeof ImportError>;

/** The outcome of a line. `ya_existe`: it exists and is left unchanged. */
export const ImportLinea = z.object({
  linea: z.number().int(),
  tipo: ImportTipo,
  nombre: z.string(),
  accion: z.enum(['crear', 'ya_existe']),
});
export type ImportLinea = z.infer<typeof ImportLinea>;

/** With any error nothing is kept. Credentials and passwords are shown only once. */
export const ImportResultado = z.object({
  aplicado: FlagOutput,
  lineas: z.array(ImportLinea),
  errores: z.array(ImportError),
  credenciales: z.array(PlacaCredencial),
  /** Of the new users. */
  claves: z.array(z.object({ email: z.string(), password: z.string() })),
});
export type ImportResultado = z.infer<typeof ImportResultado>;

interface Item<K extends ImportTipo, T> {
  linea: number;
  tipo: K;
  /** The name of the company, '' = the caller's own. */
  empresa: string;
  data: T;
}
/** The company of these is known by its name only, so that they hold 1 for its id. */
export type ImportItem =
  | Item<'empresa', EmpresaSave>
  | Item<'usuario', UsuarioSave>
  | Item<'placa', PlacasRegistrar>
  | Item<'switch', SwitchSave>;

/** For inventory: the boards and switches of a file, with the ids of their companies. */
export const InventoryImport = z.object({
  /** `nueva` 1 = it was created in the same import, so that no event has announced it. */
  empresas: z.array(
    z.object({ id: Id, nombre: z.string(), activa: FlagOutput, zona_horaria: z.string(), nueva: FlagOutput }),
  ),
  placas: z.array(z.object({ linea: z.number().int(), data: PlacasRegistrar })),
  switches: z.array(z.object({ linea: z.number().int(), data: SwitchSave })),
  aplicar: FlagOutput,
});
export type InventoryImport = z.infer<typeof InventoryImport>;
export const InventoryImported = ImportResultado.pick({ lineas: true, errores: true, credenciales: true }).extend({
  /** What was created, to undo it: placa_id of boards, ids of switches. */
  creadas: z.object({ placas: z.array(Id), switches: z.array(Id) }),
});
export type InventoryImported = z.infer<typeof InventoryImported>;

const SCHEMAS = {
  empresa: EmpresaSave,
  usuario: UsuarioSave,
  placa: PlacasRegistrar,
  switch: SwitchSave,
} as const satisfies Record<ImportTipo, z.ZodType>;

const flagCell = (cell: string): string => (/^s[ií]$/i.test(cell) ? '1' : /^no$/i.test(cell) ? '0' : cell);

/** An empty cell is left out, so that the field takes its default. */
function valueOf(column: string, cell: string): unknown {
  const text = column === 'activo' || column === 'sensor' ? flagCell(cell) : cell;
  if (!NUMBERS.has(column)) return text;
  return /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : text;
}

/** A line as what it describes, or every error in it. `sentence`: zod's issues in Spanish. */
export function readFila(
  { linea, campos }: ImportFila,
  sentence: (issue: never) => string,
): { item: ImportItem } | { errores: ImportError[] } {
  const error = (campo: string, mensaje: string): ImportError => ({ linea, campo, mensaje });
  const unknown = Object.keys(campos).filter((column) => !IMPORT_COLUMNS.includes(column));
  if (unknown.length > 0) return { errores: unknown.map((column) => error(column, 'Columna desconocida')) };
  const lost = DIGITS.filter((column) => EXPONENT.test(campos[column]?.trim() ?? ''));
  if (lost.length > 0)
    return { errores: lost.map((column) => error(column, 'Perdió sus cifras: da a la columna el formato Texto')) };
  const tipo = ImportTipo.safeParse(campos['tipo']?.trim().toLowerCase());
  if (!tipo.success) return { errores: [error('tipo', `Debe ser ${IMPORT_TIPOS.join(', ')}`)] };
  const columns: Record<string, string> = COLUMNS_OF[tipo.data];
  const given = Object.entries(columns).flatMap(([field, column]) => {
    const cell = campos[column]?.trim() ?? '';
    return cell === '' ? [] : [[field, valueOf(column, cell)] as const];
  });
  const input = { empresa_id: 1, switch_site_id: 0, ...Object.fromEntries(given) };
  const result = SCHEMAS[tipo.data].safeParse(input, { error: sentence as never });
  if (!result.success)
    return {
      errores: result.error.issues.map(({ path, message }) => {
        const field = String(path[0] ?? '');
        return error(columns[field] ?? 'tipo', message);
      }),
    };
  const item = { linea, tipo: tipo.data, empresa: campos['empresa']?.trim() ?? '', data: result.data };
  return { item: item as ImportItem };
}

/** The column of an error that a service reports by the field of the saved thing (`body.switches.0.hardware_pin`). */
export function importColumn(tipo: ImportTipo, campo: string): string {
  const field = campo.split('.').at(-1) ?? '';
  const columns: Record<string, string> = COLUMNS_OF[tipo];
  return columns[field] ?? (field === 'empresa_id' ? 'empresa' : 'tipo');
}

interface Exported {
  /** Absent for an admin_empresa: only an admin_global imports companies. */
  empresas?: readonly Empresa[];
  nombres: ReadonlyMap<number, string>;
  usuarios: readonly Usuario[];
  placas: readonly Placa[];
  switches: readonly Switch[];
}

/** What there is, as the lines of a file that an import takes. Passwords, credentials and assignments are not in it. */
export function exportCells({ empresas = [], nombres, usuarios, placas, switches }: Exported): ImportCells[] {
  const line = (tipo: ImportTipo, row: object, empresa: string): ImportCells => {
    const data = row as Record<string, unknown>;
    const cells = Object.entries<string>(COLUMNS_OF[tipo]).map(([field, column]) => [
      column,
      String(data[field] ?? ''),
    ]);
    return { tipo, empresa, ...(Object.fromEntries(cells) as ImportCells) };
  };
  const of = (id: number | null): string => (id === null ? '' : (nombres.get(id) ?? ''));
  return [
    ...empresas.map((one) => line('empresa', one, '')),
    ...usuarios.filter(({ empresa_id }) => empresa_id !== null).map((one) => line('usuario', one, of(one.empresa_id))),
    ...placas.map((one) => line('placa', one, of(one.empresa_id))),
    ...switches.map((one) => line('switch', one, of(one.empresa_id))),
  ];
}

/** What the report says of a line that was refused. @throws anything but a refusal: that a service is away is no fault of the line */
export const lineError = (tipo: ImportTipo, linea: number, error: unknown): ImportError => {
  if (!(error instanceof AppError) || error.status >= 500) throw error;
  const [detail] = error.detalles ?? [];
  if (detail) return { linea, campo: importColumn(tipo, detail.campo), mensaje: detail.mensaje };
  return { linea, campo: 'tipo', mensaje: error.texto };
};
