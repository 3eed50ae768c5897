import { boardFollows, type EventData } from '@acequia/contracts';
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';

/** Projection of the data that this service needs while others are down, written in the transaction of the event. */
@Injectable()
export class ProjectionRepository {
  constructor(private readonly db: DataSource) {}

  async empresa(tx: EntityManager, empresa: EventData<'empresa.guardada'>): Promise<void> {
    await this.replan(tx, empresa.id);
    await tx.query(
      `INSERT INTO empresas (id, nombre, activa, zona_horaria, latitud, longitud, altitud, tarifa_kwh,
         tarifas)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
       ON CONFLICT (id) DO UPDATE SET nombre = excluded.nombre, activa = excluded.activa, zona_horaria = excluded.zona_horaria,
         latitud = excluded.latitud, longitud = excluded.longitud, altitud = excluded.altitud,
         tarifa_kwh = excluded.tarifa_kwh, tarifas = excluded.tarifas`,
      [
        empresa.id,
        empresa.nombre,
        empresa.activa,
        empresa.zona_horaria,
        empresa.latitud ?? null,
        empresa.longitud ?? null,
        empresa.altitud ?? null,
        empresa.tarifa_kwh ?? null,
        empresa.tarifas ? JSON.stringify(empresa.tarifas) : null,
      ],
    );
  }

  /** Inserts a company that is used before its event arrives; newer data from events stays. */
  async learn(empresa: { id: number; nombre: string; activa: number; zona_horaria: string }): Promise<void> {
    await this.db.query(
      'INSERT INTO empresas (id, nombre, activa, zona_horaria) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING',
      [empresa.id, empresa.nombre, empresa.activa, empresa.zona_horaria],
    );
  }

  async knows(id: number): Promise<'viva' | 'eliminada' | null> {
    const [row]: { eliminada: boolean }[] = await this.db.query('SELECT eliminada FROM empresas WHERE id = $1', [id]);
    return row ? (row.eliminada ? 'eliminada' : 'viva') : null;
  }

  /** Deletes a company's data; the row itself stays, so that work in progress finds the company deleted. */
  async eraseEmpresa(tx: EntityManager, id: number): Promise<void> {
    await tx.query(
      `INSERT INTO empresas (id, nombre, activa, zona_horaria, eliminada) VALUES ($1, '', 0, 'UTC', true)
       ON CONFLICT (id) DO UPDATE SET eliminada = true, nombre = '', activa = 0`,
      [id],
    );
    for (const table of [
      'programas',
      'turnos',
      'caudales',
      'potencias',
      'excepciones',
      'superficies',
      'agendas',
      'no_regar',
      'placas',
      'switches',
      'dispositivos',
      'enclavamientos',
      'protecciones',
      'puntos',
      'reglas_clima',
      'controles',
      'etapas_servicio',
      'ordenes_de_personas',
    ])
      await tx.query(`DELETE FROM ${table} WHERE empresa_id = $1`, [id]);
  }

  async placa(tx: EntityManager, placa: EventData<'placa.guardada'>): Promise<void> {
    await lock(tx, 'placa', placa.placa_id);
    await this.replan(tx, placa.empresa_id);
    await tx.query(
      `INSERT INTO placas (placa_id, empresa_id, numero, dialecto, sitio, revocada) VALUES ($1, $2, $3, $4, $5, $6)
       ON CONFLICT (placa_id) DO UPDATE SET empresa_id = excluded.empresa_id, numero = excluded.numero,
         dialecto = excluded.dialecto, sitio = excluded.sitio, revocada = excluded.revocada`,
      [placa.placa_id, placa.empresa_id, placa.numero, placa.dialecto ?? 'acequia', placa.sitio ?? '', placa.revocada],
    );
  }

  async removePlaca(tx: EntityManager, placa_id: number): Promise<void> {
    await this.replanBoard(tx, placa_id);
    for (const table of ['placas', 'planes_de_placa', 'agendas', 'controles'])
      await tx.query(`DELETE FROM ${table} WHERE placa_id = $1`, [placa_id]);
  }

  /** A board's capabilities and accepted revisions. */
  async planes(
    tx: EntityManager,
    { placa_id, puede, agenda_rev, control_rev }: EventData<'placa.planes'>,
  ): Promise<void> {
    await this.replanBoard(tx, placa_id);
    await tx.query(
      `INSERT INTO planes_de_placa (placa_id, puede, agenda_tomada, control_tomado) VALUES ($1, $2, $3, $4)
       ON CONFLICT (placa_id) DO UPDATE SET puede = excluded.puede, agenda_tomada = excluded.agenda_tomada,
         control_tomado = excluded.control_tomado`,
      [placa_id, puede, agenda_rev, control_rev ?? null],
    );
    await tx.query('UPDATE agendas SET tomadas = corridas, tomada_hasta = hasta WHERE placa_id = $1 AND rev = $2', [
      placa_id,
      agenda_rev,
    ]);
    // Handed over, yet the board reports another revision: one side was restored from a backup, so hand over again.
    for (const [table, taken] of [
      ['agendas', agenda_rev],
      ['controles', control_rev ?? null],
    ] as const)
      await tx.query(`UPDATE ${table} SET enviada = 0 WHERE placa_id = $1 AND enviada = rev AND rev <> $2`, [
        placa_id,
        taken,
      ]);
  }

  async switch(tx: EntityManager, item: EventData<'switch.guardado'>): Promise<void> {
    await this.replan(tx, item.empresa_id);
    await tx.query(
      `INSERT INTO switches (id, empresa_id, placa_id, nombre, tipo, hardware_pin, sensor_pin, activo, max_encendido_s, caudal_m3h,
         zona)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
       ON CONFLICT (id) DO UPDATE SET empresa_id = excluded.empresa_id, placa_id = excluded.placa_id,
         nombre = excluded.nombre, tipo = excluded.tipo, hardware_pin = excluded.hardware_pin, sensor_pin = excluded.sensor_pin,
         activo = excluded.activo, max_encendido_s = excluded.max_encendido_s, caudal_m3h = excluded.caudal_m3h,
         zona = excluded.zona`,
      [
        item.id,
        item.empresa_id,
        item.placa_id,
        item.nombre,
        item.tipo,
        item.hardware_pin,
        item.tiene_sensor === 1 ? item.sensor_pin : null,
        item.activo,
        item.max_encendido_s,
        item.caudal_m3h ?? null,
        item.zona,
      ],
    );
  }

  async dispositivo(tx: EntityManager, item: EventData<'dispositivo.guardado'>): Promise<void> {
    await this.replan(tx, item.empresa_id);
    await tx.query(
      `INSERT INTO dispositivos (id, empresa_id, nombre, tipo, activo, suspendido, sitio, vigila_switch_id)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
       ON CONFLICT (id) DO UPDATE SET empresa_id = excluded.empresa_id, nombre = excluded.nombre, tipo = excluded.tipo,
         activo = excluded.activo, suspendido = excluded.suspendido, sitio = excluded.sitio,
         vigila_switch_id = excluded.vigila_switch_id`,
      [
        item.id,
        item.empresa_id,
        item.nombre,
        item.tipo,
        item.activo,
        item.suspendido,
        item.sitio ?? '',
        item.vigila_switch_id ?? null,
      ],
    );
  }

  async enclavamiento(tx: EntityManager, interlockGroup: EventData<'enclavamiento.guardado'>): Promise<void> {
    await this.replan(tx, interlockGroup.empresa_id);
    await tx.query(
      `INSERT INTO enclavamientos (id, empresa_id, nombre, tipo, switches, bomba_id, retardo_encendido_s, retardo_apagado_s)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
       ON CONFLICT (id) DO UPDATE SET nombre = excluded.nombre, tipo = excluded.tipo, switches = excluded.switches,
         bomba_id = excluded.bomba_id, retardo_encendido_s = excluded.retardo_encendido_s,
         retardo_apagado_s = excluded.retardo_apagado_s`,
      [
        interlockGroup.id,
        interlockGroup.empresa_id,
        interlockGroup.nombre,
        interlockGroup.tipo,
        interlockGroup.switches,
        interlockGroup.bomba_id,
        interlockGroup.retardo_encendido_s,
        interlockGroup.retardo_apagado_s,
      ],
    );
  }

  async proteccion(tx: EntityManager, proteccion: EventData<'proteccion.guardada'>): Promise<void> {
    await this.replan(tx, proteccion.empresa_id);
    await tx.query(
      `INSERT INTO protecciones (id, empresa_id, definicion) VALUES ($1, $2, $3)
       ON CONFLICT (id) DO UPDATE SET definicion = excluded.definicion`,
      [proteccion.id, proteccion.empresa_id, JSON.stringify(proteccion)],
    );
  }

  async punto(tx: EntityManager, point: EventData<'punto.guardado'>): Promise<void> {
    const { id, empresa_id, magnitud, mide, nombre, cada_s, placa_id, n, fuente, activo } = point;
    // Steps by volume follow their meter, and a board's rule its point.
    await this.replan(tx, empresa_id);
    await tx.query(
      `INSERT INTO puntos (id, empresa_id, magnitud, mide, nombre, cada_s, placa_id, n, de_placa)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
       ON CONFLICT (id) DO UPDATE SET mide = excluded.mide, nombre = excluded.nombre, cada_s = excluded.cada_s,
         placa_id = excluded.placa_id, n = excluded.n, de_placa = excluded.de_placa`,
      [
        id,
        empresa_id,
        magnitud,
        activo === 1 ? (mide?.switch_ids ?? []) : [],
        nombre,
        cada_s,
        placa_id,
        n,
        boardFollows(fuente, magnitud),
      ],
    );
  }

  async erase(
    tx: EntityManager,
    table: 'switches' | 'dispositivos' | 'enclavamientos' | 'protecciones' | 'puntos',
    { id, empresa_id }: { id: number; empresa_id: number },
  ): Promise<void> {
    await this.replan(tx, empresa_id);
    await tx.query(`DELETE FROM ${table} WHERE id = $1`, [id]);
  }

  /** Stores a person's command; an older one changes nothing, nor one of a deleted company: its event comes from another service. */
  async order(tx: EntityManager, rev: number, order: EventData<'orden.persona'>): Promise<void> {
    // The lock has a deletion wait, which then finds the order.
    const [company]: { eliminada: boolean }[] = await tx.query(
      'SELECT eliminada FROM empresas WHERE id = $1 FOR SHARE',
      [order.empresa_id],
    );
    if (company?.eliminada) return;
    await tx.query(
      `INSERT INTO ordenes_de_personas AS o (entidad, entidad_id, empresa_id, accion, max_s, usuario_id, ts, rev)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
       ON CONFLICT (entidad, entidad_id) DO UPDATE SET empresa_id = excluded.empresa_id, accion = excluded.accion,
         max_s = excluded.max_s, usuario_id = excluded.usuario_id, ts = excluded.ts, rev = excluded.rev
       WHERE o.rev < excluded.rev`,
      [order.entidad, order.id, order.empresa_id, order.accion, order.max_s, order.usuario_id, order.ts, rev],
    );
  }

  /**
   * Makes the company due for planning. Call it before the change: it holds the planner off until the change is committed.
   * The advisory lock also does so for a company whose own event has not arrived.
   */
  private async replan(tx: EntityManager, empresa_id: number): Promise<void> {
    await lock(tx, 'empresa', empresa_id);
    await tx.query('UPDATE empresas SET planear_en = 0 WHERE id = $1', [empresa_id]);
  }

  /** As {@link replan}, for the company of a board; does nothing before the board's own event. */
  private async replanBoard(tx: EntityManager, placa_id: number): Promise<void> {
    await lock(tx, 'placa', placa_id);
    const [row]: { empresa_id: number }[] = await tx.query('SELECT empresa_id FROM placas WHERE placa_id = $1', [
      placa_id,
    ]);
    if (row) await this.replan(tx, row.empresa_id);
  }
}

/** Makes transactions on the same thing wait for each other, also before it has a row. */
const lock = (tx: EntityManager, what: 'empresa' | 'placa', id: number): Promise<unknown> =>
  tx.query('SELECT pg_advisory_xact_lock(hashtext($1), $2)', [`automation:${what}`, id]);
