import { exactDuration, type Flag, type EstadoTurno, type PreviousTurno, type ViaTurno } from '@acequia/contracts';
import { expand } from '../expansion/expand.js';
import { isSwitch, idOf, type Corrida } from '../expansion/types.js';
import type { ProgramaEntity } from '../storage/programa.entity.js';
import type { KnownFarm } from '../storage/farm.repository.js';
import type { TurnoEntity } from '../storage/turno.entity.js';
import { texts } from './textos.js';

/** Default time for which a missed start is made up, minutes. */
const TARDE_MIN = 5;

/** A run as it is to be stored. */
export interface Previsto {
  turno_id: string;
  empresa_id: number;
  programa_id: number;
  switch_id: number | null;
  dispositivo_id: number | null;
  placa_id: number | null;
  pin: number | null;
  riego: number;
  inicio: number;
  segundos: number;
  pedidos_s: number;
  via: ViaTurno;
  con_enlace: Flag;
  tarde_s: number;
  estado: EstadoTurno;
  motivo: string | null;
  caudal_m3h: number | null;
  /** Water at which it ends, litres; null = by its time. */
  volumen_l: number | null;
  /** The meter that counts it, and its number where the turn's own board ends it; null = the service does. */
  volumen_punto: number | null;
  volumen_n: number | null;
  manual: Flag;
  /** The start by its program, of a turn that a person moved or resized on its day, ms. */
  movido_de: number | null;
}

/** A planned turn that is not stored. */
export const plannedOnly = (previsto: Previsto): TurnoEntity => ({
  ...previsto,
  decidido: false,
  fijo: false,
  confirmado: true,
  real_inicio: null,
  real_segundos: null,
  bomba_cuenta: 0,
  con_bomba_s: null,
  sin_medir: false,
  m3_medidos: null,
  m3_esperados: null,
  kwh: null,
  costo: null,
  recupera: null,
});

/** As a preview shows it. */
export const previousOf = (previsto: Previsto): PreviousTurno => {
  const { turno_id, switch_id, dispositivo_id, inicio, segundos, volumen_l, via } = previsto;
  const volumen_m3 = volumen_l === null ? null : volumen_l / 1_000;
  return { turno_id, switch_id, dispositivo_id, inicio, segundos, volumen_m3, via };
};

/** «No regar hasta…». Times in ms. */
export interface Veda {
  placa_id: number | null;
  sitio: string | null;
  hasta: number;
  motivo: string;
}

export const isRunning = ({ activo, pausado }: Pick<ProgramaEntity, 'activo' | 'pausado'>): boolean =>
  activo === 1 && pausado === 0;

/** All runs of a company's programs in [desde, hasta), with the decisions made so far. */
export const planOf = (
  programas: readonly ProgramaEntity[],
  farm: KnownFarm,
  vedas: readonly Veda[],
  desde: number,
  hasta: number,
): Previsto[] =>
  programas.filter(isRunning).flatMap((programa) =>
    expand({ id: programa.id, ...programa.definicion }, farm, desde, hasta).flatMap((corrida) => {
      const previsto = turnoOf(corrida, programa, farm, vedas);
      return previsto ? [previsto] : [];
    }),
  );

/** null when the target no longer exists. */
export const turnoOf = (
  corrida: Corrida,
  { empresa_id, definicion }: Pick<ProgramaEntity, 'empresa_id' | 'definicion'>,
  farm: KnownFarm,
  vedas: readonly Veda[],
  manual: Flag = 0,
): Previsto | null => {
  const { objeto, turno_id, programa_id, riego, inicio, segundos, pedidos_s, litros } = corrida;
  const sw = isSwitch(objeto) ? farm.switches.get(idOf(objeto)) : undefined;
  const dispositivo = isSwitch(objeto) ? undefined : farm.dispositivos.get(idOf(objeto));
  if (!sw && !dispositivo) return null;
  const motivo = omission(corrida, sw, dispositivo, vedas, farm.zona);
  const meter = litros === undefined ? undefined : farm.meters?.get(sw?.id ?? 0);
  return {
    turno_id,
    empresa_id,
    programa_id,
    switch_id: sw?.id ?? null,
    dispositivo_id: sw ? null : idOf(objeto),
    placa_id: sw?.placa_id ?? null,
    pin: sw?.pin ?? null,
    riego,
    inicio,
    segundos: sw ? Math.min(segundos, sw.maximum_s) : segundos,
    pedidos_s,
    via: sw?.runsOnBoard ? 'placa' : 'servicio',
    con_enlace: definicion.sin_conexion === 'no_regar' ? 1 : 0,
    tarde_s: (definicion.tarde_max_min ?? TARDE_MIN) * 60,
    estado: motivo === null ? 'previsto' : 'omitido',
    motivo: motivo ?? shortening(corrida, sw?.maximum_s ?? Infinity) ?? exceptionText(corrida, farm.zona),
    caudal_m3h: sw?.caudal_m3h ?? null,
    volumen_l: litros ?? null,
    volumen_punto: meter?.id ?? null,
    volumen_n: sw?.runsOnBoard ? (meter?.n ?? null) : null,
    manual,
    movido_de: corrida.planned?.inicio ?? null,
  };
};

const omission = (
  { outside, inicio }: Corrida,
  sw: { placa_id: number; sitio: string; activo: boolean } | undefined,
  dispositivo: { sitio: string; activo: boolean } | undefined,
  vedas: readonly Veda[],
  zona: string,
): string | null => {
  if (outside) return texts.outsideWindow;
  if ((sw ?? dispositivo)?.activo !== true) return sw ? texts.switchInactive : texts.deviceInactive;
  const veda = vedas.find(
    ({ placa_id, sitio, hasta }) =>
      inicio < hasta &&
      (placa_id === null || placa_id === sw?.placa_id) &&
      (sitio === null || sitio === (sw ?? dispositivo)?.sitio),
  );
  return veda ? noRegarText(veda, zona) : null;
};

export const noRegarText = ({ hasta, motivo }: Pick<Veda, 'hasta' | 'motivo'>, zona: string): string =>
  texts.noRegar(momentText(hasta, zona), motivo);

const shortening = ({ segundos, pedidos_s }: Corrida, maximum_s: number): string | null => {
  if (maximum_s < segundos) return texts.shortenedToMaximum(maximum_s);
  return segundos < pedidos_s ? texts.shortenedToWindow(segundos) : null;
};

const exceptionText = ({ inicio, pedidos_s, planned }: Corrida, zona: string): string | null => {
  if (!planned) return null;
  const said = [
    ...(planned.inicio === inicio ? [] : [timeText(planned.inicio, zona)]),
    ...(planned.segundos === pedidos_s ? [] : [exactDuration(planned.segundos)]),
  ];
  return texts.movedBy(planned.por, said);
};

/** HH:mm in the zone. */
export const timeText = (at: number, zona: string): string => momentText(at, zona).slice(-5);

const formats = new Map<string, Intl.DateTimeFormat>();

/** In the words of the zone, e.g. `22/11 05:00`. */
const momentText = (at: number, zona: string): string => {
  const two = '2-digit';
  let format = formats.get(zona);
  if (!format) {
    const options = { day: two, month: two, hour: two, minute: two, hourCycle: 'h23', timeZone: zona } as const;
    // To make one takes as long as to use it a hundred times.
    formats.set(zona, (format = new Intl.DateTimeFormat('es-MX', options)));
  }
  return format.format(at).replace(',', '');
};
