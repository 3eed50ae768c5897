import { isPastDay } from '@acequia/service-kit';

export interface Validity {
  activa: boolean;
  fecha_vencimiento: string;
  zona_horaria: string;
}

/** True while the company's users may log in: the company is active and its last day, inclusive in its zone, has not passed. */
export const isValid = (empresa: Validity, moment: Date): boolean =>
  empresa.activa && !isPastDay(empresa.fecha_vencimiento, empresa.zona_horaria, moment);
