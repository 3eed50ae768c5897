import { exactDuration } from '@acequia/contracts';

const seconds = (s: number): string => (s === 0 ? '0 s' : exactDuration(s));

export const texts = {
  title: 'Enclavamientos',
  help: 'Reglas que se cumplen siempre, mande quien mande: switches que nunca están encendidos a la vez, y bombas que solo encienden con una válvula abierta.',
  fresh: 'Nuevo enclavamiento',
  edit: (nombre: string) => `Editar ${nombre}`,
  noRows: 'No se pudieron cargar los enclavamientos. Se intentará de nuevo.',
  empty: 'Esta empresa aún no tiene enclavamientos.',
  columns: {
    nombre: 'Nombre',
    tipo: 'Regla',
    pump: 'Bomba',
    switches: 'Switches',
    retardos: 'Retardos',
  },
  tipos: { exclusion: 'Nunca a la vez', requiere: 'Bomba con válvula' },
  retardos: (encendido: number, apagado: number) => `${seconds(encendido)} al encender, ${seconds(apagado)} al apagar`,
  noDelays: '—',
  switchSinNombre: (id: number) => `Switch ${id}`,
  dialog: { fresh: 'Nuevo Enclavamiento', edit: 'Editar Enclavamiento' },
  fields: {
    nombre: 'Nombre',
    tipo: 'Regla',
    bomba_id: 'Bomba',
    switches: 'Switches',
    retardo_encendido_s: 'Retardo al encender (s)',
    retardo_apagado_s: 'Retardo al apagar (s)',
  },
  valves: 'Válvulas',
  choose: 'Elegir…',
  unread: 'Sin leer',
  helps: {
    exclusion: 'De estos switches, nunca dos encendidos a la vez.',
    requiere: 'La bomba enciende solo mientras alguna de sus válvulas esté abierta.',
    encendido: 'Segundos entre abrir la válvula y encender la bomba.',
    apagado: 'Segundos entre apagar la bomba y cerrar la última válvula.',
  },
  errors: {
    none: 'Elige al menos un switch',
    tooMany: (limit: number) => `Como máximo ${limit} switches`,
    delay: (limit: number) => `Debe ser un número entero entre 0 y ${limit}`,
  },
  saved: 'Enclavamiento guardado',
  saveError: 'Error al guardar enclavamiento',
  eliminar: {
    accion: 'Eliminar',
    question: '¿Eliminar este enclavamiento PERMANENTEMENTE?',
    detalle: (nombre: string) => `Se elimina «${nombre}»: sus switches podrán encenderse sin esta protección.`,
    done: 'Enclavamiento eliminado',
    failure: 'No se pudo eliminar el enclavamiento',
  },
} as const;
