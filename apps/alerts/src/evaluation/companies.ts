import { Bus } from '@acequia/bus';
import {
  type CaudalWatched,
  type PotenciaRara,
  type ProteccionQueActuo,
  sistema,
  takesPlace,
  YEAR_WIDTH,
} from '@acequia/contracts';
import { dayIn, LOGGER, type Logger } from '@acequia/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import { createHash } from 'node:crypto';
import type { Field } from '../field/field.js';
import { FieldRepository, filled } from '../field/field.repository.js';
import { shareOf } from '../field/share.js';
import { grown } from '../grown.js';
import { AlarmsRepository } from './alarms.repository.js';
import { CompanyEngine } from './company-engine.js';
import { Rules } from './rules.js';

const YO = sistema('alerts');
/** Boards or points per call to device-gateway. */
const PER_CALL = 2_000;
/** Whoever made a token for less than this knows when it ends, ms. */
const SHORT_LIFE_MS = 14 * 86_400_000;
/** A year is added up, so not more often, ms. */
const CONCESSIONS_MS = 3_600_000;
const UNREAD_MAX_MS = 120_000;

/** The companies that this instance evaluates, each with its engine. */
@Injectable()
export class Companies {
  private readonly engines = new Map<number, CompanyEngine>();
  /** What each engine was arranged from: what stayed the same is not arranged again. */
  private readonly shapes = new Map<number, string>();
  /** Companies whose last-known state has not been read yet, and since when this instance has them, ms. */
  private readonly unread = new Map<number, number>();

  constructor(
    private readonly fields: FieldRepository,
    private readonly alarms: AlarmsRepository,
    private readonly bus: Bus,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  get(empresa_id: number): CompanyEngine | undefined {
    return this.engines.get(empresa_id);
  }

  all(): IterableIterator<[number, CompanyEngine]> {
    return this.engines.entries();
  }

  /**
   * Whether everything of a company may be evaluated: before its last-known state is read, what is wrong looks as if it were over.
   * After a while only what its boards report from now on counts.
   */
  isKnown(empresa_id: number, now: number): boolean {
    return now - (this.unread.get(empresa_id) ?? -Infinity) > UNREAD_MAX_MS;
  }

  drop(empresa_id: number): void {
    this.engines.delete(empresa_id);
    this.unread.delete(empresa_id);
    this.shapes.delete(empresa_id);
  }

  /** Reloads a company's things, rules and silencios; the state of its alarms and of its field stays. */
  async refresh(empresa_id: number, now: number): Promise<void> {
    const known = this.engines.get(empresa_id);
    const [things, rules, silences] = await Promise.all([
      this.fields.things(empresa_id),
      this.fields.rules(empresa_id),
      this.fields.silences(empresa_id),
    ]);
    if (!things) return this.drop(empresa_id);
    if (known) known.silences = silences;
    const shape = digest([things, rules]);
    if (known && this.shapes.get(empresa_id) === shape) return;
    const field = filled(known?.field ?? null, things);
    const engine = known ?? new CompanyEngine(field, new Rules(rules));
    if (known) for (const gone of known.arrange(new Rules(rules))) await this.alarms.drop(gone, now);
    else {
      engine.silences = silences;
      await this.remember(empresa_id, engine, now);
      this.engines.set(empresa_id, engine);
      this.unread.set(empresa_id, now);
    }
    this.shapes.set(empresa_id, shape);
  }

  /** Reads the boards' last-known state, and what they use of their quotas. Rejects while device-gateway is unavailable. */
  async recall(empresas: readonly number[], now: number): Promise<void> {
    const fields = empresas.flatMap((id) => this.engines.get(id)?.field ?? []);
    const placas = fields.flatMap(({ boards }) => [...boards.keys()]);
    for (let start = 0; start < placas.length; start += PER_CALL) {
      const some = placas.slice(start, start + PER_CALL);
      const [estados, conexiones] = await Promise.all([
        this.bus.call('estado.leer', { placas: some }, YO),
        this.bus.call('placas.conexion', { placas: some }, YO),
      ]);
      estados.forEach((estado, i) => {
        const connection = conexiones[i];
        const field = fields.find(({ boards }) => boards.has(estado.placa_id));
        if (connection) field?.recall(estado, connection, now);
      });
    }
    await this.recallPoints(fields, now);
    for (const id of empresas) {
      this.unread.delete(id);
      this.engines.get(id)?.recalled();
    }
    await this.askShares(empresas);
  }

  /** Those of a board came with its state. */
  private async recallPoints(fields: readonly Field[], now: number): Promise<void> {
    const wanted = fields.flatMap((field) =>
      [...field.puntos.values()].flatMap(({ id, placa_id }) => (placa_id === null ? [{ id, field }] : [])),
    );
    for (let start = 0; start < wanted.length; start += PER_CALL) {
      const some = wanted.slice(start, start + PER_CALL);
      const told = await this.bus.call('puntos.ultimos', { puntos: some.map(({ id }) => id) }, YO);
      told.forEach((one, i) => some[i]?.field.recallPoints([one], now));
    }
  }

  /** Asks what companies use of their daily limit. On failure the old values stay. */
  private async askShares(empresas: readonly number[]): Promise<void> {
    if (empresas.length === 0) return;
    try {
      const shares = await this.bus.call('empresas.consumo', { empresas: [...empresas] }, YO);
      empresas.forEach((id, i) => {
        const field = this.engines.get(id)?.field;
        if (field) field.quota = shareOf(shares[i]);
      });
    } catch (error) {
      this.logger.warn({ err: error }, 'what companies use could not be asked for');
    }
  }

  /** Reloads plans and people from auth-tenancy. On failure the old values stay. */
  async askPlans(): Promise<void> {
    if (this.engines.size === 0) return;
    try {
      const empresas = await this.bus.call('empresas.listar', {}, YO);
      const usuarios = await this.bus.call('usuarios.listar', {}, YO);
      for (const { id, comunicador_numero, comunicador_vencimiento, limite_usuarios } of empresas) {
        const field = this.engines.get(id)?.field;
        const people = usuarios.filter((one) => one.empresa_id === id && takesPlace(one)).length;
        if (field) field.plan = { comunicador_numero, comunicador_vencimiento, limite_usuarios, usuarios: people };
      }
    } catch (error) {
      this.logger.warn({ err: error }, 'plans could not be asked for');
    }
  }

  /** Asks auth-tenancy which tokens end when. On failure the old values stay. */
  async askTokens(): Promise<void> {
    if (this.engines.size === 0) return;
    try {
      const tokens = (await this.bus.call('tokens.listar', {}, YO)).filter(
        ({ estado, vence, creado_ts }) => estado === 'vigente' && vence - creado_ts > SHORT_LIFE_MS,
      );
      for (const [id, { field }] of this.engines) field.tokens = tokens.filter(({ empresas }) => empresas.includes(id));
    } catch (error) {
      this.logger.debug({ err: error }, 'the tokens could not be asked for');
    }
  }

  /** Asks automation which switches climate rules turn on and off. On failure the old values stay. */
  async askRuled(): Promise<void> {
    try {
      const ruled = new Set(await this.bus.call('clima.con_regla', {}, YO));
      for (const { field } of this.engines.values()) field.ruled = ruled;
    } catch (error) {
      this.logger.debug({ err: error }, 'the switches under a climate rule could not be asked for');
    }
  }

  /** Asks automation what it does not plan. On failure the old values stay. */
  async askUnplanned(): Promise<void> {
    try {
      const unplanned = new Map(
        (await this.bus.call('programas.sin_planear', {}, YO)).map((one) => [one.empresa_id, one]),
      );
      for (const [id, { field }] of this.engines) field.unplanned = unplanned.get(id) ?? null;
    } catch (error) {
      this.logger.debug({ err: error }, 'what is not planned could not be asked for');
    }
  }

  /** Asks automation which turns failed, and which no board knows. On failure the old values stay. */
  async askFailed(): Promise<void> {
    try {
      const { fallidos, sin_tomar } = await this.bus.call('turnos.fallidos', {}, YO);
      const ofCompany = <Row extends { empresa_id: number }>(rows: readonly Row[], id: number): Row[] =>
        rows.filter(({ empresa_id }) => empresa_id === id);
      for (const [id, engine] of this.engines) {
        engine.failed(ofCompany(fallidos, id));
        engine.field.untaken = new Map(ofCompany(sin_tomar, id).map((one) => [one.placa_id, one]));
      }
    } catch (error) {
      this.logger.debug({ err: error }, 'the turns that failed could not be asked for');
    }
  }

  /** Asks automation what it judges of flows. On failure the old values stay. */
  async askFlows(): Promise<void> {
    try {
      const judged = await this.bus.call('caudales.vigilados', {}, YO);
      const ofMeter = new Map<number, CaudalWatched[]>();
      for (const one of judged) ofMeter.set(one.punto_id, [...(ofMeter.get(one.punto_id) ?? []), one]);
      for (const { field } of this.engines.values()) field.flows = ofMeter;
    } catch (error) {
      this.logger.debug({ err: error }, 'the flows that are judged could not be asked for');
    }
  }

  /** Asks automation which pumps take what is not usual. On failure the old values stay. */
  async askOdd(): Promise<void> {
    try {
      const odd = new Map<number, PotenciaRara[]>();
      for (const one of await this.bus.call('potencias.raras', {}, YO))
        odd.set(one.dispositivo_id, [...(odd.get(one.dispositivo_id) ?? []), one]);
      for (const { field } of this.engines.values()) field.odd = odd;
    } catch (error) {
      this.logger.debug({ err: error }, 'what pumps take could not be asked for');
    }
  }

  /**
   * Asks telemetry-history, hourly, what meters with a concession have counted since January. On failure the old values stay, and
   * the next call asks again.
   */
  async askConcessions(now: number): Promise<void> {
    for (const { field } of [...this.engines.values()]) {
      const meters = [...field.puntos.values()].filter(({ concesion_m3 }) => concesion_m3 !== null);
      if (meters.length === 0 || now - field.takenAt < CONCESSIONS_MS) continue;
      field.takenAt = now;
      const hasta = dayIn(field.company.zona_horaria, now);
      const year = { desde: `${hasta.slice(0, 4)}-01-01`, hasta, puntos: YEAR_WIDTH };
      try {
        for (const { id: punto_id } of meters)
          field.taken.set(punto_id, (await grown(this.bus, { punto_id, ...year }))?.total ?? null);
      } catch (error) {
        field.takenAt = 0;
        this.logger.debug({ err: error }, 'what meters have taken of their concessions could not be asked for');
      }
    }
  }

  /** Asks device-gateway which protections keep switches off. On failure the old values stay. */
  async askTripped(): Promise<void> {
    try {
      const tripped = await this.bus.call('protecciones.actuaron', {}, YO);
      const ofBoard = new Map<number, ProteccionQueActuo[]>();
      for (const one of tripped) ofBoard.set(one.placa_id, [...(ofBoard.get(one.placa_id) ?? []), one]);
      for (const { field } of this.engines.values()) field.tripped = ofBoard;
    } catch (error) {
      this.logger.debug({ err: error }, 'the protections that acted could not be asked for');
    }
  }

  /** Asks device-gateway which boards may have a fault of their own. On failure the old values stay. */
  async askFaulty(): Promise<void> {
    try {
      const rows = await this.bus.call('placas.con_fallas', {}, YO);
      const faulty = new Map(rows.map((row) => [row.placa_id, row]));
      for (const { field } of this.engines.values()) field.faulty = faulty;
    } catch (error) {
      this.logger.debug({ err: error }, 'boards with faults of their own could not be asked for');
    }
  }

  /** Restores the company's alarms from storage. */
  private async remember(empresa_id: number, engine: CompanyEngine, now: number): Promise<void> {
    for (const row of await this.alarms.recent(empresa_id, now)) {
      const known = engine.resume(row);
      if (!known && row.estado !== 'resuelto') await this.alarms.dropRow(row.id, now);
    }
  }
}

const digest = (value: unknown): string => createHash('sha1').update(JSON.stringify(value)).digest('base64');
