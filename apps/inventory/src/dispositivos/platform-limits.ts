import { AppError, callerEmpresa, type Caller } from '@acequia/contracts';
import type { DispositivoEntity } from './dispositivo.entity.js';
import { texts } from '../textos.js';

type Limits = Pick<DispositivoEntity, 'activo' | 'suspendido' | 'fecha_vencimiento'>;
type Owners = Pick<DispositivoEntity, 'suspension_global' | 'vencimiento_global'>;

export const isGlobal = (caller: Caller): boolean => callerEmpresa(caller) === null;

const isSuspended = ({ activo, suspendido }: Limits): boolean => activo === 0 || suspendido === 1;

const refused = (texto: string, campo: string): AppError =>
  new AppError('puesto_por_la_plataforma', { texto, detalles: [{ campo: `body.${campo}`, mensaje: texto }] });

/** Who set the limits of a new device. */
export const ownersOfNew = (caller: Caller, device: Limits): Owners => ({
  suspension_global: isGlobal(caller) && isSuspended(device) ? 1 : 0,
  vencimiento_global: isGlobal(caller) && device.fecha_vencimiento !== null ? 1 : 0,
});

/** Who set the limits of a row that takes the id of a device which an admin_global had limited. */
export const ownersUnder = (limit: RememberedLimit | null, own: Owners): Owners => ({
  suspension_global: limit?.suspendido === 1 ? 1 : own.suspension_global,
  vencimiento_global: limit && limit.fecha_vencimiento !== null ? 1 : own.vencimiento_global,
});

const changesOf = (before: Limits, after: Limits) => ({
  flagsChange: before.activo !== after.activo || before.suspendido !== after.suspendido,
  expiryChanges: before.fecha_vencimiento !== after.fecha_vencimiento,
});

/** Whether an admin_global decides a device's limits anew: what was remembered of them is then out of date. */
export const decidesLimits = (caller: Caller, before: Limits, after: Limits): boolean =>
  isGlobal(caller) && Object.values(changesOf(before, after)).includes(true);

/**
 * Who owns the limits after an admin_global's change. Changes by others do not alter that: only an admin_global lifts them.
 * @throws AppError `puesto_por_la_plataforma` when another caller lifts or moves a limit of an admin_global
 */
export const ownersAfter = (caller: Caller, before: Limits & Owners, after: Limits): Partial<Owners> => {
  const { flagsChange, expiryChanges } = changesOf(before, after);
  if (!isGlobal(caller)) {
    const lifts = flagsChange && (after.activo > before.activo || after.suspendido < before.suspendido);
    if (before.suspension_global === 1 && lifts) throw refused(texts.suspendedByGlobal, 'suspendido');
    if (before.vencimiento_global === 1 && expiryChanges) throw refused(texts.expiryByGlobal, 'fecha_vencimiento');
    return {};
  }
  const suspension_global = flagsChange ? (isSuspended(after) ? 1 : 0) : before.suspension_global;
  const vencimiento_global = expiryChanges ? (after.fecha_vencimiento === null ? 0 : 1) : before.vencimiento_global;
  return { suspension_global, vencimiento_global };
};

export interface RememberedLimit {
  suspendido: 0 | 1;
  fecha_vencimiento: string | null;
}

/**
 * A company registers a device again that it deleted or renamed while an admin_global had limited it.
 * @throws AppError `puesto_por_la_plataforma` unless the new row has the same limit
 */
export const refuseEscape = (limit: RememberedLimit | null, device: Limits): void => {
  if (limit?.suspendido === 1 && !isSuspended(device)) throw refused(texts.returnSuspended, 'shelly_id');
  if (limit && limit.fecha_vencimiento !== null && limit.fecha_vencimiento !== device.fecha_vencimiento)
    throw refused(texts.returnExpiry(limit.fecha_vencimiento), 'fecha_vencimiento');
};
