import {
  costoTotal,
  demandBeyond,
  energiaPorPeriodo,
  hasDemandLimit,
  type Load,
  type Preview,
  type PreviousTurno,
  tarifasDe,
  tramosTarifa,
} from '@acequia/contracts';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { EARLIER_MOST, EARLIER_MS } from './earlier.js';
import type { Prices } from './turn-energy.js';

const HOUR_S = 3_600;

/** Mean power of the newest measured turns of each switch, kW. */
const MEAN_KW = `SELECT switch_id, sum(kwh) * ${HOUR_S} / sum(real_segundos) AS kw FROM (
    SELECT switch_id, kwh, real_segundos, row_number() OVER (PARTITION BY switch_id ORDER BY inicio DESC) AS newest FROM turnos
    WHERE switch_id = ANY($1) AND empresa_id = $2 AND inicio > $3 AND kwh IS NOT NULL AND real_segundos > 0) measured
  WHERE newest <= ${EARLIER_MOST} GROUP BY switch_id ORDER BY switch_id`;
const PRICES = 'SELECT zona_horaria, tarifas, tarifa_kwh FROM empresas WHERE id = $1';

type Run = Pick<PreviousTurno, 'switch_id' | 'inicio' | 'segundos'>;

/** Energy, cost and demand of turns that are not planned yet, by the mean power of earlier ones and the periods of their hours. */
@Injectable()
export class ExpectedEnergy {
  constructor(private readonly db: DataSource) {}

  /** `juntos`: what else runs then. null = no meter has told of any of the turns. */
  async of(
    empresa_id: number,
    turnos: readonly PreviousTurno[],
    juntos: readonly Run[],
    now = Date.now(),
  ): Promise<Preview['energia']> {
    const [prices]: Prices[] = await this.db.query(PRICES, [empresa_id]);
    if (!prices) return null;
    const calendar = tarifasDe(prices);
    const beside = calendar && hasDemandLimit(calendar) ? juntos : [];
    const ids = new Set([...turnos, ...beside].flatMap(({ switch_id }) => switch_id ?? []));
    const means: { switch_id: number; kw: number }[] = await this.db.query(MEAN_KW, [
      [...ids],
      empresa_id,
      now - EARLIER_MS,
    ]);
    const powers = new Map(means.map(({ switch_id, kw }) => [switch_id, kw]));
    const loadsOf = (runs: readonly Run[]): Load[] =>
      runs.flatMap(({ switch_id, inicio, segundos }) => {
        const kw = powers.get(switch_id ?? 0);
        return kw === undefined ? [] : [{ kw, desde: inicio, hasta: inicio + segundos * 1_000 }];
      });
    const loads = loadsOf(turnos);
    if (loads.length === 0) return null;
    const own = new Set(turnos.map(({ switch_id }) => switch_id));
    const demanda = calendar && demandBeyond(calendar, prices.zona_horaria, loads, loadsOf(beside));
    return {
      switch_ids: [...powers.keys()].filter((id) => own.has(id)),
      ...energyOf(loads, prices),
      ...(demanda && demanda.length > 0 && { demanda }),
    };
  }
}

const kwhOf = ({ kw, desde, hasta }: Load): number => (kw * (hasta - desde)) / 1_000 / HOUR_S;

const energyOf = (loads: readonly Load[], prices: Prices) => {
  const calendar = tarifasDe(prices);
  const parts = loads.flatMap(({ kw, desde, hasta }) =>
    (calendar ? tramosTarifa(calendar, prices.zona_horaria, desde, hasta) : []).map((tramo) => ({ ...tramo, kw })),
  );
  const periodos = calendar && energiaPorPeriodo(parts, parts.map(kwhOf));
  const kwh = loads.reduce((sum, load) => sum + kwhOf(load), 0);
  return { kwh: Number(kwh.toFixed(3)), costo: periodos && costoTotal(periodos), periodos };
};
