// Apart from the schemas, so that a browser can load this without zod.
import { exactDuration } from './duration.js';
import { type ErrorCode, ERRORS } from './errors.js';
import { type CaudalMal, flowCause } from './proteccion-caudal.js';
import { type DispositivoReason, REASON_TEXT } from './reasons.js';

/** Names that the reader of a sentence may know, of switches and their groups; null = every one. A usuario may know those assigned to them. */
export type Known = ReadonlySet<string> | null;
/** Of a reader of whom no more is known than that they may not know every switch. */
export const KNOWN_TO_NOBODY: ReadonlySet<string> = new Set();

/** Why the system turned a switch. */
export type SystemReason =
  | { codigo: 'programa' | 'regla' | 'proteccion'; nombre: string }
  | { codigo: 'sobretiempo' }
  | { codigo: 'ultima_valvula'; valve: string }
  | { codigo: 'juntos'; con: string; interlockGroup: string }
  | { codigo: 'sin_valvula'; interlockGroup: string; incierto: boolean };

/** Why an interlock group keeps a switch from being turned on. */
export type TurnOnRefusal =
  | { codigo: 'otro_encendiendo' | 'otro_encendido' | 'otro_incierto'; nombre: string }
  | { codigo: 'otro_desconocido'; interlockGroup: string }
  | { codigo: 'falta_valvula'; valves: readonly string[] }
  | { codigo: 'valvula_reciente'; valves: readonly string[]; segundos: number };

/** Why an order was refused before it was one. */
export type OrderRefusal =
  | { codigo: 'en_reposo' | 'mas_de_su_maximo'; segundos: number }
  | { codigo: 'persona_lo_apago' | 'switch_desactivado' | 'solo_mide' | 'vencido_sin_enviar' }
  /** `nombre`: of the switch itself. `desde` in ms; null = its board did not know the time. */
  | { codigo: 'protegido'; nombre: string; proteccion: string; desde: number | null; caudal?: CaudalMal; zona: string }
  /** What its error says of itself. */
  | { codigo: 'error'; error: ErrorCode };

/** What the relay cloud answered instead of a usable answer. `nube_dice`: the vendor's own words, never a key. */
export type CloudDetail =
  | { codigo: 'nube_dice'; texto: string }
  | { codigo: 'nube_http'; status: number; redirected: boolean }
  | { codigo: 'nube_conexion_fallida'; error: string | null }
  | {
      codigo:
        | 'nube_sin_tiempo'
        | 'nube_respuesta_cortada'
        | 'nube_respuesta_grande'
        | 'nube_otro_dispositivo'
        | 'nube_sin_estado'
        | 'nube_sin_resultado';
    };

/** What became of a command, beyond its state. */
export type CommandDetail =
  | TurnOnRefusal
  | CloudDetail
  | {
      codigo:
        | 'placa_tarde'
        | 'placa_enclavada'
        | 'placa_bloqueada'
        | 'placa_protegida'
        | 'placa_en_reposo'
        | 'placa_sin_pin'
        | 'placa_pin_no_apto'
        | 'placa_sin_hora'
        | 'placa_reloj_atrasado'
        | 'placa_sin_relevador'
        | 'placa_sin_conexion'
        | 'placa_sin_respuesta'
        | 'placa_confirma_estado'
        | 'reemplazado'
        | 'envio_fallido'
        | 'equipo_sin_comprobar';
    }
  | { codigo: 'placa_error'; error: string }
  | { codigo: 'placa_sigue' | 'equipo_sigue'; encendido: boolean }
  | { codigo: 'espera_bomba'; segundos: number }
  | { codigo: 'bloqueado'; nombre: string; motivo: string }
  | { codigo: 'dispositivo'; motivo: DispositivoReason; detalle: CloudDetail | null };

/** What became of a message about alarms, beyond its state. */
export type DeliveryDetail =
  | {
      codigo: 'webhook_respondio' | 'correo_rechazado' | 'push_respondio' | 'telegram_rechaza' | 'sms_respondio';
      status: number;
    }
  | { codigo: 'telegram_supergrupo'; chat_id: string }
  | {
      codigo:
        | 'aviso_terminado'
        | 'aviso_reconocido'
        | 'sin_destino'
        | 'sin_asignacion'
        | 'en_su_descanso'
        | 'canal_fallido'
        | 'webhook_no_permitido'
        | 'webhook_sin_respuesta'
        | 'correo_sin_servidor'
        | 'correo_sin_respuesta'
        | 'push_sin_respuesta'
        | 'sms_sin_servicio'
        | 'sms_sin_numero'
        | 'sms_sin_red'
        | 'sms_sin_respuesta'
        | 'sms_modem_ocupado'
        | 'sms_modem_rechaza'
        | 'sms_tope'
        | 'telegram_sin_respuesta'
        | 'telegram_falla'
        | 'telegram_espera'
        | 'telegram_sin_token'
        | 'telegram_token'
        | 'telegram_sin_chat'
        | 'telegram_chat_desconocido'
        | 'telegram_bloqueado'
        | 'telegram_expulsado'
        | 'telegram_sin_permiso'
        | 'telegram_cuenta_cerrada'
        | 'telegram_otro_oyente'
        | 'telegram_sin_cambio';
    };

/** A sentence for people as services store it: a code and its parameters. */
export type Phrase = SystemReason | OrderRefusal | CommandDetail | DeliveryDetail;

/** What names switches or their groups. */
type Naming = TurnOnRefusal | Extract<SystemReason, { codigo: 'ultima_valvula' | 'juntos' | 'sin_valvula' }>;

type With<P, C> = P extends { codigo: infer K } ? (C extends K ? P : never) : never;
type De<C extends Phrase['codigo']> = With<Phrase, C>;

type Knows = (nombre: string) => boolean;

const quoted = (nombre: string): string => `«${nombre}»`;
const anyOf = (names: readonly string[]): string =>
  new Intl.ListFormat('es', { type: 'disjunction' }).format(names.map(quoted));
const other = (nombre: string, knows: Knows): string => (knows(nombre) ? `el switch ${quoted(nombre)}` : 'otro switch');
const someValve = (names: readonly string[], knows: Knows): string =>
  names.length > 0 && names.every((nombre) => knows(nombre)) ? anyOf(names) : 'una válvula';
/** "05:12"; of another day "3 may, 05:12". */
const timeOf = (ts: number, timeZone: string): string => {
  const day = (at: number): string => new Intl.DateTimeFormat('es-MX', { timeZone, dateStyle: 'short' }).format(at);
  const date = day(ts) === day(Date.now()) ? {} : { day: 'numeric' as const, month: 'short' as const };
  const clock = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;
  return new Intl.DateTimeFormat('es-MX', { timeZone, ...date, ...clock }).format(ts);
};
const onOrOff = (encendido: boolean): string => (encendido ? 'encendido' : 'apagado');
const cannotTurnOn = (why: string): string => `No se puede encender: ${why}.`;

const SENTENCES: { readonly [C in Phrase['codigo']]: (phrase: De<C>, knows: Knows) => string } = {
  programa: ({ nombre }) => `Programa ${quoted(nombre)}`,
  regla: ({ nombre }) => `Regla de clima ${quoted(nombre)}`,
  proteccion: ({ nombre }) => `Protección ${quoted(nombre)}`,
  sobretiempo: () => 'Seguía encendido después de su tiempo máximo',
  ultima_valvula: ({ valve }, knows) =>
    `Se cierra ${knows(valve) ? `${quoted(valve)}, ` : ''}su última válvula abierta`,
  juntos: ({ con, interlockGroup }, knows) =>
    knows(con) && knows(interlockGroup)
      ? `Estaba encendido junto con ${quoted(con)} (${quoted(interlockGroup)})`
      : 'Estaba encendido junto con otro switch',
  sin_valvula: ({ interlockGroup, incierto }, knows) =>
    `${incierto ? 'No se sabía de' : 'No quedaba'} ninguna válvula abierta${knows(interlockGroup) ? ` (${quoted(interlockGroup)})` : ''}`,

  otro_encendiendo: ({ nombre }, knows) =>
    cannotTurnOn(`${other(nombre, knows)} se está encendiendo y no pueden estar juntos`),
  otro_encendido: ({ nombre }, knows) =>
    cannotTurnOn(`${other(nombre, knows)} está encendido y no pueden estar juntos`),
  otro_incierto: ({ nombre }, knows) =>
    cannotTurnOn(`no se sabe si ${other(nombre, knows)} está encendido y no pueden estar juntos`),
  otro_desconocido: ({ interlockGroup }, knows) =>
    cannotTurnOn(
      `todavía no se conoce otro switch ${knows(interlockGroup) ? `de ${quoted(interlockGroup)}` : 'con el que no puede estar'}`,
    ),
  falta_valvula: ({ valves }, knows) => cannotTurnOn(`antes debe estar abierta ${someValve(valves, knows)}`),
  valvula_reciente: ({ valves, segundos }, knows) =>
    cannotTurnOn(`${someValve(valves, knows)} acaba de abrirse; faltan ${segundos} s`),

  en_reposo: ({ segundos }) =>
    `El switch se apagó hace poco. Espera ${segundos} ${segundos === 1 ? 'segundo' : 'segundos'} antes de encenderlo otra vez.`,
  mas_de_su_maximo: ({ segundos }) => `Este switch puede quedar encendido ${exactDuration(segundos)} como máximo`,
  persona_lo_apago: () => 'Una persona acaba de apagarlo.',
  switch_desactivado: () => 'El switch está desactivado.',
  solo_mide: () => 'Una centinela mide; no se enciende ni se apaga.',
  vencido_sin_enviar: () => 'El comando venció sin enviarse.',
  protegido: ({ nombre, proteccion, desde, caudal, zona }) =>
    `${nombre}: la protección ${quoted(proteccion)} la mantiene apagada${desde === null ? '' : ` desde ${timeOf(desde, zona)}`}${caudal ? ` (${flowCause(caudal)})` : ''}.`,
  error: ({ error }) => ERRORS[error].texto,

  nube_dice: ({ texto }) => texto,
  nube_http: ({ status, redirected }) => `HTTP ${status}${redirected ? ' (redirección)' : ''}`,
  nube_conexion_fallida: ({ error }) => `Conexión fallida${error === null ? '' : ` (${error})`}`,
  nube_sin_tiempo: () => 'Se agotó la espera',
  nube_respuesta_cortada: () => 'Respuesta cortada',
  nube_respuesta_grande: () => 'Respuesta demasiado grande',
  nube_otro_dispositivo: () => 'Respuesta de otro dispositivo',
  nube_sin_estado: () => 'Respuesta sin estado',
  nube_sin_resultado: () => 'Respuesta sin resultado',

  placa_tarde: () => 'Llegó tarde a la placa, que no actuó',
  placa_enclavada: () => 'Un enclavamiento de la placa no lo permite',
  placa_bloqueada: () => 'El switch está bloqueado',
  placa_protegida: () => 'Una protección de la placa lo mantiene apagado',
  placa_en_reposo: () => 'Se apagó hace poco; la placa todavía no lo enciende',
  placa_sin_pin: () => 'La placa no tiene ese pin en su mapa',
  placa_pin_no_apto: () => 'Ese pin de la placa no puede mover un relevador',
  placa_sin_hora: () => 'La placa no sabe la hora; no puede saber si el comando llegó tarde',
  placa_reloj_atrasado: () => 'El reloj de la placa está atrasado; no puede saber si el comando llegó tarde',
  placa_sin_relevador: () => 'La placa no tiene ese relevador',
  placa_sin_conexion: () => 'La placa no estaba conectada; el comando no se envió',
  placa_sin_respuesta: () => 'La placa no respondió; no se sabe si actuó',
  placa_confirma_estado: () => 'Por el estado que reportó la placa',
  placa_error: ({ error }) => `La placa respondió: ${error}`,
  placa_sigue: ({ encendido }) => `La placa respondió que sigue ${onOrOff(encendido)}`,
  equipo_sigue: ({ encendido }) => `El equipo sigue ${onOrOff(encendido)}`,
  equipo_sin_comprobar: () => 'No se pudo comprobar el estado del equipo',
  reemplazado: () => 'Se pidió otra cosa antes de que se enviara',
  envio_fallido: () => 'Falla interna al enviar',
  espera_bomba: ({ segundos }) => `Espera a que la bomba se detenga${segundos > 0 ? ` y ${segundos} s más` : ''}`,
  bloqueado: ({ nombre, motivo }) => `Bloqueado por ${nombre}: ${motivo}`,
  dispositivo: ({ motivo, detalle }) =>
    detalle === null ? REASON_TEXT[motivo] : `${REASON_TEXT[motivo]} [${inWords(detalle)}]`,

  aviso_terminado: () => 'Terminó antes.',
  aviso_reconocido: () => 'Alguien lo reconoció antes.',
  sin_destino: () => 'No hay a dónde enviarlo.',
  sin_asignacion: () => 'Esa persona no tiene asignado lo que dice el aviso.',
  canal_fallido: () => 'El aviso es de este canal, y otro lo dice.',
  en_su_descanso: () => 'Esa persona está en su descanso.',
  webhook_no_permitido: () => 'La dirección del webhook no está permitida: debe ser pública y https://.',
  webhook_respondio: ({ status }) => `El webhook respondió ${status}.`,
  webhook_sin_respuesta: () => 'El webhook no responde.',
  correo_sin_servidor: () => 'Esta instalación no tiene servidor de correo (SMTP_URL).',
  correo_rechazado: ({ status }) => `El servidor de correo no lo aceptó (${status}).`,
  correo_sin_respuesta: () => 'El servidor de correo no responde.',
  push_respondio: ({ status }) => `El servicio de notificaciones del navegador respondió ${status}.`,
  push_sin_respuesta: () => 'El servicio de notificaciones del navegador no responde.',
  sms_sin_servicio: () => 'Esta instalación no envía SMS (SMS_GAMMU_FOLDER o SMS_HTTP_URL).',
  sms_sin_numero: () => 'La persona no tiene un número verificado.',
  sms_sin_red: () => 'No hay conexión con el proveedor de SMS.',
  sms_sin_respuesta: () => 'No se sabe si el SMS salió: no hubo respuesta, y no se repite.',
  sms_modem_ocupado: () => 'El módem no envió el SMS a tiempo.',
  sms_modem_rechaza: () => 'El módem no pudo enviar el SMS.',
  sms_respondio: ({ status }) => `El proveedor de SMS no lo aceptó (${status}).`,
  sms_tope: () => 'La empresa llegó a su tope de SMS de hoy.',
  telegram_sin_respuesta: () => 'Telegram no responde.',
  telegram_falla: () => 'Telegram falla en este momento.',
  telegram_espera: () => 'Telegram pide esperar: demasiados mensajes.',
  telegram_supergrupo: ({ chat_id }) => `El grupo pasó a ser supergrupo: su Chat ID es ahora ${chat_id}.`,
  telegram_rechaza: ({ status }) => `Telegram no aceptó el mensaje (${status}).`,
  telegram_sin_token: () => 'Falta el token del bot.',
  telegram_token: () => 'Telegram no acepta el token del bot.',
  telegram_sin_chat: () => 'Falta el Chat ID.',
  telegram_chat_desconocido: () => 'Telegram no encuentra ese chat. Revisa el Chat ID, y que el bot esté en él.',
  telegram_bloqueado: () => 'La persona de ese chat bloqueó al bot.',
  telegram_expulsado: () => 'El bot fue expulsado del grupo.',
  telegram_sin_permiso: () => 'El bot no tiene permiso de escribir en ese chat.',
  telegram_cuenta_cerrada: () => 'La cuenta de ese chat ya no existe.',
  telegram_otro_oyente: () => 'Otro programa o un webhook escucha a este bot.',
  telegram_sin_cambio: () => 'Nada cambió.',
};

/** The sentence, in Spanish, as a reader may read it who knows these switches. */
export function inWords(phrase: Exclude<Phrase, Naming>): string;
export function inWords(phrase: Phrase, known: Known): string;
export function inWords(phrase: Phrase, known: Known = KNOWN_TO_NOBODY): string {
  const tell = SENTENCES[phrase.codigo] as (phrase: Phrase, knows: Knows) => string;
  return tell(phrase, (nombre) => known === null || known.has(nombre));
}

/** Longest sentence of these that people are shown. */
const TOLD_MAX = 300;

/**
 * A sentence as a service stored or sent it: by its phrase, else as written before phrases were. Of such a sentence nobody knows whom it
 * names, so only who knows every switch reads it.
 */
export const toldIn = (frase: Phrase | null | undefined, sentence: string | null, known: Known): string | null =>
  frase ? inWords(frase, known).slice(0, TOLD_MAX) : known === null ? sentence : null;
