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

/** Rows of tables that a young company does not fill by itself; columns and values, in the order of their references. */
const ROWS: Readonly<Record<string, (ids: Ids) => string>> = {
  'auth_tenancy.muros': ({ empresa }) =>
    `(empresa_id, nombre, hash, creado) VALUES (${empresa}, 'Muro', 'h${empresa}', now())`,
  'auth_tenancy.vistas': ({ usuario }) => `(usuario_id, vistas) VALUES (${usuario}, '[]')`,
  'inventory.dispositivos_limitados': ({ empresa }) =>
    `(empresa_id, shelly_clave, suspendido) VALUES (${empresa}, 'limitado', 1)`,
  'device_gateway.agendas': ({ placa }) => `(placa_id, rev, hasta, corridas) VALUES (${placa}, 1, 0, '[]')`,
  'device_gateway.controles': ({ placa }) => `(placa_id, rev, reglas) VALUES (${placa}, 1, '[]')`,
  'device_gateway.planes_de_placa': ({ placa }) => `(placa_id) VALUES (${placa}) ON CONFLICT DO NOTHING`,
  'device_gateway.bus_outbox': ({ empresa, placa, usuario, switch: id }) =>
    `(name, entidad, rev, trace_id, data) VALUES
       ('placa.corridas', 'corridas:${placa}', 1, 't', '{"placa_id": ${placa}, "corridas": []}'),
       ('orden.persona', 'orden:switch:${id}', 1, 't',
        '{"entidad": "switch", "id": ${id}, "empresa_id": ${empresa}, "accion": "off", "max_s": null, "usuario_id": ${usuario}, "ts": 0}')`,
  'device_gateway.descartes': ({ placa }) =>
    `(placa_id, motivo, detalle, topico, contenido, ts) VALUES (${placa}, 'json', '', '', '', 0)`,
  'device_gateway.nodos_lorawan': ({ empresa }) =>
    `(empresa_id, dev_eui, servidor, nombre, ts, recibidos, perdidos, repetidos, mensajes, campos)
     VALUES (${empresa}, 'a84041000181c061', 'tts', '', 0, 0, 0, 0, '{}', '{}')`,
  'device_gateway.actualizacion_placas': ({ empresa, placa }) =>
    `(actualizacion_id, placa_id, empresa_id, numero, orden, ola, estado, ts) VALUES (0, ${placa}, ${empresa}, 1, 0, 1, 'lista', 0)`,
  'device_gateway.bloqueos': ({ empresa, usuario }) =>
    `(switch_id, empresa_id, usuario_id, usuario_nombre, motivo) VALUES (${-empresa}, ${empresa}, ${usuario}, '', '')`,
  'device_gateway.comandos': ({ empresa }) =>
    `(entidad, entidad_id, empresa_id, via, accion, estado, vence_en)
     VALUES ('switch', ${-empresa}, ${empresa}, '', 'off', 'confirmado', now())`,
  'device_gateway.comandos_claves': ({ empresa, usuario }) =>
    `(usuario_id, clave, comando) SELECT ${usuario}, 'k', id FROM device_gateway.comandos WHERE empresa_id = ${empresa}`,
  'alerts.ajustes': ({ empresa }) => `(empresa_id, descanso_severidad) VALUES (${empresa}, 'alta')`,
  'alerts.avisos': ({ empresa }) =>
    `(empresa_id, tipo, objeto, severidad, estado, desde, hasta, texto, maquina)
     VALUES (${empresa}, 'limite_usuarios', 'usuarios', 'baja', 'resuelto', 0, 1, '', '{}')`,
  'alerts.codigos': ({ usuario }) => `(usuario_id, sha256, vence) VALUES (${usuario}, 'c${usuario}', 0)`,
  'alerts.destinos': ({ empresa }) => `(empresa_id, canal, destino) VALUES (${empresa}, 'correo', 'x')`,
  'alerts.mensajes': ({ empresa }) =>
    `(empresa_id, canal, destino, partes, estado, creado) VALUES (${empresa}, 'correo', 'x', '[]', 'enviado', 0)`,
  'alerts.entregas': ({ empresa }) =>
    `(empresa_id, aviso_id, canal, destino, clase, estado, creado)
     SELECT ${empresa}, id, 'correo', 'x', 'disparo', 'enviado', 0 FROM alerts.avisos WHERE empresa_id = ${empresa} LIMIT 1`,
  'alerts.reglas': ({ empresa }) =>
    `(empresa_id, tipo, objeto, activa, espera_s, severidad) VALUES (${empresa}, 'contactor', '', 0, 0, 'baja')`,
  'alerts.dossieres': ({ empresa }) =>
    `(empresa_id, mes, numero, hecho, sha256, cifras) VALUES (${empresa}, '2020-01', 1, 0, '', '{}')`,
  'alerts.resumenes': ({ empresa }) => `(empresa_id, dia) VALUES (${empresa}, '2020-01-01')`,
  'alerts.silencios': ({ empresa }) =>
    `(empresa_id, objeto, desde, hasta, motivo, usuario_nombre) VALUES (${empresa}, '', 0, 4102444800000, '', '')`,
  'alerts.suscripciones': ({ empresa, usuario }) =>
    `(clave, usuario_id, empresa_id, nombre, severidad_minima, endpoint_cifrado, claves_cifradas, desde)
     VALUES ('s${usuario}', ${usuario}, ${empresa}, '', 'critica', '', '', 0)`,
  'alerts.vinculos': ({ usuario }) => `(usuario_id, telegram_id, desde) VALUES (${usuario}, ${usuario}, 0)`,
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
     VALUES ('t${empresa}', ${empresa}, 0, ${-empresa}, 0, ${Date.now()}, 1, 1, 'placa', 0, 0, 'omitido')`,
  // The service soon deletes the state of a stage without a rule.
  'automation.etapas_servicio': ({ empresa }) =>
    `(empresa_id, switch_id, regla_id, encendido, cambio_en) VALUES (${empresa}, ${-empresa}, 0, false, 0)`,
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
    for (const tabla of this.outboxes)
      if ((await this.db.query(EVENTS(tabla), [empresa, placa, usuario])).rowCount) found.push(tabla);
    return found;
  }

  /** Tables that the system itself fills for a company with a board that has sent samples. */
  get ofSystem(): string[] {
    return this.tables.map(({ tabla }) => tabla).filter((tabla) => !(tabla in ROWS));
  }

  /** Waits until the company has rows in the system's tables, then adds a row to each other table. */
  async fill(farm: Farm): Promise<void> {
    await eventually(async () => expect(await this.in(farm)).toEqual(expect.arrayContaining(this.ofSystem)));
    for (const [tabla, row] of Object.entries(ROWS)) await this.db.query(`INSERT INTO ${tabla} ${row(idsOf(farm))}`);
  }
}
