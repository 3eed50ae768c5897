// Apart from the schemas, so that a browser can load this without zod.
import type { EsperaDePlaca, MotivoDePlaca } from './actualizacion.js';
import type { PlacaUpdate } from './placa-update.js';

/** Why a board failed or was left as it was; follows the board's name and a colon. */
export const MOTIVO_DE_ACTUALIZACION: Readonly<Record<MotivoDePlaca, string>> = {
  signature: 'la imagen no está firmada con la clave que la placa espera',
  floor: 'la imagen es anterior a la más antigua que la placa admite',
  model: 'la imagen es para otro modelo',
  size: 'el archivo no mide lo que debía',
  sha256: 'el archivo llegó distinto del que se mandó',
  source: 'no pudo descargar el archivo',
  flash: 'no pudo escribirlo en su memoria',
  rolled_back: 'la versión nueva no pasó su prueba y la placa volvió a la anterior',
  busy: 'está regando o está por regar',
  no_volvio: 'no volvió a tiempo',
  version: 'quedó con otra versión',
  plan: 'sus pines, su agenda o sus reglas no son los que se le mandaron',
  rechazo: 'su firmware no la aceptó',
  no_libre: 'no estuvo libre en todo un día',
  no_sabe: 'su firmware no admite actualizaciones por la red',
  eliminada: 'la placa ya no está',
  detenida: 'la actualización se detuvo',
};

/** Why a board is not begun yet. */
export const ESPERA_DE_ACTUALIZACION: Readonly<Record<EsperaDePlaca, string>> = {
  sin_conexion: 'sin conexión',
  relevador: 'tiene algo encendido',
  turno: 'tiene un turno en curso o en menos de 30 minutos',
  sin_estado: 'todavía no dice cómo están sus relevadores',
  sin_turnos: 'no se pudo preguntar por sus turnos',
};

/** How far a board is with an update. */
export const FASE_DE_ACTUALIZACION: Readonly<Record<PlacaUpdate['phase'], string>> = {
  loading: 'Descarga',
  checking: 'Revisa la imagen',
  restarting: 'Reinicia',
  trial: 'A prueba',
  done: 'Hecha',
  failed: 'Falló',
};
