import { Bus } from '@acequia/bus';
import { AppError, type CallResponse, sistema } from '@acequia/contracts';
import { Every, LOGGER, type Logger } from '@acequia/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { FarmRepository, type KnownFarm } from '../storage/farm.repository.js';
import { heldUntil } from './mandos.service.js';
import type { DefinicionRegla } from '../storage/regla.entity.js';
import { ReglasRepository } from '../storage/reglas.repository.js';
import { inCharge, pointsOf, sensorOf, type Stage, stagesOf } from '../agenda/rule-plan.js';
import { decideStage, lastGiven, type Reading, type StageState, valueOf } from './stage-decision.js';

const LOOK_MS = 1_000;
/** Interval at which a company's rules are evaluated. */
const EVERY_MS = 5_000;
/** Lease of an instance on a company; longer than its calls, so that it does not expire during one. */
const CLAIM_MS = 60_000;
const READ_MS = 3_000;
/** Duration of each ON, renewed before its end, s. */
const LEASE_S = 900;
/** A refused ON is repeated after this, ms. A refused OFF is repeated at the next look, and each time after twice as long, up to this. */
const REFUSED_MS = 60_000;
/** After so many refused OFFs the last ON has ended by its own timer. */
const GIVE_UP = 20;
/** A person's order reaches this service within this, ms. */
const ORDER_MS = 60_000;
/** A board's report that is newer than the last command by this overrides it, ms. */
const SETTLED_MS = 15_000;
const YO = sistema('automation');

type Estado = CallResponse<'estado.leer'>[number];

/** What the rules of a company look at. */
interface Known {
  farm: KnownFarm;
  /** By board. */
  estados: ReadonlyMap<number, Estado>;
  /** The last value of each point, where it has one. */
  valores: ReadonlyMap<number, { valor: number | null; ts: number }>;
}

interface Row extends StageState {
  switch_id: number;
  regla_id: number;
  /** Of a running ON its renewal, else the next attempt. */
  renovar_en: number | null;
  /** Refused OFFs, one after another. */
  apagados_fallidos: number;
  /** Of its rule; null = it was deleted. */
  nombre: string | null;
}

const ROWS = `SELECT switch_id, regla_id, encendido, cambio_en::float8 AS cambio_en, renovar_en::float8 AS renovar_en, apagados_fallidos,
  r.nombre FROM etapas_servicio s LEFT JOIN reglas_clima r ON r.id = s.regla_id WHERE s.empresa_id = $1`;
const BUSY = `SELECT switch_id FROM turnos WHERE empresa_id = $1 AND estado = 'en_curso' AND switch_id IS NOT NULL`;
const ORDERS = `SELECT entidad_id AS switch_id, accion, max_s, ts FROM ordenes_de_personas
  WHERE entidad = 'switch' AND empresa_id = $1`;

/**
 * Runs rules that no board can run by itself. One instance at a time handles a company. Each ON has a duration and is renewed:
 * when this service dies, the board turns the switch off by its own timer; where it has none (ESPHome, Tasmota from the ninth
 * relay), device-gateway does.
 */
@Injectable()
export class ServiceRulesService {
  /** By the switch of the sensor: a DHT22 fails a read now and then, and its last value counts until it is too old. */
  private readonly given = new Map<number, Reading>();

  constructor(
    private readonly db: DataSource,
    private readonly reglas: ReglasRepository,
    private readonly farms: FarmRepository,
    private readonly bus: Bus,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  @Every({ ms: LOOK_MS, failed: 'climate rules could not be followed' })
  async look(): Promise<void> {
    while (await this.next()) continue;
  }

  /** false = no company is due. */
  private async next(): Promise<boolean> {
    const now = Date.now();
    const [taken]: [{ id: number }[], number] = await this.db.query(
      `UPDATE empresas SET clima_en = $1::bigint + ${CLAIM_MS} WHERE id = (
         SELECT e.id FROM empresas e WHERE e.clima_en <= $1 AND NOT e.eliminada
           AND (EXISTS (SELECT FROM reglas_clima r WHERE r.empresa_id = e.id AND r.activa = 1)
             OR EXISTS (SELECT FROM etapas_servicio s WHERE s.empresa_id = e.id))
         ORDER BY e.clima_en LIMIT 1 FOR UPDATE SKIP LOCKED)
       RETURNING id`,
      [now],
    );
    const id = taken[0]?.id;
    if (id === undefined) return false;
    await this.follow(id, now).catch((error: unknown) =>
      this.logger.warn({ err: error, empresa_id: id }, 'rules of a company could not be followed'),
    );
    await this.db.query('UPDATE empresas SET clima_en = $2 WHERE id = $1', [id, Date.now() + EVERY_MS]);
    return true;
  }

  private async follow(empresa_id: number, now: number): Promise<void> {
    const farm = await this.farms.read(empresa_id);
    const reglas = (await this.reglas.list(YO, empresa_id)).filter(({ activa }) => activa === 1);
    const stages = stagesOf(reglas, farm).filter(({ por_servicio, sw }) => por_servicio !== null && sw.activo);
    const rows: Row[] = await this.db.query(ROWS, [empresa_id]);
    if (stages.length === 0 && rows.length === 0) return;
    const [estados, valores] = await Promise.all([this.read(stages, farm), this.readPoints(stages)]);
    const busy = new Set(
      ((await this.db.query(BUSY, [empresa_id])) as { switch_id: number }[]).map((row) => row.switch_id),
    );
    const orders: { switch_id: number; accion: 'on' | 'off'; max_s: number | null; ts: string }[] = await this.db.query(
      ORDERS,
      [empresa_id],
    );
    const orderOf = new Map(orders.map((order) => [order.switch_id, order]));
    const chosen = inCharge(stages, farm.zona, now);
    for (const switch_id of new Set([...chosen.keys(), ...rows.map((row) => row.switch_id)])) {
      const stage = chosen.get(switch_id);
      const row = rows.find((one) => one.switch_id === switch_id);
      const order = orderOf.get(switch_id);
      const held = order !== undefined && heldUntil(order, stage) > now;
      if (held || busy.has(switch_id)) {
        // A person or a program controls the switch: the rule gives up its state.
        if (row) await this.db.query('DELETE FROM etapas_servicio WHERE switch_id = $1', [switch_id]);
      } else if (stage) {
        const since = Math.max(now - ORDER_MS, Number(order?.ts ?? 0));
        await this.step(empresa_id, stage, row, { farm, estados, valores, now, since });
      } else if (row) await this.leave(row);
    }
  }

  private async step(
    empresa_id: number,
    stage: Stage,
    row: Row | undefined,
    { farm, estados, valores, now, since }: Known & { now: number; since: number },
  ): Promise<void> {
    const { regla, stage: ruleStage, sw } = stage;
    const { definicion } = regla;
    const board = estados.get(sw.placa_id);
    const pin = board?.pines.find((one) => one.pin === sw.pin);
    const before = stateOf(row, pin);
    const value = this.value(definicion, { farm, estados, valores }, now - definicion.edad_max_s * 1_000);
    const on = decideStage(ruleStage, definicion, value, before, { maximum_s: sw.maximum_s, now });
    // Where the board reports something else, the row's time says nothing.
    const { renovar_en: due, apagados_fallidos: failed } =
      before === row ? { ...row, renovar_en: row.renovar_en ?? 0 } : UNTRIED;
    if (on === before.encendido && (!on || now < due)) {
      if (!row || row.encendido !== before.encendido) await this.keep(empresa_id, stage, before, null);
      return;
    }
    if (now < due && (on ? !before.encendido : failed > 0)) return;
    const isAway = board?.online === 0;
    // An order that reaches no board raises an alarm, once: the next order waits for the board.
    if (isAway && row && (row.cambio_en > 0 || row.renovar_en !== null)) return;
    const lease_s = Math.min(LEASE_S, sw.maximum_s);
    const taken = await this.order(sw.id, on ? { lease_s, since } : null, regla.nombre);
    const cambio_en = on === before.encendido ? before.cambio_en : now;
    if (isAway) await this.keep(empresa_id, stage, before, now);
    else if (taken) await this.keep(empresa_id, stage, { encendido: on, cambio_en }, on ? now + lease_s * 500 : null);
    else if (on) await this.keep(empresa_id, stage, before, now + REFUSED_MS);
    else await this.keep(empresa_id, stage, before, now + pauseAfter(failed), failed + 1);
  }

  /** What a rule follows; null = it is not known now, or older than `oldest`. */
  private value(definicion: DefinicionRegla, { farm, estados, valores }: Known, oldest: number): number | null {
    const { sensor_switch_id, valor, punto_id } = definicion;
    if (punto_id !== undefined) {
      const told = valores.get(punto_id);
      return told && told.ts >= oldest ? told.valor : null;
    }
    if (sensor_switch_id === undefined || valor === undefined) return null;
    const sensor = sensorOf(farm, definicion);
    const reading = estados.get(sensor?.placa_id ?? 0)?.sensores.find((one) => one.pin === sensor?.sensor_pin);
    const given = lastGiven(this.given.get(sensor_switch_id), reading);
    if (given) this.given.set(sensor_switch_id, given);
    return valueOf(valor, given, oldest);
  }

  private async readPoints(stages: readonly Stage[]): Promise<Known['valores']> {
    const puntos = pointsOf(stages.map(({ regla }) => regla));
    if (puntos.length === 0) return new Map();
    const told = await this.bus.call('puntos.ultimos', { puntos }, YO, { timeout_ms: READ_MS });
    return new Map(
      told.flatMap(({ punto_id, valor, ts }) => (ts === null ? [] : [[punto_id, { valor, ts }] as const])),
    );
  }

  private async read(stages: readonly Stage[], { switches }: KnownFarm): Promise<ReadonlyMap<number, Estado>> {
    const ids = stages.flatMap(({ sw, regla }) => [sw.id, regla.definicion.sensor_switch_id ?? []].flat());
    const placas = [...new Set(ids.flatMap((id) => switches.get(id)?.placa_id ?? []))];
    if (placas.length === 0) return new Map();
    const estados = await this.bus.call('estado.leer', { placas }, YO, { timeout_ms: READ_MS });
    return new Map(estados.map((estado) => [estado.placa_id, estado]));
  }

  private async keep(
    empresa_id: number,
    { regla, sw }: Stage,
    { encendido, cambio_en }: StageState,
    renovar_en: number | null,
    failed = 0,
  ): Promise<void> {
    await this.db.query(
      `INSERT INTO etapas_servicio (empresa_id, switch_id, regla_id, encendido, cambio_en, renovar_en, apagados_fallidos)
       VALUES ($1, $2, $3, $4, $5, $6, $7)
       ON CONFLICT (switch_id) DO UPDATE SET empresa_id = excluded.empresa_id, regla_id = excluded.regla_id,
         encendido = excluded.encendido, cambio_en = excluded.cambio_en, renovar_en = excluded.renovar_en,
         apagados_fallidos = excluded.apagados_fallidos`,
      [empresa_id, sw.id, regla.id, encendido, Math.round(cambio_en), renovar_en, failed],
    );
  }

  /** No rule names the switch now, or none applies: turn off what a rule turned on. */
  private async leave({ switch_id, encendido, renovar_en, apagados_fallidos: failed, nombre }: Row): Promise<void> {
    const now = Date.now();
    if (failed > 0 && now < (renovar_en ?? 0)) return;
    const mayBeOn = encendido && (failed > 0 ? failed < GIVE_UP : now < (renovar_en ?? 0) + LEASE_S * 500);
    if (mayBeOn && !(await this.order(switch_id, null, nombre))) {
      await this.db.query(
        'UPDATE etapas_servicio SET renovar_en = $2, apagados_fallidos = apagados_fallidos + 1 WHERE switch_id = $1',
        [switch_id, now + pauseAfter(failed)],
      );
      return;
    }
    await this.db.query('DELETE FROM etapas_servicio WHERE switch_id = $1', [switch_id]);
  }

  /** `on`: how long, unless a person turned it off after `since` (ms); null = off. Answers false = refused. */
  private async order(
    id: number,
    on: { lease_s: number; since: number } | null,
    nombre: string | null,
  ): Promise<boolean> {
    const duration = on ? { duracion_s: on.lease_s, no_apagado_desde: on.since } : {};
    const origin = { clave: null, ip: '', navegador: '' };
    const plan = nombre === null ? {} : { plan: { codigo: 'regla' as const, nombre } };
    try {
      await this.bus.call('switches.comandar', { id, accion: on ? 'on' : 'off', ...duration, ...origin, ...plan }, YO);
      return true;
    } catch (error) {
      // The command may have been carried out: treat it as accepted; its timer ends it.
      if (error instanceof AppError && error.codigo === 'resultado_desconocido') return true;
      this.logger.warn({ err: error, switch_id: id }, 'a climate rule could not turn a switch');
      return false;
    }
  }
}

const UNTRIED = { renovar_en: 0, apagados_fallidos: 0 };

/** Time until the next OFF, ms. `failed`: the refused ones before this one. */
const pauseAfter = (failed: number): number => Math.min(REFUSED_MS, EVERY_MS * 2 ** Math.min(failed, 10));

/** The board's report counts once the last command had time to act. */
const stateOf = (row: Row | undefined, pin: { estado: 0 | 1; ts: number } | undefined): StageState => {
  if (!row) return { encendido: pin?.estado === 1, cambio_en: 0 };
  if (pin && (pin.estado === 1) !== row.encendido && pin.ts > row.cambio_en + SETTLED_MS)
    return { encendido: pin.estado === 1, cambio_en: pin.ts };
  return row;
};
