import { DEMANDA_MS, kwByQuarter, type Load, PREVIEW_TURNOS, type Preview, quartersOf } from '@acequia/contracts';
import { expand } from '../expansion/expand.js';
import { type Corrida, idOf, isSwitch, type ProgramaExpandible, type StepTarget } from '../expansion/types.js';
import type { ProgramaEntity } from '../storage/programa.entity.js';
import { conflictsOf } from './conflicts.js';
import type { KnownFarm } from '../storage/farm.repository.js';

export interface PreviewRequest {
  programa: ProgramaExpandible;
  /** The company's other programs that are planned. */
  others: readonly Pick<ProgramaEntity, 'id' | 'definicion'>[];
  farm: KnownFarm;
  /** Mean power of switches, kW; empty where the company has no limit of demand. */
  powers: ReadonlyMap<number, number>;
  /** ms. */
  desde: number;
  hasta: number;
}

/** `juntos`: what the others take together in each quarter of an hour in which the program runs. */
export interface CompanyPreview extends Preview {
  juntos: Load[];
}

/** The runs of a program in [desde, hasta), and its conflicts, with the company's others too. */
export const previewOf = ({ programa, others, farm, powers, desde, hasta }: PreviewRequest): CompanyPreview => {
  const own = expand(programa, farm, desde, hasta);
  const strangers = others.flatMap(({ id, definicion }) => expand({ id, ...definicion }, farm, desde, hasta));
  return {
    turnos: own.slice(0, PREVIEW_TURNOS).map(({ turno_id, objeto, inicio, segundos, litros, hasta }) => ({
      turno_id,
      ...targetOf(objeto),
      inicio,
      segundos,
      volumen_m3: litros === undefined ? null : litros / 1_000,
      hasta_humedad: hasta?.humedad ?? null,
      via: viaOf(farm, objeto),
    })),
    completa: own.length > PREVIEW_TURNOS ? 0 : 1,
    conflictos: conflictsOf(programa, own, strangers, farm),
    juntos: togetherWith(own, strangers, powers),
  };
};

const spanOf = ({ inicio, segundos }: Corrida) => ({ desde: inicio, hasta: inicio + segundos * 1_000 });

/** A sum for each quarter, however many runs there are: what is answered from here is copied on the service's own thread. */
const togetherWith = (
  own: readonly Corrida[],
  strangers: readonly Corrida[],
  powers: PreviewRequest['powers'],
): Load[] => {
  if (powers.size === 0) return [];
  const quarters = new Set(own.flatMap((run) => quartersOf(spanOf(run))));
  const loads = strangers.flatMap((run) => {
    const kw = isSwitch(run.objeto) ? powers.get(idOf(run.objeto)) : undefined;
    return kw === undefined ? [] : [{ kw, ...spanOf(run) }];
  });
  return [...kwByQuarter(loads)]
    .filter(([desde]) => quarters.has(desde))
    .map(([desde, kw]) => ({ kw, desde, hasta: desde + DEMANDA_MS }));
};

const targetOf = (objeto: StepTarget) =>
  isSwitch(objeto)
    ? { switch_id: idOf(objeto), dispositivo_id: null }
    : { switch_id: null, dispositivo_id: idOf(objeto) };

const viaOf = (farm: KnownFarm, objeto: StepTarget) =>
  isSwitch(objeto) && farm.switches.get(idOf(objeto))?.runsOnBoard === true ? 'placa' : 'servicio';
