import { isOfPronostico, magnitudOf, type Preview, type SkipCondition } from '@acequia/contracts';
import { Injectable } from '@nestjs/common';
import { ForecastService } from '../forecast/forecast.service.js';
import { FUENTE, type Sky } from '../forecast/sky.js';
import { type PointReading, skyValue } from '../planning/decisions.js';
import { PointValues, questionKey } from '../planning/point-values.js';
import { texts } from './textos.js';

/** What a program's conditions would say now, for who writes it. */
@Injectable()
export class ConditionsNow {
  constructor(
    private readonly points: PointValues,
    private readonly forecast: ForecastService,
  ) {}

  async of(
    empresa_id: number,
    zona: string,
    conditions: readonly SkipCondition[],
    now = Date.now(),
  ): Promise<Pick<Preview, 'condiciones' | 'pronostico'>> {
    const wantsSky = conditions.some(({ tipo }) => isOfPronostico(tipo));
    const [points, sky] = await Promise.all([
      this.points.read(conditions, now),
      wantsSky ? this.forecast.of(empresa_id, now) : null,
    ]);
    const condiciones = conditions.flatMap((condition) =>
      isOfPronostico(condition.tipo)
        ? [bySky(condition, sky, zona, now)]
        : byPoint(condition, points.get(questionKey(condition))),
    );
    return { condiciones, pronostico: sky && { fuente: FUENTE, ts: sky.ts } };
  }
}

const { now: t } = texts;

const bySky = (condition: SkipCondition, sky: Sky | null, zona: string, now: number): string => {
  const value = sky && skyValue(condition, sky, zona, now);
  return `${t.would(condition)} ${t.forecast(condition)}: ${value === null ? t.noForecast : t.gives(condition, value)}.`;
};

/** A sensor's own value is beside its switch. */
const byPoint = (condition: SkipCondition, reading: PointReading | undefined): string[] => {
  if (!reading) return [];
  const { unidad, decimales } = magnitudOf(reading.magnitud);
  const value = reading.value === null ? t.noValue : `${Number(reading.value.toFixed(decimales))} ${unidad}`.trim();
  return [`${t.would(condition)} ${t.point(condition, reading.nombre, unidad)}: ${t.nowIs(value)}.`];
};
