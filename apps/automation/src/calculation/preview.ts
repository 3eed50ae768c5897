import { PREVIEW_TURNOS, type Preview, quartersOf } from '@acequia/contracts';
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
  /** ms. */
  desde: number;
  hasta: number;
}

export interface RunOfSwitch {
  switch_id: number;
  inicio: number;
  segundos: number;
}
/** `juntos`: runs of the others in the same quarters of an hour. */
export interface CompanyPreview extends Preview {
  juntos: RunOfSwitch[];
}

/** The runs of a program in [desde, hasta), and its conflicts, with the company's others too. */
export const previewOf = ({ programa, others, farm, desde, hasta }: PreviewRequest): CompanyPreview => {
  const own = expand(programa, farm, desde, hasta);
  const strangers = others.flatMap(({ id, definicion }) => expand({ id, ...definicion }, farm, desde, hasta));
  return {
    turnos: own.slice(0, PREVIEW_TURNOS).map(({ turno_id, objeto, inicio, segundos, litros }) => ({
      turno_id,
      ...targetOf(objeto),
      inicio,
      segundos,
      volumen_m3: litros === undefined ? null : litros / 1_000,
      via: viaOf(farm, objeto),
    })),
    completa: own.length > PREVIEW_TURNOS ? 0 : 1,
    conflictos: conflictsOf(programa, own, strangers, farm),
    juntos: togetherWith(own, strangers),
  };
};

const spanOf = ({ inicio, segundos }: Corrida) => ({ desde: inicio, hasta: inicio + segundos * 1_000 });

const togetherWith = (own: readonly Corrida[], strangers: readonly Corrida[]): RunOfSwitch[] => {
  const quarters = new Set(own.flatMap((run) => quartersOf(spanOf(run))));
  return strangers
    .filter((run) => isSwitch(run.objeto) && quartersOf(spanOf(run)).some((quarter) => quarters.has(quarter)))
    .map(({ objeto, inicio, segundos }) => ({ switch_id: idOf(objeto), inicio, segundos }));
};

const targetOf = (objeto: StepTarget) =>
  isSwitch(objeto)
    ? { switch_id: idOf(objeto), dispositivo_id: null }
    : { switch_id: null, dispositivo_id: idOf(objeto) };

const viaOf = (farm: KnownFarm, objeto: StepTarget) =>
  isSwitch(objeto) && farm.switches.get(idOf(objeto))?.runsOnBoard === true ? 'placa' : 'servicio';
