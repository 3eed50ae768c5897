import { setTimeout as pause } from 'node:timers/promises';
import { Bus } from '@acequia/bus';
import { AppError, isOfPronostico, type ProgramaSave, puntoConditionFaults, sistema } from '@acequia/contracts';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { ForecastService } from '../forecast/forecast.service.js';
import { refused, requireSound } from '../invalid.js';
import { PointsRepository } from './points.repository.js';
import type { Target } from './reach.js';
import { texts } from './textos.js';

/** Longest wait for the event of what was just created, ms: it ends before the caller gives up (CALL_TIMEOUT_MS). */
const LEARN_WAIT_MS = 3_000;
const LOOK_MS = 100;

/** What a program or a climate rule names: switches, dispositivos and points. */
@Injectable()
export class NamedThings {
  constructor(
    private readonly db: DataSource,
    private readonly bus: Bus,
    private readonly points: PointsRepository,
    private readonly forecast: ForecastService,
  ) {}

  /**
   * @throws AppError `no_encontrado` unless everything that the program names belongs to the company, `datos_invalidos` for a condition
   * that its point's magnitud does not know, as {@link requireTargets}
   */
  async require({ empresa_id, activo, pasos, omitir = [], ajuste_et0 }: ProgramaSave): Promise<void> {
    await this.requireTargets(empresa_id, [...pasos, ...omitir, ...(ajuste_et0 ? [ajuste_et0] : [])]);
    await this.requireConditions(empresa_id, omitir);
    await this.requireMeters(empresa_id, pasos);
    await this.requireSoils(empresa_id, pasos);
    // One that is turned off asks for none.
    if (activo === 1) await this.requireForecast(empresa_id, omitir);
  }

  /**
   * Asks the owning service about unknown objects and waits for their events: a switch can be used as soon as its creation was answered.
   * @throws AppError `no_encontrado` unless all belong to the company, `servicio_no_disponible` when an event does not come
   */
  async requireTargets(empresa_id: number, named: readonly Target[]): Promise<void> {
    const switches = [...new Set(named.flatMap(({ switch_id }) => switch_id ?? []))];
    const dispositivos = [...new Set(named.flatMap(({ dispositivo_id }) => dispositivo_id ?? []))];
    const areKnown = async (): Promise<boolean> => {
      const [row]: { n: number }[] = await this.db.query(
        `SELECT (SELECT count(*) FROM switches WHERE empresa_id = $1 AND id = ANY($2))::int
           + (SELECT count(*) FROM dispositivos WHERE empresa_id = $1 AND id = ANY($3))::int AS n`,
        [empresa_id, switches, dispositivos],
      );
      return row?.n === switches.length + dispositivos.length;
    };
    if (await areKnown()) return;
    await this.bus.call('inventario.verificar', { empresa_id, switches, dispositivos }, sistema('automation'));
    const end = performance.now() + LEARN_WAIT_MS;
    while (!(await areKnown())) {
      if (performance.now() >= end) throw new AppError('servicio_no_disponible');
      await pause(LOOK_MS);
    }
  }

  /** @throws AppError `datos_invalidos` for a step by volume whose switch no meter measures */
  private async requireMeters(empresa_id: number, pasos: ProgramaSave['pasos']): Promise<void> {
    const byVolume = pasos.flatMap(({ switch_id, volumen_m3 }, n) =>
      switch_id === undefined || volumen_m3 === undefined ? [] : [{ n, switch_id }],
    );
    if (byVolume.length === 0) return;
    const measured = await this.points.measured(
      empresa_id,
      byVolume.map(({ switch_id }) => switch_id),
    );
    const without = byVolume.filter(({ switch_id }) => !measured.has(switch_id));
    requireSound(without.map(({ n }) => ({ campo: `pasos.${n}.volumen_m3`, mensaje: texts.noMeter })));
  }

  /** @throws AppError `datos_invalidos` for a step by the moisture of the soil whose point tells something else */
  private async requireSoils(empresa_id: number, pasos: ProgramaSave['pasos']): Promise<void> {
    const points = await this.points.require(
      empresa_id,
      pasos.flatMap(({ hasta }) => hasta?.punto_id ?? []),
    );
    requireSound(
      pasos.flatMap(({ hasta }, n) =>
        hasta && points.get(hasta.punto_id)?.magnitud !== 'humedad_suelo'
          ? [{ campo: `pasos.${n}.hasta.punto_id`, mensaje: texts.noSoil }]
          : [],
      ),
    );
  }

  /** @throws AppError `datos_invalidos` for a condition on a forecast where there is none */
  private async requireForecast(empresa_id: number, omitir: NonNullable<ProgramaSave['omitir']>): Promise<void> {
    const asked = omitir.flatMap(({ tipo }, n) => (isOfPronostico(tipo) ? [n] : []));
    if (asked.length === 0) return;
    const placed: unknown[] = await this.db.query(
      'SELECT 1 FROM empresas WHERE id = $1 AND latitud IS NOT NULL AND longitud IS NOT NULL',
      [empresa_id],
    );
    if (this.forecast.isOn && placed.length > 0) return;
    const mensaje = this.forecast.isOn ? texts.noPlace : texts.noForecast;
    throw refused(asked.map((n) => ({ campo: `omitir.${n}.tipo`, mensaje })));
  }

  private async requireConditions(empresa_id: number, omitir: NonNullable<ProgramaSave['omitir']>): Promise<void> {
    const points = await this.points.require(
      empresa_id,
      omitir.flatMap(({ punto_id }) => punto_id ?? []),
    );
    requireSound(
      omitir.flatMap((condition, i) => {
        const point = points.get(condition.punto_id ?? 0);
        const faults = point ? puntoConditionFaults(point.magnitud, condition) : [];
        return faults.map(({ campo, mensaje }) => ({ campo: `omitir.${i}.${campo}`, mensaje }));
      }),
    );
  }
}
