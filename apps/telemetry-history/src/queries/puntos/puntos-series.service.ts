import { type Caller, type CallRequest, magnitudOf, type SeriePunto } from '@acequia/contracts';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { consumptionByDay } from '../energia/consumption.js';
import { AccessService } from '../history/access.service.js';
import { limitsSql } from '../history/range.js';
import { RAW_MS, type Range, requestedRange } from '../series/points.js';
import { chooseStep, type Level } from '../series/step.js';
import { counterRule } from './puntos.repository.js';
import { PuntosSeriesRepository, type Reach, type StepRow } from './puntos-series.repository.js';

type Step = SeriePunto['puntos'][number];

const DAY_MS = 86_400_000;
/** Most raw values that one answer is made of: two days of a point that tells its value every two seconds. */
const MAX_RAW = 100_000;
/** Values further apart than this, or than their usual distance by this factor, have a gap between them. */
const GAP = { ms: 5 * 60_000, factor: 2.5 };

/** Histories of points. */
@Injectable()
export class PuntosSeriesService {
  constructor(
    private readonly acceso: AccessService,
    private readonly dataSource: DataSource,
    private readonly repository: PuntosSeriesRepository,
  ) {}

  /** What a point measured, in at most `puntos` steps. @throws AppError no_encontrado, datos_invalidos */
  async serie(caller: Caller, request: CallRequest<'puntos.serie'>, now = Date.now()): Promise<SeriePunto> {
    const { punto_id, puntos: width } = request;
    const { magnitud, zona_horaria, vuelta } = await this.acceso.requirePunto(caller, punto_id);
    const { clase, escala, unidad } = magnitudOf(magnitud);
    const reach: Reach = { punto_id, zona: zona_horaria, clase, escala, rule: counterRule(vuelta) };
    const range = requestedRange(await this.instants(request, zona_horaria, now), now);
    const { n, whole } = await this.repository.count(reach, range);
    const head = { magnitud, unidad, zona_horaria };
    if (clase !== 'contador' && whole && n <= width) {
      const puntos = withGaps(await this.repository.samples(reach, range), range.largo).map(asSample(reach));
      if (puntos.length <= width) return { ...head, nivel: 'muestras', paso_s: null, puntos };
    }
    const raw = whole && n <= MAX_RAW && range.largo <= RAW_MS;
    // Narrower steps than values would be gaps between them.
    const most = whole ? width : Math.min(width, Math.max(2, n));
    const level = chooseStep(range.largo / 1_000, most, raw ? n : null);
    const puntos =
      clase === 'contador'
        ? await this.growth(reach, range, level, now)
        : (await this.repository.steps(reach, range, level)).map(asStep(reach));
    return { ...head, nivel: 'intervalos', paso_s: level.paso_s, puntos };
  }

  private async growth(reach: Reach, range: Range, level: Level, now: number): Promise<Step[]> {
    const beginnings = await this.repository.beginnings(reach, range, level);
    const [first] = beginnings;
    if (first === undefined) return [];
    const whole = { ...range, desde: new Date(first) };
    const spans = await this.repository.counter(reach, whole, level, new Date(now));
    const grown = consumptionByDay([...beginnings, range.hasta.getTime()], spans, reach.rule);
    return beginnings.map((ts, i) => ({ ...nothing(ts), suma: inUnit(grown[i]?.consumo ?? null, reach.escala) }));
  }

  /** Days become instants in the company's zone. Without `hasta` the range ends now; without `desde` it is a day long. */
  private async instants(
    { desde, hasta }: CallRequest<'puntos.serie'>,
    zona: string,
    now: number,
  ): Promise<{ desde: number; hasta: number }> {
    const day = (one: number | string | undefined): string | null => (typeof one === 'string' ? one : null);
    const limits = limitsSql(1, 2, 3);
    const [days]: { desde: number; hasta: number }[] = await this.dataSource.query(
      `SELECT extract(epoch FROM ${limits.desde})::float8 * 1000 AS desde, extract(epoch FROM ${limits.hasta})::float8 * 1000 AS hasta`,
      [day(desde), day(hasta), zona],
    );
    const from = typeof desde === 'number' ? desde : desde && days?.desde;
    const end = (typeof hasta === 'number' ? hasta : hasta && days?.hasta) || Math.max(now, (from || 0) + 1);
    return { desde: from || Math.max(0, end - DAY_MS), hasta: end };
  }
}

const inUnit = (kept: number | string | null, escala: number): number | null =>
  kept === null ? null : Number(kept) / escala;

const nothing = (ts: number): Step => ({ ts, media: null, minimo: null, maximo: null, suma: null });

const asSample =
  ({ clase, escala }: Reach) =>
  ({ ms, valor }: { ms: number; valor: number | null }): Step => {
    const media = inUnit(valor, escala);
    const end = clase === 'direccion' ? null : media;
    return { ...nothing(ms), media, minimo: end, maximo: end };
  };

const asStep =
  ({ clase, escala }: Reach) =>
  ({ ms, n, suma, minimo, maximo, sine, cosine }: StepRow): Step => {
    if (!n) return nothing(ms);
    if (clase === 'direccion') return { ...nothing(ms), media: angleOf(sine ?? 0, cosine ?? 0, n) };
    // A share is finer than the values that it is made of.
    const digits = clase === 'estado' ? 10_000 : 10;
    const media = Math.round((Number(suma) / n) * digits) / (escala * digits);
    return { ...nothing(ms), media, minimo: inUnit(minimo, escala), maximo: inUnit(maximo, escala) };
  };

/** Mean direction in degrees, [0, 360); null = the directions cancel each other out. */
const angleOf = (sine: number, cosine: number, n: number): number | null => {
  if (Math.hypot(sine, cosine) < n * 1e-6) return null;
  const degrees = (Math.atan2(sine, cosine) * 180) / Math.PI;
  return (Math.round(degrees * 10) / 10 + 360) % 360;
};

/** Inserts an empty value between distant ones, so that a chart does not join them. */
const withGaps = <T extends { ms: number; valor: number | null }>(
  values: readonly T[],
  range_ms: number,
): { ms: number; valor: number | null }[] => {
  const distances = values
    .slice(1)
    .map(({ ms }, i) => ms - values[i]!.ms)
    .sort((a, b) => a - b);
  const usual = distances[Math.floor(distances.length / 2)] ?? 0;
  const gap = Math.max(GAP.ms, range_ms / 100, usual * GAP.factor);
  return values.flatMap((value, i) => {
    const previous = values[i - 1];
    if (!previous || value.ms - previous.ms <= gap) return [value];
    return [{ ms: Math.round((previous.ms + value.ms) / 2), valor: null }, value];
  });
};
