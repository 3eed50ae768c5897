import { DURACION_TOPE_S, maxEncendido, type SwitchEnVivo } from '@acequia/contracts';

/** How long a switch is to stay on. */
export interface Duracion {
  /** `maximo`: until its limit; seconds of {@link duracionesHasta}; `otra`: the minutes typed. */
  opcion: 'maximo' | 'otra' | number;
  minutos: string;
}
export const HASTA_EL_MAXIMO: Duracion = { opcion: 'maximo', minutos: '' };

const USUALES_S = [5 * 60, 15 * 60, 30 * 60, 60 * 60];

/** The most that can be asked for, s: the switch's own limit, and a day. */
export const topeDe = ({ tipo, max_encendido_s }: Pick<SwitchEnVivo, 'tipo' | 'max_encendido_s'>): number =>
  Math.min(maxEncendido(tipo, max_encendido_s), DURACION_TOPE_S);

/** The usual ones below a limit. */
export const duracionesHasta = (tope_s: number): number[] => USUALES_S.filter((una) => una < tope_s);

/** Seconds to send; undefined: the board's limit holds; null: what was typed cannot be sent. */
export function segundosDe({ opcion, minutos }: Duracion, tope_s: number): number | undefined | null {
  if (opcion === 'maximo') return undefined;
  if (typeof opcion === 'number') return opcion <= tope_s ? opcion : null;
  const segundos = Math.round(Number(minutos) * 60);
  return minutos.trim() !== '' && segundos >= 1 && segundos <= tope_s ? segundos : null;
}
