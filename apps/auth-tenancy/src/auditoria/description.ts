import { type AuditedAction, type AuditedChange, type AuditoriaFila, campoInSentence } from '@acequia/contracts';

type Valor = AuditedChange['antes'];

/** Spanish phrase of each action; the name of its entity follows. */
const SENTENCES: Readonly<Record<AuditedAction, string>> = {
  'empresa.crear': 'Creó la empresa',
  'empresa.actualizar': 'Guardó la empresa',
  'empresa.desactivar': 'Suspendió la empresa',
  'empresa.activar': 'Reactivó la empresa',
  'empresa.detener_todo': 'Apagó lo encendido en la empresa',
  'empresa.eliminar': 'Eliminó la empresa',
  'empresa.segundo_paso': 'Cambió la exigencia de verificación en dos pasos de la empresa',
  'empresa.superficie': 'Cambió la superficie de un sector de la empresa',
  'empresa.tarifas': 'Guardó las tarifas de la empresa',
  'usuario.crear': 'Creó al usuario',
  'usuario.actualizar': 'Guardó al usuario',
  'usuario.suspender': 'Suspendió al usuario',
  'usuario.reactivar': 'Reactivó al usuario',
  'usuario.mover': 'Cambió de empresa al usuario',
  'usuario.desasignar': 'Quitó lo que ya no existe de las asignaciones del usuario',
  'usuario.cambiar_clave': 'Cambió la contraseña del usuario',
  'usuario.eliminar': 'Eliminó al usuario',
  'usuario.activar_segundo_paso': 'Activó la verificación en dos pasos del usuario',
  'usuario.quitar_segundo_paso': 'Quitó la verificación en dos pasos del usuario',
  'usuario.cerrar_sesion': 'Cerró la otra sesión del usuario',
  'dispositivo.crear': 'Creó el dispositivo',
  'dispositivo.actualizar': 'Guardó el dispositivo',
  'dispositivo.suspender': 'Suspendió el dispositivo',
  'dispositivo.reactivar': 'Reactivó el dispositivo',
  'dispositivo.mover': 'Cambió de empresa el dispositivo',
  'dispositivo.eliminar': 'Eliminó el dispositivo',
  'switch.crear': 'Creó el switch',
  'switch.actualizar': 'Guardó el switch',
  'switch.eliminar': 'Eliminó el switch',
  'switch.bloquear': 'Bloqueó el switch',
  'switch.desbloquear': 'Desbloqueó el switch',
  'enclavamiento.crear': 'Creó el enclavamiento',
  'enclavamiento.actualizar': 'Guardó el enclavamiento',
  'enclavamiento.eliminar': 'Eliminó el enclavamiento',
  'proteccion.crear': 'Creó la protección',
  'proteccion.actualizar': 'Guardó la protección',
  'proteccion.omitir': 'Cambió la omisión de la protección',
  'proteccion.soltar': 'Soltó la protección',
  'proteccion.eliminar': 'Eliminó la protección',
  'punto.crear': 'Creó el punto',
  'punto.actualizar': 'Guardó el punto',
  'punto.eliminar': 'Eliminó el punto',
  'programa.crear': 'Creó el programa',
  'programa.actualizar': 'Guardó el programa',
  'programa.pausar': 'Pausó el programa',
  'programa.reanudar': 'Reanudó el programa',
  'programa.eliminar': 'Eliminó el programa',
  'regla_clima.crear': 'Creó la regla de clima',
  'regla_clima.actualizar': 'Guardó la regla de clima',
  'regla_clima.eliminar': 'Eliminó la regla de clima',
  'no_regar.crear': 'Anotó la orden de no regar',
  'no_regar.eliminar': 'Quitó la orden de no regar',
  'placa.registrar': 'Registró la placa',
  'placa.actualizar': 'Guardó la placa',
  'placa.renovar_credencial': 'Emitió credenciales nuevas para la placa',
  'placa.revocar': 'Revocó las credenciales de la placa',
  'placa.eliminar': 'Eliminó la placa',
  'acceso.entrar': 'Inició la sesión de',
  'acceso.rechazar': 'Rechazó la entrada de',
  'aviso.reconocer': 'Reconoció el aviso',
  'aviso.tomar': 'Tomó el encargo del aviso',
  'aviso.dejar': 'Dejó el encargo del aviso',
  'regla.guardar': 'Guardó la regla de avisos',
  'regla.eliminar': 'Eliminó la regla de avisos',
  'regla.ajustes': 'Cambió los ajustes de avisos',
  'silencio.crear': 'Creó el silencio',
  'silencio.eliminar': 'Terminó el silencio',
  'canal.crear': 'Agregó el canal de avisos',
  'canal.actualizar': 'Cambió el canal de avisos',
  'canal.eliminar': 'Quitó el canal de avisos',
  'guardia.guardar': 'Cambió la guardia',
  'guardia.cambiar': 'Cambió la semana de la guardia',
  'guardia.reconocer': 'Reconoció lo del estado del sistema',
  'usuario.vincular_telegram': 'Vinculó el Telegram del usuario',
  'usuario.desvincular_telegram': 'Desvinculó el Telegram del usuario',
  'usuario.verificar_telefono': 'Verificó el teléfono del usuario',
  'usuario.quitar_telefono': 'Quitó el teléfono del usuario',
  'usuario.descanso': 'Cambió el descanso del usuario',
  'usuario.suscribir_push': 'Activó los avisos del navegador',
  'usuario.quitar_push': 'Quitó los avisos del navegador',
  'muro.crear': 'Creó el enlace de muro',
  'muro.revocar': 'Revocó el enlace de muro',
  'token.crear': 'Creó el token',
  'token.revocar': 'Revocó el token',
  'dossier.hacer': 'Elaboró el dossier',
  'imagen.subir': 'Guardó la imagen',
  'imagen.eliminar': 'Eliminó la imagen',
  'actualizacion.crear': 'Empezó la actualización',
  'actualizacion.pausar': 'Pausó la actualización',
  'actualizacion.seguir': 'Siguió la actualización',
  'actualizacion.detener': 'Paró la actualización',
};

const REASONS: Readonly<Record<string, string>> = {
  cuenta_desconocida: 'no hay cuenta con ese correo',
  clave_incorrecta: 'contraseña incorrecta',
  codigo_incorrecto: 'código incorrecto',
  usuario_suspendido: 'el usuario está suspendido',
  empresa_no_vigente: 'la empresa está suspendida o vencida',
  demasiados_intentos: 'demasiados intentos',
};

/** Reason and origin of a login entry. */
const ofAccess = ({ despues }: AuditoriaFila): string => {
  const motivo = REASONS[String(despues?.['motivo'])];
  const origen = `desde ${String(despues?.['ip'] ?? 'un lugar desconocido')}`;
  return motivo === undefined ? ` ${origen}` : `: ${motivo}, ${origen}`;
};

/** Fields left out of descriptions: ids and versions mean nothing to a person. */
const INTERNALS = new Set(['id', 'version', 'placa_id']);

const inContract = (valor: Valor | undefined): Valor => (typeof valor === 'boolean' ? Number(valor) : (valor ?? null));
const isNothing = (valor: Valor): boolean =>
  valor === null || valor === '' || (Array.isArray(valor) && valor.length === 0);
const areEqual = (uno: Valor, otro: Valor): boolean => JSON.stringify(uno) === JSON.stringify(otro);

/** The columns that differ between the portraits; for a created or deleted entity, the columns with a value. */
export const changesOf = ({ antes, despues }: Pick<AuditoriaFila, 'antes' | 'despues'>): AuditedChange[] =>
  [...new Set([...Object.keys(antes ?? {}), ...Object.keys(despues ?? {})])]
    .filter((campo) => !INTERNALS.has(campo))
    .map((campo) => ({ campo, antes: inContract(antes?.[campo]), despues: inContract(despues?.[campo]) }))
    .filter((cambio) => !areEqual(cambio.antes, cambio.despues))
    .filter(
      (cambio) => (antes !== null && despues !== null) || !(isNothing(cambio.antes) && isNothing(cambio.despues)),
    );

const list = new Intl.ListFormat('es', { type: 'conjunction' });

/** A Spanish sentence without its subject: the action, its entity and, for a save, the changed fields. */
export const describeEntry = (fila: AuditoriaFila, cambios: readonly AuditedChange[]): string => {
  const phrase = (SENTENCES as Readonly<Record<string, string>>)[fila.accion] ?? 'Hizo un cambio en';
  const whose = fila.nombre === '' ? phrase : `${phrase} «${fila.nombre}»`;
  if (fila.accion.startsWith('acceso.')) return whose + ofAccess(fila);
  if (!fila.accion.endsWith('.actualizar')) return whose;
  if (cambios.length === 0) return `${whose}, sin cambios`;
  return `${whose}: ${list.format(cambios.map(({ campo }) => campoInSentence(campo)))}`;
};
