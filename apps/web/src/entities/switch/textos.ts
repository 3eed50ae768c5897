import { duration, type ComandoAction, type FinDeEncendido, type TipoSwitch } from '@acequia/contracts';
import { timeOf } from '../../lib/format/format.js';
import type { SwitchOrder } from './order.js';

const STATE_WORDS = { on: 'ENCENDIDO', off: 'APAGADO' } as const;

const outcome = ({ comando_id, accion, estado, detalle }: SwitchOrder): string => {
  switch (estado) {
    case 'solicitado':
    case 'enviado':
      return texts.verbs[accion].underWay;
    case 'confirmado':
      return 'Confirmado por la placa';
    case 'vencido':
      return detalle ? `La orden venció. ${detalle}` : 'La orden venció sin llegar a la placa';
    case 'rechazado':
      return detalle ? `Rechazado: ${detalle}` : 'Rechazado por la placa';
    case 'sin_respuesta':
      return comando_id === null ? `No se sabe si la orden salió. ${detalle ?? ''}` : 'Sin respuesta de la placa';
  }
};

const named = (what: string, nombre: string | null | undefined, unnamed: string): string =>
  nombre ? `${what} ${nombre}` : unnamed;

const ending = ({ causa, ts, limite_s, nombre }: FinDeEncendido, zone: string): string => {
  const cuando = `a las ${timeOf(ts, zone)}`;
  switch (causa) {
    case 'limite':
      return `Se apagó sola ${cuando}${limite_s === null ? ', por su límite' : `, límite de ${duration(limite_s / 60)}`}`;
    case 'sistema':
      return `La apagó el sistema ${cuando}`;
    case 'enclavamiento':
      return `La apagó un enclavamiento ${cuando}`;
    case 'persona':
      return `La apagó una persona ${cuando}`;
    case 'programa':
      return `La apagó ${named('el programa', nombre, 'un programa')} ${cuando}`;
    case 'regla':
      return `La apagó ${named('la regla', nombre, 'una regla de clima')} ${cuando}`;
    case 'placa':
      return `Se apagó en la placa ${cuando}`;
  }
};

/** A valve closes; any other switch turns off. `hora`: HH:mm. */
const closesAt = (tipo: TipoSwitch, hora: string): string =>
  `se ${tipo === 'selenoide' ? 'cierra' : 'apaga'} a las ${hora}`;

/** Texts for operating a switch, shared by all screens. */
export const texts = {
  verbs: {
    on: { button: 'Encender', underWay: 'Encendiendo…' },
    off: { button: 'Apagar', underWay: 'Apagando…' },
  },
  offAgain: 'Apagar de nuevo',
  noConnection: 'Sin conexión',
  noConnectionFor: (nombre: string) => `Sin conexión para encender ${nombre}`,
  outcome,
  ending,
  discrepancia: (asked: ComandoAction, ago: string) =>
    `Pedido ${STATE_WORDS[asked]} ${ago}, la placa dice ${STATE_WORDS[asked === 'on' ? 'off' : 'on']}`,
  health: {
    away: 'Placa sin conexión',
    awaySince: (age: string) => `Placa sin conexión, última señal ${age}`,
    noState: 'Placa en línea, este switch aún sin datos',
    oldState: (age: string) => `Placa en línea, sin datos ${age}`,
    noReading: 'Placa en línea, sensor aún sin datos',
    silent: 'Placa en línea, el sensor no da lectura',
    oldReading: (age: string) => `Placa en línea, sensor sin datos ${age}`,
  },
  unread:
    'No se pudieron leer los switches de la empresa: sin ellos no se puede crear ni editar aquí. Se intentará de nuevo.',
  bloqueo: {
    title: 'Bloqueado por mantenimiento',
    short: (who: string, motivo: string) => `Bloqueado por ${who}: ${motivo}`,
  },
  proteccion: {
    keepsOff: (nombre: string, since: string | null, cause: string | null) =>
      `La protección «${nombre}» la mantiene apagada${since === null ? '' : ` desde ${since}`}${cause === null ? '' : ` (${cause})`}`,
    bypassed: (nombre: string, until: string) => `Protección «${nombre}» omitida hasta ${until}`,
  },
  turnOn: {
    title: (nombre: string) => `Encender ${nombre}`,
    during: 'Durante cuánto tiempo',
    other: 'Otra',
    upToTheLimit: (limit: string) => `Hasta el límite (${limit})`,
    minutes: 'Minutos',
    outside: (limit: string) => `Escribe de 1 minuto a ${limit}`,
    confirm: 'Encender',
    cancel: 'Cerrar',
    closesAt,
    sent: (nombre: string, closes: string) => `${nombre}: encendiendo, ${closes}`,
    undo: 'Deshacer',
  },
  operate: (nombre: string) => `Operar ${nombre}`,
  more: { button: 'Más…', from: (nombre: string) => `Más opciones de ${nombre}` },
} as const;
