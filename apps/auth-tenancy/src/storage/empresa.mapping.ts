import type { Empresa, EmpresaProfile, EmpresaSave, EventData } from '@acequia/contracts';
import type { AuditPortrait, Columns } from '@acequia/service-kit';
import type { EmpresaEntity } from './empresa.entity.js';

/** The row in the contract's form: it tells whether there is a bot token, never the token. */
export const inContract = (fila: EmpresaEntity): Empresa => ({
  id: fila.id,
  nombre: fila.nombre,
  telefono_celular: fila.telefono_celular,
  token_telegram: '',
  token_telegram_definido: fila.token_telegram_cifrado === null ? 0 : 1,
  telegram_chat_id: fila.telegram_chat_id,
  costo_plan: fila.costo_plan,
  limite_usuarios: fila.limite_usuarios,
  comunicador_numero: fila.comunicador_numero,
  comunicador_imei: fila.comunicador_imei,
  comunicador_vencimiento: fila.comunicador_vencimiento,
  fecha_vencimiento: fila.fecha_vencimiento,
  activa: fila.activa ? 1 : 0,
  zona_horaria: fila.zona_horaria,
  latitud: fila.latitud,
  longitud: fila.longitud,
  altitud: fila.altitud,
  tarifa_kwh: fila.tarifa_kwh,
  version: fila.version,
});

/** The same in SQL, of `empresas AS e`. */
export const COLUMNS: Columns<Empresa> = {
  id: 'e.id',
  nombre: 'e.nombre',
  telefono_celular: 'e.telefono_celular',
  token_telegram: "''",
  token_telegram_definido: '(e.token_telegram_cifrado IS NOT NULL)::integer',
  telegram_chat_id: 'e.telegram_chat_id',
  costo_plan: 'e.costo_plan::double precision',
  limite_usuarios: 'e.limite_usuarios',
  comunicador_numero: 'e.comunicador_numero',
  comunicador_imei: 'e.comunicador_imei',
  comunicador_vencimiento: 'e.comunicador_vencimiento::text',
  fecha_vencimiento: 'e.fecha_vencimiento::text',
  activa: 'e.activa::integer',
  zona_horaria: 'e.zona_horaria',
  latitud: 'e.latitud',
  longitud: 'e.longitud',
  altitud: 'e.altitud',
  tarifa_kwh: 'e.tarifa_kwh',
  version: 'e.version',
};

/** The part of a company that other services see. */
export const inProfile = (fila: EmpresaEntity): EmpresaProfile => ({
  id: fila.id,
  nombre: fila.nombre,
  activa: fila.activa ? 1 : 0,
  zona_horaria: fila.zona_horaria,
  latitud: fila.latitud,
  longitud: fila.longitud,
  altitud: fila.altitud,
  tarifa_kwh: fila.tarifa_kwh,
  ...(fila.tarifas && { tarifas: fila.tarifas }),
});

export const inEvent = (fila: EmpresaEntity): EventData<'empresa.guardada'> => ({
  ...inProfile(fila),
  fecha_vencimiento: fila.fecha_vencimiento,
});

/** The company as stored in the trail. */
export const inPortrait = (fila: EmpresaEntity): AuditPortrait => {
  const { id: _id, version: _version, token_telegram: _token, ...data } = inContract(fila);
  return data;
};

/** Columns of a saved form, without the secret, which is handled separately. */
export const columnsOf = (data: EmpresaSave) => {
  const { token_telegram: _token, version: _version, activa, ...columnas } = data;
  const { zona_horaria, latitud, longitud, altitud, tarifa_kwh, ...always } = columnas;
  return {
    ...always,
    activa: activa === 1,
    ...(zona_horaria !== undefined && { zona_horaria }),
    ...(latitud !== undefined && { latitud }),
    ...(longitud !== undefined && { longitud }),
    ...(altitud !== undefined && { altitud }),
    ...(tarifa_kwh !== undefined && { tarifa_kwh }),
  };
};
