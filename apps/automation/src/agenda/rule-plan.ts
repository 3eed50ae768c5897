import { CLIMA_LIMITS, type MagnitudClave, type PorServicio, type ReglaDePlaca } from '@acequia/contracts';
import { minutesOf } from '../expansion/calendar.js';
import { clockOf } from '../expansion/zone-clock.js';
import type { BoardPoint, FarmSwitch, KnownFarm } from '../storage/farm.repository.js';
import type { ReglaEntity } from '../storage/regla.entity.js';
import { texts } from './textos.js';

type RuleStage = ReglaEntity['definicion']['etapas'][number];

/** One stage of a rule, and what runs it. */
export interface Stage {
  regla: Pick<ReglaEntity, 'id' | 'nombre' | 'definicion'>;
  stage: RuleStage;
  sw: FarmSwitch;
  /** null = its board runs it. */
  por_servicio: PorServicio | null;
}

/** "Extractor si > 28 °C". */
export const textOf = (
  nombre: string,
  { definicion }: Pick<ReglaEntity, 'definicion'>,
  { enciende }: RuleStage,
  puntos: ReadonlyMap<number, { magnitud: MagnitudClave }>,
): string => texts.rule(nombre, definicion.cuando === 'arriba', enciende, unitOf(definicion, puntos));

const unitOf = (
  { punto_id, valor }: ReglaEntity['definicion'],
  puntos: ReadonlyMap<number, { magnitud: MagnitudClave }>,
): string => {
  if (punto_id === undefined) return texts.unitOf(valor ?? 'temperatura');
  const punto = puntos.get(punto_id);
  return punto ? texts.unitOfPoint(punto.magnitud) : texts.goneUnit;
};

/** The points that rules follow, each once. */
export const pointsOf = (reglas: readonly Pick<ReglaEntity, 'definicion'>[]): number[] => [
  ...new Set(reglas.flatMap(({ definicion }) => definicion.punto_id ?? [])),
];

/** The switch whose sensor a rule reads; undefined of a point's rule, and of a switch that is gone. */
export const sensorOf = (farm: KnownFarm, { sensor_switch_id }: ReglaEntity['definicion']): FarmSwitch | undefined =>
  sensor_switch_id === undefined ? undefined : farm.switches.get(sensor_switch_id);

const pointOf = (farm: KnownFarm, { punto_id }: ReglaEntity['definicion']): BoardPoint | undefined =>
  punto_id === undefined ? undefined : farm.points?.get(punto_id);

const whyService = (farm: KnownFarm, { definicion }: Stage['regla'], sw: FarmSwitch): PorServicio | null => {
  if (definicion.valor === 'dpv' || definicion.valor === 'punto_rocio') return 'valor_derivado';
  if (sw.acrossBoards) return 'enclavamiento';
  if (definicion.punto_id !== undefined) {
    if (pointOf(farm, definicion)?.placa_id !== sw.placa_id) return 'punto';
  } else if (sensorOf(farm, definicion)?.placa_id !== sw.placa_id) return 'sensor_de_otra_placa';
  return sw.knowsControl ? null : 'firmware';
};

/** All stages of a company's active rules. When a board is full, the service runs the remaining stages. */
export const stagesOf = (reglas: readonly ReglaEntity[], farm: KnownFarm): Stage[] => {
  const kept = new Map<number, number>();
  return [...reglas]
    .sort((a, b) => b.definicion.prioridad - a.definicion.prioridad || a.id - b.id)
    .flatMap((regla) =>
      regla.definicion.etapas.flatMap((stage): Stage[] => {
        const sw = farm.switches.get(stage.switch_id);
        if (!sw) return [];
        const why = whyService(farm, regla, sw);
        if (why !== null) return [{ regla, stage, sw, por_servicio: why }];
        const n = kept.get(sw.placa_id) ?? 0;
        if (n >= CLIMA_LIMITS.REGLAS_POR_PLACA) return [{ regla, stage, sw, por_servicio: 'sin_lugar' }];
        if (regla.activa === 1) kept.set(sw.placa_id, n + 1);
        return [{ regla, stage, sw, por_servicio: null }];
      }),
    );
};

/** For each switch the first stage that applies now: stages are sorted by descending priority. */
export const inCharge = (stages: readonly Stage[], zona: string, now: number): ReadonlyMap<number, Stage> => {
  const clock = clockOf(zona);
  const day = clock.dayAt(now);
  const minute = (now - clock.instant(day, 0)) / 60_000;
  const chosen = new Map<number, Stage>();
  for (const stage of stages) {
    const { horario } = stage.regla.definicion;
    const [from, to] = horario ? [minutesOf(horario.desde), minutesOf(horario.hasta)] : [0, 1_440];
    const holds = from < to ? minute >= from && minute < to : minute >= from || minute < to;
    if ((!horario || holds) && !chosen.has(stage.sw.id)) chosen.set(stage.sw.id, stage);
  }
  return chosen;
};

/** What a rule follows, in the words of the wire; null = it is gone. */
const followedBy = (
  farm: KnownFarm,
  definicion: ReglaEntity['definicion'],
): Pick<ReglaDePlaca, 'point' | 'sensor' | 'value'> | null => {
  const point = pointOf(farm, definicion);
  if (point) return { point: point.n };
  const sensor = sensorOf(farm, definicion)?.sensor_pin ?? null;
  return sensor === null ? null : { sensor, value: definicion.valor === 'humedad' ? 'h' : 't' };
};

const SILENT = { apagado: 'off', encendido: 'on', ciclo: 'cycle' } as const;
const DAY_S = 86_400;

/** Rules by board. `offset_s`: distance of the company's clocks from UTC now. */
export const boardRules = (
  stages: readonly Stage[],
  farm: KnownFarm,
  offset_s: number,
): ReadonlyMap<number, ReglaDePlaca[]> => {
  const byBoard = new Map<number, ReglaDePlaca[]>();
  for (const { regla, stage, sw, por_servicio } of stages) {
    const { definicion } = regla;
    const followed = followedBy(farm, definicion);
    if (por_servicio !== null || followed === null || !sw.activo) continue;
    const threshold = definicion.cuando === 'arriba' ? { on_above: stage.enciende } : { on_below: stage.enciende };
    const rules = byBoard.get(sw.placa_id) ?? [];
    byBoard.set(sw.placa_id, rules);
    rules.push({
      id: `r${regla.id}-s${sw.id}`,
      pin: sw.pin,
      ...followed,
      ...threshold,
      off_at: stage.apaga,
      min_on_s: definicion.min_encendido_s,
      min_off_s: definicion.min_apagado_s,
      ...(definicion.horario && {
        from: inUtc(definicion.horario.desde, offset_s),
        to: inUtc(definicion.horario.hasta, offset_s),
      }),
      silent: SILENT[stage.si_calla ?? 'apagado'],
      priority: definicion.prioridad,
      hold_s: definicion.persona_s,
      nombre: regla.nombre,
    });
  }
  return byBoard;
};

const inUtc = (hora: string, offset_s: number): number => (((minutesOf(hora) * 60 - offset_s) % DAY_S) + DAY_S) % DAY_S;
