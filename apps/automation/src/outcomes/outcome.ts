import type { CorridaDePlaca, EstadoTurno } from '@acequia/contracts';
import { type Motivo, type Motivos, withMotivo } from '../storage/motivo.js';

/** What became of a turn that its board did not begin, by the end that the board reports. */
const NOT_BEGUN: Readonly<Record<CorridaDePlaca['end'], EstadoTurno>> = {
  done: 'perdido',
  off: 'omitido',
  limit: 'perdido',
  interlock: 'perdido',
  locked: 'omitido',
  late: 'perdido',
  power: 'perdido',
  clock: 'perdido',
  volume: 'perdido',
  reached: 'perdido',
  protection: 'perdido',
};

/** A run that ends this much before its time still counts as planned, s. */
export const TOLERANCE_S = 3;
/** Of its volume a turn may lack this little: a pulse of its meter. */
const ENOUGH_SHARE = 0.99;

export interface Outcome {
  estado: EstadoTurno;
  real_inicio: number | null;
  real_segundos: number;
  motivos: Motivos;
}

/** The outcome of a turn from a board's report, which may be repeated. An OFF has the reason of who ended it. */
export const outcomeOf = (
  { started, secs, end, litres = null }: Pick<CorridaDePlaca, 'started' | 'secs' | 'end' | 'litres'>,
  turno: {
    segundos: number;
    motivos: Motivos;
    volumen_l?: number | null;
    hasta_humedad?: number | null;
    full?: boolean;
  },
): Outcome => {
  const reason = (motivo: Motivo): Motivos =>
    end === 'off' ? (turno.motivos ?? [motivo]) : withMotivo(turno.motivos, motivo);
  if (started === null) {
    const motivos = reason({ codigo: 'sin_empezar', fin: end });
    return { estado: NOT_BEGUN[end], real_inicio: null, real_segundos: 0, motivos };
  }
  const begun = { real_inicio: started * 1_000, real_segundos: secs };
  const isFull = end === 'volume' || end === 'reached' || turno.full === true;
  const isLong = secs >= turno.segundos - TOLERANCE_S;
  const wanted = turno.volumen_l ?? 0;
  if (isLong && !isFull && litres !== null && litres < wanted * ENOUGH_SHARE) {
    const motivos = withMotivo(turno.motivos, { codigo: 'falta_volumen', litros: litres, pedidos: wanted });
    return { ...begun, estado: 'parcial', motivos };
  }
  const humedad = turno.hasta_humedad ?? null;
  if (isLong && !isFull && humedad !== null)
    return { ...begun, estado: 'cumplido', motivos: withMotivo(turno.motivos, { codigo: 'falta_humedad', humedad }) };
  const whole = isFull || isLong;
  return {
    ...begun,
    estado: whole ? 'cumplido' : 'parcial',
    motivos: whole ? turno.motivos : reason({ codigo: 'cortado', fin: end }),
  };
};
