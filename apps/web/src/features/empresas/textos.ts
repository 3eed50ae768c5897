import { EmpresaSave } from '@acequia/contracts';
import { labelsOf } from '../../lib/format/labels.js';

export const texts = {
  title: 'Empresas',
  fresh: 'Nueva empresa',
  edit: (nombre: string) => `Editar ${nombre}`,
  firstSteps: (nombre: string) => `Puesta en marcha de ${nombre}`,
  firstStepsTitle: 'Puesta en marcha',
  empty: 'Aún no hay empresas. Crea la primera con «Nueva empresa».',
  /** Shown when the list could not be loaded (MSG-2: no error message); the text must not claim that there are none. */
  noRows: 'Sin empresas que mostrar.',
  columns: {
    id: 'ID',
    nombre: 'Nombre',
    telefono_celular: 'Teléfono',
    comunicador_numero: 'Comun. Num.',
    comunicador_imei: 'IMEI',
    comunicador_vencimiento: 'Plan Vence',
    fecha_vencimiento: 'Vence',
    activa: 'Activa',
  },
  dialog: { nueva: 'Nueva Empresa', edit: 'Editar Empresa' },
  fields: { ...labelsOf(EmpresaSave), costo_plan: 'Costo de plan $', tarifa_kwh: 'Tarifa por kWh $' },
  vencida: 'Vencida',
  vencido: 'Vencido',
  renew: {
    accion: 'Renovar vencimiento',
    question: (count: number) =>
      count === 1 ? '¿Renovar el vencimiento de esta empresa?' : `¿Renovar el vencimiento de ${count} empresas?`,
    day: 'Nueva fecha de vencimiento',
  },
  inDays: (days: number) => (days === 0 ? 'vence hoy' : days === 1 ? 'vence mañana' : `vence en ${days} días`),
  ofLimit: (count: number, limit: number) => `${count} de ${limit} usuarios`,
  totals: {
    title: 'Resumen comercial',
    import: 'Importar o exportar todo',
    active: (count: number) => (count === 1 ? '1 empresa activa' : `${count} empresas activas`),
    cost: (sum: string) => `${sum} en planes activos`,
    soon: (count: number) => (count === 1 ? '1 vence en 30 días' : `${count} vencen en 30 días`),
    expired: (count: number) => (count === 1 ? '1 vencida' : `${count} vencidas`),
  },
  expiredHelp: 'Desde el día siguiente sus usuarios no pueden entrar.',
  tokenSet: 'Ya hay un token guardado. Déjalo vacío para conservarlo.',
  telegram: {
    accion: 'Probar Telegram',
    underWay: 'Enviando…',
    done: 'Mensaje enviado: revisa que haya llegado al chat.',
    failure: 'La prueba no llegó',
  },
  limitHelp: 'Vacío o 0: sin límite.',
  zonaHelp: 'Los días, las gráficas y los CSV de la empresa se cuentan en esta zona.',
  latitudHelp: 'En grados, al sur negativa. Para el amanecer, el ocaso y la ET0.',
  longitudHelp: 'En grados, al oeste negativa: -103.35 en Guadalajara.',
  altitudHelp: 'Sobre el nivel del mar, en metros. Para la ET0 donde se miden radiación y viento.',
  tarifaHelp:
    'Para el costo de los riegos y del consumo. Vacía también si hay tarifas por hora: un precio las reemplaza.',
  saved: 'Empresa guardada',
  nextStep: 'Siguiente: registrar su primera placa',
  saveError: 'Error al guardar empresa',
  suspender: {
    accion: 'Suspender',
    question: '¿Suspender esta empresa?',
    several: (count: number) => (count === 1 ? '¿Suspender esta empresa?' : `¿Suspender ${count} empresas?`),
    severalDetail:
      'Sus usuarios ya no podrán entrar. Sus placas siguen guardando datos y sus protecciones siguen activas.',
    detalle: (nombre: string) =>
      `«${nombre}»: sus usuarios ya no podrán entrar. Sus placas siguen guardando datos y sus protecciones siguen activas.`,
    done: 'Empresa suspendida',
    failure: 'No se pudo suspender la empresa',
  },
  reactivar: {
    accion: 'Reactivar',
    question: '¿Reactivar esta empresa?',
    several: (count: number) => (count === 1 ? '¿Reactivar esta empresa?' : `¿Reactivar ${count} empresas?`),
    severalDetail: 'Sus usuarios podrán entrar de nuevo.',
    detalle: (nombre: string) => `«${nombre}»: sus usuarios podrán entrar de nuevo.`,
    done: 'Empresa reactivada',
    failure: 'No se pudo reactivar la empresa',
  },
  eliminar: {
    accion: 'Eliminar',
    question: '¿Eliminar esta empresa PERMANENTEMENTE?',
    detalle: (nombre: string) =>
      `Se eliminan «${nombre}», sus usuarios, placas, switches y dispositivos, y todo su historial. No se puede deshacer.`,
    done: 'Empresa eliminada',
    failure: 'No se pudo eliminar la empresa',
  },
} as const;
