import { UsuarioSave } from '@acequia/contracts';
import { labelsOf } from '../../lib/format/labels.js';

export const texts = {
  title: 'Usuarios',
  fresh: 'Nuevo usuario',
  edit: (nombre: string) => `Editar ${nombre}`,
  empty: 'Aún no hay usuarios. Crea el primero con «Nuevo usuario».',
  noRows: 'No se pudo cargar la lista de usuarios.',
  withoutEmpresa: '—',
  columns: {
    id: 'ID',
    nombre: 'Nombre',
    email: 'Correo',
    activo: 'Activo',
    rol: 'Rol',
    empresa: 'Empresa',
  },
  dialog: { fresh: 'Nuevo Usuario', edit: 'Editar Usuario' },
  fields: { ...labelsOf(UsuarioSave), switches: 'Switches asignados' },
  chooseEmpresa: 'Elige una empresa',
  globalWithoutEmpresa: 'Sin empresa',
  chooseEmpresaFirst: 'Elige primero una empresa',
  loading: 'Cargando…',
  unreadOption: 'Sin leer',
  newPassword: (least: number) => `Al menos ${least} caracteres.`,
  keepsPassword: 'Déjala vacía para conservar la que tiene.',
  passwordRequired: 'La contraseña es obligatoria',
  reservedRol: 'Solo un administrador global crea a otro.',
  noLists: 'No se pudieron cargar los dispositivos y switches de la empresa.',
  missing: 'Nombre, correo y empresa requeridos',
  saved: 'Usuario guardado',
  saveError: 'Error al guardar usuario',
  suspender: {
    accion: 'Suspender',
    question: '¿Suspender este usuario?',
    several: (count: number) => (count === 1 ? '¿Suspender este usuario?' : `¿Suspender ${count} usuarios?`),
    severalDetail: 'Ya no podrán entrar, y sus sesiones abiertas se cierran.',
    detalle: (nombre: string) => `«${nombre}» ya no podrá entrar, y sus sesiones abiertas se cierran.`,
    done: 'Usuario suspendido',
    failure: 'No se pudo suspender el usuario',
  },
  reactivar: {
    accion: 'Reactivar',
    question: '¿Reactivar este usuario?',
    several: (count: number) => (count === 1 ? '¿Reactivar este usuario?' : `¿Reactivar ${count} usuarios?`),
    severalDetail: 'Podrán entrar de nuevo.',
    detalle: (nombre: string) => `«${nombre}» podrá entrar de nuevo.`,
    done: 'Usuario reactivado',
    failure: 'No se pudo reactivar el usuario',
  },
  eliminar: {
    accion: 'Eliminar',
    question: '¿Eliminar este usuario PERMANENTEMENTE?',
    detalle: (nombre: string) =>
      `Se eliminan «${nombre}» y sus asignaciones. Lo que hizo sigue en Auditoría. No se puede deshacer.`,
    done: 'Usuario eliminado',
    failure: 'No se pudo eliminar el usuario',
  },
  secondStep: {
    failure: 'No se pudo cambiar la verificación en dos pasos',
    optional: {
      now: (count: number) => `Verificación en dos pasos: opcional, la usan ${count}.`,
      accion: 'Exigirla',
      question: {
        text: '¿Exigir la verificación en dos pasos?',
        detalle: 'Quien aún no la tiene no podrá usar Acequia hasta activarla en Mi cuenta.',
      },
      done: 'La empresa exige la verificación en dos pasos',
    },
    demanded: {
      now: (count: number) => `Verificación en dos pasos: exigida, la usan ${count}.`,
      accion: 'Dejar de exigirla',
      question: {
        text: '¿Dejar de exigir la verificación en dos pasos?',
        detalle: 'Quien la tiene la conserva.',
      },
      done: 'La empresa ya no exige la verificación en dos pasos',
    },
    lift: {
      has: 'Entra con verificación en dos pasos.',
      accion: 'Quitársela',
      text: '¿Quitar la verificación en dos pasos?',
      detalle: (nombre: string) =>
        `«${nombre}» entrará solo con su contraseña, y sus sesiones se cierran. Es para quien perdió su teléfono y sus códigos.`,
      done: 'Verificación en dos pasos quitada',
    },
  },
} as const;
