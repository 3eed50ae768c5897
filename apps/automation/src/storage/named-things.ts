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

/** How long what was just created is waited for, after asking whether it exists: both end before the caller gives up (CALL_TIMEOUT_MS). */
const ARRIVES_WITHIN_MS = 2_000;
const READ_MS = 1_500;
const LOOK_MS = 100;

interface Targets {
  switches: ReadonlySet<number>;
  dispositivos: ReadonlySet<number>;
}

/** What a program names: switches, dispositivos and points. */
@Injectable()
export class NamedThings {
  constructor(
    private readonly db: DataSource,
    private readonly bus: Bus,
    private readonly points: PointsRepository,
    private readonly forecast: ForecastService,
  ) {}

  /**
   * Asks the owning service about unknown objects: a switch can be used as soon as its creation was answered.
   * @throws AppError `no_encontrado` unless everything that the program names belongs to the company, `datos_invalidos` for a condition
   * that its point's magnitud does not know
   */
  async require({ empresa_id, activo, pasos, omitir = [], ajuste_et0 }: ProgramaSave): Promise<void> {
    const targets = targetsOf([...pasos, ...omitir, ...(ajuste_et0 ? [ajuste_et0] : [])]);
    if (!(await this.knows(empresa_id, targets))) await this.verify(empresa_id, targets);
    await this.requireConditions(empresa_id, omitir);
    await this.requireMeters(empresa_id, pasos);
    await this.requireSoils(empresa_id, pasos);
    // One that is turned off asks for none.
    if (activo === 1) await this.requireForecast(empresa_id, omitir);
  }

  /**
   * Waits until what these steps turn on has arrived here: a switch can be used as soon as its creation was answered.
   * @throws AppError `servicio_no_disponible` when it does not arrive
   */
  async arrive(empresa_id: number, pasos: ProgramaSave['pasos']): Promise<void> {
    const targets = targetsOf(pasos);
    for (let left = ARRIVES_WITHIN_MS; !(await this.knows(empresa_id, targets)); left -= LOOK_MS) {
      if (left === ARRIVES_WITHIN_MS && !(await this.exist(empresa_id, targets))) return;
      if (left <= 0) throw new AppError('servicio_no_disponible');
      await pause(LOOK_MS);
    }
  }

  private async knows(empresa_id: number, { switches, dispositivos }: Targets): Promise<boolean> {
    const [row]: { n: number }[] = await this.db.query(
      `SELECT (SELECT count(*) FROM switches WHERE empresa_id = $1 AND id = ANY($2))::int
         + (SELECT count(*) FROM dispositivos WHERE empresa_id = $1 AND id = ANY($3))::int AS n`,
      [empresa_id, [...switches], [...dispositivos]],
    );
    return row?.n === switches.size + dispositivos.size;
  }

  /** @throws AppError `no_encontrado` unless all of them are the company's */
  private async verify(
    empresa_id: number,
    { switches, dispositivos }: Targets,
    options: { timeout_ms?: number } = {},
  ): Promise<void> {
    const request = { empresa_id, switches: [...switches], dispositivos: [...dispositivos] };
    await this.bus.call('inventario.verificar', request, sistema('automation'), options);
  }

  /** false also where nobody can tell: what is known is not held up by what may be gone. */
  private exist(empresa_id: number, targets: Targets): Promise<boolean> {
    return this.verify(empresa_id, targets, { timeout_ms: READ_MS }).then(
      () => true,
      () => false,
    );
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

const targetsOf = (steps: readonly Target[]): Targets => ({
  switches: new Set(steps.flatMap(({ switch_id }) => switch_id ?? [])),
  dispositivos: new Set(steps.flatMap(({ dispositivo_id }) => dispositivo_id ?? [])),
});
