import type { Turno } from '@acequia/contracts';
import { litersOf } from '../cuenta/month.js';
import type { Previsto } from './plan.js';
import type { TurnoEntity } from './turno.entity.js';

/** A planned turn that is not stored. */
export const plannedOnly = (previsto: Previsto): TurnoEntity => ({
  ...previsto,
  decidido: false,
  fijo: false,
  confirmado: true,
  real_inicio: null,
  real_segundos: null,
  kwh: null,
  costo: null,
});

const UNCONFIRMED = 'Sin confirmar: no se supo si encendió';

/** @param pending boards that have not accepted their newest agenda */
export const inContract = (fila: TurnoEntity, pending: ReadonlySet<number>): Turno => ({
  turno_id: fila.turno_id,
  programa_id: fila.programa_id,
  empresa_id: fila.empresa_id,
  switch_id: fila.switch_id,
  dispositivo_id: fila.dispositivo_id,
  inicio: fila.inicio,
  segundos: fila.segundos,
  via: fila.via,
  // A turn that was refused keeps the time of its first attempt until it begins.
  real_inicio: fila.estado === 'previsto' ? null : fila.real_inicio,
  real_segundos: fila.real_segundos,
  estado: fila.estado,
  motivo: fila.confirmado ? fila.motivo : UNCONFIRMED,
  sin_confirmar: fila.confirmado ? 0 : 1,
  movido_de: fila.movido_de,
  manual: fila.manual,
  pendiente:
    fila.via === 'placa' &&
    (fila.estado === 'previsto' || fila.estado === 'en_curso') &&
    fila.placa_id !== null &&
    pending.has(fila.placa_id)
      ? 1
      : 0,
  litros: litersOf(fila.caudal_m3h, fila.real_segundos),
  kwh: fila.kwh,
  costo: fila.costo,
});
