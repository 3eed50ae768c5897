import { typeOfAviso, type Regla, type TipoAviso, numero } from '@acequia/contracts';
import { texts } from '../textos.js';

/** Seconds in readable form: "45 s", "10 min", "1 h 30 min", "2 días". */
export function seconds(total: number): string {
  const parts: string[] = [];
  let rest = total;
  for (const [size, one, many] of texts.spans) {
    const count = Math.floor(rest / size);
    rest -= count * size;
    if (count > 0) parts.push(`${count} ${count === 1 ? one : many}`);
  }
  if (rest > 0 || parts.length === 0) parts.push(`${rest} s`);
  return parts.join(' ');
}

/** A threshold with its unit. */
const withUnit = (tipo: TipoAviso, umbral: number | null): string => {
  const { unit = '' } = typeOfAviso(tipo);
  return umbral === null ? '' : unit === 's' ? seconds(umbral) : `${numero(umbral)} ${unit}`.trim();
};

export const conditionText = ({ tipo, umbral }: Pick<Regla, 'tipo' | 'umbral'>): string =>
  typeOfAviso(tipo).condicion.replace('{umbral}', () => withUnit(tipo, umbral));

export const waitText = ({ espera_s }: Pick<Regla, 'espera_s'>): string =>
  espera_s === 0 ? texts.atOnce : seconds(espera_s);

export const hoursText = ({ hora_desde, hora_hasta }: Pick<Regla, 'hora_desde' | 'hora_hasta'>): string =>
  hora_desde === null || hora_hasta === null ? texts.always : texts.between(hora_desde, hora_hasta);
