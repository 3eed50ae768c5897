import { eventually, type Farm } from '@acequia/testing';
import type { Client } from 'pg';

/** Tables whose rows outlive their company on purpose. */
const KEPT = [
  // Who did what.
  /\.auditoria$/,
  // Answers to Idempotency-Keys end by their age.
  /^automation\.acciones$/,
  // Which company owned a device when: readings that are still on their way find the company deleted.
  /^telemetry_history\.tenencias$/,
  // Whose a point is: for values that are still on their way.
  /^telemetry_history\.puntos$/,
  // Who of the platform was told what: none of them is of a company, and it goes by its age.
  /^alerts\.guardia_condiciones$/,
];

/** A row that marks its company or board as deleted does not count as left over. */
const COUNTS: Readonly<Record<string, string>> = {
  'automation.empresas': 'NOT eliminada',
  'inventory.empresas': 'NOT eliminada',
  'telemetry_history.empresas': 'eliminada_en IS NULL',
  'telemetry_history.placas': 'eliminada_en IS NULL',
  'device_gateway.placas': '(eliminada_en IS NULL OR credencial_sha256 IS NOT NULL)',
};

interface Ids {
  empresa: number;
  placa: number;
  usuario: number;
  switch: number;
}
const idsOf = ({ empresa, board, usuario, switches }: Farm): Ids => ({
  empresa: empresa.id,
  placa: board.placa_id,
  usuario: usuario.id,
  switch: switches[0]!.id,
});

/** Tables that a company with a board that has sent samples fills by itself; `fill` waits for them. */
const FILLED =
  /\.(empresas|usuarios|placas|switches|dispositivos|puntos|enclavamientos|cableado|lecturas|lecturas_15m|transiciones)$/;

/** Rows that a table's rules or its service ask for; all other tables take any row. Columns and values, in the order of their references. */
const ROWS: Readonly<Record<string, (ids: Ids) => string>> = {
  'device_gateway.agendas': ({ placa }) => `(placa_id, rev, hasta, corridas) VALUES (${placa}, 1, 0, '[]')`,
  'device_gateway.controles': ({ placa }) => `(placa_id, rev, reglas) VALUES (${placa}, 1, '[]')`,
  'device_gateway.planes_de_placa': ({ placa }) => `(placa_id) VALUES (${placa}) ON CONFLICT DO NOTHING`,
  'device_gateway.bus_outbox': ({ empresa, placa, usuario, switch: id }) =>
    `(name, entidad, rev, trace_id, data) VALUES
       ('placa.corridas', 'corridas:${placa}', 1, 't', '{"placa_id": ${placa}, "corridas": []}'),
       ('orden.persona', 'orden:switch:${id}', 1, 't',
        '{"entidad": "switch", "id": ${id}, "empresa_id": ${empresa}, "accion": "off", "max_s": null, "usuario_id": ${usuario}, "ts": 0}')`,
  'device_gateway.nodos_lorawan': ({ empresa }) =>
    `(empresa_id, dev_eui, servidor, nombre, ts, recibidos, perdidos, repetidos, mensajes, campos)
     VALUES (${empresa}, 'a84041000181c061', 'tts', '', 0, 0, 0, 0, '{}', '{}')`,
  'device_gateway.actualizacion_placas': ({ empresa, placa }) =>
    `(actualizacion_id, placa_id, empresa_id, numero, orden, ola, estado, ts) VALUES (0, ${placa}, ${empresa}, 1, 0, 1, 'lista', 0)`,
  'device_gateway.comandos': ({ empresa }) =>
    `(entidad, entidad_id, empresa_id, via, accion, estado, vence_en)
     VALUES ('switch', ${-empresa}, ${empresa}, '', 'off', 'confirmado', now())`,
  'device_gateway.comandos_claves': ({ empresa, usuario }) =>
    `(usuario_id, clave, comando) SELECT ${usuario}, 'k', id FROM device_gateway.comandos WHERE empresa_id = ${empresa}`,
  'alerts.ajustes': ({ empresa }) => `(empresa_id, descanso_severidad) VALUES (${empresa}, 'alta')`,
  'alerts.avisos': ({ empresa }) =>
    `(empresa_id, tipo, objeto, severidad, estado, desde, hasta, texto, maquina)
     VALUES (${empresa}, 'limite_usuarios', 'usuarios', 'baja', 'resuelto', 0, 1, '', '{}')`,
  'alerts.destinos': ({ empresa }) => `(empresa_id, canal, destino) VALUES (${empresa}, 'correo', 'x')`,
  'alerts.mensajes': ({ empresa }) =>
    `(empresa_id, canal, destino, partes, estado, creado) VALUES (${empresa}, 'correo', 'x', '[]', 'enviado', 0)`,
  'alerts.entregas': ({ empresa }) =>
    `(empresa_id, aviso_id, canal, destino, clase, estado, creado)
     SELECT ${empresa}, id, 'correo', 'x', 'disparo', 'enviado', 0 FROM alerts.avisos WHERE empresa_id = ${empresa} LIMIT 1`,
  'alerts.reglas': ({ empresa }) =>
    `(empresa_id, tipo, objeto, activa, espera_s, severidad) VALUES (${empresa}, 'contactor', '', 0, 0, 'baja')`,
  'alerts.silencios': ({ empresa }) =>
    `(empresa_id, objeto, desde, hasta, motivo, usuario_nombre) VALUES (${empresa}, '', 0, 4102444800000, '', '')`,
  'alerts.suscripciones': ({ empresa, usuario }) =>
    `(clave, usuario_id, empresa_id, nombre, severidad_minima, endpoint_cifrado, claves_cifradas, desde)
     VALUES ('s${usuario}', ${usuario}, ${empresa}, '', 'critica', '', '', 0)`,
  'automation.agendas': ({ empresa }) =>
    `(placa_id, empresa_id, rev, hasta, corridas, enviada) VALUES (${-empresa}, ${empresa}, 1, 0, '[]', 1)`,
  'automation.controles': ({ empresa }) =>
    `(placa_id, empresa_id, rev, reglas, enviada) VALUES (${-empresa}, ${empresa}, 1, '[]', 1)`,
  'automation.excepciones': ({ empresa }) =>
    `(turno_id, empresa_id, programa_id, inicio, segundos, por) VALUES ('e${empresa}', ${empresa}, 0, ${Date.now()}, 60, '')`,
  'automation.no_regar': ({ empresa }) =>
    `(empresa_id, sitio, desde, hasta, motivo) VALUES (${empresa}, 'Ninguno', 0, 4102444800000, '')`,
  'automation.ordenes_de_personas': ({ empresa, usuario }) =>
    `(entidad, entidad_id, empresa_id, accion, usuario_id, ts, rev)
     VALUES ('switch', ${-empresa}, ${empresa}, 'off', ${usuario}, 0, 1)`,
  'automation.planes_de_placa': ({ placa }) => `(placa_id, puede) VALUES (${placa}, '{}') ON CONFLICT DO NOTHING`,
  'automation.programas': ({ empresa }) =>
    `(empresa_id, nombre, activo, definicion) VALUES (${empresa}, 'Riego', 0, '{}')`,
  'automation.reglas_clima': ({ empresa }) =>
    `(empresa_id, nombre, activa, definicion) VALUES (${empresa}, 'Clima', 0, '{}')`,
  'automation.turnos': ({ empresa }) =>
    `(turno_id, empresa_id, programa_id, switch_id, riego, inicio, segundos, pedidos_s, via, con_enlace, tarde_s, estado)
     VALUES ('t${empresa}', ${empresa}, 0, ${-empresa}, 0, ${Date.now() - 3_600_000}, 1, 1, 'placa', 0, 0, 'omitido')`,
  'auth_tenancy.tokens': ({ usuario }) =>
    `(usuario_id, nombre, hash, permisos, vence) VALUES (${usuario}, 'Token', 'h${usuario}', '{}', now())`,
  'auth_tenancy.tokens_empresas': ({ empresa, usuario }) =>
    `(token_id, empresa_id) SELECT id, ${empresa} FROM auth_tenancy.tokens WHERE usuario_id = ${usuario}`,
  'inventory.protecciones': ({ empresa, placa }) =>
    `(empresa_id, nombre, placa_id, punto_id, cuando, valor, durante_s, gracia_s, apaga, sin_dato, libera, activa)
     SELECT ${empresa}, '', ${placa}, min(id), 'arriba', 0, 0, 0, '{1}', 'seguir', '{}', 0
       FROM inventory.puntos WHERE empresa_id = ${empresa}`,
  'automation.etapas_servicio': ({ empresa }) =>
    `(empresa_id, switch_id, regla_id, encendido, cambio_en) VALUES (${empresa}, ${-empresa}, 0, false, 0)`,
};

/** Its service deletes the state of a stage without a rule within seconds, so that nobody may rely on finding it. */
const SOON_GONE = 'automation.etapas_servicio';

/** Columns of a table that must be given, and those that say whose a row is. */
const ASKED = `
  SELECT column_name AS column, data_type AS tipo FROM information_schema.columns
   WHERE table_schema || '.' || table_name = $1
     AND (is_nullable = 'NO' AND column_default IS NULL AND is_identity = 'NO'
          OR column_name IN ('empresa_id', 'placa_id', 'usuario_id'))`;

/** Any value of a type, another one for each company. */
const anyOf = (tipo: string, { empresa }: Ids): string => {
  if (/char|text/.test(tipo)) return `'x${empresa}'`;
  if (tipo === 'jsonb') return `'[]'`;
  if (tipo === 'ARRAY' || tipo === 'bytea') return `'{}'`;
  if (tipo === 'boolean') return 'false';
  return /date|time/.test(tipo) ? 'now()' : String(-empresa);
};

/** Rows that are told by what they measure; whose it was is kept (`KEPT`). */
const MEASURED: Readonly<Record<string, string>> = {
  'telemetry_history.valores': 'punto_id IN (SELECT id FROM telemetry_history.puntos WHERE empresa_id = $1)',
  'telemetry_history.valores_15m': 'punto_id IN (SELECT id FROM telemetry_history.puntos WHERE empresa_id = $1)',
  'telemetry_history.mediciones':
    'dispositivo_id IN (SELECT dispositivo_id FROM telemetry_history.tenencias WHERE empresa_id = $1)',
  'telemetry_history.mediciones_15m':
    'dispositivo_id IN (SELECT dispositivo_id FROM telemetry_history.tenencias WHERE empresa_id = $1)',
};

/** Every table with rows of a company, its boards or its people, by the database's own catalogue. */
const CATALOGUE = `
  SELECT n.nspname || '.' || c.relname AS tabla, CASE c.relname WHEN 'empresas' THEN 'id' ELSE min(a.attname::text) END AS clave
    FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace JOIN pg_attribute a ON a.attrelid = c.oid
   WHERE c.relkind IN ('r', 'p') AND NOT c.relispartition AND n.nspname NOT LIKE 'pg\\_%' AND NOT a.attisdropped
     AND (a.attname IN ('empresa_id', 'placa_id', 'usuario_id') OR c.relname = 'empresas' AND a.attname = 'id')
   GROUP BY n.nspname, c.relname ORDER BY 1`;
const ID_OF: Readonly<Record<string, keyof Ids>> = {
  id: 'empresa',
  empresa_id: 'empresa',
  placa_id: 'placa',
  usuario_id: 'usuario',
};

/** Events about a company, its board or its person. A "…eliminada" stays, with its ids alone; what it superseded goes after days. */
const EVENTS = (tabla: string): string => `SELECT 1 FROM ${tabla} o
  WHERE ((data->>'empresa_id')::int = $1 OR (data->>'placa_id')::int = $2 OR (data->>'usuario_id')::int = $3)
    AND NOT EXISTS (SELECT FROM ${tabla} t WHERE t.entidad = o.entidad AND t.name ~ 'eliminad[ao]$') LIMIT 1`;

/** The rows of a company in every service's schema. */
export class CompanyRows {
  private constructor(
    private readonly db: Client,
    private readonly tables: readonly { tabla: string; clave: string }[],
    private readonly outboxes: readonly string[],
  ) {}

  static async of(db: Client): Promise<CompanyRows> {
    const { rows } = await db.query<{ tabla: string; clave: string }>(CATALOGUE);
    const outboxes = await db.query<{ tabla: string }>(
      `SELECT schemaname || '.' || tablename AS tabla FROM pg_tables WHERE tablename = 'bus_outbox' ORDER BY 1`,
    );
    return new CompanyRows(
      db,
      rows.filter(({ tabla }) => !KEPT.some((kept) => kept.test(tabla))),
      outboxes.rows.map(({ tabla }) => tabla),
    );
  }

  /** Tables that hold rows of the company. */
  async in(farm: Farm): Promise<string[]> {
    const ids = idsOf(farm);
    const found: string[] = [];
    for (const { tabla, clave } of this.tables) {
      const id = ids[ID_OF[clave] ?? 'empresa'];
      const sql = `SELECT 1 FROM ${tabla} WHERE ${clave} = $1 AND ${COUNTS[tabla] ?? 'true'} LIMIT 1`;
      if ((await this.db.query(sql, [id])).rowCount) found.push(tabla);
    }
    const { empresa, placa, usuario } = ids;
    for (const [tabla, ofCompany] of Object.entries(MEASURED))
      if ((await this.db.query(`SELECT 1 FROM ${tabla} WHERE ${ofCompany} LIMIT 1`, [empresa])).rowCount)
        found.push(tabla);
    for (const tabla of this.outboxes)
      if ((await this.db.query(EVENTS(tabla), [empresa, placa, usuario])).rowCount) found.push(tabla);
    return found;
  }

  /** Tables that hold no row of a company that `fill` has filled. */
  async missing(farm: Farm): Promise<string[]> {
    const found = await this.in(farm);
    return this.all.filter((tabla) => tabla !== SOON_GONE && !found.includes(tabla));
  }

  private get all(): string[] {
    return [...this.tables.map(({ tabla }) => tabla), ...Object.keys(MEASURED)];
  }

  /** Waits for what fills itself, then adds a row to each other table. */
  async fill(farm: Farm): Promise<void> {
    const itself = this.tables.map(({ tabla }) => tabla).filter((tabla) => FILLED.test(tabla));
    await eventually(async () => expect(await this.in(farm)).toEqual(expect.arrayContaining(itself)));
    const ids = idsOf(farm);
    for (const [tabla, row] of Object.entries(ROWS)) await this.db.query(`INSERT INTO ${tabla} ${row(ids)}`);
    for (const tabla of await this.missing(farm)) await this.addAnyRow(tabla, ids);
  }

  private async addAnyRow(tabla: string, ids: Ids): Promise<void> {
    const { rows } = await this.db.query<{ column: string; tipo: string }>(ASKED, [tabla]);
    const measured: Readonly<Record<string, string>> = {
      punto_id: `(SELECT min(id) FROM telemetry_history.puntos WHERE empresa_id = ${ids.empresa})`,
      dispositivo_id: `(SELECT min(dispositivo_id) FROM telemetry_history.tenencias WHERE empresa_id = ${ids.empresa})`,
    };
    const values = rows.map(({ column, tipo }) => {
      const own = ID_OF[column];
      if (own && column !== 'id') return ids[own];
      return (tabla in MEASURED && measured[column]) || anyOf(tipo, ids);
    });
    await this.db.query(
      `INSERT INTO ${tabla} (${rows.map(({ column }) => column).join()}) VALUES (${values.join()}) ON CONFLICT DO NOTHING`,
    );
  }
}
