import { duration } from '@acequia/contracts';
import type { RightRange, Verdict } from './lib/right-range.js';

/** When the first of the open ones closes, HH:mm. */
export interface FirstEnd {
  hora: string;
  /** `all`: all ends are known; `one`: another one may close before; `limit`: it is only the end by its limit. */
  known: 'all' | 'one' | 'limit';
}

/** `end` null = unknown. */
const openNow = (count: number, valves: boolean, end: FirstEnd | null): string => {
  const many = count > 1;
  const what = valves
    ? `válvula${many ? 's' : ''} abierta${many ? 's' : ''}`
    : `switch${many ? 'es' : ''} encendido${many ? 's' : ''}`;
  if (end === null) return `${count} ${what}`;
  const { hora, known } = end;
  const one = known === 'one' ? (valves ? 'una ' : 'uno ') : valves ? 'la primera ' : 'el primero ';
  const when = `${known === 'limit' ? 'a más tardar ' : ''}a las ${hora}`;
  return `${count} ${what}, ${many ? one : ''}se ${valves ? 'cierra' : 'apaga'} ${when}`;
};

export const texts = {
  openNow,
  nothingOn: 'Todo apagado',
  nothingOnButProblems: (count: number) => `Nada encendido que se sepa: ${count} con problema`,
  unread: '—',
  turnosUnread:
    'No se pudieron leer los turnos de los programas: puede faltar a qué hora se apaga lo que riegan. Se intentará de nuevo.',
  state: {
    unknown: 'No se sabe cómo está: su placa aún no lo ha dicho.',
    is: (on: boolean, since: string | null, by: string) =>
      `${on ? 'Encendido' : 'Apagado'}${since === null ? '' : ` desde ${since}`}${by === '' ? '' : `, ${by}`}`,
    by: (who: string) => `por ${who}`,
    limit: (limit: string | null) => (limit === null ? 'por su límite' : `por su límite de ${limit}`),
    named: {
      programa: (nombre: string | null) => (nombre === null ? 'un programa' : `programa «${nombre}»`),
      regla: (nombre: string | null) => (nombre === null ? 'una regla de clima' : `regla de clima «${nombre}»`),
    },
    cause: {
      sistema: 'por el sistema',
      enclavamiento: 'por un enclavamiento',
      persona: 'por una persona',
      placa: 'en la placa',
    },
  },
  onBars: 'Cuándo estuvo encendido',
  who: {
    title: 'Quién y cuánto',
    columns: { desde: 'Desde', hasta: 'Hasta', quien: 'Quién', minutos: 'Tiempo', m3: 'm³', kwh: 'kWh' },
    unknown: '—',
    /** Before m³ that are worked out, not measured. */
    about: '≈ ',
    before: 'antes',
    on: 'encendido',
    none: 'Ningún encendido en estos días.',
    file: (nombre: string) => `encendidos de ${nombre}`,
    sum: (times: number, time: string | null, m3: string | null, kwh: string | null) =>
      [
        times === 1 ? '1 encendido' : `${times} encendidos`,
        time,
        m3 === null ? null : `${m3} m³`,
        kwh === null ? null : `${kwh} kWh`,
      ]
        .filter((each) => each !== null)
        .join(' · '),
  },
  detail: {
    back: 'Panel Switch',
    notFound: 'No se encontró este switch entre los que tienes asignados.',
    backToList: 'Switches',
    notInEmpresa: 'No se encontró este switch en la empresa.',
    edit: 'Editar',
    night: 'Anoche',
    min: 'Mínima',
    max: 'Máxima',
    at: (hora: string) => `a las ${hora}`,
  },
  filters: { todo: 'Todo', encendidos: 'Encendidos', problema: 'Con problema' },
  filtersLabel: 'Qué switches se muestran',
  actionsLabel: 'Acciones del panel',
  search: 'Buscar switch o sitio',
  noneMatches: 'Ningún switch con estos filtros.',
  showAll: 'Ver todos',
  jumps: { grafica: 'Gráfica', historial: 'Historial' },
  since: (when: string) => `desde ${when}`,
  atTheLatest: (when: string) => `hasta ${when} a más tardar`,
  seen: 'visto',
  minutesLeft: (minutes: number) =>
    minutes < 1 ? 'queda menos de 1 min' : minutes === 1 ? 'queda 1 min' : `quedan ${duration(minutes)}`,
  more10: '+10',
  more10Of: (nombre: string) => `10 minutos más de ${nombre}`,
  more10Failed: 'No se pudo alargar. Se apagará a su hora.',
  turnOn: (nombre: string) => `Encender ${nombre}`,
  turnOff: (nombre: string) => `Apagar ${nombre}`,
  on: 'Encender',
  off: 'Apagar',
  title: 'Panel de Estado de Switches',
  update: 'ACTUALIZAR AHORA',
  comandos: 'Comandos',
  columns: ['Sitio', 'Sitio', 'Temperatura', 'Humedad'],
  empty: 'Sin switches asignados',
  emptyHelp: 'Cuando tu administrador te asigne switches, aparecerán aquí.',
  selector: 'Selecciona Par o Individual para ver historial (gráfica)',
  csv: { largo: 'DESCARGAR CSV TEMP/HUM', ancho: 'CSV DEL SITIO' },
  csvHelp: {
    largo: 'Las lecturas de este sensor, una por fila',
    ancho: 'Todos los switches del sitio lado a lado: una fila por instante, dos columnas por switch',
  },
  verdict: (verdict: Verdict, { desde, hasta }: RightRange) => {
    if (desde === null) return `${verdict} (hasta ${hasta})`;
    return hasta === null ? `${verdict} (desde ${desde})` : `${verdict} (${desde}–${hasta})`;
  },
  noSensor: 'Este sitio no tiene sensor de temperatura y humedad.',
  noSitio: 'No hay ningún sitio que graficar.',
  noList: 'Sin la lista de switches no se puede elegir qué graficar.',
  noPoints: 'Aún no hay lecturas de este sensor.',
  historial: 'Historial General de Encendido/Apagado',
  desde: 'Desde',
  hasta: 'Hasta',
  applyFilter: 'Filtrar',
  historyColumns: ['Switch (Sitio + Nombre)', 'Estado', 'Fecha y hora'],
  emptyHistory: 'Sin historial en el rango seleccionado',
  earlier: 'Ver anteriores',
  loadingPrevious: 'Cargando anteriores…',
  csvStates: 'Descargar CSV Estados',
  invertedRange: 'La fecha "Desde" es posterior a "Hasta".',
  listError: 'No se pudo actualizar la lista. Se muestra lo último que se recibió.',
  /** For the browser's log. */
  notAList: 'No se pudo cargar la lista de switches: la respuesta no es una lista.',
  firstListError: 'No se pudo cargar la lista de switches',
  errorHelp: 'Se intentará de nuevo por sí solo; también puedes usar ACTUALIZAR AHORA.',
  operateError: 'No se pudieron abrir las opciones del switch. Revisa tu conexión e inténtalo de nuevo.',
  historyError: 'No se pudo cargar el historial. Se intentará de nuevo.',
  temperatura: 'Temperatura (°C)',
  humedad: 'Humedad (%)',
  dewPoint: 'Punto de rocío (°C)',
  dpv: 'DPV (kPa)',
  range: 'Rango de la gráfica',
  latest: 'Últimas 50',
  ranges: { day: '24 h', week: '7 d', month: '30 d', year: '1 año' },
  noPointsInRange: 'Sin lecturas de este sensor en el rango.',
  zoomIn: 'Acercar',
  zoomOut: 'Alejar',
  wholeRange: 'Ver todo',
  ruleBands: (bands: readonly { nombre: string; valor: 'temperatura' | 'humedad'; desde: number; hasta: number }[]) =>
    `Franjas: ${bands
      .map(
        ({ nombre, valor, desde, hasta }) => `«${nombre}», de ${desde} a ${hasta} ${valor === 'humedad' ? '%' : '°C'}`,
      )
      .join('; ')}.`,
  zoomHelp: 'La franja va del mínimo al máximo. Arrastra para moverte; pellizca, o Ctrl y la rueda, para acercarte.',
  onPerDay: 'Tiempo ENCENDIDO por día',
  onTotal: (time: string) => `${time} en 30 días`,
  scale: (time: string) => `la barra más alta: ${time}`,
  onUnknown: 'Aún no se sabe nada de sus estados en estos 30 días.',
  onUnread: 'No se pudo cargar el tiempo encendido. Se intentará de nuevo.',
  dayWithoutData: (dia: string) => `${dia}: sin datos`,
  onOfDay: (dia: string, time: string) => `${dia}: ${time}`,
  partsWithoutData: (time: string) => ` (${time} sin datos: la placa calló)`,
} as const;
