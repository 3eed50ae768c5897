import { WEEK_DAYS, type Programa } from '@acequia/contracts';
import { yesNo } from '../../../lib/format/format.js';
import type { Values } from './form-values.js';
import { texts } from '../textos.js';

/** "lunes, miércoles", "Cada 3 días", "Días pares". */
export const daysText = (dias: Programa['dias']): string => {
  if (Array.isArray(dias) && dias.length === WEEK_DAYS.length) return texts.cada(1);
  if (Array.isArray(dias)) return dias.map((dia) => texts.dias[dia]).join(', ');
  return 'cada' in dias ? texts.cada(dias.cada) : texts.paridad[dias.paridad];
};

/** "05:00, 30 min antes de la puesta del sol". */
export const startsText = (inicios: Programa['inicios']): string =>
  inicios.map((inicio) => (typeof inicio === 'string' ? inicio : texts.sun(inicio.sol, inicio.minutos))).join(', ');

export const stateText = ({
  activo,
  pausado,
  pendiente,
}: Pick<Programa, 'activo' | 'pausado' | 'pendiente'>): string => {
  if (activo === 0) return texts.estados.inactivo;
  if (pausado === 1) return texts.estados.pausado;
  return pendiente === 1 ? texts.estados.pendiente : texts.estados.activo;
};

/** Where the turns run ("En la placa"); '—' when no turn is planned in the next days. */
export const viaText = ({ vias }: Pick<Programa, 'vias'>): string =>
  vias.length === 0 ? texts.never : vias.map((via) => texts.vias[via]).join(', ');

/** Readable values for comparing two versions of a program. */
export const readable = (values: Values, nameOf: (objeto: string) => string) => ({
  nombre: values.nombre,
  activo: yesNo(values.activo),
  modo:
    values.modo === 'semana'
      ? daysText(values.semana)
      : values.modo === 'cada'
        ? `${texts.cada(values.cada ?? 0)}, ${values.desde}`
        : texts.paridad[values.paridad],
  cuando: startsText(
    values.inicios.map(({ cuando, hora, minutos }) =>
      cuando === 'hora' ? hora : { sol: cuando, minutos: minutos ?? 0 },
    ),
  ),
  paso: values.pasos
    .map(({ objeto, minutos, ends, m3, junto }) => {
      const much = ends === 'volumen' ? texts.stepVolume(m3 ?? 0, minutos ?? 0) : texts.stepTime(minutos ?? 0);
      return `${junto ? '+ ' : ''}${nameOf(objeto)} ${much}`;
    })
    .join(', '),
});
