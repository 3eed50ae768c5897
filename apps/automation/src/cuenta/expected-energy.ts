import {
  costoTotal,
  energiaPorPeriodo,
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

/** Energy and cost of turns that are not planned yet, by the mean power of earlier ones and the prices of their hours. */
@Injectable()
export class ExpectedEnergy {
  constructor(private readonly db: DataSource) {}

  /** null = no meter has told of any of them. */
  async of(empresa_id: number, turnos: readonly PreviousTurno[], now = Date.now()): Promise<Preview['energia']> {
    const ids = [...new Set(turnos.flatMap(({ switch_id }) => switch_id ?? []))];
    const means: { switch_id: number; kw: number }[] = await this.db.query(MEAN_KW, [
      ids,
      empresa_id,
      now - EARLIER_MS,
    ]);
    const [prices]: Prices[] = await this.db.query(PRICES, [empresa_id]);
    if (means.length === 0 || !prices) return null;
    const powers = new Map(means.map(({ switch_id, kw }) => [switch_id, kw]));
    return { switch_ids: [...powers.keys()], ...energyOf(turnos, powers, prices) };
  }
}

const energyOf = (turnos: readonly PreviousTurno[], powers: ReadonlyMap<number, number>, prices: Prices) => {
  const calendar = tarifasDe(prices);
  const known = turnos.flatMap(({ switch_id, inicio, segundos }) => {
    const kw = powers.get(switch_id ?? 0);
    return kw === undefined ? [] : [{ kw, desde: inicio, hasta: inicio + segundos * 1_000 }];
  });
  const kwhOf = (kw: number, desde: number, hasta: number): number => (kw * (hasta - desde)) / 1_000 / HOUR_S;
  const parts = known.flatMap(({ kw, desde, hasta }) =>
    (calendar ? tramosTarifa(calendar, prices.zona_horaria, desde, hasta) : []).map((tramo) => ({ ...tramo, kw })),
  );
  const periodos =
    calendar &&
    energiaPorPeriodo(
      parts,
      parts.map(({ kw, desde, hasta }) => kwhOf(kw, desde, hasta)),
    );
  const kwh = known.reduce((sum, { kw, desde, hasta }) => sum + kwhOf(kw, desde, hasta), 0);
  return { kwh: Number(kwh.toFixed(3)), costo: periodos && costoTotal(periodos), periodos };
};
