import { DispositivoSave } from '@acequia/contracts';
import { labelsOf } from '../../lib/format/labels.js';

export const texts = {
  title: 'Dispositivos',
  fresh: 'Nuevo dispositivo',
  edit: (nombre: string) => `Editar ${nombre}`,
  empty: 'Aún no hay dispositivos. Agrega el primero con «Nuevo dispositivo».',
  /** Shown when the list could not be read; the text must not claim that there are none. */
  noRows: 'Sin dispositivos que mostrar.',
  vencido: 'Vencido',
  columns: {
    id: 'ID',
    nombre: 'Nombre',
    shelly_id: 'Shelly ID',
    tipo: 'Tipo',
    empresa: 'Empresa',
    vence: 'Vence',
    activo: 'Activo',
    suspendido: 'Suspendido',
  },
  dialog: { fresh: 'Nuevo Dispositivo', edit: 'Editar Dispositivo' },
  fields: { ...labelsOf(DispositivoSave), vigila_switch_id: 'Mide el switch' },
  chooses: 'Elige…',
  vigilaHelp: 'Su consumo prueba que ese switch está en marcha, y cuenta los kWh de sus riegos.',
  noSwitch: 'Ninguno',
  shellyHelp: 'El identificador que muestra la aplicación del fabricante.',
  keySet: 'Ya hay una clave guardada. Déjala vacía para conservarla.',
  serverExample: 'https://shelly-00-eu.shelly.cloud',
  saved: 'Dispositivo guardado',
  saveError: 'Error al guardar dispositivo',
  renew: {
    accion: 'Renovar vencimiento',
    question: (count: number) =>
      count === 1
        ? '¿Renovar el vencimiento de este dispositivo?'
        : `¿Renovar el vencimiento de ${count} dispositivos?`,
    day: 'Nueva fecha de vencimiento',
  },
  assignSeveral: (count: number) => (count === 1 ? '¿Asignar 1 dispositivo?' : `¿Asignar ${count} dispositivos?`),
  suspender: {
    accion: 'Suspender',
    question: '¿Suspender este dispositivo?',
    several: (count: number) => (count === 1 ? '¿Suspender este dispositivo?' : `¿Suspender ${count} dispositivos?`),
    severalDetail: 'Dejan de leerse y de aceptar órdenes.',
    detalle: (nombre: string) => `«${nombre}»: no aceptará órdenes ni se leerá hasta que se reactive.`,
    done: 'Dispositivo suspendido',
    failure: 'No se pudo suspender el dispositivo',
  },
  reactivar: {
    accion: 'Reactivar',
    question: '¿Reactivar este dispositivo?',
    several: (count: number) => (count === 1 ? '¿Reactivar este dispositivo?' : `¿Reactivar ${count} dispositivos?`),
    severalDetail: 'Se leen de nuevo y aceptan órdenes.',
    detalle: (nombre: string) => `«${nombre}»: volverá a leerse y aceptará órdenes.`,
    done: 'Dispositivo reactivado',
    failure: 'No se pudo reactivar el dispositivo',
  },
  eliminar: {
    accion: 'Eliminar',
    question: '¿Eliminar este dispositivo PERMANENTEMENTE?',
    detalle: (nombre: string) =>
      `Se eliminan «${nombre}», sus asignaciones y su historial de energía. No se puede deshacer.`,
    done: 'Dispositivo eliminado',
    failure: 'No se pudo eliminar el dispositivo',
  },
} as const;
