import type { Flag, EstadoTurno, PreviousTurno, ViaTurno } from '@acequia/contracts';
import { expand } from '../expansion/expand.js';
import { isSwitch, idOf, type Corrida } from '../expansion/types.js';
import type { ProgramaEntity } from '../storage/programa.entity.js';
import type { KnownFarm } from '../storage/farm.repository.js';
import type { Motivo, Motivos } from '../storage/motivo.js';
import type { TurnoEntity } from '../storage/turno.entity.js';

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
  motivos: Motivos;
  caudal_m3h: number | null;
  /** Water at which it ends, litres; null = by its time. */
  volumen_l: number | null;
  /** The meter that counts it, and its number where the turn's own board ends it; null = the service does. */
  volumen_punto: number | null;
  volumen_n: number | null;
  /** Moisture of the soil at which it ends, %, by which point, and that one's number where the turn's own board ends it. */
  hasta_humedad: number | null;
  hasta_punto: number | null;
  hasta_n: number | null;
  manual: Flag;
  /** The start by its program, of a turn that a person moved or resized on its day, ms. */
  movido_de: number | null;
}

/** A planned turn that is not stored. */
export const plannedOnly = (previsto: Previsto): TurnoEntity => ({
  ...previsto,
  motivo: null,
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
  const { turno_id, switch_id, dispositivo_id, inicio, segundos, volumen_l, hasta_humedad, via } = previsto;
  const volumen_m3 = volumen_l === null ? null : volumen_l / 1_000;
  return { turno_id, switch_id, dispositivo_id, inicio, segundos, volumen_m3, hasta_humedad, via };
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
  const { objeto, turno_id, programa_id, riego, inicio, segundos, pedidos_s, litros, hasta } = corrida;
  const sw = isSwitch(objeto) ? farm.switches.get(idOf(objeto)) : undefined;
  const dispositivo = isSwitch(objeto) ? undefined : farm.dispositivos.get(idOf(objeto));
  if (!sw && !dispositivo) return null;
  const omitted = omission(corrida, sw, dispositivo, vedas);
  const motivo = omitted ?? shortening(corrida, sw?.maximum_s ?? Infinity) ?? exception(corrida);
  const soil = hasta && farm.soils?.get(hasta.punto_id);
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
    estado: omitted === null ? 'previsto' : 'omitido',
    motivos: motivo && [motivo],
    caudal_m3h: sw?.caudal_m3h ?? null,
    volumen_l: litros ?? null,
    volumen_punto: meter?.id ?? null,
    volumen_n: sw?.runsOnBoard ? (meter?.n ?? null) : null,
    hasta_humedad: hasta?.humedad ?? null,
    hasta_punto: hasta?.punto_id ?? null,
    hasta_n: sw?.runsOnBoard && soil?.placa_id === sw.placa_id ? soil.n : null,
    manual,
    movido_de: corrida.planned?.inicio ?? null,
  };
};

const omission = (
  { outside, inicio }: Corrida,
  sw: { placa_id: number; sitio: string; activo: boolean } | undefined,
  dispositivo: { sitio: string; activo: boolean } | undefined,
  vedas: readonly Veda[],
): Motivo | null => {
  if (outside) return { codigo: 'fuera_de_ventana' };
  if ((sw ?? dispositivo)?.activo !== true) return { codigo: sw ? 'switch_inactivo' : 'dispositivo_inactivo' };
  const veda = vedas.find(
    ({ placa_id, sitio, hasta }) =>
      inicio < hasta &&
      (placa_id === null || placa_id === sw?.placa_id) &&
      (sitio === null || sitio === (sw ?? dispositivo)?.sitio),
  );
  return veda ? byVeda(veda) : null;
};

export const byVeda = ({ hasta, motivo }: Pick<Veda, 'hasta' | 'motivo'>): Motivo => ({
  codigo: 'no_regar',
  hasta,
  texto: motivo,
});

const shortening = ({ segundos, pedidos_s }: Corrida, maximum_s: number): Motivo | null => {
  if (maximum_s < segundos) return { codigo: 'hasta_su_maximo', segundos: maximum_s };
  return segundos < pedidos_s ? { codigo: 'hasta_su_ventana', segundos } : null;
};

const exception = ({ inicio, pedidos_s, planned }: Corrida): Motivo | null =>
  planned
    ? {
        codigo: 'cambiado',
        nombre: planned.por,
        ...(planned.inicio !== inicio && { inicio: planned.inicio }),
        ...(planned.segundos !== pedidos_s && { segundos: planned.segundos }),
      }
    : null;
