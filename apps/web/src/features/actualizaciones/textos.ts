import { numero } from '@acequia/contracts';

const boards = (n: number): string => `${numero(n)} ${n === 1 ? 'placa' : 'placas'}`;
const list = new Intl.ListFormat('es', { type: 'conjunction' });

export const texts = {
  title: 'Actualizaciones',
  help: 'Una versión nueva llega a las placas por olas: primero al 1\u00a0%, después al 10\u00a0% y al final a todas. Ninguna empieza con algo encendido ni a menos de 30 minutos de un turno, y se pausa sola si falla más del 1\u00a0% de una ola.',
  ownOff:
    'El firmware propio está apagado aquí: nadie ha probado todavía su actualización en una placa de verdad. Quien opera la instalación lo enciende con UPDATES_OWN_FIRMWARE=1.',
  empty: 'Todavía no se ha actualizado ninguna placa desde aquí.',
  noRows: 'No se pudieron cargar las actualizaciones. Se intentará de nuevo.',
  fresh: 'Nueva actualización',
  columns: {
    que: 'Firmware',
    estado: 'Estado',
    listas: 'Listas',
    fallas: 'Fallas',
    creada: 'Empezó',
    quien: 'Quién',
    placa: 'Placa',
    empresa: 'Empresa',
    ola: 'Ola',
    antes: 'Antes',
    despues: 'Después',
    desde: 'Desde',
  },
  newest: 'la más reciente',
  ofAll: (n: number, all: number) => `${numero(n)} de ${numero(all)}`,
  states: {
    activa: (ola: number, olas: number) => `Ola ${ola} de ${olas}`,
    pausada: {
      persona: 'Pausada',
      fallas: 'Se pausó sola: fallaron placas',
      nadie: 'Se pausó sola: ninguna placa pudo',
    },
    detenida: 'Detenida',
    terminada: 'Terminada',
  },
  board: {
    espera: 'En espera',
    por_enviar: 'Por empezar',
    en_curso: 'Enviada',
    busy: 'Espera: está regando o está por regar',
    planes: 'Hecha; compara sus planes',
    lista: 'Lista',
    fallo: 'Falló',
    omitida: 'Quedó como estaba',
    loaded: (kb: number) => `${numero(kb)} kB`,
  },
  images: {
    title: 'Imágenes de firmware',
    help: 'Para placas con firmware propio. La placa comprueba la firma; aquí solo se lee de qué modelo y versión es.',
    empty: 'No hay ninguna imagen.',
    noRead: 'No se pudieron cargar las imágenes. Se intentará de nuevo.',
    file: 'Subir una imagen (.bin, hasta 4 MB)',
    saved: 'Imagen guardada.',
    failure: 'No se pudo guardar la imagen.',
    about: (version: string, piso: number, kb: number) => `${version}, piso ${piso}, ${numero(kb)} kB`,
    remove: 'Eliminar',
    removeOf: (nombre: string) => `Eliminar la imagen ${nombre}`,
    question: '¿Eliminar esta imagen?',
    detail: (nombre: string) => `«${nombre}» ya no podrá instalarse desde aquí.`,
    removed: 'Imagen eliminada.',
    removeFailure: 'No se pudo eliminar la imagen.',
  },
  form: {
    dialecto: 'Firmware de las placas',
    tipo: 'Qué se instala',
    tipos: {
      imagen: 'Una imagen guardada',
      url: 'Un archivo por su dirección',
      estable: 'La más reciente del fabricante',
    },
    imagen: 'Imagen',
    choose: 'Elige…',
    direccion: 'Dirección de este servidor para las placas',
    direccionHelp: 'Como la alcanzan ellas, por ejemplo http://10.0.0.5:8080.',
    url: 'Dirección del archivo',
    version: 'Versión que debe quedar',
    versionHelp: 'Como la dice la placa, por ejemplo 14.2.0. Con otra, cuenta como falla.',
    empresa: 'Empresa',
    allEmpresas: 'Todas',
    sitio: 'Sitio',
    allSitios: 'Todos',
    placas: 'Placas (sin elegir, todas)',
    none: 'Ninguna placa con ese firmware.',
    reach: (n: number, olas: readonly number[]) =>
      olas.length === 1
        ? `${boards(n)}, en una sola ola.`
        : `${boards(n)}, en olas de ${list.format(olas.map(numero))}.`,
    done: 'Actualización en marcha.',
    failure: 'No se pudo empezar la actualización.',
    noBoards: 'Elige placas',
  },
  one: {
    notFound: 'No hay ninguna actualización con ese número.',
    failed: 'No se pudo cargar la actualización. Se intentará de nuevo.',
    audit: 'Quién la cambió',
    began: (quien: string, cuando: string) => `La empezó ${quien}, ${cuando}`,
    ola: (n: number, placas: number) => `Ola ${n}: ${boards(placas)}`,
    counts: (listas: number, fallas: number, omitidas: number) =>
      [
        `${numero(listas)} ${listas === 1 ? 'lista' : 'listas'}`,
        ...(fallas > 0 ? [`${numero(fallas)} con falla`] : []),
        ...(omitidas > 0 ? [`${numero(omitidas)} sin cambio`] : []),
      ].join(', '),
    noBoards: 'Sus placas ya no están.',
    turn: {
      pausar: { accion: 'Pausar', done: 'Actualización pausada.', failure: 'No se pudo pausar la actualización.' },
      seguir: { accion: 'Seguir', done: 'La actualización sigue.', failure: 'No se pudo seguir la actualización.' },
      detener: { accion: 'Detener', done: 'Actualización detenida.', failure: 'No se pudo detener la actualización.' },
    },
    resume: {
      question: '¿Seguir la actualización?',
      detail: 'Las fallas que ya hay cuentan como vistas: se pausará otra vez solo si fallan más placas.',
    },
    stop: {
      question: '¿Detener la actualización?',
      detail:
        'Es para siempre. Las placas que no han empezado quedan como están; las que ya tienen la versión nueva se quedan con ella.',
    },
  },
} as const;
