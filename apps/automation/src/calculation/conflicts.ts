import type { Conflict, ConflictTipo } from '@acequia/contracts';
import { clockOf } from '../expansion/zone-clock.js';
import { sunOf } from '../expansion/sun.js';
import { isSwitch, idOf, type Corrida, type StepTarget, type ProgramaExpandible } from '../expansion/types.js';
import type { KnownFarm } from '../storage/farm.repository.js';
import { texts } from './textos-conflicts.js';

/** Most turns listed in one conflict. */
const NAMED = 60;

class Findings {
  private readonly found = new Map<string, Conflict>();

  add(tipo: ConflictTipo, texto: string, turnos: readonly Corrida[]): void {
    const conflict = this.found.get(texto) ?? { tipo, texto, turno_ids: [] };
    this.found.set(texto, conflict);
    for (const { turno_id } of turnos)
      if (conflict.turno_ids.length < NAMED && !conflict.turno_ids.includes(turno_id))
        conflict.turno_ids.push(turno_id);
  }

  get all(): Conflict[] {
    return [...this.found.values()];
  }
}

const endOf = ({ inicio, segundos }: Corrida): number => inicio + segundos * 1_000;

/** Conflicts of a program: among its own runs, and with the company's other programs. */
export const conflictsOf = (
  programa: ProgramaExpandible,
  own: readonly Corrida[],
  strangers: readonly Corrida[],
  farm: KnownFarm,
): Conflict[] => {
  const findings = new Findings();
  const name = (objeto: StepTarget): string =>
    (isSwitch(objeto) ? farm.switches.get(idOf(objeto)) : farm.dispositivos.get(idOf(objeto)))?.nombre ?? objeto;
  alone(programa, own, farm, findings, name);
  byPoint(own, farm, findings, name);
  together(programa, own, strangers, farm, findings, name);
  oneAfterAnother(programa, own, strangers, farm, findings, name);
  return findings.all;
};

const alone = (
  programa: ProgramaExpandible,
  own: readonly Corrida[],
  farm: KnownFarm,
  findings: Findings,
  name: (objeto: StepTarget) => string,
): void => {
  const bySun = programa.inicios.some((inicio) => typeof inicio !== 'string');
  if (bySun && (farm.latitud === null || farm.longitud === null))
    findings.add('sin_coordenadas', texts.noCoordinates, []);
  else if (bySun && own.length === 0) findings.add('sin_sol', texts.noSun, []);
  const riegos = new Map<number, Corrida[]>();
  for (const corrida of own) {
    const { objeto, pedidos_s, segundos, outside, riego } = corrida;
    const maximum = isSwitch(objeto) ? farm.switches.get(idOf(objeto))?.maximum_s : undefined;
    if (maximum !== undefined && pedidos_s > maximum)
      findings.add('maximo_encendido', texts.tooLong(name(objeto), pedidos_s, maximum), [corrida]);
    if (outside || segundos < pedidos_s) findings.add('fuera_de_ventana', texts.outsideWindow, [corrida]);
    const together = riegos.get(riego);
    if (together) together.push(corrida);
    else riegos.set(riego, [corrida]);
  }
  for (const [riego, corridas] of riegos) {
    const sunrise = nextSunrise(farm, riego);
    if (sunrise !== null && Math.max(...corridas.map(endOf)) > sunrise)
      findings.add(
        'mas_larga_que_la_noche',
        texts.pastSunrise,
        corridas.filter((corrida) => endOf(corrida) > sunrise),
      );
  }
};

/** For a moment of the night, the next sunrise; null by day, or without coordinates. */
const nextSunrise = (farm: KnownFarm, at: number): number | null => {
  const day = clockOf(farm.zona).dayAt(at);
  const today = sunOf(farm, day);
  if (!today || today.salida === null || today.puesta === null) return null;
  if (at < today.salida) return today.salida;
  return at >= today.puesta ? (sunOf(farm, day + 1)?.salida ?? null) : null;
};

/** What a step that ends by a point costs in precision where its board does not end it. */
const byPoint = (
  own: readonly Corrida[],
  farm: KnownFarm,
  findings: Findings,
  name: (objeto: StepTarget) => string,
): void => {
  for (const corrida of own) {
    const id = idOf(corrida.objeto);
    const sw = farm.switches.get(id);
    const who = name(corrida.objeto);
    if (corrida.litros !== undefined) {
      const meter = farm.meters?.get(id);
      if (!meter) findings.add('volumen_por_servicio', texts.noMeter(who), [corrida]);
      else if (meter.n === null || !sw?.runsOnBoard) {
        const text = texts.byService(who, meter.nombre, meter.cada_s, farm.flows.get(id) ?? null);
        findings.add('volumen_por_servicio', text, [corrida]);
      }
    }
    if (corrida.hasta) {
      const soil = farm.soils?.get(corrida.hasta.punto_id);
      if (!soil) findings.add('humedad_por_servicio', texts.noSoil(who), [corrida]);
      else if (soil.n === null || soil.placa_id !== sw?.placa_id || !sw.runsOnBoard)
        findings.add('humedad_por_servicio', texts.moistByService(who, soil.nombre, soil.cada_s), [corrida]);
    }
  }
};

const together = (
  { id, limite }: ProgramaExpandible,
  own: readonly Corrida[],
  strangers: readonly Corrida[],
  farm: KnownFarm,
  findings: Findings,
  name: (objeto: StepTarget) => string,
): void => {
  const exclusive = farm.groups.filter(({ tipo }) => tipo === 'exclusion').map(({ switches }) => new Set(switches));
  const pumps = new Set(farm.pumps.map(({ switch_id }) => `s${switch_id}`));
  const all = [...own, ...strangers].filter(({ outside, segundos }) => !outside && segundos > 0);
  all.sort((a, b) => a.inicio - b.inicio);
  let open: Corrida[] = [];
  for (const corrida of all) {
    open = open.filter((one) => endOf(one) > corrida.inicio);
    for (const other of open) {
      if (other.programa_id !== id && corrida.programa_id !== id) continue;
      const [a, b] = [name(other.objeto), name(corrida.objeto)].sort();
      if (other.objeto === corrida.objeto) findings.add('mismo_switch', texts.twoTurns(a), [other, corrida]);
      else if (isSwitch(other.objeto) && isSwitch(corrida.objeto)) {
        const [one, two] = [idOf(other.objeto), idOf(corrida.objeto)];
        if (exclusive.some((group) => group.has(one) && group.has(two)))
          findings.add('exclusion', texts.notTogether(a, b), [other, corrida]);
        const [meter, its] = [farm.meters?.get(one), farm.meters?.get(two)];
        if (meter && meter.id === its?.id && (other.litros ?? corrida.litros) !== undefined)
          findings.add('mismo_medidor', texts.sameMeter(a, b, meter.nombre), [other, corrida]);
      }
    }
    open.push(corrida);
    const running = open.filter(({ objeto }) => isSwitch(objeto) && !pumps.has(objeto));
    if (!running.some(({ programa_id }) => programa_id === id)) continue;
    const caudal = running.reduce((sum, { objeto }) => sum + (farm.flows.get(idOf(objeto)) ?? 0), 0);
    if (limite?.valvulas !== undefined && running.length > limite.valvulas)
      findings.add('limite_valvulas', texts.tooManyOpen(limite.valvulas), running);
    if (limite?.caudal_m3h !== undefined && caudal > limite.caudal_m3h)
      findings.add('limite_caudal', texts.tooMuchWater(limite.caudal_m3h), running);
  }
};

/**
 * What the runs of one target make together: those that follow without a gap are one time on for its board, and a valve with a
 * soak rests before and after each, whatever start or program they belong to.
 */
const oneAfterAnother = (
  { id, remojo }: ProgramaExpandible,
  own: readonly Corrida[],
  strangers: readonly Corrida[],
  farm: KnownFarm,
  findings: Findings,
  name: (objeto: StepTarget) => string,
): void => {
  const pumps = new Set(farm.pumps.map(({ switch_id }) => `s${switch_id}`));
  const byTarget = new Map<StepTarget, Corrida[]>();
  for (const corrida of own) byTarget.set(corrida.objeto, []);
  for (const corrida of [...own, ...strangers])
    if (!corrida.outside && corrida.segundos > 0) byTarget.get(corrida.objeto)?.push(corrida);
  for (const [objeto, corridas] of byTarget) {
    const maximum = (isSwitch(objeto) && farm.switches.get(idOf(objeto))?.maximum_s) || Infinity;
    let joined: Corrida[] = [];
    let until = -Infinity;
    for (const corrida of corridas.sort((a, b) => a.inicio - b.inicio)) {
      const rests = corrida.inicio > until;
      const pair = [...joined.slice(-1), corrida];
      const isOurs = pair.some(({ programa_id }) => programa_id === id);
      if (
        remojo &&
        isOurs &&
        !pumps.has(objeto) &&
        corrida.inicio >= until &&
        corrida.inicio < until + remojo.pausa_s * 1_000
      )
        findings.add('mismo_switch', texts.withoutSoak(name(objeto), remojo.pausa_s), pair);
      joined = rests ? [corrida] : [...joined, corrida];
      until = Math.max(until, endOf(corrida));
      const seconds = (until - (joined[0]?.inicio ?? until)) / 1_000;
      if (joined.length > 1 && seconds > maximum && joined.some(({ programa_id }) => programa_id === id))
        findings.add('maximo_encendido', texts.tooLongJoined(name(objeto), maximum), joined);
    }
  }
};
