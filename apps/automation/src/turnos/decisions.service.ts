import { Bus } from '@acequia/bus';
import { sistema } from '@acequia/contracts';
import { LOGGER, type Logger } from '@acequia/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { ProgramaEntity } from '../programas/programa.entity.js';
import { DerivedService } from '../derived/derived.service.js';
import { dayText } from '../expansion/calendar.js';
import { clockOf } from '../expansion/zone-clock.js';
import { adjust, decide, type LecturaSensor, stricter } from './decisions.js';
import type { KnownFarm } from './farm.repository.js';

/** A turn is decided this long before its start, so that its board gets it in time. */
export const DECIDE_MS = 60_000;
const READ_MS = 3_000;

/** Checks the conditions of turns that are about to start, once each, and records why. */
@Injectable()
export class DecisionsService {
  constructor(
    private readonly bus: Bus,
    private readonly derived: DerivedService,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** @returns when the next turn must be decided, ms; Infinity when there is none */
  async decide(
    tx: EntityManager,
    empresa_id: number,
    programas: readonly ProgramaEntity[],
    farm: KnownFarm,
    now: number,
  ): Promise<number> {
    const conditional = programas.filter(
      ({ definicion }) => (definicion.omitir ?? []).length > 0 || definicion.ajuste_et0 !== undefined,
    );
    if (conditional.length === 0) return Infinity;
    const turnos: { turno_id: string; programa_id: number; inicio: string; segundos: number }[] = await tx.query(
      `SELECT turno_id, programa_id, inicio, segundos FROM turnos WHERE empresa_id = $1 AND programa_id = ANY($2)
         AND estado = 'previsto' AND NOT decidido AND NOT fijo AND manual = 0 AND inicio > $3 ORDER BY inicio LIMIT 500`,
      [empresa_id, conditional.map(({ id }) => id), now],
    );
    const due = turnos.filter(({ inicio }) => Number(inicio) - DECIDE_MS <= now);
    const next = turnos.find(({ inicio }) => Number(inicio) - DECIDE_MS > now);
    if (due.length > 0) {
      const lecturas = await this.read(conditional, farm);
      const et0 = await this.et0(
        conditional.filter(({ id }) => due.some(({ programa_id }) => programa_id === id)),
        farm,
        now,
      );
      for (const { turno_id, programa_id, segundos } of due) {
        const { omitir = [], ajuste_et0 } = conditional.find(({ id }) => id === programa_id)?.definicion ?? {};
        const byEt0 = ajuste_et0 ? adjust(ajuste_et0, et0.get(ajuste_et0.switch_id ?? 0) ?? null) : null;
        const byCondition = decide(
          omitir,
          (id) => ({ nombre: farm.switches.get(id)?.nombre ?? '', lectura: lecturas.get(id) ?? null }),
          now,
        );
        const decision = stricter(byCondition, byEt0);
        await tx.query(
          `UPDATE turnos SET decidido = true, motivo = coalesce($2, motivo), estado = CASE WHEN $3 THEN 'omitido' ELSE estado END,
             segundos = $4 WHERE turno_id = $1 AND estado = 'previsto' AND NOT fijo`,
          [
            turno_id,
            decision?.motivo ?? null,
            decision?.percentage === 0,
            decision && decision.percentage > 0
              ? Math.max(1, Math.round((segundos * decision.percentage) / 100))
              : segundos,
          ],
        );
      }
    }
    return next ? Number(next.inicio) - DECIDE_MS : Infinity;
  }

  /** Yesterday's ET0 by the sensor's switch, mm; missing where unknown. */
  private async et0(programas: readonly ProgramaEntity[], farm: KnownFarm, now: number): Promise<Map<number, number>> {
    const clock = clockOf(farm.zona);
    const yesterday = dayText(clock.dayAt(now) - 1);
    const found = new Map<number, number>();
    for (const switch_id of new Set(programas.flatMap(({ definicion }) => definicion.ajuste_et0?.switch_id ?? []))) {
      try {
        const range = { switch_id, desde: yesterday, hasta: yesterday, base: 10 };
        const [day] = await this.derived.days(sistema('automation'), range);
        if (day && day.et0_mm !== null) found.set(switch_id, day.et0_mm);
      } catch (error) {
        this.logger.warn({ err: error, switch_id }, 'the ET0 of yesterday could not be worked out');
      }
    }
    return found;
  }

  /** Last-known values by the sensor's switch; none while device-gateway is unavailable. */
  private async read(programas: readonly ProgramaEntity[], farm: KnownFarm): Promise<Map<number, LecturaSensor>> {
    const wanted = new Set(programas.flatMap(({ definicion }) => (definicion.omitir ?? []).map((c) => c.switch_id)));
    const sensores = [...wanted].flatMap((id) => {
      const sw = farm.switches.get(id);
      return sw && sw.sensor_pin !== null ? [{ id, placa_id: sw.placa_id, pin: sw.sensor_pin }] : [];
    });
    const lecturas = new Map<number, LecturaSensor>();
    if (sensores.length === 0) return lecturas;
    try {
      const placas = [...new Set(sensores.map(({ placa_id }) => placa_id))];
      const estados = await this.bus.call('estado.leer', { placas }, sistema('automation'), { timeout_ms: READ_MS });
      for (const { id, placa_id, pin } of sensores) {
        const estado = estados.find((one) => one.placa_id === placa_id);
        const sensor = estado?.sensores.find((one) => one.pin === pin);
        if (sensor) lecturas.set(id, sensor);
      }
    } catch (error) {
      this.logger.warn({ err: error }, 'sensors could not be read before a turn');
    }
    return lecturas;
  }
}
